/** `schoolgate users …`: shows accounts, and helps when one was taken over. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { MAX_FOUND } from '../../plugins/people/account-help.ts';
import { fieldValues } from '../../schema/audit/audit-event.ts';
import type { Person } from '../../schema/people/person.ts';
import type { ActingOperator } from '../../schema/people/platform-operator.ts';
import { instantOf } from '../../schema/school/calendar.ts';
import { emailKey } from '../../schema/text/email.ts';
import { linkBeginning } from './link-origin.ts';
import { operatorNamed } from './operator-name.ts';
import { openApp } from './process.ts';
import { withProgress } from './progress.ts';
import { ArgumentError, readArguments, reasonOf, refuseArguments, runOn, UsageError } from './usage.ts';
import { describeErasure, eraseAgain, eraseAndRemind } from './users/erasing.ts';
import { importPeople } from './users/importing.ts';
import { describe, summarize } from './users/report.ts';

export const USAGE = `Usage: schoolgate users find <text>                         list accounts by part of the name or e-mail address
       schoolgate users show <user>                         show an account
       schoolgate users disable <user> [--by <name>]        refuse sign-ins and tokens, and end the existing ones
       schoolgate users enable <user> [--by <name>]         allow sign-ins again
       schoolgate users sign-out <user> [--by <name>]       end all sessions
       schoolgate users end-grants <user> [--by <name>]     end connections with apps at all schools
       schoolgate users send-reset <user> [--by <name>]     e-mail a password reset link, or print it without e-mail
       schoolgate users reset-second-factor <user> [--by <name>]
                                                            remove authenticator app, recovery codes and passkeys, and
                                                            end all sessions; the password alone then signs in
       schoolgate users undo-email <user> [--to <address>] [--by <name>]
                                                            restore the e-mail address of a week ago, or another of that
                                                            week, end all access, and send a password reset link there
       schoolgate users export <user> --to <file> [--by <name>]
                                                            write all data about the person to a new JSON file
       schoolgate users import <file> [--dry-run] [--by <name>]
                                                            import people from a CSV or JSON file with the columns
                                                            email, name, locale, school, role and password_hash
       schoolgate users erase <user> [--yes] [--by <name>]  show what erasing deletes and keeps; with --yes, erase
       schoolgate users erase-again <file> [--by <name>]    after restoring an older backup, erase the accounts that
                                                            an audit log (AUDIT_LOG) shows as erased
       schoolgate users end-before <time> [--by <name>]     end everyone's sessions and connections with apps that
                                                            began before a time such as 2026-09-01T12:00:00Z, or now

<user> is an id or an e-mail address. --by is the name in the audit log (default: your user name).
`;

const OPTIONS = {
  by: { type: 'string' },
  to: { type: 'string' },
  yes: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

type Account = { person: Person; by: ActingOperator };
type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];
type Command = (app: FastifyInstance, account: Account, values: Values) => Promise<string>;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['show', (app, { person }) => describe(app, person)],
  ['disable', disable],
  ['enable', enable],
  ['sign-out', signOut],
  ['end-grants', endGrants],
  ['send-reset', sendReset],
  ['reset-second-factor', resetSecondFactor],
  ['undo-email', undoEmail],
  ['export', exportTo],
  [
    'erase',
    async (app, { person, by }, { yes }) => {
      if (yes === true) return eraseAndRemind(app, person, by);
      throw new UsageError(await describeErasure(app, person));
    },
  ],
]);

/** Commands that are about no single account. */
const FOR_EVERYBODY = new Map<string, (app: FastifyInstance, subject: string, values: Values) => Promise<string>>([
  ['find', find],
  ['end-before', endBefore],
  [
    'import',
    (app, path, { by, 'dry-run': isTrial = false }) =>
      importPeople(app, path, { by: { name: operatorNamed(by) }, isTrial }),
  ],
  ['erase-again', (app, path, { by }) => eraseAgain(app, path, { name: operatorNamed(by) })],
]);

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const [name = '', subject = '', ...rest] = positionals;
  const command = COMMANDS.get(name);
  const forEverybody = FOR_EVERYBODY.get(name);
  if ((command === undefined && forEverybody === undefined) || subject === '' || rest.length > 0)
    refuseArguments(USAGE, { positionals, values });

  // An e-mail that could not be delivered is only logged.
  const logStream = {
    write(line: string): void {
      process.stderr.write(line);
      process.exitCode = 1;
    },
  };
  const app = await openApp({ LOG_LEVEL: 'error' }, { housekeeping: false, logStream });
  await runOn(app, async () => {
    const answer =
      command === undefined
        ? await forEverybody?.(app, subject, values)
        : await command(app, await requireAccount(app, subject, values, name === 'show'), values);
    process.stdout.write(`${answer}\n`);
    await app.outbox.sendDue();
  });
}

async function find({ people: { accountHelp } }: FastifyInstance, text: string): Promise<string> {
  const { found, hasMore } = await accountHelp.search(text);
  if (found.length === 0) return 'none';
  return [...found.map(summarize), ...(hasMore ? [`and more; only ${MAX_FOUND} are listed`] : [])].join('\n');
}

async function requireAccount(
  app: FastifyInstance,
  subject: string,
  { by }: Values,
  mayBeErased: boolean,
): Promise<Account> {
  const { persons } = app.people;
  const person = (await persons.find(subject)) ?? (await persons.findByEmail(emailKey(subject)));
  if (person === undefined) throw new UsageError(`no account has the id or e-mail address ${subject}`);
  if (person.erasedAt !== null && !mayBeErased) throw new UsageError(`the account ${person.id} was erased`);
  return { person, by: { name: operatorNamed(by) } };
}

async function endBefore({ clock, revocation }: FastifyInstance, subject: string, { by }: Values): Promise<string> {
  const at = clock();
  const time = subject === 'now' ? at : instantOf(subject);
  if (!(time <= at)) throw new ArgumentError('<time> must be now, or a past time such as 2026-09-01T12:00:00Z');
  const began = new Date(time).toISOString();
  const { sessions, grants } = await revocation.endBefore(time, {
    event: 'access_ended',
    at,
    target: `operator/${operatorNamed(by)}`,
    after: fieldValues({ before: began }),
  });
  return `ended ${sessions} sessions and ${grants} connections that began before ${began}`;
}

async function exportTo(app: FastifyInstance, { person, by }: Account, { to }: Values): Promise<string> {
  if (to === undefined) throw new ArgumentError('--to <file> is required');
  const event = { at: app.clock(), target: `operator/${by.name}` };
  try {
    const file = createWriteStream(to, { flags: 'wx', mode: 0o600 });
    await once(file, 'open');
    await withProgress(
      'Exporting',
      `Stopped: delete ${to}, which is not complete, and run the command again.`,
      async () => pipeline(await app.people.accountExport.write(person.id, event), file),
    );
  } catch (error) {
    throw new UsageError(`cannot write ${to}: ${reasonOf(error, 'it exists already; name a new file')}`);
  }
  return `wrote all that is stored about ${person.email} to ${to}`;
}

async function disable({ people: { accountHelp } }: FastifyInstance, { person, by }: Account): Promise<string> {
  if (!(await accountHelp.disable(person, by))) throw new UsageError(`${person.email} is disabled already`);
  return `disabled ${person.email}, and ended its sessions and connections`;
}

async function enable({ people: { accountHelp } }: FastifyInstance, { person, by }: Account): Promise<string> {
  if (!(await accountHelp.enable(person, by))) throw new UsageError(`${person.email} is not disabled`);
  return `enabled ${person.email}`;
}

async function signOut({ people: { accountHelp } }: FastifyInstance, { person, by }: Account): Promise<string> {
  await accountHelp.signOut(person, by);
  return `signed ${person.email} out of all browsers`;
}

async function endGrants({ people: { accountHelp } }: FastifyInstance, { person, by }: Account): Promise<string> {
  await accountHelp.endConnections(person, by);
  return `ended the connections of ${person.email} at all schools`;
}

async function sendReset(app: FastifyInstance, { person, by }: Account): Promise<string> {
  const { accountHelp, mailer } = app.people;
  if (!person.active) throw new UsageError(`${person.email} is disabled; enable it first`);
  if (!mailer.isOn) {
    const link = await accountHelp.makeResetLink(person, by);
    return `this deployment sends no e-mail; give ${person.email} this link, which works once within 30 minutes\n${linkBeginning(app.config)}\n${link}`;
  }
  await accountHelp.sendReset(person, by);
  return sent(app, person.email);
}

async function resetSecondFactor(
  { people: { accountHelp } }: FastifyInstance,
  { person, by }: Account,
): Promise<string> {
  if (!(await accountHelp.resetSecondFactor(person, by))) throw new UsageError(`${person.email} has no second factor`);
  return `removed the second factor of ${person.email}; the password alone opens the account`;
}

async function undoEmail(app: FastifyInstance, { person, by }: Account, values: Values): Promise<string> {
  requireMail(app);
  const former = await app.people.emailAddresses.former(person.id, app.clock());
  const to = values.to === undefined ? undefined : emailKey(values.to);
  const wanted = former.find(({ email }) => to === undefined || emailKey(email) === to);
  if (wanted === undefined) {
    throw new UsageError(
      to === undefined
        ? `the address of ${person.email} was not changed in the last seven days`
        : `${person.email} did not have the address ${values.to} in the last seven days`,
    );
  }
  if (!(await app.people.accountHelp.restoreEmail(person, wanted.email, by))) {
    throw new UsageError(`${wanted.email} was restored or taken in the meantime; run show again`);
  }
  const restored = `gave ${person.id} the address ${wanted.email} back, and ended every way into the account`;
  return person.active ? `${restored}\n${sent(app, wanted.email)}` : `${restored}\nthe account is still disabled`;
}

function requireMail({ people }: FastifyInstance): void {
  if (!people.mailer.isOn) throw new UsageError('this deployment sends no e-mail');
}

function sent({ config }: FastifyInstance, email: string): string {
  const how =
    config.mail.server === undefined
      ? `wrote the e-mail to ${email} to a file in ${config.dataDir}/mail, because SMTP_URL is not set`
      : `put an e-mail to ${email} with a link to a new password into the outbox, from which it is sent; schoolgate outbox list says what becomes of it`;
  return `${how}\n${linkBeginning(config)}`;
}
