/**
 * Updates the clients of known vendors when the server starts: to match the configured presets, and to count as reviewed by
 * default or not. A client that a vendor registered with redirect URIs of a pattern is disabled if the preset does not allow
 * all of them any more. A command that reads does without, if nothing can be written.
 */
import fp from 'fastify-plugin';
import { bundledDocuments, isAsBundled } from '../../schema/clients/vendor-documents.ts';
import { isPattern, isRedirectOf, vendorClientId, vendorClientPrefix } from '../../schema/clients/vendor-presets.ts';
import { SHARED_CLIENT_SCOPES } from '../../schema/oauth/scope.ts';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';

export default fp(
  async (app, { isNeeded }: { isNeeded: boolean }) => {
    const { clock, config } = app;
    const update = (work: () => Promise<void>): void => {
      app.addHook('onReady', () =>
        work().catch((error: unknown) => {
          if (isNeeded || !(error instanceof StoreUnavailableError)) throw error;
        }),
      );
    };
    // This happens even if registration is off, because a vendor that is removed from the file must be disabled.
    update(() =>
      app.oauth.clients.presetVendors(
        config.vendors.map((vendor) => ({
          id: vendorClientId(vendor),
          origin: 'vendor' as const,
          name: vendor.name,
          authMethod: 'none' as const,
          redirectUris: vendor.redirectUris.filter((uri) => !isPattern(uri)),
          scopes: SHARED_CLIENT_SCOPES,
          createdAt: clock(),
        })),
        ({ id, redirectUris }) =>
          config.vendors.some(
            (vendor) =>
              id.startsWith(vendorClientPrefix(vendor)) && redirectUris.every((uri) => isRedirectOf(vendor, uri)),
          ),
      ),
    );
    update(async () => {
      const { metadataClients } = app.oauth;
      const stored = await Promise.all(bundledDocuments().map(({ url }) => metadataClients.find(url)));
      const unchanged = stored.filter((client) => client !== undefined).filter((it) => isAsBundled(it.id, it.metadata));
      await metadataClients.setReviewedByDefault(config.cimd.reviewsBundled ? unchanged : []);
    });
  },
  { name: 'vendors', dependencies: ['stores'] },
);
