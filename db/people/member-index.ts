/**
 * The search index of members by name and e-mail address (`search_entries`). Any unit of work that adds or ends a
 * membership, or changes a name or an address, must include these steps; an invited person is found by address only.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Params, Step } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { searchIndex } from '../engine/search-index.ts';

const KIND = 'members';

/** A person is found at every school by itself. */
const recordOf = (personId: string, siteId: string): string => `${personId} ${siteId}`;

/** Finds members by name and e-mail address. */
export function memberIndex(db: Database) {
  const { memberships, people } = db.tables;
  const index = searchIndex(db);
  // By the primary keys.
  const readPlaces = db.many((q, p: Params<{ personId: string }>) =>
    q
      .select({ siteId: memberships.siteId, email: people.email })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(and(eq(memberships.personId, text(p.personId)), sql`${memberships.status} not in ('invited', 'removed')`)),
  );

  const readAllPlaces = db.many((q, p: Params<{ personId: string }>) =>
    q
      .select({ siteId: memberships.siteId, status: memberships.status })
      .from(memberships)
      .where(and(eq(memberships.personId, text(p.personId)), sql`${memberships.status} <> 'removed'`)),
  );

  /** @param name `undefined` while it is nobody's business at that school */
  const keep = (personId: string, siteId: string, name: string | undefined, email: string): Promise<Step> =>
    index.keep(siteId, KIND, recordOf(personId, siteId), `${name ?? ''} ${email}`);

  return {
    keep,

    forget: (personId: string, siteId: string): Step => index.forget(KIND, recordOf(personId, siteId)),

    /** The steps that make a person findable by another name, at every school where the person is. */
    async rename(personId: string, name: string): Promise<Step[]> {
      const places = await readPlaces({ personId });
      return Promise.all(places.map(({ siteId, email }) => keep(personId, siteId, name, email)));
    },

    /** The steps that make a person findable by another address, also where the person is only invited. */
    async readdress(personId: string, name: string, email: string): Promise<Step[]> {
      const places = await readAllPlaces({ personId });
      return Promise.all(
        places.map(({ siteId, status }) => keep(personId, siteId, status === 'invited' ? undefined : name, email)),
      );
    },

    /** The ids of members who have all the words, at most 500 of them. */
    find: async (siteId: string, query: string): Promise<string[]> =>
      (await index.find(siteId, KIND, query)).map((record) => record.slice(0, record.indexOf(' '))),
  };
}
