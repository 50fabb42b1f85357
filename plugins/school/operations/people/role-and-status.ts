/**
 * Admin operations that change the role of a member, suspend or reinstate a member, or remove one. At least one active
 * owner always remains, nobody changes their own membership, and nobody acts on a role above their own.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type AuditEvent,
  type AuditEventName,
  fieldValues,
  readFieldValues,
} from '../../../../schema/audit/audit-event.ts';
import { endedValues } from '../../../../schema/audit/ended-connections.ts';
import { ASSIGNABLE_ROLES, outranks, type Role } from '../../../../schema/people/role.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { member } from '../../../../schema/school/resources/members.ts';
import type { Step } from '../../stores.ts';
import { changeEventOf } from '../engine/audit-events.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { keyOf } from '../engine/resource-rows.ts';
import type { MemberRow, MemberRows } from './member-rows.ts';

type Changes = { role?: Role; status?: 'active' | 'suspended' | 'removed' };

const key = keyOf(member);
const ENDS =
  'All access and refresh tokens for this school stop working immediately; the person stays signed in to the platform and keeps other schools. Invitations with a role, offers, resets and hand-over links that the person ordered end.';

export const roleAndStatusOperations = (app: FastifyInstance, members: MemberRows) => [
  suspendOperation(app, members),
  reinstateOperation(app, members),
  changeRoleOperation(app, members),
  removeOperation(app, members),
];

const suspendOperation = (app: FastifyInstance, members: MemberRows) =>
  defineOperation({
    name: 'suspend_member',
    summary: 'Suspend a member',
    description: `Suspends a member's access to this school until reinstate_member restores it. ${ENDS} You cannot suspend yourself, a member with a role above yours, or the last owner.`,
    scope: 'members:write',
    input: z.strictObject(key),
    output: member.output,
    rest: { method: 'POST', path: '/members/:id/suspend', status: 200 },
    isDestructive: true,
    isIdempotent: true,
    isConditional: true,
    async run(operator, { id }) {
      const row = await changeRoleOrStatus(app, members, operator, id, ({ status }) => {
        if (status === 'suspended') return undefined;
        if (status === 'invited') {
          throw new ProblemError(
            'conflict',
            'the member has not accepted the invitation yet; remove the member instead',
          );
        }
        return { status: 'suspended' };
      });
      return members.show(row);
    },
  });

const reinstateOperation = (app: FastifyInstance, members: MemberRows) =>
  defineOperation({
    name: 'reinstate_member',
    summary: 'Reinstate a member',
    description:
      "Restores a suspended member's access to the school, with the same role as before. Apps have to be connected again.",
    scope: 'members:write',
    input: z.strictObject(key),
    output: member.output,
    rest: { method: 'POST', path: '/members/:id/reinstate', status: 200 },
    effect: 'gives_access',
    isIdempotent: true,
    isConditional: true,
    async run(operator, { id }) {
      const row = await changeRoleOrStatus(app, members, operator, id, ({ status }) => {
        if (status === 'active') return undefined;
        if (status === 'invited') {
          throw new ProblemError('conflict', 'the member has not accepted the invitation yet');
        }
        return { status: 'active' };
      });
      return members.show(row);
    },
  });

const changeRoleOperation = (app: FastifyInstance, members: MemberRows) =>
  defineOperation({
    name: 'change_role',
    summary: "Change a member's role",
    description:
      "Changes a member's role to admin, staff, instructor or member, effective from the next request of any client, and notifies the member by e-mail. What the member ordered and the new role does not allow, such as an invitation with a role, ends. You cannot assign the role owner, a role above yours, or change your own role, the role of a member above you, or that of the last owner.",
    scope: 'members:write',
    input: z.strictObject({ ...key, role: z.enum(ASSIGNABLE_ROLES).describe('New role') }),
    output: member.output,
    rest: { method: 'POST', path: '/members/:id/role', status: 200 },
    isDestructive: true,
    effect: 'raises_role',
    isIdempotent: true,
    isConditional: true,
    async run(operator, { id, role }) {
      requireNotAbove(operator, role);
      const row = await changeRoleOrStatus(app, members, operator, id, (before) =>
        before.role === role ? undefined : { role },
      );
      return members.show(row);
    },
  });

const removeOperation = (app: FastifyInstance, members: MemberRows) =>
  defineOperation({
    name: 'remove_member',
    summary: 'Remove a member from the school',
    description: `Ends a person's membership in the school. Their orders, progress and content are kept, their seats at coming events go to those who wait, and a new invitation restores the membership. ${ENDS} You cannot remove yourself, a member with a role above yours, or the last owner.`,
    scope: 'members:write',
    input: z.strictObject(key),
    output: z.null(),
    rest: { method: 'DELETE', path: '/members/:id', status: 204 },
    async run(operator, { id }) {
      await changeRoleOrStatus(app, members, operator, id, () => ({ status: 'removed' }));
      return null;
    },
  });

/**
 * Changes the role or status of a member, and decides again if another request changed the member first.
 * @param decide returns `undefined` if there is nothing to change
 * @param further returns further steps of the same unit of work
 * @returns the member after the change
 * @throws {ProblemError}
 */
export async function changeRoleOrStatus(
  app: FastifyInstance,
  members: MemberRows,
  operator: Operator,
  id: string,
  decide: (row: MemberRow) => Changes | undefined,
  further: (after: MemberRow) => readonly Step[] = () => [],
): Promise<MemberRow> {
  const { siteId, personId, role } = operator;
  return retryOnConflict('member', async () => {
    const before = await members.find(operator, id);
    requireVersion(operator, 'member', before);
    await requireAuthority(app, operator, before);
    const changes = decide(before);
    if (changes === undefined) return before;
    await requireOtherOwner(app, siteId, before);
    const isRemoved = changes.status === 'removed';
    const after = { ...before, ...changes, updatedAt: nextVersion(operator, before) };
    const auditEvent = changeEventOf(operator, eventOf(changes), `${member.one}/${id}`, {
      before,
      after: changes,
    });
    const seats = await seatsOf(app, siteId, id, changes, auditEvent.at);
    const change = { changes, seen: before.updatedAt, by: { personId, role }, seats, further: further(after) };
    const { role: requestedRole } = changes;
    const outgoing = app.people.mailer.outgoing(
      ...(requestedRole === undefined
        ? []
        : [{ order: 'role_changed', siteId, personId: id, role: requestedRole } as const]),
      // A seat that was given up, or has become free, goes to whoever is next.
      ...seats
        .filter(({ status }) => !isRemoved || status === 'registered')
        .map(({ eventId }) => ({ order: 'event_seat', siteId, eventId, at: auditEvent.at }) as const),
    );
    const recorded = {
      ...auditEvent,
      ...(await withConnections(app, siteId, id, auditEvent)),
      ...(isRemoved ? await withSeats(app, siteId, changes, seats) : {}),
      outgoing,
    };
    if (!(await app.school.members.changeRoleOrStatus(siteId, id, change, recorded))) return undefined;
    return isRemoved ? after : members.find(operator, id);
  });
}

/** Returns the places that a member who is removed gives up, or for which one who comes back waits. */
async function seatsOf(
  { school: { members } }: FastifyInstance,
  siteId: string,
  id: string,
  { status }: Changes,
  at: number,
): ReturnType<FastifyInstance['school']['members']['comingSeats']> {
  if (status !== 'removed' && status !== 'active') return [];
  const seats = await members.comingSeats(siteId, id, at);
  return status === 'removed' ? seats : seats.filter((seat) => seat.status === 'waitlisted');
}

/** Returns the state before a suspension or removal, with the apps whose connections it ends. */
async function withConnections(
  { oauth: { connections } }: FastifyInstance,
  siteId: string,
  personId: string,
  { at, before, event }: AuditEvent,
): Promise<{ before?: string }> {
  if (event !== 'member_suspended' && event !== 'member_removed') return {};
  const ended = (await connections.ofPerson(personId, at)).filter(({ site }) => site.id === siteId);
  return ended.length === 0
    ? {}
    : { before: fieldValues({ ...readFieldValues(before ?? null), ...endedValues(ended) }) };
}

/** More events than anybody reads in one entry. */
const NAMED_EVENTS = 20;

/** Returns the state after a removal, with the events at which the member gives up a seat or waits no longer. */
async function withSeats(
  { school: { records } }: FastifyInstance,
  siteId: string,
  changes: Changes,
  seats: Awaited<ReturnType<FastifyInstance['school']['members']['comingSeats']>>,
): Promise<{ after?: string }> {
  if (seats.length === 0) return {};
  const labels = await records('events').labels(
    siteId,
    seats.map(({ eventId }) => eventId),
  );
  const titlesOf = (status: string): string[] =>
    seats.filter((seat) => seat.status === status).flatMap(({ eventId }) => labels.get(eventId)?.name ?? []);
  const endedSeats = { seatsGivenUp: titlesOf('registered'), waitingEnded: titlesOf('waitlisted') };
  const some = Object.entries(endedSeats).filter(([, titles]) => titles.length > 0);
  return {
    after: fieldValues({
      ...changes,
      ...Object.fromEntries(some.map(([name, titles]) => [name, titles.slice(0, NAMED_EVENTS)])),
    }),
  };
}

const EVENT_OF_STATUS = {
  active: 'member_reinstated',
  suspended: 'member_suspended',
  removed: 'member_removed',
} as const satisfies Record<NonNullable<Changes['status']>, AuditEventName>;

const eventOf = ({ status }: Changes): AuditEventName =>
  status === undefined ? 'member_role_changed' : EVENT_OF_STATUS[status];

/**
 * Requires that the operator may act on the member. The role of the operator is read again, because it may have changed
 * since the request was authenticated.
 * @throws {ProblemError} `conflict` for the operator's own membership, `role-insufficient`
 */
async function requireAuthority(app: FastifyInstance, operator: Operator, row: MemberRow): Promise<void> {
  const { siteId, personId, role } = operator;
  if (row.id === personId) throw new ProblemError('conflict', 'you cannot change your own membership');
  const me = await app.school.members.find(siteId, personId);
  if (me?.role !== role || me.status !== 'active') {
    throw new ProblemError('role-insufficient', `you no longer have the role ${role}`);
  }
  requireNotAbove(operator, row.role);
}

/**
 * Requires that the operator may manage or assign the role.
 * @throws {ProblemError} `role-insufficient`
 */
export function requireNotAbove(operator: Operator, role: Role): void {
  if (!outranks(role, operator.role)) return;
  throw new ProblemError(
    'role-insufficient',
    `with the role ${operator.role} you cannot manage or assign the role ${role}`,
  );
}

/** @throws {ProblemError} `conflict` if the member is the last active owner */
async function requireOtherOwner(app: FastifyInstance, siteId: string, { id, role }: MemberRow): Promise<void> {
  if (role === 'owner' && !(await app.school.members.hasOtherOwner(siteId, id))) {
    throw new ProblemError('conflict', 'this is the last active owner of the school');
  }
}
