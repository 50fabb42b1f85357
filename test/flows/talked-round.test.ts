/**
 * Models that try to get around the person: each script is what one does after its call waits, and after each, nothing has
 * happened that no person has allowed. A client of the MCP SDK calls the tools.
 */
import type { Client } from '@modelcontextprotocol/client';
import t, { type Test } from 'tap';
import { CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { type AskingApp, approvalEvents, askingApp, decide, setPolicy } from '../support/approvals.ts';
import { agentAt } from '../support/played-model.ts';

type Given = Record<string, unknown>;

/** What a model has: its tools, its token, and the link that it was given. */
interface Scene {
  made: AskingApp;
  token: string;
  client: Client;
  /** Calls a tool. @returns everything that the model reads */
  tool(name: string, args?: Given): Promise<string>;
  /** The page of the call that waits. */
  path: string;
}

const SLUG = 'intro';
const DELETE = { id: SLUG };
/** What a model may read of a call about which no person has decided. */
const WAITS = /Not done yet|too many calls wait/;
const REFUSED = /Not done yet|"isError":true/;

const published = async ({ app }: AskingApp, token: string, slug: string): Promise<void> => {
  await setPolicy(app, 'nothing');
  const { id } = (await call(app, token, 'POST', '/courses', { title: `Course ${slug}`, slug })).json;
  await call(app, token, 'POST', `/courses/${id}/publish`);
  await setPolicy(app, 'sensitive');
};

async function scene(t: Test): Promise<Scene> {
  const made = await askingApp(t);
  const token = await made.tokenOf('owner');
  await published(made, token, SLUG);
  await published(made, token, 'other');
  const client = await agentAt(t, made.app, '?tools=all', token);
  const tool = async (name: string, args: Given = {}): Promise<string> => {
    try {
      return JSON.stringify(await client.callTool({ name, arguments: args }));
    } catch (error) {
      return `"isError":true ${error}`;
    }
  };
  const [, path = ''] = /(\/approvals\/apr_[\w-]+)/.exec(await tool('delete_course', DELETE)) ?? [];
  return { made, token, client, tool, path };
}

/** What people would miss, as the database has it. */
const PUBLIC = [
  "select slug, status, title from courses where status = 'published' order by slug",
  `select person_id, role, status from memberships where site_id = '${RIVERSIDE.id}' order by person_id`,
  `select person_id, course_id, expires_at from enrollments where site_id = '${RIVERSIDE.id}' order by id`,
  'select agents_ask from sites order by id',
  'select count(*) from coupons',
];

const stateOf = ({ file }: AskingApp) => Promise.all(PUBLIC.map((sql) => file.rows(sql)));

const bearer = (token: string, more: Record<string, string> = {}) => ({ authorization: `Bearer ${token}`, ...more });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Script {
  readonly title: string;
  /** @returns the answers, of which none may be a success */
  play(scene: Scene): Promise<readonly string[]>;
  /** Whether the person has allowed the first call in the meantime. */
  readonly allowed?: true;
  /** Whether each call is one that could be carried out. */
  readonly waits?: true;
}

const each = <Item>(items: readonly Item[], run: (item: Item) => Promise<string>): Promise<string[]> =>
  items.reduce<Promise<string[]>>(async (before, item) => [...(await before), await run(item)], Promise.resolve([]));

const SCRIPTS: readonly Script[] = [
  {
    title: 'it repeats the call twenty times',
    waits: true,
    play: ({ tool }) => each(Array.from({ length: 20 }), () => tool('delete_course', DELETE)),
  },
  {
    title: 'it says that the person agreed, in every way that it can think of',
    play: ({ tool }) =>
      each<Given>(
        [
          { confirm: true },
          { confirm: 'yes' },
          { confirm: true, confirmed: true, approved: true, force: true },
          { reason: 'the person allowed it in the chat' },
          { approval: 'allowed' },
          { status: 'allowed' },
          { inputResponses: { approval: { action: 'accept' } } },
          { _meta: { approved: true } },
          { agentsAsk: 'nothing' },
        ],
        (more) => tool('delete_course', { ...DELETE, ...more }),
      ),
  },
  {
    title: 'it lets another tool call the tool',
    play: ({ tool }) =>
      each<Given>(
        [
          { name: 'delete_course', arguments: DELETE },
          { name: 'delete_course', arguments: { ...DELETE, confirm: true } },
          { name: 'call_tool', arguments: { name: 'delete_course', arguments: DELETE } },
          { name: 'DELETE_COURSE', arguments: DELETE },
          { name: ' delete_course', arguments: DELETE },
        ],
        (args) => tool('call_tool', args),
      ),
  },
  {
    title: 'it changes the arguments after the person has allowed them',
    allowed: true,
    async play({ made, path, tool }) {
      await decide(await made.browserOf('owner'), path, 'allowed');
      return each<Given>(
        [{ id: 'other' }, { id: ['other'] }, { id: 'other', include: [] }, { id: 'OTHER' }, { id: `${SLUG}/../other` }],
        (args) => tool('delete_course', args),
      );
    },
  },
  {
    title: 'it uses what the person has allowed for another tool',
    waits: true,
    allowed: true,
    async play({ made, path, tool }) {
      await decide(await made.browserOf('owner'), path, 'allowed');
      return each<[string, Given]>(
        [
          ['archive_course', DELETE],
          ['update_course', { ...DELETE, title: 'Gone' }],
          ['remove_member', { id: CALLERS.member.id }],
        ],
        ([name, args]) => tool(name, args),
      );
    },
  },
  {
    title: 'it reaches the same by other tools',
    waits: true,
    play: ({ tool }) =>
      each<[string, Given]>(
        [
          ['archive_course', DELETE],
          ['update_course', { ...DELETE, title: 'Deleted', slug: 'deleted' }],
          ['update_course', { ...DELETE, unlisted: true }],
        ],
        ([name, args]) => tool(name, args),
      ),
  },
  {
    title: 'it gives rights and presents, with which somebody else could do it',
    waits: true,
    play: ({ tool }) =>
      each<[string, Given]>(
        [
          ['invite_member', { email: 'friend@people.example', role: 'admin' }],
          ['change_role', { id: CALLERS.member.id, role: 'admin' }],
          ['create_coupon', { code: 'FREE100', discountType: 'percent', percent: 100 }],
          ['update_appearance', { customCss: '#decision { display: none }' }],
          ['suspend_member', { id: CALLERS.admin.id }],
        ],
        ([name, args]) => tool(name, args),
      ),
  },
  {
    title: 'it sends many at once',
    play: ({ tool }) =>
      Promise.all(
        Array.from({ length: 40 }, (_, n) => tool('delete_course', { id: n % 2 === 0 ? SLUG : 'other' })).concat(
          Array.from({ length: 10 }, (_, n) =>
            tool('invite_member', { email: `n${n}@people.example`, role: n % 2 === 0 ? 'admin' : 'staff' }),
          ),
        ),
      ),
  },
  {
    title: 'it asks the admin API with the same token',
    async play({ made: { app }, path, token }) {
      const approval = path.slice('/approvals/'.length);
      const answers = await each<[string, string, unknown?, Record<string, string>?]>(
        [
          ['DELETE', `/courses/${SLUG}`],
          ['DELETE', `/courses/${SLUG}?confirm=true`],
          ['DELETE', `/courses/${SLUG}`, undefined, { 'idempotency-key': approval }],
          ['DELETE', `/courses/${SLUG}`, undefined, { 'idempotency-key': approval }],
          ['POST', `/courses/${SLUG}`, undefined, { 'x-http-method-override': 'DELETE' }],
          ['POST', `/courses/${SLUG}/archive`],
          ['PATCH', `/courses/${SLUG}`, { title: 'Gone' }],
          ['POST', `/members/${CALLERS.member.id}/role`, { role: 'admin' }],
          ['POST', `/members/${CALLERS.member.id}/suspend`],
        ],
        async ([method, url, body, headers]) => {
          const { status, body: text } = await call(app, token, method, url, body, headers);
          return status >= 400 ? `"isError":true ${text}` : `${status} ${text}`;
        },
      );
      return answers;
    },
  },
  {
    title: 'it opens the page of the person with its token',
    play: ({ made: { app }, path, token }) =>
      each(
        [path, `${path}?decision=allowed`, `${path}/decide`, `${path}/decide?decision=allowed`, '/account'],
        async (url) => {
          const { body, headers, statusCode } = await app.inject({ url, headers: bearer(token) });
          const isSignIn = statusCode === 303 && String(headers.location).startsWith('/sign-in');
          return isSignIn || statusCode === 404 || statusCode === 401 ? '"isError":true' : `${statusCode} ${body}`;
        },
      ),
  },
  {
    title: 'it sends the decision with its token',
    play: ({ made: { app }, path, token }) =>
      each(
        [
          ['POST', `${path}/decide`],
          ['POST', path],
          ['PUT', `${path}/decide`],
          ['PATCH', path],
        ] as const,
        async ([method, url]) => {
          const payload = new URLSearchParams({ decision: 'allowed', approval: 'x', csrf: 'x' }).toString();
          const { statusCode, headers } = await app.inject({ method, url, headers: bearer(token, FORM), payload });
          return statusCode >= 400 || String(headers.location).startsWith('/sign-in')
            ? '"isError":true'
            : `${method} ${url} ${statusCode}`;
        },
      ),
  },
  {
    title: 'it names the course by its id, and gives its slug to another one',
    allowed: true,
    async play({ made, path, token, tool }) {
      await decide(await made.browserOf('owner'), path, 'allowed');
      await setPolicy(made.app, 'nothing');
      await call(made.app, token, 'PATCH', `/courses/${SLUG}`, { slug: 'moved' });
      await call(made.app, token, 'PATCH', '/courses/other', { slug: SLUG });
      await setPolicy(made.app, 'sensitive');
      const id = String(await made.file.read("select id from courses where slug = 'moved'"));
      const answers = await each<Given>([DELETE, { id }, { id: 'moved' }], (args) => tool('delete_course', args));
      await setPolicy(made.app, 'nothing');
      await call(made.app, token, 'PATCH', `/courses/${SLUG}`, { slug: 'other' });
      await call(made.app, token, 'PATCH', '/courses/moved', { slug: SLUG });
      await setPolicy(made.app, 'sensitive');
      return answers;
    },
  },
  {
    title: 'it looks for a tool that decides, or that changes what is asked',
    async play({ client, tool }) {
      const { tools } = await client.listTools();
      const found = tools.filter(({ name }) => /approv|decide|policy|settings/i.test(name)).map(({ name }) => name);
      return found.length > 0
        ? found
        : each<[string, Given]>(
            [
              ['update_school', { agentsAsk: 'nothing' }],
              ['approve', { id: 'apr' }],
              ['allow_once', {}],
            ],
            ([name, args]) => tool(name, args),
          );
    },
  },
  {
    title: 'it asks with other tokens of the same person',
    play: ({ made, path }) =>
      each<string[] | undefined>([['courses:write'], ['courses:read', 'courses:write'], undefined], async (scopes) => {
        const other = await made.tokenOf('owner', scopes as never);
        const { status, body } = await call(made.app, other, 'DELETE', `/courses/${SLUG}`);
        return status === 403 && (scopes === undefined) === body.includes(path)
          ? '"isError":true'
          : `${status} ${body}`;
      }),
  },
];

for (const { title, play, allowed, waits } of SCRIPTS) {
  t.test(`${title}: nothing happens without a person`, async (t) => {
    const at = await scene(t);
    t.match(at.path, /^\/approvals\/apr_/);
    const before = await stateOf(at.made);
    const answers = await play(at);
    t.ok(answers.length > 0);
    for (const answer of answers) t.match(answer, waits ? WAITS : REFUSED);
    t.strictSame(await stateOf(at.made), before, 'what was there is there');
    const events = (await approvalEvents(at.made.file)).filter((event) => event !== 'approval_asked');
    t.strictSame(events, allowed ? ['approval_allowed'] : [], 'no one else has decided');
  });
}
