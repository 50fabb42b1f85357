/**
 * Keeps uploaded files in a bucket of an S3-compatible server, so that several nodes need no shared folder. The server
 * must support conditional writes (`If-None-Match`), as those of AWS, Cloudflare, MinIO and Ceph do.
 */
import { createReadStream } from 'node:fs';
import { S3mini, S3ServiceError } from 's3mini';
import { request } from 'undici';
import { StoreUnavailableError } from '../../schema/refusals/store-error.ts';
import type { Bucket } from '../../schema/school/bucket.ts';
import type { FileState, FileStore, StoredFile } from './file-store.ts';

/** In milliseconds. The bucket copies a file within itself, which takes time for a large one. */
const TIMEOUT = { answer: 10_000, nextBytes: 30_000, copy: 120_000 };
/** An upload to the bucket may take the time that it needs at this speed, besides `nextBytes`. */
const MIN_BYTES_PER_MS = 1024;
/** In seconds. The server signs an address and uses it at once. */
const ADDRESS_LIFETIME = 60;

export function bucketStore(bucket: Bucket): FileStore {
  const s3 = new S3mini({ ...bucket, requestAbortTimeout: TIMEOUT.answer });
  const copying = new S3mini({ ...bucket, requestAbortTimeout: TIMEOUT.copy });
  const keyOf = (state: FileState, { siteId, assetId }: StoredFile): string => `${state}.${siteId}.${assetId}`;

  return {
    isRemote: true,

    sizeOf: (state, file) => available(() => s3.getContentLength(keyOf(state, file)).catch(unlessMissing)),

    add: (file, path, size) =>
      available(async () => {
        const headers = { 'content-length': String(size), 'if-none-match': '*' };
        const { statusCode, body } = await request(
          await s3.getPresignedUrl('PUT', keyOf('uploaded', file), ADDRESS_LIFETIME),
          {
            method: 'PUT',
            headers,
            body: createReadStream(path),
            headersTimeout: TIMEOUT.nextBytes,
            bodyTimeout: TIMEOUT.answer,
            signal: AbortSignal.timeout(TIMEOUT.nextBytes + Math.ceil(size / MIN_BYTES_PER_MS)),
          },
        );
        await body.dump();
        // 409: another upload of the same key is under way.
        if (statusCode === 412 || statusCode === 409) return false;
        if (statusCode !== 200) throw new Error(`the bucket answered ${statusCode}`);
        return true;
      }),

    release: (file) =>
      available(async () => {
        const uploaded = keyOf('uploaded', file);
        if ((await copying.copyObject(uploaded, keyOf('files', file)).catch(unlessMissing)) === undefined) return;
        await s3.deleteObject(uploaded);
      }),

    read: (state, file, range) =>
      available(async () => {
        const headers = range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` };
        const { statusCode, body } = await request(
          await s3.getPresignedUrl('GET', keyOf(state, file), ADDRESS_LIFETIME),
          { headers, headersTimeout: TIMEOUT.answer, bodyTimeout: TIMEOUT.nextBytes },
        );
        if (statusCode === (range === undefined ? 200 : 206)) return body;
        await body.dump();
        throw new Error(`the bucket answered ${statusCode}`);
      }),

    remove: (state, file) =>
      available(async () => {
        await s3.deleteObject(keyOf(state, file));
      }),

    removeUncompleted: (before) =>
      available(async () => {
        const added = (await s3.listObjects('/', 'uploaded.')) ?? [];
        for (const { Key, LastModified } of added) {
          if (new Date(LastModified).getTime() < before) await s3.deleteObject(Key);
        }
      }),
  };
}

/** @throws {StoreUnavailableError} if the bucket does not answer, or refuses */
async function available<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    throw new StoreUnavailableError('the bucket of the files is not available', { cause: error });
  }
}

/** Handles the error for an object that does not exist. */
function unlessMissing(error: unknown): undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof S3ServiceError && cause.status === 404) return undefined;
  throw error;
}
