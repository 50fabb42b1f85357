/**
 * Stores who people are at the provider of a school. The key is the school, the issuer and the `sub`, compared character
 * by character, and never an e-mail address. Whatever an identity opened ends with it.
 */
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { ConnectedIdentity, ProviderIdentity } from '../../schema/people/provider.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, required, type Step } from '../engine/engine.ts';
import { limit, text } from '../engine/placeholders.ts';
import { credentialStatements } from './credentials.ts';
import { type Held, providerIdentityStatements, providerStatements, type SeenProvider } from './provider-steps.ts';
import type { VerifiedSession } from './second-factors.ts';
import { sessionStatements } from './sessions.ts';

/** The name of an identity at a provider. */
export type SubjectKey = Pick<ProviderIdentity, 'siteId' | 'issuer' | 'subject'>;
/** Returns the steps that end the connections that were allowed by an identity. */
export interface EndIdentityConnections {
  identity(held: Held, by: 'person' | 'school', now: number): Step[];
}

function identityReads(db: Database) {
  const { memberships, people, providerIdentities: t, sites } = db.tables;
  // Uses the index provider_identities_by_subject, and primary keys.
  const read = db.one((q, p: Params<SubjectKey>) =>
    q
      .select({
        ...getTableColumns(t),
        name: people.name,
        accountEmail: people.email,
        credentialsVersion: people.credentialsVersion,
        active: people.active,
        role: memberships.role,
        status: memberships.status,
      })
      .from(t)
      .innerJoin(people, eq(people.id, t.personId))
      .leftJoin(memberships, and(eq(memberships.personId, t.personId), eq(memberships.siteId, t.siteId)))
      .where(and(eq(t.siteId, text(p.siteId)), eq(t.issuer, text(p.issuer)), eq(t.subject, text(p.subject)))),
  );
  const connected = {
    id: t.id,
    siteId: t.siteId,
    slug: sites.slug,
    siteName: sites.name,
    issuer: t.issuer,
    email: t.email,
    linkedBy: t.linkedBy,
    createdAt: t.createdAt,
    lastUsedAt: t.lastUsedAt,
  };
  // Uses the index provider_identities_by_person.
  const ofPerson = db.many((q, p: Params<{ personId: string }>) =>
    q
      .select(connected)
      .from(t)
      .innerJoin(sites, eq(sites.id, t.siteId))
      .where(eq(t.personId, text(p.personId)))
      .orderBy(asc(sites.name), asc(t.id)),
  );
  // Uses the index provider_identities_by_subject.
  const ofSite = db.many((q, p: Params<{ siteId: string; first: number }>) =>
    q
      .select({ ...connected, personId: t.personId, subject: t.subject, clientId: t.clientId, name: people.name })
      .from(t)
      .innerJoin(sites, eq(sites.id, t.siteId))
      .innerJoin(people, eq(people.id, t.personId))
      .where(eq(t.siteId, text(p.siteId)))
      .orderBy(asc(t.issuer), asc(t.subject))
      .limit(limit(p.first)),
  );
  // Uses the primary key.
  const atSite = db.one((q, p: Params<{ siteId: string; id: string }>) =>
    q
      .select({ ...connected, personId: t.personId, subject: t.subject, clientId: t.clientId, name: people.name })
      .from(t)
      .innerJoin(sites, eq(sites.id, t.siteId))
      .innerJoin(people, eq(people.id, t.personId))
      .where(and(eq(t.id, text(p.id)), eq(t.siteId, text(p.siteId)))),
  );
  return { read, ofPerson, ofSite, atSite };
}

export function providerIdentityStore(db: Database, audit: AuditTrail, connections: EndIdentityConnections) {
  const { providerIdentities: t } = db.tables;
  const { read, ofPerson, ofSite, atSite } = identityReads(db);
  const steps = providerIdentityStatements(db);
  const providers = providerStatements(db);
  const credentials = credentialStatements(db);
  const sessions = sessionStatements(db);
  // Uses the primary key.
  const remove = db.write((q, p: Params<Held>) =>
    q.delete(t).where(and(eq(t.id, text(p.id)), eq(t.siteId, text(p.siteId)), eq(t.personId, text(p.personId)))),
  );

  return {
    /** Finds whose identity it is, with the membership at its school, if there is one. */
    async find({ siteId, issuer, subject }: SubjectKey) {
      const found = await read({ siteId, issuer, subject });
      if (found === undefined) return undefined;
      const { name, accountEmail, credentialsVersion, active, role, status, ...identity } = found;
      return { identity, name, email: accountEmail, credentialsVersion, active, role, status };
    },

    /** Lists the identities of a person, by the name of the school. */
    ofPerson: (personId: string): Promise<ConnectedIdentity[]> => ofPerson({ personId }),

    /** Lists the first identities at a school, in the order of their subjects. */
    ofSite: (siteId: string, first: number) => ofSite({ siteId, first }),

    /** Finds one of them. */
    atSite: (siteId: string, id: string) => atSite({ siteId, id }),

    /**
     * Connects an identity with the account of a session.
     * @param provider as seen when the sign-in there began
     * @param verified the session, and the person's `credentialsVersion`
     * @param further steps of the same unit of work, such as those that make the membership
     * @returns false if one of these has changed, the membership is not active or that of an owner, or the identity or
     * the person is connected already
     */
    link: async (
      identity: ProviderIdentity,
      provider: SeenProvider,
      verified: VerifiedSession,
      event: AuditEvent,
      further: readonly Step[] = [],
    ): Promise<boolean> =>
      db.atomically(
        providers.unchanged(provider),
        credentials.unchanged(identity.personId, verified.version),
        steps.insert(identity),
        sessions.stillOpen(verified.sessionId, identity.personId),
        ...further,
        steps.opensMembership(identity),
        ...(await audit.steps(event)),
      ),

    /** Ends an identity, with the sessions and connections that it opened. @returns false if it has ended before */
    unlink: async (held: Held, by: 'person' | 'school', event: AuditEvent): Promise<boolean> =>
      db.atomically(
        required(remove({ id: held.id, siteId: held.siteId, personId: held.personId })),
        sessions.endOfIdentity(held, event.at),
        ...connections.identity(held, by, event.at),
        ...(await audit.steps(event)),
      ),
  };
}
