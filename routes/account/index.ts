/** The pages of a person's own account. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../schema/parameters.ts';
import { accountOverviewPage } from '../pages/account/overview.ts';
import { sendPage, showFailures } from '../pages/sending.ts';
import { runsSchool } from '../pages/visits.ts';
import { connectedAppPages } from './connected-apps.ts';
import { invitationForms } from './invitations.ts';
import { passkeyForms } from './passkeys.ts';
import { profileForms } from './profile.ts';
import { sessionPages } from './sessions.ts';
import { signInForms } from './sign-in.ts';
import { accountFrame, accountPages } from './visits.ts';

const DONE = ['accepted', 'declined', 'gone', 'unproven'] as const;

export default async function accountSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = accountPages(app);

  passkeyForms(app, pages);
  signInForms(app, pages);
  profileForms(app, pages);
  invitationForms(app, pages);
  connectedAppPages(app, pages);
  sessionPages(app, pages);

  pages.show('/account', async (visit, reply) => {
    const schools = visit.places.map((place) => ({
      name: place.siteName,
      role: place.role,
      ...(runsSchool(place) ? { adminHref: `/admin/${place.slug}` } : {}),
    }));
    const { csrf, request, session } = visit;
    const invitations = (await app.invitations.ofPerson(session.person.id)).map(({ siteId, siteName, role }) => ({
      siteId,
      school: siteName,
      role,
    }));
    const asked = readParameters(request.query).get('done');
    const done = DONE.find((key) => key === asked);
    const view = { person: session.person, schools, invitations, csrf, done };
    const page = accountOverviewPage(accountFrame(visit, '/account'), view);
    return sendPage(reply, page, 'own');
  });
}
