/** Checks whether the database can be used: it answers, has its tables, and the master key decrypts what it holds. */
import { type Inspection, inspectDatabase, inspectUsage, type Usage } from '../../../../db/inspection.ts';
import { makeKeyRing } from '../../../../plugins/keys/key-ring.ts';
import type { Config } from '../../../../plugins/settings/config.ts';
import { DEMO_IS_KNOWN } from '../../../../schema/program/demo.ts';
import { fail, messageOf, ok, type Verdict, warn } from './verdicts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MEGABYTE = 1024 * 1024;
/** The server replaces a key after 90 days. */
const OLD_KEY_DAYS = 100;
/** An e-mail is tried again for 48 hours; one that waits for an hour has failed several times. */
const LONG_WAIT_MS = HOUR;

export const unreadable = (error: unknown): Verdict =>
  fail(
    'database',
    messageOf(error),
    'Start the database, correct DATABASE_URL, or use the version that the message names',
  );

interface DataVerdicts {
  verdicts: Verdict[];
  /** What the clock of the database said. */
  databaseNow: number | undefined;
  providers?: Usage['providers'];
}

export async function dataVerdicts(config: Config): Promise<DataVerdicts> {
  let found: Inspection;
  try {
    found = await inspectDatabase(config.databaseUrl);
  } catch (error) {
    return { verdicts: [unreadable(error)], databaseNow: undefined };
  }
  const { engine, version, bytes, isNew, pending } = found;
  if (isNew) {
    const says = 'it has no tables: the server has never been started with these settings';
    const toDo = 'Start the server, or correct DATABASE_URL or DATA_DIR';
    return { verdicts: [fail('database', says, toDo)], databaseNow: undefined };
  }
  const size = `${Math.ceil(bytes / MEGABYTE)} MB`;
  const verdicts = [
    ok('database', `${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} ${version}, ${size}`),
    pending.length === 0
      ? ok('migrations', 'none is pending')
      : fail(
          'migrations',
          `pending: ${pending.map(({ name }) => name).join(', ')}`,
          'Run schoolgate migrate, or restart the server with MIGRATE=auto',
        ),
    masterKeyVerdict(found, config),
  ];
  if (pending.length > 0) return { verdicts, databaseNow: undefined };
  const usage = await inspectUsage(config.databaseUrl);
  const ofUsage = [keyVerdict(usage), outboxVerdict(usage), ...demoVerdicts(usage, config)];
  return { verdicts: [...verdicts, ...ofUsage], databaseNow: usage.now, providers: usage.providers };
}

function masterKeyVerdict({ sealedKeys }: Inspection, { masterKey, previousMasterKey }: Config): Verdict {
  if (!makeKeyRing(masterKey, previousMasterKey).opensAll('signing keys', sealedKeys)) {
    const toDo = 'Set MASTER_KEY_FILE as the server has it; docs/run/runbook.md says what to do if it is lost';
    return fail('master key', 'the MASTER_KEY of the settings is not the one of this database', toDo);
  }
  return previousMasterKey === undefined
    ? ok('master key', 'decrypts the signing keys')
    : warn(
        'master key',
        'MASTER_KEY_PREVIOUS is still set',
        'Run schoolgate keys reseal, and remove it if nothing needs it any more',
      );
}

function keyVerdict({ newestKeyAt }: Usage): Verdict {
  if (newestKeyAt === undefined) return fail('signing key', 'there is none', 'Start the server, which creates one');
  const days = Math.floor((Date.now() - newestKeyAt) / DAY);
  const says = `the newest is ${days} days old`;
  return days > OLD_KEY_DAYS
    ? warn('signing key', says, 'The server replaces it after 90 days if it runs; otherwise schoolgate keys rotate')
    : ok('signing key', says);
}

/** On a server that others reach. */
const demoVerdicts = ({ hasDemo }: Usage, { isLoopback }: Config): Verdict[] =>
  hasDemo && !isLoopback
    ? [
        warn(
          'demo',
          DEMO_IS_KNOWN,
          'Start the server with a new DATA_DIR, and with an empty database if DATABASE_URL names one',
        ),
      ]
    : [];

function outboxVerdict({ failedMessages, waitingSince }: Usage): Verdict {
  const waitsMs = waitingSince === undefined ? 0 : Date.now() - waitingSince;
  if (failedMessages > 0) {
    const toDo = 'See why with schoolgate outbox list --failed, then retry or drop them';
    return warn('outbox', `${failedMessages} e-mails could not be sent, and are no longer tried`, toDo);
  }
  return waitsMs > LONG_WAIT_MS
    ? warn('outbox', `an e-mail waits for ${Math.floor(waitsMs / HOUR)} hours`, 'See why with schoolgate outbox list')
    : ok('outbox', 'no e-mail has failed');
}
