/**
 * `schoolgate keys …`: lists, rotates and revokes signing keys, and encrypts everything again after the master key was
 * replaced.
 */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { SealedColumn } from '../../db/maintenance/sealed-values.ts';
import type { KeyRing } from '../../plugins/keys/key-ring.ts';
import { cannotRun, openApp, readDataPaths, readSettings } from './process.ts';
import { step, withProgress } from './progress.ts';
import { readArguments, reasonOf, refuseArguments, runOn, UsageError } from './usage.ts';

export const USAGE = `Usage: schoolgate keys <command>

  list            lists the published signing keys in the order in which they sign
  rotate          publishes a new signing key, which signs after one day
  rotate --now    publishes a new signing key, which signs at once
  revoke <kid>    removes a signing key at once, and replaces it if it is the one that signs
  reseal          encrypts everything under MASTER_KEY_PREVIOUS again under MASTER_KEY, and prints how many password
                  hashes still need the previous key
  master new <file>
                  writes a new master key to a new file that only its owner can read
  reset --i-have-lost-the-master-key
                  deletes what MASTER_KEY does not decrypt, makes a new signing key, and lists the losses; stop the
                  server first
`;

const PARTLY = 'Stopped: a part is encrypted under MASTER_KEY. Run the command again, which does the rest.';

type Command = (app: FastifyInstance) => Promise<void>;

export async function main(args: readonly string[]): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = readArguments(args.flatMap(markedKeyId), USAGE, {
    now: flag,
    'i-have-lost-the-master-key': flag,
  });
  const isLost = values['i-have-lost-the-master-key'];
  if (positionals.join(' ') === 'reset' && isLost) return reset();
  if (isLost) return refuseArguments(USAGE, { positionals, values });
  const [subject, verb, file, ...rest] = positionals;
  if (subject === 'master' && verb === 'new' && file !== undefined && rest.length === 0) return newMasterKey(file);
  const command = commandOf(positionals, values.now) ?? refuseArguments(USAGE, { positionals, values });
  const app = await openApp({ LOG_LEVEL: 'warn' });
  await runOn(app, () => command(app));
}

/** A key id may begin with a hyphen, and is not an option then. */
const markedKeyId = (arg: string): string[] => (/^-[\w-]{42}$/.test(arg) ? ['--', arg] : [arg]);

function commandOf([name = '', kid, ...rest]: string[], now: boolean): Command | undefined {
  if (rest.length > 0 || (now && name !== 'rotate')) return undefined;
  if (name === 'revoke') return kid === undefined ? undefined : (app) => revoke(app, kid);
  if (kid !== undefined) return undefined;
  return new Map<string, Command>([
    ['list', list],
    ['rotate', (app) => rotate(app, now)],
    ['reseal', reseal],
  ]).get(name);
}

async function list({ oauth }: FastifyInstance): Promise<void> {
  for (const { kid, signsFrom } of await oauth.keys.list()) print(`${kid} signs from ${dateOf(signsFrom)}`);
}

async function rotate({ oauth }: FastifyInstance, now: boolean): Promise<void> {
  const { kid, signsFrom } = await oauth.signer.rotate(now);
  print(`published ${kid}, which signs from ${dateOf(signsFrom)}`);
}

async function revoke({ oauth }: FastifyInstance, kid: string): Promise<void> {
  const successor = await oauth.signer.revoke(kid);
  if (successor === undefined) {
    throw new UsageError(`no signing key has the id ${kid}; schoolgate keys list shows all`);
  }
  print(`revoked ${kid}; ${successor.kid} signs now, on every node within two seconds`);
}

async function reseal(app: FastifyInstance): Promise<void> {
  // With one key alone, everything would seem done, even if it is the old one.
  if (app.keyRing.versions.length < 2) {
    throw new UsageError(
      'MASTER_KEY_PREVIOUS is not set, or equals MASTER_KEY: nothing was done. Set MASTER_KEY to the new key, and ' +
        'MASTER_KEY_PREVIOUS to the one before (or MASTER_KEY_FILE and MASTER_KEY_PREVIOUS_FILE)',
    );
  }
  const reports = await withProgress('Encrypting again', PARTLY, () => app.reseal(step));
  for (const { purpose, resealed, current, changed, unreadable } of reports) {
    print(
      `${purpose}: ${resealed} encrypted again, ${current} up to date, ${changed} changed, ${unreadable} unreadable`,
    );
  }
  if (reports.some(({ unreadable }) => unreadable > 0)) {
    throw new UsageError('neither MASTER_KEY nor MASTER_KEY_PREVIOUS decrypts some values');
  }
  if (reports.some(({ changed }) => changed > 0)) {
    throw new UsageError('some values changed in the meantime: run the command again');
  }
  await reportPasswords(app);
}

/** Password hashes contain the master key, and only the password itself can renew them. */
async function reportPasswords({ people }: FastifyInstance): Promise<void> {
  const { current, previous, lost } = await people.passwords.countByKey();
  print(
    `password hashes: ${current} up to date, ${previous} under MASTER_KEY_PREVIOUS, ${lost} under a key that is gone`,
  );
  if (lost > 0) print(`each person with one of the ${lost} needs a password reset link`);
  print(
    previous === 0
      ? 'nothing needs MASTER_KEY_PREVIOUS any more; remove it once every node has the new MASTER_KEY'
      : `MASTER_KEY_PREVIOUS is needed for nothing but ${previous} of the password hashes; the next sign-in with the ` +
          'password renews each, and people who have not signed in when the key is removed need a password reset link',
  );
}

function newMasterKey(file: string): void {
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    print(`wrote ${file}; keep a copy of it apart from the backups: without it, nobody can sign in with a password`);
  } catch (error) {
    process.stderr.write(
      `no key was written: ${reasonOf(error, `${file} exists already, and a key is never replaced`)}\n`,
    );
    process.exitCode = 1;
  }
}

/** The start refuses another master key than that of the database, so this works without a server. */
async function reset(): Promise<void> {
  const { databaseUrl } = await readDataPaths();
  const { requireDatabase } = await import('../../db/inspection.ts');
  await requireDatabase(databaseUrl).catch(cannotRun);
  const { requireUnused } = await import('../../db/move/move.ts');
  await requireUnused(databaseUrl).catch(cannotRun);
  // The lost key can be that of the data folder, which is made again.
  const { masterKey, previousMasterKey } = await readSettings(
    {},
    {
      makesNew: true,
      replacesKey: true,
      isReported: false,
      onKeyMade: (file) => print(`made ${file}; keep a copy of it apart from the backups`),
    },
  );
  const { openDatabase } = await import('../../db/database.ts');
  const { sealedColumns } = await import('../../db/maintenance/sealed-values.ts');
  const { makeKeyRing } = await import('../../plugins/keys/key-ring.ts');
  const ring = makeKeyRing(masterKey, previousMasterKey);
  const db = await openDatabase(databaseUrl, { migrates: false }).catch(cannotRun);
  const lostOf = new Map<string, number>();
  try {
    for (const column of sealedColumns(db)) {
      const deleted = await removeUnreadable(column, ring);
      lostOf.set(column.purpose, deleted);
      print(`${column.purpose}: ${deleted === 0 ? 'nothing' : deleted} lost`);
    }
  } finally {
    await db.close();
  }
  const app = await openApp({ LOG_LEVEL: 'warn' }, {}, { isReported: false });
  await runOn(app, async () => {
    const { lost } = await app.people.passwords.countByKey();
    print(
      lost === 0
        ? 'passwords: nothing lost'
        : `passwords: ${lost} lost; people choose new ones with a link (Forgot your password?)`,
    );
    if (lostOf.get('signing keys')) print('apps read the key set again by themselves');
    if (lostOf.get('totp secrets')) print('people with an authenticator app set it up again');
  });
}

async function removeUnreadable({ purpose, list, remove }: SealedColumn, ring: KeyRing): Promise<number> {
  let deleted = 0;
  for (let rows = await list(''); rows.length > 0; rows = await list(rows.at(-1)?.id ?? '')) {
    for (const row of rows) if (!opens(ring, purpose, row.sealed) && (await remove(row))) deleted += 1;
  }
  return deleted;
}

function opens(ring: KeyRing, purpose: string, sealed: Buffer): boolean {
  try {
    ring.open(purpose, sealed);
    return true;
  } catch {
    return false;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function dateOf(time: number): string {
  return new Date(time).toISOString();
}
