import Database from 'better-sqlite3';
import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Row {
  payload: string;
  consumed: number | null;
}

/**
 * A straightforward adapter: one table keyed by model and id, the payload as JSON, and one durable prepared statement
 * per call.
 */
export function createAdapterFactory(file: string): (model: string) => Adapter {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    CREATE TABLE IF NOT EXISTS record (
      model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, consumed INTEGER, expires_at INTEGER,
      PRIMARY KEY (model, id)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS record_grant ON record (grant_id) WHERE grant_id IS NOT NULL;
    CREATE INDEX IF NOT EXISTS record_uid ON record (uid) WHERE uid IS NOT NULL;
  `);

  const live = 'AND (expires_at IS NULL OR expires_at > ?)';
  const statements = {
    upsert: database.prepare('INSERT OR REPLACE INTO record VALUES (?, ?, ?, ?, ?, NULL, ?)'),
    find: database.prepare<[string, string, number], Row>(
      `SELECT payload, consumed FROM record WHERE model = ? AND id = ? ${live}`,
    ),
    findByUid: database.prepare<[string, string, number], Row>(
      `SELECT payload, consumed FROM record WHERE uid = ? AND model = ? ${live}`,
    ),
    consume: database.prepare('UPDATE record SET consumed = ? WHERE model = ? AND id = ?'),
    destroy: database.prepare('DELETE FROM record WHERE model = ? AND id = ?'),
    revokeByGrantId: database.prepare('DELETE FROM record WHERE grant_id = ?'),
  };

  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn === undefined ? null : seconds() + expiresIn;
      const { grantId = null, uid = null } = payload;
      statements.upsert.run(model, id, JSON.stringify(payload), grantId, uid, expiresAt);
    },
    async find(id) {
      return read(statements.find.get(model, id, seconds()));
    },
    async findByUid(uid) {
      return read(statements.findByUid.get(uid, model, seconds()));
    },
    async findByUserCode() {
      return undefined; // only the device flow asks, which is off
    },
    async consume(id) {
      statements.consume.run(seconds(), model, id);
    },
    async destroy(id) {
      statements.destroy.run(model, id);
    },
    async revokeByGrantId(grantId) {
      statements.revokeByGrantId.run(grantId);
    },
  });
}

function read(row: Row | undefined): AdapterPayload | undefined {
  if (row === undefined) return undefined;
  const payload: AdapterPayload = JSON.parse(row.payload);
  return row.consumed === null ? payload : { ...payload, consumed: row.consumed };
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
