/**
 * The search index of members by name and e-mail address (`search_entries`). Any unit of work that adds or ends a
 * membership, or changes a name or an address, must include these steps; an invited person is found by the address and the
 * name that the school wrote.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isUnspaced, MAX_SEARCH_WORDS, searchWordsOf } from '../../schema/school/search-words.ts';
import { keptEmail } from '../../schema/text/email.ts';
import type { Database, Params, Step } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { hasWords, type SearchResult, searchIndex } from '../engine/search-index.ts';
import { isMany, searching } from '../engine/searching.ts';

export const MEMBERS = 'members';

/** A person has one entry for each school. */
const recordOf = (personId: string, siteId: string): string => `${personId} ${siteId}`;
/** The person whom an entry is about. */
export const personIn = (record: string): string => record.slice(0, record.indexOf(' '));
/** The record in a statement. */
const recordIn = (personId: SQL, siteId: SQL): SQL => sql`${personId} || ' ' || ${siteId}`;

export function memberIndex(db: Database) {
  const { memberships, people } = db.tables;
  const index = searchIndex(db);
  // Uses the primary keys.
  const readJoined = db.many((q, p: Params<{ personId: string }>) =>
    q
      .select({ siteId: memberships.siteId, email: people.email })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .where(and(eq(memberships.personId, text(p.personId)), sql`${memberships.status} not in ('invited', 'removed')`)),
  );

  const readAll = db.many((q, p: Params<{ personId: string }>) =>
    q
      .select({ siteId: memberships.siteId, status: memberships.status, knownName: memberships.knownName })
      .from(memberships)
      .where(
        and(
          eq(memberships.personId, text(p.personId)),
          sql`${memberships.status} <> 'removed' and (${memberships.status} <> 'invited' or ${memberships.invitedEmail} is null)`,
        ),
      ),
  );

  const { searchEntries } = db.tables;
  const record = recordIn(sql`${memberships.personId}`, sql`${memberships.siteId}`);
  // Uses the primary key of the memberships, and the index search_entries_by_record.
  const forgetPerson = db.write((q, p: Params<{ personId: string }>) =>
    q
      .delete(searchEntries)
      .where(
        and(
          eq(searchEntries.kind, MEMBERS),
          sql`${searchEntries.recordId} in (select ${record} from ${memberships} where ${memberships.personId} = ${text(p.personId)})`,
        ),
      ),
  );

  /** @param name while the person is only invited, the one that the school wrote */
  const keep = (personId: string, siteId: string, name: string | undefined, email: string): Promise<Step> =>
    index.keep(siteId, MEMBERS, recordOf(personId, siteId), `${name ?? ''} ${email}`);

  return {
    keep,

    forget: (personId: string, siteId: string): Step => index.forget(MEMBERS, recordOf(personId, siteId)),

    /**
     * Deletes the entries of a person at every school, by what is stored when the step is carried out: an invitation or
     * a new name may have come since the schools were read.
     */
    forgetEverywhere: (personId: string): Step => forgetPerson({ personId }),

    /** Returns the steps that change the name of a person at every school that the person has joined. */
    async rename(personId: string, name: string): Promise<Step[]> {
      const memberships = await readJoined({ personId });
      return Promise.all(memberships.map(({ siteId, email }) => keep(personId, siteId, name, email)));
    },

    /**
     * Returns the steps that change the address of a person at every school. An invitation keeps the address that it was
     * made for.
     */
    async readdress(personId: string, name: string, email: string): Promise<Step[]> {
      const memberships = await readAll({ personId });
      return Promise.all(
        memberships.map(({ siteId, status, knownName }) =>
          keep(personId, siteId, status === 'invited' ? (knownName ?? undefined) : name, email),
        ),
      );
    },

    /** Finds the members whose name or address contains all words of the query as prefixes. */
    async find(siteId: string, query: string): Promise<SearchResult> {
      const found = await index.find(
        siteId,
        MEMBERS,
        query.replace(/\S+/g, (word) => (word.includes('@') ? keptEmail(word) : word)),
      );
      return isMany(found) ? found : found.map(personIn);
    },
  };
}

/** The values of the words of a search, to be used with `membersWith`. */
export const wordValues = (query: string): Record<string, string> =>
  Object.fromEntries(
    searchWordsOf(query)
      .slice(0, MAX_SEARCH_WORDS)
      .map((word, index) => [`word_${index}`, isUnspaced(word) ? word : ` ${word}`]),
  );

/** Selects the ids of the people whom any school finds by so many words. Reads what all schools have of their members. */
export const membersWith = (db: Pick<Database, 'engine' | 'tables'>, words: number): SQL =>
  sql`select substr(entry.record_id, 1, length(entry.record_id) - length(entry.site_id) - 1) from ${db.tables.searchEntries} as entry
    where entry.kind = 'members' and ${words === 0 ? sql`false` : hasWords(db, words)}`;

/** The conditions for lists of memberships, or of what belongs to members, that are limited to what a search found. */
export const memberSearching = (
  db: Database,
  { personId, siteId }: Record<'personId' | 'siteId', SQLiteColumn> = db.tables.memberships,
) => searching(db, { kind: MEMBERS, id: personId, siteId, isShared: true });
