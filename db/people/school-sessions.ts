/**
 * Stores the sessions of people who have signed in through the provider of a school. They open the membership there and
 * nothing else, so nothing finds them that looks for a session of the account.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { NewSchoolSession, SchoolSession } from '../../schema/people/person.ts';
import type { ProviderIdentity } from '../../schema/people/provider.ts';
import type { AuditTrail } from '../audit/audit.ts';
import type { Database, Params } from '../engine/engine.ts';
import { credentialStatements } from './credentials.ts';
import { providerIdentityStatements, providerStatements, type SeenProvider } from './provider-steps.ts';
import { isOpenSession, sessionChanges, sessionColumns, toSession } from './sessions.ts';

function schoolSessionReads(db: Database) {
  const t = db.tables;
  const { memberships, providerIdentities: identities, providers, sites } = t;
  // Uses the index sessions_by_hash, the primary keys, and the index providers_by_site. Everything that the session depends on holds.
  const readAtSchool = db.lookup((q, p: Params<{ hash: CredentialHash }>) =>
    q
      .select({
        ...sessionColumns(db),
        schoolId: sites.id,
        slug: sites.slug,
        schoolName: sites.name,
        issuer: providers.issuer,
        identityId: identities.id,
        clientSubject: identities.clientSubject,
        knowsAuthTime: t.sessions.knowsAuthTime,
        grantDays: providers.grantDays,
      })
      .from(t.sessions)
      .innerJoin(t.people, eq(t.people.id, t.sessions.personId))
      .innerJoin(sites, eq(sites.id, t.sessions.schoolId))
      .innerJoin(providers, eq(providers.siteId, sites.id))
      .innerJoin(
        identities,
        and(
          eq(identities.id, t.sessions.identityId),
          eq(identities.siteId, sites.id),
          eq(identities.personId, t.people.id),
          eq(identities.issuer, providers.issuer),
        ),
      )
      .innerJoin(memberships, and(eq(memberships.personId, t.people.id), eq(memberships.siteId, sites.id)))
      .where(
        and(
          isOpenSession(db, p),
          sql`${sites.active} and ${sites.signInBy} <> 'account' and ${memberships.status} = 'active' and ${memberships.role} <> 'owner'`,
        ),
      ),
  );
  return { readAtSchool };
}

export function schoolSessionStore(db: Database, audit: AuditTrail) {
  const { readAtSchool } = schoolSessionReads(db);
  const { insert, end } = sessionChanges(db);
  const credentials = credentialStatements(db);
  const providers = providerStatements(db);
  const identities = providerIdentityStatements(db);

  return {
    /** Finds a session if the provider, the identity and the membership that it depends on still open it. */
    async find(hash: CredentialHash): Promise<SchoolSession | undefined> {
      const row = await readAtSchool({ hash });
      return row && toSession({ ...row, emailVerified: false as const });
    },

    /**
     * Opens a session, and ends the one that the browser had before.
     * @param provider as seen when the sign-in there began
     * @returns false if the settings, the credentials, the identity or the membership have changed meanwhile, or the person
     * is an owner, who signs in with the account only
     */
    async open(
      { credentialsVersion, ...session }: NewSchoolSession,
      provider: SeenProvider,
      identity: Pick<ProviderIdentity, 'id' | 'siteId' | 'personId' | 'email'>,
      replacedId: string | undefined,
      signIn: AuditEvent,
    ): Promise<boolean> {
      const now = signIn.at;
      return db.atomically(
        providers.unchanged(provider),
        credentials.unchanged(session.personId, credentialsVersion),
        identities.use(identity, now),
        insert({ ...session, place: session.place ?? null, lastSeenAt: now, endedAt: null }),
        ...(replacedId === undefined ? [] : [end({ id: replacedId, now })]),
        identities.opensMembership(identity),
        ...(await audit.steps(signIn)),
      );
    },
  };
}
