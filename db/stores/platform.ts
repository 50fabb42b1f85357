import { eq, type InferInsertModel } from 'drizzle-orm';
import type { NewPerson } from '../../schema/person.ts';
import type { Database } from '../engine.ts';
import { inserting } from '../insert.ts';
import { text } from '../placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { type NewSite, peopleStatements } from './people.ts';
import { type SchoolContent, schoolContentSteps } from './school-content.ts';

export interface NewSchool extends NewSite {
  supportUrl?: string;
  socialLinks?: Record<string, string>;
}

type MembershipRow = InferInsertModel<Tables['memberships']>;

/** Active, and since the platform is there, unless it says otherwise. */
export type NewMembership = Pick<MembershipRow, 'personId' | 'siteId' | 'role'> & Partial<MembershipRow>;

/** Schools with their people, to be stored together. What is already there stays as it is. */
export interface NewPlatform {
  sites: readonly NewSchool[];
  people: readonly NewPerson[];
  memberships: readonly NewMembership[];
  /** What the schools are made of; for little, as all of it is one unit of work (`SchoolContentStore` takes any amount). */
  content?: readonly { siteId: string; content: SchoolContent }[];
  createdAt: number;
}

export type PlatformStore = ReturnType<typeof platformStore>;

export function platformStore(db: Database) {
  const t = db.tables;
  const people = peopleStatements(db);
  const insertMembership = inserting(db, t.memberships);
  const contentSteps = schoolContentSteps(db);
  const readSite = db.one((q) =>
    q
      .select({ createdAt: t.sites.createdAt })
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

    /** @returns undefined when there is no such site */
    siteCreatedAt: async (id: string): Promise<number | undefined> => (await readSite({ id }))?.createdAt,

    async add({ sites, people: persons, memberships, content = [], createdAt }: NewPlatform): Promise<void> {
      await db.atomically(
        ...sites.map((site) => people.insertSite(site, createdAt)),
        ...persons.map((person) => people.insertPerson(person)),
        ...memberships.map((membership) => {
          const { joinedAt = createdAt } = membership;
          return insertMembership({ status: 'active', updatedAt: joinedAt, ...membership, joinedAt });
        }),
        ...content.flatMap((school) => [...contentSteps(school.siteId, school.content)]),
      );
    },
  };
}
