/** Registers the pages of a person's own account. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../../schema/parameters.ts';
import { sendPage, showFailures } from '../kit/sending.ts';
import { runsSchool } from '../kit/signed-in.ts';
import { accountFrame, accountPages } from './account-pages.ts';
import { activityPage } from './activity/routes.ts';
import { connectedAppPages } from './connected-apps/routes.ts';
import { invitationForms } from './invitations/routes.ts';
import { accountOverviewPage } from './overview/view.ts';
import { dataPages } from './own-data/routes.ts';
import { passkeyForms } from './passkeys/routes.ts';
import { signInForms } from './password/routes.ts';
import { profileForms } from './profile/routes.ts';
import { secondFactorPages } from './second-factor/routes.ts';
import { sessionPages } from './sessions/routes.ts';

const DONE = ['accepted', 'declined', 'gone', 'unproven'] as const;

export default async function accountSurface(app: FastifyInstance): Promise<void> {
  showFailures(app);
  const pages = accountPages(app);

  passkeyForms(app, pages);
  signInForms(app, pages);
  secondFactorPages(app, pages);
  profileForms(app, pages);
  dataPages(app, pages);
  invitationForms(app, pages);
  connectedAppPages(app, pages);
  sessionPages(app, pages);
  activityPage(app, pages);

  pages.get('/account', async (signedIn, reply) => {
    const schools = signedIn.memberships.map((membership) => ({
      name: membership.siteName,
      role: membership.role,
      ...(runsSchool(membership) ? { adminHref: `/admin/${membership.slug}` } : {}),
    }));
    const { csrf, request, session } = signedIn;
    const invitations = (await app.people.invitations.ofPerson(session.person.id)).map(
      ({ siteId, siteName, role }) => ({
        siteId,
        school: siteName,
        role,
      }),
    );
    const action = readParameters(request.query).get('done');
    const done = DONE.find((key) => key === action);
    const view = { person: session.person, schools, invitations, csrf, done };
    const page = accountOverviewPage(accountFrame(signedIn, '/account'), view);
    return sendPage(reply, page, 'own');
  });
}
