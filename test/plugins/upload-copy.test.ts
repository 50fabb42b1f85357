import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { copyUpload, UploadError } from '../../plugins/upload-copy.ts';
import { temporaryFolder } from '../support/app.ts';

const folder = temporaryFolder(t);
let files = 0;
const newPath = (): string => {
  files += 1;
  return join(folder, String(files));
};
const anyChecksum = (size: number) => ({ size, checksum: null });
const stalled = new UploadError('stalled', 'the upload is too slow');
const patient = { next: 10_000, start: 10_000, bytesPerSecond: 1 };

t.test('D2: an upload is on disk when it is taken in, with its SHA-256', async (t) => {
  const path = newPath();
  const checksum = await copyUpload(Readable.from([Buffer.from('ab'), Buffer.from('c')]), path, anyChecksum(3));
  t.equal(checksum, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  t.equal(readFileSync(path, 'utf8'), 'abc');
  const second = new PassThrough();
  await t.rejects(copyUpload(second, path, anyChecksum(3), { ...patient, next: 20 }), { code: 'EEXIST' });
  t.equal(readFileSync(path, 'utf8'), 'abc', 'never over another one');
  await sleep(60);
  t.notOk(second.destroyed, 'whoever is refused is not given up later');
});

t.test('D2: an upload that stops is given up', async (t) => {
  const source = new PassThrough();
  source.write('a');
  const copied = copyUpload(source, newPath(), anyChecksum(3), { ...patient, next: 30 });
  await t.rejects(copied, stalled);
  t.ok(source.destroyed);
});

t.test('D2: an upload that drips is given up, however regularly', async (t) => {
  const source = new PassThrough();
  const drip = setInterval(() => source.write('a'), 10);
  t.teardown(() => clearInterval(drip));
  const patience = { next: 10_000, start: 50, bytesPerSecond: 10_000 };
  await t.rejects(copyUpload(source, newPath(), anyChecksum(1000), patience), stalled);
});

t.test('D2: an upload that is only slow is waited for', async (t) => {
  const path = newPath();
  const source = Readable.from(
    (async function* () {
      for (const letter of 'abcd') {
        await sleep(300);
        yield Buffer.from(letter);
      }
    })(),
  );
  await copyUpload(source, path, anyChecksum(4), { ...patient, next: 1000 });
  t.ok(existsSync(path));
});

t.test('D2: whoever is refused can still be answered', async (t) => {
  const source = new PassThrough();
  source.write('abcd');
  await t.rejects(
    copyUpload(source, newPath(), anyChecksum(3)),
    new UploadError('too_large', 'the file has more than 3 bytes'),
  );
  t.notOk(source.destroyed);
  const broken = new PassThrough();
  setImmediate(() => broken.destroy(new Error('reset')));
  await t.rejects(
    copyUpload(broken, newPath(), anyChecksum(3)),
    new UploadError('aborted', 'the upload was broken off'),
  );
});
