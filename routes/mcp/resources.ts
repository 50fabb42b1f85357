/** Two documents for whoever has to find out where they are. */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { schoolOf } from './public-tools.ts';
import type { Caller } from './tool.ts';

const INFO = 'school://info';
const GUIDE = 'school://auth-guide';

export function answerResources(app: FastifyInstance, server: Server, caller: Caller): void {
  server.setRequestHandler('resources/list', async () => ({
    resources: [
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
    ],
  }));
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [] }));

  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    if (uri === INFO) {
      const school = await schoolOf(app, caller, undefined);
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(school, null, 2) }] };
    }
    if (uri === GUIDE) return { contents: [{ uri, mimeType: 'text/markdown', text: guide(app) }] };
    throw new ResourceNotFoundError(uri);
  });
}

const guide = ({ config }: FastifyInstance): string => `# How to get access

- Public tools need no sign-in.
- Send \`Authorization: Bearer <token>\` for the others. A call without one is answered 401, with the address of the
  metadata from which a client finds out everything else: ${config.baseUrl}/.well-known/oauth-protected-resource/mcp
- Clients that sign in only when they connect use ${config.baseUrl}/mcp?auth=required (operators) or
  ${config.baseUrl}/mcp?auth=member (members).
- More: ${config.docsUrl}
`;
