// slow, sqlite
/** A server of others for buckets, in which the files of the schools are kept. */
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from 's3rver';
import t, { type Test } from 'tap';
import { adminApp, call, RIVERSIDE } from '../support/admin.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { announce, pathOf, picture, put, sha256, uploaded } from '../support/uploads.ts';

const PICTURE = Buffer.concat([picture('..'), Buffer.from('0123456789'.repeat(9999))]);
const HOUR = 3_600_000;

async function bucketServer(t: Test) {
  const folder = temporaryFolder(t);
  const options = {
    directory: folder,
    address: '127.0.0.1',
    silent: true,
    configureBuckets: [{ name: 'school-files' }],
  };
  const start = async (port: number) => {
    const server = new S3rver({ ...options, port });
    const { port: given } = await server.run();
    return { server, port: given };
  };
  const { server, port } = await start(0);
  let running: S3rver | undefined = server;
  const stop = async (): Promise<void> => {
    await running?.close();
    running = undefined;
  };
  t.teardown(stop);
  const restart = async (): Promise<void> => {
    running = (await start(port)).server;
  };
  const objects = (): string[] =>
    readdirSync(join(folder, 'school-files'))
      .filter((name) => name.endsWith('._S3rver_object'))
      .map((name) => name.replace('._S3rver_object', ''))
      .sort();
  const env = { STORAGE_URL: `http://S3RVER:S3RVER@127.0.0.1:${port}/school-files` };
  return { folder, env, objects, stop, restart };
}

t.test('files are kept in a bucket, and two nodes without a shared folder serve them', async (t) => {
  const { env, objects } = await bucketServer(t);
  const { url: databaseUrl } = databaseFile(t);
  const { app, tokenOf } = await adminApp(t, { databaseUrl, env: { ...env, STORAGE_DIR: temporaryFolder(t) } });
  const { app: other } = await testApp(t, {
    databaseUrl,
    seed: false,
    env: { ...env, STORAGE_DIR: temporaryFolder(t), MASTER_KEY: app.config.masterKey.toString('base64') },
  });
  const token = await tokenOf('owner', ['storage:write']);
  const { json } = await announce(app, token, PICTURE);
  const id = String(json.id);
  t.equal((await put(app, json.upload?.url, PICTURE)).statusCode, 204);
  t.strictSame(objects(), [`uploaded.${RIVERSIDE.id}.${id}`]);
  t.equal((await put(other, json.upload?.url, PICTURE)).statusCode, 409, 'the other node knows of it');

  const done = await call(other, token, 'POST', `/assets/${id}/complete`);
  t.match(done.json, { status: 'ready', checksumSha256: sha256(PICTURE) });
  t.match((await call(app, token, 'POST', `/assets/${id}/complete`)).json, { status: 'ready' }, 'once is enough');
  t.strictSame(objects(), [`files.${RIVERSIDE.id}.${id}`]);

  for (const node of [app, other]) {
    const whole = await node.inject({ url: pathOf(done.json.url) });
    t.equal(whole.statusCode, 200);
    t.ok(whole.rawPayload.equals(PICTURE));
    const part = await node.inject({ url: pathOf(done.json.url), headers: { range: 'bytes=2-9' } });
    t.match(part, { statusCode: 206, headers: { 'content-range': `bytes 2-9/${PICTURE.length}` } });
    t.ok(part.rawPayload.equals(PICTURE.subarray(2, 10)));
  }
  t.equal((await call(app, token, 'DELETE', `/assets/${id}`)).status, 204);
  t.strictSame(objects(), []);
});

t.test('what is never completed is deleted from the bucket after a day', async (t) => {
  const { folder, env, objects } = await bucketServer(t);
  const { app } = await adminApp(t, { env: { ...env, STORAGE_DIR: temporaryFolder(t) } });
  const receive = (assetId: string) =>
    app.school.storage.receive({ siteId: RIVERSIDE.id, assetId }, Readable.from([PICTURE]), {
      size: PICTURE.length,
      checksum: null,
      contentType: 'image/png',
    });
  for (const assetId of ['ast_old', 'ast_new']) await receive(assetId);
  const longAgo = Date.now() / 1000 - 25 * 3600;
  utimesSync(join(folder, 'school-files', `uploaded.${RIVERSIDE.id}.ast_old._S3rver_object`), longAgo, longAgo);
  await app.school.storage.sweep(Date.now());
  t.strictSame(objects(), [`uploaded.${RIVERSIDE.id}.ast_new`]);
  await app.school.storage.sweep(Date.now() + 25 * HOUR);
  t.strictSame(objects(), []);
});

t.test('a bucket that does not answer costs the files and nothing else, until it answers again', async (t) => {
  const { env, stop, restart } = await bucketServer(t);
  const { app, tokenOf } = await adminApp(t, { env: { ...env, STORAGE_DIR: temporaryFolder(t) } });
  const token = await tokenOf('owner', ['storage:write', 'appearance:write']);
  const { id, url } = await uploaded(app, token, PICTURE);
  t.equal((await call(app, token, 'PATCH', '/appearance', { logoAssetId: id })).status, 200);
  const { json } = await announce(app, token, PICTURE);
  await stop();

  t.match(await app.inject({ url: pathOf(url) }), { statusCode: 503, headers: { 'retry-after': String } });
  t.match(await put(app, json.upload?.url, PICTURE), { statusCode: 503, headers: { 'retry-after': String } });
  t.equal((await call(app, token, 'POST', `/assets/${json.id}/complete`)).status, 503);
  t.equal((await app.inject({ url: '/readyz' })).statusCode, 200);
  t.equal((await app.inject({ url: `/schools/${RIVERSIDE.slug}` })).statusCode, 200);

  await restart();
  t.equal((await app.inject({ url: pathOf(url) })).statusCode, 200);
  t.equal((await put(app, json.upload?.url, PICTURE)).statusCode, 204);
  t.match((await call(app, token, 'POST', `/assets/${json.id}/complete`)).json, { status: 'ready' });
});
