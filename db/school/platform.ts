/**
 * Looks up the public details of schools, for example for the MCP endpoint, and inserts new schools with their people
 * and memberships for the demo and for tests. An insert is one unit of work and leaves existing rows unchanged.
 */
import { and, eq, type InferInsertModel } from 'drizzle-orm';
import type { NewPerson } from '../../schema/people/person.ts';
import type { Database, Params } from '../engine/engine.ts';
import { text } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';
import { memberIndex } from '../people/member-index.ts';
import { type NewSite, peopleStatements } from '../people/people.ts';
import type { Tables } from '../tables/index.ts';
import { type SchoolContent, schoolContentSteps } from './school-content.ts';

export interface NewSchool extends NewSite {
  supportUrl?: string;
  socialLinks?: Record<string, string>;
  betaFeatures?: string[];
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

/** Schools, and as much of them as is public. */
function siteReads(db: Database) {
  const t = db.tables;

  // By the primary key.
  const readSite = db.one((q, p: Params<{ id: string }>) =>
    q
      .select({ createdAt: t.sites.createdAt })
      .from(t.sites)
      .where(eq(t.sites.id, text(p.id))),
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
  const readPublic = db.one((q, p: Params<{ id: string }>) =>
    q
      .select(publicly)
      .from(t.sites)
      .where(eq(t.sites.id, text(p.id))),
  );
  const isOpen = and(eq(t.sites.active, true), eq(t.sites.status, 'active'));
  const readFew = db.many((q) => q.select(publicly).from(t.sites).where(isOpen).limit(2));
  const readAny = db.many((q) => q.select({ id: t.sites.id }).from(t.sites).limit(2));
  // By sites_by_slug.
  const readSiteBySlug = db.one((q, p: Params<{ slug: string }>) =>
    q
      .select(publicly)
      .from(t.sites)
      .where(eq(t.sites.slug, text(p.slug))),
  );
  const readOpenSite = db.one((q, p: Params<{ slug: string }>) =>
    q
      .select(publicly)
      .from(t.sites)
      .where(and(eq(t.sites.slug, text(p.slug)), isOpen)),
  );

  return { readSite, readPublic, readFew, readAny, readSiteBySlug, readOpenSite };
}

export function platformStore(db: Database) {
  const t = db.tables;
  const { readSite, readPublic, readFew, readAny, readSiteBySlug, readOpenSite } = siteReads(db);
  const people = peopleStatements(db);
  const insertMembership = inserting(db, t.memberships);
  const contentSteps = schoolContentSteps(db);
  const index = memberIndex(db);
  // By the primary keys.
  const readMembership = db.one((q, p: Params<{ personId: string; siteId: string }>) =>
    q
      .select({ status: t.memberships.status })
      .from(t.memberships)
      .where(and(eq(t.memberships.personId, text(p.personId)), eq(t.memberships.siteId, text(p.siteId)))),
  );
  const readPerson = db.one((q, p: Params<{ id: string }>) =>
    q
      .select({ name: t.people.name, email: t.people.email })
      .from(t.people)
      .where(eq(t.people.id, text(p.id))),
  );

  return {
    hasSite: async (id: string): Promise<boolean> => (await readSite({ id })) !== undefined,

    siteBySlug: (slug: string) => readSiteBySlug({ slug }),

    /** The school of that name, as far as visitors may see it. */
    openSiteBySlug: (slug: string) => readOpenSite({ slug }),

    siteById: (id: string) => readPublic({ id }),

    /** The one school of this platform that visitors may see; `undefined` when there are several, or none. */
    async onlySite() {
      const [first, second] = await readFew();
      return second === undefined ? first : undefined;
    },

    /** Does the platform have no more than one school, whatever state others are in? */
    isOneSchool: async (): Promise<boolean> => (await readAny()).length < 2,

    /** @returns undefined when there is no such site */
    siteCreatedAt: async (id: string): Promise<number | undefined> => (await readSite({ id }))?.createdAt,

    async add({ sites, people: persons, memberships, content = [], createdAt }: NewPlatform): Promise<void> {
      const contents = content.map((school) => Array.fromAsync(contentSteps(school.siteId, school.content)));
      const byId = new Map(persons.map((person) => [person.id, person]));
      const entries = memberships.map(async ({ personId, siteId, status }) => {
        const person = (await readPerson({ id: personId })) ?? byId.get(personId);
        const isThere = (await readMembership({ personId, siteId })) !== undefined;
        if (person === undefined || isThere || status === 'removed') return [];
        const name = status === 'invited' ? undefined : person.name;
        return [await index.keep(personId, siteId, name, person.email)];
      });
      await db.atomically(
        ...sites.map((site) => people.insertSite(site, createdAt)),
        ...persons.map((person) => people.insertPerson(person)),
        ...memberships.map((membership) => {
          const { joinedAt = createdAt } = membership;
          return insertMembership({ status: 'active', updatedAt: joinedAt, ...membership, joinedAt });
        }),
        ...(await Promise.all(entries)).flat(),
        ...(await Promise.all(contents)).flat(),
      );
    },
  };
}
