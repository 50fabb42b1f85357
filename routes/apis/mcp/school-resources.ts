/** Documents that describe this server to a model. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../../schema/school/problem.ts';
import type { Resource } from './resource.ts';
import { schoolOf } from './school.ts';
import type { Caller } from './tool.ts';

export const schoolResources = (app: FastifyInstance): Resource[] => [
  {
    listed: {
      uri: 'school://info',
      name: 'school-info',
      title: 'School info',
      description: 'Name, description, domain, language, time zone and currency of the school',
      mimeType: 'application/json',
    },
    read: async (caller) => JSON.stringify(await info(app, caller), null, 2),
  },
  {
    listed: {
      uri: 'school://auth-guide',
      name: 'auth-guide',
      title: 'How to sign in',
      description: 'How clients sign in and get access to tools',
      mimeType: 'text/markdown',
    },
    read: async () => guide(app),
  },
];

/** Without a definite school, the document says so, because a resource takes no arguments. */
async function info(app: FastifyInstance, caller: Caller): Promise<unknown> {
  try {
    return await schoolOf(app, caller, undefined);
  } catch (error) {
    if (error instanceof ProblemError) return { note: error.message };
    throw error;
  }
}

const guide = ({ config }: FastifyInstance): string => `# Getting access

- Public tools do not require sign-in.
- For all other tools send \`Authorization: Bearer <token>\`. A call without a token returns 401 with the URL of the
  metadata from which clients discover the rest: ${config.baseUrl}/.well-known/oauth-protected-resource/mcp
- Clients that can sign in only on connection use ${config.baseUrl}/mcp?auth=required (operators) or
  ${config.baseUrl}/mcp?auth=member (members).
- Clients that support only a limited number of tools can select groups: ${config.baseUrl}/mcp?tools=courses,students
- Documentation: ${config.docsUrl}
`;
