/** Handles `resources/list`, `resources/templates/list` and `resources/read`. */
import { type ReadResourceResult, ResourceNotFoundError, type Server, UriTemplate } from '@modelcontextprotocol/server';
import type { Registry } from './registry.ts';
import type { RequestContext } from './request-context.ts';
import type { Document, ResourceDescription } from './resource.ts';

export function answerResources(server: Server, context: RequestContext, registry: Registry): void {
  const { catalogue, resources, templates } = registry;
  server.setRequestHandler(
    'resources/list',
    context.guarded(async () => ({
      resources: (await catalogue.usable(context.caller, resources)).map(({ listed }) => listed),
    })),
  );
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: templates.map(({ listed }) => listed),
  }));
  server.setRequestHandler(
    'resources/read',
    context.guarded(async ({ params: { uri } }) => {
      const named = resources.filter(({ listed }) => listed.uri === uri);
      const [resource] = await catalogue.usable(context.caller, named);
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

const contentsOf = (uri: string, { mimeType }: ResourceDescription, document: Document): ReadResourceResult => ({
  contents: [
    typeof document === 'string'
      ? { uri, mimeType, text: document }
      : { uri, mimeType, blob: Buffer.from(document).toString('base64') },
  ],
});
