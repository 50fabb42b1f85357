/**
 * Finds people who were removed from a school by the address that it keeps of them. What they left there
 * counts again when they come back.
 */
import { setImmediate } from 'node:timers/promises';
import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { emailKey } from '../../schema/text/email.ts';
import type { Database, Parameter, Params } from '../engine/engine.ts';
import { integer, limitOf, text } from '../engine/placeholders.ts';

/** Uses the primary key. The caller names the alias of a table with the columns `person_id` and `site_id`. */
export const isRemoved = ({ tables: { memberships } }: Pick<Database, 'tables'>, of: SQL): SQL =>
  sql`exists (select 1 from ${memberships} as gone where gone.person_id = ${of}.person_id and gone.site_id = ${of}.site_id and gone.status = 'removed')`;

/** The same for many rows of one school, of which it lists the removed members once. */
export const isRemovedAt = (
  { tables: { memberships } }: Pick<Database, 'tables'>,
  of: SQL,
  siteId: Parameter<string>,
): SQL =>
  sql`${of}.person_id in (select gone.person_id from ${memberships} as gone where gone.site_id = ${text(siteId)} and gone.status = 'removed')`;

/** The number of rows that one statement reads. */
const BATCH = 1000;

/** Finds people who were removed, or declined an invitation, by the address that the school keeps, whoever has it now. */
export function removedMembers(db: Database) {
  const { memberships: m } = db.tables;
  // Uses the index memberships_by_status.
  const readNext = db.many((q, p: Params<{ siteId: string; at: number; id: string }>) =>
    q
      .select({ id: m.personId, email: m.invitedEmail, joinedAt: m.joinedAt })
      .from(m)
      .where(
        and(
          eq(m.siteId, text(p.siteId)),
          sql`${m.status} = 'removed'`,
          isNotNull(m.invitedEmail),
          sql`(${m.joinedAt}, ${m.personId}) < (${integer(p.at)}, ${text(p.id)})`,
        ),
      )
      .orderBy(desc(m.joinedAt), desc(m.personId))
      .limit(limitOf(sql.raw(String(BATCH)))),
  );

  // Uses the primary key.
  const readAddress = db.one((q, p: Params<{ siteId: string; id: string }>) =>
    q
      .select({ email: m.invitedEmail })
      .from(m)
      .where(and(eq(m.personId, text(p.id)), eq(m.siteId, text(p.siteId)), sql`${m.status} = 'removed'`)),
  );

  /** Other requests are processed between two statements. Of several people, it returns the one who joined last. */
  async function findRemoved(siteId: string, email: string): Promise<{ id: string } | undefined> {
    const key = emailKey(email);
    let last = { at: Number.MAX_SAFE_INTEGER, id: '' };
    for (;;) {
      const rows = await readNext({ siteId, ...last });
      const found = rows.find((row) => row.email !== null && emailKey(row.email) === key);
      const end = rows.at(-1);
      if (found !== undefined) return { id: found.id };
      if (end === undefined || rows.length < BATCH) return undefined;
      last = { at: end.joinedAt, id: end.id };
      await setImmediate();
    }
  }

  return {
    findRemoved,

    /** Returns the address that the school keeps of a person whom it removed. */
    addressOfRemoved: async (siteId: string, id: string): Promise<string | undefined> =>
      (await readAddress({ siteId, id }))?.email ?? undefined,
  };
}
