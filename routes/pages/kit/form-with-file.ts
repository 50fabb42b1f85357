/** Forms with a file, which browsers send as `multipart/form-data` (RFC 7578). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { refusalOf } from '../../../schema/refusal.ts';
import type { SignedInPages, SignedInRequest } from './signed-in.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a form that may have one. */
    sentFile?: Buffer;
  }
}

interface TooLarge<V extends SignedInRequest> {
  /** The pages of those who may send the form. */
  pages: SignedInPages<V>;
  /** Shows the form again. */
  show(signedIn: V, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * Lets the forms of a scope have one file beside their text fields. Its name and declared type are ignored.
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
    const form = await formOf(body, request.headers['content-type'] ?? '');
    const fields: Record<string, string | string[]> = {};
    for (const name of new Set(form.keys())) {
      const values = form.getAll(name);
      const texts = values.filter((value) => typeof value === 'string');
      if (texts.length > 0) fields[name] = texts.length === 1 ? (texts[0] ?? '') : texts;
      const [file] = values.filter((value) => typeof value !== 'string');
      if (file !== undefined) request.sentFile = Buffer.from(await file.arrayBuffer());
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

/** @throws {OAuthError} `invalid_request` if it is not such a form */
async function formOf(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new OAuthError('invalid_request', 'the form is malformed', { reason: 'malformed_request' });
  }
}
