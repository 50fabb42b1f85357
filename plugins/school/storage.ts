/**
 * Uploaded files in a folder: `incoming` while they come in, `uploaded` until somebody completes them, `files` for good.
 * Nothing but `files` is ever given out, and what is left over elsewhere is removed.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fp from 'fastify-plugin';
import { randomSecret } from '../../schema/credential.ts';
import type { ByteRange } from '../../schema/school/upload.ts';
import { offer } from '../offer.ts';
import { copyUpload, type ExpectedUpload, UploadError } from './upload-copy.ts';

export interface StoredFile {
  siteId: string;
  assetId: string;
}

export interface Storage {
  /**
   * Takes a file in, whole or not at all; never over another one.
   * @returns its SHA-256 in hexadecimal
   * @throws {UploadError}
   */
  receive(file: StoredFile, source: Readable, expected: ExpectedUpload): Promise<string>;
  /** What was uploaded, completed or not. */
  find(file: StoredFile): Promise<{ size: number; checksum(): Promise<string> } | undefined>;
  /** Puts what was uploaded to the files that are given out; again does nothing. */
  settle(file: StoredFile): Promise<void>;
  sizeOf(file: StoredFile): Promise<number | undefined>;
  read(file: StoredFile, range?: ByteRange): ReadStream;
  remove(file: StoredFile): Promise<void>;
  /** Removes what was never finished, and what was never completed. @param now milliseconds since the epoch */
  sweep(now: number): Promise<void>;
}

declare module './stores.ts' {
  interface School {
    readonly storage: Storage;
  }
}

const SWEEP_INTERVAL = 600_000;
/** Bytes of a living upload come more often. */
const UNFINISHED_FOR = 600_000;
const UNCOMPLETED_FOR = 86_400_000;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
const unless =
  <Otherwise>(code: string, otherwise: Otherwise) =>
  (error: unknown): Otherwise => {
    if (codeOf(error) === code) return otherwise;
    throw error;
  };

export default fp(
  async (app) => {
    const { storageDir } = app.config;
    const incoming = join(storageDir, 'incoming');
    const uploaded = join(storageDir, 'uploaded');
    const receiving = new Set<string>();

    /** Ids are made by us and hold nothing that leads elsewhere; this does not rely on it. */
    const safe = (id: string): string => {
      if (!ID.test(id)) throw new RangeError('not an id');
      return id;
    };
    const waiting = ({ siteId, assetId }: StoredFile): string => join(uploaded, `${safe(siteId)}.${safe(assetId)}`);
    const settled = ({ siteId, assetId }: StoredFile): string => join(storageDir, 'files', safe(siteId), safe(assetId));
    const folderOf = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const sizeAt = (path: string): Promise<number | undefined> =>
      stat(path).then(({ size }) => size, unless('ENOENT', undefined));

    async function receive(file: StoredFile, source: Readable, expected: ExpectedUpload): Promise<string> {
      const place = waiting(file);
      if (receiving.has(place)) throw new UploadError('settled', 'this file is already being uploaded');
      if ((await sizeAt(place)) !== undefined) throw new UploadError('settled', 'this file has already been uploaded');
      receiving.add(place);
      const part = join(incoming, `${safe(file.assetId)}.${randomSecret()}`);
      try {
        await folderOf(part);
        await folderOf(place);
        const checksum = await copyUpload(source, part, expected);
        // Unlike renaming, linking never replaces what another process has put there meanwhile.
        await link(part, place);
        return checksum;
      } catch (error) {
        if (codeOf(error) === 'EEXIST') throw new UploadError('settled', 'this file has already been uploaded');
        throw error;
      } finally {
        receiving.delete(place);
        await rm(part, { force: true });
      }
    }

    async function removeOlder(folder: string, before: number): Promise<void> {
      for (const name of await readdir(folder).catch(unless('ENOENT', []))) {
        const path = join(folder, name);
        const changedAt = await stat(path).then(({ mtimeMs }) => mtimeMs, unless('ENOENT', before));
        if (changedAt < before) await rm(path, { force: true });
      }
    }

    const storage: Storage = {
      receive,

      async find(file) {
        for (const path of [waiting(file), settled(file)]) {
          const size = await sizeAt(path);
          if (size !== undefined) return { size, checksum: () => checksumOf(path) };
        }
        return undefined;
      },

      async settle(file) {
        const place = settled(file);
        await folderOf(place);
        await rename(waiting(file), place).catch(unless('ENOENT', undefined));
        await syncFolder(dirname(place));
      },

      sizeOf: (file) => sizeAt(settled(file)),

      read: (file, range) =>
        createReadStream(settled(file), range === undefined ? {} : { start: range.first, end: range.last }),

      async remove(file) {
        await rm(waiting(file), { force: true });
        await rm(settled(file), { force: true });
      },

      async sweep(now) {
        await removeOlder(incoming, now - UNFINISHED_FOR);
        await removeOlder(uploaded, now - UNCOMPLETED_FOR);
      },
    };
    offer(app.school, 'storage', storage);

    // By the clock of the file system, whatever the server's says.
    const tidy = (): void => {
      storage.sweep(Date.now()).catch((error: unknown) => app.log.warn({ err: error }, 'the storage was not tidied'));
    };
    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      tidy();
      timer = setInterval(tidy, SWEEP_INTERVAL);
      timer.unref();
    });
    app.addHook('onClose', async () => clearInterval(timer));
  },
  { name: 'storage', dependencies: ['config'] },
);

async function checksumOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}

/** That a file has this name must survive a crash like its content. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
