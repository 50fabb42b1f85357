/** Advice about a mail server that cannot be reached, or refuses. */
import { isAboutTls } from '../../../schema/people/mail-trouble.ts';

const CURES: Readonly<Record<string, string>> = {
  EAUTH: 'Correct the user and the password in SMTP_URL',
  ETLS: 'Let the mail server offer STARTTLS with a certificate for its host, or use smtps://',
  EDNS: 'Correct the host in SMTP_URL',
  ENOTFOUND: 'Correct the host in SMTP_URL',
  ETIMEDOUT: 'Correct the port in SMTP_URL, or open it in the firewall; many networks close port 25',
  ESOCKET: 'Start the mail server, or correct host and port in SMTP_URL',
  ECONNECTION: 'Start the mail server, or correct host and port in SMTP_URL',
  EMESSAGE: 'The answer says why the mail server refuses what is in the e-mail; ask its administrator',
};

type Known = 'code' | 'originalCode' | 'command' | 'responseCode' | 'message';

/** The step of the conversation at which the server refused, if it was about an address. */
const CURES_OF_ADDRESSES: Readonly<Record<string, string>> = {
  'MAIL FROM': 'Set MAIL_FROM to a sender that the mail server accepts from the user in SMTP_URL',
  'RCPT TO': 'Correct the address, or let the mail server send to other domains for the user in SMTP_URL',
};

/** The codes for a certificate of an authority that is known here. */
const CURES_OF_CERTIFICATES: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host: let SMTP_URL name the host of the certificate',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired: let the mail server have a new one',
  CERT_NOT_YET_VALID: 'The certificate of the mail server is not valid yet: correct the clock of this machine',
};
const UNTRUSTED =
  'The certificate of the mail server is not trusted: set NODE_EXTRA_CA_CERTS to a file with the certificate of its ' +
  'authority (or its own, if it is self-signed), in PEM, for the server as well';

/** Returns the next step for an error of nodemailer or of the network, with a server of `smtps://` (secure) or `smtp://`. */
export function mailCure(error: unknown, { secure }: { secure: boolean }): string {
  const { code, originalCode, command, responseCode, message }: Partial<Record<Known, unknown>> =
    typeof error === 'object' && error !== null ? error : {};
  // RFC 5321 §4.2.1: a refusal for now, as by greylisting.
  if (Number(responseCode) >= 400 && Number(responseCode) < 500) return 'Wait a few minutes, and try again';
  if (String(message).includes('wrong version number')) {
    return 'This port does not begin with TLS: use smtp:// for STARTTLS, or the port for TLS, usually 465';
  }
  // Connected, and then silence: the second one, if both times end together.
  if (!secure && /Greeting never received|^Timeout$/.test(String(message))) {
    return 'Correct the port in SMTP_URL, or use smtps:// if this port begins with TLS (usually 465)';
  }
  const ofCertificate = CURES_OF_CERTIFICATES[String(originalCode)];
  if (ofCertificate !== undefined) return ofCertificate;
  // The others of OpenSSL are of the protocol, and begin with ERR_SSL.
  if (isAboutTls(originalCode) && !String(originalCode).startsWith('ERR_')) return UNTRUSTED;
  const ofAddress = code === 'EENVELOPE' ? CURES_OF_ADDRESSES[String(command)] : undefined;
  return ofAddress ?? CURES[String(code)] ?? 'Correct SMTP_URL; the log of the mail server has more';
}
