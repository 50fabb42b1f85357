// named, alone, sqlite
/**
 * What it costs that a person decides about some calls, for calls that need none. Blocks of the same calls alternate in one
 * process: with the policy as it is, and without reading it or judging a call. `PRINT_TIMES=on` prints the processor time of a call
 * in milliseconds, without and with it, in the tenth of the blocks that were disturbed least, and the ratio.
 */
import t from 'tap';
import { CALLERS, call, clientOf, RIVERSIDE } from '../support/admin.ts';
import { askingApp, freshCourse } from '../support/approvals.ts';
import { callTool } from '../support/mcp.ts';

t.setTimeout(600_000);

const ROUNDS = 121;
const CALLS = 8;
/** A call needs at most 3 % more, and a disturbed computer is off by a tenth. */
const MAX_RATIO = 1.25;
/** Of the blocks, those that were disturbed least. */
const QUIET = 0.1;

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

t.test('calls that need no person cost no more than before', async (t) => {
  const { app, tokenOf } = await askingApp(t, { housekeeping: false, oneNode: 'its processor time is measured' });
  const token = await tokenOf('owner');
  const { id } = await freshCourse(app, token, 'draft');
  const { approvals } = app.school as { approvals: { policy: (typeof app.school.approvals)['policy'] } };
  const { policy } = approvals;
  const none = { approvalPolicy: 'nothing', runsAlone: false } as const;
  let n = 0;
  /** How often the policy was asked for. */
  let asked = 0;
  const count = (): number => {
    n += 1;
    return n;
  };
  const next = (): string => `Draft ${count()}`;
  const later = (): string => new Date(Date.UTC(2030, 0, count())).toISOString().slice(0, 10);
  const made = async (path: string, body: object): Promise<string> => {
    const { json, status } = await call(app, token, 'POST', path, body);
    if (status >= 300) throw new Error(JSON.stringify(json));
    return String(json.id);
  };
  const lecture = await made(`/sections/${await made(`/courses/${id}/sections`, { title: 'A' })}/lectures`, {
    title: 'A',
    kind: 'text',
  });
  const coupon = await made('/coupons', { code: 'OVERHEAD', discountType: 'percent', percent: 10 });
  const enrollment = await made('/enrollments', { courseId: id, memberId: CALLERS.staff.id, expireDate: '2029-12-31' });

  const rows: readonly [what: string, call: () => Promise<{ status: number; body: string }>][] = [
    ['a tool that reads, `list_courses`', () => callTool(app, 'list_courses', { first: 10 }, { token })],
    ['one that never asks, `create_lecturer`', () => callTool(app, 'create_lecturer', { name: next() }, { token })],
    [
      'one that is judged, `update_course` of a draft',
      () => callTool(app, 'update_course', { id, title: next() }, { token }),
    ],
    ['the same by REST', () => call(app, token, 'PATCH', `/courses/${id}`, { title: next() })],
    ['`update_lecture` of a draft by REST', () => call(app, token, 'PATCH', `/lectures/${lecture}`, { title: next() })],
    [
      '`update_coupon` of 10 % by REST',
      () => call(app, token, 'PATCH', `/coupons/${coupon}`, { maxRedemptions: count() }),
    ],
    [
      '`create_coupon` of 10 % by REST',
      () => call(app, token, 'POST', '/coupons', { code: `OVERHEAD-${count()}`, discountType: 'percent', percent: 10 }),
    ],
    [
      '`set_enrollment_expiry` to a later day by REST',
      () => call(app, token, 'POST', `/enrollments/${enrollment}/set_expiry`, { expireDate: later() }),
    ],
  ];

  async function costOf(send: () => Promise<{ status: number; body: string }>, isDeciding: boolean): Promise<number> {
    approvals.policy = (of) => {
      asked += 1;
      return isDeciding ? policy(of) : Promise.resolve(none);
    };
    const before = process.cpuUsage();
    for (let calls = 0; calls < CALLS; calls += 1) {
      const { body, status } = await send();
      if (status >= 300 || /"isError":true|waiting_for_person/.test(body)) throw new Error(body);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / CALLS;
  }

  for (const [index, [what, send]] of rows.entries()) {
    const costs: [plain: number[], deciding: number[]] = [[], []];
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const isDeciding of round % 2 === 0 ? [true, false] : [false, true]) {
        const cost = await costOf(send, isDeciding);
        if (round >= 0) costs[isDeciding ? 1 : 0].push(cost);
      }
    }
    // What else the computer does makes a block dearer, never cheaper.
    const [plain, deciding] = costs.map((list) => quantile(list, QUIET));
    const ratio = Number(deciding) / Number(plain);
    const cells = [what, (Number(plain) / 1000).toFixed(2), (Number(deciding) / 1000).toFixed(2), ratio.toFixed(3)];
    if (process.env.PRINT_TIMES === 'on') process.stderr.write(`| ${cells.join(' | ')} |\n`);
    t.ok(ratio < MAX_RATIO, `${what}: ${ratio}`);
    if (index === 0) t.equal(asked, 0, 'a read does nothing of it');
  }

  const alone: number[] = [];
  const by = { siteId: RIVERSIDE.id, clientId: clientOf(RIVERSIDE.id).id };
  for (let block = 0; block < ROUNDS; block += 1) {
    const before = process.cpuUsage();
    for (let calls = 0; calls < CALLS; calls += 1) await policy(by);
    const { user, system } = process.cpuUsage(before);
    alone.push((user + system) / CALLS);
  }
  if (process.env.PRINT_TIMES === 'on')
    process.stderr.write(`the policy alone: ${(quantile(alone, QUIET) / 1000).toFixed(3)}\n`);
});
