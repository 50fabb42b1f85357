/** Checks whether e-mail can be sent: the mail server answers, encrypts, and accepts password and sender. */
import { Resolver } from 'node:dns/promises';
import { mailServerOptions } from '../../../../plugins/people/mail-transport.ts';
import type { Config } from '../../../../plugins/settings/config.ts';
import { mailCure } from '../../outbox/mail-cures.ts';
import { codeOf, fail, messageOf, ok, type Verdict, warn } from './verdicts.ts';

const LOOKUP_MS = 3000;

export async function mailVerdicts({ mail, isSecure }: Config, dns?: string): Promise<Verdict[]> {
  const { server, from } = mail;
  if (server === 'off') {
    const toDo = 'Set SMTP_URL, unless people have another way to a new password';
    return [warn('mail', 'SMTP_URL=off: people can neither confirm an address nor reset a password', toDo)];
  }
  if (server === undefined) return [ok('mail', 'e-mails are written to files')];
  return [await serverVerdict(server), ...(isSecure ? [await senderVerdict(from.address, dns)] : [])];
}

async function serverVerdict(server: Exclude<Config['mail']['server'], 'off' | undefined>): Promise<Verdict> {
  const where = `${server.host}:${server.port}`;
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport(mailServerOptions(server));
  try {
    await transport.verify();
    const means = [server.secure || server.requireTls ? 'TLS' : 'no TLS', server.auth ? 'the password' : 'no password'];
    return ok('mail', `${where} accepts e-mail (${means.join(', ')})`);
  } catch (error) {
    return fail('mail', `${where} refuses: ${codeOf(error)}, ${messageOf(error)}`, mailCure(error, server));
  } finally {
    transport.close();
  }
}

/**
 * Many servers refuse e-mail from a domain that does not say who may send it (RFC 7208).
 * @param dns a server to ask instead of those of this machine
 */
async function senderVerdict(address: string, dns: string | undefined): Promise<Verdict> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
  if (dns !== undefined) resolver.setServers([dns]);
  const toDo = `Publish a TXT record such as "v=spf1 mx -all" at ${domain} that names the mail server`;
  try {
    const records = (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
    const count = records.filter((record) => /^v=spf1( |$)/i.test(record)).length;
    if (count === 0) return warn('sender', `${domain} has no SPF record`, toDo);
    return count === 1
      ? ok('sender', `${domain} has an SPF record`)
      : warn('sender', `${domain} has ${count} SPF records, which count as none`, 'Merge them into one');
  } catch (error) {
    const code = codeOf(error);
    return /^(ENODATA|ENOTFOUND)$/.test(code)
      ? warn('sender', `${domain} has no SPF record`, toDo)
      : warn('sender', `the SPF record of ${domain} could not be looked up: ${code}`, 'See whether DNS works here');
  }
}
