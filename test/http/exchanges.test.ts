/** Runs every file of HTTP exchanges in this folder against a server that listens. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Exchange, readHttpFile, type Values } from '../support/http-file.ts';
import { httpWorld, type World } from '../support/http-fixtures.ts';
import { compare, type Kept } from '../support/http-pattern.ts';
import { bytesOf, expanded } from '../support/http-request.ts';
import { ROOT } from '../support/programs.ts';
import { talk } from '../support/raw-http.ts';

const FOLDER = join(ROOT, 'test', 'http');
const ONLY = process.env.HTTP_FILE ?? '';
const UNITS: Readonly<Record<string, number>> = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.http') && name.startsWith(ONLY))) {
  t.test(file, async (t) => {
    const { definitions, exchanges } = readHttpFile(join(FOLDER, file));
    const world = await httpWorld(t);
    const kept: Kept = new Map();
    for (const exchange of exchanges) {
      for (const row of exchange.rows) {
        const of = [...row.values()].join(' · ').slice(0, 200);
        await t.test(of === '' ? exchange.title : `${exchange.title}: ${of}`, (t) =>
          run(t, exchange, [row, kept, definitions], kept, world),
        );
      }
    }
  });
}

async function run(t: Test, exchange: Exchange, names: readonly Values[], kept: Kept, world: World): Promise<void> {
  const [, count, unit = ''] = /^(\d+) (\w+)$/.exec(exchange.later ?? '') ?? [];
  if (count !== undefined) world.later(Number(count) * (UNITS[unit] ?? Number.NaN));
  const expand = (text: string): Promise<string> => expanded(text, names, world.make);
  const request = bytesOf(await linesOf(exchange.request, expand));
  const { answers, closed } = await talk(world.port, request, {
    wanted: exchange.answers.length,
    untilClosed: exchange.closes,
  });
  for (const [at, expected] of exchange.answers.entries()) {
    const answer = answers[at];
    if (answer === undefined) throw new Error('an answer is missing');
    const [status = '', ...head] = (await linesOf([expected.status, ...expected.head], expand)).split('\n');
    const body = expected.body === undefined ? undefined : await expand(expected.body);
    compare(t, answer, { status, head, body }, kept);
  }
  t.equal(closed, exchange.closes, 'the connection is closed only where it is expected');
}

/** A line is left out if it is no more than a name that stands for nothing. */
async function linesOf(lines: readonly string[], expand: (text: string) => Promise<string>): Promise<string> {
  const made: string[] = [];
  for (const line of lines) {
    const text = await expand(line);
    if (text !== '' || line === '') made.push(text);
  }
  return made.join('\n');
}
