/** Lists that fit into the context of a model, and the tools that find and call what they leave out. */
import t from 'tap';
import { adminApp, RIVERSIDE } from '../../support/admin.ts';
import { setPolicy } from '../../support/approvals.ts';
import { ask, callTool, challenged, everyTool, type Json, namesOf, post, type Sending } from '../../support/mcp.ts';
import { withStatements } from '../../support/statements.ts';

const { app, tokenOf } = await adminApp(t);
const token = await tokenOf('owner');

const listOf = async (sending: Sending, params = {}) => ask(app, 'tools/list', params, sending);
const KB = 1024;

t.test('tools/list has at most 32 KB for those who run a school, and 12 KB for members [A14.5, E-56]', async (t) => {
  for (const [caller, limit] of [
    ['owner', 32],
    ['admin', 32],
    ['staff', 32],
    ['instructor', 32],
    ['member', 12],
  ] as const) {
    const { body, json } = await listOf({ token: await tokenOf(caller) });
    t.ok(Buffer.byteLength(body) <= limit * KB, `${caller}: ${body.length}`);
    t.equal(json.result?.nextCursor, undefined, 'in one page');
  }
  const everyday = await namesOf(app, { token });
  for (const name of ['list_courses', 'enroll_student', 'list_orders', 'list_members', 'list_event_registrations']) {
    t.ok(everyday.includes(name), name);
  }
  t.notOk((await namesOf(app, { token: await tokenOf('member') })).includes('find_tools'), 'where nothing is left out');
});

t.test(
  '?tools=all is a list in pages of at most 32 KB, whose cursors work in this list only [A14.5, E-56]',
  async (t) => {
    const every = await everyTool(app, token);
    t.strictSame(
      app.school.catalogue.map(({ name }) => name).filter((name) => !every.some((tool) => String(tool.name) === name)),
      [],
    );
    let cursor: unknown;
    let pages = 0;
    do {
      const sending = { token, query: '?tools=all' };
      const { body, json } = await listOf(sending, cursor === undefined ? {} : { cursor });
      t.ok(Buffer.byteLength(body) <= 32 * KB, `${body.length}`);
      cursor = json.result?.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    t.ok(pages > 1);
    for (const cursor of ['', 'nothing', 'list_orders', 'mark_attended']) {
      t.match((await listOf({ token }, { cursor })).json.error, { code: -32_602 }, cursor);
    }
  },
);

const find = async (query: string, sending: Sending = { token }, first = 5) => {
  const { result } = await callTool(app, 'find_tools', { query, first }, sending);
  return ((result?.structuredContent?.tools ?? []) as readonly Json[]).map(({ name }) => String(name));
};

t.test(
  'find_tools finds tools by what should be done, among those that the caller can reach [A14.5, E-56]',
  async (t) => {
    for (const [query, name] of [
      ['create a discount coupon', 'create_coupon'],
      ['publish a blog post next Monday', 'schedule_post'],
      ['who submitted the contact form', 'list_form_submissions'],
      ['change the order of lectures', 'reorder_outline'],
      ['end a subscription', 'cancel_subscription'],
      ['set_homepage', 'set_homepage'],
      ['who is on the waiting list of an event', 'list_event_registrations'],
      ['what did somebody buy', 'list_orders'],
      ['show the membership plan', 'get_membership_plan'],
      ['make a coupon', 'create_coupon'],
    ] as const) {
      t.ok((await find(query)).includes(name), `${query}: ${await find(query)}`);
    }
    t.equal((await find('create_coupon'))[0], 'create_coupon', 'a name first');
    t.strictSame(await find('zzz qqq'), []);
    const member = await find('coupon course order school', { token: await tokenOf('member') }, 20);
    t.notOk(
      member.some((name) => app.school.catalogue.some((operation) => operation.name === name)),
      `${member}`,
    );
    t.ok(
      (await find('courses', {})).every((name) => /public|school|connect/.test(name)),
      'anonymous callers',
    );
    const { text } = await callTool(app, 'find_tools', { query: 'create_coupon', first: 1 }, { token });
    t.match(
      text,
      /^create_coupon: .*\nCall with: call_tool; requires coupons:write\ninputSchema: \{.*\}\nReturns: id, code, /m,
    );
  },
);

t.test('a call by way of another tool is the same as a call of the tool itself [A14.2, A14.3]', async (t) => {
  const passed = (name: string, args: object, sending: Sending = { token }, by = 'call_tool') =>
    callTool(app, by, { name, arguments: args }, sending);
  const made = await passed('create_coupon', { code: 'SPRING10', discountType: 'percent', percent: 10 });
  t.match(made.result?.structuredContent, { code: 'SPRING10', percent: 10, school: RIVERSIDE.name });
  const id = made.result?.structuredContent?.id;

  // The decision of a person.
  await setPolicy(app, 'sensitive');
  t.match((await passed('delete_coupon', { id })).text, /^Not done yet\./);
  await setPolicy(app, 'nothing');
  // Its faults.
  t.match((await passed('update_coupon', { id, percent: 0, colour: 'red' })).text, /percent .*colour/s);
  // Its scope, for callers without a token and with one that lacks it.
  const narrow = await tokenOf('owner', ['coupons:read']);
  for (const by of ['call_tool', 'call_read_tool']) {
    challenged(t, await passed('list_coupons', {}, {}, by), 401, 'coupons:read');
    t.equal((await passed('list_coupons', {}, { token: narrow }, by)).status, 200);
  }
  challenged(t, await passed('delete_coupon', { id }, { token: narrow }), 403, 'coupons:write');
  // The role of the person.
  const member = await tokenOf('member');
  t.equal((await passed('list_coupons', {}, { token: member })).status, 403);
  t.match((await passed('delete_coupon', { id })).text, /^Delete a coupon: done\.\nschool: "[^"]+"$/m);
  // Members and strangers.
  t.match(
    (await passed('list_my_courses', { first: 1 }, { token: member }, 'call_read_tool')).text,
    /^List my courses/m,
  );
  t.match((await passed('get_school_info', { school: 'riverside' }, {}, 'call_read_tool')).text, /riverside/);
});

t.test('call_read_tool calls only what reads, and neither tool calls itself [A14.2]', async (t) => {
  const slug = 'made-by-a-reader';
  for (const [by, args, complaint] of [
    ['call_read_tool', { name: 'create_course', arguments: { title: 'T', slug } }, /create_course does not only read/],
    ['call_read_tool', { name: 'nothing' }, /there is no tool nothing; find_tools/],
    ['call_tool', { name: 'call_tool', arguments: { name: 'list_courses' } }, /call_tool calls other tools/],
    ['call_tool', { name: 'call_read_tool', arguments: { name: 'list_courses' } }, /calls other tools/],
    ['call_tool', { name: 'list_courses', arguments: [] }, /arguments /],
    ['call_tool', { name: 'list_courses', arguments: 'first=1' }, /arguments /],
    ['call_tool', { name: 7 }, /^name: there is no tool 7;/],
    ['call_tool', {}, /name /],
    ['call_tool', { name: 'list_courses', colour: 'red' }, /colour/],
  ] as const) {
    const { result, text, status } = await callTool(app, by, args, { token });
    t.equal(status, 200);
    t.equal(result?.isError as unknown, true, JSON.stringify(args));
    t.match(text, complaint);
  }
  t.match((await callTool(app, 'get_course', { id: slug }, { token })).text, /not found/);
  const tools = (await listOf({ token })).json.result?.tools as readonly Json[];
  const hints = (name: string) => tools.find((tool) => String(tool.name) === name)?.annotations as unknown;
  t.strictSame(hints('call_read_tool'), { readOnlyHint: true, destructiveHint: false, openWorldHint: false });
  t.strictSame(hints('call_tool'), { readOnlyHint: false, destructiveHint: true, openWorldHint: true });
});

t.test('a page of rows costs one more statement for each kind of name, not one for each row [W38]', async (t) => {
  const countFor = async (first: number): Promise<number> => {
    const [, statements] = await withStatements(() => callTool(app, 'list_enrollments', { first }, { token }));
    return statements.filter((sql) => /^select/i.test(sql)).length;
  };
  await countFor(20);
  t.equal(await countFor(100), await countFor(20));
  const { result } = await callTool(app, 'list_enrollments', { first: 50 }, { token });
  for (const row of (result?.structuredContent?.nodes ?? []) as readonly Json[]) t.match(row, { courseTitle: String });
});

t.test('a call needs the scope of the tool that runs, however the arguments are written [A14.5]', async (t) => {
  const member = await tokenOf('member');
  for (const sender of [{ token: member }, {}]) {
    for (const [given, what] of [
      ['{"__proto__":{},"name":"list_members","arguments":{}}', 'beside the name'],
      ['{"name":"list_members","arguments":{"__proto__":{"first":5}}}', 'in the arguments'],
      ['{"name":"list_courses","name":"list_members","arguments":{}}', 'two names'],
    ] as const) {
      for (const name of ['call_tool', 'call_read_tool']) {
        const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`;
        const { json, body: answer } = await post(app, body, sender);
        t.equal(json.result?.structuredContent, undefined, `${name}, ${what}`);
        t.notMatch(answer, '@');
      }
    }
  }
  const owner = await callTool(app, 'call_read_tool', { name: 'list_members', arguments: { first: 1 } }, { token });
  t.match(owner.result?.structuredContent, { nodes: [{}] }, 'and with the scope it runs');
});
