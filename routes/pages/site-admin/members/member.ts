/** Finds the member that a page is about, the actions and roles that are allowed, and what the member ordered. */
import type { FastifyInstance } from 'fastify';
import { roleMayGrant, SCOPE_SUBJECTS, SCOPES } from '../../../../schema/oauth/scope.ts';
import type { Authority } from '../../../../schema/people/ordered-deed.ts';
import { ASSIGNABLE_ROLES, outranks, ROLES, type Role } from '../../../../schema/people/role.ts';
import type { PendingReset } from '../../../../schema/people/second-factor.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import type { OutputOf } from '../../../../schema/school/resource.ts';
import type { member } from '../../../../schema/school/resources/members.ts';
import { abilityWith } from '../../../../schema/school/staff-rights.ts';
import type { Text } from '../../../words/index.ts';
import { optionsOf, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { runsSchool } from '../../kit/signed-in.ts';
import { menuOf } from '../menu.ts';
import { at, manages, type OperatorRequest, owns, runAs, SCHOOL, STAFF_RIGHTS } from '../operator-pages.ts';

/** The output of `get_member`. */
export type ShownMember = OutputOf<typeof member>;

export const MEMBERS = '/members';
/** The route of one member. */
export const MEMBER = `${SCHOOL}${MEMBERS}/:member`;

export const memberPath = (signedIn: OperatorRequest, { id }: Pick<ShownMember, 'id'>, more = ''): string =>
  at(signedIn, `${MEMBERS}/${id}${more}`);

/** Returns the name of a member, or the invited address if the school wrote no name. */
export const nameOf = ({ name, email }: Pick<ShownMember, 'name' | 'email'>): string => displayText(name ?? email);

export const statusBadge = (status: keyof Text['members']['statuses'], { members }: Text): Html =>
  html`<span class="badge${status === 'suspended' ? ' unknown' : status !== 'active' && ' off'}">${members.statuses[status]}</span>`;

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

/** Returns whether the operator may see the link of the member's invitation, having the right to give its role. */
export const mayHaveLink = async (
  app: FastifyInstance,
  signedIn: OperatorRequest,
  member: ShownMember,
): Promise<boolean> =>
  member.status === 'invited' &&
  readOnlyReason(signedIn, member) === undefined &&
  rolesToGive(signedIn).includes(member.role) &&
  (await app.people.shownLinks.mayInvite(signedIn.membership.siteId, member.id));

/** Returns whether an owner may reset the second factor of this member, who has one and runs no other school. */
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

/** Returns whether ownership can be offered to this member. */
export const mayBecomeOwner = ({ membership }: OperatorRequest, { role, status }: ShownMember): boolean =>
  owns(membership) && role !== 'owner' && status === 'active';

/** Returns whether an owner looks at the own page. */
export const isOwnOwnership = ({ membership, session }: OperatorRequest, { id }: ShownMember): boolean =>
  owns(membership) && id === session.person.id;

type Ability = keyof Text['members']['roleGuide']['abilities'];

/** The roles that this operator can assign: none above their own, and never owner. */
export const rolesToGive = (signedIn: OperatorRequest): Role[] =>
  signedIn.manages ? ASSIGNABLE_ROLES.filter((role) => !outranks(role, signedIn.membership.role)) : [];

export function roleSelect(label: string, value: string, signedIn: OperatorRequest): Html {
  return select({ name: 'role', label, options: optionsOf(rolesToGive(signedIn), signedIn.text.roles), value });
}

const onAdminPages = (role: Role): Ability => {
  if (manages({ role })) return 'edit';
  return runsSchool({ role }) ? 'view' : 'none';
};

const withOwnership = (role: Role): Ability => (owns({ role }) ? 'edit' : 'none');

/** A table of all roles that opens below a choice of a role, with the rights that this school gives its staff. */
export function roleGuide(signedIn: OperatorRequest): Html {
  const { members, roles, staffRights } = signedIn.text;
  const { roleGuide: guide } = members;
  const { staffScope } = signedIn.membership;
  const held = new Map(
    ROLES.map((role) => [role, SCOPES.filter((scope) => roleMayGrant({ role, staffScope }, scope))]),
  );
  // In a narrow window a row is a card, in which every cell has the name of its role.
  const row = (label: string, abilityOf: (role: Role) => Ability): Html =>
    html`<tr><th scope="row">${label}</th>${ROLES.map((role) => html`<td data-label="${roles[role]}">${guide.abilities[abilityOf(role)]}</td>`)}</tr>`;
  const staff = {
    ...signedIn,
    membership: { ...signedIn.membership, role: 'staff' },
    manages: false,
    runsPlatform: false,
  } as const;
  const pages = menuOf(staff, '').flatMap((group) => group.pages.map(({ label }) => label));
  return html`<details><summary>${guide.title}</summary>
<div class="table" role="group" aria-label="${guide.title}" tabindex="0"><table class="cards">
<thead><tr><th scope="col">${guide.what}</th>${ROLES.map((role) => html`<th scope="col">${roles[role]}</th>`)}</tr></thead>
<tbody>${SCOPE_SUBJECTS.map((subject) => row(guide.subjects[subject], (role) => abilityWith(subject, held.get(role) ?? [])))}
${row(guide.adminPages, onAdminPages)}
${row(guide.ownership, withOwnership)}</tbody></table></div>
<p class="detail">${guide.staffPages({ pages: pages.join(', ') })}</p><p class="detail">${guide.note}</p><p class="detail"><a href="${at(signedIn, STAFF_RIGHTS)}">${staffRights.edit}</a></p></details>`;
}

type Loser = Pick<ShownMember, 'id' | 'role'>;

const mayOrder = ({ role }: Loser): boolean => role === 'owner' || role === 'admin';

/** @param loses `manages` if they neither own nor manage the school afterwards */
async function endingOf(app: FastifyInstance, siteId: string, losers: readonly Loser[], loses: Authority) {
  const all = losers.filter(mayOrder).map(({ id }) => app.school.orderedDeeds.of(siteId, id, app.clock()));
  const found = await Promise.all(all);
  return {
    ending: found.flatMap(({ ending }) => ending).filter(({ needs }) => loses === 'manages' || needs === 'owns'),
    plainInvitations: found.reduce((sum, one) => sum + one.plainInvitations, 0),
  };
}

/** Returns whether something ends with the role of a member. */
export const isAnythingOrdered = async (
  app: FastifyInstance,
  { membership }: OperatorRequest,
  member: Loser,
  loses: Authority,
): Promise<boolean> => (await endingOf(app, membership.siteId, [member], loses)).ending.length > 0;

/** Lists what ends with the roles, and what belongs to the school and stays. */
export async function orderedList(
  app: FastifyInstance,
  { membership: { siteId }, text }: OperatorRequest,
  losers: readonly Loser[],
  loses: Authority = 'manages',
): Promise<Html | undefined> {
  if (!losers.some(mayOrder)) return undefined;
  const { invitationLink, ordered, ownership, statuses } = text.members;
  const { ending, plainInvitations } = await endingOf(app, siteId, losers, loses);
  const stillManages = loses === 'owns';
  const webhooks = stillManages ? [] : await app.school.webhookEndpoints.ofSite(siteId);
  const invited = (role: Role): string => `${statuses.invited} (${text.roles[role]})`;
  const labels = {
    shownLink: invitationLink.title,
    handOver: text.handOver.admin.title,
    reset: text.secondFactor.reset.link,
    offer: ownership.title,
  };
  const items = (lines: readonly string[]) => html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  const ends = ending.map((change) => {
    const label = change.kind === 'invitation' ? invited(change.role) : labels[change.kind];
    return `${label}: ${displayText(change.about)}`;
  });
  const stays = [
    ...(plainInvitations > 0 && !stillManages ? [`${invited('member')}: ${plainInvitations}`] : []),
    ...webhooks.map(({ url }) => `${text.admin.area.pages.webhooks}: ${url}`),
  ];
  return html`${ends.length > 0 && html`<p>${ordered.ends}</p>${items(ends)}`}${stays.length > 0 && html`<p>${ordered.stays}</p>${items(stays)}`}`;
}
