/** Reads a copy of the database, and ends what has to end when it is put in the place of a newer one. */
/** A file that people can download, according to the database. */
export interface KnownFile {
  readonly siteId: string;
  readonly id: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string | null;
}

export interface Snapshot {
  /** The time of the newest migration, as the migrator stores it. */
  readonly migration: number;
  readonly files: readonly KnownFile[];
  /** The private signing keys, encrypted under the master key. */
  readonly sealedKeys: readonly Buffer[];
}

export const MIGRATION = 'select max(created_at) as migration from';
export const FILES =
  "select site_id, id, size, checksum_sha256 from assets where status = 'ready' order by site_id, id";
export const SEALED_KEYS = 'select sealed_private_key from signing_keys order by kid';

/** @param rows of the statement `FILES`, in the order of its columns */
export const knownFiles = (rows: readonly (readonly unknown[])[]): KnownFile[] =>
  rows.map(([siteId, id, size, sha256]) => ({
    siteId: String(siteId),
    id: String(id),
    size: Number(size),
    sha256: sha256 === null ? null : String(sha256),
  }));

/** A statement for a restored copy. A copy of an older version can lack the column, and then there is nothing to do. */
export interface RestoreStatement {
  readonly table: string;
  readonly column: string;
  readonly sql: string;
}

/**
 * Ends everything that could have been revoked or used since the copy was taken: sessions, grants with their codes and
 * tokens, consents, one-time links and signing keys. Nobody can know what was, so all of it ends. The first start makes
 * a new signing key.
 * @param now milliseconds since the epoch
 */
const endAccess = (now: number): RestoreStatement[] => [
  { table: 'sessions', column: 'id', sql: `update sessions set ended_at = ${now} where ended_at is null` },
  {
    table: 'grants',
    column: 'id',
    sql: `update grants set revoked_at = ${now}, revoked_by = 'platform' where revoked_at is null`,
  },
  { table: 'consents', column: 'person_id', sql: 'delete from consents' },
  { table: 'authorization_requests', column: 'id', sql: 'delete from authorization_requests' },
  { table: 'mail_links', column: 'used_at', sql: `update mail_links set used_at = ${now} where used_at is null` },
  {
    table: 'handover_links',
    column: 'revoked_at',
    sql: `update handover_links set revoked_at = ${now} where revoked_at is null`,
  },
  { table: 'setup_links', column: 'used_at', sql: `update setup_links set used_at = ${now} where used_at is null` },
  { table: 'second_factor_resets', column: 'person_id', sql: 'delete from second_factor_resets' },
  { table: 'ownership_offers', column: 'person_id', sql: 'delete from ownership_offers' },
  { table: 'signing_keys', column: 'kid', sql: 'delete from signing_keys' },
];

/**
 * Nothing is sent to the webhooks of schools: it was sent since, or it is no news but what this restore has ended. The
 * school can still send what failed again. With access, the webhooks themselves end, because a restored copy is often a
 * second one beside a server that runs, and its messages would be as validly signed as those of that server.
 */
const endWebhooks = (now: number, disables: boolean): RestoreStatement[] => [
  { table: 'webhook_events', column: 'id', sql: 'delete from webhook_events' },
  {
    table: 'webhook_deliveries',
    column: 'due_at',
    sql: `update webhook_deliveries set due_at = null, failed_at = ${now} where due_at is not null`,
  },
  { table: 'webhook_endpoints', column: 'due_at', sql: 'update webhook_endpoints set due_at = null, not_before = 0' },
  ...(disables
    ? [
        {
          table: 'webhook_endpoints',
          column: 'stop',
          sql: `update webhook_endpoints set status = 'disabled', stop = 'school', updated_at = ${now} where status = 'active'`,
        },
      ]
    : []),
];

/**
 * Returns the changes to a restored copy. E-mails in it were sent since, and plans to delete a school could have been
 * cancelled. Webhooks come last, because triggers note for them what the other statements change.
 * @param endedAt ends all access at this time; `undefined`: sessions, tokens and links of the copy live on
 */
export const restoreStatements = (endedAt: number | undefined): RestoreStatement[] => [
  { table: 'outbox', column: 'id', sql: 'delete from outbox' },
  { table: 'sites', column: 'delete_at', sql: 'update sites set delete_at = null where delete_at is not null' },
  ...(endedAt === undefined ? [] : endAccess(endedAt)),
  ...endWebhooks(endedAt ?? Date.now(), endedAt !== undefined),
];
