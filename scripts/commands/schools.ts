/** `schoolgate schools …`: creates, closes, exports, hands over and deletes whole schools. */
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Site } from '../../plugins/school/stores.ts';
import type { ActingOperator } from '../../schema/people/platform-operator.ts';
import { DELETED_AFTER_DAYS } from '../../schema/school/new-school.ts';
import { ProblemError } from '../../schema/school/problem.ts';
import { emailKey, isEmail } from '../../schema/text/email.ts';
import { interruptedBy } from './interruption.ts';
import { linkBeginning } from './link-origin.ts';
import { operatorNamed } from './operator-name.ts';
import { openApp } from './process.ts';
import { step, withProgress } from './progress.ts';
import { createSchools } from './schools/create.ts';
import { describe, print, type Report, statusOf, summarize } from './schools/report.ts';
import { ArgumentError, readArguments, reasonOf, refuseArguments, runOn, UsageError, usageMistake } from './usage.ts';

export const USAGE = `Usage: schoolgate schools list [<text>]                      list schools, or those with a text in the name or slug
       schoolgate schools show <slug>                        show a school and its owners
       schoolgate schools create [<slug>] --name <name> --owner <e-mail> [--locale <tag>] [--timezone <zone>]
                          [--currency <code>] [--by <name>]  create a school, and invite its owner by a one-time link that
                                                             is printed and e-mailed; without a slug, one is made
                                                             from the name
       schoolgate schools create --from <file> [--by <name>] create the schools of a CSV or JSON file with the columns
                                                             slug, name, owner, locale, timezone and currency
       schoolgate schools close <slug> [--by <name>]         refuse sign-ins and tokens, and end all connections
       schoolgate schools reopen <slug> [--by <name>]        open it again, without the connections that ended
       schoolgate schools hand-over <slug> --to <e-mail> [--by <name>]
                                                             make an active member its only owner, or invite anyone else
                                                             as an owner by a one-time link
       schoolgate schools export <slug> --to <folder> [--by <name>]
                                                             write its data and files to a new folder
       schoolgate schools delete <slug> --to <folder> [--days <number>] [--yes] [--by <name>]
                                                             close it, export it, and delete it after 30 or the given
                                                             days; --days 0 needs --yes
       schoolgate schools cancel-deletion <slug> [--by <name>]
                                                             keep it, closed until it is reopened

--json prints JSON. --by is the name in the audit log (default: your user name).
`;
const DAY = 86_400_000;
const MAX_DAYS = 3650;
/** Schools per read of a list. */
const PORTION = 200;

const OPTIONS = {
  name: { type: 'string' },
  owner: { type: 'string' },
  locale: { type: 'string' },
  timezone: { type: 'string' },
  currency: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  days: { type: 'string' },
  yes: { type: 'boolean' },
  by: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];
type CommandContext = { app: FastifyInstance; by: ActingOperator; values: Values };
type OneSchool = (context: CommandContext, site: Site) => Promise<Report>;

const ON_ONE: ReadonlyMap<string, OneSchool> = new Map<string, OneSchool>([
  ['show', async ({ app }, site) => describe(app, site)],
  ['close', close],
  ['reopen', reopen],
  ['hand-over', handOver],
  ['export', exportTo],
  ['delete', deleteLater],
  ['cancel-deletion', cancelDeletion],
]);

export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, USAGE, OPTIONS);
  const [name = '', subject, ...rest] = positionals;
  const onOne = ON_ONE.get(name);
  const isKnown = name === 'list' || name === 'create' || (onOne !== undefined && subject !== undefined);
  if (!isKnown || rest.length > 0) refuseArguments(USAGE, { positionals, values });

  // An e-mail that could not be delivered is only logged.
  const logStream = {
    write(line: string): void {
      process.stderr.write(line);
      process.exitCode = 1;
    },
  };
  const app = await openApp({ LOG_LEVEL: 'error' }, { housekeeping: false, logStream });
  await runOn(
    app,
    async () => {
      const context = { app, by: { name: operatorNamed(values.by) }, values };
      const { text, json } =
        onOne !== undefined
          ? await onOne(context, await requireSite(app, subject ?? ''))
          : name === 'list'
            ? await list(context, subject)
            : await createSchools(context, subject);
      print({ text, json }, values.json);
      await app.outbox.sendDue();
    },
    (error) => (error instanceof ProblemError ? error.message : usageMistake(error)),
  );
}

async function requireSite({ school: { sites } }: FastifyInstance, slug: string): Promise<Site> {
  const site = await sites.bySlug(slug);
  if (site === undefined) throw new UsageError(`no school has the slug ${slug}`);
  return site;
}

async function list({ app: { school } }: CommandContext, part = ''): Promise<Report> {
  const all: Site[] = [];
  for (let after = ''; ; ) {
    const batch = await school.sites.list(part, after, PORTION);
    all.push(...batch);
    if (batch.length < PORTION) break;
    after = batch.at(-1)?.slug ?? '';
  }
  return {
    text: all.length === 0 ? 'none' : all.map(summarize).join('\n'),
    json: all.map((site) => ({ ...site, status: statusOf(site) })),
  };
}

const done = (text: string, { slug }: Site, more: object = {}): Report => ({
  text,
  json: { slug, done: text, ...more },
});

async function close({ app, by }: CommandContext, site: Site): Promise<Report> {
  if (!(await app.school.schools.close(site, by))) throw new UsageError(`${site.slug} is closed already`);
  return done(`closed ${site.slug}, and ended its connections`, site);
}

async function reopen({ app, by }: CommandContext, site: Site): Promise<Report> {
  if (await app.school.schools.reopen(site, by)) return done(`opened ${site.slug} again`, site);
  throw new UsageError(
    site.deleteAt === null ? `${site.slug} is open` : `${site.slug} will be deleted; run cancel-deletion first`,
  );
}

async function handOver({ app, by, values: { to = '' } }: CommandContext, site: Site): Promise<Report> {
  if (!isEmail(emailKey(to)))
    throw new ArgumentError(to === '' ? '--to <e-mail> is required' : `--to: ${to} is not an e-mail address`);
  const before = await app.school.sites.owners(site.id);
  const result = await app.school.schools.handOver(site, to, by);
  if (result === true)
    return done(`${to} is now the only owner of ${site.slug}${await formerOwners(app, site, before)}`, site);
  if (result === false) throw new UsageError(await whyNotHandedOver(app, site, to));
  const { link } = result;
  const role =
    before.length === 0
      ? 'the owner'
      : 'a further owner; once the invitation is accepted, run hand-over again, which makes them the only one';
  const text = `invited ${to}, who is no member yet, as ${role}\n${linkBeginning(app.config)}\n${link}`;
  return done(text, site, { link });
}

/** Says who was an owner, and who was invited as one, because an open invitation changes, too. */
async function formerOwners(
  { school: { sites } }: FastifyInstance,
  site: Site,
  before: Awaited<ReturnType<FastifyInstance['school']['sites']['owners']>>,
): Promise<string> {
  const still = new Set((await sites.owners(site.id)).map(({ id }) => id));
  const former = before.filter(({ id }) => !still.has(id));
  if (former.length === 0) return '';
  const named = former.map(({ email, status }) =>
    status === 'invited' ? `${email} (the open invitation is one as administrator now)` : email,
  );
  return `; no longer owners, but administrators: ${named.join(', ')}`;
}

/** Says what keeps a person from becoming an owner, and what to do about it. */
async function whyNotHandedOver({ people, school }: FastifyInstance, site: Site, to: string): Promise<string> {
  const person = await people.persons.findByEmail(emailKey(to));
  const member = person && (await school.members.find(site.id, person.id));
  if (person?.active === false) {
    return `the account of ${to} is disabled; enable it with schoolgate users enable, and run hand-over again`;
  }
  switch (member?.status) {
    case 'invited':
      return `${to} is invited already, as ${member.role}, and has not accepted; run hand-over again afterwards, or remove the invitation on the page of the member first to get a new link`;
    case 'suspended':
      return `${to} is suspended; restore the access on the page of the member, and run hand-over again`;
    default:
      return `${to} or ${site.slug} has changed in the meantime; run hand-over again`;
  }
}

async function exportTo({ app, by, values: { to } }: CommandContext, site: Site): Promise<Report> {
  if (to === undefined) throw new ArgumentError('--to <folder> is required');
  try {
    const { files, folder, missing, rows } = await withProgress('Exporting rows', unfinished(site, to), () =>
      app.school.schools.export(site, resolve(to), by, step),
    );
    const lost = missing === 0 ? '' : `; ${missing} files are missing in the storage, and the manifest names them`;
    const text = `wrote ${rows} rows and ${files} files of ${site.slug} to ${folder}${lost}`;
    return done(text, site, { folder, rows, files, missing });
  } catch (error) {
    const reason = reasonOf(error, 'it exists already; name a new folder with --to');
    throw new UsageError(`cannot export ${site.slug} to ${to}: ${reason}`);
  }
}

const unfinished = ({ slug }: Site, to: string): string =>
  `Stopped: ${slug} is not exported. Delete the unfinished export in ${to}, and run the command again.`;

async function deleteLater(context: CommandContext, site: Site): Promise<Report> {
  const { app, by, values } = context;
  const days = Number(values.days ?? DELETED_AFTER_DAYS);
  if (!Number.isInteger(days) || days < 0 || days > MAX_DAYS) {
    throw new ArgumentError(`--days takes a whole number up to ${MAX_DAYS}`);
  }
  if (values.to === undefined) throw new ArgumentError('--to <folder> is required, for the export that is made first');
  if (site.deleteAt !== null) throw new UsageError(`${site.slug} will be deleted already; see show ${site.slug}`);
  if (days === 0 && values.yes !== true) {
    throw new UsageError(
      `would close ${site.slug}, export it, and delete it without a delay; nothing was changed\nthis cannot be undone; add --yes to do it`,
    );
  }
  // Nothing changes any more once the school is closed, so that the export is complete.
  if (site.active) await close(context, site);
  const exported = await exportTo(context, site);
  const deleteAt = app.clock() + days * DAY;
  const schedule = app.school.schools.scheduleDeletion({ ...site, active: false }, deleteAt, by);
  const isPlanned = await schedule.catch((error: unknown) => {
    const done = `${site.slug} is closed and exported, but will not be deleted`;
    throw interruptedBy(error, { at: 'early', done, next: 'run the command again with a new folder' });
  });
  if (!isPlanned) throw new UsageError(`${site.slug} was opened again in the meantime, so it is not deleted`);
  const time = new Date(deleteAt).toISOString();
  return done(`${exported.text}\nclosed ${site.slug}; the server deletes it after ${time}`, site, { deleteAt: time });
}

async function cancelDeletion({ app, by }: CommandContext, site: Site): Promise<Report> {
  if (!(await app.school.schools.cancelDeletion(site, by))) {
    throw new UsageError(`the deletion of ${site.slug} has begun, or was never planned`);
  }
  return done(`${site.slug} is not deleted; it stays closed`, site);
}
