import { eq } from 'drizzle-orm';
import type { NewPerson } from '../../schema/person.ts';
import type { Role } from '../../schema/scope.ts';
import type { Database } from '../engine.ts';
import { text } from '../placeholders.ts';
import { type NewSite, peopleStatements } from './people.ts';

/** Schools with their people, to be stored together. What is already there stays as it is. */
export interface NewPlatform {
  sites: readonly NewSite[];
  people: readonly NewPerson[];
  memberships: readonly { personId: string; siteId: string; role: Role }[];
  createdAt: number;
}

export type PlatformStore = ReturnType<typeof platformStore>;

export function platformStore(db: Database) {
  const t = db.tables;
  const people = peopleStatements(db);
  const readSite = db.one((q) =>
    q
      .select({ id: t.sites.id })
      .from(t.sites)
      .where(eq(t.sites.id, text('id'))),
  );
  const publicly = {
    id: t.sites.id,
    slug: t.sites.slug,
    name: t.sites.name,
    description: t.sites.description,
    primaryDomain: t.sites.primaryDomain,
    locale: t.sites.locale,
    timezone: t.sites.timezone,
    currency: t.sites.currency,
  };
  // By the primary key.
  const readPublic = db.one((q) =>
    q
      .select(publicly)
      .from(t.sites)
      .where(eq(t.sites.id, text('id'))),
  );
  const readFew = db.many((q) => q.select(publicly).from(t.sites).where(eq(t.sites.active, true)).limit(2));
  // By sites_by_slug.
  const readSiteBySlug = db.one((q) =>
    q
      .select(publicly)
      .from(t.sites)
      .where(eq(t.sites.slug, text('slug'))),
  );

  return {
    hasSite: async (id: string): Promise<boolean> => (await readSite({ id })) !== undefined,

    siteBySlug: (slug: string) => readSiteBySlug({ slug }),

    siteById: (id: string) => readPublic({ id }),

    /** The one school of this platform; `undefined` when there are several, or none. */
    async onlySite() {
      const [first, second] = await readFew();
      return second === undefined ? first : undefined;
    },

    async add({ sites, people: persons, memberships, createdAt }: NewPlatform): Promise<void> {
      await db.atomically(
        ...sites.map((site) => people.insertSite(site, createdAt)),
        ...persons.map((person) => people.insertPerson(person)),
        ...memberships.map(({ personId, siteId, role }) => people.insertMembership(personId, siteId, role, createdAt)),
      );
    },
  };
}
