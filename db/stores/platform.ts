import { eq } from 'drizzle-orm';
import type { NewPerson } from '../../schema/person.ts';
import type { Role } from '../../schema/scope.ts';
import type { Database } from '../engine.ts';
import { rowOf, text } from '../placeholders.ts';
import { peopleStatements } from './people.ts';

/** Schools with their people and courses, to be stored together. What is already there stays as it is. */
export interface NewPlatform {
  sites: readonly { id: string; slug: string; name: string }[];
  people: readonly NewPerson[];
  memberships: readonly { personId: string; siteId: string; role: Role }[];
  courses: readonly { id: string; siteId: string; slug: string; title: string }[];
  enrollments: readonly { id: string; siteId: string; personId: string; courseId: string }[];
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
  // By sites_by_slug.
  const readSiteBySlug = db.one((q) =>
    q
      .select({ id: t.sites.id, slug: t.sites.slug, name: t.sites.name })
      .from(t.sites)
      .where(eq(t.sites.slug, text('slug'))),
  );
  const insertCourse = db.write((q) => q.insert(t.courses).values(rowOf(t.courses)).onConflictDoNothing());
  const insertEnrollment = db.write((q) => q.insert(t.enrollments).values(rowOf(t.enrollments)).onConflictDoNothing());

  return {
    hasSite: async (id: string): Promise<boolean> => (await readSite({ id })) !== undefined,

    siteBySlug: (slug: string): Promise<{ id: string; slug: string; name: string } | undefined> =>
      readSiteBySlug({ slug }),

    async add({ sites, people: persons, memberships, courses, enrollments, createdAt }: NewPlatform): Promise<void> {
      await db.atomically(
        ...sites.map((site) => people.insertSite(site, createdAt)),
        ...persons.map((person) => people.insertPerson(person)),
        ...memberships.map(({ personId, siteId, role }) => people.insertMembership(personId, siteId, role, createdAt)),
        ...courses.map((course) => insertCourse({ ...course, createdAt })),
        ...enrollments.map((enrollment) => insertEnrollment({ ...enrollment, status: 'active', startsAt: createdAt })),
      );
    },
  };
}
