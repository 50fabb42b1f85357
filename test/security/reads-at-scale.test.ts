// slow, sqlite, alone
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
  /** What was answered without having been read: a sign-in, a limit, a fault. */
  const unread: string[] = [];
  let longest = { ms: 0, name: '' };
  for (const { name, ask } of reads) {
    let status = 200;
    const ms = await leastLongestTurn(async () => {
      status = statusOf(await ask());
    }, LONGEST_MS);
    if (status >= 300) unread.push(`${status}: ${name}`);
    if (ms > longest.ms) longest = { ms, name };
    if (ms > LONGEST_MS) slow.push(`${Math.round(ms)} ms: ${name}`);
  }
  t.comment(`${reads.length} reads of ${MEMBERS} members; ${Math.round(longest.ms)} ms: ${longest.name}`);
  t.ok(reads.length > 1000, `${reads.length} reads`);
  t.strictSame(slow, []);
  t.ok(unread.length < reads.length / 10, `${unread.length} are not there, or are for others`);
  t.strictSame(
    unread.filter((one) => /^(?:3|429|5)/.test(one)),
    [],
  );
});

/** Housekeeping answers with no status. */
const statusOf = (answer: unknown): number => {
  const { statusCode, status = statusCode } = (answer ?? {}) as { statusCode?: number; status?: number };
  return typeof status === 'number' ? status : 200;
};
