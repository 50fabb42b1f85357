/**
 * OAuth clients of every origin (`clients`): lookup by id, credentials for client authentication, registration and
 * vendor presets. Secrets are stored only as hashes, and a replaced secret can remain valid for a limited time.
 */
import { eq, isNotNull, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { Client, ClientCredentials, ClientOrigin } from '../../schema/oauth/client.ts';
import { joinScopes, type Scope } from '../../schema/oauth/scope.ts';
import type { AuditTrail } from '../audit/audit.ts';
import { boundedRows } from '../engine/bounded-rows.ts';
import { type Database, type Params, type RowOf, required, type Step } from '../engine/engine.ts';
import { encoded, integer, rowOf, text, value } from '../engine/placeholders.ts';
import { type ClientRow, clientOfRow, siteClientOfRow } from './client-rows.ts';
import type { MetadataClientStore } from './metadata-clients.ts';

const DAY = 86_400_000;

export interface NewClient {
  id: string;
  origin: ClientOrigin;
  siteId?: string;
  name: string;
  description?: string | undefined;
  authMethod: Client['authMethod'];
  secretHash?: CredentialHash;
  redirectUris: readonly string[];
  postLogoutRedirectUris?: readonly string[];
  scopes: readonly Scope[];
  defaultScope?: string | undefined;
  mayIntrospect?: boolean;
  demandsProof?: boolean;
  createdAt: number;
  /** Where it was registered without a person, for the limit of those that are never used. */
  network?: string;
}

/** How many registered clients that were never used are kept, and who is told that others had to make room. */
export interface UnusedClients {
  limit: number;
  onDropped(count: number): void;
}

/** A new client as a row. */
export const clientRow = (client: NewClient) => ({
  id: client.id,
  origin: client.origin,
  siteId: client.siteId ?? null,
  name: client.name,
  authMethod: client.authMethod,
  secretHash: client.secretHash ?? null,
  previousSecretHash: null,
  previousSecretEndsAt: null,
  redirectUrisChangedAt: null,
  description: client.description ?? null,
  redirectUris: client.redirectUris,
  postLogoutRedirectUris: client.postLogoutRedirectUris ?? [],
  scope: joinScopes(client.scopes),
  defaultScope: client.defaultScope ?? null,
  mayIntrospect: client.mayIntrospect ?? false,
  logo: null,
  active: true,
  createdAt: client.createdAt,
  lastUsedAt: null,
  network: client.network ?? null,
  runsAlone: false,
  demandsProof: client.demandsProof ?? false,
});

/** The step that records the use of a client, at most once a day, for units of work that use it (codes, tokens). */
export function clientStatements(db: Database) {
  const t = db.tables.clients;
  // Uses the primary key.
  const touch = db.write((q, p: Params<{ now: number; id: string; stale: number }>) =>
    q
      .update(t)
      .set({ lastUsedAt: value(p.now), network: null })
      .where(sql`${t.id} = ${text(p.id)} and coalesce(${t.lastUsedAt}, 0) < ${integer(p.stale)}`),
  );
  return { touch: (id: string, now: number): Step => touch({ id, now, stale: now - DAY }) };
}

/** A client of any origin but a metadata document, which has its content in another table. */
const clientIn = (row: ClientRow, origin: Exclude<ClientOrigin, 'metadata_document'>): Client =>
  origin === 'site_application' ? siteClientOfRow(row) : { ...clientOfRow(row), origin };

function clientReads(db: Database) {
  const t = db.tables.clients;

  // Uses the primary key.
  // A client that registers itself can have 20 KB.
  const readById = db.cached(
    { key: t.id, maxRows: 500 },
    (q, p: Params<{ key: string }>) =>
      q
        .select()
        .from(t)
        .where(eq(t.id, text(p.key))),
    (row) => (row.origin === 'metadata_document' ? 'metadata_document' : clientIn(row, row.origin)),
  );
  const readCredentials = db.cached(
    { key: t.id, maxRows: 10_000 },
    (q, p: Params<{ key: string }>) =>
      q
        .select({
          id: t.id,
          origin: t.origin,
          authMethod: t.authMethod,
          secretHash: t.secretHash,
          previousSecretHash: t.previousSecretHash,
          previousSecretEndsAt: t.previousSecretEndsAt,
          active: t.active,
          siteId: t.siteId,
          mayIntrospect: t.mayIntrospect,
          demandsProof: t.demandsProof,
        })
        .from(t)
        .where(eq(t.id, text(p.key))),
    (row) => row,
  );
  // Uses the index clients_by_age.
  const readVendors = db.many((q) =>
    q.select({ id: t.id, redirectUris: t.redirectUris, active: t.active }).from(t).where(eq(t.origin, 'vendor')),
  );

  return { readById, readCredentials, readVendors };
}

function clientChanges(db: Database) {
  const t = db.tables.clients;

  const insert = db.write((q, p: Params<RowOf<typeof t>>) => q.insert(t).values(rowOf(t, p)).onConflictDoNothing());
  const preset = db.write((q, p: Params<RowOf<typeof t>>) =>
    q
      .insert(t)
      .values(rowOf(t, p))
      .onConflictDoUpdate({
        target: t.id,
        set: { name: sql`excluded.name`, redirectUris: sql`excluded.redirect_uris`, active: sql`excluded.active` },
      }),
  );
  const setActive = db.write((q, p: Params<{ id: string; active: boolean }>) =>
    q
      .update(t)
      .set({ active: encoded(p.active) })
      .where(eq(t.id, text(p.id))),
  );
  const setSecret = db.write((q, p: Params<{ hash: CredentialHash; id: string }>) =>
    q
      .update(t)
      .set({ secretHash: value(p.hash) })
      .where(eq(t.id, text(p.id))),
  );

  return { insert, preset, setActive, setSecret };
}

export type ClientStore = ReturnType<typeof clientStore>;

export function clientStore(
  db: Database,
  audit: AuditTrail,
  metadataClients: MetadataClientStore,
  unused: UnusedClients,
) {
  const t = db.tables.clients;
  // Uses the index unused_clients_by_network.
  const dropExcess = boundedRows(db, t, unused.limit, isNotNull(t.network));
  const { readById, readCredentials, readVendors } = clientReads(db);
  const { insert, preset, setActive, setSecret } = clientChanges(db);

  return {
    async find(id: string): Promise<Client | undefined> {
      const found = await readById(id);
      return found === 'metadata_document' ? metadataClients.find(id) : found;
    },

    async findCredentials(id: string, now: number): Promise<ClientCredentials | undefined> {
      const row = await readCredentials(id);
      const overlaps = (row?.previousSecretEndsAt ?? 0) > now;
      return (
        row && {
          id: row.id,
          origin: row.origin,
          authMethod: row.authMethod,
          secretHashes: [row.secretHash, overlaps ? row.previousSecretHash : null].filter((hash) => hash !== null),
          active: row.active,
          siteId: row.siteId ?? undefined,
          mayIntrospect: row.mayIntrospect,
          demandsProof: row.demandsProof,
        }
      );
    },

    /**
     * Stores a new client with its audit event.
     * @returns false if there is a client with this id
     */
    create: async (client: NewClient, event: AuditEvent): Promise<boolean> =>
      db.atomically(required(insert(clientRow(client))), ...(await audit.steps(event))),

    /**
     * Stores a client that registers itself. Its first consent is recorded, and clients that were never used make room.
     * @returns false if there is a client with this id
     */
    async register(client: NewClient & { network: string }): Promise<boolean> {
      const isNew = await db.atomically(required(insert(clientRow(client))));
      const dropped = isNew ? await dropExcess() : 0;
      if (dropped > 0) unused.onDropped(dropped);
      return isNew;
    },

    /**
     * Inserts or updates the configured vendor presets, and disables the clients of vendors that are no longer
     * configured.
     * @param isConfigured decides about a client that a vendor registered with redirect URIs of a pattern
     */
    async presetVendors(
      vendors: readonly NewClient[],
      isConfigured: (client: Pick<Client, 'id' | 'redirectUris'>) => boolean = () => false,
    ): Promise<void> {
      const stored = (await readVendors()).filter(({ id }) => !vendors.some((vendor) => vendor.id === id));
      const changed = stored.filter((client) => client.active !== isConfigured(client));
      await db.atomically(
        ...vendors.map((vendor) => preset(clientRow(vendor))),
        ...changed.map(({ id, active }) => setActive({ id, active: !active })),
      );
    },

    async replaceSecret(id: string, hash: CredentialHash): Promise<void> {
      await db.atomically(setSecret({ id, hash }));
    },
  };
}
