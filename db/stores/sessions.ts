import { and, eq, isNull } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { NewSession, Session } from '../../schema/person.ts';
import { type Database, required, type Step } from '../engine.ts';
import { bytes, rowOf, text, value } from '../placeholders.ts';
import type { AuditTrail } from './audit.ts';

export type SessionStore = ReturnType<typeof sessionStore>;

export function sessionStore(db: Database, audit: AuditTrail) {
  const t = db.tables;
  // By sessions_by_hash, then the person's primary key.
  const read = db.one((q) =>
    q
      .select({
        id: t.sessions.id,
        authenticatedAt: t.sessions.authenticatedAt,
        lastSeenAt: t.sessions.lastSeenAt,
        expiresAt: t.sessions.expiresAt,
        personId: t.people.id,
        email: t.people.email,
        name: t.people.name,
      })
      .from(t.sessions)
      .innerJoin(t.people, eq(t.people.id, t.sessions.personId))
      .where(and(eq(t.sessions.hash, bytes(db, 'hash')), isNull(t.sessions.endedAt), t.people.active)),
  );
  const insert = db.write((q) => q.insert(t.sessions).values(rowOf(t.sessions)));
  const end = db.write((q) =>
    q
      .update(t.sessions)
      .set({ endedAt: value('now') })
      .where(and(eq(t.sessions.id, text('id')), isNull(t.sessions.endedAt))),
  );
  const touch = db.write((q) =>
    q
      .update(t.sessions)
      .set({ lastSeenAt: value('now') })
      .where(eq(t.sessions.id, text('id'))),
  );

  return {
    async find(hash: CredentialHash): Promise<Session | undefined> {
      const row = await read({ hash });
      if (row === undefined) return undefined;
      const { personId, email, name, ...session } = row;
      return { ...session, person: { id: personId, email, name } };
    },

    /** Opens a session and ends the one that the browser had before, so that no session id outlives a sign-in. */
    async open(session: NewSession, replacedId: string | undefined, event: AuditEvent): Promise<void> {
      const now = session.authenticatedAt;
      const steps: Step[] = [insert({ ...session, lastSeenAt: now, endedAt: null }), await audit.step(event)];
      if (replacedId !== undefined) steps.push(end({ id: replacedId, now }));
      await db.atomically(...steps);
    },

    async touch(id: string, now: number): Promise<void> {
      await db.atomically(touch({ id, now }));
    },

    async end(id: string, now: number, event: AuditEvent): Promise<void> {
      await db.atomically(required(end({ id, now })), await audit.step(event));
    },
  };
}
