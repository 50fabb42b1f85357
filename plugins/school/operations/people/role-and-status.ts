/** What a member is at the school, and whether: role, suspension, removal. An active owner always remains. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ASSIGNABLE_ROLES, type Role } from '../../../../schema/oauth/scope.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { member } from '../../../../schema/school/resources/members.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { keyOf } from '../engine/crud.ts';
import type { MemberRow, MemberRows } from './member-rows.ts';

type Changes = { role?: Role; status?: 'active' | 'suspended' | 'removed' };

const key = keyOf(member);
const ENDS =
  'All access and refresh tokens for this school stop working immediately; the person stays signed in to the platform and keeps other schools.';

export function standingOperations(app: FastifyInstance, members: MemberRows) {
  /** @param judge `undefined` when there is nothing to change @throws {ProblemError} */
  async function changeRoleOrStatus(
    operator: Operator,
    id: string,
    judge: (row: MemberRow) => Changes | undefined,
  ): Promise<MemberRow> {
    const { siteId, personId } = operator;
    return retryOnConflict('member', async () => {
      const before = await members.find(operator, id);
      requireVersion(operator, 'member', before);
      if (id === personId) throw new ProblemError('conflict', 'you cannot change your own membership');
      const me = await app.school.members.find(siteId, personId);
      if (me?.role !== operator.role || me.status !== 'active') {
        throw new ProblemError('role-insufficient', `you no longer have the role ${operator.role}`);
      }
      members.requireNotAbove(operator, before.role);
      const changes = judge(before);
      if (changes === undefined) return before;
      if (before.role === 'owner' && !(await app.school.members.hasOtherOwner(siteId, id))) {
        throw new ProblemError('conflict', 'this is the last active owner of the school');
      }
      const isRemoved = changes.status === 'removed';
      const after = { ...before, ...changes, updatedAt: nextVersion(operator, before) };
      const trail = isRemoved
        ? members.eventOf(operator, 'resource_deleted', id, { before })
        : members.eventOf(operator, 'resource_changed', id, { before, after });
      const by = { personId, role: operator.role };
      if (await app.school.members.changeRoleOrStatus(siteId, id, { changes, seen: before.updatedAt, by }, trail)) {
        return isRemoved ? after : members.find(operator, id);
      }
      return undefined;
    });
  }

  return [
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
      run: async (operator, { id }) =>
        members.show(
          await changeRoleOrStatus(operator, id, ({ status }) => {
            if (status === 'suspended') return undefined;
            if (status === 'invited')
              throw new ProblemError(
                'conflict',
                'the member has not accepted the invitation yet; remove the member instead',
              );
            return { status: 'suspended' };
          }),
        ),
    }),
    defineOperation({
      name: 'reinstate_member',
      summary: 'Reinstate a member',
      description: "Restores a suspended member's access to the school, with the same role as before.",
      scope: 'members:write',
      input: z.strictObject(key),
      output: member.output,
      rest: { method: 'POST', path: '/members/:id/reinstate', status: 200 },
      isIdempotent: true,
      isConditional: true,
      run: async (operator, { id }) =>
        members.show(
          await changeRoleOrStatus(operator, id, ({ status }) => {
            if (status === 'active') return undefined;
            if (status === 'invited')
              throw new ProblemError('conflict', 'the member has not accepted the invitation yet');
            return { status: 'active' };
          }),
        ),
    }),
    defineOperation({
      name: 'change_role',
      summary: "Change a member's role",
      description:
        "Changes a member's role to admin, staff, instructor or member, effective from the next request of any client. You cannot assign the role owner, a role above yours, or change your own role, the role of a member above you, or that of the last owner.",
      scope: 'members:write',
      input: z.strictObject({ ...key, role: z.enum(ASSIGNABLE_ROLES).describe('New role') }),
      output: member.output,
      rest: { method: 'POST', path: '/members/:id/role', status: 200 },
      isDestructive: true,
      isIdempotent: true,
      isConditional: true,
      async run(operator, { id, role: wanted }) {
        members.requireNotAbove(operator, wanted);
        return members.show(
          await changeRoleOrStatus(operator, id, (row) => (row.role === wanted ? undefined : { role: wanted })),
        );
      },
    }),
    defineOperation({
      name: 'remove_member',
      summary: 'Remove a member from the school',
      description: `Ends a person's membership in the school. Their orders, progress and content are kept, and a new invitation restores the membership. ${ENDS} You cannot remove yourself, a member with a role above yours, or the last owner.`,
      scope: 'members:write',
      input: z.strictObject(key),
      output: z.null(),
      rest: { method: 'DELETE', path: '/members/:id', status: 204 },
      async run(operator, { id }) {
        await changeRoleOrStatus(operator, id, () => ({ status: 'removed' }));
        return null;
      },
    }),
  ];
}
