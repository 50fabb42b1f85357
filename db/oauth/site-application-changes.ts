/**
 * Changes the OAuth applications that a school registered for itself. Disabling, enabling or removing one also revokes its
 * grants in the same unit of work.
 */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import { joinScopes } from '../../schema/oauth/scope.ts';
import {
  type ApplicationSettings,
  changesOf,
  type StoredApplication,
  settingsDigest,
} from '../../schema/oauth/site-application.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { bytes, encoded, integer, json, rowOf, text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { clientRow, type NewClient } from './clients.ts';
import { connectionEnds } from './grant-ends.ts';

type Key = { siteId: string; id: string };

/** By the primary key; the school is part of it, so that no operator reaches into another school. */
const ownOf = ({ clients: t }: Tables, p: Params<Key>) =>
  and(eq(t.id, text(p.id)), eq(t.siteId, text(p.siteId)), sql`${t.origin} = 'site_application'`);

/** The settings that a change was judged by; lists are JSON. */
type SeenSettings = {
  seenName: string;
  seenDescription: string;
  seenRedirectUris: string;
  seenPostLogoutRedirectUris: string;
  seenScope: string;
};
type NewSettings = {
  name: string;
  description: string | null;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  scope: string;
  /** When an address was added, if one was. */
  addedAt: number | null;
};

/** Prepares the change from settings that were seen to others. */
function settingsChange(db: Database) {
  const t = db.tables.clients;
  const asSeen = (p: Params<SeenSettings>) =>
    and(
      eq(t.name, text(p.seenName)),
      sql`coalesce(${t.description}, '') = ${text(p.seenDescription)}`,
      sql`${t.redirectUris} = ${json(db, p.seenRedirectUris)}`,
      sql`${t.postLogoutRedirectUris} = ${json(db, p.seenPostLogoutRedirectUris)}`,
      eq(t.scope, text(p.seenScope)),
    );
  const change = db.write((q, p: Params<Key & NewSettings & SeenSettings>) =>
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
      .where(and(ownOf(db.tables, p), asSeen(p))),
  );

  return (seen: StoredApplication, settings: ApplicationSettings, addedAt: number | null): Step =>
    change({
      siteId: seen.siteId,
      id: seen.id,
      name: settings.name,
      description: settings.description ?? null,
      redirectUris: settings.redirectUris,
      postLogoutRedirectUris: settings.postLogoutRedirectUris,
      scope: joinScopes(settings.scopes),
      addedAt,
      seenName: seen.name,
      seenDescription: seen.description ?? '',
      seenRedirectUris: JSON.stringify(seen.redirectUris),
      seenPostLogoutRedirectUris: JSON.stringify(seen.postLogoutRedirectUris),
      seenScope: joinScopes(seen.scopes),
    });
}

function applicationStatements(db: Database) {
  const t = db.tables.clients;
  const own = (p: Params<Key>) => ownOf(db.tables, p);

  return {
    insert: db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing()),
    settings: settingsChange(db),
    secret: db.write((q, p: Params<Key & { endsAt: number; hash: CredentialHash; seen: CredentialHash }>) =>
      q
        .update(t)
        .set({ previousSecretHash: t.secretHash, previousSecretEndsAt: value(p.endsAt), secretHash: value(p.hash) })
        .where(and(own(p), eq(t.secretHash, bytes(db, p.seen)))),
    ),
    endPrevious: db.write((q, p: Params<Key>) =>
      q
        .update(t)
        .set({ previousSecretHash: null, previousSecretEndsAt: null })
        .where(and(own(p), isNotNull(t.previousSecretHash))),
    ),
    switchOff: db.write((q, p: Params<Key>) =>
      q
        .update(t)
        .set({ active: false })
        .where(and(own(p), sql`${t.active}`)),
    ),
    switchOn: db.write((q, p: Params<Key>) =>
      q
        .update(t)
        .set({ active: true })
        .where(and(own(p), sql`not ${t.active}`)),
    ),
    remove: db.write((q, p: Params<Key>) => q.delete(t).where(own(p))),
  };
}

export function siteApplicationChanges(db: Database, audit: AuditTrail) {
  const write = applicationStatements(db);
  const ends = connectionEnds(db);

  const keyOf = ({ siteId, id }: StoredApplication): Key => ({ siteId, id });
  const endingSteps = ({ siteId, id }: StoredApplication, now: number) => ends.application(siteId, id, now);

  return {
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
        required(write.settings(seen, settings, added.redirectUris.length > 0 ? event.at : null)),
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

    /** Its tokens are dead at once, and what people allowed is ended. @returns false when it was off already */
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
