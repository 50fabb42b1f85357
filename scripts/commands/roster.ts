/** `schoolgate roster …`: imports a list of people into a school, as the page of its administrators does. */
import type { FastifyInstance } from 'fastify';
import type { StoredRoster } from '../../plugins/school/stores.ts';
import { CsvError } from '../../schema/data/csv.ts';
import type { Operator } from '../../schema/school/operation.ts';
import { ProblemError } from '../../schema/school/problem.ts';
import {
  MISSING_FROM,
  type PlannedRow,
  ROSTER_KINDS,
  type RosterFault,
  RosterFileError,
  type RosterKind,
} from '../../schema/school/roster.ts';
import { emailKey } from '../../schema/text/email.ts';
import { counted, interruptedBy } from './interruption.ts';
import { operatorNamed } from './operator-name.ts';
import { openApp } from './process.ts';
import { step } from './progress.ts';
import { readText } from './row-file.ts';
import { readArguments, refuseArguments, runOn, UsageError } from './usage.ts';

export const USAGE = `Usage: schoolgate roster <slug> <file> [--course <slug>] [--end-missing] [--dry-run] [--as <e-mail>] [--by <name>]

Compares the people of a CSV file (name, e-mail, role) with the members of a school, prints what changes, and changes it.

  --course <slug>  also enroll everyone in the file in this course
  --end-missing    end the access to the course of those who are not in the file
  --dry-run        only print what would change
  --as <e-mail>    the owner or administrator whose rights count (default: an owner)
  --by <name>      the name in the audit log (default: your user name)
`;

const OPTIONS = {
  course: { type: 'string' },
  'end-missing': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  as: { type: 'string' },
  by: { type: 'string' },
} as const;

const SIGNS: Readonly<Record<RosterKind, string>> = { error: '!', new: '+', changed: '~', missing: '-', same: '=' };
const FAULTS: Readonly<Record<RosterFault, string>> = {
  email: 'not an e-mail address',
  name: 'not a name',
  role: 'no such role',
  twice: 'in the file twice',
  removed: 'was removed or has declined; invite the person on the members page',
  suspended: 'is suspended; restore the access first',
  own: 'nobody changes their own role',
  owner: 'owners change on the members page',
  above: 'needs a higher role',
};

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const [slug, path, ...rest] = positionals;
  if (slug === undefined || path === undefined || rest.length > 0)
    return refuseArguments(USAGE, { positionals, values });
  if (values['end-missing'] && values.course === undefined) throw new UsageError('--end-missing needs --course');
  const text = await readText(path);
  const app = await openApp({ LOG_LEVEL: 'error' }, { housekeeping: false });
  await runOn(app, async () => {
    const site = await app.school.sites.bySlug(slug);
    if (site === undefined) throw new UsageError(`no school has the slug ${slug}`);
    const operator = await operatorAt(app, site.id, values.as);
    const courseId = await courseAt(app, site.id, values.course);
    const roster = await compared(app, operator, text, { courseId, path });
    await print(app, roster, values['end-missing']);
    if (values['dry-run']) process.stdout.write('nothing was changed\n');
    else await carryOut(app, operator, roster, { endsMissing: values['end-missing'], by: operatorNamed(values.by) });
    await app.outbox.sendDue();
  });
}

async function operatorAt(app: FastifyInstance, siteId: string, as: string | undefined): Promise<Operator> {
  const [owner] = await app.school.recipients.owners(siteId);
  const id = as === undefined ? owner?.personId : (await app.school.members.findKnown(siteId, emailKey(as)))?.id;
  const member = id === undefined ? undefined : await app.school.members.find(siteId, id);
  const isManager = member?.role === 'owner' || member?.role === 'admin';
  if (member === undefined || member.status !== 'active' || !isManager)
    throw new UsageError(`${as ?? 'nobody'} is an active owner or administrator of the school`);
  return { siteId, personId: member.id, role: member.role, now: app.clock(), requestId: 'roster' };
}

async function courseAt({ school }: FastifyInstance, siteId: string, slug: string | undefined) {
  if (slug === undefined) return undefined;
  const course = await school.records('courses').findBy(siteId, { slug });
  if (course === undefined) throw new UsageError(`the school has no course ${slug}`);
  return course.id;
}

async function compared(
  app: FastifyInstance,
  operator: Operator,
  text: string,
  { courseId, path }: { courseId: string | undefined; path: string },
): Promise<StoredRoster> {
  try {
    return await app.school.roster.plan(operator, text, courseId);
  } catch (error) {
    if (error instanceof RosterFileError || error instanceof CsvError || error instanceof ProblemError)
      throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

async function print(app: FastifyInstance, roster: StoredRoster, endsMissing: boolean): Promise<void> {
  const lines = new Map<RosterKind, string[]>(ROSTER_KINDS.map((kind) => [kind, []]));
  for await (const row of app.school.roster.rows(roster)) lines.get(row.kind)?.push(lineOf(row, endsMissing));
  for (const some of lines.values()) process.stdout.write(some.map((line) => `${line}\n`).join(''));
  process.stdout.write(`${ROSTER_KINDS.map((kind) => `${kind} ${roster.counts[kind]}`).join(', ')}\n`);
  if (roster.counts.error > 0) process.exitCode = 1;
}

function lineOf(row: PlannedRow, endsMissing: boolean): string {
  const line = row.line >= MISSING_FROM ? '-' : String(row.line);
  return `${SIGNS[row.kind]} ${line.padEnd(5)} ${row.email}  ${whatOf(row, endsMissing)}`;
}

function whatOf({ enrolls, fault, gives, kind, person }: PlannedRow, endsMissing: boolean): string {
  if (kind === 'error') return FAULTS[fault ?? 'email'];
  if (kind === 'missing') return endsMissing ? 'access to the course ends' : 'kept';
  const role = kind === 'new' ? `invited as ${gives}` : gives && `${person?.role} becomes ${gives}`;
  const parts = [role, enrolls === true && 'enrolled'].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(', ') : 'nothing';
}

async function carryOut(
  app: FastifyInstance,
  operator: Operator,
  roster: StoredRoster,
  { by, endsMissing }: { by: string; endsMissing: boolean },
): Promise<void> {
  const target = `operator/${by}`;
  await app.school.roster.carryOut(operator, roster, endsMissing, { target, each: step }).catch((error: unknown) => {
    throw interruptedBy(error, {
      at: 'between two rows',
      done: 'what was done stays',
      next: 'run the same command again: what is done already stays as it is',
    });
  });
  const { done = 0, skipped = 0 } = await app.school.rosters.outcomes(roster.id);
  process.stdout.write(
    `made ${counted(done, 'change', 'changes')}, skipped ${counted(skipped, 'row', 'rows')} that had changed meanwhile\n`,
  );
  if (skipped > 0) process.exitCode = 1;
}
