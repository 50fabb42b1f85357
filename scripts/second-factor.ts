/**
 * `npm run second-factor -- reset <e-mail address>`: removes the authenticator app, the recovery codes and all passkeys
 * of a person who has lost them, and signs them out everywhere. It takes effect at once.
 */
import { emailKey } from '../schema/people/email.ts';
import { openApp } from './process.ts';
import { endWithUsage, readArguments } from './usage.ts';

export const USAGE = 'Usage: npm run second-factor -- reset <e-mail address>\n';

export async function main(args: readonly string[]): Promise<void> {
  const { positionals } = readArguments(args, USAGE, {});
  const [command, email, ...more] = positionals;
  if (command !== 'reset' || email === undefined || more.length > 0) return endWithUsage(USAGE);
  const app = await openApp({ LOG_LEVEL: 'warn' });
  const { mailer, persons, secondFactorResets } = app.people;
  const person = await persons.findByEmail(emailKey(email));
  if (person === undefined) {
    process.stderr.write(`nobody has the address ${email}\n`);
    process.exitCode = 1;
  } else {
    const at = app.clock();
    await secondFactorResets.completeAtOnce(person.id, { event: 'second_factor_removed', at, personId: person.id });
    const link = `${app.config.baseUrl}/account/sign-in`;
    mailer.send(person.email, undefined, { kind: 'second_factor_removed', at, link });
    process.stdout.write(`the second factor of ${person.email} is removed; the password alone opens the account\n`);
  }
  await app.close();
}
