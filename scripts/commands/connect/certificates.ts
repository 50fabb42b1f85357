/** Certificates of a server that a request was refused for: nothing of it was sent. */

/** The chain ends at no authority that is known here. */
const UNTRUSTED: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

const WRONG: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'that has expired',
  CERT_NOT_YET_VALID: 'that is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'for another name',
};

/** Returns what is wrong with the certificate of a server, and the next step, unless a request failed for another reason. */
export function certificateProblem(origin: string, error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (UNTRUSTED.includes(code)) {
    return (
      `${origin} has a certificate that is not trusted here (${code}): set NODE_EXTRA_CA_CERTS to a file with it, or ` +
      'with that of its authority, in PEM.'
    );
  }
  const wrong = WRONG[code];
  return wrong === undefined ? undefined : `${origin} has a certificate ${wrong} (${code}): correct it at the proxy.`;
}
