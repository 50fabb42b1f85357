export const SCHEMA = `
CREATE TABLE IF NOT EXISTS client (id TEXT PRIMARY KEY, secret_hash BLOB NOT NULL, redirect_uri TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS person (
  id INTEGER PRIMARY KEY, subject TEXT NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL, org_id TEXT NOT NULL, roles TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS session (
  id INTEGER PRIMARY KEY, secret_hash BLOB NOT NULL, person_id INTEGER NOT NULL, expires_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS consent (
  person_id INTEGER NOT NULL, client_id TEXT NOT NULL, scope TEXT NOT NULL, PRIMARY KEY (person_id, client_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS code (
  id INTEGER PRIMARY KEY, secret_hash BLOB NOT NULL, client_id TEXT NOT NULL, person_id INTEGER NOT NULL,
  redirect_uri TEXT NOT NULL, scope TEXT NOT NULL, resource TEXT NOT NULL, code_challenge TEXT NOT NULL, nonce TEXT NOT NULL,
  expires_at INTEGER NOT NULL, redeemed_at INTEGER);
CREATE TABLE IF NOT EXISTS access_token (
  id INTEGER PRIMARY KEY, secret_hash BLOB NOT NULL, client_id TEXT NOT NULL, person_id INTEGER NOT NULL,
  scope TEXT NOT NULL, resource TEXT NOT NULL, expires_at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS refresh_token (
  id INTEGER PRIMARY KEY, secret_hash BLOB NOT NULL, client_id TEXT NOT NULL, person_id INTEGER NOT NULL,
  scope TEXT NOT NULL, resource TEXT NOT NULL, expires_at INTEGER NOT NULL, retired_at INTEGER);
`;
