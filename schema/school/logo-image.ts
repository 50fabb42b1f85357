/**
 * Recognizes an image that can be the logo of an application: PNG, JPEG or WebP, small, and not animated. The kind and
 * the size in pixels are read from its bytes, whatever its name and declared type say.
 */
import { createHash } from 'node:crypto';

export const MAX_LOGO_BYTES = 100 * 1024;
/** A form with a picture that is too large is read up to this size, so that the page can say so. */
export const MAX_LOGO_FORM_BYTES = 16 * MAX_LOGO_BYTES;
/** An image that became the logo of a school through the API can have any size, and is only shown up to this one. */
export const MAX_SHOWN_LOGO_BYTES = 1024 * 1024;
export const MAX_LOGO_PIXELS = 1024;
const MIN_LOGO_PIXELS = 16;

const CONTENT_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
type Extension = keyof typeof CONTENT_TYPES;

export const LOGO_CONTENT_TYPES: readonly string[] = Object.values(CONTENT_TYPES);

export interface LogoImage {
  /** A hash of the image, with the extension of its kind. */
  name: string;
  image: Buffer;
}

export type LogoFault = 'too_large' | 'not_an_image' | 'animated' | 'too_many_pixels' | 'too_few_pixels';

interface Form {
  extension: Extension;
  width: number;
  height: number;
  isAnimated?: boolean;
}

const NAME = /^[0-9a-f]{32}\.(png|jpg|webp)$/;

/** Returns the content type of a logo of this name, or `undefined` if no logo can have the name. */
export const contentTypeOfLogo = (name: string): string | undefined => {
  const extension = NAME.exec(name)?.[1];
  return extension === undefined ? undefined : CONTENT_TYPES[extension as Extension];
};

/** Checks the bytes of a file that shall become a logo. */
export function readLogo(image: Buffer): LogoImage | LogoFault {
  if (image.length > MAX_LOGO_BYTES) return 'too_large';
  const form = pngForm(image) ?? webpForm(image) ?? jpegForm(image);
  if (form === undefined) return 'not_an_image';
  if (form.isAnimated === true) return 'animated';
  if (Math.max(form.width, form.height) > MAX_LOGO_PIXELS) return 'too_many_pixels';
  if (Math.min(form.width, form.height) < MIN_LOGO_PIXELS) return 'too_few_pixels';
  const digest = createHash('sha256').update(image).digest('hex').slice(0, 32);
  return { name: `${digest}.${form.extension}`, image };
}

const textAt = (image: Buffer, start: number, length = 4): string => image.toString('latin1', start, start + length);

/** The first chunk contains the size, and an animated image has a chunk `acTL` before its data. */
function pngForm(image: Buffer): Form | undefined {
  if (image.length < 33 || textAt(image, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(image, 12) !== 'IHDR')
    return undefined;
  const data = image.indexOf('IDAT', 33, 'latin1');
  if (data < 0) return undefined;
  const isAnimated = image.subarray(33, data).includes('acTL');
  return { extension: 'png', width: image.readUInt32BE(16), height: image.readUInt32BE(20), isAnimated };
}

/** There are three kinds of WebP, each with its own header. */
function webpForm(image: Buffer): Form | undefined {
  if (image.length < 30 || textAt(image, 0) !== 'RIFF' || textAt(image, 8) !== 'WEBP') return undefined;
  const extension = 'webp';
  switch (textAt(image, 12)) {
    case 'VP8 ':
      if (image.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return { extension, width: image.readUInt16LE(26) & 0x3fff, height: image.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (image[20] !== 0x2f) return undefined;
      const bits = image.readUInt32LE(21);
      return { extension, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      const isAnimated = (image.readUInt8(20) & 0x02) !== 0;
      return { extension, width: image.readUIntLE(24, 3) + 1, height: image.readUIntLE(27, 3) + 1, isAnimated };
    }
    default:
      return undefined;
  }
}

/** Follows the segments up to the frame header, which contains the size. */
function jpegForm(image: Buffer): Form | undefined {
  if (image.length < 4 || image.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= image.length; at += 2 + image.readUInt16BE(at + 2)) {
    if (image[at] !== 0xff) return undefined;
    const marker = image[at + 1] ?? 0;
    // C4, C8 and CC are other tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { extension: 'jpg', width: image.readUInt16BE(at + 7), height: image.readUInt16BE(at + 5) };
  }
  return undefined;
}
