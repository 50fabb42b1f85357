import { deflateSync } from 'node:zlib';

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
