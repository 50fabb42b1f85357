/** Members as their operations need them: found or refused, shown as clients see them, and held against who asks. */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../../schema/audit/audit-event.ts';
import { outranks, type Role } from '../../../../schema/oauth/scope.ts';
import { emailKey } from '../../../../schema/people/email.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import { notFound, ProblemError } from '../../../../schema/school/problem.ts';
import { type OutputOf, resourceOfRow } from '../../../../schema/school/resource.ts';
import { member } from '../../../../schema/school/resources/members.ts';
import { resourceEventOf } from '../engine/audit-events.ts';

type Members = FastifyInstance['school']['members'];
type Invitation = Parameters<Members['inviteSteps']>[0];
export type MemberRow = NonNullable<Awaited<ReturnType<Members['find']>>>;

export type MemberRows = ReturnType<typeof memberRows>;

export function memberRows(app: FastifyInstance) {
  /** @throws {ProblemError} `not-found` */
  async function find({ siteId }: Operator, id: string): Promise<MemberRow> {
    const row = await app.school.members.find(siteId, id);
    if (row === undefined) throw notFound('member');
    return row;
  }

  /** Who was invited has not said yet that this school may know the name. */
  const show = (row: MemberRow): OutputOf<typeof member> =>
    resourceOfRow(member, row.status === 'invited' ? { ...row, name: null } : row);

  /** @throws {ProblemError} `role-insufficient` */
  function requireNotAbove(operator: Operator, role: Role): void {
    if (!outranks(role, operator.role)) return;
    throw new ProblemError(
      'role-insufficient',
      `with the role ${operator.role} you cannot manage or assign the role ${role}`,
    );
  }

  return {
    find,
    show,
    showAll: async (_operator: Operator, rows: readonly MemberRow[]) => rows.map(show),
    requireNotAbove,

    /** @param rows as the member was before and is after, where there was and is one */
    eventOf: (
      operator: Operator,
      event: AuditEventName,
      id: string,
      rows: { before?: object; after?: object },
    ): AuditEvent => resourceEventOf(member, operator, event, id, rows),
  };
}

/** An address in the form in which it is kept: the characters that it is judged by (W61). */
export const keptEmail = (email: string): string => email.normalize('NFKC').trim();

/** The account of a person who is invited. Nobody has proved the address yet. */
export const newAccount = (id: string, email: string, name: string | undefined, createdAt: number) => ({
  id,
  email: keptEmail(email),
  emailKey: emailKey(email),
  emailVerified: false,
  // Until the person says it.
  name: name ?? emailKey(email).replace(/@.*/, ''),
  passwordHash: null,
  active: true,
  createdAt,
});

/** A member who has just been invited, for the trail. */
export const invitedRow = ({ personId, email, account, role, notes }: Invitation, now: number) => ({
  id: personId,
  email,
  name: account?.name ?? null,
  role,
  status: 'invited',
  marketingConsent: false,
  ...notes,
  joinedAt: now,
  updatedAt: now,
});
