/** Why an e-mail could not be sent, for people who do not run the mail server. */

/**
 * `refused` for good: its address or the e-mail itself. `later`: it may be taken another time. `sign_in`: the server does
 * not let this one in. `insecure`: no TLS, or a certificate that is not trusted. `unreachable`: no connection, or no
 * answer. `other`: the log of the server says more.
 */
export type MailTrouble = 'refused' | 'later' | 'sign_in' | 'insecure' | 'unreachable' | 'other';

const ABOUT_THE_EMAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);
const SIGN_IN: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2']);
const NO_CONNECTION: ReadonlySet<string> = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'timeout']);
/** `ETLS`: no STARTTLS. The others are those of OpenSSL and of Node for a certificate, or for what is no TLS. */
const NO_TLS = /^ETLS$|CERT|^UNABLE_TO_|^ERR_(SSL|TLS)_/;

/** Returns whether one of these codes is about TLS or the certificate of the mail server. */
export const isAboutTls = (...codes: readonly unknown[]): boolean => codes.some((code) => NO_TLS.test(String(code)));

/** @param failure the codes of the outbox: of the mail program, the command, the status of the answer, and the cause */
export function mailTroubleOf(failure: string | null): MailTrouble {
  const [code = '', ...more] = (failure ?? '').split(' ');
  const status = more.find((one) => /^[45]\d\d$/.test(one));
  // RFC 5321 §4.2.1: a refusal for now, at whatever step.
  if (status?.startsWith('4')) return 'later';
  if (SIGN_IN.has(code)) return 'sign_in';
  if (isAboutTls(code, ...more)) return 'insecure';
  if (NO_CONNECTION.has(code) || /^ECONN|^EHOST|^ENET|^ENOTFOUND/.test(code)) return 'unreachable';
  return ABOUT_THE_EMAIL.has(code) && status !== undefined ? 'refused' : 'other';
}
