/** The first page of the own account: what is left to set up, the schools, the apps, and the latest activity. */
import type { FastifyInstance } from 'fastify';
import { readParameters } from '../../../../schema/parameters.ts';
import { clientView } from '../../kit/client.ts';
import { sendPage } from '../../kit/sending.ts';
import { runsSchool, type SignedInPages, type SignedInRequest } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';
import { shownEvents, timeZoneOf } from '../activity/routes.ts';
import { PATH as ASSISTANTS, schoolWithAssistants } from '../assistants/routes.ts';
import { appsOf, lastUseOf } from '../connected-apps/routes.ts';
import { pendingResetNotice } from '../second-factor/reset.ts';
import { type AccountOverview, accountOverviewPage } from './view.ts';

const DONE = ['accepted', 'declined', 'gone', 'unproven', 'unprovable'] as const;
const APPS = 5;
const EVENTS = 5;
/** Older ones than these many statements find are on the page of the activity. */
const EVENT_STEPS = 3;

export function accountOverview(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { invitations, mailer, passkeys, secondFactor } = app.people;

  pages.get('/account', async (signedIn, reply) => {
    const { csrf, memberships, request, runsPlatform, session } = signedIn;
    const { person } = session;
    const [open, offers, hasFactor, reset, apps, history, appsToReview] = await Promise.all([
      invitations.ofPerson(person.id),
      app.school.ownership.ofPerson(person.id, app.clock()),
      secondFactor.hasAny(person.id),
      pendingResetNotice(app, signedIn),
      latestApps(app, signedIn),
      app.audit.accountLog.ofPerson(person.id, EVENTS, undefined, EVENT_STEPS),
      runsPlatform ? app.oauth.connections.appsToReview() : 0,
    ]);
    const offering = apps.length > 0 ? undefined : await schoolWithAssistants(app, memberships);
    const action = readParameters(request.query).get('done');
    const page = accountOverviewPage(accountFrame(signedIn, '/account'), {
      person,
      reset,
      setUp: {
        email: mailer.isOn && !person.emailVerified,
        factor: hasFactor ? undefined : passkeys.available ? 'any' : 'app',
      },
      schools: memberships.map((membership) => ({
        name: membership.siteName,
        role: membership.role,
        ...(runsSchool(membership) ? { adminHref: `/admin/${membership.slug}` } : {}),
      })),
      invitations: open.map(({ siteId, siteName, role }) => ({ siteId, school: siteName, role })),
      offers,
      apps,
      offering: offering && { school: offering.siteName, href: `${ASSISTANTS}/${offering.slug}` },
      appsToReview,
      events: shownEvents(app, history).slice(0, EVENTS),
      timeZone: timeZoneOf(memberships),
      csrf,
      done: DONE.find((key) => key === action),
    });
    return sendPage(reply, page, 'own');
  });
}

async function latestApps(
  { clock, oauth: { connections } }: FastifyInstance,
  { session }: SignedInRequest,
): Promise<AccountOverview['apps']> {
  const all = appsOf(await connections.ofPerson(session.person.id, clock()));
  return all.slice(0, APPS).flatMap((installs) => {
    const [newest] = installs;
    if (newest === undefined) return [];
    const scopes = new Set(installs.flatMap((install) => install.scopes));
    return [
      {
        client: clientView(newest.client, newest.site.name),
        schoolName: newest.site.name,
        scopes: scopes.size,
        lastUsedAt: lastUseOf(installs),
      },
    ];
  });
}
