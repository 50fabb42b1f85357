import t from 'tap';
import { CALLERS, call } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

t.test('a post’s author is a member of the school, by default the person who creates it [D2]', async (t) => {
  const { ask, trail } = await learning(t);
  const made = await ask('POST', '/posts', { title: 'News', slug: 'news', bodyMarkdown: '# Hi', visibility: 'plan' });
  t.match(made, { status: 201, json: { authorId: CALLERS.owner.id, status: 'draft', publishAt: null, tags: [] } });
  t.match(await ask('PATCH', '/posts/news', { authorId: 'usr_demo_ivan' }), { json: { authorId: 'usr_demo_ivan' } });
  for (const authorId of ['usr_demo_hugo', 'usr_none']) {
    const refused = await ask('PATCH', '/posts/news', { authorId });
    t.match(refused, { status: 400, json: { errors: [{ path: 'authorId' }] } });
  }
  await ask('DELETE', '/members/usr_demo_ivan');
  t.match(await ask('PATCH', '/posts/news', { title: 'Old news' }), { status: 200 }, 'who wrote it may have left');
  t.equal((await ask('DELETE', '/posts/news')).status, 204);
  t.strictSame((await trail(`post/${made.json.id}`)).at(-1), 'resource_deleted');
});

t.test('invalid fields of a post are refused, and its slug is unique [D2]', async (t) => {
  const { ask } = await learning(t);
  const wrong: [string, object][] = [
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(201) }],
    ['slug', { slug: 'No Slug' }],
    ['bodyMarkdown', { bodyMarkdown: 'x'.repeat(100_001) }],
    ['excerpt', { excerpt: 'x'.repeat(501) }],
    ['coverImageUrl', { coverImageUrl: 'http://x.example/a.png' }],
    ['visibility', { visibility: 'nobody' }],
    ['status', { status: 'published' }],
    ['publishAt', { publishAt: '2027-01-01T00:00:00Z' }],
  ];
  for (const [path, more] of wrong) {
    const refused = await ask('POST', '/posts', { title: 'A', slug: 'a', ...more });
    t.match(refused, { status: 400, json: { errors: [{ path }] } }, path);
  }
  await ask('POST', '/posts', { title: 'A', slug: 'a' });
  t.equal((await ask('POST', '/posts', { title: 'B', slug: 'a' })).status, 409);
});

t.test('a post is scheduled, published when due, unpublished and published at once [D2]', async (t) => {
  const { app, ask, clock } = await learning(t);
  const at = (ms: number): string => new Date(clock.now + ms).toISOString();
  await ask('POST', '/posts', { title: 'Soon', slug: 'soon' });
  t.equal((await ask('POST', '/posts/soon/schedule', { publishAt: at(0) })).status, 400, 'only ahead');
  const publishAt = at(60_000);
  t.match(await ask('POST', '/posts/soon/schedule', { publishAt }), { json: { status: 'scheduled', publishAt } });
  await app.school.scheduledPosts.publishDue(clock.now);
  t.match(await ask('GET', '/posts/soon'), { json: { status: 'scheduled' } });
  clock.advance(60_000);
  await app.school.scheduledPosts.publishDue(clock.now);
  t.match(await ask('GET', '/posts/soon'), { json: { status: 'published', publishAt } });
  t.equal((await ask('POST', '/posts/soon/schedule', { publishAt: at(1000) })).status, 409);
  t.match(await ask('POST', '/posts/soon/unpublish'), { json: { status: 'draft', publishAt: null } });
  t.match(await ask('POST', '/posts/soon/publish'), { json: { status: 'published', publishAt: at(0) } });
  t.match((await ask('GET', '/posts?status=published&q=soon')).json.nodes, [{ slug: 'soon' }]);
});

t.test('posts are not found from another school, and each scope allows only its own operations [D1]', async (t) => {
  const { app, ask, askAs, tokenOf } = await learning(t);
  const { id } = (await ask('POST', '/posts', { title: 'Mine', slug: 'mine' })).json;
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/publish'],
    ['POST', '/unpublish'],
  ]) {
    t.equal(
      (await askAs('foreignOwner', `${method}`, `/posts/${id}${path}`, method === 'PATCH' ? {} : undefined)).status,
      404,
    );
  }
  t.equal((await call(app, await tokenOf('owner', ['posts:read']), 'POST', `/posts/${id}/publish`)).status, 403);
  t.equal((await call(app, await tokenOf('owner', ['posts:write']), 'GET', `/posts/${id}`)).status, 403);
});
