/** `npm run outbox -- …`: lists the messages that wait to be sent or were given up, and decides about those. */
import type { FastifyInstance } from 'fastify';
import { OUTGOING_LIFETIME, type OutgoingState } from '../schema/outgoing.ts';
import { openApp } from './process.ts';
import { endWithUsage, readArguments, runOn, UsageError } from './usage.ts';

export const USAGE = `Usage: npm run outbox -- list [--failed] [--json]    list what waits to be sent or was given up, newest first
       npm run outbox -- retry <id> | --all         try again, for two days, what was given up
       npm run outbox -- drop <id> | --all          delete what was given up

A running server sends what is due. Contents are never shown, because e-mails contain one-time links.
`;

const LISTED = 1000;
const OPTIONS = {
  json: { type: 'boolean', default: false },
  failed: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];
type Decide = (app: FastifyInstance, id: string) => Promise<boolean>;

const DECISIONS: ReadonlyMap<string, Decide> = new Map<string, Decide>([
  ['retry', ({ clock, outboxStore }, id) => outboxStore.retry(id, clock(), clock() + OUTGOING_LIFETIME)],
  ['drop', ({ outboxStore }, id) => outboxStore.drop(id)],
]);

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const [name = '', id, ...rest] = positionals;
  const decide = DECISIONS.get(name);
  const isRight = name === 'list' ? id === undefined && !values.all : (id === undefined) === values.all;
  if ((name !== 'list' && decide === undefined) || rest.length > 0 || !isRight) endWithUsage(USAGE);
  const app = await openApp({ LOG_LEVEL: 'silent' }, { housekeeping: false });
  await runOn(app, () => (decide === undefined ? list(app, values) : apply(app, name, decide, id)));
}

async function list({ outbox, outboxStore }: FastifyInstance, { failed, json }: Values): Promise<void> {
  const messages = await (failed ? outboxStore.failed(LISTED) : outboxStore.list(LISTED));
  const lines = messages.map(({ sealed, ...state }) => {
    const to = recipientIn(outbox, sealed);
    return json ? JSON.stringify({ ...state, to }) : summarize(state, to);
  });
  process.stdout.write(lines.length > 0 ? `${lines.join('\n')}\n` : json ? '' : 'none\n');
}

async function apply(app: FastifyInstance, name: string, decide: Decide, id: string | undefined): Promise<void> {
  let done = 0;
  if (id !== undefined) {
    if (!(await decide(app, id))) throw new UsageError(`no message ${id} was given up`);
    done = 1;
  }
  for (let before = -1; id === undefined && done > before; ) {
    before = done;
    for (const message of await app.outboxStore.failed(LISTED)) if (await decide(app, message.id)) done += 1;
  }
  process.stdout.write(`${name === 'retry' ? 'will try again' : 'deleted'}: ${done}\n`);
}

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
): string {
  const state =
    failedAt === null
      ? `next ${new Date(dueAt ?? createdAt).toISOString()}`
      : `failed ${new Date(failedAt).toISOString()}`;
  const since = new Date(createdAt).toISOString();
  return [id, since, kind, to ?? '-', `${attempts} attempts`, state, failure ?? ''].join('  ').trimEnd();
}
