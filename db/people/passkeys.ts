/**
 * Stores the passkeys that people sign in with. Each answered challenge is recorded in `spent_challenges` in the same
 * unit of work, so it is accepted only once across all nodes.
 */
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { SpentChallenge } from '../../schema/credential.ts';
import { MAX_PASSKEYS, type Passkey } from '../../schema/people/passkey.ts';
import type { Person } from '../../schema/people/person.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { integer, text, value } from '../engine/placeholders.ts';
import { inserting } from '../engine/rows.ts';
import { spending } from '../engine/spent-challenges.ts';
import { credentialStatements } from './credentials.ts';
import { secondFactorUse } from './second-factors.ts';
import { sessionStatements } from './sessions.ts';

/** The list and the deletion of a person's passkeys. */
function passkeyStatements(db: Database) {
  const { passkeys } = db.tables;
  const ofPerson = (p: Params<{ personId: string }>) => eq(passkeys.personId, text(p.personId));
  // Both statements use the index passkeys_by_person.
  const read = db.many((q, p: Params<{ personId: string }>) =>
    q.select().from(passkeys).where(ofPerson(p)).orderBy(asc(passkeys.createdAt), asc(passkeys.id)),
  );
  const remove = db.write((q, p: Params<{ personId: string; after: number }>) =>
    q.delete(passkeys).where(and(ofPerson(p), gt(passkeys.createdAt, integer(p.after)))),
  );

  return {
    ofPerson: (personId: string): Promise<Passkey[]> => read({ personId }),
    removeAddedAfter: (personId: string, after: number): Step => remove({ personId, after }),
  };
}

/** Prepares the removal of all passkeys of a person that were added after a time, each with its audit event. */
export function passkeyRemoval(db: Database, audit: AuditTrail) {
  const { ofPerson, removeAddedAfter } = passkeyStatements(db);

  return async (personId: string, event: AuditEvent, after = 0): Promise<Step[]> => {
    const removed = (await ofPerson(personId)).filter(({ createdAt }) => createdAt > after);
    const events = removed.map(({ id }) => ({ ...event, event: 'passkey_removed' as const, target: id }));
    return [removeAddedAfter(personId, after), ...(await audit.steps(...events))];
  };
}

function passkeyReads(db: Database) {
  const { passkeys, people } = db.tables;
  // Uses the primary keys.
  const read = db.one((q, p: Params<{ id: string }>) =>
    q
      .select()
      .from(passkeys)
      .where(eq(passkeys.id, text(p.id))),
  );
  const readPerson = db.one((q, p: Params<{ id: string }>) =>
    q
      .select()
      .from(people)
      .where(eq(people.id, text(p.id))),
  );

  return { read, readPerson };
}

function passkeyChanges(db: Database) {
  const { passkeys, people } = db.tables;
  const insert = inserting(db, passkeys);
  const requireRoom = lockRow(db, people, (p: Params<{ personId: string }>) =>
    and(
      eq(people.id, text(p.personId)),
      sql`(select count(*) from ${passkeys} where ${passkeys.personId} = ${text(p.personId)}) < ${sql.raw(String(MAX_PASSKEYS))}`,
    ),
  );
  // A counter that does not increase indicates a cloned authenticator (WebAuthn §6.1.1).
  const use = db.write((q, p: Params<{ counter: number; now: number; id: string }>) =>
    q
      .update(passkeys)
      .set({ counter: value(p.counter), lastUsedAt: value(p.now) })
      .where(
        and(
          eq(passkeys.id, text(p.id)),
          sql`(${passkeys.counter} < ${integer(p.counter)} or (${passkeys.counter} = 0 and ${integer(p.counter)} = 0))`,
        ),
      ),
  );
  const remove = db.write((q, p: Params<{ id: string; personId: string }>) =>
    q.delete(passkeys).where(and(eq(passkeys.id, text(p.id)), eq(passkeys.personId, text(p.personId)))),
  );

  return { insert, requireRoom, use, remove };
}

export function passkeyStore(db: Database, audit: AuditTrail) {
  const { ofPerson } = passkeyStatements(db);
  const credentials = credentialStatements(db);
  const sessions = sessionStatements(db);
  const { read, readPerson } = passkeyReads(db);
  const { insert, requireRoom, use, remove } = passkeyChanges(db);
  const spend = spending(db);
  const prove = secondFactorUse(db, audit);

  return {
    ofPerson,

    /** Finds the passkey with a credential id, and the person it belongs to. */
    async find(id: string): Promise<{ passkey: Passkey; person: Person } | undefined> {
      const passkey = await read({ id });
      const person = passkey === undefined ? undefined : await readPerson({ id: passkey.personId });
      return passkey === undefined || person === undefined ? undefined : { passkey, person };
    },

    /**
     * Adds a passkey in a session.
     * @param verified the person's `credentialsVersion` that the challenge was made for
     * @returns false if the challenge was answered before, the session has ended, the credentials have changed, or the
     * person has `MAX_PASSKEYS`
     */
    async add(
      passkey: Passkey,
      { sessionId, verified }: { sessionId: string; verified: number },
      spent: SpentChallenge,
      event: AuditEvent,
    ): Promise<boolean> {
      return db.atomically(
        credentials.unchanged(passkey.personId, verified),
        sessions.stillOpen(sessionId, passkey.personId),
        ...spend(spent),
        required(requireRoom({ personId: passkey.personId })),
        insert({ ...passkey, transports: [...passkey.transports] }),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Records a signature, which drops an approved reset of the second factor.
     * @param cancelled the event of a reset that is pending
     * @returns false if the challenge was answered before, or the counter did not increase
     */
    use(
      { id, personId, counter }: Pick<Passkey, 'id' | 'personId' | 'counter'>,
      now: number,
      spent: SpentChallenge,
      cancelled?: AuditEvent,
    ): Promise<boolean> {
      const signature = [...spend(spent), required(use({ id, counter, now }))];
      return prove(personId, signature, cancelled);
    },

    /** @returns false when the person has no such passkey */
    async remove(id: string, personId: string, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(remove({ id, personId })),
        credentials.renew(personId),
        ...(await audit.steps(event)),
      );
    },
  };
}
