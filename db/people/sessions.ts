/**
 * Stores the browser sessions of people who are signed in. Sessions are looked up by the hash of their cookie, and
 * signing in ends the session that the browser had before, which prevents session fixation.
 */
import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { NewSession, RenewedSession, Session, SignedInBrowser } from '../../schema/people/person.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { bytes, integer, rowOf, text, value } from '../engine/placeholders.ts';
import { credentialStatements } from './credentials.ts';

/** The steps that end sessions, for several units of work. */
export function sessionStatements(db: Database) {
  const t = db.tables.sessions;
  // Uses the index sessions_by_person.
  const endAll = db.write((q, p: Params<{ now: number; personId: string; exceptId: string }>) =>
    q
      .update(t)
      .set({ endedAt: value(p.now) })
      .where(and(eq(t.personId, text(p.personId)), isNull(t.endedAt), ne(t.id, text(p.exceptId)))),
  );

  // By primary key.
  const lockOpen = lockRow(db, t, (p: Params<{ id: string; personId: string }>) =>
    and(eq(t.id, text(p.id)), eq(t.personId, text(p.personId)), isNull(t.schoolId), isNull(t.endedAt)),
  );
  const lockOpenAt = lockRow(db, t, (p: Params<{ id: string; identityId: string; siteId: string }>) =>
    and(eq(t.id, text(p.id)), eq(t.schoolId, text(p.siteId)), eq(t.identityId, text(p.identityId)), isNull(t.endedAt)),
  );

  // By primary key.
  const renew = db.write((q, p: Params<RenewedSession & { personId: string }>) =>
    q
      .update(t)
      .set({ hash: value(p.to) })
      .where(
        and(eq(t.id, text(p.id)), eq(t.personId, text(p.personId)), eq(t.hash, bytes(db, p.from)), isNull(t.endedAt)),
      ),
  );

  // Uses the index sessions_by_school.
  const endOfIdentity = db.write((q, p: Params<{ now: number; siteId: string; id: string }>) =>
    q
      .update(t)
      .set({ endedAt: value(p.now) })
      .where(and(eq(t.schoolId, text(p.siteId)), eq(t.identityId, text(p.id)), isNull(t.endedAt))),
  );

  // Uses the index sessions_by_school.
  const endAllAt = db.write((q, p: Params<{ now: number; siteId: string }>) =>
    q
      .update(t)
      .set({ endedAt: value(p.now) })
      .where(and(eq(t.schoolId, text(p.siteId)), isNull(t.endedAt))),
  );

  return {
    /**
     * Replaces the secret of a session that goes on, so that a copied cookie ends with what else is ended. Nothing comes
     * of the unit of work when the session has ended, or has another secret already.
     */
    renew: (session: RenewedSession, personId: string): Step => required(renew({ ...session, personId })),

    /**
     * For a unit of work that a person's session carries: nothing comes of it when the session has ended, or is not one of
     * the account.
     */
    stillOpen: (id: string, personId: string): Step => required(lockOpen({ id, personId })),

    /** The same for a session at a school, by the identity that opened it. */
    stillOpenAt: (id: string, siteId: string, identityId: string): Step =>
      required(lockOpenAt({ id, siteId, identityId })),

    /** Ends the sessions that the provider of a school opened. */
    endAllAt: (siteId: string, now: number): Step => endAllAt({ siteId, now }),

    /** Ends the sessions that an identity at the provider of a school opened. */
    endOfIdentity: ({ siteId, id }: { siteId: string; id: string }, now: number): Step =>
      endOfIdentity({ siteId, id, now }),

    /** @param exceptId the session that goes on */
    endAllOf: (personId: string, now: number, exceptId?: string): Step =>
      // No session has an empty id.
      endAll({ personId, now, exceptId: exceptId ?? '' }),
  };
}

/** A longer list would not be read. Further sessions can be ended by signing out everywhere. */
const MAX_OF_A_PERSON = 200;

/** What is read of a session of either kind, with its person. */
export const sessionColumns = ({ tables: { people, sessions } }: Database) => ({
  id: sessions.id,
  authenticatedAt: sessions.authenticatedAt,
  authenticatedBy: sessions.authenticatedBy,
  lastSeenAt: sessions.lastSeenAt,
  expiresAt: sessions.expiresAt,
  personId: people.id,
  email: people.email,
  emailVerified: people.emailVerified,
  name: people.name,
  credentialsVersion: people.credentialsVersion,
});

/** Condition that a session is that of a cookie and has not ended, nor its person been disabled. */
export const isOpenSession = (db: Database, p: Params<{ hash: CredentialHash }>) => {
  const { people, sessions } = db.tables;
  return and(eq(sessions.hash, bytes(db, p.hash)), isNull(sessions.endedAt), people.active);
};

function sessionReads(db: Database) {
  const t = db.tables;
  // Uses the index sessions_by_hash and the primary key of people.
  const read = db.lookup((q, p: Params<{ hash: CredentialHash }>) =>
    q
      .select(sessionColumns(db))
      .from(t.sessions)
      .innerJoin(t.people, eq(t.people.id, t.sessions.personId))
      .where(and(isOpenSession(db, p), isNull(t.sessions.schoolId))),
  );
  // Uses the index sessions_by_person.
  const readOfPerson = db.many((q, p: Params<{ personId: string; now: number; seenAfter: number }>) =>
    q
      .select({
        id: t.sessions.id,
        authenticatedAt: t.sessions.authenticatedAt,
        lastSeenAt: t.sessions.lastSeenAt,
        userAgent: t.sessions.userAgent,
        place: t.sessions.place,
        schoolName: t.sites.name,
      })
      .from(t.sessions)
      .leftJoin(t.sites, eq(t.sites.id, t.sessions.schoolId))
      .where(
        and(
          eq(t.sessions.personId, text(p.personId)),
          isNull(t.sessions.endedAt),
          gt(t.sessions.expiresAt, integer(p.now)),
          gt(t.sessions.lastSeenAt, integer(p.seenAfter)),
        ),
      )
      .orderBy(desc(t.sessions.lastSeenAt), desc(t.sessions.authenticatedAt), desc(t.sessions.id))
      .limit(MAX_OF_A_PERSON),
  );

  return { read, readOfPerson };
}

/** Prepares the changes of a session. All statements use the primary key. */
export function sessionChanges(db: Database) {
  const t = db.tables;

  const insert = db.write((q, p: Params<RowOf<typeof t.sessions>>) =>
    q.insert(t.sessions).values(rowOf(t.sessions, p)),
  );
  const end = db.write((q, p: Params<{ now: number; id: string }>) =>
    q
      .update(t.sessions)
      .set({ endedAt: value(p.now) })
      .where(and(eq(t.sessions.id, text(p.id)), isNull(t.sessions.endedAt))),
  );
  const endOfPerson = db.write((q, p: Params<{ now: number; id: string; personId: string }>) =>
    q
      .update(t.sessions)
      .set({ endedAt: value(p.now) })
      .where(and(eq(t.sessions.id, text(p.id)), eq(t.sessions.personId, text(p.personId)), isNull(t.sessions.endedAt))),
  );
  const touch = db.write((q, p: Params<{ now: number; id: string }>) =>
    q
      .update(t.sessions)
      .set({ lastSeenAt: value(p.now) })
      .where(eq(t.sessions.id, text(p.id))),
  );

  return { insert, end, endOfPerson, touch };
}

type PersonColumns = 'email' | 'emailVerified' | 'name' | 'credentialsVersion';

export function toSession<Row extends Record<PersonColumns | 'personId', unknown>>(row: Row) {
  const { personId, email, emailVerified, name, credentialsVersion, ...session } = row;
  const person: Pick<Row, PersonColumns> & { id: Row['personId'] } = {
    id: personId,
    email,
    emailVerified,
    name,
    credentialsVersion,
  };
  return { ...session, person };
}

export type SessionStore = ReturnType<typeof sessionStore>;

export function sessionStore(db: Database, audit: AuditTrail) {
  const { endAllOf, renew } = sessionStatements(db);
  const { read, readOfPerson } = sessionReads(db);
  const { insert, end, endOfPerson, touch } = sessionChanges(db);
  const credentials = credentialStatements(db);

  return {
    /** Finds a session of the account. */
    async find(hash: CredentialHash): Promise<Session | undefined> {
      const row = await read({ hash });
      return row && toSession(row);
    },

    /**
     * Opens a session and ends the one that the browser had before, so that no session id outlives a sign-in.
     * @param signIn the event, or only the time if the person has signed in before
     * @returns false when the person is no longer active, or the credentials have changed since they were verified
     */
    async open(
      { credentialsVersion, ...session }: NewSession,
      replacedId: string | undefined,
      signIn: AuditEvent | { at: number },
    ): Promise<boolean> {
      const now = signIn.at;
      return db.atomically(
        credentials.unchanged(session.personId, credentialsVersion),
        insert({
          ...session,
          place: session.place ?? null,
          lastSeenAt: now,
          endedAt: null,
          schoolId: null,
          identityId: null,
          knowsAuthTime: true,
        }),
        ...(replacedId === undefined ? [] : [end({ id: replacedId, now })]),
        ...('event' in signIn ? await audit.steps(signIn) : []),
      );
    },

    /**
     * Replaces the secret of a session whose person has signed in again.
     * @returns false when the session has ended or has another secret already, or the credentials have changed since
     * they were verified
     */
    renew: (session: RenewedSession, personId: string, credentialsVersion: number): Promise<boolean> =>
      db.atomically(credentials.unchanged(personId, credentialsVersion), renew(session, personId)),

    async touch(id: string, now: number): Promise<void> {
      await db.atomically(touch({ id, now }));
    },

    async end(id: string, now: number, event: AuditEvent): Promise<void> {
      await db.atomically(required(end({ id, now })), ...(await audit.steps(event)));
    },

    /** How many browsers of a person are listed. */
    mostOfPerson: MAX_OF_A_PERSON,

    /**
     * Lists the browsers where the person is signed in, the one seen last first.
     * @param seenAfter sessions that were last seen before this time (milliseconds since the epoch) have ended
     */
    ofPerson: (personId: string, now: number, seenAfter: number): Promise<SignedInBrowser[]> =>
      readOfPerson({ personId, now, seenAfter }),

    /**
     * Ends a session of the person in any browser.
     * @returns false if it had ended, or belongs to another person
     */
    async endOfPerson(personId: string, id: string, event: AuditEvent): Promise<boolean> {
      return db.atomically(required(endOfPerson({ personId, id, now: event.at })), ...(await audit.steps(event)));
    },

    /** Also ends what is being opened by a password or passkey that was verified before. @param exceptId the session that goes on */
    async endAllOf(personId: string, exceptId: string | undefined, event: AuditEvent): Promise<void> {
      await db.atomically(
        credentials.renew(personId),
        endAllOf(personId, event.at, exceptId),
        ...(await audit.steps(event)),
      );
    },
  };
}
