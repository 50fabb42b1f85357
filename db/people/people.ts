/**
 * Looks up people, their active memberships and the profile data for ID token and UserInfo claims, and provides the
 * inserts with which other stores create people, memberships and schools.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { GrantContext, Profile } from '../../schema/oauth/token.ts';
import type { Membership, NewPerson, Person, RenewedHash } from '../../schema/people/person.ts';
import type { Role } from '../../schema/people/role.ts';
import { emailKey } from '../../schema/text/email.ts';
import { withoutCase } from '../columns/without-case.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { preparedPerShape } from '../engine/lists.ts';
import { encoded, limit, text, value } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';
import { membersWith, wordValues } from './member-index.ts';
import { profileColumns } from './profile-columns.ts';

export interface NewSite {
  id: string;
  slug: string;
  name: string;
  primaryDomain?: string;
  description?: string;
  locale?: string | undefined;
  timezone?: string | undefined;
  currency?: string | undefined;
  contactEmail?: string;
}

export type PeopleStore = ReturnType<typeof peopleStore>;

export function peopleStatements(db: Database) {
  const t = db.tables;
  const insertPerson = inserting(db, t.people);
  const insertMembership = inserting(db, t.memberships);
  const insertSite = inserting(db, t.sites);
  return {
    insertPerson: (person: NewPerson): Step => insertPerson({ ...person }),
    insertMembership: (personId: string, siteId: string, role: Role, joinedAt: number): Step =>
      insertMembership({ personId, siteId, role, status: 'active', joinedAt, updatedAt: joinedAt }),
    insertSite: (site: NewSite, createdAt: number): Step =>
      insertSite({ ...site, active: true, createdAt, updatedAt: createdAt }),
  };
}

/** Prepares the reads of people, their memberships and the profile data. */
function peopleReads(db: Database) {
  const t = db.tables;

  // Uses the index people_by_email.
  const readByEmail = db.one((q, p: Params<{ emailKey: string }>) =>
    q
      .select()
      .from(t.people)
      .where(eq(t.people.emailKey, text(p.emailKey))),
  );
  // Uses the primary keys of memberships and sites.
  const readMemberships = db.many((q, p: Params<{ personId: string }>) =>
    q
      .select({
        siteId: t.sites.id,
        siteName: t.sites.name,
        slug: t.sites.slug,
        role: t.memberships.role,
        secondFactorFor: t.sites.secondFactorFor,
        signInBy: t.sites.signInBy,
        staffScope: t.sites.staffScope,
      })
      .from(t.memberships)
      .innerJoin(t.sites, eq(t.sites.id, t.memberships.siteId))
      .where(
        and(
          eq(t.memberships.personId, text(p.personId)),
          sql`${t.memberships.status} = 'active'`,
          sql`${t.sites.active}`,
        ),
      )
      .orderBy(asc(t.sites.name), asc(t.sites.id)),
  );
  // Uses the primary key.
  const read = db.one((q, p: Params<{ id: string }>) =>
    q
      .select()
      .from(t.people)
      .where(eq(t.people.id, text(p.id))),
  );

  // Reads the whole table, for the people who run the platform.
  const search = preparedPerShape((words: number) =>
    db.scan((q, p: Params<{ address: string; name: string; first: number }>) =>
      q
        .select()
        .from(t.people)
        .where(
          sql`${t.people.erasedAt} is null and (${t.people.emailKey} like ${text(p.address)} escape '!' or ${withoutCase[db.engine](t.people.name)} like ${text(p.name)} escape '!' or ${t.people.id} in (${membersWith(db, words)}))`,
        )
        .orderBy(asc(withoutCase[db.engine](t.people.emailKey)))
        .limit(limit(p.first)),
    ),
  );

  // Uses the primary key and the index enrollments_by_person.
  const readProfile = db.lookup((q, p: Params<{ personId: string; siteId: string }>) =>
    q
      .select(profileColumns(t, text(p.personId), text(p.siteId)))
      .from(t.people)
      .where(eq(t.people.id, text(p.personId))),
  );

  return { readByEmail, readMemberships, read, search, readProfile };
}

export function peopleStore(db: Database) {
  const t = db.tables;
  const { readByEmail, readMemberships, read, search, readProfile } = peopleReads(db);
  // Reads the whole table, for a command. Unlike `like`, `replace` distinguishes the case of letters on both engines.
  const countHashes = db.one((q, p: Params<{ part: string }>) =>
    q
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(t.people)
      .where(sql`replace(${t.people.passwordHash}, ${text(p.part)}, '') <> ${t.people.passwordHash}`),
  );
  // Uses the index people_with_imported_password, which is empty when the last one has signed in.
  const readImported = db.one((q) =>
    q.select({ one: sql<number>`1` }).from(t.people).where(sql`${t.people.passwordHash} like 'imported:%'`).limit(1),
  );
  // Uses the same index.
  const readPlain = db.many((q) =>
    q
      .select({ id: t.people.id, stored: sql<string>`${t.people.passwordHash}` })
      .from(t.people)
      .where(sql`${t.people.passwordHash} like 'imported:%' and ${t.people.passwordHash} like '%$%'`)
      .limit(200),
  );
  // All of them use the primary key.
  const setPassword = db.write((q, p: Params<{ passwordHash: string; id: string }>) =>
    q
      .update(t.people)
      .set({ passwordHash: value(p.passwordHash) })
      .where(eq(t.people.id, text(p.id))),
  );
  const setCourseEmails = db.write((q, p: Params<{ courseEmails: boolean; id: string }>) =>
    q
      .update(t.people)
      .set({ courseEmails: encoded(p.courseEmails) })
      .where(eq(t.people.id, text(p.id))),
  );
  const renewHash = db.write((q, p: Params<RenewedHash & { id: string }>) =>
    q
      .update(t.people)
      .set({ passwordHash: value(p.renewed) })
      .where(and(eq(t.people.id, text(p.id)), eq(t.people.passwordHash, text(p.verified)))),
  );

  return {
    /**
     * Returns the data for claims that the grant does not contain.
     * @throws {Error} if the person does not exist
     */
    async requireProfile({ personId, siteId }: Pick<GrantContext, 'personId' | 'siteId'>): Promise<Profile> {
      const profile = await readProfile({ personId, siteId });
      if (profile === undefined) throw new Error(`person ${personId} is gone`);
      return profile;
    },

    find: (id: string): Promise<Person | undefined> => read({ id }),

    findByEmail: (emailKey: string): Promise<Person | undefined> => readByEmail({ emailKey }),

    /** Finds the people whose e-mail address or name contains a text, and the members whom schools find by it. */
    search(part: string, first: number): Promise<Person[]> {
      const words = wordValues(part);
      const [address, name] = [emailKey(part), part.toLowerCase()].map((one) => `%${one.replace(/[!%_]/g, '!$&')}%`);
      return search(Object.keys(words).length)({ ...words, address: address ?? '', name: name ?? '', first });
    },

    /** Lists the open schools where the person has an active membership. */
    membershipsOf: (personId: string): Promise<Membership[]> => readMemberships({ personId }),

    /** Counts the password hashes that contain a text. */
    countPasswordHashes: async (part: string): Promise<number> => (await countHashes({ part }))?.count ?? 0,

    /** Returns whether somebody has a password that another program hashed. */
    hasImportedPasswords: async (): Promise<boolean> => (await readImported()) !== undefined,

    /** Replaces the hash of the same password, if it is still the one that was verified. */
    /** Lists some hashes of other programs that are not sealed; empty if none is left. */
    listPlainHashes: () => readPlain(),

    async renewPasswordHash(id: string, hashes: RenewedHash): Promise<void> {
      await db.atomically(renewHash({ id, ...hashes }));
    },

    /** Turns e-mails about new courses on or off. */
    async chooseCourseEmails(id: string, courseEmails: boolean): Promise<void> {
      await db.atomically(setCourseEmails({ id, courseEmails }));
    },

    async setPassword(id: string, passwordHash: string): Promise<void> {
      await db.atomically(required(setPassword({ id, passwordHash })));
    },
  };
}
