/** Takes the bytes of an upload in, holding them against what was announced while they come. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { systemTimer } from '../timer.ts';

export interface ExpectedUpload {
  size: number;
  /** SHA-256 in hexadecimal, where it is known before. */
  checksum: string | null;
}

/** Why an upload came to nothing. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly why: 'settled' | 'too_large' | 'too_short' | 'checksum' | 'stalled' | 'aborted';

  constructor(why: UploadError['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** How long one waits for an upload, in milliseconds: for the next bytes, and for all at the least speed there may be. */
const PATIENCE = { next: 20_000, start: 60_000, bytesPerSecond: 32 * 1024 } as const;

/**
 * Writes a new file, on disk when this resolves. What was written of an upload that fails is for the caller to remove.
 * The source is not destroyed but by a stall, so that a refusal can still be answered.
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
  // It can break before it is listened to.
  source.on('error', () => undefined);
  const file = await open(path, 'wx', 0o600);
  const stall = (): void => {
    source.destroy(new UploadError('stalled', 'the upload is too slow'));
  };
  let cancelNext = timer(stall, PATIENCE.next);
  const cancelAll = timer(stall, PATIENCE.start + (expected.size / PATIENCE.bytesPerSecond) * 1000);
  try {
    let size = 0;
    for await (const chunk of piecesOf(source)) {
      cancelNext();
      cancelNext = timer(stall, PATIENCE.next);
      size += chunk.length;
      if (size > expected.size) throw new UploadError('too_large', `the file is larger than ${expected.size} bytes`);
      digest.update(chunk);
      await file.writeFile(chunk);
    }
    if (size < expected.size) throw new UploadError('too_short', `the file has ${size} of ${expected.size} bytes`);
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

async function* piecesOf(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source.iterator({ destroyOnReturn: false });
  } catch (error) {
    if (error instanceof UploadError) throw error;
    throw new UploadError('aborted', 'the upload was aborted', { cause: error });
  }
}
