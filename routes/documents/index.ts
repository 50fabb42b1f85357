/** Documents that describe the service: OpenAPI, the reference, and a walkthrough for agents and people. */
import type { FastifyInstance } from 'fastify';
import { authMd, type Facts } from './auth-md/index.ts';
import { type CachedDocument, documentOf, jsonDocument, sendDocument } from './cached-document.ts';
import { llmsTxt } from './llms-txt.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';

export default async function documentsSurface(app: FastifyInstance): Promise<void> {
  // Created at the first request, because all routes must be registered before.
  serve('/openapi.json', async () => jsonDocument(await app.describeService()));
  serve('/auth.md', () => documentOf(authMd(factsOf(app)), MARKDOWN));
  serve('/llms.txt', () => documentOf(llmsTxt(factsOf(app)), PLAIN));

  function serve(path: string, make: () => CachedDocument | Promise<CachedDocument>): void {
    let document: CachedDocument | undefined;
    app.get(path, { config: { crossOrigin: 'document' } }, async (request, reply) => {
      document ??= await make();
      return sendDocument(request, reply, document);
    });
  }
}

const factsOf = (app: FastifyInstance): Facts => {
  const { config } = app;
  const { capabilities } = app.oauth;
  const { catalogue: operations } = app.school;
  return {
    capabilities,
    operations,
    lifetimes: config.lifetimes,
    vendors: config.vendors,
    metadataHosts: config.cimd.hosts,
    limitsRequests: config.rateLimits,
    hasTools: app.hasRoute({ method: 'POST', url: '/mcp' }),
    hasOwnDocs: config.docsUrl === `${config.baseUrl}/docs`,
  };
};
