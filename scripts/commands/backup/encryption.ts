/**
 * Backups that are encrypted to public keys, in the format of age (https://age-encryption.org), so that the machine that
 * takes a backup cannot read it afterwards, and `age` itself can decrypt it.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { decodeText } from '../../../schema/data/plain-text.ts';
import { makeFolder } from '../../../schema/program/folders.ts';

/** The suffix of an encrypted file. */
export const ENCRYPTED = '.age';

const DAY = 86_400_000;
const WORK = '.backup-';
const MAX_IDENTITY_BYTES = 64 * 1024;

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The checksums of a file before and after it was encrypted; the same if it was not. */
export interface Checksums {
  readonly content: string;
  readonly stored: string;
}

/** @throws {Error} if a recipient is not a public key of age */
export async function encryptFile(from: string, to: string, recipients: readonly string[]): Promise<Checksums> {
  const encrypter = await encrypterFor(recipients);
  const [content, stored] = [createHash('sha256'), createHash('sha256')];
  // It is opened first, so that a missing file leaves no empty copy.
  const source = (await open(from)).createReadStream();
  const plain = Readable.toWeb(source.compose(observedBy(content))) as unknown as Bytes;
  const encrypted = Readable.fromWeb((await encrypter.encrypt(plain)) as unknown as Bytes);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(encrypted, observedBy(stored), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  return { content: content.digest('hex'), stored: stored.digest('hex') };
}

/** @throws {Error} if a recipient is not a public key of age */
export async function encrypterFor(recipients: readonly string[]) {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (cause) {
      throw new Error(`${recipient} is not a public key of age, which begins with age1`, { cause });
    }
  }
  return encrypter;
}

/**
 * Decrypts a file.
 * @param to if it is not given, the content is only read
 * @returns the checksums of what was read, and of its content
 * @throws {Error} if no identity decrypts it, or it was changed
 */
export async function decryptFile(
  from: string,
  to: string | undefined,
  identities: readonly string[],
): Promise<Checksums> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const [content, stored] = [createHash('sha256'), createHash('sha256')];
  const file = (await open(from)).createReadStream();
  const source = Readable.toWeb(file.compose(observedBy(stored))) as unknown as Bytes;
  const plain = Readable.fromWeb((await decrypter.decrypt(source)) as unknown as Bytes);
  if (to !== undefined) await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const sink = to === undefined ? nowhere() : createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(plain, observedBy(content), sink);
  return { content: content.digest('hex'), stored: stored.digest('hex') };
}

const observedBy = (digest: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads the private keys in a file as `age-keygen` writes it. @throws {Error} if there are none */
export async function readIdentities(file: string): Promise<string[]> {
  if ((await stat(file)).size > MAX_IDENTITY_BYTES)
    throw new Error(`${file} is not a file of identities: it is too big`);
  const lines = (decodeText(await readFile(file)) ?? '').split(/[\r\n]+/).map((line) => line.trim());
  const identities = lines.filter((line) => /^AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]+$/.test(line));
  if (identities.length === 0) throw new Error(`${file} has no identity: a line that begins with AGE-SECRET-KEY-1`);
  return identities;
}

/** Writes a new private key to a file that does not exist yet. @returns the public key */
export async function writeNewIdentity(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
  return recipient;
}

/**
 * Lends a folder for files that are not encrypted yet or any more, among the data of the server and not where backups
 * are kept. What an interruption left in it is deleted a day later.
 */
export async function withWorkFolder<Result>(
  dataDir: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  makeFolder(dataDir, 'set DATA_DIR to another folder');
  for (const name of await readdir(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(WORK) && (await stat(path)).mtimeMs < Date.now() - DAY) await rm(path, { recursive: true });
  }
  const folder = await mkdtemp(join(dataDir, WORK));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
