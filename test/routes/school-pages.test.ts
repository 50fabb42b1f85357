/** The public pages of a school: what visitors see, what they do not, and that every one of them sees the same. */
import { Readable } from 'node:stream';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import {
  ADA,
  course,
  DAY,
  dataOf,
  enrollment,
  event,
  HOUR,
  lecture,
  NORTH,
  SOUTH,
  schools,
  times,
} from '../support/account.ts';
import { BASE, testApp } from '../support/app.ts';
import { callTool } from '../support/mcp.ts';
import { signedIn } from '../support/signed-in.ts';
import { withStatements } from '../support/statements.ts';

const { app, clock, tokenOf } = await schools(t);
const now = clock.now;
const AT = '/schools/north';
/** In everything that visitors may not see. */
const SECRET = 'zzsecret';

const hidden = (what: string) => ({ slug: `secret-${what}`, title: `${SECRET} ${what}` });
const post = (id: string, more: object = {}) => ({
  id,
  slug: id.replaceAll('_', '-'),
  title: `Post ${id}`,
  bodyMarkdown: `# Post ${id}\n\nText of **${id}**`,
  authorId: 'usr_bob',
  visibility: 'public' as const,
  status: 'published' as const,
  publishAt: now - DAY,
  createdAt: now - 2 * DAY,
  updatedAt: now,
  ...more,
});
/** Where the text of a page links to, and of these what is no public page. */
const LINKS = [
  ...['/courses', '/past-events', '/courses/crs-garden', '/courses/crs-garden/lectures/lec_open', '/pages/welcome'],
  ...['/account', '/courses/crs-garden/lectures', '/courses/../account', '/past-events/x', '//else.example'],
];
const NO_PAGES = 5;
const page = (id: string, more: object = {}) => ({
  id,
  slug: id,
  title: `Page ${id}`,
  bodyMarkdown: `Words of ${id}`,
  status: 'published' as const,
  isHomepage: false,
  createdAt: now,
  updatedAt: now,
  ...more,
});

await app.school.content.add(NORTH.id, {
  courses: [
    ...times(45, (n) => course(`crs_${String(n).padStart(2, '0')}`, { createdAt: now - n * HOUR })),
    course('crs_garden', {
      title: 'Gardens & „Höfe“',
      subtitle: 'From seed to harvest',
      description: '## First\n\n[Join](javascript:alert(1)) <b>now</b>\n\n![x](https://spy.example/x.png)',
      courseType: 'paid',
      priceAmount: 4900,
      coverImageUrl: 'https://pictures.example/garden.jpg',
      lecturerIds: ['lct_flora', 'lct_gone'],
      createdAt: now + 1,
    }),
    course('crs_quiet', { title: 'By its address', unlisted: true }),
    course('crs_draft', { ...hidden('draft'), status: 'draft' }),
    course('crs_archived', { ...hidden('archived'), status: 'archived' }),
  ],
  lecturers: [
    { id: 'lct_flora', slug: 'flora', name: 'Flora Field', bioMarkdown: '', position: 0, createdAt: 0, updatedAt: 0 },
  ],
  sections: [{ id: 'crs_garden_s', courseId: 'crs_garden', title: 'Spring', position: 0, createdAt: 0, updatedAt: 0 }],
  lectures: [
    lecture('lec_open', 'crs_garden', { freePreview: true, kind: 'text', contentMarkdown: 'A free text' }),
    lecture('lec_video', 'crs_garden', { freePreview: true, title: 'A film', contentMarkdown: ' \n' }),
    lecture('lec_later', 'crs_garden', {
      freePreview: true,
      contentMarkdown: SECRET,
      title: 'Later lecture',
      releaseAt: now + DAY,
    }),
    lecture('lec_closed', 'crs_garden', { title: 'Closed lecture', contentMarkdown: SECRET }),
    lecture('lec_draft', 'crs_garden', { title: SECRET, freePreview: true, contentMarkdown: SECRET, status: 'draft' }),
  ],
  enrollments: [
    enrollment('enr_1', 'crs_garden', {
      startsAt: 2,
      lastLectureId: 'lec_closed',
      lastPositionSeconds: 1,
      lastWatchedAt: 1,
    }),
    enrollment('enr_2', 'crs_archived', { startsAt: 1 }),
  ],
  events: [
    ...times(23, (n) => event(`evt_${n}`, now + (n + 1) * DAY, { joinUrl: `https://meet.example/${SECRET}` })),
    event('evt_paid', now + 9 * DAY, { priceAmount: 900 }),
    event('evt_shut', now + 9 * DAY, { registrationClosesAt: now - 1 }),
    event('evt_past', now - DAY, { joinUrl: `https://meet.example/${SECRET}` }),
    event('evt_off', now + DAY, { title: 'Called off', status: 'cancelled', joinUrl: `https://${SECRET}.example` }),
    event('evt_draft', now + DAY, { ...hidden('draft'), status: 'draft' }),
  ],
  posts: [
    post('pst_open'),
    post('pst_draft', { ...hidden('draft'), status: 'draft', publishAt: null }),
    post('pst_scheduled', { ...hidden('scheduled'), status: 'scheduled', publishAt: now + DAY }),
    post('pst_early', { ...hidden('early'), publishAt: now + DAY }),
    post('pst_members', { ...hidden('members'), visibility: 'members' }),
    post('pst_plan', { ...hidden('plan'), visibility: 'plan' }),
  ],
  pages: [
    page('welcome', { isHomepage: true, bodyMarkdown: 'Willkommen im Norden' }),
    page('about', { bodyMarkdown: `Words of about\n\n${LINKS.map((path) => `[x](${path})`).join(' ')}` }),
    page('secret-page', { ...hidden('page'), status: 'draft' }),
  ],
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: path, headers: { accept: 'text/html', ...headers } });
/** Changes the southern school, as the admin API does. */
async function changeSouth(changes: { locale?: string; status?: 'paused' | 'active' }): Promise<void> {
  const seen = (await app.school.settings.find(SOUTH.id))?.updatedAt ?? 0;
  const event = { event: 'resource_changed', at: now, siteId: SOUTH.id, target: 'school' } as const;
  t.ok(await app.school.settings.update(SOUTH.id, { ...changes, updatedAt: seen + 1 }, seen, event));
}

t.test('a school, its courses, events, posts and pages have pages, and what is hidden has none [D5]', async (t) => {
  const seen: Record<string, RegExp> = {
    '': /Willkommen im Norden/,
    '/courses': /Gardens &amp; „Höfe“/,
    '/courses/crs-garden': /From seed to harvest/,
    '/courses/crs-garden/lectures/lec_open': /A free text/,
    '/courses/crs-quiet': /By its address/,
    '/events': /Event evt_0/,
    '/events/evt-0': /Event evt_0/,
    '/events/evt-past': /vorbei/,
    '/events/evt-off': /abgesagt/,
    '/past-events': /Event evt_past/,
    '/posts': /Post pst_open/,
    '/posts/pst-open': /Text of <strong>pst_open<\/strong>/,
    '/pages/about': /Words of about/,
  };
  for (const [path, words] of Object.entries(seen)) {
    const { statusCode, body } = await get(AT + path);
    t.equal(statusCode, 200, path);
    t.match(body, words, path);
    t.notMatch(body, SECRET, path);
  }
  for (const kind of ['courses', 'events', 'posts', 'pages']) {
    for (const what of [
      'draft',
      'archived',
      'scheduled',
      'early',
      'members',
      'plan',
      'page',
      'nothing',
      '%00',
      '%ff',
    ]) {
      const { statusCode, body } = await get(`${AT}/${kind}/secret-${what}`);
      t.equal(statusCode, statusCode === 400 ? 400 : 404, `${kind} ${what}`);
      t.notMatch(body, SECRET, `${kind} ${what}`);
    }
  }
  t.notMatch((await get(`${AT}/courses`)).body, 'By its address', 'unlisted');
  t.equal((await get('/schools/nowhere')).statusCode, 404);
  t.equal((await get('/schools/nowhere/courses')).statusCode, 404);
  const lost = await get(`${AT}/nothing/here`);
  t.equal(lost.statusCode, 404);
  t.match(lost.body, 'North School', 'a school has a page for what is missing');
});

t.test(
  'the text of a school links to every kind of public page, and to no other page of this server [D5]',
  async (t) => {
    const { body } = await get(`${AT}/pages/about`);
    const linked = [...body.matchAll(/<a href="([^"]*)" rel="nofollow ugc/g)].map(([, href]) => href);
    const wanted = LINKS.slice(0, -NO_PAGES).map((path) => AT + path);
    t.strictSame(linked, wanted);
    for (const path of wanted) t.ok([200, 303].includes((await get(path)).statusCode), path);
  },
);

t.test('a lecture is read only if it is a free preview; any other is found in its course [D5]', async (t) => {
  const { body } = await get(`${AT}/courses/crs-garden`);
  t.match(body, 'Closed lecture');
  t.match(body, '4 Lektionen');
  t.match(body, /<li id="lec_closed">/);
  t.match(body, /<time datetime="2026-11-22T09:00:00.000Z">22\. November 2026/, 'when one is released');
  for (const id of ['lec_closed', 'lec_later', 'lec_draft', 'lec_nothing']) {
    const answer = await get(`${AT}/courses/crs-garden/lectures/${id}`);
    t.equal(answer.statusCode, 303, id);
    t.equal(answer.headers.location, `${AT}/courses/crs-garden#${id}`, id);
  }
  t.equal((await get(`${AT}/courses/crs-draft/lectures/lec_open`)).statusCode, 404);
  t.match(body, /href="[^"]*\/lectures\/lec_open"/);
  t.match(body, /<span>A film<\/span>/, 'a preview without a text has no page to link to');
});

t.test('the addresses of the Account API lead to pages [D3, D5]', async (t) => {
  const query = `{ viewer { site { url } enrolledCourses { nodes { url lastWatchedLecture { url } } } } }`;
  const { viewer } = await dataOf(app, await tokenOf(ADA), query);
  const [garden, archived] = viewer?.enrolledCourses?.nodes ?? [];
  t.equal(viewer?.site?.url, `${BASE}${AT}`);
  t.equal(garden?.url, `${BASE}/account${AT}/courses/crs-garden`);
  t.equal(garden?.lastWatchedLecture?.url, `${BASE}/account${AT}/courses/crs-garden/lectures/lec_closed`);
  t.equal(archived?.url, `${BASE}/account${AT}`, 'a course without a page');
  const ada = await signedIn(app, ADA.email);
  for (const url of [viewer?.site?.url, garden?.url, garden?.lastWatchedLecture?.url, archived?.url]) {
    const path = String(url).slice(BASE.length);
    const opened = await ada.get(path);
    t.strictSame([opened.status, opened.url], [200, path]);
  }
});

t.test(
  'a school with a domain has its addresses there, and its pages here say so without a redirect [D3, D5]',
  async (t) => {
    const { viewer } = await dataOf(app, await tokenOf(ADA, 'account:read', SOUTH.id), '{ viewer { site { url } } }');
    t.equal(viewer?.site?.url, 'https://north.example');
    const { statusCode, body } = await get('/schools/south');
    t.equal(statusCode, 200, 'anybody could send people elsewhere by a redirect');
    t.match(body, '<link rel="canonical" href="https://north.example">');
    t.match(body, '<a href="https://north.example/" rel="nofollow ugc noopener noreferrer">');
  },
);

t.test('get_public_course finds an unlisted course by its slug, and no list has it [D4, D5]', async (t) => {
  const found = await callTool(app, 'get_public_course', { school: 'north', slug: 'crs-quiet' });
  t.equal(found.result.structuredContent?.title, 'By its address', found.text);
  const { result } = await callTool(app, 'search_public_courses', { school: 'north', query: 'address' });
  t.strictSame(result.structuredContent?.nodes, []);
  for (const slug of ['secret-draft', 'secret-archived']) {
    t.ok((await callTool(app, 'get_public_course', { school: 'north', slug })).result.isError, slug);
  }
});

t.test('lists are turned in both directions, each row once [D5]', async (t) => {
  for (const [path, count] of [
    ['/courses', 46],
    ['/events', 25],
  ] as const) {
    const row = new RegExp(`href="${AT}${path}/([^"]+)"`, 'g');
    const rowsOf = (body: string) => [...body.matchAll(row)].map(([, slug]) => slug);
    const turn = (body: string, rel: string) => new RegExp(`rel="${rel}" href="([^"]+)"`).exec(body)?.[1];
    const parts: (string | undefined)[][] = [];
    let at: string | undefined = AT + path;
    let last = '';
    while (at !== undefined) {
      const { body, statusCode } = await get(at);
      t.equal(statusCode, 200, at);
      t.equal(/name="robots" content="noindex"/.test(body), at.includes('?'), 'search engines see the beginning');
      parts.push(rowsOf(body));
      last = body;
      at = turn(body, 'next');
    }
    t.equal(new Set(parts.flat()).size, count);
    t.equal(parts.flat().length, count);
    const back: (string | undefined)[][] = [rowsOf(last)];
    for (at = turn(last, 'prev'); at !== undefined; at = turn(last, 'prev')) {
      last = (await get(at)).body;
      back.unshift(rowsOf(last));
    }
    t.strictSame(back, parts);
  }
  const stray = await get(`${AT}/courses?after=nonsense`);
  t.strictSame([stray.statusCode, stray.headers.location], [303, `${AT}/courses`]);
});

t.test(
  'a page is the same for everyone, sets no cookie, and is not sent again while it is the same [D5]',
  async (t) => {
    const { app: demo } = await testApp(t);
    const ruth = await signedIn(demo, 'ruth@riverside.example');
    const cookie = [...ruth.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const path of ['/schools/riverside', '/schools/riverside/courses/dyeing-with-plants']) {
      const plain = await demo.inject({ url: path });
      const hers = await demo.inject({ url: path, headers: { cookie, 'accept-language': 'ja', accept: 'text/html' } });
      t.equal(plain.statusCode, 200);
      t.equal(plain.body, hers.body);
      for (const { headers } of [plain, hers]) {
        t.notOk('set-cookie' in headers);
        t.notOk('vary' in headers);
        t.equal(headers['cache-control'], 'public, max-age=60');
        t.match(
          String(headers['content-security-policy']),
          /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'/,
        );
      }
      const etag = String(plain.headers.etag);
      const again = await demo.inject({ url: path, headers: { 'if-none-match': etag } });
      t.strictSame([again.statusCode, again.body, again.headers.etag], [304, '', etag]);
      const head = await demo.inject({ method: 'HEAD', url: path });
      t.strictSame([head.statusCode, head.body, head.headers.etag], [200, '', etag]);
      t.equal((await demo.inject({ method: 'POST', url: path })).statusCode, 405);
    }
  },
);

t.test('a page speaks the language of the school, and describes itself [D5]', async (t) => {
  const { body } = await get(`${AT}/courses/crs-garden`);
  t.match(body, '<html lang="de">');
  t.match(body, /49,00\s€/);
  t.match(body, '<title>Gardens &amp; „Höfe“ – North School</title>');
  t.match(body, '<meta name="description" content="From seed to harvest">');
  t.match(body, `<link rel="canonical" href="${BASE}${AT}/courses/crs-garden">`);
  t.match(body, '<meta property="og:title" content="Gardens &amp; „Höfe“">');
  t.match((await get(`${AT}/courses/crs-quiet`)).body, 'name="robots" content="noindex"', 'unlisted');
  t.match(
    (await get(`${AT}/events/evt-0`)).body,
    /22\. November 2026 um 10:00<\/time> – <time[^>]*>11:00 MEZ/,
    'in the zone of the event',
  );
  t.notMatch(body, /spy\.example|javascript:|<b>/);
  t.match(body, '&lt;b&gt;now&lt;/b&gt;');
  await changeSouth({ locale: 'pt-BR' });
  const southern = (await get('/schools/south')).body;
  t.match(southern, '<html lang="pt-BR">');
  t.match(southern, '<body lang="en">');
  t.match(southern, '<main id="content" lang="pt-BR">');
});

t.test('a course and an event have one action, a lecturer and a picture', async (t) => {
  const { learning, publicPages: text } = textFor('de');
  const courseBody = (await get(`${AT}/courses/crs-garden`)).body;
  t.match(
    courseBody,
    `<a class="primary" href="/account/schools/north/courses/crs-garden" rel="nofollow">${text.take}</a>`,
  );
  t.match(courseBody, 'Flora Field');
  t.match(courseBody, '<meta property="og:image" content="https://pictures.example/garden.jpg">');
  t.notMatch(courseBody, text.ask, 'the school has no page for questions');
  const eventBody = (await get(`${AT}/events/evt-0`)).body;
  t.match(eventBody, `href="/account/schools/north/events/evt-0" rel="nofollow">${learning.register}`);
  for (const other of ['paid', 'shut', 'past', 'off']) {
    t.notMatch((await get(`${AT}/events/evt-${other}`)).body, 'class="primary"', other);
  }
  const preview = (await get(`${AT}/courses/crs-garden/lectures/lec_open`)).body;
  t.match(preview, `href="/account/schools/north/courses/crs-garden" rel="nofollow">${text.take}`);
  for (const path of ['', '/courses', '/events/evt-0', '/posts/pst-open'])
    t.match(
      (await get(AT + path)).body,
      '<a href="/account/schools/north" rel="nofollow">',
      `${path} leads to the pages of members`,
    );
});

t.test('an event says how many places are left, on its page and in the list', async (t) => {
  const { publicPages: text } = textFor('de');
  const cases: readonly (readonly [id: string, fields: object, says: string | undefined])[] = [
    ['evt_seats', { capacity: 3, registeredCount: 1 }, text.placesLeft({ count: 3, left: 2 })],
    ['evt_full', { capacity: 3, registeredCount: 3 }, text.full],
    ['evt_over_full', { capacity: 3, registeredCount: 5 }, text.full],
    ['evt_any', { registeredCount: 5 }, undefined],
    ['evt_begun', { capacity: 3, registeredCount: 3, startsAt: now - 1 }, undefined],
  ];
  const events = cases.map(([id, fields]) => event(id, now + HOUR, { priceAmount: 100, ...fields }));
  await app.school.content.add(NORTH.id, { events });
  const list = (await get(`${AT}/events`)).body.split('<li>');
  for (const [id, , says] of cases) {
    const row = list.find((one) => one.includes(`Event ${id}<`)) ?? '';
    if (says === undefined) {
      t.ok(row !== '' && !row.includes(text.full), `${id} in the list`);
    } else {
      t.match(row, says, `${id} in the list`);
      t.match((await get(`${AT}/events/${id.replaceAll('_', '-')}`)).body, says, id);
    }
  }
});

t.test('a slash at the end of an address leads to the page [D5]', async (t) => {
  for (const path of ['', '/courses', '/courses/crs-garden', '/courses?a=/?', '/nothing']) {
    const [at = '', ...query] = path.split('?');
    const { statusCode, headers } = await get(`${AT}${[`${at}/`, ...query].join('?')}`);
    t.strictSame([statusCode, headers.location], [303, `${AT}${path}`], path);
  }
  for (const path of ['//', '/courses//', '//else.example/'])
    t.notOk((await get(`${AT}${path}`)).headers.location?.includes('//'), path);
});

t.test('a paused school has one page, which says so [D5]', async (t) => {
  await changeSouth({ status: 'paused' });
  for (const path of ['', '/courses', '/courses/none', '/nothing']) {
    const { statusCode, body } = await get(`/schools/south${path}`);
    t.equal(statusCode, 200, path);
    t.match(body, 'closed to visitors', path);
    t.match(body, 'noindex', path);
  }
  await changeSouth({ status: 'active' });
});

t.test('a page asks the database a few questions, however long its lists are [D5]', async (t) => {
  const most: Record<string, number> = {
    '': 7,
    '/courses': 3,
    '/courses/crs-garden': 6,
    '/courses/crs-garden/lectures/lec_open': 4,
    '/events': 3,
    '/events/evt-0': 3,
    '/posts/pst-open': 3,
    '/pages/about': 3,
  };
  for (const [path, count] of Object.entries(most)) {
    const [, statements] = await withStatements(() => get(AT + path));
    t.ok(
      statements.length > 0 && statements.length <= count,
      `${path}: ${statements.length}\n${statements.join('\n')}`,
    );
    t.ok(statements.every((sql) => /^select/i.test(sql)));
  }
});

t.test('one network asks for so many public pages a minute [D5]', async (t) => {
  const { app: limited } = await testApp(t, { env: { RATE_LIMITS: 'on' } });
  const statuses = new Map<number, number>();
  for (let asked = 0; asked < 1205; asked += 1) {
    const { statusCode } = await limited.inject({ url: '/schools/nowhere', remoteAddress: '198.51.100.7' });
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  t.strictSame(Object.fromEntries(statuses), { 404: 1200, 429: 5 });
  t.equal((await limited.inject({ url: '/schools/riverside', remoteAddress: '198.51.100.8' })).statusCode, 200);
});

t.test('texts that are hard to parse are shown as they stand', async (t) => {
  const stairs = (mark: string) => times(60, (n) => `${mark.repeat(60 - n)} step ${n}`).join('\n');
  const hard = {
    quotes: stairs('>'),
    lists: stairs('> -'),
    title: `# ${' '.repeat(90_000)}\rx`,
    fence: `${'~'.repeat(90_000)}\u2028x`,
  };
  await app.school.content.add(NORTH.id, {
    posts: Object.entries(hard).map(([what, bodyMarkdown]) => post(`hard_${what}`, { bodyMarkdown })),
  });
  for (const what of Object.keys(hard)) {
    const { statusCode, body } = await app.inject(`${AT}/posts/hard-${what}`);
    t.equal(statusCode, 200, what);
    t.match(body, /<\/html>\s*$/, what);
  }
});

t.test('a cover is the picture that the school uploaded, or a tile drawn from the slug in its colour', async (t) => {
  const cover = (path: string) => app.inject({ url: `${AT}${path}/cover` });
  const page = (await app.inject({ url: `${AT}/courses/crs-garden` })).body;
  t.match(page, `<img class="cover" src="${AT}/courses/crs-garden/cover" alt="" aria-hidden="true"`);
  const tile = await cover('/courses/crs-garden');
  t.match(tile, {
    statusCode: 200,
    headers: { 'content-type': /^image\/svg\+xml/, 'cache-control': 'public, max-age=3600' },
  });
  t.equal(tile.body.match(/<g /g)?.length, 6, 'six cells');
  t.notMatch(tile.body, /style|script|href/);
  t.equal((await cover('/courses/crs-garden')).body, tile.body, 'the same each time');
  t.equal((await cover('/courses/secret-draft')).statusCode, 404);
  t.equal((await app.inject({ url: `/schools/nowhere/courses/crs-garden/cover` })).statusCode, 404);
  t.equal((await app.inject({ method: 'HEAD', url: `${AT}/courses/crs-garden/cover` })).statusCode, 200);

  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const asset = (id: string, siteId: string, more: object = {}) => ({
    ...{ id, siteId, filename: 'cover.png', contentType: 'image/png', size: picture.length, status: 'ready' as const },
    ...{ checksumSha256: null, uploadedBy: ADA.id, createdAt: now, updatedAt: now, ...more },
  });
  const event = { event: 'resource_created', at: now } as const;
  const { records, storage } = app.school;
  for (const [id, siteId, more] of [
    ['ast_cover', NORTH.id, {}],
    ['ast_south', SOUTH.id, {}],
    ['ast_text', NORTH.id, { contentType: 'text/plain' }],
    ['ast_sold', NORTH.id, {}],
  ] as const) {
    await records('assets').insert(siteId, asset(id, siteId, more) as never, event);
    await storage.receive({ siteId, assetId: id }, Readable.from([picture]), {
      size: picture.length,
      contentType: 'image/png',
      checksum: null,
    });
    await storage.release({ siteId, assetId: id });
  }
  await records('lectures').update(NORTH.id, 'lec_video', { mediaAssetId: 'ast_sold' }, event, {});
  const cases: readonly (readonly [address: string, type: RegExp])[] = [
    [`${BASE}/uploads/${NORTH.id}/ast_cover?expires=1&signature=old`, /^image\/png/],
    [`${BASE}/uploads/${SOUTH.id}/ast_south`, /^image\/svg/],
    [`${BASE}/uploads/${NORTH.id}/ast_south`, /^image\/svg/],
    [`${BASE}/uploads/${NORTH.id}/ast_text`, /^image\/svg/],
    [`${BASE}/uploads/${NORTH.id}/../${NORTH.id}/none`, /^image\/svg/],
    [`${BASE}/uploads/${NORTH.id}/ast_sold`, /^image\/svg/],
    [`https://pictures.example/uploads/${NORTH.id}/ast_cover`, /^image\/svg/],
  ];
  const found = await records('courses').findBy(NORTH.id, { slug: 'crs-garden' });
  for (const [coverImageUrl, type] of cases) {
    await records('courses').update(NORTH.id, found?.id ?? '', { coverImageUrl }, event, {});
    t.match((await cover('/courses/crs-garden')).headers, { 'content-type': type }, coverImageUrl);
  }
});
