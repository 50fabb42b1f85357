/**
 * Looks up where and in which language to write to people. The token endpoint uses it to warn a member by e-mail when a
 * refresh token has been reused.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Contact } from '../../schema/people/person.ts';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';

export function contactStore(db: Database) {
  const { memberships, people, sites } = db.tables;
  // Uses the primary keys.
  const read = db.one((q, p: Params<{ personId: string; siteId: string }>) =>
    q
      .select({
        name: people.name,
        email: people.email,
        locale: sql<string>`coalesce(${memberships.locale}, ${sites.locale})`,
        siteName: sites.name,
        timezone: sites.timezone,
      })
      .from(memberships)
      .innerJoin(people, eq(people.id, memberships.personId))
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(and(eq(memberships.personId, text(p.personId)), eq(memberships.siteId, text(p.siteId)))),
  );
  // Uses the primary keys.
  const readLanguage = db.one((q, p: Params<{ personId: string }>) =>
    q
      .select({ locale: sql<string>`coalesce(${memberships.locale}, ${sites.locale})` })
      .from(memberships)
      .innerJoin(sites, eq(sites.id, memberships.siteId))
      .where(and(eq(memberships.personId, text(p.personId)), sql`${memberships.status} <> 'removed'`))
      .orderBy(sql`${memberships.locale} is null`, asc(sites.slug))
      .limit(1),
  );

  return {
    /** Finds the contact of a member, in the language of the member or, by default, of the school. */
    at: (siteId: string, personId: string): Promise<Contact | undefined> => read({ siteId, personId }),

    /** Finds the language that a person has chosen at a school, or else that of a school. */
    languageOf: async (personId: string): Promise<string | undefined> => (await readLanguage({ personId }))?.locale,
  };
}
