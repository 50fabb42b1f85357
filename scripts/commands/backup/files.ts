/** The uploaded files of a backup, and the list of checksums, which `sha256sum -c` understands. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { step } from '../progress.ts';
import { type Checksums, ENCRYPTED, encryptFile } from './encryption.ts';
import type { KnownFile } from './snapshot.ts';

/** Below the folder of a backup, and of the storage. */
export const pathOf = ({ siteId, id }: KnownFile): string => join('files', siteId, id);

export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

export async function checksumOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}

/** @returns the checksum of what was copied */
export async function copyWithChecksum(from: string, to: string): Promise<string> {
  const digest = createHash('sha256');
  const observe = new Transform({
    transform(chunk, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  // The file is created by a stream that is open already, so that a missing file leaves no empty copy.
  const source = createReadStream(from);
  await pipeline(source, observe, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
  return digest.digest('hex');
}

/** Where the files come from: the storage, or the previous backup, which shares the files that it has already. */
export interface Sources {
  readonly storage: string;
  readonly previous: { readonly folder: string; readonly checksums: ReadonlyMap<string, string> } | undefined;
  /** Public keys to encrypt the files to; if there are some, the files of the previous backup are encrypted to them. */
  readonly recipients: readonly string[];
}

export interface CopiedFiles {
  /** Checksums by path below the folder of the backup. */
  readonly checksums: ReadonlyMap<string, string>;
  /** Deleted since the copy of the database, or lost before. */
  readonly missing: readonly string[];
  /** Files whose content is not the one that was uploaded. */
  readonly damaged: readonly string[];
}

/** Copies the files that the database knows. A file is written once and never changed. */
export async function copyFiles(files: readonly KnownFile[], sources: Sources, to: string): Promise<CopiedFiles> {
  const checksums = new Map<string, string>();
  const missing: string[] = [];
  const damaged: string[] = [];
  for (const [index, file] of files.entries()) {
    step(index, files.length);
    try {
      const path = sources.recipients.length > 0 ? `${pathOf(file)}${ENCRYPTED}` : pathOf(file);
      const { content, stored } = (await shared(file, path, sources, to)) ?? (await copied(file, path, sources, to));
      checksums.set(path, stored);
      if (file.sha256 !== null && content !== file.sha256) damaged.push(pathOf(file));
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing.push(pathOf(file));
    }
  }
  return { checksums, missing, damaged };
}

async function copied(file: KnownFile, path: string, { storage, recipients }: Sources, to: string): Promise<Checksums> {
  const [source, target] = [join(storage, pathOf(file)), join(to, path)];
  if (recipients.length > 0) return encryptFile(source, target, recipients);
  const checksum = await copyWithChecksum(source, target);
  return { content: checksum, stored: checksum };
}

/** The content of an encrypted file cannot be read, but its checksum is that of the previous backup. */
async function shared(
  { sha256 }: KnownFile,
  path: string,
  { previous, recipients }: Sources,
  to: string,
): Promise<Checksums | undefined> {
  const stored = previous?.checksums.get(path);
  const content = recipients.length > 0 ? sha256 : stored;
  if (stored === undefined || content === null || content === undefined || content !== sha256) return undefined;
  if (!(await share(previous?.folder, path, to))) return undefined;
  if ((await checksumOf(join(to, path))) === stored) return { content, stored };
  // It was changed after the previous backup.
  await rm(join(to, path));
  return undefined;
}

/** @returns false if the file system cannot give a file a second name, or the file is gone */
async function share(from = '', path: string, to: string): Promise<boolean> {
  await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 });
  return link(join(from, path), join(to, path)).then(
    () => true,
    () => false,
  );
}

export const listOf = (checksums: ReadonlyMap<string, string>): string =>
  [...checksums].map(([path, checksum]) => `${checksum}  ${path}\n`).join('');

/** @throws {Error} if a line is not one of `listOf` */
export function parseList(text: string): Map<string, string> {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, checksum, path] =
        /^([0-9a-f]{64}) {2}((?:database|files\/[\w-]{1,64}\/[\w-]{1,64})(?:\.age)?)$/.exec(line) ?? [];
      if (checksum === undefined || path === undefined) throw new Error(`unexpected line in the list: ${line}`);
      return [path, checksum];
    }),
  );
}
