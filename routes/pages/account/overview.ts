/** The first page of the own account: what is left to set up, the schools, the apps, and the latest activity. */
import type { FastifyInstance } from 'fastify';
import type { OpenApproval } from '../../../plugins/school/stores.ts';
import type { SchoolMembership } from '../../../schema/people/person.ts';
import { deedOf } from '../approvals/deed.ts';
import { approvalPath } from '../approvals/page.ts';
import { ASSISTANTS, schoolWithAssistants } from '../connect/members.ts';
import { clientView, nameAndHost, nameOfClient } from '../kit/client.ts';
import { accountCard, ago, day, emptyList } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { signInAtSchool } from '../kit/next-page.ts';
import { definePage, type Visit } from '../kit/page.ts';
import { runsSchool, type SignedInPages } from '../kit/signed-in.ts';
import { waitingApps } from '../platform/schools.ts';
import { accountPlace, learningPath } from './account-pages.ts';
import { activityEntries, activityList } from './activity.ts';
import { appsOf, lastUseOf, scopesOf } from './connected-apps.ts';
import { openInvitations } from './invitations.ts';
import { openOffers } from './ownership.ts';
import { pendingResetNotice } from './second-factor/section.ts';

const APPS = 5;
const EVENTS = 5;
/** Older ones than these many statements find are on the page of the activity. */
const EVENT_STEPS = 3;

export function accountOverview(app: FastifyInstance, pages: SignedInPages): void {
  const { invitations, mailer, passkeys, secondFactor } = app.people;

  definePage(app, accountPlace(pages, '/account'), {
    at: '/account',
    async load({ now, signedIn }) {
      const { memberships, runsPlatform, session } = signedIn;
      const { id } = session.person;
      const [waiting, open, offers, hasFactor, reset, connections, history, appsToReview] = await Promise.all([
        app.school.approvals.waitingFor(id, now),
        invitations.ofPerson(id),
        app.school.ownership.ofPerson(id, now),
        secondFactor.hasAny(id),
        pendingResetNotice(app, signedIn),
        app.oauth.connections.ofPerson(id, now),
        app.audit.accountLog.ofPerson(id, EVENTS, undefined, EVENT_STEPS),
        runsPlatform ? app.oauth.connections.appsToReview() : 0,
      ]);
      const apps = appsOf(connections).slice(0, APPS);
      /** A school that offers assistants, while no app is connected. */
      const offering = apps.length > 0 ? undefined : await schoolWithAssistants(app, memberships);
      return { waiting, open, offers, hasFactor, reset, apps, offering, history, appsToReview };
    },
    title: (_account, { text }) => text.shell.areas.account,
    lead: (_account, { text }) => html`<p>${text.accountHome.lead}</p>`,
    done: ({ text }) => {
      const { allowed, declined } = text.approvals.done;
      return { ...text.invitation.done, approval_allowed: allowed, approval_declined: declined };
    },
    body(account, visit) {
      const { atProvider, memberships, session } = visit.signedIn;
      const unconfirmed = mailer.isOn && !session.person.emailVerified;
      const factor = account.hasFactor ? undefined : passkeys.available ? 'any' : 'app';
      return html`${account.reset}
${account.appsToReview > 0 && waitingApps(account.appsToReview, visit.text)}
<section class="panel">${accountCard(session.person)}</section>
${waitingSection(account.waiting, visit)}
${openInvitations(account.open, visit)}
${openOffers(account.offers, visit)}
${(unconfirmed || factor !== undefined) && setUpSection(unconfirmed, factor, visit)}
${schoolsSection(memberships, atProvider, visit)}
${appsSection(account.apps, account.offering, visit)}
${latestSection(activityEntries(app, account.history, visit).slice(0, EVENTS), visit)}`;
    },
  });
}

/** The calls of apps that wait for the person's decision. */
function waitingSection(waiting: readonly OpenApproval[], { now, language, text }: Visit): Html | false {
  const { title, waiting: heading } = text.approvals;
  const item = ({ askedAt, clientId, clientName, effect, id, operation, siteName }: OpenApproval): Html =>
    html`<li class="urgent"><a href="${approvalPath(id)}">${title({ app: nameOfClient(clientId, clientName) })}</a> <p class="detail">${deedOf(operation, effect.name ?? '', text) ?? html`<code>${operation}</code>`} · ${displayText(siteName)} · ${ago(askedAt, now, language, { unit: 'minute', timeZone: 'UTC' })}</p></li>`;
  return (
    waiting.length > 0 &&
    html`<section class="stack" id="approvals"><h2>${heading}</h2><ul class="needs">${waiting.map(item)}</ul></section>`
  );
}

/** @param factor which second factor the person, who has none, can add */
function setUpSection(unconfirmed: boolean, factor: 'any' | 'app' | undefined, { text }: Visit): Html {
  const { setUp } = text.accountHome;
  const item = (href: string, label: string, why: string): Html =>
    html`<li class="open"><a href="${href}">${label}</a><p class="detail">${why}</p></li>`;
  return html`<section class="stack"><h2>${setUp.title}</h2><ul class="needs">
${unconfirmed && item('/account/profile', setUp.email, setUp.emailText)}
${factor === 'any' && item('/account/sign-in', setUp.factor, setUp.anyFactorText)}
${factor === 'app' && item('/account/sign-in', text.secondFactor.setUp, setUp.factorText)}
</ul></section>`;
}

function schoolsSection(
  memberships: readonly SchoolMembership[],
  elsewhere: readonly SchoolMembership[],
  { text }: Visit,
): Html {
  const { overview } = text.account;
  const through = ({ role, siteName, slug }: SchoolMembership): Html =>
    html`<li><div><h3>${displayText(siteName)}</h3><p class="detail">${text.roles[role]}</p></div>
<a href="${signInAtSchool({ slug }, {})}">${text.schoolSignIn.goThere}</a></li>`;
  const item = (membership: SchoolMembership): Html =>
    html`<li><div><h3>${membership.isClosed ? displayText(membership.siteName) : html`<a href="${learningPath(membership)}">${displayText(membership.siteName)}</a>`}</h3><p class="detail">${text.roles[membership.role]}</p></div>
${runsSchool(membership) && html`<a href="/admin/${membership.slug}">${overview.runIt}</a>`}</li>`;
  return html`<section class="stack"><h2>${text.shell.schools}</h2>${
    memberships.length + elsewhere.length === 0
      ? emptyList(overview.noSchool, overview.noSchoolText)
      : html`<ul class="rows">${memberships.map(item)}${elsewhere.filter(({ isClosed }) => !isClosed).map(through)}</ul>`
  }</section>`;
}

/** The apps that were used last. */
function appsSection(
  apps: ReturnType<typeof appsOf>,
  offering: SchoolMembership | undefined,
  { language, text, timeZone }: Visit,
): Html {
  const { title, none, offered, at, lastUsed, all } = text.accountHome.apps;
  const item = (connections: (typeof apps)[number]): Html => {
    const [{ client, site }] = connections;
    const where = at({ school: displayText(site.name), scopes: scopesOf(connections).length });
    return html`<li><div><h3>${nameAndHost(clientView(client, site.name))}</h3><p class="detail">${where}</p></div>
<p class="detail">${lastUsed} ${day(lastUseOf(connections), language, timeZone)}</p></li>`;
  };
  return html`<section class="stack"><h2>${title}</h2>${
    apps.length === 0
      ? html`<p class="quiet">${none}</p>${offering !== undefined && html`<p>${offered({ school: displayText(offering.siteName) })} <a href="${ASSISTANTS}/${offering.slug}">${text.assistants.show}</a></p>`}`
      : html`<ul class="rows">${apps.map(item)}</ul><p><a href="/account/connected-apps">${all}</a></p>`
  }</section>`;
}

function latestSection(entries: ReturnType<typeof activityEntries>, visit: Visit): Html {
  const { title, all } = visit.text.accountHome.latest;
  return html`<section class="stack"><h2>${title}</h2>
${entries.length > 0 && activityList(entries, 'h3', visit)}
<p><a href="/account/activity">${all}</a></p></section>`;
}
