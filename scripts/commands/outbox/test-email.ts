/** `schoolgate outbox test <address>`: sends one e-mail through the mail server, past the outbox, and says what came of it. */
import { join } from 'node:path';
import { sendPastOutbox } from '../../../plugins/people/mail-transport.ts';
import type { Config } from '../../../plugins/settings/config.ts';
import { printable } from '../connect/errors.ts';
import { codeOf, messageOf } from '../doctor/deployment/verdicts.ts';
import { mailCure } from './mail-cures.ts';

/** Prints the answer of the mail server, or why nothing was sent. Sets the exit code to 1 if nothing was. */
export async function sendTestEmail({ mail, dataDir, baseUrl }: Config, to: string): Promise<void> {
  const { server, from } = mail;
  if (server === 'off') return fail('no e-mail was sent: SMTP_URL is off. Set SMTP_URL and MAIL_FROM to send e-mails');
  if (server === undefined) {
    const folder = join(dataDir, 'mail');
    return fail(
      `no e-mail was sent: SMTP_URL is not set, so e-mails are files in ${folder}. Set SMTP_URL and MAIL_FROM to send them`,
    );
  }
  const where = `${server.host}:${server.port}`;
  try {
    const answer = await sendPastOutbox(server, from, {
      to,
      subject: 'Test e-mail from Schoolgate',
      text: `This is a test e-mail of the Schoolgate server ${baseUrl}, sent by hand with the command "outbox test".\n\nIts mail server takes e-mails from ${from.address}. If this one was in the spam folder, see "Make it arrive" at ${baseUrl}/docs/run/mail\n`,
    });
    print(`${where} took the e-mail from ${from.address} to ${to}, and answered: ${answer}`);
    print('If it does not arrive, look into the spam folder, and see "Make it arrive" in docs/run/mail.md');
  } catch (error) {
    fail(`${where} did not take the e-mail: ${codeOf(error)}, ${messageOf(error)}. ${mailCure(error, server)}`);
  }
}

/** The answer of a server may contain anything. */
const line = (text: string): string => `${printable(text)}\n`;
const print = (text: string): boolean => process.stdout.write(line(text));

function fail(text: string): void {
  process.stderr.write(line(text));
  process.exitCode = 1;
}
