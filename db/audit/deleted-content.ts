/**
 * Finds what deleted content of a school was called, in the events that record its deletion, in one statement for all.
 */
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { readFieldValues } from '../../schema/audit/audit-event.ts';
import { deletedTarget } from '../../schema/audit/audit-target.ts';
import type { Database, Params } from '../engine/engine.ts';
import { among, integer, limit, listOf, text } from '../engine/placeholders.ts';

export function namesOfDeletedContent(db: Database) {
  const { auditEvents: t } = db.tables;
  // Uses the index audit_events_by_event.
  const read = db.scan((q, p: Params<{ siteId: string; targets: string; oldest: number; first: number }>) =>
    q
      .select({ target: sql<string>`${t.target}`, after: t.after })
      .from(t)
      .where(
        and(
          eq(t.siteId, text(p.siteId)),
          sql`${t.event} = 'resource_deleted'`,
          gte(t.id, integer(p.oldest)),
          among(db, t.target, p.targets),
        ),
      )
      .orderBy(desc(t.id))
      .limit(limit(p.first)),
  );

  /**
   * @param siteId the school whose content it was: no other school learns the name
   * @param targets what has no name any more
   * @param oldest the lowest id of the entries about them: no entry about content is newer than its deletion
   */
  return async function namesOf(siteId: string, targets: readonly string[], oldest: number) {
    const deletions = new Map(
      targets.flatMap((target) => {
        const deleted = deletedTarget(target);
        return deleted === undefined ? [] : [[target, deleted] as const];
      }),
    );
    if (deletions.size === 0) return [];
    const wanted = [...new Set(deletions.values())];
    const rows = await read({ siteId, targets: listOf(wanted), oldest, first: wanted.length });
    const names = new Map(rows.map(({ target, after }) => [target, readFieldValues(after)?.name]));
    return [...deletions].flatMap(([target, deleted]) => {
      const name = names.get(deleted);
      return typeof name === 'string' ? [[target, name] as const] : [];
    });
  };
}
