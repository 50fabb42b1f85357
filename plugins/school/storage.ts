/**
 * Stores uploaded files in three folders: `incoming` contains uploads in progress, `uploaded` contains uploads that are
 * not completed yet, and `files` contains the files that can be downloaded. Leftovers in the first two are deleted.
 */
import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { link, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fp from 'fastify-plugin';
import { randomSecret } from '../../schema/credential.ts';
import type { ByteRange } from '../../schema/school/upload.ts';
import { offer } from '../offer.ts';
import { removeOlder, unless } from '../old-files.ts';
import { copyUpload, type ExpectedUpload, UploadError } from './upload-copy.ts';

export interface StoredFile {
  siteId: string;
  assetId: string;
}

export interface Storage {
  /**
   * Receives an upload, completely or not at all. It never replaces an existing file.
   * @returns the SHA-256 of the file in hexadecimal
   * @throws {UploadError}
   */
  receive(file: StoredFile, source: Readable, expected: ExpectedUpload): Promise<string>;
  /** Finds an uploaded file, released or not. */
  find(file: StoredFile): Promise<{ size: number; checksum(): Promise<string> } | undefined>;
  /** Moves an uploaded file to the files that can be downloaded. Repeating it has no effect. */
  release(file: StoredFile): Promise<void>;
  /** The size of a released file. */
  sizeOf(file: StoredFile): Promise<number | undefined>;
  /** Reads a released file. */
  read(file: StoredFile, range?: ByteRange): ReadStream;
  /** Deletes an uploaded file that was not released. */
  discard(file: StoredFile): Promise<void>;
  remove(file: StoredFile): Promise<void>;
  /** Deletes uploads that were interrupted or never completed. @param now milliseconds since the epoch */
  sweep(now: number): Promise<void>;
}

declare module './stores.ts' {
  interface School {
    readonly storage: Storage;
  }
}

const SWEEP_INTERVAL = 600_000;
/** An upload in progress is written to more often than this. */
const MAX_INCOMING_AGE = 600_000;
const MAX_UPLOADED_AGE = 86_400_000;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

export default fp(
  async (app) => {
    const storage = fileStorage(app.config.storageDir, app.config.minFreeSpace);
    offer(app.school, 'storage', storage);

    const sweep = (): void => {
      // Files are as old as the clock of the file system says, so this does not use the clock of the server.
      storage.sweep(Date.now()).catch((error: unknown) => app.log.warn({ err: error }, 'the storage was not tidied'));
    };
    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      // A folder that is missing later is one that went away. Without it, the server starts, but is not ready.
      await mkdir(app.config.storageDir, { recursive: true, mode: 0o700 }).catch((error: unknown) =>
        app.log.error({ err: error }, 'STORAGE_DIR cannot be used'),
      );
      sweep();
      timer = setInterval(sweep, SWEEP_INTERVAL);
      timer.unref();
    });
    app.addHook('onClose', async () => clearInterval(timer));
  },
  { name: 'storage', dependencies: ['config'] },
);

/** @param minFree bytes that uploads leave free on the disk */
function fileStorage(storageDir: string, minFree: number): Storage {
  const incoming = join(storageDir, 'incoming');
  const uploaded = join(storageDir, 'uploaded');
  const uploadedPath = ({ siteId, assetId }: StoredFile): string => join(uploaded, `${safe(siteId)}.${safe(assetId)}`);
  const releasedPath = ({ siteId, assetId }: StoredFile): string =>
    join(storageDir, 'files', safe(siteId), safe(assetId));
  /** The sizes of the uploads in progress. */
  const receiving = new Map<string, number>();

  /** @throws {UploadError} if the upload would leave too little space for the database, which may be on the same disk */
  async function requireSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(incoming);
    const announced = [...receiving.values()].reduce((sum, size) => sum + size, 0);
    if (bavail * bsize - announced < minFree)
      throw new UploadError('no_space', 'the server has no space for this file');
  }

  async function receive(file: StoredFile, source: Readable, expected: ExpectedUpload): Promise<string> {
    const path = uploadedPath(file);
    if (receiving.has(path)) throw new UploadError('settled', 'this file is already being uploaded');
    // Noted before anything is awaited, so that a second upload of the file cannot begin meanwhile.
    receiving.set(path, expected.size);
    const partial = join(incoming, `${safe(file.assetId)}.${randomSecret()}`);
    try {
      if ((await sizeAt(path)) !== undefined) throw alreadyUploaded();
      await makeFolderOf(partial);
      await makeFolderOf(path);
      await requireSpace();
      const checksum = await copyUpload(source, partial, expected);
      // Unlike renaming, linking never replaces a file that another process has created in the meantime.
      await link(partial, path);
      return checksum;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw alreadyUploaded();
      throw error;
    } finally {
      receiving.delete(path);
      await rm(partial, { force: true });
    }
  }

  return {
    receive,

    async find(file) {
      for (const path of [uploadedPath(file), releasedPath(file)]) {
        const size = await sizeAt(path);
        if (size !== undefined) return { size, checksum: () => checksumOf(path) };
      }
      return undefined;
    },

    async release(file) {
      const path = releasedPath(file);
      await makeFolderOf(path);
      await rename(uploadedPath(file), path).catch(unless('ENOENT', undefined));
      await syncFolder(dirname(path));
    },

    sizeOf: (file) => sizeAt(releasedPath(file)),

    read: (file, range) =>
      createReadStream(releasedPath(file), range === undefined ? {} : { start: range.first, end: range.last }),

    discard: (file) => rm(uploadedPath(file), { force: true }),

    async remove(file) {
      await rm(uploadedPath(file), { force: true });
      await rm(releasedPath(file), { force: true });
    },

    async sweep(now) {
      await removeOlder(incoming, now - MAX_INCOMING_AGE);
      await removeOlder(uploaded, now - MAX_UPLOADED_AGE);
    },
  };
}

/**
 * Ids are generated by the server and contain no path, but this does not rely on that.
 * @throws {RangeError} if the id could lead to another folder
 */
function safe(id: string): string {
  if (!ID.test(id)) throw new RangeError('not an id');
  return id;
}

const alreadyUploaded = (): UploadError => new UploadError('settled', 'this file has already been uploaded');

const makeFolderOf = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 });

const sizeAt = (path: string): Promise<number | undefined> =>
  stat(path).then(({ size }) => size, unless('ENOENT', undefined));

async function checksumOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}

/** Writes a folder to disk, so that the names of its files survive a crash. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
