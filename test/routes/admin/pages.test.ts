import t from 'tap';
import { call, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

t.test('a page has either blocks or Markdown, within limits, and can be published and deleted [D2]', async (t) => {
  const { ask, trail } = await learning(t);
  const made = await ask('POST', '/pages', { title: 'About', slug: 'about', blocks: [{ kind: 'hero', text: 'Hi' }] });
  t.match(made, { status: 201, json: { status: 'draft', isHomepage: false, bodyMarkdown: null, publishedAt: null } });
  t.strictSame(made.json.blocks, [{ kind: 'hero', text: 'Hi' }]);
  t.match(await ask('PATCH', '/pages/about', { bodyMarkdown: '# Hi' }), {
    status: 400,
    json: { errors: [{ path: 'bodyMarkdown' }] },
  });
  t.match(await ask('PATCH', '/pages/about', { blocks: null, bodyMarkdown: '# Hi' }), {
    status: 200,
    json: { blocks: null, bodyMarkdown: '# Hi' },
  });
  const wrong: [string, object][] = [
    ['blocks', { blocks: Array(201).fill({ kind: 'text' }) }],
    ['blocks.0.kind', { blocks: [{}] }],
    ['bodyMarkdown', { bodyMarkdown: 'x'.repeat(200_001) }],
    ['seoTitle', { seoTitle: 'x'.repeat(71) }],
    ['seoDescription', { seoDescription: 'x'.repeat(161) }],
    ['isHomepage', { isHomepage: true }],
  ];
  for (const [path, more] of wrong) {
    const refused = await ask('POST', '/pages', { title: 'A', slug: 'a', ...more });
    t.match(refused, { status: 400, json: { errors: [{ path }] } }, path);
  }
  t.match(await ask('POST', '/pages/about/publish'), { json: { status: 'published', publishedAt: /Z$/ } });
  t.match((await ask('GET', '/pages?q=about&status=published')).json.nodes, [{ slug: 'about' }]);
  t.match(await ask('POST', '/pages/about/unpublish'), { json: { status: 'draft' } });
  t.equal((await ask('DELETE', '/pages/about')).status, 204);
  t.strictSame(await trail(`page/${made.json.id}`), [
    'resource_created',
    ...Array(3).fill('resource_changed'),
    'resource_deleted',
  ]);
});

t.test(
  'a block with half a character, a NUL or hundreds of levels is refused wherever there are blocks [D2]',
  async (t) => {
    const { app, tokenOf } = await learning(t);
    const token = await tokenOf('owner');
    const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    const parts: Record<string, string> = {
      'half a character': '{"kind":"\\ud83d"}',
      'half a character inside': '{"kind":"hero","texts":[{"a":"\\udfff"}]}',
      NUL: '{"kind":"hero","text":"a\\u0000"}',
      'a member that is called NUL': '{"kind":"hero","\\u0000":1}',
      'many levels': `{"kind":"hero","texts":${deep(90)}}`,
    };
    for (const [what, part] of Object.entries(parts)) {
      const refusal = (path: string) => ({ status: 400, json: { errors: [{ path }] } });
      const body = `{"title":"A","slug":"a","blocks":[${part}]}`;
      t.match(await call(app, token, 'POST', '/pages', body), refusal('blocks.0'), what);
      const sections = `{"homepageSections":[${part}]}`;
      t.match(await call(app, token, 'PATCH', '/appearance', sections), refusal('homepageSections.0'), what);
    }
    for (const levels of [500, 100_000]) {
      const body = `{"title":"A","slug":"a","blocks":[{"kind":"hero","texts":${deep(levels)}}]}`;
      t.match(await call(app, token, 'POST', '/pages', body), { status: 400 }, `${levels} levels, unread`);
    }
    const whole = `{"title":"A","slug":"a","blocks":[{"kind":"hero","texts":${deep(30)},"\\ud83d\\ude00":"\\ud83d\\ude00"}]}`;
    t.equal((await call(app, token, 'POST', '/pages', whole)).status, 201);
  },
);

t.test('exactly one page is the homepage, even when several become it at once [D2]', async (t) => {
  const { app, ask, trail } = await learning(t);
  const slugs = Array.from({ length: 6 }, (_, index) => `p${index}`);
  const ids = await Promise.all(
    slugs.map(async (slug) => {
      const { id } = (await ask('POST', '/pages', { title: slug, slug })).json;
      await ask('POST', `/pages/${slug}/publish`);
      return String(id);
    }),
  );
  const homepages = async () => {
    const { json } = await ask('GET', '/pages?first=100');
    return json.nodes?.filter(({ isHomepage }) => Boolean(isHomepage) && String(isHomepage) === 'true') ?? [];
  };
  t.equal((await homepages()).length, 1, 'of the demo');
  const set = await ask('POST', '/pages/p0/homepage');
  t.match(set, { status: 200, json: { isHomepage: true } });
  t.match(await homepages(), [{ slug: 'p0' }]);
  t.strictSame((await trail(`page/${ids[0]}`)).at(-1), 'resource_changed');
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(slugs.map((slug) => ask('POST', `/pages/${slug}/homepage`)));
    t.ok(answers.every(({ status }) => status === 200));
    t.equal((await homepages()).length, 1);
  }
  const [homepage] = await homepages();
  t.equal((await ask('DELETE', `/pages/${homepage?.slug}`)).status, 409);
  t.equal((await ask('POST', `/pages/${homepage?.slug}/unpublish`)).status, 409);
  t.equal((await ask('PATCH', `/pages/${homepage?.slug}`, { title: 'Still here' })).status, 200);
  t.equal(await app.school.records('pages').count(RIVERSIDE.id, { isHomepage: true }), 1);
});

t.test('a page that becomes the homepage cannot be unpublished or deleted at the same time [D2]', async (t) => {
  const { app, ask } = await learning(t);
  for (let round = 0; round < 6; round += 1) {
    const slug = `race-${round}`;
    await ask('POST', '/pages', { title: slug, slug });
    await ask('POST', `/pages/${slug}/publish`);
    const [set, end] = await Promise.all([
      ask('POST', `/pages/${slug}/homepage`),
      round % 2 ? ask('DELETE', `/pages/${slug}`) : ask('POST', `/pages/${slug}/unpublish`),
    ]);
    t.ok(
      [set.status, end.status].some((status) => status === 409 || status === 404),
      `${set.status} ${end.status}`,
    );
    t.equal(await app.school.records('pages').count(RIVERSIDE.id, { isHomepage: true }), 1);
    t.equal(await app.school.records('pages').count(RIVERSIDE.id, { isHomepage: true, status: 'published' }), 1);
  }
  await ask('POST', '/pages', { title: 'Draft', slug: 'draft' });
  t.equal((await ask('POST', '/pages/draft/homepage')).status, 409, 'a draft is nobody’s homepage');
});

t.test('pages are not found from another school, and pages:read does not allow writing [D1]', async (t) => {
  const { app, ask, askAs, tokenOf } = await learning(t);
  const { id } = (await ask('POST', '/pages', { title: 'Mine', slug: 'mine' })).json;
  for (const [method, path = ''] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/publish'],
    ['POST', '/unpublish'],
    ['POST', '/homepage'],
  ]) {
    t.equal((await askAs('foreignOwner', `${method}`, `/pages/${id}${path}`)).status, 404, path);
  }
  t.equal((await call(app, await tokenOf('owner', ['pages:read']), 'POST', `/pages/${id}/homepage`)).status, 403);
});
