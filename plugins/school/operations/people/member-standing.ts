/** What a member is at the school, and whether: role, suspension, removal. An active owner always remains. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ASSIGNABLE_ROLES, type Role } from '../../../../schema/oauth/scope.ts';
import { defineOperation, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { member } from '../../../../schema/school/resources/members.ts';
import { type Row, requireVersion, untilKept } from '../engine/resource-rows.ts';
import type { MemberRows } from './member-rows.ts';

type Changes = { role?: Role; status?: 'active' | 'suspended' | 'removed' };

const key = { id: z.string().min(1).max(100).describe('The id of the member') };
const ENDS =
  'Every access and refresh token for this school stops working at once; the person stays signed in to the platform, and keeps other schools.';

export function standingOperations(app: FastifyInstance, members: MemberRows): Operation[] {
  /** @param judge `undefined` when there is nothing to change @throws {ProblemError} */
  async function restand(operator: Operator, id: unknown, judge: (row: Row) => Changes | undefined): Promise<Row> {
    const { siteId, personId } = operator;
    return untilKept('member', async () => {
      const before = await members.find(operator, id);
      requireVersion(operator, 'member', before);
      const memberId = String(before.id);
      if (memberId === personId) throw new ProblemError('conflict', 'nobody decides about themselves');
      const me = await app.school.members.find(siteId, personId);
      if (me?.role !== operator.role || me.status !== 'active') {
        throw new ProblemError('role-insufficient', `you are no ${operator.role} any more`);
      }
      members.requireNotAbove(operator, before.role as Role);
      const changes = judge(before);
      if (changes === undefined) return before;
      if (before.role === 'owner' && !(await app.school.members.hasOtherOwner(siteId, memberId))) {
        throw new ProblemError('conflict', 'this is the last active owner of the school');
      }
      const isRemoved = changes.status === 'removed';
      const after = { ...before, ...changes, updatedAt: Math.max(operator.now, Number(before.updatedAt) + 1) };
      const trail = members.eventOf(
        operator,
        isRemoved ? 'resource_deleted' : 'resource_changed',
        before,
        isRemoved ? undefined : after,
      );
      const by = { personId, role: operator.role };
      if (await app.school.members.restand(siteId, memberId, { changes, seen: Number(before.updatedAt), by }, trail)) {
        return isRemoved ? after : members.find(operator, id);
      }
      return undefined;
    });
  }

  return [
    defineOperation({
      name: 'suspend_member',
      summary: 'Suspend a member',
      description: `Takes a member's access to this school away until it is given back with reinstate_member. ${ENDS} Not for oneself, nobody above the caller, and not for the last owner.`,
      scope: 'members:write',
      input: z.strictObject(key),
      output: member.output,
      rest: { method: 'POST', path: '/members/:id/suspend', status: 200 },
      isDestructive: true,
      isIdempotent: true,
      isConditional: true,
      run: async (operator, { id }) =>
        members.show(
          await restand(operator, id, ({ status }) => {
            if (status === 'suspended') return undefined;
            if (status === 'invited') throw new ProblemError('conflict', 'the member is only invited; remove instead');
            return { status: 'suspended' };
          }),
        ),
    }),
    defineOperation({
      name: 'reinstate_member',
      summary: 'Reinstate a member',
      description: 'Gives a suspended member access to the school again, in the role there was.',
      scope: 'members:write',
      input: z.strictObject(key),
      output: member.output,
      rest: { method: 'POST', path: '/members/:id/reinstate', status: 200 },
      isIdempotent: true,
      isConditional: true,
      run: async (operator, { id }) =>
        members.show(
          await restand(operator, id, ({ status }) => {
            if (status === 'active') return undefined;
            if (status === 'invited') throw new ProblemError('conflict', 'the member is only invited');
            return { status: 'active' };
          }),
        ),
    }),
    defineOperation({
      name: 'change_role',
      summary: 'Change the role of a member',
      description:
        'Makes a member an admin, staff, an instructor or a plain member, from the next request of any client on. Nobody becomes an owner by this; nobody gets, or has, a role above the caller; nobody changes their own; the last owner stays one.',
      scope: 'members:write',
      input: z.strictObject({ ...key, role: z.enum(ASSIGNABLE_ROLES).describe('What the member may do from now on') }),
      output: member.output,
      rest: { method: 'POST', path: '/members/:id/role', status: 200 },
      isDestructive: true,
      isIdempotent: true,
      isConditional: true,
      async run(operator, { id, role }) {
        const wanted = role as Role;
        members.requireNotAbove(operator, wanted);
        return members.show(await restand(operator, id, (row) => (row.role === wanted ? undefined : { role: wanted })));
      },
    }),
    defineOperation({
      name: 'remove_member',
      summary: 'Remove a member from the school',
      description: `Ends a member's place at the school; what they bought, learned and wrote stays, and an invitation brings them back. ${ENDS} Not for oneself, nobody above the caller, and not for the last owner.`,
      scope: 'members:write',
      input: z.strictObject(key),
      output: z.null(),
      rest: { method: 'DELETE', path: '/members/:id', status: 204 },
      async run(operator, { id }) {
        await restand(operator, id, () => ({ status: 'removed' }));
        return null;
      },
    }),
  ];
}
