/** Which programs register themselves as clients, for the people who run the platform. */
import { sql } from 'drizzle-orm';
import type { RegisteringOrigin, RegisteringProgram } from '../../schema/clients/registering-program.ts';
import type { Database, Params } from '../engine/engine.ts';
import { integer, text } from '../engine/placeholders.ts';

/** The newest clients of an origin that are looked at, so that the page costs no more however many there are. */
export const MAX_REGISTRATIONS = 20_000;
/** The programs that are listed. Everybody can make up names. */
export const MAX_PROGRAMS = 100;

export type RegistrationStore = ReturnType<typeof registrationStore>;

export function registrationStore(db: Database) {
  const { clients: t } = db.tables;
  const name = sql<string>`newest.name`;
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(case when ${condition} then 1 end)`.mapWith(Number);
  const latest = (times: ReturnType<typeof sql>) =>
    sql<number | null>`max(${times})`.mapWith((value: unknown) => (value === null ? null : Number(value)));

  // Uses the index clients_by_age. A preset is a client that nobody registered; its id has no dot.
  const read = db.many((q, p: Params<{ origin: string; since: number }>) =>
    q
      .select({
        name,
        clients: sql<number>`count(*)`.mapWith(Number),
        registered: count(sql`newest.is_own = 1 and newest.created_at >= ${integer(p.since)}`),
        used: count(sql`newest.last_used_at >= ${integer(p.since)}`),
        lastRegisteredAt: latest(sql`newest.registered_at`),
        lastUsedAt: latest(sql`newest.last_used_at`),
      })
      .from(
        sql`(select ${t.name} as name, ${t.createdAt} as created_at, ${t.lastUsedAt} as last_used_at,
          case when ${t.origin} = 'registered' or ${t.id} like '%.%' then 1 else 0 end as is_own,
          case when ${t.origin} = 'registered' or ${t.id} like '%.%' then ${t.createdAt} end as registered_at
          from ${t} where ${t.origin} = ${text(p.origin)}
          order by ${t.createdAt} desc limit ${sql.raw(String(MAX_REGISTRATIONS))}) as newest`,
      )
      .groupBy(name)
      .orderBy(sql`count(*) desc`, name)
      .limit(MAX_PROGRAMS),
  );

  return {
    /**
     * Lists programs by the name that they claim, those with the most clients first.
     * @param since clients registered or used from then on are counted apart
     */
    async of(origin: RegisteringOrigin, since: number): Promise<RegisteringProgram[]> {
      const rows = await read({ origin, since });
      return rows.map(({ lastRegisteredAt, lastUsedAt, ...program }) => ({
        ...program,
        lastRegisteredAt: lastRegisteredAt ?? undefined,
        lastUsedAt: lastUsedAt ?? undefined,
      }));
    },
  };
}
