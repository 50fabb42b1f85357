/** What a copy of the database says of itself, and what has to end when it is put in the place of a newer one. */
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

/**
 * Ends everything that could have been revoked or used since the copy was taken: sessions, grants with their codes and
 * tokens, consents, one-time links and signing keys. Nobody can know what was, so all of it ends. The first start makes
 * a new signing key.
 * @param now milliseconds since the epoch
 */
export const endAccess = (now: number): string[] => [
  `update sessions set ended_at = ${now} where ended_at is null`,
  `update grants set revoked_at = ${now}, revoked_by = 'operator' where revoked_at is null`,
  'delete from consents',
  'delete from authorization_requests',
  `update mail_links set used_at = ${now} where used_at is null`,
  `update setup_links set used_at = ${now} where used_at is null`,
  'delete from second_factor_resets',
  // They were sent since, or have links that have ended.
  'delete from outbox',
  'delete from signing_keys',
];
