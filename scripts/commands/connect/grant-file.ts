/** The file with what a program needs to renew its access, for one person on this computer. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectError } from './errors.ts';

export interface SavedGrant {
  readonly server: string;
  readonly token_endpoint: string;
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly resource: string;
  readonly scope: string;
  readonly access_token: string;
  /** Seconds since the epoch. */
  readonly expires_at: number;
  readonly refresh_token: string;
}

const TEXTS = ['server', 'token_endpoint', 'client_id', 'resource', 'scope', 'access_token', 'refresh_token'] as const;
/** Longer than a renewal takes with its repetitions. */
const LOCK_ENDS_AFTER_MS = 10 * 60_000;

export function readGrant(file: string): SavedGrant {
  const content: unknown = parse(file);
  const isWhole =
    typeof content === 'object' &&
    content !== null &&
    TEXTS.every((name) => typeof Object.entries(content).find(([key]) => key === name)?.[1] === 'string') &&
    'expires_at' in content &&
    Number.isFinite(content.expires_at);
  if (!isWhole) throw new ConnectError(`${file} is not a file that "connect --save-grant" wrote.`);
  return content as SavedGrant;
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConnectError(`Cannot read the grant (${reason}): make the file with "connect --save-grant".`);
  }
}

export const writeGrant = (file: string, grant: SavedGrant): void =>
  writeSecret(file, `${JSON.stringify(grant, undefined, 2)}\n`);

/** A device or a link would not have the mode of a new file. */
export function requireReplaceable(file: string): void {
  const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  if (!isFile) throw new ConnectError(`${file} is no regular file: name another one, or remove it.`);
}

/**
 * Replaces a file as a whole by one that only its owner can read, whoever could read the former: a reader finds the
 * former content or the new one, also after a power failure.
 */
export function writeSecret(file: string, content: string): void {
  requireReplaceable(file);
  const next = `${file}.next`;
  rmSync(next, { force: true });
  const handle = openSync(next, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(next, file);
}

/** Runs `work` while no other process on this computer does for the same file. */
export async function withLock<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  const lock = `${file}.lock`;
  // Two processes can have the same id, such as in two containers.
  const own = `${process.pid} ${randomUUID()}\n`;
  const end = Date.now() + LOCK_ENDS_AFTER_MS;
  while (!take(lock, own)) {
    if (Date.now() > end) throw new ConnectError(`${lock} is still there: remove it if no other process renews.`);
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    // Another process has it if the work took so long that it seemed to be left behind.
    if (holderOf(lock) === own) rmSync(lock, { force: true });
  }
}

function take(lock: string, own: string): boolean {
  try {
    writeFileSync(lock, own, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    // A process that was killed leaves its lock behind.
    const holder = holderOf(lock);
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LOCK_ENDS_AFTER_MS) removeLeft(lock, holder);
    return false;
  }
}

function holderOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

/** Removes the lock of a holder, and puts that of another back, who has removed it and taken its place meanwhile. */
function removeLeft(lock: string, holder: string | undefined): void {
  const aside = `${lock}.${randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) !== holder) linkSync(aside, lock);
  } catch {
    // Somebody else was first.
  }
  rmSync(aside, { force: true });
}
