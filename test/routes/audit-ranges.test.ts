/** Exports of the audit log by days that touch, with many writers meanwhile: together they are the log, each event once. */
import t from 'tap';
import { adminApp, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { signedIn } from '../support/signed-in.ts';

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'] as const;
const DAY = 86_400_000;
const WRITERS = 8;
const EACH = 30;

t.test('exports of days that touch hold each event of eight writers once, and no other [E-49]', async (t) => {
  const { app } = await adminApp(t);
  const first = Date.parse(DAYS[0]);
  // The days of a school in Lisbon are those of UTC in winter. Events stand on both sides of each border.
  const times = [0, 1, DAY - 1, DAY, DAY + 1, 2 * DAY - 1, 2 * DAY, 3 * DAY - 1].map((offset) => first + offset);
  const written: string[] = [];
  const write = async (writer: number): Promise<void> => {
    for (let number = 0; number < EACH; number += 1) {
      const target = `course/w${writer}n${number}`;
      const at = times[(writer + number) % times.length] ?? first;
      await app.audit.record({ event: 'resource_changed', at, siteId: RIVERSIDE.id, target });
      written.push(target);
    }
  };
  const owner = await signedIn(app, CALLERS.owner.email);
  const exported = async (from: string, to: string): Promise<string[]> => {
    const page = await owner.get(`/admin/riverside/audit?from=${from}&to=${to}`);
    const { body } = await owner.submit(page, '/audit/export', { format: 'jsonl' });
    const lines = body.split('\n').filter((line) => line !== '');
    return lines.map((line) => String(JSON.parse(line).target)).filter((target) => target.startsWith('course/w'));
  };
  const all = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  const meanwhile = await exported(DAYS[0], DAYS[2]);
  await all;
  t.equal(new Set(meanwhile).size, meanwhile.length, 'none twice, while others are written');
  const byDay = await Promise.all(DAYS.map((day) => exported(day, day)));
  t.ok(byDay.every((targets) => targets.length > 0));
  t.strictSame(byDay.flat().sort(), written.toSorted());
  t.strictSame((await exported(DAYS[0], DAYS[2])).sort(), written.toSorted());
});
