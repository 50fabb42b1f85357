// slow
/** Results that every client gives to its model whole, whatever people have written. */
import t, { type Test } from 'tap';
import { z } from 'zod';
import { tokensOf } from '../../../routes/apis/mcp/rendering.ts';
import { defineTool } from '../../../routes/apis/mcp/tool.ts';
import { TOOL_RESULT } from '../../../schema/limits.ts';
import { call } from '../../support/admin.ts';
import { testApp } from '../../support/app.ts';
import { learning } from '../../support/learning.ts';
import { callTool, everyTool, type Json } from '../../support/mcp.ts';

t.setTimeout(120_000);

const { app, tokenOf, ask, course } = await learning(t);
const owner = await tokenOf('owner');
const member = await tokenOf('member');

/** A text of the greatest length, of characters that take most bytes, and none of them alone. */
const LONGEST = '😀王'.repeat(33_333);
const ROWS = 100;

async function make(path: string, body: unknown): Promise<string> {
  const { status, json, body: text } = await call(app, owner, 'POST', path, body);
  if (status !== 201) throw new Error(text);
  return String(json.id);
}

/** Calls a tool, whose result must not be too long. */
async function sized(t: Test, name: string, args: object, token: string) {
  const { result, text } = await callTool(app, name, { ...args }, { token });
  const tokens = tokensOf(result as never);
  t.ok(tokens <= TOOL_RESULT.tokens, `${name} has ${tokens} tokens`);
  const said = ((result?.content ?? []) as readonly Json[]).map((one) => String(one.text)).join('\n');
  return {
    data: (result?.structuredContent ?? {}) as Json,
    said,
    text,
    isError: (result?.isError as unknown) === true,
  };
}

const posts: string[] = [];
for (let n = 0; n < ROWS; n += 1) {
  const bodyMarkdown = n % 10 === 0 ? LONGEST : `Text ${n}. `.repeat(500);
  posts.push(await make('/posts', { title: `Post ${n}`, slug: `long-${n}`, bodyMarkdown }));
}

t.test(
  'a page with fewer rows than asked for is returned where more would be too long, and none is lost',
  async (t) => {
    const found: string[] = [];
    let after: unknown;
    do {
      const args = { first: ROWS, ...(after === undefined ? {} : { after }) };
      const { data, said } = await sized(t, 'list_posts', args, owner);
      const nodes = data.nodes as readonly Json[];
      t.ok(nodes.length > 0);
      if (data.pageInfo?.hasNextPage) t.match(said, `Rows of this page that fit: ${nodes.length}. The argument after`);
      found.push(...nodes.map(({ id }) => String(id)));
      after = data.pageInfo?.hasNextPage ? data.pageInfo.endCursor : undefined;
    } while (after !== undefined);
    t.strictSame(
      posts.filter((id) => !found.includes(id)),
      [],
    );
    t.equal(new Set(found).size, found.length, 'and none is there twice');
  },
);

/** What a result says of fields without which it is short enough. */
const leftOut = (fields: string, elsewhere: string): string =>
  `Left out as too long: ${fields}. ${elsewhere} have everything.`;
const WHOLE_BODY = `bodyMarkdown (${LONGEST.length} characters)`;
const BODY = leftOut(WHOLE_BODY, 'The admin pages and the admin API');

t.test('a row that is too long alone comes without its longest text, and the result says so', async (t) => {
  const { data, said } = await sized(t, 'list_posts', { first: 1, q: 'Post 90' }, owner);
  const [row = {}] = (data.nodes ?? []) as readonly object[];
  t.match([Object.hasOwn(row, 'title'), Object.hasOwn(row, 'bodyMarkdown')], [true, false]);
  t.ok(said.endsWith(BODY), said);
  t.equal(data.resultNote as unknown, BODY);
});

t.test('an object comes without its longest text, for staff and for members, and all else is there', async (t) => {
  const whole = (await ask('GET', '/posts/long-0')).json;
  t.equal(whole.bodyMarkdown as unknown, LONGEST);
  const { data, said } = await sized(t, 'get_post', { id: 'long-0' }, owner);
  t.ok(said.endsWith(BODY), said);
  t.strictSame(
    Object.keys(whole).filter((field) => !(field in data)),
    ['bodyMarkdown'],
  );
  t.equal((await ask('POST', '/posts/long-0/publish')).status, 200);
  for (const name of ['get_my_post', 'get_public_post']) {
    const { data: shown, said: saidOf } = await sized(t, name, { slug: 'long-0' }, member);
    t.ok(saidOf.endsWith(leftOut(WHOLE_BODY, 'The website of the school and the Account API')), saidOf);
    t.equal(shown.title as unknown, 'Post 0', name);
  }
});

t.test('what a change returns may lack a long text, but the change was made', async (t) => {
  const { data, said, isError } = await sized(t, 'update_post', { id: 'long-0', title: 'Renamed' }, owner);
  t.equal(isError, false);
  t.ok(said.endsWith(BODY), said);
  t.equal(data.title as unknown, 'Renamed');
  t.equal((await ask('GET', '/posts/long-0')).json.title as unknown, 'Renamed');
});

t.test('a course of the greatest size comes without its longest lists, for its staff and its members', async (t) => {
  const { id, section } = await course('greatest', { description: '王'.repeat(20_000) });
  const long = (what: string, n: number) => `${n} ${what.repeat(24)}`;
  for (let n = 1; n < 200; n += 1) await make(`/courses/${id}/sections`, { title: long('Section ', n) });
  for (let n = 1; n < 1000; n += 1) {
    await make(`/sections/${section}/lectures`, { title: long('Word ', n), kind: 'text', status: 'published' });
  }
  const enrollment = await make('/enrollments', { courseId: id, memberId: 'usr_demo_ana' });
  const calls: [name: string, args: object, token: string, fields: string][] = [
    ['get_my_course_progress', { slug: 'greatest' }, member, 'lectures (1000 entries)'],
    ['get_enrollment_progress', { id: enrollment }, owner, 'lectures (1000 entries)'],
    ['list_sections', { id }, owner, 'nodes (200 entries)'],
    ['get_outline', { id }, owner, 'sections (200 entries)'],
  ];
  for (const [name, args, token, fields] of calls) {
    const { said } = await sized(t, name, args, token);
    t.match(said, `Left out as too long: ${fields}.`, name);
  }
  await sized(t, 'get_lecture_analytics', { id }, owner);
  await sized(t, 'get_public_course', { slug: 'greatest' }, member);
});

t.test('a tool that changes something runs once, however long its result is', async (t) => {
  let runs = 0;
  const page = z.object({ nodes: z.array(z.object({ text: z.string() })), pageInfo: z.object({}) });
  const { app } = await testApp(t, {
    extendMcp(registry) {
      const tool = defineTool({
        name: 'change_many',
        title: 'Change many',
        description: 'Changes many rows.',
        isReading: false,
        input: z.strictObject({ first: z.int().optional() }),
        output: page,
        async run() {
          runs += 1;
          return { nodes: Array.from({ length: ROWS }, () => ({ text: LONGEST.slice(0, 1000) })), pageInfo: {} };
        },
      });
      registry.add({ tools: [tool] });
    },
  });
  const { result } = await callTool(app, 'change_many');
  t.equal(runs, 1);
  t.match(result?.structuredContent, { resultNote: /^Left out as too long: nodes \(100 entries\)/ });
  t.ok(tokensOf(result as never) <= TOOL_RESULT.tokens);
});

t.test('no result of a tool that reads is too long, nor is one with 20 descriptions of tools', async (t) => {
  for (const token of [owner, member]) {
    for (const { name, annotations, inputSchema } of await everyTool(app, token)) {
      const properties = inputSchema?.properties ?? {};
      if (annotations?.readOnlyHint !== (true as unknown) || inputSchema?.required !== undefined) continue;
      await sized(t, String(name), 'first' in properties ? { first: ROWS } : {}, token);
    }
  }
  for (const query of ['create', 'update list get', 'course post page event plan']) {
    await sized(t, 'find_tools', { query, first: 20 }, owner);
  }
  t.end();
});
