/** Takes over the people of a file, and says for each line what has happened, or would happen. */
import type { FastifyInstance } from 'fastify';
import type { Passwords } from '../../../plugins/people/passwords.ts';
import { makeIdentifier } from '../../../schema/credential.ts';
import type { Person } from '../../../schema/people/person.ts';
import type { ActingOperator } from '../../../schema/people/platform-operator.ts';
import {
  IMPORTED_COLUMNS,
  type ImportedPerson,
  parseImportedPerson,
} from '../../../schema/platform/imported-person.ts';
import { emailKey } from '../../../schema/text/email.ts';
import { interruptedBy } from '../interruption.ts';
import { numeral, step } from '../progress.ts';
import { type FileRow, readRows } from '../row-file.ts';

type Outcome = 'created' | 'joined' | 'unchanged' | 'refused';
/** Rows at a time, which share commits. */
const AT_ONCE = 100;
/** The words of a trial for the rows that it would take over. */
const TRIED: Partial<Record<Outcome, string>> = { created: 'would be created', joined: 'would join' };

interface Result {
  outcome: Outcome;
  detail: string;
}

interface Options {
  by: ActingOperator;
  isTrial: boolean;
}

/** The earlier rows of a file. */
interface Earlier {
  /** The people and their schools. */
  seen: Set<string>;
  /** The schools by their slugs, because finding one also counts its members. */
  schools: Map<string, ReturnType<FastifyInstance['school']['sites']['bySlug']>>;
  /** The latest row of each person. */
  latest: Map<string, Promise<unknown>>;
  /** The ids of the accounts that were made. */
  made: Set<string>;
  /** How many of these have no password. */
  withoutPassword: number;
}

const refused = (detail: string): Result => ({ outcome: 'refused', detail });

export async function importPeople(app: FastifyInstance, path: string, options: Options): Promise<string> {
  const rows = await readRows(path, IMPORTED_COLUMNS);
  const counts: Record<Outcome, number> = { created: 0, joined: 0, unchanged: 0, refused: 0 };
  const results = new Map<FileRow, Result>();
  const earlier: Earlier = {
    seen: new Set(),
    schools: new Map(),
    latest: new Map(),
    made: new Set(),
    withoutPassword: 0,
  };
  const sums = (): string =>
    Object.entries(counts)
      .map(([outcome, count]) => `${outcome} ${count}`)
      .join(', ');
  const report = (): string =>
    [
      ...rows.flatMap((row) => lineOf(row, results.get(row), options)),
      `${options.isTrial ? 'nothing was changed; would be: ' : ''}${sums()}`,
      ...nextStep(app, earlier.withoutPassword),
    ].join('\n');
  const standing = () => ({
    at: `at line ${rows.find((row) => !results.has(row))?.line}`,
    done: options.isTrial
      ? 'nothing was changed'
      : `${numeral(results.size)} of ${numeral(rows.length)} rows are done (${sums()})`,
    next: 'run the same command again: rows that exist are left as they are',
  });
  await severalAtOnce(rows, async (row) => {
    step(results.size, rows.length);
    const result = await importRow(app, row, earlier, options);
    results.set(row, result);
    counts[result.outcome] += 1;
  }).catch((error: unknown) => {
    const interrupted = interruptedBy(error, standing());
    if (interrupted !== error && results.size > 0) process.stdout.write(`${report()}\n`);
    throw interrupted;
  });
  if (counts.refused > 0) process.exitCode = 1;
  return report();
}

/** Begins the rows in their order. After an error, it begins no other, and awaits those that have begun. */
async function severalAtOnce(rows: readonly FileRow[], work: (row: FileRow) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  const waiting = rows.values();
  const worker = async (): Promise<void> => {
    for (const row of waiting) {
      await work(row).catch((error: unknown) => errors.push(error));
      if (errors.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (errors.length > 0) throw errors[0];
}

function lineOf({ line }: FileRow, result: Result | undefined, { isTrial }: Options): string[] {
  if (result === undefined) return [];
  const word = (isTrial && TRIED[result.outcome]) || result.outcome;
  return [`${line}  ${word.padEnd(isTrial ? 16 : 9)}  ${result.detail}`];
}

/** Returns the next step of people who got an account without a password. */
function nextStep({ config: { baseUrl }, people }: FastifyInstance, count: number): string[] {
  if (count === 0) return [];
  const who = count === 1 ? '1 new person has no password yet' : `${count} new people have no password yet`;
  const they = count === 1 ? 'the person uses' : 'they use';
  const next = people.mailer.isOn
    ? `${they} “Forgot your password?” at ${baseUrl}/sign-in`
    : 'schoolgate users send-reset <e-mail> prints a link to a new one, for you to pass on';
  return [`${who}: ${next}`];
}

async function importRow(
  app: FastifyInstance,
  { values }: FileRow,
  earlier: Earlier,
  options: Options,
): Promise<Result> {
  const wanted = parseImportedPerson(values);
  if (typeof wanted === 'string') return refused(wanted);
  // A person has a line for each school.
  const key = `${emailKey(wanted.email)} ${wanted.school ?? ''}`;
  if (earlier.seen.has(key)) return refused(`${wanted.email} is in the file twice`);
  earlier.seen.add(key);
  const { latest } = earlier;
  const before = latest.get(emailKey(wanted.email));
  const own = (before?.catch(() => undefined) ?? Promise.resolve()).then(() =>
    importPerson(app, wanted, earlier, options),
  );
  latest.set(emailKey(wanted.email), own);
  return own;
}

async function importPerson(
  app: FastifyInstance,
  wanted: ImportedPerson,
  earlier: Earlier,
  options: Options,
): Promise<Result> {
  const { clock, people, school } = app;
  const { made, schools } = earlier;
  const { email, locale, role = 'member', school: slug } = wanted;
  const site = slug === undefined ? undefined : await schoolOf(slug, schools, school);
  if (slug !== undefined && site === undefined) return refused(`no school has the slug ${slug}`);
  const known = await people.persons.findByEmail(emailKey(email));
  const present = await presentState(app, wanted, { known, made }, site?.id);
  if (present !== undefined) return present;
  const detail = site === undefined ? email : `${email} at ${slug} as ${role}`;
  const result: Result = { outcome: known === undefined ? 'created' : 'joined', detail };
  if (options.isTrial) return result;
  const account = known === undefined ? newAccount(wanted, clock(), people.passwords) : undefined;
  const person = known ?? account;
  if (person === undefined) throw new TypeError('there is neither an account nor a new one');
  const isAdded = await people.imports.add(
    { person, account, membership: site && { siteId: site.id, role, locale } },
    {
      event: 'account_imported',
      at: clock(),
      personId: person.id,
      target: `operator/${options.by.name}`,
      ...(site === undefined ? {} : { siteId: site.id }),
    },
  );
  if (isAdded) note(earlier, account);
  return isAdded ? result : refused(`${email} was added by somebody else in the meantime`);
}

function note(earlier: Earlier, made: ReturnType<typeof newAccount> | undefined): void {
  if (made === undefined) return;
  earlier.made.add(made.id);
  if (made.passwordHash === null) earlier.withoutPassword += 1;
}

function schoolOf(slug: string, known: Earlier['schools'], { sites }: FastifyInstance['school']) {
  const found = known.get(slug) ?? sites.bySlug(slug);
  known.set(slug, found);
  return found;
}

/** Returns why there is nothing to do for a person, if that is so. Nobody who is there already is changed. */
async function presentState(
  { clock, people }: FastifyInstance,
  { email, role = 'member', school: slug }: ImportedPerson,
  { known, made }: { known: Person | undefined; made: Earlier['made'] },
  siteId: string | undefined,
): Promise<Result | undefined> {
  if (known === undefined) {
    const isReserved = await people.emailAddresses.isReserved(emailKey(email), clock());
    return isReserved
      ? refused(`${email} belonged to another account until a few days ago, which can still get it back`)
      : undefined;
  }
  const there = siteId === undefined ? undefined : await people.imports.membership(known.id, siteId);
  if (siteId === undefined || (there?.status === 'active' && there.role === role)) {
    return { outcome: 'unchanged', detail: `${email} has an account already` };
  }
  if (there !== undefined) return refused(`${email} is at ${slug} already, ${there.status} as ${there.role}`);
  // Whoever made the account may not be the person that this school means by the address.
  return (known.active && known.emailVerified) || made.has(known.id)
    ? undefined
    : refused(`${email} has an account that is disabled or whose address was never confirmed; invite the person`);
}

/** A person without a password sets one by the link for a forgotten password. The address is not confirmed yet. */
const newAccount = (
  { email, name, password_hash: hash }: ImportedPerson,
  createdAt: number,
  passwords: Pick<Passwords, 'sealImported'>,
) => ({
  id: makeIdentifier('usr'),
  email,
  emailKey: emailKey(email),
  emailVerified: false,
  name,
  passwordHash: hash === undefined ? null : passwords.sealImported(hash),
  active: true,
  createdAt,
});
