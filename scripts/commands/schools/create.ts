/** `schoolgate schools create`: creates a school, or those of a file, and invites their owners. */
import type { FastifyInstance } from 'fastify';
import type { ActingOperator } from '../../../schema/people/platform-operator.ts';
import { NEW_SCHOOL_COLUMNS, type NewSchool, parseNewSchool } from '../../../schema/school/new-school.ts';
import { counted, interruptedBy } from '../interruption.ts';
import { linkBeginnings } from '../link-origin.ts';
import { step } from '../progress.ts';
import { readRows } from '../row-file.ts';
import { ArgumentError, UsageError } from '../usage.ts';
import { invitationText, print, type Report } from './report.ts';

const MAX_NAMESAKES = 1000;

interface CreateContext {
  app: FastifyInstance;
  by: ActingOperator;
  values: Partial<Record<'name' | 'owner' | 'locale' | 'timezone' | 'currency' | 'from', string>> & { json?: boolean };
}

/**
 * @param slug of the one school that the options describe; none if they name a file
 * @throws {UsageError}
 */
export async function createSchools(context: CreateContext, slug: string | undefined): Promise<Report> {
  const { name, owner, locale, timezone, currency, from } = context.values;
  const wanted =
    from === undefined
      ? [{ line: 1, school: givenSchool(definedIn({ slug, name, owner, locale, timezone, currency })) }]
      : (await readRows(from, NEW_SCHOOL_COLUMNS)).map(({ line, values }) => ({
          line,
          school: parseNewSchool(values),
        }));
  const wrong = wanted.filter(({ school }) => typeof school === 'string');
  if (wrong.length > 0) {
    const lines = wrong.map(({ line, school }) => `${from}, ${line}: ${String(school)}`);
    throw new UsageError(['nothing was created', ...lines].join('\n'));
  }
  const results: { slug: string; status: 'created' | 'exists'; owner: string; link?: string }[] = [];
  const invited = () => results.filter(({ link }) => link !== undefined);
  const report = (about: readonly string[]): Report => ({
    text: [
      ...results.map((one) => [one.status.padEnd(8), one.slug, one.link ?? ''].join('  ').trimEnd()),
      ...(invited().length > 0 ? [...about, linkBeginnings(context.app.config)] : []),
    ].join('\n'),
    json: results.map(({ owner: _, ...result }) => result),
  });
  try {
    for (const { school } of wanted) {
      step(results.length, wanted.length);
      if (typeof school !== 'string') results.push(await createOne(context, school));
    }
    // A file can be used again after an interruption, so that schools that exist are no failure then.
    if (from === undefined && results[0]?.status === 'exists') throw isThere(slug, name);
    return report(invited().length > 0 ? [await invitationText(context.app, invited())] : []);
  } catch (error) {
    const done = `${counted(invited().length, 'school was', 'schools were')} created`;
    const next = from === undefined ? 'run the command again' : 'run the same file again';
    const interrupted = interruptedBy(error, { at: 'early', done, next });
    // Nothing shows their links another time.
    if (interrupted !== error && results.length > 0) print(report([]), context.values.json);
    throw interrupted;
  }
}

const isThere = (slug: string | undefined, name: string | undefined): UsageError =>
  new UsageError(
    slug === undefined
      ? `a school is called ${name} already; give the new one a slug`
      : `a school has the slug ${slug} already`,
  );

/** The school of the arguments. */
function givenSchool(values: ReturnType<typeof definedIn>): NewSchool {
  const school = parseNewSchool(values, (field) => (field === 'slug' ? '<slug>' : `--${field}`));
  if (typeof school === 'string') throw new ArgumentError(school);
  return school;
}

async function createOne({ app, by }: CreateContext, wanted: NewSchool) {
  const { owner, slug = await slugOfNamesake(app, wanted) } = wanted;
  const created = slug === wanted.slug ? await app.school.schools.create(wanted, by) : undefined;
  if (created !== undefined) return { ...created, status: 'created', owner } as const;
  if (slug === undefined || (await app.school.sites.bySlug(slug)) === undefined) {
    throw new UsageError(`${slug ?? wanted.name}: its owner has got an account in the meantime; run the command again`);
  }
  return { slug, status: 'exists', owner } as const;
}

/** Without a slug in the file, a school of that name is the one that was created before. */
async function slugOfNamesake(
  { school: { sites } }: FastifyInstance,
  { name }: NewSchool,
): Promise<string | undefined> {
  return (await sites.list(name, '', MAX_NAMESAKES)).find((site) => site.name === name)?.slug;
}

const definedIn = (values: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
