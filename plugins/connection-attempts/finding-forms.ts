/** Tells by its form what is wrong with a credential, a verifier or a document. Never says the value itself. */
import type { Finding, FindingKey } from '../../schema/attempts/attempt-finding.ts';
import { formOfCredential, type SplitCredentialKind } from '../../schema/credential.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';

/** An access token in its header. */
export const SENT_AS = /^(?:bearer|dpop) +(.*)$/is;

/** @param name where the credential was sent */
export function valueFinding(name: string, kind: SplitCredentialKind, value: string | undefined): Finding | undefined {
  if (value === undefined) return undefined;
  const { length, expected } = formOfCredential(kind, value);
  if (length === undefined) return ['value_foreign', name];
  if (length === expected) return ['value_unknown', name];
  return [length < expected ? 'value_short' : 'value_long', name, String(length), String(expected)];
}

/** RFC 7636 §4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

export function verifierFinding(verifier: string | undefined, challenge: string | undefined): Finding {
  if (verifier === undefined) return ['verifier_missing'];
  if (verifier === challenge) return ['verifier_challenge'];
  return [VERIFIER.test(verifier) ? 'verifier_other' : 'verifier_form', String(verifier.length)];
}

/**
 * By the sentence that the fetcher has for the log. A name without an address and one with an address inside our network
 * are the same here, so that nobody learns from it what there is.
 */
const SILENT: readonly (readonly [RegExp, FindingKey])[] = [
  [/cannot be resolved|has no address|not a public address|is an IP address/, 'document_name'],
  [/^no (?:response|connection) within/, 'document_late'],
  [/ECONNREFUSED/, 'document_closed'],
];
const CERTIFICATE = /certificate|altnames|self.signed|CERT_/i;

export function documentFinding(error: unknown): Finding | undefined {
  if (!(error instanceof OAuthError) || !error.reason.startsWith('client_document_')) return undefined;
  // What can be done about it is not about the document.
  if (error.reason === 'client_document_unresolved') return undefined;
  const sentence = error.details.detail?.replace(/^\S+: /, '') ?? '';
  const status = /^the host responded with status (\d+)$/.exec(sentence)?.[1];
  if (status !== undefined) return [statusKey(status), status];
  const type = /^the content type is "(.*)", not JSON$/.exec(sentence)?.[1];
  if (type !== undefined) return ['document_type', type === '' ? '–' : type];
  if (error.reason !== 'client_document_unreachable') return ['document_content', sentence];
  const silent = SILENT.find(([form]) => form.test(sentence))?.[1];
  if (silent !== undefined) return [silent];
  return CERTIFICATE.test(sentence) ? ['document_certificate', sentence] : ['document_broken_off'];
}

function statusKey(status: string): FindingKey {
  if (status.startsWith('3')) return 'document_redirect';
  return status === '403' ? 'document_forbidden' : 'document_status';
}
