/**
 * The page of a person who has signed in through a school: who that is, the apps connected there, and the ways to the
 * account, which such a session does not open.
 */
import type { FastifyInstance } from 'fastify';
import { fieldValues } from '../../../schema/audit/audit-event.ts';
import type { Connection } from '../../../schema/oauth/connection.ts';
import type { SchoolMembership, SchoolSession } from '../../../schema/people/person.ts';
import { goTo } from '../../http.ts';
import { clientTitle, clientView } from '../kit/client.ts';
import { accountCard, button, day, emptyList, linkButton, notice, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Place, type Visit } from '../kit/page.ts';
import { grantOf } from '../kit/path-parameter.ts';
import { tellStale } from '../kit/sending.ts';
import {
  areaFrame,
  runsSchool,
  SCHOOL_ACCOUNT,
  type SignedInRequest,
  schoolPages,
  throughSchool,
} from '../kit/signed-in.ts';

interface SchoolRequest extends SignedInRequest {
  session: SchoolSession;
  membership: SchoolMembership;
}

export function schoolAccount(app: FastifyInstance): void {
  const { connections } = app.oauth;
  const pages = schoolPages<SchoolRequest>(
    app,
    ({ session, ...signedIn }, reply) => {
      const [membership] = signedIn.memberships;
      return session.schoolId === undefined || membership === undefined
        ? goTo(reply, '/account')
        : { ...signedIn, session, membership };
    },
    { schoolOf: ([membership]) => membership },
  );
  const place: Place<SchoolRequest> = {
    pages,
    frame: (signedIn) =>
      areaFrame(signedIn, {
        kind: 'account',
        current: SCHOOL_ACCOUNT,
        groups: [
          { pages: [{ href: SCHOOL_ACCOUNT, label: signedIn.text.account.area.pages.overview, icon: 'house' }] },
        ],
      }),
    timeZone: ({ membership }) => membership.timezone,
    missing: ({ request }, reply) => tellStale(request, reply),
  };

  definePage(app, place, {
    at: SCHOOL_ACCOUNT,
    load: ({ signedIn: { session }, now }) => connections.ofMember(session.schoolId, session.person.id, now),
    title: (_apps, { signedIn, text }) => text.schoolSignIn.account.title(schoolOf(signedIn)),
    lead: (_apps, { signedIn, text }) => html`<p>${text.schoolSignIn.account.lead(schoolOf(signedIn))}</p>`,
    body: (apps, visit) => {
      const { query, signedIn, text } = visit;
      const { account } = text.schoolSignIn;
      const { membership, session } = signedIn;
      return html`${query.get('closed') === '1' && notice('info', html`<p>${account.closed}</p>`)}
<section class="panel">${accountCard(session.person, throughSchool(session, text))}
${runsSchool(membership) && html`<p><a href="${linkTarget(`/admin/${membership.slug}`)}">${text.home.admin(schoolOf(signedIn))}</a></p>`}</section>
<section class="stack"><h2>${account.apps}</h2>
${apps.length === 0 ? emptyList(text.connectedApps.none, text.connectedApps.noneText) : html`<ul class="rows">${apps.map((one) => appItem(one, visit))}</ul>`}</section>
<section class="stack"><div class="intro"><h2>${account.own}</h2><p>${account.ownText({ email: displayText(session.person.email) })}</p></div>
<div class="inline">${linkButton('/password/forgot', account.ownLink, 'secondary')}${linkButton('/sign-in?next=/account', account.account, 'secondary')}</div></section>`;
    },
  });

  pages.post(`${SCHOOL_ACCOUNT}/apps/:grant/end`, async (signedIn, _form, reply) => {
    const { request, session } = signedIn;
    const found = await connections.findAtSite(session.schoolId, grantOf(request), app.clock());
    // The response is the same whether it has ended, never existed or belongs to another.
    if (found?.person.id !== session.person.id) return goTo(reply, SCHOOL_ACCOUNT);
    const { client, grantId, scopes } = found;
    const about = { siteId: session.schoolId, clientId: client.id, target: String(grantId) };
    await connections.end(
      found,
      'person',
      signedIn.event('grant_revoked', { ...about, before: fieldValues({ scopes }) }),
    );
    return goTo(reply, SCHOOL_ACCOUNT);
  });
}

const schoolOf = ({ membership }: SchoolRequest): { school: string } => ({ school: displayText(membership.siteName) });

function appItem(
  { client, grantId, lastUsedAt, site }: Connection,
  { csrf, language, text: { connectedApps }, timeZone }: Visit<SchoolRequest>,
): Html {
  const app = clientTitle(clientView(client, site.name));
  return html`<li><div><h3>${app}</h3><p class="detail">${connectedApps.lastUsed} ${day(lastUsedAt, language, timeZone)}</p></div>
${postForm({ action: `${SCHOOL_ACCOUNT}/apps/${grantId}/end`, csrf, body: button(connectedApps.end({ app }), 'secondary') })}</li>`;
}
