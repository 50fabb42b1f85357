/** Describes the whole service in OpenAPI 3.1, when somebody first asks for it. */
import fp from 'fastify-plugin';
import type { ApiDescription } from '../../schema/data/api-description.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Returns the OpenAPI 3.1 document, which is created at the first call: all routes must be registered before, and
     * its declarations are not loaded at the start.
     */
    readonly describeService: () => Promise<ApiDescription>;
  }
}

export default fp(
  async (app) => {
    let description: Promise<ApiDescription> | undefined;
    app.decorate('describeService', () => (description ??= describe()));

    async function describe(): Promise<ApiDescription> {
      const { describeService } = await import('./description.ts');
      return describeService(app, {
        hasTools: app.hasRoute({ method: 'POST', url: '/mcp' }),
        hasFiles: app.hasRoute({ method: 'PUT', url: '/uploads/:siteId/:assetId' }),
      });
    }
  },
  { name: 'openapi', dependencies: ['capabilities', 'operations'] },
);
