/** `schoolgate audit …`: lists the audit events of the whole platform, and verifies that nobody changed them. */
import type { FastifyInstance } from 'fastify';
import { meantBy } from '../../plugins/settings/misspelled.ts';
import { auditLine } from '../../schema/audit/audit-chain.ts';
import { type AuditEventName, EVENT_NAMES } from '../../schema/audit/events.ts';
import { instantOf } from '../../schema/school/calendar.ts';
import { emailKey } from '../../schema/text/email.ts';
import { openApp } from './process.ts';
import { step, withProgress } from './progress.ts';
import { ArgumentError, readArguments, refuseArguments, runOn, UsageError } from './usage.ts';

export const USAGE = `Usage: schoolgate audit list [--person <id or e-mail address>] [--site <slug> | --platform] [--event <name>]
                              [--client <id>] [--from <time>] [--to <time>] [--first <count>]
                                 print events as JSON lines, newest first; times are ISO 8601
       schoolgate audit verify   verify the hash chains of the schools and of the platform
`;

/** An event that is older than this, in milliseconds, is sealed unless no server is running. */
const SEALED_BY = 60_000;

const UNVERIFIED = 'Stopped: the chains that are not printed were not verified. Run the command again.';

const option = { type: 'string' } as const;
const OPTIONS = {
  person: option,
  site: option,
  platform: { type: 'boolean' },
  event: option,
  client: option,
  from: option,
  to: option,
  first: option,
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];
type Command = (app: FastifyInstance, values: Values) => Promise<void>;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['list', list],
  ['verify', verify],
]);

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const command = COMMANDS.get(positionals.join(' ')) ?? refuseArguments(USAGE, { positionals, values });
  const app = await openApp({ LOG_LEVEL: 'silent' }, { housekeeping: false });
  await runOn(app, () => command(app, values));
}

async function list(app: FastifyInstance, values: Values): Promise<void> {
  const { first = '1000' } = values;
  if (!/^[1-9][0-9]{0,8}$/.test(first)) throw new ArgumentError('--first must be a positive number');
  const filter = await filterOf(app, values);
  let count = 0;
  for await (const events of app.audit.platformLog.pages(filter, Number(first))) {
    count += events.length;
    process.stdout.write(events.map(auditLine).join(''));
  }
  if (count === 0) process.stderr.write('no event matches\n');
}

async function filterOf({ audit, people: { persons }, school: { platform } }: FastifyInstance, values: Values) {
  const { person, site, event, client } = values;
  const [from, to] = [timeOf(values, 'from'), timeOf(values, 'to')];
  if (event !== undefined) await requireEvent(audit, event);
  const siteId = values.platform ? '' : site && (await platform.siteBySlug(site))?.id;
  if (site !== undefined && !siteId) throw new UsageError(`no school has the slug ${site}`);
  const personId = person?.includes('@') ? (await persons.findByEmail(emailKey(person)))?.id : person;
  if (person !== undefined && personId === undefined) throw new UsageError(`no account has the address ${person}`);
  return {
    ...(siteId === undefined ? {} : { siteId }),
    ...(personId === undefined ? {} : { personId }),
    ...(event === undefined ? {} : { event: event as AuditEventName }),
    ...(client === undefined ? {} : { clientId: client }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Events of earlier versions may have names that are no longer in use. */
async function requireEvent({ platformLog }: FastifyInstance['audit'], event: string): Promise<void> {
  if (EVENT_NAMES.some((name) => name === event)) return;
  for await (const found of platformLog.pages({ event: event as AuditEventName }, 1)) if (found.length > 0) return;
  const meant = meantBy(event, EVENT_NAMES);
  const advice = meant === undefined ? 'docs/reference/audit-events.md lists them' : `did you mean ${meant}?`;
  throw new ArgumentError(`there is no event ${event}; ${advice}`);
}

function timeOf(values: Values, name: 'from' | 'to'): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  // A date stands for its first instant in UTC.
  const time = instantOf(/t/i.test(value) ? value : `${value}T00:00:00Z`);
  if (Number.isNaN(time)) throw new ArgumentError(`--${name} must be a time such as 2026-09-01T12:00:00Z`);
  return time;
}

/** Prints the head of each chain. Whoever keeps it elsewhere can tell later that the whole log was replaced. */
async function verify({ audit: { verification }, clock }: FastifyInstance): Promise<void> {
  await withProgress('Verifying events', UNVERIFIED, () => verifyChains(verification));
  const unsealed = await verification.unsealed(clock() - SEALED_BY);
  if (unsealed > 0) {
    const events = unsealed === 1 ? '1 event is' : `${unsealed} events are`;
    process.stderr.write(`${events} not sealed yet; a running server will seal them\n`);
  }
}

async function verifyChains(verification: FastifyInstance['audit']['verification']): Promise<void> {
  for await (const { chain, sequence, hash, verified, fault } of verification.verify(step)) {
    const site = chain === '' ? {} : { site_id: chain };
    const result =
      fault === undefined
        ? { ok: true, verified }
        : { ok: false, problem: fault.problem, first_bad_sequence: fault.sequence, event_id: fault.eventId ?? null };
    process.stdout.write(`${JSON.stringify({ ...site, sequence, hash, ...result })}\n`);
    if (fault !== undefined) process.exitCode = 1;
  }
}
