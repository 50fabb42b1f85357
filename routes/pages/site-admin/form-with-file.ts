/** Forms with a file, which browsers send as `multipart/form-data` (RFC 7578). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { refusalOf } from '../../../schema/refusal.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a form that may have one. */
    sentFile?: Buffer;
    /** Its name, as the browser says. */
    sentFileName?: string;
  }
}

interface TooLarge<V extends SignedInRequest> {
  /** The pages of those who may send the form. */
  pages: SignedInPages<V>;
  /** Shows the form again. */
  show(signedIn: V, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * Lets the forms of a scope have one file beside their text fields. Its declared type is ignored.
 * @param maxBytes of the whole form; more is refused with 413 before it is read
 * @param tooLarge who is then shown what, because the form itself was not read
 */
export function acceptFile<V extends SignedInRequest>(
  scope: FastifyInstance,
  maxBytes: number,
  tooLarge: TooLarge<V>,
): void {
  const options = { parseAs: 'buffer', bodyLimit: maxBytes } as const;
  scope.addContentTypeParser<Buffer>('multipart/form-data', options, async (request: FastifyRequest, body: Buffer) => {
    const parts = partsOf(body, request.headers['content-type'] ?? '');
    const file = parts.find(({ isFile }) => isFile);
    if (file !== undefined) Object.assign(request, { sentFile: file.content, sentFileName: file.fileName });
    const fields: Record<string, string | string[]> = {};
    for (const { name, isFile, content } of parts) {
      const text = content.toString();
      if (!isFile) fields[name] = Object.hasOwn(fields, name) ? [fields[name] ?? [], text].flat() : text;
    }
    return fields;
  });
  scope.setErrorHandler(async (error, request, reply) => {
    if (refusalOf(error).status !== 413) throw error;
    scope.refuse(error, request, reply);
    const entered = await tooLarge.pages.reload({ request }, reply);
    return entered === undefined ? reply : tooLarge.show(entered, reply);
  });
}

interface Part {
  name: string;
  isFile: boolean;
  fileName: string;
  content: Buffer;
}

/** More than our forms have. Whoever sends such a form need not be signed in, and many small parts take long to read. */
const MAX_PARTS = 20;
/** Of the lines before the content of a part. */
const MAX_HEAD = 2048;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/**
 * Splits a form as browsers write it (RFC 7578, RFC 2046).
 * @throws {OAuthError} `invalid_request` if it is not such a form
 */
function partsOf(body: Buffer, contentType: string): Part[] {
  const [, quoted, bare] = BOUNDARY.exec(contentType) ?? [];
  const boundary = Buffer.from(`\r\n--${quoted ?? bare ?? ''}`);
  const parts: Part[] = [];
  let at = boundary.length - 2;
  if (at === 2 || body.toString('latin1', 0, at) !== boundary.toString('latin1', 2)) throw malformed();
  while (body.toString('latin1', at, at + 2) !== '--') {
    const length = body.subarray(at, at + MAX_HEAD).indexOf('\r\n\r\n');
    const start = at + length + 4;
    const end = length < 0 ? -1 : body.indexOf(boundary, start);
    const head = body.toString('utf8', at, start);
    const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
    if (end < 0 || name === undefined || parts.length === MAX_PARTS) throw malformed();
    const [, quotedName] = /;\s*filename="([^"]*)"/i.exec(head) ?? [];
    const isFile = /;\s*filename=/i.test(head);
    parts.push({ name, isFile, fileName: plainName(quotedName), content: body.subarray(start, end) });
    at = end + boundary.length;
  }
  return parts;
}

/** Browsers escape three characters in names (HTML, multipart form data), and some send a path. */
const plainName = (quoted = ''): string =>
  (
    quoted
      .replaceAll('%22', '"')
      .replaceAll(/%0[DA]/gi, ' ')
      .split(/[/\\]/)
      .at(-1) ?? ''
  ).trim();

const malformed = (): OAuthError => new OAuthError('malformed_request.fault', { fault: 'the form is malformed' });
