/** The addresses of web pages that tools return, for people to open. */
import t from 'tap';
import { ADA, course, DAY, dataOf, enrollment, event, lecture, NORTH, SOUTH, schools } from '../../support/account.ts';
import { BASE } from '../../support/app.ts';
import { callTool, type Json } from '../../support/mcp.ts';
import { signedIn } from '../../support/signed-in.ts';

const { app, clock, tokenOf } = await schools(t);
const { now } = clock;

const row = (id: string) => ({ id, slug: id.replaceAll('_', '-'), title: id, createdAt: now, updatedAt: now });
const post = { authorId: 'usr_bob', visibility: 'public' as const, status: 'published' as const, publishAt: now - DAY };
const page = { status: 'published' as const, isHomepage: false };
const section = { courseId: 'crs_open', title: 'Section', position: 0, createdAt: 0, updatedAt: 0 };

await app.school.content.add(NORTH.id, {
  courses: [course('crs_open'), course('crs_unlisted', { unlisted: true }), course('crs_gone', { status: 'archived' })],
  sections: [
    { id: 'crs_open_s', ...section },
    { id: 'crs_gone_s', ...section, courseId: 'crs_gone' },
  ],
  lectures: [
    lecture('lec_open', 'crs_open', { freePreview: true, contentMarkdown: 'Look.' }),
    lecture('lec_gone', 'crs_gone'),
  ],
  events: [event('evt_open', now + DAY)],
  posts: [{ ...row('pst_open'), ...post, bodyMarkdown: 'Text' }],
  pages: [
    { ...row('pag_home'), ...page, bodyMarkdown: 'Welcome', isHomepage: true },
    { ...row('pag_text'), ...page, bodyMarkdown: 'We open at nine.' },
    {
      ...row('pag_blocks'),
      ...page,
      blocks: [
        { kind: 'hero', text: 'Come in.', image: 'door.webp' },
        { kind: 'columns', body: 'Bring **tools**.' },
      ],
    },
  ],
  enrollments: [
    enrollment('enr_open', 'crs_open', {
      personId: ADA.id,
      lastLectureId: 'lec_open',
      lastPositionSeconds: 4,
      lastWatchedAt: now,
    }),
    enrollment('enr_gone', 'crs_gone', { personId: ADA.id }),
  ],
});

/** What each tool returns, and how many addresses there are in it. */
const CALLS: readonly [tool: string, args: Record<string, unknown>, count: number][] = [
  ['get_school_info', {}, 1],
  ['search_public_courses', {}, 1],
  ['get_public_course', { slug: 'crs-unlisted' }, 1],
  ['list_public_events', {}, 1],
  ['list_public_posts', {}, 1],
  ['get_public_post', { slug: 'pst-open' }, 1],
  ['list_public_pages', {}, 3],
  ['get_public_page', { slug: 'pag-text' }, 1],
];
const OWN_CALLS: typeof CALLS = [
  ['get_my_account', {}, 1],
  ['list_my_courses', {}, 3],
  ['get_my_course_progress', { slug: 'crs-open' }, 3],
  ['get_my_course_progress', { slug: 'crs-gone' }, 2],
  ['save_watch_position', { lectureId: 'lec_open', positionSeconds: 9 }, 1],
];

function* urlsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (name === 'url') yield String(one);
    else yield* urlsIn(one);
  }
}

t.test('what a tool returns of a school has the address of its web page, and each answers [D5]', async (t) => {
  const token = await tokenOf(ADA);
  const ada = await signedIn(app, ADA.email);
  const calls = [
    ...CALLS.map(([tool, args, count]) => ({ tool, args: { school: 'north', ...args }, count, sending: {} })),
    ...OWN_CALLS.map(([tool, args, count]) => ({ tool, args, count, sending: { token } })),
  ];
  for (const { tool, args, count, sending } of calls) {
    const { result, text } = await callTool(app, tool, args, sending);
    const urls = [...urlsIn(result.structuredContent)];
    t.equal(urls.length, count, `${tool}: ${text}`);
    for (const url of urls) {
      t.ok(text.includes(url), `${tool} says ${url} in its text`);
      t.ok(url.replace('/account', '').startsWith(`${BASE}/schools/north`), url);
      const opened = await ada.get(url.slice(BASE.length));
      t.strictSame([opened.status, opened.url], [200, url.slice(BASE.length)], `${tool}: ${url}`);
    }
  }
});

t.test('a member finds the same addresses by the tools and by the Account API [D5]', async (t) => {
  const token = await tokenOf(ADA);
  const { viewer } = await dataOf(
    app,
    token,
    `{ viewer {
      site { url }
      enrolledCourses { nodes { slug url } }
      courseOutline(slug: "crs-open") { lectures { nodes { url } } }
    } }`,
  );
  const { result } = await callTool(app, 'list_my_courses', {}, { token });
  const own = result.structuredContent?.nodes as readonly Json[];
  t.strictSame(
    own.map(({ slug, url }) => ({ slug: String(slug), url: String(url) })),
    viewer?.enrolledCourses?.nodes,
  );
  t.equal(String(own.find(({ slug }) => String(slug) === 'crs-gone')?.url), `${BASE}/account/schools/north`);
  t.equal(String(viewer?.site?.url), `${BASE}/schools/north`);
  const progress = await callTool(app, 'get_my_course_progress', { slug: 'crs-open' }, { token });
  const lectures = (progress.result.structuredContent?.lectures ?? []) as readonly Json[];
  t.strictSame(
    lectures.map(({ url }) => ({ url: String(url) })),
    viewer?.courseOutline?.lectures?.nodes,
  );
});

t.test(
  'the text of a page is its Markdown, or what its blocks say, and the homepage is the school’s [D5]',
  async (t) => {
    const pageOf = async (slug: string) =>
      (await callTool(app, 'get_public_page', { school: 'north', slug })).result.structuredContent;
    t.match(await pageOf('pag-text'), { title: 'pag_text', bodyMarkdown: 'We open at nine.', isHomepage: false });
    t.match(await pageOf('pag-blocks'), { bodyMarkdown: 'Come in.\n\nBring **tools**.' });
    t.match(await pageOf('pag-home'), { isHomepage: true, url: `${BASE}/schools/north` });
  },
);

t.test('addresses are on the school’s own domain if it has one [D5]', async (t) => {
  await app.school.content.add(SOUTH.id, { courses: [course('crs_south')] });
  const { result } = await callTool(app, 'search_public_courses', { school: 'south' });
  t.equal(String(result.structuredContent?.nodes?.[0]?.url), 'https://north.example/courses/crs-south');
});
