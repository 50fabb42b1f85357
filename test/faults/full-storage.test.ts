// slow
/** The disk of the uploaded files gets full while a file comes in (F59). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import t from 'tap';
import { adminApp, call } from '../support/admin.ts';
import { temporaryFolder } from '../support/app.ts';
import { NO_SMALL_DISK, SmallDisk } from '../support/small-disk.ts';
import { announce, pathOf, picture, put, uploaded } from '../support/uploads.ts';

const MEGABYTE = 1024 * 1024;
const CONTENT = picture('x'.repeat(3 * MEGABYTE));

const refuses = 'a disk of uploads that gets full refuses the file, keeps nothing of it, and takes it later [F59]';
t.test(refuses, { skip: NO_SMALL_DISK }, async (t) => {
  const folder = join(temporaryFolder(t), 'storage');
  const disk = SmallDisk.mount(folder, 8);
  t.teardown(() => disk?.unmount());
  const { app, tokenOf } = await adminApp(t, { env: { STORAGE_DIR: folder, STORAGE_MIN_FREE_MB: '0' } });
  const token = await tokenOf('owner', ['storage:write']);
  const before = await uploaded(app, token);
  const { json } = await announce(app, token, CONTENT);

  const send = (whenHalf: () => void) =>
    app.inject({
      method: 'PUT',
      url: pathOf(json.upload?.url),
      headers: { 'content-type': 'image/png', 'content-length': String(CONTENT.length) },
      payload: Readable.from(inHalves(whenHalf)),
    });
  const refused = await send(() => disk?.fill(0));
  t.equal(refused.statusCode, 507, refused.body);
  t.match(refused.json(), { error_description: 'the server has no space for this file' });
  t.strictSame(readdirSync(join(folder, 'incoming')), [], 'nothing is left of it');
  t.match(await call(app, token, 'POST', `/assets/${json.id}/complete`), { status: 409 }, 'it was not uploaded');
  t.equal((await app.inject(pathOf(before.url))).statusCode, 200, 'other files are served');
  t.equal((await app.inject('/readyz')).statusCode, 503);

  disk?.makeRoom();
  t.equal((await send(() => undefined)).statusCode, 204, 'the same address takes it later');
  // The folder of a school without files cannot be made on a full disk.
  t.match(await call(app, token, 'POST', `/assets/${json.id}/complete`), { status: 200, json: { status: 'ready' } });
  t.equal((await app.inject('/readyz')).statusCode, 200);
  const again = await announce(app, token, picture('small'));
  t.equal((await put(app, again.json.upload?.url, picture('small'))).statusCode, 204);
});

function* inHalves(between: () => void): Generator<Buffer> {
  yield CONTENT.subarray(0, MEGABYTE);
  between();
  for (let at = MEGABYTE; at < CONTENT.length; at += 64 * 1024) yield CONTENT.subarray(at, at + 64 * 1024);
}
