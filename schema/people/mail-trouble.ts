/** Why an e-mail could not be sent, for people who do not run the mail server. */

/**
 * `refused` for good: its address or the e-mail itself. `later`: it may be taken another time. `sign_in`: the server does
 * not let this one in. `unreachable`: no connection, or no answer. `other`: the log of the server says more.
 */
export type MailTrouble = 'refused' | 'later' | 'sign_in' | 'unreachable' | 'other';

const ABOUT_THE_EMAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);
const SIGN_IN: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2']);
const NO_CONNECTION: ReadonlySet<string> = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS', 'timeout']);

/** @param failure the codes of the outbox: that of the mail program, the command, and the status of the answer */
export function mailTroubleOf(failure: string | null): MailTrouble {
  const [code = '', ...more] = (failure ?? '').split(' ');
  if (SIGN_IN.has(code)) return 'sign_in';
  if (NO_CONNECTION.has(code) || /^ECONN|^EHOST|^ENET|^ENOTFOUND/.test(code)) return 'unreachable';
  const status = more.find((one) => /^[45]\d\d$/.test(one));
  if (!ABOUT_THE_EMAIL.has(code) || status === undefined) return 'other';
  return status.startsWith('5') ? 'refused' : 'later';
}
