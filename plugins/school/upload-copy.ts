/** Copies an upload to a file, and compares its size and checksum with what was announced. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CONTENT_HEAD, fitsContent } from '../../schema/school/file-content.ts';
import { UploadError } from '../../schema/school/upload.ts';
import { systemTimer } from '../settings/timer.ts';

export interface ExpectedUpload {
  size: number;
  contentType: string;
  /** The SHA-256 in hexadecimal, if it was announced. */
  checksum: string | null;
}

/** In milliseconds. A whole upload may take the time that it needs at the lowest accepted speed, plus `start`. */
const TIMEOUT = { nextBytes: 20_000, start: 60_000 };
const MIN_BYTES_PER_SECOND = 32 * 1024;

/**
 * Writes an upload to a new file, which is on disk when the promise resolves. If the upload fails, the caller deletes
 * the partial file. The source is destroyed only if it stalls, so that otherwise a response can still be sent.
 * @returns the SHA-256 in hexadecimal
 * @throws {UploadError}
 */
export async function copyUpload(
  source: Readable,
  path: string,
  expected: ExpectedUpload,
  timer = systemTimer,
): Promise<string> {
  const digest = createHash('sha256');
  // The source can fail before it is iterated.
  source.on('error', () => undefined);
  const file = await open(path, 'wx', 0o600);
  const stall = (): void => {
    source.destroy(new UploadError('stalled', 'the upload is too slow'));
  };
  let cancelNext = timer(stall, TIMEOUT.nextBytes);
  const cancelAll = timer(stall, TIMEOUT.start + (expected.size / MIN_BYTES_PER_SECOND) * 1000);
  try {
    let size = 0;
    let head = Buffer.alloc(0);
    for await (const chunk of chunksOf(source)) {
      cancelNext();
      cancelNext = timer(stall, TIMEOUT.nextBytes);
      size += chunk.length;
      if (size > expected.size) throw new UploadError('too_large', `the file is larger than ${expected.size} bytes`);
      if (head.length < CONTENT_HEAD) {
        head = Buffer.concat([head, chunk.subarray(0, CONTENT_HEAD - head.length)]);
        if (head.length === CONTENT_HEAD) requireContent(expected, head);
      }
      digest.update(chunk);
      await file.writeFile(chunk);
    }
    if (size < expected.size) throw new UploadError('too_short', `the file has ${size} of ${expected.size} bytes`);
    requireContent(expected, head);
    await file.sync();
  } finally {
    cancelNext();
    cancelAll();
    await file.close();
  }
  const checksum = digest.digest();
  if (expected.checksum !== null && !timingSafeEqual(checksum, Buffer.from(expected.checksum, 'hex'))) {
    throw new UploadError('checksum', 'the SHA-256 of the file does not match');
  }
  return checksum.toString('hex');
}

/** @throws {UploadError} if a browser would be told another type than the file has */
function requireContent({ contentType }: ExpectedUpload, head: Buffer): void {
  if (!fitsContent(contentType, head))
    throw new UploadError('content', `the content of the file is not ${contentType}`);
}

async function* chunksOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (error instanceof UploadError) throw error;
    throw new UploadError('aborted', 'the upload was aborted', { cause: error });
  }
}
