/**
 * Ties a verified password or passkey to the state it was verified against: `people.credentials_version` grows with each
 * new password, each removed passkey, each change of the second factor and each sign-out everywhere, and whatever relies
 * on a verification names the version that it saw.
 */
import { and, eq, sql } from 'drizzle-orm';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { lockRow } from '../engine/locks.ts';
import { integer, text } from '../engine/placeholders.ts';

/** The steps by which units of work rely on a verification, or end what was verified. Both use the primary key. */
export function credentialStatements(db: Database) {
  const { people } = db.tables;
  // The row lock makes this unit of work and a change of the credentials wait for each other.
  const lock = lockRow(db, people, (p: Params<{ personId: string; version: number }>) =>
    and(eq(people.id, text(p.personId)), people.active, eq(people.credentialsVersion, integer(p.version))),
  );
  const renew = db.write((q, p: Params<{ personId: string }>) =>
    q
      .update(people)
      .set({ credentialsVersion: sql`${people.credentialsVersion} + 1` })
      .where(eq(people.id, text(p.personId))),
  );

  return {
    /** Rolls the unit of work back if the credentials have changed since they were verified, or the person is not active. */
    unchanged: (personId: string, version: number): Step => required(lock({ personId, version })),

    /** Ends every verification so far. */
    renew: (personId: string): Step => renew({ personId }),
  };
}
