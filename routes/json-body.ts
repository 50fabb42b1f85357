/** Reads JSON whose number of values is bounded, because each of them is validated. */
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { OAuthError } from '../schema/oauth/oauth-error.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** By the code of a character outside texts: how many values begin there, and how many levels. */
const VALUES = new Int8Array(128);
const LEVELS = new Int8Array(128);
for (const char of ',[{') VALUES[char.charCodeAt(0)] = 1;
for (const char of '[{') LEVELS[char.charCodeAt(0)] = 1;
for (const char of ']}') LEVELS[char.charCodeAt(0)] = -1;
/** A value that is nested deeper can be parsed, but overflows the stack of whoever walks through it. */
const MAX_DEPTH = 100;

/** Takes JSON only. */
export function acceptJson(
  app: FastifyInstance,
  types: string[],
  most: number,
  { mayBeEmpty }: { mayBeEmpty: boolean },
): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(types, { parseAs: 'string' }, (request, body, done) => {
    requireModestJson(body, most);
    // Many clients send a content type even without a body.
    if (mayBeEmpty && body === '') done(null, undefined);
    else void parse(request, body, done);
  });
  if (!mayBeEmpty) return;
  // RFC 9112 §7.1: a body in chunks can turn out to be empty, and then needs no content type.
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(new OAuthError('unsupported_media_type.json', {}, { status: 415 }));
  });
}

/** Counts before anything is parsed. @throws {OAuthError} */
export function requireModestJson(json: string, most: number): void {
  let count = 0;
  let depth = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) isText = !isText;
    else if (isText) index += code === BACKSLASH ? 1 : 0;
    else {
      count += VALUES[code] ?? 0;
      depth += LEVELS[code] ?? 0;
    }
    if (count < most && depth <= MAX_DEPTH) continue;
    const fault = `the request body contains ${most} values or more, or more than ${MAX_DEPTH} inside each other`;
    throw new OAuthError('malformed_request.fault', { fault });
  }
}

/** Reads no more of a body than a caller may send, for routes where that depends on the caller. */
export function atMost(bytes: number, payload: Readable): Transform {
  let left = bytes;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? new OAuthError('body_too_large.body') : null, chunk);
    },
  });
  // Whoever reads is told. Nobody reads a body that is refused because of the length that it announces.
  limited.on('error', () => undefined);
  return payload.pipe(limited);
}
