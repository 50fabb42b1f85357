/** Two documents for whoever has to find out where they are. */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../schema/problem.ts';
import type { Sender } from './exchange.ts';
import { schoolOf } from './school.ts';

const INFO = 'school://info';
const GUIDE = 'school://auth-guide';

const RESOURCES = [
  {
    uri: INFO,
    name: 'school-info',
    title: 'The school',
    description: 'Which school this is',
    mimeType: 'application/json',
  },
  {
    uri: GUIDE,
    name: 'auth-guide',
    title: 'How to sign in',
    description: 'How a client gets access',
    mimeType: 'text/markdown',
  },
];

export function answerResources(app: FastifyInstance, server: Server, sender: Sender): void {
  server.setRequestHandler('resources/list', async () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [] }));
  server.setRequestHandler(
    'resources/read',
    sender.guarded(async ({ params: { uri } }) => {
      if (uri === INFO) return document(uri, 'application/json', JSON.stringify(await info(app, sender), null, 2));
      if (uri === GUIDE) return document(uri, 'text/markdown', guide(app));
      throw new ResourceNotFoundError(uri);
    }),
  );
}

const document = (uri: string, mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] });

/** Where there is not one school to speak of it says so: a resource takes no arguments. */
async function info(app: FastifyInstance, { caller }: Sender): Promise<unknown> {
  try {
    return await schoolOf(app, caller, undefined);
  } catch (error) {
    if (error instanceof ProblemError) return { note: error.message };
    throw error;
  }
}

const guide = ({ config }: FastifyInstance): string => `# How to get access

- Public tools need no sign-in.
- Send \`Authorization: Bearer <token>\` for the others. A call without one is answered 401, with the address of the
  metadata from which a client finds out everything else: ${config.baseUrl}/.well-known/oauth-protected-resource/mcp
- Clients that sign in only when they connect use ${config.baseUrl}/mcp?auth=required (operators) or
  ${config.baseUrl}/mcp?auth=member (members).
- Clients that take only so many tools name families: ${config.baseUrl}/mcp?tools=courses,students
- More: ${config.docsUrl}
`;
