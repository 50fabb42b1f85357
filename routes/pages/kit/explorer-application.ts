/**
 * The OAuth application with which the explorer signs in at a school. It is one that the school created, as for any app
 * that reads what belongs to members (`account:read`), and is recognized by its redirect URI.
 */
import type { FastifyInstance } from 'fastify';
import { verifyRedirect } from '../../../schema/oauth/client.ts';
import { isLoopback } from '../../../schema/oauth/redirect-uri.ts';
import type { Scope } from '../../../schema/oauth/scope.ts';
import { type ApplicationEntry, EMPTY_ENTRY, type StoredApplication } from '../../../schema/oauth/site-application.ts';

export const EXPLORER = '/account/explorer';

/** The value of `for` with which the form for a new application is filled in for the explorer. */
export const FOR_EXPLORER = 'explorer';

const SCOPES: readonly Scope[] = ['account:read', 'account:write'];

export const explorerUrl = (baseUrl: string): string => `${baseUrl}${EXPLORER}`;

export const explorerEntry = (baseUrl: string, name: string): ApplicationEntry => ({
  ...EMPTY_ENTRY,
  name,
  redirectUris: explorerUrl(baseUrl),
  scopes: SCOPES,
});

/** The scopes that the explorer asks for. */
export const explorerScopes = ({ scopes }: Pick<StoredApplication, 'scopes'>): readonly Scope[] =>
  SCOPES.filter((scope) => scopes.includes(scope));

export async function explorerApplication(
  { config, oauth: { siteApplications } }: FastifyInstance,
  siteId: string,
): Promise<StoredApplication | undefined> {
  const own = explorerUrl(config.baseUrl);
  const applications = await siteApplications.ofSite(siteId);
  return applications.find(
    (one) =>
      one.active &&
      one.authMethod === 'none' &&
      one.scopes.includes('account:read') &&
      verifyRedirect(one, own) !== undefined &&
      // A consent counts for every redirect URI of an application, and people give this one to the explorer. For a URI on
      // their own computer, they are asked each time.
      one.redirectUris.every((uri) => uri === own || isLoopback(uri)),
  );
}
