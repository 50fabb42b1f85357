/** Serves the well-known documents of RFC 8414, OpenID Connect Discovery, RFC 9728 and RFC 7517. */
import type { FastifyInstance } from 'fastify';
import { resourceQuery, scopesToSignIn } from '../../schema/clients/tool-url.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from '../../schema/oauth/server-metadata.ts';
import { type CachedDocument, jsonDocument, sendDocument } from '../cached-document.ts';

export default async function metadataSurface(app: FastifyInstance): Promise<void> {
  const { capabilities, signer } = app.oauth;
  const config = { crossOrigin: 'document' } as const;

  const server = jsonDocument(authorizationServerMetadata(capabilities));
  serve('/.well-known/oauth-authorization-server', server);
  serve('/.well-known/openid-configuration', server);
  for (const path of capabilities.protectedResources) serveResource(path);
  // Built for each request, because another node may have added a key.
  app.get('/.well-known/jwks.json', { config }, async (request, reply) =>
    sendDocument(request, reply, jsonDocument(await signer.jwks())),
  );

  function serve(path: string, document: CachedDocument): void {
    app.get(path, { config }, (request, reply) => sendDocument(request, reply, document));
  }

  /**
   * With `?auth=required&school=riverside`, the document is that of this URL of `/mcp`, whose challenge points to it. RFC 9728
   * §3.3: the resource is exactly the URL that the client uses, so it ends with a slash if that of the document does.
   */
  function serveResource(path: string): void {
    const documentOf = (resource: string, scopes?: ReturnType<typeof scopesToSignIn>) =>
      jsonDocument(protectedResourceMetadata(capabilities, resource, scopes));
    const made = { '': documentOf(path), '/': documentOf(`${path}/`) };
    app.get(`/.well-known/oauth-protected-resource${path}`, { config }, (request, reply) => {
      const slash = path !== '' && /\/(?:\?|$)/.test(request.originalUrl) ? '/' : '';
      const query = path === '/account/graphql' ? undefined : resourceQuery(request.url);
      const document =
        query === undefined ? made[slash] : documentOf(`/mcp${slash}?${query}`, scopesToSignIn(request.url));
      return sendDocument(request, reply, document);
    });
  }
}
