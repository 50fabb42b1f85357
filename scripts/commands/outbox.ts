/** `schoolgate outbox …`: lists the messages that wait to be sent or were given up, decides about those, and tests the mail server. */
import type { FastifyInstance } from 'fastify';
import { OUTGOING_LIFETIME, type OutgoingState } from '../../schema/data/outgoing-message.ts';
import { type MailTrouble, mailTroubleOf } from '../../schema/people/mail-trouble.ts';
import { emailKey, isEmail } from '../../schema/text/email.ts';
import { counted, interruptedBy } from './interruption.ts';
import { openApp, readSettings } from './process.ts';
import { step } from './progress.ts';
import { endWithUsage, readArguments, refuseArguments, runOn, UsageError } from './usage.ts';

export const USAGE = `Usage: schoolgate outbox list [--failed] [--json]    list e-mails that wait or failed, newest first
       schoolgate outbox retry <id> | --all         send waiting ones now, and retry failed ones for two days
       schoolgate outbox drop <id> | --all          delete failed ones
       schoolgate outbox test <address>             send a test e-mail directly, bypassing the outbox, and print the
                                                    server's answer, or the reason and the next step

A running server sends what is due. Contents are never shown, because e-mails contain one-time links.
`;

const LISTED = 1000;
const OPTIONS = {
  json: { type: 'boolean', default: false },
  failed: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];
type Run = (app: FastifyInstance, id: string | undefined, values: Values) => Promise<void>;

const COMMANDS: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['list', (app, _, values) => list(app, values)],
  ['retry', (app, id) => (id === undefined ? retryAll(app) : retryOne(app, id))],
  ['drop', (app, id) => drop(app, id)],
]);

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const [name = '', subject, ...rest] = positionals;
  if (name === 'test') {
    const hasOption = values.all || values.failed || values.json;
    if (subject === undefined || hasOption || rest.length > 0) return refuseArguments(USAGE, { positionals, values });
    if (!isEmail(emailKey(subject))) return endWithUsage(USAGE, `${subject} is not an e-mail address`);
    const { sendTestEmail } = await import('./outbox/test-email.ts');
    return sendTestEmail(await readSettings(), subject);
  }
  const run = COMMANDS.get(name);
  const isRight = name === 'list' ? subject === undefined && !values.all : (subject === undefined) === values.all;
  if (run === undefined || rest.length > 0 || !isRight) return refuseArguments(USAGE, { positionals, values });
  const app = await openApp({ LOG_LEVEL: 'silent' }, { housekeeping: false });
  await runOn(app, () => run(app, subject, values));
}

async function list({ config, outbox, outboxStore }: FastifyInstance, { failed, json }: Values): Promise<void> {
  const messages = await (failed ? outboxStore.failed(LISTED) : outboxStore.list(LISTED));
  const lines = messages.map(({ sealed, ...state }) => {
    const to = recipientIn(outbox, sealed);
    return json ? JSON.stringify({ ...state, to }) : summarize(state, to, config.mail.server !== 'off');
  });
  process.stdout.write(lines.length > 0 ? `${lines.join('\n')}\n` : json ? '' : 'none\n');
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const revive = ({ clock, outboxStore }: FastifyInstance, id: string): Promise<boolean> =>
  outboxStore.retry(id, clock(), clock() + OUTGOING_LIFETIME);

/** Decides about everything that was given up. @returns how many messages that were */
async function decideAll(
  { outboxStore }: FastifyInstance,
  decide: (id: string) => Promise<boolean>,
  decided: string,
): Promise<number> {
  let done = 0;
  try {
    for (let before = -1; done > before; ) {
      before = done;
      for (const { id } of await outboxStore.failed(LISTED)) {
        step(done);
        if (await decide(id)) done += 1;
      }
    }
  } catch (error) {
    throw interruptedBy(error, { at: 'early', done: `${counted(done, 'message', 'messages')} ${decided}` });
  }
  return done;
}

async function retryOne(app: FastifyInstance, id: string): Promise<void> {
  if (await revive(app, id)) return void print('will try again within a minute: 1 given up');
  if (await app.outboxStore.hasten(id, app.clock()))
    return void print('will try again within a minute: 1 waiting for its next try');
  throw new UsageError(`${id} is not in the outbox, or is tried within a minute anyway`);
}

async function retryAll(app: FastifyInstance): Promise<void> {
  // First, because what was given up waits as well when it is tried again.
  const { waiting } = await app.outboxStore.counts();
  await app.outboxStore.hastenAll(app.clock());
  const revived = await decideAll(app, (id) => revive(app, id), 'given up will be tried again');
  print(`will try again within a minute: ${revived} given up, ${waiting} waiting for their next try`);
}

async function drop(app: FastifyInstance, id: string | undefined): Promise<void> {
  if (id === undefined) {
    return void print(`deleted: ${await decideAll(app, (one) => app.outboxStore.drop(one), 'deleted')}`);
  }
  if (!(await app.outboxStore.drop(id))) throw new UsageError(await whyNotDropped(app, id));
  print('deleted: 1');
}

async function whyNotDropped({ outboxStore }: FastifyInstance, id: string): Promise<string> {
  const isThere = (await outboxStore.list(LISTED)).some((one) => one.id === id);
  return isThere
    ? `${id} still waits; only what was given up can be dropped (schoolgate outbox list --failed)`
    : `no message ${id} was given up`;
}

const TROUBLES: Readonly<Record<MailTrouble, string>> = {
  refused: 'the mail server refused the address or the e-mail',
  later: 'the mail server asked to try again later',
  sign_in: 'the mail server refused the user or the password in SMTP_URL',
  insecure: 'no secure connection with the mail server; schoolgate outbox test says why',
  unreachable: 'the mail server could not be reached',
  other: 'sending failed',
};

const LATE = 'the mail server did not answer in time; schoolgate outbox test says why';

/** In words, with the codes, which the log has as well. */
const reasonOf = (failure: string): string =>
  `${/^(?:ETIMEDOUT|timeout)\b/.test(failure) ? LATE : TROUBLES[mailTroubleOf(failure)]} (${failure})`;

/** Returns the address, if it is known already. */
function recipientIn(outbox: FastifyInstance['outbox'], sealed: Buffer): string | null {
  try {
    const content = outbox.open(sealed);
    if (typeof content !== 'object' || content === null) return null;
    if ('to' in content) return String(content.to);
    return 'email' in content ? String(content.email) : null;
  } catch {
    return null;
  }
}

function summarize(
  { id, kind, createdAt, attempts, dueAt, failedAt, failure }: OutgoingState,
  to: string | null,
  sendsEmail: boolean,
): string {
  const next = sendsEmail
    ? `next ${new Date(dueAt ?? createdAt).toISOString()}`
    : 'waits: this server sends no e-mail (SMTP_URL is off)';
  const state = failedAt === null ? next : `failed ${new Date(failedAt).toISOString()}`;
  const since = new Date(createdAt).toISOString();
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return [id, since, kind, to ?? '-', tries, state, failure === null ? '' : reasonOf(failure)].join('  ').trimEnd();
}
