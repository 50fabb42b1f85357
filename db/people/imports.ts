/** Takes over people from another program: an account, a membership, or both, in one unit of work for each person. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { NewPerson } from '../../schema/people/person.ts';
import type { Role } from '../../schema/people/role.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { text } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';
import { memberIndex } from './member-index.ts';

export interface PersonImport {
  /** With the name and address of the account, if there is one already. */
  person: Pick<NewPerson, 'id' | 'name' | 'email'>;
  /** The new account, if the address has none yet. */
  account: NewPerson | undefined;
  membership: { siteId: string; role: Role; locale: string | undefined } | undefined;
}

export function importStore(db: Database, audit: AuditTrail) {
  const { memberships, people } = db.tables;
  const index = memberIndex(db);
  const insertPerson = inserting(db, people);
  const insertMembership = inserting(db, memberships);
  // Uses the primary key.
  const lockPerson = lockRow(db, people, (p: Params<{ id: string }>) =>
    and(eq(people.id, text(p.id)), isNull(people.erasedAt)),
  );
  // Uses the primary key.
  const readMembership = db.one((q, p: Params<{ personId: string; siteId: string }>) =>
    q
      .select({ role: memberships.role, status: sql<string>`${memberships.status}` })
      .from(memberships)
      .where(and(eq(memberships.personId, text(p.personId)), eq(memberships.siteId, text(p.siteId)))),
  );

  return {
    /** Finds the membership of a person at a school, whatever its status. */
    membership: (personId: string, siteId: string) => readMembership({ personId, siteId }),

    /** @returns false if the address or the membership was taken in the meantime */
    async add({ person, account, membership }: PersonImport, event: AuditEvent): Promise<boolean> {
      const { id: personId, name, email } = person;
      const times = { joinedAt: event.at, updatedAt: event.at };
      return db.atomically(
        required(account === undefined ? lockPerson({ id: personId }) : insertPerson({ ...account })),
        ...(membership === undefined
          ? []
          : [
              required(insertMembership({ ...membership, ...times, personId, status: 'active' })),
              await index.keep(personId, membership.siteId, name, email),
            ]),
        ...(await audit.steps(event)),
      );
    },
  };
}
