/**
 * Stores the OAuth applications that a school registers for itself, as rows of `clients` with the origin
 * `site_application`. Disabling, enabling or removing one also revokes its grants in the same unit of work.
 */
import { and, asc, count, countDistinct, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import { joinScopes, parseScopes, type Scope } from '../../schema/oauth/scope.ts';
import {
  type ApplicationSettings,
  type ApplicationUse,
  changesOf,
  type StoredApplication,
  settingsDigest,
} from '../../schema/oauth/site-application.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required } from '../engine/engine.ts';
import { bytes, encoded, integer, json, limit, rowOf, text, value } from '../engine/placeholders.ts';
import { type ClientRow, siteClientOfRow } from './client-rows.ts';
import { clientRow, type NewClient } from './clients.ts';
import { connectionEnds } from './connection-ends.ts';

/** A grant that is alive now, for the page of its application. */
export interface ApplicationGrant {
  personName: string;
  personEmail: string;
  scopes: readonly Scope[];
  createdAt: number;
  lastUsedAt: number;
}

const toApplication = (row: ClientRow): StoredApplication => ({
  ...siteClientOfRow(row),
  description: row.description ?? undefined,
  secretHash: row.secretHash ?? undefined,
  previousSecretEndsAt: row.previousSecretEndsAt ?? undefined,
});

/** By the primary key; the school is part of it, so that no operator reaches into another school. */
function changes(db: Database) {
  const t = db.tables.clients;
  const own = (p: Params<{ id: string; siteId: string }>) =>
    and(eq(t.id, text(p.id)), eq(t.siteId, text(p.siteId)), sql`${t.origin} = 'site_application'`);
  const asSeen = (
    p: Params<{
      seenName: string;
      seenDescription: string;
      seenRedirectUris: string;
      seenPostLogoutRedirectUris: string;
      seenScope: string;
    }>,
  ) =>
    and(
      eq(t.name, text(p.seenName)),
      sql`coalesce(${t.description}, '') = ${text(p.seenDescription)}`,
      sql`${t.redirectUris} = ${json(db, p.seenRedirectUris)}`,
      sql`${t.postLogoutRedirectUris} = ${json(db, p.seenPostLogoutRedirectUris)}`,
      eq(t.scope, text(p.seenScope)),
    );
  const sameSecret = (p: Params<{ seen: CredentialHash }>) => eq(t.secretHash, bytes(db, p.seen));
  return {
    insert: db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing()),
    settings: db.write(
      (
        q,
        p: Params<{
          name: string;
          description: string | null;
          redirectUris: readonly string[];
          postLogoutRedirectUris: readonly string[];
          addedAt: number | null;
          scope: string;
          id: string;
          siteId: string;
          seenName: string;
          seenDescription: string;
          seenRedirectUris: string;
          seenPostLogoutRedirectUris: string;
          seenScope: string;
        }>,
      ) =>
        q
          .update(t)
          .set({
            name: value(p.name),
            description: value(p.description),
            redirectUris: encoded(p.redirectUris),
            postLogoutRedirectUris: encoded(p.postLogoutRedirectUris),
            redirectUrisChangedAt: sql`coalesce(${integer(p.addedAt)}, ${t.redirectUrisChangedAt})`,
            scope: value(p.scope),
          })
          .where(and(own(p), asSeen(p))),
    ),
    secret: db.write(
      (q, p: Params<{ endsAt: number; hash: CredentialHash; id: string; siteId: string; seen: CredentialHash }>) =>
        q
          .update(t)
          .set({ previousSecretHash: t.secretHash, previousSecretEndsAt: value(p.endsAt), secretHash: value(p.hash) })
          .where(and(own(p), sameSecret(p))),
    ),
    endPrevious: db.write((q, p: Params<{ id: string; siteId: string }>) =>
      q
        .update(t)
        .set({ previousSecretHash: null, previousSecretEndsAt: null })
        .where(and(own(p), isNotNull(t.previousSecretHash))),
    ),
    switchOff: db.write((q, p: Params<{ id: string; siteId: string }>) =>
      q
        .update(t)
        .set({ active: false })
        .where(and(own(p), sql`${t.active}`)),
    ),
    switchOn: db.write((q, p: Params<{ id: string; siteId: string }>) =>
      q
        .update(t)
        .set({ active: true })
        .where(and(own(p), sql`not ${t.active}`)),
    ),
    remove: db.write((q, p: Params<{ id: string; siteId: string }>) => q.delete(t).where(own(p))),
  };
}

function reads(db: Database) {
  const { clients: t, grants: g, people } = db.tables;
  const ofSite = (p: Params<{ siteId: string }>) =>
    and(eq(t.siteId, text(p.siteId)), sql`${t.origin} = 'site_application'`);
  const live = (p: Params<{ siteId: string; now: number }>) =>
    and(eq(g.siteId, text(p.siteId)), isNull(g.revokedAt), isNotNull(g.redeemedAt), gt(g.expiresAt, integer(p.now)));
  const use = { grants: count(), people: countDistinct(g.personId) };
  return {
    // By clients_by_site.
    all: db.many((q, p: Params<{ siteId: string }>) =>
      q.select().from(t).where(ofSite(p)).orderBy(desc(t.createdAt), asc(t.id)),
    ),
    // By primary key.
    one: db.one((q, p: Params<{ id: string; siteId: string }>) =>
      q
        .select()
        .from(t)
        .where(and(ofSite(p), eq(t.id, text(p.id)))),
    ),
    // The rest by grants_by_site.
    uses: db.many((q, p: Params<{ siteId: string; now: number }>) =>
      q
        .select({ id: g.clientId, ...use })
        .from(g)
        .where(live(p))
        .groupBy(g.clientId),
    ),
    use: db.one((q, p: Params<{ id: string; siteId: string; now: number }>) =>
      q
        .select(use)
        .from(g)
        .where(and(live(p), eq(g.clientId, text(p.id)))),
    ),
    grants: db.many((q, p: Params<{ id: string; limit: number; siteId: string; now: number }>) =>
      q
        .select({
          personName: people.name,
          personEmail: people.email,
          scope: g.scope,
          createdAt: g.createdAt,
          lastUsedAt: g.lastUsedAt,
        })
        .from(g)
        .innerJoin(people, eq(people.id, g.personId))
        .where(and(live(p), eq(g.clientId, text(p.id))))
        .orderBy(desc(g.id))
        .limit(limit(p.limit)),
    ),
  };
}

export type SiteApplicationStore = ReturnType<typeof siteApplicationStore>;

/** OAuth applications that a school made for itself. Every method names the school: what is of another is not there. */
export function siteApplicationStore(db: Database, audit: AuditTrail) {
  const read = reads(db);
  const write = changes(db);
  const ends = connectionEnds(db);

  const keyOf = ({ siteId, id }: StoredApplication) => ({ siteId, id });
  const endingSteps = ({ siteId, id }: StoredApplication, now: number) => ends.application(siteId, id, now);

  return {
    /** Newest first. */
    async ofSite(siteId: string): Promise<StoredApplication[]> {
      return (await read.all({ siteId })).map(toApplication);
    },

    async find(siteId: string, id: string): Promise<StoredApplication | undefined> {
      const row = await read.one({ siteId, id });
      return row && toApplication(row);
    },

    /** How much each application of the school is used; those that are not are not in it. */
    async uses(siteId: string, now: number): Promise<ReadonlyMap<string, ApplicationUse>> {
      return new Map((await read.uses({ siteId, now })).map(({ id, ...use }) => [id, use]));
    },

    async use({ siteId, id }: StoredApplication, now: number): Promise<ApplicationUse> {
      return (await read.use({ siteId, id, now })) ?? { grants: 0, people: 0 };
    },

    /** Newest first. */
    async grants({ siteId, id }: StoredApplication, now: number, limit: number): Promise<ApplicationGrant[]> {
      const rows = await read.grants({ siteId, id, now, limit });
      return rows.map(({ scope, ...grant }) => ({ ...grant, scopes: parseScopes(scope) }));
    },

    /** @returns false when there is a client of this id already (a form that was sent twice) */
    async create(client: NewClient & { siteId: string }, event: AuditEvent): Promise<boolean> {
      return db.atomically(required(write.insert(clientRow(client))), ...(await audit.steps(event)));
    },

    /**
     * Saves other settings. Scopes that are taken away are taken from every token at once, because a token carries no
     * more than its client may have when it is used. Where an address is added, what people allowed before is asked again.
     * @returns false when somebody else changed it meanwhile
     */
    async change(seen: StoredApplication, settings: ApplicationSettings, event: AuditEvent): Promise<boolean> {
      const { added, summary } = changesOf(seen, settings);
      return db.atomically(
        required(
          write.settings({
            ...keyOf(seen),
            name: settings.name,
            description: settings.description ?? null,
            redirectUris: settings.redirectUris,
            postLogoutRedirectUris: settings.postLogoutRedirectUris,
            scope: joinScopes(settings.scopes),
            addedAt: added.redirectUris.length > 0 ? event.at : null,
            seenName: seen.name,
            seenDescription: seen.description ?? '',
            seenRedirectUris: JSON.stringify(seen.redirectUris),
            seenPostLogoutRedirectUris: JSON.stringify(seen.postLogoutRedirectUris),
            seenScope: joinScopes(seen.scopes),
          }),
        ),
        ...(await audit.steps({
          ...event,
          before: settingsDigest(seen),
          after: settingsDigest(settings),
          ...(summary === '' ? {} : { target: summary }),
        })),
      );
    },

    /**
     * Gives a new secret; the one before is taken until `endsAt`, one before that no longer.
     * @returns false when somebody else gave it another meanwhile
     */
    async rotateSecret(
      seen: StoredApplication,
      { hash, endsAt }: { hash: CredentialHash; endsAt: number },
      event: AuditEvent,
    ): Promise<boolean> {
      if (seen.secretHash === undefined) return false;
      return db.atomically(
        required(write.secret({ ...keyOf(seen), seen: seen.secretHash, hash, endsAt })),
        ...(await audit.steps(event)),
      );
    },

    /** The secret before is no longer taken. @returns false when there was none */
    async endPreviousSecret(application: StoredApplication, event: AuditEvent): Promise<boolean> {
      return db.atomically(required(write.endPrevious(keyOf(application))), ...(await audit.steps(event)));
    },

    /** Its tokens are dead at once, and what people allowed is ended [spec 3]. @returns false when it was off already */
    async disable(application: StoredApplication, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(write.switchOff(keyOf(application))),
        ...endingSteps(application, event.at),
        ...(await audit.steps(event)),
      );
    },

    /** Nothing comes back to life by it: whatever slipped in meanwhile is ended. @returns false when it was on already */
    async enable(application: StoredApplication, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(write.switchOn(keyOf(application))),
        ...endingSteps(application, event.at),
        ...(await audit.steps(event)),
      );
    },

    /** For good. @returns false when it was gone already */
    async remove(application: StoredApplication, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(write.remove(keyOf(application))),
        ...endingSteps(application, event.at),
        ...(await audit.steps({ ...event, before: settingsDigest(application) })),
      );
    },
  };
}
