/** Documents that describe this server to a model, and the handlers that list and read documents. */
import { type ReadResourceResult, ResourceNotFoundError, type Server, UriTemplate } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../../schema/school/problem.ts';
import type { Registry } from './registry.ts';
import type { RequestContext } from './request-context.ts';
import type { Described, Document, Resource } from './resource.ts';
import { schoolOf } from './school.ts';
import type { Caller } from './tool.ts';

export function answerResources(server: Server, context: RequestContext, { resources, templates }: Registry): void {
  server.setRequestHandler('resources/list', async () => ({ resources: resources.map(({ listed }) => listed) }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: templates.map(({ listed }) => listed),
  }));
  server.setRequestHandler(
    'resources/read',
    context.guarded(async ({ params: { uri } }) => {
      const resource = resources.find(({ listed }) => listed.uri === uri);
      if (resource !== undefined) return contentsOf(uri, resource.listed, await resource.read(context.caller));
      for (const { listed, read } of templates) {
        const variables = new UriTemplate(listed.uriTemplate).match(uri);
        const found = variables === null ? undefined : await read(context.caller, variables);
        if (found !== undefined) return contentsOf(uri, listed, found);
      }
      throw new ResourceNotFoundError(uri);
    }),
  );
}

const contentsOf = (uri: string, { mimeType }: Described, document: Document): ReadResourceResult => ({
  contents: [
    typeof document === 'string'
      ? { uri, mimeType, text: document }
      : { uri, mimeType, blob: Buffer.from(document).toString('base64') },
  ],
});

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
