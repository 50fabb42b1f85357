/**
 * Changes the OAuth applications that a school registered for itself. Disabling, enabling or removing one also revokes
 * its grants in the same unit of work.
 */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { type AuditEvent, fieldValues } from '../../schema/audit/audit-event.ts';
import { sizeValues } from '../../schema/audit/ended-connections.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import { joinScopes } from '../../schema/oauth/scope.ts';
import {
  type ApplicationSettings,
  changesOf,
  type StoredApplication,
  settingsDigest,
} from '../../schema/oauth/site-application.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { handoverLinkEnds, handoverLinkStore } from '../clients/handover-links.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { bytes, encoded, integer, json, rowOf, text, value } from '../engine/placeholders.ts';
import type { Tables } from '../tables/index.ts';
import { clientRow, type NewClient } from './clients.ts';
import { connectionEnds } from './grant-ends.ts';
import { siteApplicationReads } from './site-application-reads.ts';

type Key = { siteId: string; id: string };

/**
 * Selects an application by its primary key. The school is part of the condition, so no operator reaches another
 * school.
 */
const isOwn = ({ clients: t }: Tables, p: Params<Key>) =>
  and(eq(t.id, text(p.id)), eq(t.siteId, text(p.siteId)), sql`${t.origin} = 'site_application'`);

/** The settings that the caller saw. Lists are JSON. */
type SeenSettings = {
  seenName: string;
  seenDescription: string;
  seenRedirectUris: string;
  seenPostLogoutRedirectUris: string;
  seenScope: string;
  seenDefaultScope: string;
  seenMayIntrospect: number;
  seenDemandsProof: number;
};
type NewSettings = {
  name: string;
  description: string | null;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  scope: string;
  defaultScope: string | null;
  mayIntrospect: boolean;
  demandsProof: boolean;
  /** The time at which a redirect URI was added, if one was, in milliseconds since the epoch. */
  addedAt: number | null;
};

/** Prepares the change of settings, which requires those that the caller saw. */
function settingsChange(db: Database) {
  const t = db.tables.clients;
  const isAsSeen = (p: Params<SeenSettings>) =>
    and(
      eq(t.name, text(p.seenName)),
      sql`coalesce(${t.description}, '') = ${text(p.seenDescription)}`,
      sql`${t.redirectUris} = ${json(db, p.seenRedirectUris)}`,
      sql`${t.postLogoutRedirectUris} = ${json(db, p.seenPostLogoutRedirectUris)}`,
      eq(t.scope, text(p.seenScope)),
      sql`coalesce(${t.defaultScope}, '') = ${text(p.seenDefaultScope)}`,
      sql`case when ${t.mayIntrospect} then 1 else 0 end = ${integer(p.seenMayIntrospect)}`,
      sql`case when ${t.demandsProof} then 1 else 0 end = ${integer(p.seenDemandsProof)}`,
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
        defaultScope: value(p.defaultScope),
        mayIntrospect: encoded(p.mayIntrospect),
        demandsProof: encoded(p.demandsProof),
      })
      .where(and(isOwn(db.tables, p), isAsSeen(p))),
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
      defaultScope: settings.defaultScope ?? null,
      mayIntrospect: settings.mayIntrospect,
      demandsProof: settings.demandsProof,
      addedAt,
      seenName: seen.name,
      seenDescription: seen.description ?? '',
      seenRedirectUris: JSON.stringify(seen.redirectUris),
      seenPostLogoutRedirectUris: JSON.stringify(seen.postLogoutRedirectUris),
      seenScope: joinScopes(seen.scopes),
      seenDefaultScope: seen.defaultScope ?? '',
      seenMayIntrospect: seen.mayIntrospect ? 1 : 0,
      seenDemandsProof: seen.demandsProof ? 1 : 0,
    });
}

const SETTINGS = [
  'name',
  'description',
  'redirectUris',
  'postLogoutRedirectUris',
  'scopes',
  'defaultScope',
  'mayIntrospect',
  'demandsProof',
] as const satisfies readonly (keyof ApplicationSettings)[];

/** Returns the settings that differ, before and after, as the audit log keeps them. None of them is a secret. */
function changedValues(seen: ApplicationSettings, settings: ApplicationSettings): { before: string; after: string } {
  const changed = SETTINGS.filter((name) => JSON.stringify(seen[name]) !== JSON.stringify(settings[name]));
  const valuesOf = (of: ApplicationSettings): string =>
    fieldValues(Object.fromEntries(changed.map((name) => [name, of[name] ?? null])));
  return { before: valuesOf(seen), after: valuesOf(settings) };
}

/** Returns the settings of a new application that say something, and whether it has a secret. */
function createdValues(client: NewClient): string {
  const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
  const settings = SETTINGS.filter((name) => isSet(client[name])).map((name) => [name, client[name]]);
  return fieldValues({ ...Object.fromEntries(settings), hasSecret: client.secretHash !== undefined });
}

function applicationStatements(db: Database) {
  const { clients: t, clientLogos: logos } = db.tables;
  const own = (p: Params<Key>) => isOwn(db.tables, p);

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
    removeLogo: db.write((q, p: Params<{ id: string }>) => q.delete(logos).where(eq(logos.clientId, text(p.id)))),
  };
}

/** Returns how many connections of how many people end, for the event. */
function sizes(db: Database) {
  const { use } = siteApplicationReads(db);
  return async (application: StoredApplication, now: number) => {
    const { grants: connections, people } = await use(application, now);
    return sizeValues({ connections, people });
  };
}

/** Returns whether an application without a secret has to prove a key from now on. */
const endsUnbound = (seen: StoredApplication, { demandsProof }: ApplicationSettings): boolean =>
  demandsProof && !seen.demandsProof && seen.secretHash === undefined;

export function siteApplicationChanges(db: Database, audit: AuditTrail) {
  const write = applicationStatements(db);
  const ends = connectionEnds(db);
  const links = handoverLinkEnds(db);
  const sizeOf = sizes(db);

  const keyOf = ({ siteId, id }: StoredApplication): Key => ({ siteId, id });
  const endingSteps = ({ siteId, id }: StoredApplication, now: number) => ends.application(siteId, id, now);
  const rotation = (seen: StoredApplication, hash: CredentialHash, endsAt: number): Step[] => {
    if (seen.secretHash === undefined) throw new TypeError('an application without a secret');
    return [required(write.secret({ ...keyOf(seen), seen: seen.secretHash, hash, endsAt }))];
  };

  return {
    /** Links by which an application is handed over to whoever builds it. */
    handoverLinks: handoverLinkStore(db, audit, rotation),

    /** @returns false if there is a client with this id (a form that was sent twice) */
    async create(client: NewClient & { siteId: string }, event: AuditEvent): Promise<boolean> {
      const steps = await audit.steps({ ...event, after: createdValues(client) });
      return db.atomically(required(write.insert(clientRow(client))), ...steps);
    },

    /**
     * Changes the settings. Scopes that are removed are removed from every token at once, because a token has no more
     * scopes than its client. If a redirect URI is added, people are asked for their consent again. If a client without a
     * secret has to prove a key from now on, its connections end, because their tokens may be bound to none.
     * @returns false if somebody else changed the settings in the meantime
     */
    async change(seen: StoredApplication, settings: ApplicationSettings, event: AuditEvent): Promise<boolean> {
      const { added, summary } = changesOf(seen, settings);
      return db.atomically(
        required(write.settings(seen, settings, added.redirectUris.length > 0 ? event.at : null)),
        ...(endsUnbound(seen, settings) ? endingSteps(seen, event.at) : []),
        ...(await audit.steps({
          ...event,
          ...changedValues(seen, settings),
          ...(summary === '' ? {} : { target: summary }),
        })),
      );
    },

    /**
     * Replaces the secret. The previous one is accepted until `endsAt` (milliseconds since the epoch), and an older one
     * no longer. Links that could replace it again end.
     * @returns false if the secret was replaced in the meantime
     */
    async rotateSecret(
      seen: StoredApplication,
      { hash, endsAt }: { hash: CredentialHash; endsAt: number },
      event: AuditEvent,
    ): Promise<boolean> {
      if (seen.secretHash === undefined) return false;
      return db.atomically(
        ...rotation(seen, hash, endsAt),
        links.revokeUnused(seen, event.at),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Ends the previous secret.
     * @returns false if there was none
     */
    async endPreviousSecret(application: StoredApplication, event: AuditEvent): Promise<boolean> {
      return db.atomically(required(write.endPrevious(keyOf(application))), ...(await audit.steps(event)));
    },

    /**
     * Disables an application: its tokens are invalid at once, and its connections end.
     * @returns false if it was disabled already
     */
    async disable(application: StoredApplication, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(write.switchOff(keyOf(application))),
        links.revoke(application, event.at),
        ...endingSteps(application, event.at),
        ...(await audit.steps({ ...event, before: fieldValues(await sizeOf(application, event.at)) })),
      );
    },

    /**
     * Enables an application. Grants that were created while it was disabled are revoked, so that none of them becomes
     * valid.
     * @returns false if it was enabled already
     */
    async enable(application: StoredApplication, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(write.switchOn(keyOf(application))),
        ...endingSteps(application, event.at),
        ...(await audit.steps(event)),
      );
    },

    /**
     * Removes an application permanently. The event keeps its name, which is stored nowhere else then.
     * @returns false if it does not exist any more
     */
    async remove(application: StoredApplication, event: AuditEvent): Promise<boolean> {
      return db.atomically(
        required(write.remove(keyOf(application))),
        write.removeLogo({ id: application.id }),
        links.remove(application),
        ...endingSteps(application, event.at),
        ...(await audit.steps({
          ...event,
          before: settingsDigest(application),
          after: fieldValues({ name: application.name, ...(await sizeOf(application, event.at)) }),
        })),
      );
    },
  };
}
