/** The files that can be uploaded, and the headers for downloading them. */
import { keysOf } from '../data/objects.ts';

/**
 * Allowed content types, and whether a browser may display them inline. Types that can contain scripts (SVG, HTML, XML)
 * are not allowed.
 */
const CONTENT_TYPES = {
  'image/png': 'inline',
  'image/jpeg': 'inline',
  'image/gif': 'inline',
  'image/webp': 'inline',
  'image/avif': 'inline',
  'video/mp4': 'inline',
  'video/webm': 'inline',
  'video/quicktime': 'inline',
  'audio/mpeg': 'inline',
  'audio/mp4': 'inline',
  'audio/ogg': 'inline',
  'audio/wav': 'inline',
  'audio/webm': 'inline',
  'application/pdf': 'inline',
  'application/zip': 'attachment',
  'application/epub+zip': 'attachment',
  'application/msword': 'attachment',
  'application/vnd.ms-excel': 'attachment',
  'application/vnd.ms-powerpoint': 'attachment',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'attachment',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'attachment',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'attachment',
  'application/vnd.oasis.opendocument.text': 'attachment',
  'application/vnd.oasis.opendocument.spreadsheet': 'attachment',
  'application/vnd.oasis.opendocument.presentation': 'attachment',
  'application/octet-stream': 'attachment',
  'text/plain': 'attachment',
  'text/csv': 'attachment',
  'text/vtt': 'attachment',
} as const satisfies Record<string, 'inline' | 'attachment'>;

export type ContentType = keyof typeof CONTENT_TYPES;

// The cast states that the list is not empty, which TypeScript cannot infer from keys.
export const ALLOWED_CONTENT_TYPES = keysOf(CONTENT_TYPES) as [ContentType, ...ContentType[]];

const isContentType = (value: string): value is ContentType => Object.hasOwn(CONTENT_TYPES, value);

/** An upload that failed, and why. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly why: 'settled' | 'too_large' | 'too_short' | 'checksum' | 'content' | 'no_space' | 'stalled' | 'aborted';

  constructor(why: UploadError['why'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.why = why;
  }
}

/** Of a picture that is shown as a cover. */
export const MAX_COVER_BYTES = 5 * 1024 * 1024;

/** Returns the media type of a header without parameters, in lower case (RFC 9110 §8.3.1). */
export const mediaTypeOf = (header: string | undefined): string =>
  (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** RFC 6266: returns the Content-Disposition header for a file. */
export function dispositionOf(contentType: string, filename: string): string {
  const kind = isContentType(contentType) ? CONTENT_TYPES[contentType] : 'attachment';
  // RFC 6266 §4.3: the name in ASCII, for clients that do not support the encoded one.
  const ascii = filename.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_');
  // RFC 8187 §3.2.1: all characters except attr-char are percent-encoded.
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** A byte range of a file (RFC 9110 §14). */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses a Range header.
 * @returns `undefined` if the whole file is to be sent, because the header is absent, invalid or has several ranges;
 * `unsatisfiable` if the range is outside the file
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'unsatisfiable' : { first, last };
}
