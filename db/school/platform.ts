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
import { setupLinkEnd } from '../people/setup.ts';
import type { Tables } from '../tables/index.ts';
import { type SchoolContent, schoolContentSteps } from './school-content.ts';

export interface NewSchool extends NewSite {
  supportUrl?: string;
  socialLinks?: Record<string, string>;
  betaFeatures?: string[];
}

type MembershipRow = InferInsertModel<Tables['memberships']>;

/** By default, a membership is active and begins at the `createdAt` of the platform. */
export type NewMembership = Pick<MembershipRow, 'personId' | 'siteId' | 'role'> & Partial<MembershipRow>;

/** Schools with their people, which are inserted together. */
export interface NewPlatform {
  sites: readonly NewSchool[];
  people: readonly NewPerson[];
  memberships: readonly NewMembership[];
  /** The content of the schools. It must be small, because all of it is one unit of work (see school-content.ts). */
  content?: readonly { siteId: string; content: SchoolContent }[];
  createdAt: number;
}

/** Prepares the lookups of schools and of their public details. */
function siteReads(db: Database) {
  const t = db.tables;

  // Uses the primary key.
  const readSite = db.one((q, p: Params<{ id: string }>) =>
    q
      .select({ createdAt: t.sites.createdAt })
      .from(t.sites)
      .where(eq(t.sites.id, text(p.id))),
  );
  const publicColumns = {
    id: t.sites.id,
    slug: t.sites.slug,
    name: t.sites.name,
    description: t.sites.description,
    primaryDomain: t.sites.primaryDomain,
    locale: t.sites.locale,
    timezone: t.sites.timezone,
    currency: t.sites.currency,
  };
  // The tools name the school in every result.
  const readPublic = db.cached(
    { key: t.sites.id, maxRows: 1000 },
    (q, p: Params<{ key: string }>) =>
      q
        .select(publicColumns)
        .from(t.sites)
        .where(eq(t.sites.id, text(p.key))),
    (row) => Object.freeze(row),
  );
  const isOpen = and(eq(t.sites.active, true), eq(t.sites.status, 'active'));
  const readTwoOpen = db.many((q) => q.select(publicColumns).from(t.sites).where(isOpen).limit(2));
  const readTwo = db.many((q) => q.select({ id: t.sites.id }).from(t.sites).limit(2));
  // Uses the primary key.
  const readContact = db.one((q, p: Params<{ id: string }>) =>
    q
      .select({ email: t.sites.contactEmail, supportUrl: t.sites.supportUrl })
      .from(t.sites)
      .where(eq(t.sites.id, text(p.id))),
  );
  // Uses the index sites_by_slug.
  const readSiteBySlug = db.one((q, p: Params<{ slug: string }>) =>
    q
      .select(publicColumns)
      .from(t.sites)
      .where(eq(t.sites.slug, text(p.slug))),
  );
  const readOpenSite = db.one((q, p: Params<{ slug: string }>) =>
    q
      .select(publicColumns)
      .from(t.sites)
      .where(and(eq(t.sites.slug, text(p.slug)), isOpen)),
  );

  return { readSite, readPublic, readContact, readTwoOpen, readTwo, readSiteBySlug, readOpenSite };
}

export function platformStore(db: Database) {
  const t = db.tables;
  const { readSite, readPublic, readContact, readTwoOpen, readTwo, readSiteBySlug, readOpenSite } = siteReads(db);
  const people = peopleStatements(db);
  const insertMembership = inserting(db, t.memberships);
  const contentSteps = schoolContentSteps(db);
  const index = memberIndex(db);
  const endSetup = setupLinkEnd(db);
  // Uses the primary keys.
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

    /** Finds the school with a slug, if it is open to visitors. */
    openSiteBySlug: (slug: string) => readOpenSite({ slug }),

    siteById: (id: string) => readPublic(id),

    /** Where members of a school can ask, as far as the school says. */
    contactOf: (id: string) => readContact({ id }),

    /** Finds the school that is open to visitors, if there is exactly one. */
    async onlySite() {
      const [first, second] = await readTwoOpen();
      return second === undefined ? first : undefined;
    },

    /** Returns whether the platform has at most one school, in any state. */
    isOneSchool: async (): Promise<boolean> => (await readTwo()).length < 2,

    /** Returns the creation time in milliseconds since the epoch, or `undefined` if the school does not exist. */
    siteCreatedAt: async (id: string): Promise<number | undefined> => (await readSite({ id }))?.createdAt,

    /** Inserts schools, people and memberships in one unit of work. Existing rows stay unchanged. */
    async add({ sites, people: persons, memberships, content = [], createdAt }: NewPlatform): Promise<void> {
      const contents = content.map((school) => Array.fromAsync(contentSteps(school.siteId, school.content)));
      const personById = new Map(persons.map((person) => [person.id, person]));
      const entries = memberships.map(async ({ personId, siteId, status, knownName }) => {
        const person = (await readPerson({ id: personId })) ?? personById.get(personId);
        const exists = (await readMembership({ personId, siteId })) !== undefined;
        if (person === undefined || exists || status === 'removed') return [];
        const name = status === 'invited' ? (knownName ?? undefined) : person.name;
        return [await index.keep(personId, siteId, name, person.email)];
      });
      await db.atomically(
        ...(sites.length > 0 ? [endSetup()] : []),
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
