/** Refuses requests whose headers contradict each other, or whose body has a coding that is not decoded. */
import type { FastifyRequest } from 'fastify';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';

/** Node takes the first value of these. A proxy may have read another one. */
const ONCE: ReadonlySet<string> = new Set(['host', 'content-type', 'authorization']);

/** @throws {OAuthError} `invalid_request` with status 400, 415 or 501 */
export function requireReadable({ headers, raw: { rawHeaders } }: FastifyRequest): void {
  // RFC 9112 §3.2, RFC 9110 §5.3
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) throw new OAuthError('repeated_parameter', { names: `the header ${name}` });
    seen.add(name);
  }
  // RFC 9112 §6.1
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
    const fault = 'the only transfer coding that is supported is chunked';
    throw new OAuthError('malformed_request.fault', { fault }, { status: 501 });
  }
  // RFC 9110 §12.5.3, §15.5.16
  const { 'content-encoding': coding = '' } = headers;
  if (coding !== '' && /[^\s,]/.test(coding.replaceAll(/\bidentity\b/gi, ''))) {
    throw new OAuthError(
      'unsupported_media_type.encoding',
      {},
      { status: 415, headers: { 'accept-encoding': 'identity' } },
    );
  }
}
