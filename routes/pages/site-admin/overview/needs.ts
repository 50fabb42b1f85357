/**
 * What waits for somebody who runs a school, each only for those who can do it. The reads are bounded, and one that finds
 * nothing to look further into ends there.
 */
import type { FastifyInstance } from 'fastify';
import type { UsedApps } from '../../../../schema/oauth/connection.ts';
import type { InvitationState } from '../../../../schema/people/invitation.ts';
import { kindOfOffer, OPEN_OFFERS_PATH } from '../../../../schema/people/ownership.ts';
import { nameOfClient } from '../../kit/client.ts';
import { INVITATION_NEEDS, type InvitationNeed, needingInvitations } from '../members/delivery.ts';
import { at, type OperatorRequest, triesOut } from '../operator-pages.ts';
import { decidesForPlatform } from '../reviews/reviewed-apps.ts';
import type { Need } from './needs-view.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FAILING_FOR_MS = 7 * DAY;
/** A backup that is made every night is a little older than a day from time to time. */
const RECENT_BACKUP_MS = 26 * HOUR;
const LATE_EMAIL_MS = HOUR;
const MOST_WEBHOOKS = 3;
/** More invitations of a kind are counted instead of named. */
const MOST_INVITATIONS = 3;

/** What the person has to set up for the own account. */
export interface OwnNeeds {
  email: boolean;
  factor: boolean;
}

/** @param own left out if the page says it elsewhere */
export async function needsOf(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  apps: UsedApps,
  own: OwnNeeds | undefined,
): Promise<Need[]> {
  const found = await Promise.all([
    ...(signedIn.manages ? [invitations(app, signedIn), failingApps(app, signedIn), webhooks(app, signedIn)] : []),
    ...(signedIn.runsPlatform ? [emails(app), backups(app)] : []),
    ownership(app, signedIn),
    offered(app, signedIn),
    reviews(app, signedIn, apps),
  ]);
  const needs = found.flat();
  if (own?.email) needs.push({ kind: 'email', href: '/account/profile' });
  if (own?.factor) needs.push({ kind: 'factor', href: '/account/sign-in' });
  return needs;
}

/** @returns the address of a person's own account that is not confirmed, and the second factor that is missing */
export async function ownNeeds(
  { people: { mailer, secondFactor } }: FastifyInstance,
  { session: { person } }: Pick<OperatorRequest, 'session'>,
): Promise<OwnNeeds> {
  return { email: mailer.isOn && !person.emailVerified, factor: !(await secondFactor.hasAny(person.id)) };
}

async function reviews(app: FastifyInstance, signedIn: OperatorRequest, { waiting }: UsedApps): Promise<Need[]> {
  const isThere = signedIn.manages && triesOut(signedIn.membership, 'mcp_connections');
  if (waiting === 0 || !isThere || !(await decidesForPlatform(app, signedIn))) return [];
  return [{ kind: 'reviews', count: waiting, href: at(signedIn, '/reviews') }];
}

/** The ownership of this school, if it is offered to the person, who decides on the page of the account. */
async function ownership(app: FastifyInstance, { membership, session }: OperatorRequest): Promise<Need[]> {
  const offer = await app.school.ownership.find(membership.siteId, session.person.id, app.clock());
  return offer === undefined
    ? []
    : [{ kind: 'ownership', offer: kindOfOffer(offer), by: offer.offererName, href: OPEN_OFFERS_PATH }];
}

/** What the person has offered, which can be withdrawn on the page of the member. */
async function offered(app: FastifyInstance, signedIn: OperatorRequest): Promise<Need[]> {
  const { siteId, role, timezone } = signedIn.membership;
  if (role !== 'owner') return [];
  const made = await app.school.ownership.madeBy(siteId, signedIn.session.person.id, app.clock());
  return made.map(({ personId, name, email, handsOver, expiresAt: until }) => {
    const href = at(signedIn, `/members/${personId}`);
    return { kind: 'offered', offer: kindOfOffer({ handsOver }), to: name || email, until, timezone, href };
  });
}

async function invitations(app: FastifyInstance, signedIn: OperatorRequest): Promise<Need[]> {
  const needing = await needingInvitations(app, signedIn.membership.siteId);
  return INVITATION_NEEDS.flatMap((kind) =>
    invitationNeeds(
      signedIn,
      kind,
      needing.filter(({ need }) => need === kind),
    ),
  );
}

/** A few invitations by their addresses, or how many there are, in the list that says it of each. */
function invitationNeeds(signedIn: OperatorRequest, kind: InvitationNeed, of: readonly InvitationState[]): Need[] {
  if (of.length > MOST_INVITATIONS) {
    return [{ kind, count: of.length, email: '', href: at(signedIn, '/members?status=invited') }];
  }
  return of.map(({ email, personId }) => ({ kind, count: 1, email, href: at(signedIn, `/members/${personId}`) }));
}

async function failingApps(app: FastifyInstance, signedIn: OperatorRequest): Promise<Need[]> {
  const { siteId } = signedIn.membership;
  const failing = await app.school.figures.failing(siteId, app.clock() - FAILING_FOR_MS);
  return failing.map(({ clientId, name, times }) => {
    const href = at(signedIn, `/audit?${new URLSearchParams({ client: clientId })}`);
    return { kind: 'failing', app: nameOfClient(clientId, name), times, href };
  });
}

async function webhooks(app: FastifyInstance, signedIn: OperatorRequest): Promise<Need[]> {
  const all = await app.school.webhookEndpoints.ofSite(signedIn.membership.siteId);
  const needs = all.flatMap(({ id, url, status, stop, failures }): Need[] => {
    const of = { host: new URL(url).host, href: at(signedIn, `/webhooks/${id}`) };
    if (status === 'disabled') return stop === 'school' ? [] : [{ kind: 'stopped', ...of }];
    return failures > 0 ? [{ kind: 'undelivered', ...of }] : [];
  });
  return needs.slice(0, MOST_WEBHOOKS);
}

/** Failures of all schools, which only the people who run the platform can repair. */
async function emails({ clock, outboxStore, people: { mailer } }: FastifyInstance): Promise<Need[]> {
  if (!mailer.isOn) return [];
  const { failed, late } = await outboxStore.troubles(clock() - LATE_EMAIL_MS);
  const href = '/docs/run/mail#what-happens-when-the-mail-server-is-away';
  return [
    ...(failed > 0 ? [{ kind: 'failedEmails', count: failed, href } as const] : []),
    ...(late > 0 ? [{ kind: 'lateEmails', count: late, href } as const] : []),
  ];
}

async function backups({ clock, newestBackupAt }: FastifyInstance): Promise<Need[]> {
  const newest = await newestBackupAt();
  const href = '/docs/run/backup';
  if (newest === undefined) return [{ kind: 'noBackup', href }];
  const age = clock() - newest;
  return age > RECENT_BACKUP_MS ? [{ kind: 'oldBackup', hours: Math.floor(age / HOUR), href }] : [];
}
