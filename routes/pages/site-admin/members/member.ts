/** Finds the member that a page is about, and the actions that are allowed. The operations check the rights again. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ASSIGNABLE_ROLES, outranks, type Role } from '../../../../schema/oauth/scope.ts';
import { kindOfOffer } from '../../../../schema/people/ownership.ts';
import type { PendingReset } from '../../../../schema/people/second-factor.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import type { OutputOf } from '../../../../schema/school/resource.ts';
import type { member } from '../../../../schema/school/resources/members.ts';
import { displayText } from '../../kit/display-text.ts';
import { sendPage } from '../../kit/sending.ts';
import { shellWord } from '../../kit/shell-word.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, type OperatorRequest, owns, STAFF_RIGHTS } from '../operator-pages.ts';
import type { ShownDelivery } from './delivery-view.ts';
import type { StaffOfSchool } from './role-guide.ts';
import { type MemberDone, type MemberProblem, type MemberView, memberPage } from './view.ts';

/** The output of `get_member`. */
export type ShownMember = OutputOf<typeof member>;

/** The roles that this operator can assign: none above their own, and never owner. */
export const rolesToGive = ({ manages, membership }: OperatorRequest): Role[] =>
  manages ? ASSIGNABLE_ROLES.filter((role) => !outranks(role, membership.role)) : [];

export const staffOf = (signedIn: OperatorRequest): StaffOfSchool => ({
  staffScope: signedIn.membership.staffScope,
  href: at(signedIn, STAFF_RIGHTS),
});

export function barOf(
  { manages, membership, session }: OperatorRequest,
  { id, role }: Pick<ShownMember, 'id' | 'role'>,
): MemberView['bar'] {
  if (id === session.person.id) return 'self';
  if (!manages) return 'lookOnly';
  return outranks(role, membership.role) ? 'above' : undefined;
}

export function findMember(app: FastifyInstance, signedIn: OperatorRequest): Promise<ShownMember | undefined> {
  const { member: id } = signedIn.request.params as { member: string };
  return findMemberNamed(app, signedIn, id);
}

/** @param id as it was sent */
export async function findMemberNamed(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  id: string,
): Promise<ShownMember | undefined> {
  try {
    return await runAs(app, signedIn, app.school.operations.get_member, { id });
  } catch (error) {
    if (error instanceof ProblemError && error.type === 'not-found') return undefined;
    throw error;
  }
}

/** Finds a member whom the operator may change. */
export async function findDecidable(app: FastifyInstance, signedIn: OperatorRequest): Promise<ShownMember | undefined> {
  const member = await findMember(app, signedIn);
  return member !== undefined && barOf(signedIn, member) === undefined ? member : undefined;
}

/** Returns the problem for an operation's error. @throws any other error */
export function problemOf(error: unknown): { problem: MemberProblem; status: number } {
  if (!(error instanceof ProblemError)) throw error;
  const { type, status } = error;
  if (type === 'role-insufficient') return { problem: 'role', status };
  return { problem: type === 'invalid-input' ? 'invalid' : 'conflict', status };
}

const mailDeliveryOf = ({ config: { mail } }: FastifyInstance): MemberView['mailDelivery'] => {
  if (mail.server === 'off') return 'none';
  return mail.server === undefined ? 'kept' : 'sent';
};

/** Where no e-mail is sent, what waits in the outbox from before is not sent either. */
async function deliveryOf(
  { people: { invitationMail } }: FastifyInstance,
  mailDelivery: MemberView['mailDelivery'],
  siteId: string,
  personId: string,
): Promise<ShownDelivery> {
  const found = await invitationMail.of(siteId, personId);
  if (mailDelivery === 'none') {
    if (found.state === 'sent') return { ...found, state: 'past' };
    if (found.state === 'failed') return { ...found, state: 'givenUp' };
    if (found.state === 'unsent' || found.state === 'unknown') return { state: 'off' };
    return 'createdAt' in found ? found : { state: 'held' };
  }
  return found.state === 'sent' && mailDelivery === 'kept' ? { ...found, state: 'kept' } : found;
}

/** Whether the operator may be shown the link of the member's invitation, with a role that the operator can give. */
export const mayHaveLink = async (
  app: FastifyInstance,
  signedIn: OperatorRequest,
  member: ShownMember,
): Promise<boolean> =>
  member.status === 'invited' &&
  barOf(signedIn, member) === undefined &&
  rolesToGive(signedIn).includes(member.role) &&
  (await app.people.shownLinks.mayInvite(signedIn.membership.siteId, member.id));

/** Whether an owner may reset the second factor of this member, who has one and runs no other school. */
export const mayReset = async (
  { people: { secondFactor } }: FastifyInstance,
  { membership }: OperatorRequest,
  { id, status }: ShownMember,
): Promise<boolean> =>
  owns(membership) &&
  status === 'active' &&
  (await secondFactor.neededBy(id)) !== 'none' &&
  (await secondFactor.isResettableAt(membership.siteId, id));

/** Returns the reset that this school ordered, if it is pending, for owners. */
export async function orderedReset(
  { people: { secondFactor } }: FastifyInstance,
  { membership }: OperatorRequest,
  { id }: ShownMember,
): Promise<PendingReset | undefined> {
  const pending = owns(membership) ? await secondFactor.pendingReset(id) : undefined;
  return pending?.siteId === membership.siteId ? pending : undefined;
}

/** Whether ownership can be offered to this member. */
export const mayBecomeOwner = ({ membership }: OperatorRequest, { role, status }: ShownMember): boolean =>
  owns(membership) && role !== 'owner' && status === 'active';

/** Whether an owner looks at the own page. */
export const isOwnOwnership = ({ membership, session }: OperatorRequest, { id }: ShownMember): boolean =>
  owns(membership) && id === session.person.id;

async function ownershipOf(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  member: ShownMember,
): Promise<MemberView['ownership']> {
  const { siteId } = signedIn.membership;
  const { ownership } = app.school;
  if (isOwnOwnership(signedIn, member)) return { isLast: (await ownership.others(siteId, member.id)).length === 0 };
  if (!mayBecomeOwner(signedIn, member)) return undefined;
  const offer = await ownership.find(siteId, member.id, app.clock());
  return { offer: offer && { until: offer.expiresAt, kind: kindOfOffer(offer) } };
}

/** Where nothing is sent, a link to a new password is made by the people who run the platform, or the server. */
function resetOf(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  { id, email, status }: ShownMember,
): MemberView['reset'] {
  if (app.people.mailer.isOn || status === 'invited') return undefined;
  const { baseUrl, platformOperators } = app.config;
  return signedIn.runsPlatform
    ? { accountHref: at(signedIn, `/accounts/${id}`) }
    : {
        address: platformOperators.length > 0 ? `${baseUrl}/platform/accounts/${id}` : undefined,
        command: `schoolgate users send-reset ${shellWord(displayText(email))}`,
      };
}

export async function showMember(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  member: ShownMember,
  result: { done?: MemberDone | undefined; problem?: MemberProblem } = {},
): Promise<FastifyReply> {
  const { membership, csrf } = signedIn;
  const bar = barOf(signedIn, member);
  const ordered = bar === undefined ? await orderedReset(app, signedIn, member) : undefined;
  const mailDelivery = mailDeliveryOf(app);
  const isFollowed = member.status === 'invited' && bar === undefined;
  const view: MemberView = {
    member: {
      ...member,
      joinedAt: Date.parse(member.joinedAt),
      lastSeenAt: member.lastSeenAt === null ? undefined : Date.parse(member.lastSeenAt),
    },
    roles: bar === undefined ? rolesToGive(signedIn) : [],
    staff: staffOf(signedIn),
    bar,
    base: at(signedIn, `/members/${member.id}`),
    connectionsHref: at(signedIn, `/connections?person=${encodeURIComponent(member.email)}`),
    auditHref: signedIn.manages ? at(signedIn, `/audit?person=${encodeURIComponent(member.id)}`) : undefined,
    orderedReset: ordered,
    secondFactorHref:
      bar === undefined && ordered === undefined && (await mayReset(app, signedIn, member))
        ? at(signedIn, `/members/${member.id}/second-factor`)
        : undefined,
    invitationLinkHref: (await mayHaveLink(app, signedIn, member))
      ? at(signedIn, `/members/${member.id}/invitation-link`)
      : undefined,
    reset: resetOf(app, signedIn, member),
    ownership: await ownershipOf(app, signedIn, member),
    timeZone: membership.timezone,
    csrf,
    done: result.done,
    mailDelivery,
    delivery: isFollowed ? await deliveryOf(app, mailDelivery, membership.siteId, member.id) : undefined,
    problem: result.problem,
  };
  return sendPage(reply, memberPage(adminFrame(signedIn, '/members'), view), 'own');
}
