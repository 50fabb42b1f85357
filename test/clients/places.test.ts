// slow, sqlite
/** Twelve clients at eight places: each cell is a connection that was made, used and renewed there. */
import t from 'tap';
import { committedTable, PLACES_TABLE, writeTable } from '../support/client-matrix.ts';
import { documentHost } from '../support/document-host.ts';
import { CI, CONTAINER, LAPTOP, SSH } from './places/computers.ts';
import { FIXTURE_PROGRAMS } from './places/fixtures.ts';
import { CROWD, TWO_ACCOUNTS, TWO_SCHOOLS } from './places/people.ts';
import type { Place } from './places/place.ts';
import { PROXIED } from './places/proxied.ts';
import { CONNECT, MCP_REMOTE } from './places/real-programs.ts';

const PLACES: readonly Place[] = [LAPTOP, SSH, CONTAINER, CI, PROXIED, TWO_SCHOOLS, TWO_ACCOUNTS, CROWD];
const PROGRAMS = [...FIXTURE_PROGRAMS, CONNECT, MCP_REMOTE];

t.setTimeout(600_000);

const documents = await documentHost(t);
/** What each cell says, by client and place. */
const cells = new Map<string, string>();
let skipped = 0;
const key = (program: string, place: string): string => `${program} at ${place}`;

for (const place of PLACES) {
  await t.test(place.name, async (t) => {
    const trial = await place.open(t, documents, PROGRAMS);
    for (const [number, program] of PROGRAMS.entries()) {
      const skip = place.skip?.(number) ?? false;
      if (skip !== false) skipped += 1;
      await t.test(key(program.name, place.name), { skip }, async (t) => {
        cells.set(key(program.name, place.name), '✗');
        const said = await trial(t, program, number);
        if (t.passing()) cells.set(key(program.name, place.name), `● ${said}`.trim());
      });
    }
  });
}

const table = (): string =>
  [
    ['client', ...PLACES.map(({ name }) => name)],
    ['---', ...PLACES.map(() => ':-:')],
    ...PROGRAMS.map(({ name }) => [name, ...PLACES.map((place) => cells.get(key(name, place.name)) ?? '')]),
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

const legend = (): string => PLACES.map(({ name, about }) => `- **${name}**: ${about}`).join('\n');

t.test('all of the 96 cells hold, and the table in test/README.md shows them', (t) => {
  t.equal(PROGRAMS.length * PLACES.length, 96);
  const failed = [...cells].filter(([, cell]) => !cell.startsWith('●')).map(([name]) => name);
  t.strictSame(failed, []);
  t.equal(cells.size + skipped, 96);
  const written = `${table()}\n\n${legend()}`;
  if (skipped > 0) t.comment(`${skipped} cells were skipped: no comparison with test/README.md`);
  else {
    if (process.env.CLIENT_MATRIX === 'write') writeTable(PLACES_TABLE, written);
    t.equal(committedTable(PLACES_TABLE), written);
  }
  t.end();
});
