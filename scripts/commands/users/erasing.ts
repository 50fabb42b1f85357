/** Erases accounts from the command line, and once more after an older backup was restored. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FastifyInstance } from 'fastify';
import { isPostgresUrl, sqlitePath } from '../../../db/database.ts';
import { migrationCopies } from '../../../db/engine/migration-backup.ts';
import { listBackups } from '../../../plugins/running/backup-folder.ts';
import { unless } from '../../../plugins/running/old-files.ts';
import type { Person } from '../../../schema/people/person.ts';
import type { ActingOperator } from '../../../schema/people/platform-operator.ts';
import { SCHOOL_EXPORTS } from '../../../schema/school/new-school.ts';
import { counted, interruptedBy } from '../interruption.ts';
import { step } from '../progress.ts';
import { UsageError } from '../usage.ts';

/** A line of `AUDIT_LOG` and of `schoolgate audit list`. */
const EVENT_LINE = /^\{"id":\d+,"at":"[^"]*","event":".*,"sequence":(?:\d+|null),"hash":(?:"[^"]*"|null)\}$/;

/** Where the erasures are known to those who restore an older backup. */
export const ERASURES_WITHOUT_LOG = 'schoolgate audit list --event account_erased --first 1000000 > erased.jsonl';

export async function describeErasure(app: FastifyInstance, person: Person): Promise<string> {
  await refuseOnlyOwner(app, person);
  const { schools } = await app.people.accountHelp.describe(person);
  const at = schools.length === 0 ? 'no school' : schools.map(({ slug }) => slug).join(', ');
  return [
    `would erase ${person.id}, ${person.email}, at ${at}; nothing was changed`,
    'deleted: the name, the address, the password, passkeys, second factors, sessions, connections with apps, consents,',
    '  one-time links, e-mails that wait, answers to forms, the text of comments, and what schools noted about the person',
    'kept with the id alone: orders and payments, subscriptions, courses with their progress, registrations, audit log',
    'this cannot be undone; add --yes to do it',
  ].join('\n');
}

/** @param tells whether the person is told by e-mail */
export async function erase(app: FastifyInstance, person: Person, by: ActingOperator, tells = true): Promise<string> {
  await refuseOnlyOwner(app, person);
  const event = { at: app.clock(), target: `operator/${by.name}` };
  const locale = await app.people.contacts.languageOf(person.id);
  if (!(await app.people.accountErasure.erase(person, event, { locale, tells }))) {
    throw new UsageError(`${person.email} has changed in the meantime; run the command again`);
  }
  return `erased ${person.id}`;
}

/** Erases an account, and says which copies of the database, and which exports of schools, still have it. */
export async function eraseAndRemind(app: FastifyInstance, person: Person, by: ActingOperator): Promise<string> {
  const { auditLog, backupDir, dataDir, databaseUrl } = app.config;
  const done = await erase(app, person, by);
  const backups = (await listBackups(backupDir)).length;
  const copies = isPostgresUrl(databaseUrl) ? 0 : migrationCopies(sqlitePath(databaseUrl)).length;
  const exportDir = join(dataDir, SCHOOL_EXPORTS);
  const exports = (await readdir(exportDir).catch(unless('ENOENT', []))).length;
  return [
    done,
    ...(backups === 0 ? [] : [`backups in ${backupDir} that still have the account: ${backups}`]),
    ...(copies === 0 ? [] : [`copies from before a migration that still have it, for up to 30 days: ${copies}`]),
    ...(exports === 0 ? [] : [`exports of schools in ${exportDir} that may have it, for up to 30 days: ${exports}`]),
    auditLog === undefined
      ? `before an older backup is ever restored, as AUDIT_LOG is not set: ${ERASURES_WITHOUT_LOG}; and afterwards: schoolgate users erase-again erased.jsonl`
      : `if an older backup is ever restored, erase again: schoolgate users erase-again ${auditLog.kind === 'file' ? auditLog.path : '<file of AUDIT_LOG>'}`,
  ].join('\n');
}

async function refuseOnlyOwner({ people }: FastifyInstance, { id, email }: Person): Promise<void> {
  const owned = await people.accountErasure.onlyOwnerOf(id);
  if (owned.length === 0) return;
  const slugs = owned.map(({ slug }) => slug).join(', ');
  throw new UsageError(
    `${email} is the only owner of ${slugs}; first run schoolgate schools hand-over <slug> --to <e-mail>, or delete the school`,
  );
}

/** Repeats the erasures of an audit log. Accounts that do not exist, or are erased, stay as they are. */
export async function eraseAgain(app: FastifyInstance, path: string, by: ActingOperator): Promise<string> {
  const lines: string[] = [];
  let erased = 0;
  const ids = [...(await erasedIn(path))];
  for (const [index, id] of ids.entries()) {
    try {
      step(index, ids.length);
      const person = await app.people.persons.find(id);
      if (person === undefined || person.erasedAt !== null) continue;
      // The person was told the first time.
      lines.push(await erase(app, person, by, false));
      erased += 1;
    } catch (error) {
      if (!(error instanceof UsageError)) {
        const done = `${counted(erased, 'account was', 'accounts were')} erased again`;
        throw interruptedBy(error, { at: `at ${id}`, done, next: 'run the same file again' });
      }
      process.exitCode = 1;
      lines.push(`not erased: ${error.message}`);
    }
  }
  return [...lines, `erased again: ${erased}`].join('\n');
}

/** @throws {UsageError} if the file is no audit log, whose erasures would be believed to be none */
async function erasedIn(path: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let isLog = false;
  let isEmpty = true;
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      // npm writes lines of its own before those of the command.
      isEmpty &&= /^\s*$|^> /.test(line);
      if (!EVENT_LINE.test(line) || (isLog && !line.includes('"account_erased"'))) continue;
      const { event, person_id: id } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      isLog = true;
      if (event === 'account_erased' && typeof id === 'string') ids.add(id);
    }
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (isEmpty) {
    throw new UsageError(
      `${path} is empty: if no account was erased since the backup, there is nothing to erase again; otherwise write the file again`,
    );
  }
  if (!isLog) throw new UsageError(`no events of an audit log in ${path}`);
  return ids;
}
