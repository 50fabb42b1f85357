// named, alone, sqlite
/**
 * What it costs that a person decides about some calls, for calls that need none. Blocks of the same calls alternate in one
 * process: with the policy as it is, and without reading it or judging a call. `FIGURES=on` prints the median of the ratios of
 * their processor time, with quartiles, as a table of the manual.
 */
import t from 'tap';
import { call } from '../support/admin.ts';
import { askingApp, freshCourse } from '../support/approvals.ts';
import { callTool } from '../support/mcp.ts';

t.setTimeout(600_000);

const ROUNDS = 161;
const CALLS = 10;
/** Of reads, which are by far the most calls; at a quiet machine, all are below. */
const MAX_OF_READS = 1.03;

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

t.test('calls that need no person cost no more than before', async (t) => {
  const { app, tokenOf } = await askingApp(t, { housekeeping: false, oneNode: 'its processor time is measured' });
  const token = await tokenOf('owner');
  const { id } = await freshCourse(app, token, 'draft');
  const { approvals } = app.school as { approvals: { policy: (typeof app.school.approvals)['policy'] } };
  const { policy } = approvals;
  const none = { agentsAsk: 'nothing', origin: 'registered', authMethod: 'none', runsAlone: false };
  let n = 0;
  const next = (): string => {
    n += 1;
    return `Draft ${n}`;
  };

  const rows: readonly [what: string, call: () => Promise<{ status: number; body: string }>][] = [
    ['a tool that reads, `list_courses`', () => callTool(app, 'list_courses', { first: 10 }, { token })],
    ['one that never asks, `create_lecturer`', () => callTool(app, 'create_lecturer', { name: next() }, { token })],
    [
      'one that is judged, `update_course` of a draft',
      () => callTool(app, 'update_course', { id, title: next() }, { token }),
    ],
    ['the same by REST', () => call(app, token, 'PATCH', `/courses/${id}`, { title: next() })],
  ];

  async function costOf(send: () => Promise<{ status: number; body: string }>, isDeciding: boolean): Promise<number> {
    approvals.policy = isDeciding ? policy : () => Promise.resolve(none as never);
    const before = process.cpuUsage();
    for (let calls = 0; calls < CALLS; calls += 1) {
      const { body, status } = await send();
      if (status >= 300 || /"isError":true|waiting_for_person/.test(body)) throw new Error(body);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / CALLS;
  }

  for (const [index, [what, send]] of rows.entries()) {
    const ratios: number[] = [];
    const plainCosts: number[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const isFirst = round % 2 === 0;
      const one = await costOf(send, isFirst);
      const other = await costOf(send, !isFirst);
      if (round < 0) continue;
      ratios.push(isFirst ? one / other : other / one);
      plainCosts.push(isFirst ? other : one);
    }
    const middle = quantile(ratios, 0.5);
    const cells = [
      what,
      (quantile(plainCosts, 0.5) / 1000).toFixed(2),
      middle.toFixed(3),
      `${quantile(ratios, 0.25).toFixed(3)} to ${quantile(ratios, 0.75).toFixed(3)}`,
    ];
    if (process.env.FIGURES === 'on') process.stderr.write(`| ${cells.join(' | ')} |\n`);
    t.ok(index > 0 || middle < MAX_OF_READS, `${what}: ${middle}`);
  }
});
