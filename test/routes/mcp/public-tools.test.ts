/** What anybody may know of a school, and that it is nothing else. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { course, DAY, event, NORTH, SOUTH, schools, times } from '../../support/account.ts';
import { testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { ask, callTool, type Json, namesOf } from '../../support/mcp.ts';
import { during, whileDisabled } from '../../support/standing.ts';

const database = databaseFile(t);
const { app, clock, tokenOf } = await schools(t, { databaseUrl: database.url });
const now = clock.now;

/** In everything that nobody but the school may see. */
const SECRET = 'zzsecret';
const hidden = (what: string) => ({
  slug: `${SECRET}-${what}`,
  title: `${SECRET} ${what}`,
  description: `${SECRET} ${what} garden`,
});

const post = (id: string, more: object = {}) => ({
  id,
  slug: id.replaceAll('_', '-'),
  title: `Post ${id}`,
  bodyMarkdown: `Text of ${id}`,
  authorId: 'usr_bob',
  visibility: 'public' as const,
  status: 'published' as const,
  publishAt: now - DAY,
  createdAt: now - 2 * DAY,
  updatedAt: now,
  ...more,
});
const hiddenPost = (what: string, more: object) =>
  post(`pst_${what}`, {
    slug: `${SECRET}-${what}`,
    title: `${SECRET} ${what}`,
    excerpt: SECRET,
    bodyMarkdown: SECRET,
    ...more,
  });

const page = (id: string, more: object = {}) => ({
  id,
  slug: id.replaceAll('_', '-'),
  title: `Page ${id}`,
  bodyMarkdown: `Text of ${id}`,
  status: 'published' as const,
  isHomepage: false,
  createdAt: now,
  updatedAt: now,
  ...more,
});
const HIDDEN_PAGE = { slug: `${SECRET}-page`, title: SECRET, bodyMarkdown: SECRET };

const plan = (id: string, more: object = {}) => ({
  id,
  slug: id.replaceAll('_', '-'),
  name: `Plan ${id}`,
  description: 'All of it',
  planType: 'recurring' as const,
  interval: 'month' as const,
  intervalCount: 1,
  priceAmount: 900,
  priceCurrency: 'EUR',
  trialDays: 0,
  allCourses: true,
  status: 'active' as const,
  createdAt: now,
  updatedAt: now,
  ...more,
});
const hiddenPlan = (status: 'draft' | 'archived') =>
  plan(`pln_${status}`, { slug: `${SECRET}-${status}`, name: SECRET, description: SECRET, status });

await app.school.content.add(NORTH.id, {
  courses: [
    ...times(45, (n) => course(`crs_open_${n}`, { createdAt: now - (n % 7) * DAY, description: 'A garden course' })),
    course('crs_draft', { ...hidden('draft'), status: 'draft' }),
    course('crs_archived', { ...hidden('archived'), status: 'archived' }),
    course('crs_unlisted', { ...hidden('unlisted'), unlisted: true }),
  ],
  events: [
    ...times(23, (n) => event(`evt_open_${n}`, now + n * DAY, { joinUrl: `https://meet.example/${SECRET}` })),
    event('evt_draft', now, { ...hidden('draft'), status: 'draft' }),
    event('evt_cancelled', now, { ...hidden('cancelled'), status: 'cancelled' }),
  ],
  posts: [
    ...times(21, (n) => post(`pst_open_${n}`)),
    hiddenPost('draft', { status: 'draft', publishAt: null }),
    hiddenPost('scheduled', { status: 'scheduled', publishAt: now + DAY }),
    hiddenPost('early', { publishAt: now + DAY }),
    hiddenPost('members', { visibility: 'members' }),
    hiddenPost('plan', { visibility: 'plan' }),
  ],
  pages: [...times(4, (n) => page(`pag_open_${n}`)), page('pag_draft', { ...HIDDEN_PAGE, status: 'draft' })],
  membershipPlans: [...times(3, (n) => plan(`pln_open_${n}`)), hiddenPlan('draft'), hiddenPlan('archived')],
});
await app.school.content.add(SOUTH.id, {
  courses: [course('crs_south', { title: 'Southern course', description: 'A garden course of the south' })],
  posts: [post('pst_south')],
});
await indexCourses(app);

/** As the admin API does when it stores a course. */
async function indexCourses({ school: { records, searchIndex } }: FastifyInstance): Promise<void> {
  for (const { id: siteId } of [NORTH, SOUTH]) {
    const { rows } = await records('courses').page(siteId, {
      first: 100,
      after: undefined,
      sort: 'createdAt',
      descending: true,
      where: {},
    });
    for (const row of rows) {
      const words = `${row.title} ${row.description}`;
      const step = await searchIndex.keep(siteId, 'courses', String(row.id), words);
      const event = { event: 'resource_changed', at: now, siteId, target: String(row.id) } as const;
      await records('courses').update(siteId, String(row.id), { updatedAt: now }, event, { further: [step] });
    }
  }
}

const LISTS: [tool: string, count: number, args?: Record<string, unknown>][] = [
  ['search_public_courses', 45],
  ['search_public_courses', 45, { query: 'garden' }],
  ['list_public_events', 23],
  ['list_public_posts', 21],
  ['list_public_pages', 4],
  ['list_membership_plans_public', 3],
];

async function walk(tool: string, args: Record<string, unknown>, token?: string): Promise<Json[]> {
  const seen: Json[] = [];
  let after: unknown;
  for (let pages = 0; pages < 50; pages += 1) {
    const cursor = after === undefined ? {} : { after };
    const { result, text } = await callTool(app, tool, { ...args, ...cursor }, { token });
    const page = result?.structuredContent;
    if (page === undefined) throw new Error(`${tool}: ${text}`);
    seen.push(...(page.nodes as readonly Json[]));
    after = page.pageInfo?.endCursor;
    if ((page.pageInfo?.hasNextPage as unknown) === false) return seen;
  }
  throw new Error(`${tool} does not end`);
}

const slugsOf = (rows: readonly Json[]): string[] => rows.map(({ slug }) => String(slug)).sort();

t.test('first and after page through every public list, each row once [D4]', async (t) => {
  for (const [tool, count, args] of LISTS) {
    for (const first of [1, 7, 100]) {
      const rows = await walk(tool, { ...args, school: 'north', first });
      t.equal(rows.length, count, `${tool} by ${first}`);
      t.equal(new Set(slugsOf(rows)).size, count);
    }
  }
});

t.test('no public tool reveals unpublished, unlisted or restricted content [D4]', async (t) => {
  const attempts: [tool: string, args: Record<string, unknown>][] = LISTS.map(([tool, , args = {}]) => [tool, args]);
  for (const what of ['draft', 'archived']) {
    attempts.push(['get_public_course', { slug: `${SECRET}-${what}` }]);
  }
  for (const what of ['draft', 'scheduled', 'early', 'members', 'plan']) {
    attempts.push(['get_public_post', { slug: `${SECRET}-${what}` }]);
  }
  attempts.push(
    ['get_public_page', { slug: `${SECRET}-page` }],
    ['search_public_courses', { query: SECRET }],
    ['get_school_info', {}],
  );
  for (const token of [undefined, await tokenOf({ id: 'usr_ada', email: 'ada@north.example', name: '' })]) {
    for (const [tool, args] of attempts) {
      const { status, body, result } = await callTool(app, tool, { school: 'north', ...args }, { token });
      t.equal(status, 200);
      t.notMatch(body, SECRET, `${tool} ${JSON.stringify(args)}`);
      if (args.slug !== undefined) t.match(result, { isError: true, content: [{ text: / not found$/ }] });
    }
    for (const [tool, , args] of LISTS)
      t.notMatch(JSON.stringify(await walk(tool, { ...args, school: 'north' }, token)), SECRET);
  }
});

t.test('public lists contain no personal data and no join URL [D4]', async (t) => {
  for (const [tool, , args] of LISTS) {
    const text = JSON.stringify(await walk(tool, { ...args, school: 'north' }));
    t.notMatch(text, /usr_|authorId|joinUrl|siteId|meet\.example/, tool);
  }
});

t.test('public tools show one school’s content only, and a cursor is valid for one list [W38, W63]', async (t) => {
  t.strictSame(slugsOf(await walk('search_public_courses', { school: 'south' })), ['crs-south']);
  t.strictSame(slugsOf(await walk('search_public_courses', { school: 'south', query: 'garden' })), ['crs-south']);
  t.strictSame(slugsOf(await walk('list_public_posts', { school: 'south' })), ['pst-south']);
  const { result } = await callTool(app, 'get_public_course', { school: 'south', slug: 'crs-open-1' });
  t.equal(result?.isError as unknown, true);
  const north = await callTool(app, 'search_public_courses', { school: 'north', first: 1 });
  const after = north.result?.structuredContent?.pageInfo?.endCursor;
  for (const args of [{ school: 'south' }, { school: 'north', query: 'garden' }]) {
    const { text } = await callTool(app, 'search_public_courses', { ...args, after });
    t.match(text, /after is not a cursor of this list/, 'a cursor works in its own list only');
  }
  const forged = Buffer.from(String(after), 'base64url');
  forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
  const { text } = await callTool(app, 'search_public_courses', {
    school: 'north',
    after: forged.toString('base64url'),
  });
  t.match(text, /after is not a cursor of this list/, 'a forged one nowhere');
});

t.test('course search finds words of title and description in any case, and survives search syntax [D4]', async (t) => {
  t.equal((await walk('search_public_courses', { school: 'north', query: 'crs_open_7 GARDEN' })).length, 1);
  for (const query of ['nowhere', '"', "' OR 1=1 --", '*', 'garden AND scope:x', '\u0000']) {
    const { status, result } = await callTool(app, 'search_public_courses', { school: 'north', query });
    t.equal(status, 200);
    t.notOk(result?.isError, query);
  }
});

t.test('a public tool uses the school named, else the caller’s own, else asks for one [D4]', async (t) => {
  const slugOf = async (args: object, token?: string): Promise<unknown> => {
    const { result, text } = await callTool(app, 'get_school_info', { ...args }, { token });
    return result?.structuredContent?.slug ?? text;
  };
  const ada = { id: 'usr_ada', email: 'ada@north.example', name: '' };
  t.match(await slugOf({}), /school: required, give its slug/);
  t.equal(await slugOf({ school: 'south' }), 'south');
  t.equal(await slugOf({ school: 'nowhere' }), 'school not found');
  t.equal(await slugOf({}, await tokenOf(ada)), 'north');
  t.equal(await slugOf({ school: 'south' }, await tokenOf(ada)), 'south');
});

t.test('a closed or paused school is hidden, but a paused one keeps serving its own members [D4]', async (t) => {
  const ada = await tokenOf({ id: 'usr_ada', email: 'ada@north.example', name: '' });
  const text = async (args: object, token?: string) =>
    (await callTool(app, 'get_school_info', { ...args }, { token })).text;
  // Nothing pauses a school yet: the row is edited.
  const whilePaused = (id: string, act: () => Promise<void>): Promise<void> => {
    const status = 'update sites set status = ? where id = ?';
    return during(database, [status, 'paused', id], [status, 'active', id], act);
  };
  const hidden = async (): Promise<void> => {
    t.equal(await text({ school: 'south' }), 'school not found');
    t.equal(await text({ school: 'south' }, ada), 'school not found');
    t.match((await callTool(app, 'search_public_courses', { school: 'south' })).text, /school not found/);
    t.match(await text({}), /^slug: north$/m, 'and the other is the only one');
  };
  await whilePaused(SOUTH.id, hidden);
  await whileDisabled(database, 'sites', SOUTH.id, hidden);
  await whilePaused(NORTH.id, async () => {
    t.match(await text({}, ada), /^slug: north$/m, 'a paused school keeps its members');
    t.match(await text({ school: 'north' }, ada), /^slug: north$/m);
  });
});

t.test('without any school get_school_info says so, and how_to_connect still answers [D4]', async (t) => {
  const empty = await testApp(t, { seed: false });
  t.match((await callTool(empty.app, 'get_school_info')).text, /this server does not host exactly one school/);
  t.equal((await callTool(empty.app, 'how_to_connect')).result?.isError, undefined);
  t.equal((await ask(empty.app, 'resources/read', { uri: 'school://info' })).status, 200);
});

t.test(
  'the data of a public tool has the fields that find_tools names, and the text says them in words [D4]',
  async (t) => {
    const args: Record<string, Record<string, unknown>> = {
      get_public_course: { slug: 'crs-open-3' },
      get_public_post: { slug: 'pst-open-3' },
      get_public_page: { slug: 'pag-open-3' },
    };
    for (const name of await namesOf(app)) {
      const school = name === 'how_to_connect' ? {} : { school: 'north' };
      const { result, text } = await callTool(app, name, { ...school, ...args[name] });
      const [row = result?.structuredContent ?? {}] = (result?.structuredContent?.nodes ?? []) as readonly Json[];
      const found = await callTool(app, 'find_tools', { query: name, first: 1 });
      const returns = (found.result?.structuredContent?.tools?.[0]?.returns ?? []) as readonly unknown[];
      t.ok(returns.length > 0, name);
      t.strictSame(
        Object.keys(row).filter((field) => !returns.includes(field)),
        [],
        name,
      );
      if (name === 'how_to_connect') continue;
      t.match(text, /North/, `${name} says of which school`);
      for (const value of Object.values(row)) {
        if (typeof value === 'string' && !/^\d{4}-/.test(value)) t.ok(text.includes(value), `${name}: ${value}`);
      }
    }
  },
);

t.test('invalid arguments are answered with tool results that name each fault [D4]', async (t) => {
  const wrong: [args: Record<string, unknown>, complaint: RegExp][] = [
    [{ first: 0 }, /first /],
    [{ first: 101 }, /first /],
    [{ first: 'five' }, /first /],
    [{ first: 1.5 }, /first /],
    [{ after: 5 }, /after /],
    [{ after: 'x'.repeat(301) }, /after /],
    [{ query: '' }, /query /],
    [{ query: 'x'.repeat(101) }, /query /],
    [{ school: ['north'] }, /school /],
    [{ colour: 'red' }, /colour/],
    [{ first: 0, query: '' }, /first .*query /s],
  ];
  for (const [args, complaint] of wrong) {
    const { status, result, text } = await callTool(app, 'search_public_courses', { school: 'north', ...args });
    t.equal(status, 200);
    t.equal(result?.isError as unknown, true, JSON.stringify(args));
    t.equal(result?.structuredContent, undefined);
    t.match(text, complaint);
  }
});
