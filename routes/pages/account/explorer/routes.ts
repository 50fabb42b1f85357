/**
 * The explorer of the Account API. The page signs in as an app does, by an authorization request with PKCE, to which the
 * browser returns here. Only the page sees the code and the tokens.
 */
import type { FastifyInstance } from 'fastify';
import { joinScopes } from '../../../../schema/oauth/scope.ts';
import type { SchoolMembership } from '../../../../schema/people/person.ts';
import { frameFor, sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { manages } from '../../site-admin/operator-pages.ts';
import { accountFrame } from '../account-pages.ts';
import { EXPLORER, explorerApplication, explorerScopes, FOR_EXPLORER } from './explorer-application.ts';
import { type ExplorerSchool, explorerPage } from './view.ts';

/** With this, the only school is chosen at once after the sign-in to this server. */
const AT_ONCE = `${EXPLORER}?begin=1`;

export function explorerPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { baseUrl } = app.config;

  async function schoolFor(membership: SchoolMembership): Promise<ExplorerSchool> {
    const { siteId, siteName: name, slug } = membership;
    const application = await explorerApplication(app, siteId);
    if (application !== undefined) {
      return { name, client: { id: application.id, scope: joinScopes(explorerScopes(application)) } };
    }
    const query = new URLSearchParams({ for: FOR_EXPLORER });
    return { name, ...(manages(membership) ? { setUpHref: `/admin/${slug}/applications/new?${query}` } : {}) };
  }

  pages.get(
    EXPLORER,
    async (signedIn, reply) => {
      const open = signedIn.memberships.filter(({ isClosed }) => !isClosed);
      const schools = await Promise.all(open.map(schoolFor));
      return sendPage(reply, explorerPage(accountFrame(signedIn, EXPLORER), { baseUrl, schools }), 'own');
    },
    (request, reply) => {
      const signInHref = `/sign-in?${new URLSearchParams({ next: AT_ONCE })}`;
      return sendPage(reply, explorerPage(frameFor(request), { baseUrl, signInHref }), 'own');
    },
  );
}
