/**
 * Access of operations to members: finding one, showing one as clients get it, and the
 * account that an invitation creates.
 */
import type { FastifyInstance } from 'fastify';
import { type AuditEvent, type AuditEventName, fieldValues } from '../../../../schema/audit/audit-event.ts';
import type { Role } from '../../../../schema/people/role.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import { notFound } from '../../../../schema/school/problem.ts';
import { type OutputOf, resourceOfRow } from '../../../../schema/school/resource.ts';
import { member } from '../../../../schema/school/resources/members.ts';
import { emailKey } from '../../../../schema/text/email.ts';
import { auditEventOf, resourceEventOf } from '../engine/audit-events.ts';

type Members = FastifyInstance['school']['members'];
export type MemberRow = NonNullable<Awaited<ReturnType<Members['find']>>>;

export type MemberRows = ReturnType<typeof memberRows>;

export function memberRows(app: FastifyInstance) {
  /** @throws {ProblemError} `not-found` */
  async function find({ siteId }: Operator, id: string): Promise<MemberRow> {
    const row = await app.school.members.find(siteId, id);
    if (row === undefined) throw notFound('member');
    return row;
  }

  const show = (row: MemberRow): OutputOf<typeof member> => resourceOfRow(member, row);

  return {
    find,
    show,
    showAll: async (_operator: Operator, rows: readonly MemberRow[]) => rows.map(show),

    /** @param rows the member before the change unless invited, and after the change unless removed */
    eventOf: (
      operator: Operator,
      event: AuditEventName,
      id: string,
      rows: { before?: object; after?: object },
    ): AuditEvent => resourceEventOf(member, operator, event, id, rows),
  };
}

/** The account of a person who is invited. The e-mail address is not verified yet. */
export const newAccount = (id: string, email: string, name: string | undefined, createdAt: number) => ({
  id,
  email,
  emailKey: emailKey(email),
  emailVerified: false,
  // A preliminary name until the person sets one.
  name: name ?? emailKey(email).replace(/@.*/, ''),
  passwordHash: null,
  active: true,
  createdAt,
});

/** The event of an invitation. It has the role, because that decides what the person may do. */
export function invitedEvent(operator: Operator, personId: string, role: Role): AuditEvent {
  const target = `${member.one}/${personId}`;
  operator.beforeWrite?.({ target, after: { role, status: 'invited' } });
  return { ...auditEventOf(operator, 'resource_created', target), after: fieldValues({ role, status: 'invited' }) };
}
