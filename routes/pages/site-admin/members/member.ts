/** Finds the member that a page is about, and the actions that are allowed. The operations check the rights again. */
import type { FastifyInstance } from 'fastify';
import { outranks } from '../../../../schema/oauth/scope.ts';
import type { PendingReset } from '../../../../schema/people/second-factor.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import type { OutputOf } from '../../../../schema/school/resource.ts';
import type { member } from '../../../../schema/school/resources/members.ts';
import type { Text } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { at, type OperatorRequest, owns, runAs, SCHOOL } from '../operator-pages.ts';
import { rolesToGive } from './roles.ts';

/** The output of `get_member`. */
export type ShownMember = OutputOf<typeof member>;

export const MEMBERS = '/members';
/** The route of one member. */
export const MEMBER = `${SCHOOL}${MEMBERS}/:member`;

export const memberPath = (signedIn: OperatorRequest, { id }: Pick<ShownMember, 'id'>, more = ''): string =>
  at(signedIn, `${MEMBERS}/${id}${more}`);

/** Returns the name of a member, or the invited address, as the name is hidden until the person has accepted. */
export const nameOf = ({ name, email }: Pick<ShownMember, 'name' | 'email'>): string => displayText(name ?? email);

export const statusBadge = (status: keyof Text['members']['statuses'], { members }: Text): Html =>
  html`<span class="badge${status !== 'active' && ' off'}">${members.statuses[status]}</span>`;

/** Why the operator can change nothing of a member, if so. */
export function readOnlyReason(
  { manages, membership, session }: OperatorRequest,
  { id, role }: Pick<ShownMember, 'id' | 'role'>,
): 'self' | 'above' | 'lookOnly' | undefined {
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
  return member !== undefined && readOnlyReason(signedIn, member) === undefined ? member : undefined;
}

export type MemberProblem = keyof Text['members']['problems'];

/** Returns the problem for an operation's error. @throws any other error */
export function problemOf(error: unknown): { problem: MemberProblem; status: number } {
  if (!(error instanceof ProblemError)) throw error;
  const { type, status } = error;
  if (type === 'role-insufficient') return { problem: 'role', status };
  return { problem: type === 'invalid-input' ? 'invalid' : 'conflict', status };
}

/** Whether the operator may be shown the link of the member's invitation, with a role that the operator can give. */
export const mayHaveLink = async (
  app: FastifyInstance,
  signedIn: OperatorRequest,
  member: ShownMember,
): Promise<boolean> =>
  member.status === 'invited' &&
  readOnlyReason(signedIn, member) === undefined &&
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
