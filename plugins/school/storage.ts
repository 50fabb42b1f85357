/**
 * Stores uploaded files. An upload is first received in a folder of this node, `incoming`, and checked there. Then the
 * file is kept, in a folder or in a bucket, among those whose upload is not completed yet, and from the completion on
 * among those that can be downloaded. Leftovers of both are deleted.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fp from 'fastify-plugin';
import { randomSecret } from '../../schema/credential.ts';
import { makeFolder } from '../../schema/program/folders.ts';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';
import type { Bucket } from '../../schema/school/bucket.ts';
import { type ByteRange, UploadError } from '../../schema/school/upload.ts';
import { provide } from '../provide.ts';
import { codeOf, removeOlder } from '../running/old-files.ts';
import type { FileState, FileStore, StoredFile } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { copyUpload, type ExpectedUpload } from './upload-copy.ts';

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
  /**
   * Returns whether a page can refer to a released file. A file in the folder may be missing, for example because it
   * was moved. A bucket is not asked, because that takes a request to it.
   */
  isThere(file: StoredFile): Promise<boolean>;
  /** Reads a released file. */
  read(file: StoredFile, range?: ByteRange): Promise<Readable>;
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
const FILE_STATES: readonly FileState[] = ['uploaded', 'files'];
const ID = /^[A-Za-z0-9_-]{1,64}$/;
/** A disk, a quota or a limit of the size of files that is used up. */
const FULL = /^(ENOSPC|EDQUOT|EFBIG)$/;
/** A disk that fails or is read-only, a network volume that is away, or a process that may open no more files. */
const AWAY = /^(EIO|EROFS|EMFILE|ENFILE|ESTALE|ENOTCONN|EHOSTDOWN|ETIMEDOUT)$/;

export default fp(
  async (app) => {
    const { storageDir, bucket, minFreeSpace } = app.config;
    const store = bucket === undefined ? folderStore(storageDir) : await bucketStoreOf(bucket);
    const storage = storageIn(store, join(storageDir, 'incoming'), minFreeSpace);
    provide(app.school, 'storage', storage);

    const sweep = (): void => {
      // Files are as old as the clock of their store says, so this does not use the clock of the server.
      storage.sweep(Date.now()).catch((error: unknown) => app.log.warn({ err: error }, 'the storage was not tidied'));
    };
    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      // A folder that is missing later is one that went away. Without it, the server starts, but is not ready.
      try {
        makeFolder(app.config.storageDir, 'set STORAGE_DIR to another folder');
      } catch (error) {
        app.log.error({ err: error }, 'STORAGE_DIR cannot be used');
      }
      sweep();
      timer = setInterval(sweep, SWEEP_INTERVAL);
      timer.unref();
    });
    app.addHook('onClose', async () => clearInterval(timer));
  },
  { name: 'storage', dependencies: ['config'] },
);

/** Only a deployment with a bucket pays for its client. */
async function bucketStoreOf(bucket: Bucket): Promise<FileStore> {
  const { bucketStore } = await import('./bucket-store.ts');
  return bucketStore(bucket);
}

/**
 * @param incoming the folder for uploads in progress
 * @param minFree bytes that uploads leave free on its disk
 */
function storageIn(store: FileStore, incoming: string, minFree: number): Storage {
  /** The sizes of the uploads in progress. */
  const receiving = new Map<string, number>();

  /** @throws {UploadError} if the upload would leave too little space for the database, which may be on the same disk */
  async function requireSpace(): Promise<void> {
    const { bavail, bsize } = await statfs(incoming);
    const announced = [...receiving.values()].reduce((sum, size) => sum + size, 0);
    if (bavail * bsize - announced < minFree) throw noSpace();
  }

  return {
    async receive(file, source, expected) {
      const { siteId, assetId } = requireIds(file);
      const key = `${siteId}.${assetId}`;
      if (receiving.has(key)) throw new UploadError('settled', 'this file is already being uploaded');
      // Noted before anything is awaited, so that a second upload of the file cannot begin meanwhile.
      receiving.set(key, expected.size);
      const partial = join(incoming, `${assetId}.${randomSecret()}`);
      try {
        if ((await store.sizeOf('uploaded', file)) !== undefined) throw alreadyUploaded();
        await mkdir(incoming, { recursive: true, mode: 0o700 });
        await requireSpace();
        const checksum = await copyUpload(source, partial, expected);
        // Another node may have received the file in the meantime.
        if (!(await store.add(file, partial, expected.size))) throw alreadyUploaded();
        return checksum;
      } catch (error) {
        throw FULL.test(String(codeOf(error))) ? noSpace({ cause: error }) : outageOr(error);
      } finally {
        receiving.delete(key);
        // On a disk that fails it stays, until it is swept away.
        await rm(partial, { force: true }).catch(() => undefined);
      }
    },

    async find(file) {
      requireIds(file);
      for (const state of FILE_STATES) {
        const size = await store.sizeOf(state, file);
        if (size !== undefined) return { size, checksum: async () => checksumOf(await store.read(state, file)) };
      }
      return undefined;
    },

    release: (file) =>
      store.release(requireIds(file)).catch((error: unknown) => {
        throw outageOr(error);
      }),
    sizeOf: (file) => store.sizeOf('files', requireIds(file)),
    isThere: async (file) => store.isRemote || (await store.sizeOf('files', requireIds(file))) !== undefined,
    read: (file, range) => store.read('files', requireIds(file), range),
    discard: (file) => store.remove('uploaded', requireIds(file)),

    async remove(file) {
      requireIds(file);
      for (const state of FILE_STATES) await store.remove(state, file);
    },

    async sweep(now) {
      await removeOlder(incoming, now - MAX_INCOMING_AGE);
      await store.removeUncompleted(now - MAX_UPLOADED_AGE);
    },
  };
}

/**
 * Ids are generated by the server and contain no path, but this does not rely on that.
 * @throws {RangeError} if an id could lead to another folder
 */
function requireIds(file: StoredFile): StoredFile {
  if (!ID.test(file.siteId) || !ID.test(file.assetId)) throw new RangeError('not an id');
  return file;
}

const noSpace = (options?: ErrorOptions): UploadError =>
  new UploadError('no_space', 'the server has no space for this file', options);

/** @returns an outage if the folder cannot be used for now, otherwise the error itself */
const outageOr = (error: unknown): unknown =>
  [FULL, AWAY].some((codes) => codes.test(String(codeOf(error))))
    ? new StoreUnavailableError(`STORAGE_DIR: ${codeOf(error)}`, { cause: error })
    : error;

const alreadyUploaded = (): UploadError => new UploadError('settled', 'this file has already been uploaded');

async function checksumOf(content: Readable): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(content, digest);
  return digest.digest('hex');
}
