// slow
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Answer, adminApp, call, RIVERSIDE } from '../../support/admin.ts';
import { temporaryFolder } from '../../support/app.ts';
import { learning } from '../../support/learning.ts';
import { announce, pathOf, picture, put, sha256, uploaded } from '../../support/uploads.ts';

const MINUTE = 60_000;
const PICTURE = picture('not really a picture');

/** Every file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));

async function stored(t: Test, env: Record<string, string> = {}) {
  const folder = temporaryFolder(t);
  const made = await adminApp(t, { env: { STORAGE_DIR: folder, ...env } });
  const token = await made.tokenOf('owner', ['storage:write']);
  const complete = (id: unknown, body?: object) => call(made.app, token, 'POST', `/assets/${id}/complete`, body);
  return { ...made, folder, token, complete, files: () => filesIn(folder) };
}

t.test('a file is announced, uploaded, completed and served with safe headers [D2]', async (t) => {
  const { app, clock, token, complete, files } = await stored(t);
  const made = await announce(app, token, PICTURE, { checksumSha256: sha256(PICTURE) });
  t.match(made, {
    status: 201,
    json: {
      filename: 'picture.png',
      contentType: 'image/png',
      size: PICTURE.length,
      status: 'pending',
      url: null,
      upload: {
        method: 'PUT',
        headers: { 'content-type': 'image/png' },
        expiresAt: new Date(clock.now + 15 * MINUTE).toISOString(),
      },
    },
  });
  const { id } = made.json;
  t.match(await complete(id), { status: 409, json: { detail: /nothing has been uploaded/ } });
  const sent = await put(app, made.json.upload?.url, PICTURE);
  t.equal(sent.statusCode, 204);
  t.equal(sent.body, '');
  const done = await complete(id);
  t.match(done, { status: 200, json: { id, status: 'ready', checksumSha256: sha256(PICTURE) } });
  t.strictSame(files(), [`files/${RIVERSIDE.id}/${id}`]);
  const got = await app.inject(pathOf(done.json.url));
  t.equal(got.statusCode, 200);
  t.ok(got.rawPayload.equals(PICTURE));
  t.match(got.headers, {
    'content-type': 'image/png',
    'content-length': String(PICTURE.length),
    'content-disposition': `inline; filename="picture.png"; filename*=UTF-8''picture.png`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': /default-src 'none'.* sandbox$/,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
  clock.advance(1);
  const again = await complete(id);
  t.match(again, { status: 200, json: { status: 'ready' } });
  t.not(again.json.url, done.json.url, 'with a fresh address');
});

t.test('an upload announced without a checksum can be verified on completion, or rejected [D2]', async (t) => {
  const { app, token, complete, files } = await stored(t);
  const good = (await announce(app, token, PICTURE)).json;
  await put(app, good.upload?.url, PICTURE);
  t.match(await complete(good.id, { checksumSha256: sha256(PICTURE) }), { json: { status: 'ready' } });
  const bad = (await announce(app, token, PICTURE)).json;
  await put(app, bad.upload?.url, PICTURE);
  const other = sha256(Buffer.from('another'));
  t.match(await complete(bad.id, { checksumSha256: other }), { status: 200, json: { status: 'rejected', url: null } });
  t.match(await complete(bad.id), { status: 409, json: { detail: /was rejected/ } });
  t.equal((await put(app, bad.upload?.url, PICTURE)).statusCode, 409, 'nor is it taken again');
  t.strictSame(files(), [`files/${RIVERSIDE.id}/${good.id}`], 'what was rejected is gone');
});

t.test('an upload that never arrived is rejected once its upload URL has expired [D2]', async (t) => {
  const { app, clock, token, complete } = await stored(t);
  const { json } = await announce(app, token, PICTURE);
  clock.advance(15 * MINUTE - 1);
  t.equal((await complete(json.id)).status, 409);
  clock.advance(1);
  t.equal((await put(app, json.upload?.url, PICTURE)).statusCode, 403);
  t.match(await complete(json.id), { status: 200, json: { status: 'rejected' } });
});

t.test('an upload needs an allowed content type, a safe file name and a size within the limit [D2]', async (t) => {
  const { app, token } = await stored(t, { UPLOAD_MAX_MB: '2' });
  const refused = async (fields: object, path: string) =>
    t.match(
      await announce(app, token, PICTURE, fields),
      { status: 400, json: { errors: [{ path }] } },
      JSON.stringify(fields),
    );
  for (const contentType of ['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/xml', 'IMAGE/PNG', '']) {
    await refused({ contentType }, 'contentType');
  }
  const traversals = ['../../etc/passwd', '..', '.', 'a/b.png', 'a\\b.png', '/etc/passwd', 'C:\\x'];
  const hostile = ['a\u0000.png', 'a\r\nset-cookie: x.png', 'gnp.\u202eexe', '', ' ', 'x'.repeat(201)];
  for (const filename of [...traversals, ...hostile]) await refused({ filename }, 'filename');
  for (const size of [0, -1, 1.5, 2 * 1024 ** 2 + 1, 6 * 1024 ** 3, '5']) await refused({ size }, 'size');
  for (const checksumSha256 of ['', 'a'.repeat(63), 'A'.repeat(64), 'g'.repeat(64)]) {
    await refused({ checksumSha256 }, 'checksumSha256');
  }
  await refused({ status: 'ready' }, 'status');
  t.equal((await announce(app, token, PICTURE, { size: 2 * 1024 ** 2 })).status, 201);
  t.equal((await announce(app, token, PICTURE, { filename: 'x'.repeat(200) })).status, 201);
});

t.test('the state of an upload is shown only to the person who created it [D2]', async (t) => {
  const { app, token, tokenOf } = await stored(t);
  const { id } = (await announce(app, token, PICTURE)).json;
  for (const caller of ['admin', 'staff', 'foreignOwner'] as const) {
    const answer = await call(app, await tokenOf(caller), 'POST', `/assets/${id}/complete`);
    t.match(answer, { status: 404 }, caller);
  }
  t.equal((await call(app, await tokenOf('foreignOwner'), 'DELETE', `/assets/${id}`)).status, 404);
  t.equal((await call(app, token, 'GET', `/assets/${id}`)).status, 405, 'there is no scope to read by');
  t.equal((await call(app, token, 'GET', '/assets')).status, 405);
  const reading = await tokenOf('owner', ['courses:write']);
  t.equal((await announce(app, reading, PICTURE)).status, 403);
});

t.test('a file cannot be deleted while something refers to it [D2]', async (t) => {
  const { app, ask, course, clock, tokenOf, trail } = await learning(t);
  const token = await tokenOf('owner');
  const asset = () => uploaded(app, token);
  const kept = async (id: string, use: RegExp) =>
    t.match(await ask('DELETE', `/assets/${id}`), { status: 409, json: { detail: use } });

  const file = await asset();
  await ask('POST', '/digital_products', {
    title: 'A',
    slug: 'a',
    price: { amount: 1, currency: 'EUR' },
  });
  await ask('POST', '/digital_products/a/attach_file', { assetId: file.id });
  await kept(file.id, /digital product/);

  const media = await asset();
  const { lecture } = await course('with-media');
  const event = { event: 'resource_changed', at: clock.now } as const;
  await app.school.records('lectures').update(RIVERSIDE.id, lecture, { mediaAssetId: media.id }, event);
  await kept(media.id, /lecture$/);

  const avatar = await asset();
  const lecturer = (await ask('POST', '/lecturers', { name: 'Ivo', slug: 'ivo' })).json.id;
  await app.school.records('lecturers').update(RIVERSIDE.id, String(lecturer), { avatarAssetId: avatar.id }, event);
  await kept(avatar.id, /lecturer$/);

  for (const name of ['logoAssetId', 'faviconAssetId']) {
    const logo = await asset();
    t.equal((await ask('PATCH', '/appearance', { [name]: logo.id })).status, 200, name);
    await kept(logo.id, /appearance/);
  }

  await ask('POST', '/digital_products/a/detach_file', { assetId: file.id });
  t.equal((await ask('DELETE', `/assets/${file.id}`)).status, 204);
  t.equal((await app.inject(pathOf(file.url))).statusCode, 404, 'its address leads nowhere');
  t.equal((await ask('DELETE', `/assets/${file.id}`)).status, 404);
  t.strictSame(await trail(`asset/${file.id}`), [
    'resource_created',
    ...Array(2).fill('resource_changed'),
    'resource_deleted',
  ]);
});

t.test('of attaching and deleting a file at the same time, exactly one succeeds [D2]', async (t) => {
  const { app, ask, tokenOf } = await learning(t);
  const token = await tokenOf('owner');
  await ask('POST', '/digital_products', { title: 'A', slug: 'a', price: { amount: 1, currency: 'EUR' } });
  for (let round = 0; round < 8; round += 1) {
    const { id } = await uploaded(app, token, picture(`round ${round}`));
    const attaching = () => ask('POST', '/digital_products/a/attach_file', { assetId: id });
    const deleting = () => ask('DELETE', `/assets/${id}`);
    const [one, other] = await Promise.all(round % 2 ? [attaching(), deleting()] : [deleting(), attaching()]);
    const statuses = [one?.status, other?.status].sort().join(' ');
    // Whether the file is gone already or is just being deleted is for the moment to say.
    t.ok(['200 409', '204 400', '204 409'].includes(statuses), statuses);
    const files = (await ask('GET', '/digital_products/a')).json.files ?? [];
    const isThere = (await app.school.records('assets').find(RIVERSIDE.id, id)) !== undefined;
    t.equal(
      files.some((file) => String(file.assetId) === id),
      isThere,
      `round ${round}`,
    );
  }
});

t.test(
  'a reference to a file requires that it is ready, and prevents its deletion even when both happen at once [D2]',
  async (t) => {
    const { app, ask, course, tokenOf } = await learning(t);
    const token = await tokenOf('owner');
    const { section, lecture } = await course('here');
    const { id: lecturer } = (await ask('POST', '/lecturers', { name: 'A', slug: 'a' })).json;
    let made = 0;
    const slug = () => {
      made += 1;
      return `lecturer-${made}`;
    };
    const referring: Record<string, (id: string) => Promise<Answer>> = {
      avatarAssetId: (id) => ask('PATCH', `/lecturers/${lecturer}`, { avatarAssetId: id }),
      'avatarAssetId of a new one': (id) => ask('POST', '/lecturers', { name: 'B', slug: slug(), avatarAssetId: id }),
      mediaAssetId: (id) => ask('PATCH', `/lectures/${lecture}`, { mediaAssetId: id }),
      'mediaAssetId of a new one': (id) =>
        ask('POST', `/sections/${section}/lectures`, { title: 'x', kind: 'video', mediaAssetId: id }),
      logoAssetId: (id) => ask('PATCH', '/appearance', { logoAssetId: id }),
      faviconAssetId: (id) => ask('PATCH', '/appearance', { faviconAssetId: id }),
    };
    const { json: pending } = await announce(app, token, picture('later'));
    for (const [what, refer] of Object.entries(referring)) {
      t.match(await refer(String(pending.id)), { status: 409, json: { detail: /pending/ } }, `${what}: not ready`);
      t.match(await refer('ast_none'), { status: 400, json: { errors: [{ code: 'no_such_reference' }] } }, what);
      for (let round = 0; round < 6; round += 1) {
        const { id } = await uploaded(app, token, picture(`${what} ${round}`));
        const deleting = () => ask('DELETE', `/assets/${id}`);
        const [one, other] = await Promise.all(round % 2 ? [refer(id), deleting()] : [deleting(), refer(id)]);
        const [referred, deleted] = round % 2 ? [one, other] : [other, one];
        const isThere = (await app.school.records('assets').find(RIVERSIDE.id, id)) !== undefined;
        t.equal(deleted?.status, isThere ? 409 : 204, `${what}, round ${round}`);
        t.equal((referred?.status ?? 0) < 300, isThere, `${what}, round ${round}: ${referred?.body}`);
      }
    }
  },
);

t.test('a file deleted between the check and the update makes the update fail [D2]', async (t) => {
  const { app, ask, course, tokenOf } = await learning(t);
  const token = await tokenOf('owner');
  const { section, lecture } = await course('here');
  const { id: lecturer } = (await ask('POST', '/lecturers', { name: 'A', slug: 'a' })).json;
  const store = app.school.records('assets');
  const { find } = store;
  t.teardown(() => Object.assign(store, { find }));
  const requests: [string, string, (id: string) => object][] = [
    ['PATCH', `/lecturers/${lecturer}`, (avatarAssetId) => ({ avatarAssetId })],
    ['POST', '/lecturers', (avatarAssetId) => ({ name: 'B', slug: 'b', avatarAssetId })],
    ['PATCH', `/lectures/${lecture}`, (mediaAssetId) => ({ mediaAssetId })],
    ['POST', `/sections/${section}/lectures`, (mediaAssetId) => ({ title: 'x', kind: 'video', mediaAssetId })],
    ['PATCH', '/appearance', (logoAssetId) => ({ logoAssetId })],
  ];
  for (const [method, path, body] of requests) {
    const { id } = await uploaded(app, token, picture(path));
    // The first look still finds it, and it is gone right behind that.
    Object.assign(store, {
      find: async (siteId: string, asked: string) => {
        const row = await find(siteId, asked);
        Object.assign(store, { find });
        if (asked === id) t.equal((await ask('DELETE', `/assets/${id}`)).status, 204);
        return row;
      },
    });
    const answer = await ask(method, path, body(id));
    t.match(answer, { status: 400, json: { errors: [{ code: 'no_such_reference' }] } }, `${method} ${path}`);
    t.notOk((await ask('GET', '/lecturers')).body.includes(id), 'nothing names it');
  }
});
