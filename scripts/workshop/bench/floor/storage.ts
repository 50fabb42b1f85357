import Database from 'better-sqlite3';
import { CONFIDENTIAL_CLIENT, FLOOR_SESSION, LIFETIMES, PERSON, SCOPE } from '../fixtures.ts';
import { hashSecret, type IssuedCredential } from './credential.ts';
import { GroupCommit } from './group-commit.ts';
import { SCHEMA } from './schema.ts';

export interface ClientRow {
  id: string;
  secretHash: Buffer;
  redirectUri: string;
}

export interface PersonRow {
  subject: string;
  email: string;
  name: string;
  orgId: string;
  /** JSON array */
  roles: string;
}

/** The data that a code passes on to its tokens, and a refresh token to its successors. */
export interface Authorization {
  clientId: string;
  personId: number;
  scope: string;
  resource: string;
}

interface Stored {
  secretHash: Buffer;
  expiresAt: number;
}

export interface NewCode extends Authorization {
  redirectUri: string;
  codeChallenge: string;
  nonce: string;
}

export type CodeRow = NewCode & Stored & PersonRow;
export type TokenRow = Authorization & Stored;
export type RefreshTokenRow = TokenRow & { retiredAt: number | null };
export type SessionRow = Stored & { personId: number };

const PERSON_COLUMNS = 'p.subject, p.email, p.name, p.org_id AS orgId, p.roles';
const TOKEN_COLUMNS =
  't.secret_hash AS secretHash, t.expires_at AS expiresAt, t.client_id AS clientId, t.person_id AS personId, t.scope, t.resource';

export type Storage = ReturnType<typeof openStorage>;

/** The reads and the durable transactions of the floor, as raw prepared statements. */
export function openStorage(file: string) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(SCHEMA);
  fill(database);

  const statements = prepare(database);
  const units = new GroupCommit(database);

  const insertTokens = (from: Authorization, access: IssuedCredential, refresh: IssuedCredential): void => {
    const now = Date.now();
    const { clientId, personId, scope, resource } = from;
    const accessExpiry = now + LIFETIMES.accessToken * 1_000;
    const refreshExpiry = now + LIFETIMES.refreshToken * 1_000;
    statements.insertAccessToken.run(access.id, access.secretHash, clientId, personId, scope, resource, accessExpiry);
    statements.insertRefreshToken.run(
      refresh.id,
      refresh.secretHash,
      clientId,
      personId,
      scope,
      resource,
      refreshExpiry,
    );
  };

  return {
    findClient: (id: string) => statements.findClient.get(id),
    findSession: (id: number) => statements.findSession.get(id),
    findConsent: (personId: number, clientId: string) => statements.findConsent.get(personId, clientId),
    findCode: (id: number) => statements.findCode.get(id),
    findAccessToken: (id: number) => statements.findAccessToken.get(id),
    findAccessTokenWithPerson: (id: number) => statements.findAccessTokenWithPerson.get(id),
    findRefreshToken: (id: number) => statements.findRefreshToken.get(id),

    insertCode: (code: IssuedCredential, of: NewCode): Promise<void> =>
      units.run(() => {
        const { clientId, personId, redirectUri, scope, resource, codeChallenge, nonce } = of;
        const expiresAt = Date.now() + LIFETIMES.code * 1_000;
        // biome-ignore format: the order of the columns
        statements.insertCode.run(code.id, code.secretHash, clientId, personId, redirectUri, scope, resource, codeChallenge, nonce, expiresAt);
      }),

    /** Redeems the code and stores its tokens, or returns false and does neither. */
    redeemCode: (
      id: number,
      of: Authorization,
      access: IssuedCredential,
      refresh: IssuedCredential,
    ): Promise<boolean> =>
      units.run(() => {
        if (statements.redeemCode.run(Date.now(), id).changes === 0) return false;
        insertTokens(of, access, refresh);
        return true;
      }),

    /** Retires the refresh token and stores its successors, or returns false and does neither. */
    rotate: (id: number, of: Authorization, access: IssuedCredential, refresh: IssuedCredential): Promise<boolean> =>
      units.run(() => {
        if (statements.retireRefreshToken.run(Date.now(), id).changes === 0) return false;
        insertTokens(of, access, refresh);
        return true;
      }),
  };
}

function prepare(database: Database.Database) {
  return {
    findClient: database.prepare<[string], ClientRow>(
      'SELECT id, secret_hash AS secretHash, redirect_uri AS redirectUri FROM client WHERE id = ?',
    ),
    findSession: database.prepare<[number], SessionRow>(
      'SELECT secret_hash AS secretHash, expires_at AS expiresAt, person_id AS personId FROM session WHERE id = ?',
    ),
    findConsent: database.prepare<[number, string], { scope: string }>(
      'SELECT scope FROM consent WHERE person_id = ? AND client_id = ?',
    ),
    findCode: database.prepare<[number], CodeRow>(
      `SELECT ${TOKEN_COLUMNS}, t.redirect_uri AS redirectUri, t.code_challenge AS codeChallenge, t.nonce, ${PERSON_COLUMNS}
       FROM code t JOIN person p ON p.id = t.person_id WHERE t.id = ?`,
    ),
    findAccessToken: database.prepare<[number], TokenRow>(`SELECT ${TOKEN_COLUMNS} FROM access_token t WHERE t.id = ?`),
    findAccessTokenWithPerson: database.prepare<[number], Stored & PersonRow & { scope: string }>(
      `SELECT t.secret_hash AS secretHash, t.expires_at AS expiresAt, t.scope, ${PERSON_COLUMNS} FROM access_token t JOIN person p ON p.id = t.person_id WHERE t.id = ?`,
    ),
    findRefreshToken: database.prepare<[number], RefreshTokenRow>(
      `SELECT ${TOKEN_COLUMNS}, t.retired_at AS retiredAt FROM refresh_token t WHERE t.id = ?`,
    ),
    insertCode: database.prepare('INSERT INTO code VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)'),
    redeemCode: database.prepare('UPDATE code SET redeemed_at = ? WHERE id = ? AND redeemed_at IS NULL'),
    insertAccessToken: database.prepare('INSERT INTO access_token VALUES (?, ?, ?, ?, ?, ?, ?)'),
    insertRefreshToken: database.prepare('INSERT INTO refresh_token VALUES (?, ?, ?, ?, ?, ?, ?, NULL)'),
    retireRefreshToken: database.prepare('UPDATE refresh_token SET retired_at = ? WHERE id = ? AND retired_at IS NULL'),
  };
}

function fill(database: Database.Database): void {
  const { id, secret, redirectUri } = CONFIDENTIAL_CLIENT;
  database.prepare('INSERT OR IGNORE INTO client VALUES (?, ?, ?)').run(id, hashSecret(secret), redirectUri);
  database
    .prepare('INSERT OR IGNORE INTO person VALUES (?, ?, ?, ?, ?, ?)')
    .run(PERSON.id, PERSON.subject, PERSON.email, PERSON.name, PERSON.orgId, JSON.stringify(PERSON.roles));
  const tomorrow = Date.now() + 86_400_000;
  database
    .prepare('INSERT OR IGNORE INTO session VALUES (?, ?, ?, ?)')
    .run(FLOOR_SESSION.id, hashSecret(FLOOR_SESSION.secret), PERSON.id, tomorrow);
  database.prepare('INSERT OR IGNORE INTO consent VALUES (?, ?, ?)').run(PERSON.id, id, SCOPE);
}
