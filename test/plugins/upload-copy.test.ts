import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import t from 'tap';
import { copyUpload } from '../../plugins/school/upload-copy.ts';
import { UploadError } from '../../schema/school/upload.ts';
import { temporaryFolder } from '../support/app.ts';
import { testTimer } from '../support/timer.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder(t);
let files = 0;
const newPath = (): string => {
  files += 1;
  return join(folder, String(files));
};
const anyChecksum = (size: number) => ({ size, checksum: null, contentType: 'text/plain' });
const stalled = new UploadError('stalled', 'the upload is too slow');

/** An upload at hand, whose time the test lets pass. */
function upload(size: number) {
  const [path, source, time] = [newPath(), new PassThrough(), testTimer()];
  const copied = copyUpload(source, path, anyChecksum(size), time.timer);
  // Its failure is looked at later.
  copied.catch(() => undefined);
  let written = 0;
  const send = async (byte: string): Promise<void> => {
    source.write(byte);
    written += 1;
    await until(() => existsSync(path) && statSync(path).size === written);
  };
  return { path, source, time, copied, send };
}

t.test('an upload is stored with its SHA-256 checksum, and never over an existing file [D2]', async (t) => {
  const path = newPath();
  const checksum = await copyUpload(Readable.from([Buffer.from('ab'), Buffer.from('c')]), path, anyChecksum(3));
  t.equal(checksum, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  t.equal(readFileSync(path, 'utf8'), 'abc');
  const time = testTimer();
  const second = new PassThrough();
  await t.rejects(copyUpload(second, path, anyChecksum(3), time.timer), { code: 'EEXIST' });
  t.equal(readFileSync(path, 'utf8'), 'abc', 'never over another one');
  t.equal(time.waiting, 0, 'whoever is refused is not given up later');
  t.notOk(second.destroyed);
});

t.test('an upload that stalls for twenty seconds is aborted [D2]', async (t) => {
  const { source, time, copied, send } = upload(3);
  await send('a');
  time.advance(19_999);
  t.notOk(source.destroyed);
  time.advance(1);
  await t.rejects(copied, stalled);
  t.ok(source.destroyed);
});

t.test('an upload is limited to its time at 32 KiB per second plus one minute, however steady [D2]', async (t) => {
  const { source, time, copied, send } = upload(32 * 1024);
  for (let second = 0; second < 60; second += 1) {
    await send('a');
    time.advance(1000);
  }
  await send('a');
  time.advance(999);
  t.notOk(source.destroyed, 'as long as its size may take at that speed');
  time.advance(1);
  await t.rejects(copied, stalled);
});

t.test('a slow upload is not aborted [D2]', async (t) => {
  const { path, source, time, copied, send } = upload(4);
  for (const letter of 'abcd') {
    await send(letter);
    time.advance(14_999);
  }
  source.end();
  await copied;
  t.equal(readFileSync(path, 'utf8'), 'abcd');
  t.equal(time.waiting, 0);
});

t.test('an oversized upload leaves the connection open for the answer; a broken one is reported [D2]', async (t) => {
  const source = new PassThrough();
  source.write('abcd');
  await t.rejects(
    copyUpload(source, newPath(), anyChecksum(3)),
    new UploadError('too_large', 'the file is larger than 3 bytes'),
  );
  t.notOk(source.destroyed);
  const broken = new PassThrough();
  setImmediate(() => broken.destroy(new Error('reset')));
  await t.rejects(copyUpload(broken, newPath(), anyChecksum(3)), new UploadError('aborted', 'the upload was aborted'));
});
