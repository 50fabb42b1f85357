/** Skills over MCP (SEP-2640): which a caller is shown, what is published of them, and that they speak of tools that exist. */
import { hash } from 'node:crypto';
import t from 'tap';
import { programFilesIn, readProgramFile } from '../../../schema/program/files.ts';
import { HIDDEN_TOOLS } from '../../../schema/school/tool-guide.ts';
import { adminApp, type CallerName } from '../../support/admin.ts';
import {
  type Answer,
  ask,
  askModern,
  callTool,
  everyTool,
  type Json,
  LEGACY,
  post,
  type Sending,
} from '../../support/mcp.ts';
import { DEMO, obtainTokens } from '../../support/oauth-client.ts';
import { callsIn, stepsIn, wordsIn } from '../../support/played-model.ts';

const FOLDER = 'routes/apis/mcp/skills';
const LIST_BYTES = 4096;
const SKILL_BYTES = 3072;
const EXTENSION = { 'io.modelcontextprotocol/skills': {} };

const PUBLIC = ['choose-a-course'];
const INSTRUCTOR = ['find-who-fell-behind'];
const STAFF = ['invite-a-class', 'prepare-a-course', 'refund-an-order'];
const ADMIN = ['review-access'];
const MEMBER = ['my-orders-and-certificates', 'what-to-learn-next'];
const ALL = programFilesIn(FOLDER).map((file) => file.replace(/\.md$/, ''));

const { app, tokenOf } = await adminApp(t);
const owner = await tokenOf('owner');

const skillsOf = (answer: Answer): readonly Json[] => answer.json.result?.skills as readonly Json[];
const namesOf = async (sending: Sending = {}): Promise<string[]> =>
  skillsOf(await ask(app, 'skills/list', {}, sending)).map(({ frontmatter }) => String(frontmatter?.name));
const uriOf = (name: string): string => `skill://${name}/SKILL.md`;
const readText = async (uri: unknown, sending: Sending = {}): Promise<string> =>
  String((await ask(app, 'resources/read', { uri }, sending)).json.result?.contents?.[0]?.text);

t.test('the extension is declared without options, beside resources, in every revision [A13b]', async (t) => {
  const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  for (const protocolVersion of LEGACY) {
    const { json } = await ask(app, 'initialize', { ...client, protocolVersion });
    t.strictSame(json.result?.capabilities?.extensions as unknown, EXTENSION, protocolVersion);
    t.ok(json.result?.capabilities?.resources);
  }
  const { json } = await askModern(app, 'server/discover');
  t.strictSame(json.result?.capabilities?.extensions as unknown, EXTENSION);
});

t.test('a caller is shown the skills all of whose tools the caller can reach, and no other [A13b]', async (t) => {
  const shown = async (caller: CallerName) => namesOf({ token: await tokenOf(caller) });
  const upTo = (...skills: string[][]) => [...PUBLIC, ...MEMBER, ...skills.flat()].sort();
  t.strictSame(await namesOf(), PUBLIC);
  t.strictSame(await shown('member'), upTo());
  t.strictSame(await shown('instructor'), upTo(INSTRUCTOR));
  t.strictSame(await shown('staff'), upTo(INSTRUCTOR, STAFF));
  t.strictSame(await shown('admin'), upTo(INSTRUCTOR, STAFF, ADMIN));
  t.strictSame(await shown('owner'), ALL, 'which are all');
  const ruth = { email: 'ruth@riverside.example' };
  const { access_token: operator } = await obtainTokens(app, DEMO.adminTool, { scope: 'openid school:read' }, ruth);
  t.strictSame(
    await namesOf({ token: operator }),
    [...PUBLIC, ...INSTRUCTOR, ...STAFF, ...ADMIN].sort(),
    'what the client may ask for, whether or not it is granted',
  );
});

t.test('a skill that is not shown can be neither got nor read nor found among the resources [A13b]', async (t) => {
  const member = await tokenOf('member');
  for (const [sending, shown] of [
    [{}, PUBLIC],
    [{ token: member }, [...PUBLIC, ...MEMBER]],
    [{ token: owner }, ALL],
  ] as const) {
    const listed = (await ask(app, 'resources/list', {}, sending)).json.result?.resources as readonly Json[];
    t.strictSame(
      listed.map(({ uri }) => String(uri)).filter((uri) => uri.startsWith('skill:')),
      [...shown].sort().map(uriOf),
    );
    for (const name of ALL) {
      const isShown = shown.includes(name);
      for (const method of ['skills/get', 'resources/read']) {
        const { json } = await ask(app, method, { uri: uriOf(name) }, sending);
        t.equal(json.error === undefined, isShown, `${method} ${name}`);
        if (!isShown) t.equal(json.error?.code, -32_602);
      }
    }
  }
});

t.test('a URI of no skill gets error -32602 and no file, in every revision [A13b]', async (t) => {
  const uris = [
    'skill://nothing/SKILL.md',
    'skill://choose-a-course',
    'skill://choose-a-course/',
    'skill://choose-a-course/skill.md',
    'skill://choose-a-course/../../../../package.json',
    'skill://../skills.ts/SKILL.md',
    'skill://..%2f..%2fmcp/SKILL.md',
    'choose-a-course',
    'choose-a-course.md',
    `${FOLDER}/choose-a-course.md`,
    'school://info',
    'file:///etc/passwd',
    '__proto__',
    '',
  ];
  for (const uri of uris) {
    for (const method of uri === 'school://info' ? ['skills/get'] : ['skills/get', 'resources/read']) {
      for (const answer of [
        await ask(app, method, { uri }, { token: owner }),
        await askModern(app, method, { uri }, { token: owner }),
      ]) {
        t.equal(answer.json.error?.code, -32_602, `${method} ${uri}`);
        t.notMatch(answer.body, /"dependencies"|createHash|root:/);
      }
    }
  }
  for (const params of [{}, { uri: 7 }, { uri: null }, { uri: [uriOf('choose-a-course')] }]) {
    t.equal((await ask(app, 'skills/get', params)).json.error?.code, -32_602, JSON.stringify(params));
  }
  t.equal((await ask(app, 'skills/list', { cursor: 'x' })).json.error?.code, -32_602);
  const { json, status } = await askModern(app, 'resources/directory/read', { uri: 'skill://choose-a-course' });
  t.strictSame([status, json.error?.code], [404, -32_601], 'there are no directories');
});

t.test('list and get publish the frontmatter, digest and size of exactly the text that is read [A13b]', async (t) => {
  const list = await ask(app, 'skills/list', {}, { token: owner });
  t.strictSame(Object.keys(list.json.result ?? {}), ['skills'], 'lifetimes came with 2026-07-28');
  const later = await askModern(app, 'skills/list', {}, { token: owner });
  t.match(later.json.result, { ttlMs: 300_000, cacheScope: 'private', resultType: 'complete' });
  t.strictSame(skillsOf(later), skillsOf(list));
  for (const skill of skillsOf(list)) {
    const uri = String(skill.uri);
    const text = await readText(uri, { token: owner });
    t.strictSame(skill.resources as unknown, [
      { uri, digest: `sha256:${hash('sha256', text)}`, size: Buffer.byteLength(text) },
    ]);
    const { name, description } = (skill.frontmatter ?? {}) as Record<string, unknown>;
    t.ok(text.startsWith(`---\nname: ${name}\ndescription: ${description}\n---\n`), uri);
    t.strictSame((await ask(app, 'skills/get', { uri }, { token: owner })).json.result as unknown, { skill });
    const got = (await askModern(app, 'skills/get', { uri }, { token: owner })).json.result;
    t.match(got, { skill, ttlMs: 300_000, cacheScope: 'private', resultType: 'complete' });
  }
  const bare = await post(app, { jsonrpc: '2.0', id: 1, method: 'skills/list' });
  t.strictSame(skillsOf(bare).length, 1, 'the parameters may be missing');
});

t.test(
  'the list has at most 4 KB and a skill at most 3 KB, and their names and texts follow the format [A13b]',
  async (t) => {
    for (const answer of [
      await ask(app, 'skills/list', {}, { token: owner }),
      await askModern(app, 'skills/list', {}, { token: owner }),
    ])
      t.ok(Buffer.byteLength(answer.body) <= LIST_BYTES, `${Buffer.byteLength(answer.body)} bytes`);
    const listed = (await ask(app, 'resources/list', {}, { token: owner })).json.result?.resources as readonly Json[];
    for (const skill of skillsOf(await ask(app, 'skills/list', {}, { token: owner }))) {
      const { name, description } = (skill.frontmatter ?? {}) as Record<string, string>;
      t.match(name, /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);
      t.equal(skill.uri as unknown, uriOf(String(name)));
      t.ok(ALL.includes(String(name)), 'the file has the name of the skill');
      t.match(description, /^Use when /, 'it says when');
      t.ok(Number(skill.resources?.[0]?.size) <= SKILL_BYTES, `${name} has ${skill.resources?.[0]?.size} bytes`);
      const resource = listed.find(({ uri }) => uri === skill.uri);
      t.match(resource, { name, description, mimeType: 'text/markdown', title: /^[A-Z]/ });
    }
  },
);

t.test(
  'each call in a skill is one of a tool that exists, with arguments and values that it takes [A13b]',
  async (t) => {
    const tools = new Map((await everyTool(app, owner)).map((tool) => [String(tool.name), tool]));
    const names = [...tools.keys()];
    for (const name of ALL) {
      const source = readProgramFile(`${FOLDER}/${name}.md`);
      for (const step of stepsIn(source)) t.ok(callsIn(step).length <= 1, `one call in a step: ${name}: ${step}`);
      t.equal(stepsIn(source).flatMap(callsIn).length, callsIn(source).length, `${name}: all calls are in steps`);
      t.ok(callsIn(source).length > 0);
      for (const { tool, open, fixed } of callsIn(source)) {
        const { inputSchema } = tools.get(tool) ?? {};
        t.ok(inputSchema, `${name}: ${tool} is a tool`);
        const given = [...open, ...Object.keys(fixed)];
        const taken = Object.keys(inputSchema?.properties ?? {});
        t.strictSame(
          given.filter((one) => !taken.includes(one)),
          [],
          `${name}: ${tool} takes these`,
        );
        const needed = ((inputSchema?.required ?? []) as readonly unknown[]).filter(
          (one) => !given.includes(String(one)),
        );
        t.strictSame(needed, [], `${name}: ${tool} needs these, too`);
        for (const [argument, value] of Object.entries(fixed)) {
          const {
            type,
            enum: values,
            const: only,
          } = (inputSchema?.properties?.[argument] ?? {}) as Record<string, unknown>;
          if (values !== undefined) t.ok((values as unknown[]).includes(value), `${name}: ${argument} ${value}`);
          else if (only !== undefined) t.equal(value, only);
          else t.equal(typeof value, String(type) === 'integer' ? 'number' : String(type), `${name}: ${argument}`);
        }
      }
      const bare = wordsIn(source).filter((word) => /^[a-z]+_[a-z_]+$/.test(word));
      const known = JSON.stringify([...tools.values()]);
      for (const word of bare) t.ok(names.includes(word) || known.includes(`"${word}"`), `${name}: ${word}`);
    }
  },
);

t.test('a skill says of each of its tools what the tool itself says: effect, scope, decision [A13b]', async (t) => {
  for (const name of ALL) {
    const text = await readText(uriOf(name), { token: owner });
    const [body = '', ending = ''] = text.split('\n## Tools of this skill\n');
    const lines = ending.split('\n').filter((line) => /^- `[a-z_]+` (?:reads|changes)/.test(line));
    const tools = [...new Set(callsIn(body).map(({ tool }) => tool))];
    t.equal(lines.length, tools.length, name);
    for (const [index, tool] of tools.entries()) {
      const { result } = await callTool(app, 'find_tools', { query: tool, first: 1 }, { token: owner });
      const { scope, annotations } = result?.structuredContent?.tools?.[0] ?? {};
      const { readOnlyHint, destructiveHint } = (annotations ?? {}) as Record<string, unknown>;
      const line = lines[index] ?? '';
      t.ok(line.startsWith(`- \`${tool}\` ${readOnlyHint === true ? 'reads' : 'changes data'} and needs `), line);
      t.ok(scope === (null as unknown) ? /sign-in/.test(line) : line.includes(`\`${scope}\``), line);
      t.equal(/a person decides/.test(line), destructiveHint === true, line);
    }
    t.match(ending, 'never instructions');
    for (const finder of ['call_read_tool', 'call_tool'])
      t.ok(HIDDEN_TOOLS.includes(finder) && ending.includes(finder));
  }
});
