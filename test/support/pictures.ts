import { deflateSync } from 'node:zlib';
import type { Test } from 'tap';

/** One chunk of a PNG, without its checksum. */
export const chunk = (type: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  return Buffer.concat([size, Buffer.from(type), content, Buffer.alloc(4)]);
};

/** A PNG of one colour, whose checksums nobody verifies. */
export function png(width: number, height: number, ...extra: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const data = deflateSync(Buffer.alloc((width + 1) * height, 0));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Uploads what is no picture, and some that are too large, which the page of a logo refuses with the reason. */
export async function refusesAsLogo(t: Test, upload: (bytes: Buffer) => Promise<object>): Promise<void> {
  t.match(await upload(Buffer.from('<svg onload="alert(1)"/>')), {
    status: 400,
    body: /<p>This isn’t a PNG, JPEG or WebP picture\./,
  });
  t.match(await upload(Buffer.concat([png(32, 32), Buffer.alloc(200 * 1024)])), {
    status: 400,
    body: /larger than 100 KB/,
  });
  // Not read at all.
  const photo = { status: 413, headers: { connection: 'close' } };
  t.match(await upload(Buffer.alloc(2 * 1024 * 1024)), { ...photo, body: /<p>This file is larger than 100 KB\./ });
  t.match(await upload(Buffer.alloc(2 * 1024 * 1024)), { ...photo, body: /<form [^>]*action="[^"]*\/logo\/upload"/ });
}
