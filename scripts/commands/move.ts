/** `schoolgate move`: moves the database from SQLite to PostgreSQL, or back. */
import { databaseName, isPostgresUrl } from '../../db/database.ts';
import { sentenceOf } from './outage.ts';
import { readSettings } from './process.ts';
import { step, withProgress } from './progress.ts';
import { endWithUsage, readArguments, refuseArguments } from './usage.ts';

export const USAGE = `Usage: schoolgate move --to <url> [--json]
       schoolgate move --to-file <file> [--json]

Copies the database of DATABASE_URL to an empty one of the other engine, and compares every table. Stop all servers first.
Uploaded files and the copied database do not change.

  --to <url>        file:<path> or postgres://…
  --to-file <file>  a file with the URL, which keeps its password out of the list of processes
  --json            print the number of rows and the digest of each table
`;

const NOT_MOVED = 'Stopped: nothing was moved, and the new database is still empty. Run the command again.';

export async function main(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const options = { to: text, 'to-file': text, json: { type: 'boolean' } } as const;
  const { values, positionals } = readArguments(args, USAGE, options);
  const { to = '', 'to-file': file = '' } = values;
  if (positionals.length > 0) return refuseArguments(USAGE, { positionals });
  if ((to === '') === (file === '')) return endWithUsage(USAGE, 'name the new database by either --to or --to-file');
  const { databaseUrl: source } = await readSettings({}, { needsKey: false });
  const refuse = (mistake: string): never => refuseTarget(mistake, to === '' ? 'the URL in --to-file' : '--to');
  // The target is checked like the setting that it will be.
  const { databaseUrl: target } = await readSettings(
    { DATABASE_URL: to, DATABASE_URL_FILE: file },
    { isReported: false, needsKey: false, onMistake: refuse },
  );
  print(`New database: ${databaseName(target)}`);
  const { moveDatabase } = await import('../../db/move/move.ts');
  const began = performance.now();
  try {
    const { tables, rows } = await withProgress('Moving rows', NOT_MOVED, () => moveDatabase(source, target, step));
    const ms = Math.round(performance.now() - began);
    if (values.json) process.stdout.write(`${JSON.stringify({ rows, ms, tables }, undefined, 2)}\n`);
    print(
      `moved ${rows} rows of ${Object.keys(tables).length} tables in ${ms} ms; each table is the same on both sides`,
      'Start every server with the new DATABASE_URL and the same MASTER_KEY, and with none on the old database any more.',
      'Uploaded files stay in STORAGE_DIR or the bucket. Take a backup soon: those of the old database cannot be restored to the new one.',
    );
  } catch (error) {
    print(`not moved: ${sentenceOf(error, isPostgresUrl(target) ? 'correct --to' : undefined)}`);
    process.exitCode = 1;
  }
}

/** Says what is wrong with the new database, by the option that names it instead of the setting. */
function refuseTarget(mistake: string, option: string): never {
  print(mistake.replaceAll('DATABASE_URL_FILE', '--to-file').replaceAll(/DATABASE_URL\b/g, option));
  process.exit(2);
}

const print = (...lines: string[]): boolean => process.stderr.write(`${lines.join('\n')}\n`);
