/** The explorer of the Account API. It signs in as an app does, and only the page sees the code and the tokens. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import type { SchoolMembership } from '../../../../schema/people/person.ts';
import { frameFor, goTo, sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { manages } from '../../site-admin/operator-pages.ts';
import { accountFrame } from '../account-pages.ts';
import { EXPLORER, explorerApplication, FOR_EXPLORER } from './explorer-application.ts';
import { explorerSignIns } from './sign-in.ts';
import { type ExplorerSchool, explorerPage } from './view.ts';

/** With this, the only school is chosen at once after the sign-in to this server. */
const AT_ONCE = `${EXPLORER}?begin=1`;

export function explorerPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { baseUrl } = app.config;
  const signIns = explorerSignIns(app);

  pages.get(
    EXPLORER,
    async ({ request, memberships, ...signedIn }, reply) => {
      const schoolFor = async (membership: SchoolMembership): Promise<ExplorerSchool> => {
        const { siteId, siteName: name, slug } = membership;
        const application = await explorerApplication(app, siteId);
        if (application !== undefined) {
          return { name, client: { id: application.id, signInHref: signIns.begin(application, request, reply) } };
        }
        const query = new URLSearchParams({ for: FOR_EXPLORER });
        return { name, ...(manages(membership) ? { setUpHref: `/admin/${slug}/applications/new?${query}` } : {}) };
      };
      const query = readParameters(request.query);
      const schools = await Promise.all(memberships.filter(({ isClosed }) => !isClosed).map(schoolFor));
      const [first, ...others] = schools.flatMap(({ client }) => (client === undefined ? [] : [client.signInHref]));
      if (query.get('begin') !== undefined && first !== undefined && others.length === 0) return goTo(reply, first);
      const arrival = signIns.arrival(query, request, reply);
      const frame = accountFrame({ request, memberships, ...signedIn }, EXPLORER);
      return sendPage(reply, explorerPage(frame, { baseUrl, schools, arrival }), 'own');
    },
    (request, reply) => {
      const signInHref = `/sign-in?${new URLSearchParams({ next: AT_ONCE })}`;
      return sendPage(reply, explorerPage(frameFor(request), { baseUrl, signInHref }), 'own');
    },
  );
}
