/** What a large school reads does not keep others waiting: the event loop is free while its rows are gone through. */
import t from 'tap';
import { onSqlite } from '../support/database-edit.ts';
import { largeSchool } from '../support/every-read-of-school.ts';
import { leastLongestTurn } from '../support/loop-meter.ts';

t.setTimeout(3_600_000);

const MEMBERS = Number(process.env.MEMBERS ?? 10_000);
const LONGEST_MS = 50;

onSqlite('no read of a large school holds the event loop for more than 50 ms', async (t) => {
  const { reads } = await largeSchool(t, MEMBERS, 1);
  const slow: string[] = [];
  let longest = { ms: 0, name: '' };
  for (const { name, ask } of reads) {
    const ms = await leastLongestTurn(ask, LONGEST_MS);
    if (ms > longest.ms) longest = { ms, name };
    if (ms > LONGEST_MS) slow.push(`${Math.round(ms)} ms: ${name}`);
  }
  t.comment(`${reads.length} reads of ${MEMBERS} members; ${Math.round(longest.ms)} ms: ${longest.name}`);
  t.ok(reads.length > 1000, `${reads.length} reads`);
  t.strictSame(slow, []);
});
