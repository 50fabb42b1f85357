import t from 'tap';
import { CALLERS, call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

const asset = (id: string) => ({
  id,
  uploadedBy: CALLERS.owner.id,
  filename: 'logo.png',
  contentType: 'image/png',
  size: 1,
  status: 'ready' as const,
  createdAt: 1,
  updatedAt: 1,
});

t.test('an appearance update changes only the fields it names, and a reset restores the defaults [D2]', async (t) => {
  const { app, ask, clock, trail } = await learning(t);
  const usual = (await ask('POST', '/appearance/reset')).json;
  t.match(usual, { themeColor: /^#[0-9A-F]{6}$/, headerLinks: [], customCss: '', logoAssetId: null });
  clock.advance(1000);
  const changed = await ask('PATCH', '/appearance', {
    themeColor: '#00ff00',
    font: 'lora',
    headerLinks: [
      { label: 'Courses', url: '/courses' },
      { label: 'Elsewhere', url: 'https://else.example/x' },
    ],
    homepageSections: [{ kind: 'courses', featured: true }],
    customCss: 'a { color: red }',
  });
  t.match(changed, { status: 200, json: { themeColor: '#00ff00', font: 'lora', accentColor: usual.accentColor } });
  t.equal(changed.headers.etag, `"${changed.json.updatedAt}"`);
  t.strictSame((await ask('GET', '/appearance')).json, changed.json);
  const { updatedAt: _, ...reset } = (await ask('POST', '/appearance/reset')).json;
  t.match(usual, reset);
  t.strictSame(await trail(`appearance/${RIVERSIDE.id}`), Array(3).fill('resource_changed'));
  t.ok(await app.school.settings.findAppearance(RIVERSIDE.id));
});

t.test('two simultaneous first updates of a school’s appearance both take effect [D2]', async (t) => {
  const { app } = await learning(t);
  await app.school.platform.add({
    createdAt: 5000,
    sites: [{ id: 'site_new', slug: 'new', name: 'New' }],
    people: [],
    memberships: [{ personId: CALLERS.admin.id, siteId: 'site_new', role: 'owner' }],
  });
  const [get, update] = ['get_appearance', 'update_appearance'].map((name) =>
    app.school.catalogue.find((operation) => operation.name === name),
  );
  const operator = {
    siteId: 'site_new',
    personId: CALLERS.admin.id,
    role: 'owner' as const,
    now: 9000,
    requestId: 'r',
  };
  if (get === undefined || update === undefined) throw new Error('the operations are gone');
  t.match(await app.school.runOperation(get, operator, {}), {
    id: 'site_new',
    updatedAt: new Date(5000).toISOString(),
  });
  await Promise.all([
    app.school.runOperation(update, operator, { themeColor: '#111111' }),
    app.school.runOperation(update, operator, { accentColor: '#222222' }),
  ]);
  t.match(await app.school.runOperation(get, operator, {}), { themeColor: '#111111', accentColor: '#222222' });
});

t.test('colours, fonts, links, lengths, CSS and images of the appearance are validated [D2]', async (t) => {
  const { app, ask } = await learning(t);
  await app.school.content.add(RIVERSIDE.id, { assets: [asset('ast_mine')] });
  await app.school.content.add(HARBOUR.id, { assets: [asset('ast_theirs')] });
  const link = { label: 'x', url: '/x' };
  const wrong: [string, object][] = [
    ['themeColor', { themeColor: 'red' }],
    ['themeColor', { themeColor: '#fff' }],
    ['font', { font: 'comic' }],
    ['headerLinks', { headerLinks: Array(21).fill(link) }],
    ['headerLinks.0.url', { headerLinks: [{ label: 'x', url: 'javascript:alert(1)' }] }],
    ['headerLinks.0.url', { headerLinks: [{ label: 'x', url: '//evil.example' }] }],
    ['headerLinks.0.url', { headerLinks: [{ label: 'x', url: 'http://plain.example' }] }],
    ['footerMarkdown', { footerMarkdown: 'x'.repeat(5001) }],
    ['homepageSections', { homepageSections: Array(51).fill({ kind: 'x' }) }],
    ['customCss', { customCss: 'x'.repeat(50_001) }],
    ['customCss', { customCss: '@import "https://evil.example/a.css";' }],
    ['customCss', { customCss: 'a{}</style><script>' }],
    ['logoAssetId', { logoAssetId: 'ast_theirs' }],
    ['faviconAssetId', { faviconAssetId: 'ast_none' }],
    ['updatedAt', { updatedAt: '2026-01-01T00:00:00Z' }],
  ];
  for (const [path, change] of wrong) {
    t.match(await ask('PATCH', '/appearance', change), { status: 400, json: { errors: [{ path }] } }, path);
  }
  t.match(await ask('PATCH', '/appearance', { logoAssetId: 'ast_mine' }), {
    status: 200,
    json: { logoAssetId: 'ast_mine' },
  });
});

t.test('changing the appearance honours If-Match, and needs the role and the write scope [D1]', async (t) => {
  const { app, tokenOf, askAs } = await learning(t);
  const token = await tokenOf('owner');
  const { headers } = await call(app, token, 'GET', '/appearance');
  const change = () =>
    call(app, token, 'PATCH', '/appearance', { themeColor: '#123456' }, { 'if-match': String(headers.etag) });
  t.strictSame((await Promise.all([change(), change()])).map(({ status }) => status).sort(), [200, 412]);
  t.equal((await askAs('staff', 'PATCH', '/appearance', { themeColor: '#123456' })).status, 403);
  t.equal((await call(app, await tokenOf('owner', ['appearance:read']), 'POST', '/appearance/reset')).status, 403);
});
