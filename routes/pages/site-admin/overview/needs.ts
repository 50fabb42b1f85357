/**
 * Tasks of the people who run a school, each only for those who can do it. The reads are bounded, and one that finds
 * nothing to look further into ends there.
 */
import type { FastifyInstance } from 'fastify';
import type { UsedApps } from '../../../../schema/oauth/connection.ts';
import type { InvitationState } from '../../../../schema/people/invitation.ts';
import { kindOfOffer, OPEN_OFFERS_PATH } from '../../../../schema/people/ownership.ts';
import { SECRET_NOTICE_MS } from '../../../../schema/people/provider.ts';
import type { Text } from '../../../words/index.ts';
import { approvalPath } from '../../approvals/page.ts';
import { nameOfClient } from '../../kit/client.ts';
import { dayText, momentText } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { icon } from '../../kit/icons.ts';
import type { Visit } from '../../kit/page.ts';
import { INVITATION_NEEDS, type InvitationNeed, needingInvitations } from '../members/delivery.ts';
import { at, type OperatorRequest, owns, triesOut } from '../operator-pages.ts';
import { decidesForPlatform } from '../reviews/reviewed-apps.ts';
import { signInPath } from '../sign-in/school-provider.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FAILING_FOR_MS = 7 * DAY;
const ANSWERED_FOR_MS = 7 * DAY;
/** A backup that is made every night is a little older than a day from time to time. */
const RECENT_BACKUP_MS = 26 * HOUR;
/** As in the alert. */
const LATE_EMAIL_MS = HOUR / 4;
const MAX_WEBHOOKS = 3;
/** More invitations of a kind are counted instead of named. */
const MAX_INVITATIONS = 3;
/** The others end by themselves, or lose nothing by waiting. */
const URGENT_INVITATIONS: ReadonlySet<InvitationNeed> = new Set<InvitationNeed>(['bounced', 'delayed', 'unsent']);

/** Something to do, and the page where it is done. */
interface Need {
  sentence: string;
  href: string;
  isUrgent?: boolean;
}

/** Settings that the person's own account lacks. */
export interface OwnNeeds {
  email: boolean;
  factor: boolean;
}

type OperatorVisit = Visit<OperatorRequest>;

/** @param own left out if the page says it elsewhere */
export async function needsOf(
  app: FastifyInstance,
  visit: OperatorVisit,
  apps: UsedApps,
  own: OwnNeeds | undefined,
): Promise<readonly Need[]> {
  const { signedIn, text } = visit;
  const { needs } = text.schoolHome;
  const found = await Promise.all([
    ...(signedIn.manages ? [invitations(app, visit), failingApps(app, visit), webhooks(app, visit)] : []),
    ...(signedIn.runsPlatform ? [emails(app, visit), backups(app, visit)] : []),
    approvals(app, visit),
    ownership(app, visit),
    offered(app, visit),
    schoolSignIn(app, visit),
    reviews(app, visit, apps),
    requests(app, visit),
  ]);
  return [
    ...found.flat(),
    ...(own?.email ? [{ sentence: needs.email, href: '/account/profile' }] : []),
    ...(own?.factor ? [{ sentence: needs.factor, href: '/account/sign-in' }] : []),
  ];
}

export const needsSection = (needs: readonly Need[], { schoolHome }: Text): Html => {
  const { none, title } = schoolHome.needs;
  const items = needs.map(
    ({ href, isUrgent, sentence }) =>
      html`<li>${icon(isUrgent ? 'triangle-alert' : 'info')}<a href="${href}">${sentence}</a></li>`,
  );
  const count = needs.length > 0 && html`<span class="badge off">${needs.length}</span>`;
  return html`<section class="card"><div class="title"><h2>${title}</h2>${count}</div>
${needs.length === 0 ? html`<p class="quiet">${none}</p>` : html`<ul class="needs">${items}</ul>`}</section>`;
};

/** @returns the address of a person's own account that is not confirmed, and the second factor that is missing */
export async function ownNeeds(
  { people: { mailer, secondFactor } }: FastifyInstance,
  { session: { person } }: Pick<OperatorRequest, 'session'>,
): Promise<OwnNeeds> {
  return { email: mailer.isOn && !person.emailVerified, factor: !(await secondFactor.hasAny(person.id)) };
}

async function reviews(
  app: FastifyInstance,
  { signedIn, text }: OperatorVisit,
  { waiting: count }: UsedApps,
): Promise<Need[]> {
  const isThere = signedIn.manages && triesOut(signedIn.membership, 'mcp_connections');
  if (count === 0 || !isThere || !(await decidesForPlatform(app, signedIn))) return [];
  return [{ sentence: text.schoolHome.needs.reviews({ count }), href: at(signedIn, '/reviews') }];
}

/** Requests of schools to whoever decides, and lately given answers to those of this one. */
async function requests(app: FastifyInstance, { now, signedIn, text }: OperatorVisit): Promise<Need[]> {
  const { needs } = text.schoolHome;
  const { requests: store } = app.oauth.metadataClients;
  if (!signedIn.manages) return [];
  const mine = await store.ofSite(signedIn.membership.siteId);
  const lately = mine.filter(({ answeredAt }) => answeredAt !== null && answeredAt > now - ANSWERED_FOR_MS);
  const answers = lately.map(({ answer, clientId }) => {
    const sentence = needs.answered[answer ?? 'declined']({ app: displayText(URL.parse(clientId)?.host ?? '') });
    return { sentence, href: at(signedIn, '/connect') };
  });
  const count = (await decidesForPlatform(app, signedIn)) ? await store.countOpen() : 0;
  const isThere = triesOut(signedIn.membership, 'mcp_connections');
  const href = isThere ? at(signedIn, '/reviews') : '/platform/reviews';
  return count === 0 ? answers : [{ sentence: needs.approvals({ count }), href }, ...answers];
}

/** Calls of the person's own apps at this school. */
async function approvals(app: FastifyInstance, { now, signedIn, text }: OperatorVisit): Promise<Need[]> {
  const { membership, session } = signedIn;
  const waiting = await app.school.approvals.waitingFor(session.person.id, now);
  return waiting
    .filter(({ siteId }) => siteId === membership.siteId)
    .map(({ clientId, clientName, id }) => ({
      sentence: text.schoolHome.needs.approval({ app: nameOfClient(clientId, clientName) }),
      href: approvalPath(id),
      isUrgent: true,
    }));
}

/** The ownership of this school, if it is offered to the person, who decides on the page of the account. */
async function ownership(app: FastifyInstance, { now, signedIn, text }: OperatorVisit): Promise<Need[]> {
  const { membership, session } = signedIn;
  const offer = await app.school.ownership.find(membership.siteId, session.person.id, now);
  if (offer === undefined) return [];
  const sentence = text.members.ownership.offers[kindOfOffer(offer)]({ by: displayText(offer.offererName) });
  return [{ sentence, href: OPEN_OFFERS_PATH }];
}

/** Offers of the person, which can be withdrawn on the page of the member. */
async function offered(
  app: FastifyInstance,
  { language, now, signedIn, text, timeZone }: OperatorVisit,
): Promise<Need[]> {
  const { siteId, role } = signedIn.membership;
  if (role !== 'owner') return [];
  const made = await app.school.ownership.madeBy(siteId, signedIn.session.person.id, now);
  return made.map(({ personId, name, email, handsOver, expiresAt }) => {
    const sentenceOf = text.schoolHome.needs.offered[kindOfOffer({ handsOver })];
    const sentence = sentenceOf({ name: displayText(name || email), day: dayText(expiresAt, language, timeZone) });
    return { sentence, href: at(signedIn, `/members/${personId}`) };
  });
}

/** The provider of the school, if members sign in with it. */
async function schoolSignIn(app: FastifyInstance, { language, now, signedIn, text, timeZone }: OperatorVisit) {
  const { membership } = signedIn;
  const provider = owns(membership) ? await app.people.providerStore.ofSite(membership.siteId) : undefined;
  if (provider === undefined || provider.signInBy === 'account') return [];
  const { needs } = text.schoolHome;
  const reason = app.providers.failing(provider.id);
  const failing = reason === undefined ? [] : [{ sentence: needs.providerFails, query: `?refused=${reason}` }];
  const endsAt = provider.secretEndsAt ?? Number.POSITIVE_INFINITY;
  const sentenceOf = needs[endsAt <= now ? 'secretEnded' : 'secretEnds'];
  const isSoon = endsAt <= now + SECRET_NOTICE_MS;
  const ending = isSoon ? [{ sentence: sentenceOf({ day: dayText(endsAt, language, timeZone) }), query: '' }] : [];
  return [...failing, ...ending].map(
    ({ sentence, query }): Need => ({ sentence, href: signInPath(signedIn, query), isUrgent: true }),
  );
}

async function invitations(app: FastifyInstance, visit: OperatorVisit): Promise<Need[]> {
  const needing = await needingInvitations(app, visit.signedIn.membership.siteId);
  return INVITATION_NEEDS.flatMap((kind) => {
    const some = needing.filter(({ need }) => need === kind);
    return invitationNeeds(kind, some, visit);
  });
}

/** A few invitations by their addresses, or how many there are, in the list that says it of each. */
function invitationNeeds(
  kind: InvitationNeed,
  some: readonly InvitationState[],
  { signedIn, text }: OperatorVisit,
): Need[] {
  const sentenceOf = text.schoolHome.needs[kind];
  const isUrgent = URGENT_INVITATIONS.has(kind);
  if (some.length > MAX_INVITATIONS) {
    const sentence = sentenceOf({ count: some.length, email: '' });
    return [{ sentence, href: at(signedIn, '/members?status=invited'), isUrgent }];
  }
  return some.map(({ email, personId }) => {
    const sentence = sentenceOf({ count: 1, email: displayText(email) });
    return { sentence, href: at(signedIn, `/members/${personId}`), isUrgent };
  });
}

async function failingApps(app: FastifyInstance, { now, signedIn, text }: OperatorVisit): Promise<Need[]> {
  const failing = await app.school.stats.failing(signedIn.membership.siteId, now - FAILING_FOR_MS);
  return failing.map(({ clientId, name, times }) => {
    const sentence = text.schoolHome.needs.failing({ app: displayText(nameOfClient(clientId, name)), times });
    return { sentence, href: at(signedIn, `/audit?${new URLSearchParams({ client: clientId })}`), isUrgent: true };
  });
}

async function webhooks(app: FastifyInstance, { signedIn, text }: OperatorVisit): Promise<Need[]> {
  const { stopped, undelivered } = text.schoolHome.needs;
  const all = await app.school.webhookEndpoints.ofSite(signedIn.membership.siteId);
  const needs = all.flatMap(({ id, url, status, stop, failures }): Need[] => {
    const isStopped = status === 'disabled';
    if (isStopped ? stop === 'school' : failures === 0) return [];
    const sentence = (isStopped ? stopped : undelivered)({ host: displayText(new URL(url).host) });
    return [{ sentence, href: at(signedIn, `/webhooks/${id}`), isUrgent: true }];
  });
  return needs.slice(0, MAX_WEBHOOKS);
}

/** Failures of all schools, which only the people who run the platform can repair. */
async function emails(
  { outboxStore, people: { mailer } }: FastifyInstance,
  { language, now, text, timeZone }: OperatorVisit,
): Promise<Need[]> {
  if (!mailer.isOn) return [];
  const { failed, late } = await outboxStore.troubles(now - LATE_EMAIL_MS);
  const since = late > 0 ? momentText((await outboxStore.waitingSince()) ?? now, language, timeZone) : '';
  const { failedEmails, lateEmails } = text.schoolHome.needs;
  const about = { href: '/docs/run/mail#when-the-mail-server-is-unavailable', isUrgent: true };
  return [
    ...(failed > 0 ? [{ sentence: failedEmails({ count: failed }), ...about }] : []),
    ...(late > 0 ? [{ sentence: lateEmails({ count: late, since }), ...about }] : []),
  ];
}

async function backups({ newestBackupAt }: FastifyInstance, { now, text }: OperatorVisit): Promise<Need[]> {
  const { noBackup, oldBackup } = text.schoolHome.needs;
  const newest = await newestBackupAt();
  const about = { href: '/docs/run/backup', isUrgent: true };
  if (newest === undefined) return [{ sentence: noBackup, ...about }];
  return now - newest > RECENT_BACKUP_MS
    ? [{ sentence: oldBackup({ days: Math.floor((now - newest) / DAY) }), ...about }]
    : [];
}
