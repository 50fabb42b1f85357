/** Erases accounts from the command line, and once more after an older backup was restored. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { FastifyInstance } from 'fastify';
import type { Person } from '../../schema/people/person.ts';
import type { ActingOperator } from '../../schema/people/platform-operator.ts';
import { UsageError } from '../usage.ts';

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

export async function erase(app: FastifyInstance, person: Person, by: ActingOperator): Promise<string> {
  await refuseOnlyOwner(app, person);
  const event = { at: app.clock(), target: `operator/${by.name}` };
  if (!(await app.people.accountErasure.erase(person, event))) {
    throw new UsageError(`${person.email} has changed in the meantime; run the command again`);
  }
  return `erased ${person.id}`;
}

async function refuseOnlyOwner({ people }: FastifyInstance, { id, email }: Person): Promise<void> {
  const owned = await people.accountErasure.onlyOwnerOf(id);
  if (owned.length === 0) return;
  const slugs = owned.map(({ slug }) => slug).join(', ');
  throw new UsageError(
    `${email} is the only owner of ${slugs}; first run npm run schools -- hand-over <slug> --to <e-mail>, or delete the school`,
  );
}

/** Repeats the erasures of an audit log. Accounts that do not exist, or are erased, stay as they are. */
export async function eraseAgain(app: FastifyInstance, path: string, by: ActingOperator): Promise<string> {
  const lines: string[] = [];
  let erased = 0;
  for (const id of await erasedIn(path)) {
    const person = await app.people.persons.find(id);
    if (person === undefined || person.erasedAt !== null) continue;
    try {
      lines.push(await erase(app, person, by));
      erased += 1;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      process.exitCode = 1;
      lines.push(`not erased: ${error.message}`);
    }
  }
  return [...lines, `erased again: ${erased}`].join('\n');
}

async function erasedIn(path: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (!line.includes('"account_erased"')) continue;
      const { event, person_id: id } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      if (event === 'account_erased' && typeof id === 'string') ids.add(id);
    }
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return ids;
}
