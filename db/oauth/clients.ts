/**
 * OAuth clients of every origin (`clients`): lookup by id, credentials for client authentication, registration and
 * vendor presets. Secrets are stored only as hashes, and a replaced secret can remain valid for a limited time.
 */
import { eq, sql } from 'drizzle-orm';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import type { CredentialHash } from '../../schema/credential.ts';
import type { Client, ClientCredentials, ClientOrigin } from '../../schema/oauth/client.ts';
import { joinScopes, type Scope } from '../../schema/oauth/scope.ts';
import type { AuditTrail } from '../audit/audit.ts';
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
  createdAt: number;
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
});

/** The step that records the use of a client, at most once a day, for units of work that use it (codes, tokens). */
export function clientStatements(db: Database) {
  const t = db.tables.clients;
  // Uses the primary key.
  const touch = db.write((q, p: Params<{ now: number; id: string; stale: number }>) =>
    q
      .update(t)
      .set({ lastUsedAt: value(p.now) })
      .where(sql`${t.id} = ${text(p.id)} and coalesce(${t.lastUsedAt}, 0) < ${integer(p.stale)}`),
  );
  return { touch: (id: string, now: number): Step => touch({ id, now, stale: now - DAY }) };
}

function clientReads(db: Database) {
  const t = db.tables.clients;

  // Uses the primary key.
  const readById = db.one((q, p: Params<{ id: string }>) =>
    q
      .select()
      .from(t)
      .where(eq(t.id, text(p.id))),
  );
  const readCredentials = db.one((q, p: Params<{ id: string }>) =>
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
      })
      .from(t)
      .where(eq(t.id, text(p.id))),
  );
  // Uses the index clients_by_site.
  const readBySite = db.many((q, p: Params<{ siteId: string }>) =>
    q
      .select()
      .from(t)
      .where(eq(t.siteId, text(p.siteId))),
  );

  // Uses the index clients_by_age.
  const readVendors = db.many((q) =>
    q.select({ id: t.id, redirectUris: t.redirectUris, active: t.active }).from(t).where(eq(t.origin, 'vendor')),
  );

  return { readById, readCredentials, readBySite, readVendors };
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

export function clientStore(db: Database, audit: AuditTrail, metadataClients: MetadataClientStore) {
  const { readById, readCredentials, readBySite, readVendors } = clientReads(db);
  const { insert, preset, setActive, setSecret } = clientChanges(db);

  const toClient = async (row: ClientRow): Promise<Client | undefined> => {
    if (row.origin === 'metadata_document') return metadataClients.find(row.id);
    return row.origin === 'site_application' ? siteClientOfRow(row) : { ...clientOfRow(row), origin: row.origin };
  };

  return {
    async find(id: string): Promise<Client | undefined> {
      const row = await readById({ id });
      return row && toClient(row);
    },

    async findCredentials(id: string, now: number): Promise<ClientCredentials | undefined> {
      const row = await readCredentials({ id });
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
        }
      );
    },

    async ofSite(siteId: string): Promise<Client[]> {
      const all = await Promise.all((await readBySite({ siteId })).map(toClient));
      return all.filter((client) => client !== undefined);
    },

    /**
     * Stores a new client with its audit event.
     * @returns false if there is a client with this id
     */
    async create(client: NewClient, event: AuditEvent): Promise<boolean> {
      return db.atomically(required(insert(clientRow(client))), ...(await audit.steps(event)));
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
