// slow
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { adminApp, call, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { temporaryFolder } from '../support/app.ts';
import { until } from '../support/until.ts';
import { announce, pathOf, picture, put, sha256, uploaded } from '../support/uploads.ts';

const PICTURE = Buffer.concat([picture('..'), Buffer.from('0123456789'.repeat(9999))]);

async function server(t: Test) {
  const folder = temporaryFolder(t);
  const made = await adminApp(t, { env: { STORAGE_DIR: folder } });
  const { app, tokenOf } = made;
  const token = await tokenOf('owner', ['storage:write']);
  // How often Node looks for requests that take too long.
  Object.assign(app.server, { connectionsCheckingInterval: 50 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  /** An announced file, and its address. */
  const announced = async (fields: object = {}, bytes = PICTURE) => {
    const { json } = await announce(app, token, bytes, fields);
    return { id: String(json.id), path: pathOf(json.upload?.url) };
  };
  const files = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .sort();
  const complete = (id: string) => call(app, token, 'POST', `/assets/${id}/complete`);
  /** A PUT whose body the test sends itself. */
  const open = (path: string, headers: Record<string, string | number> = {}) =>
    request({ port, host: '127.0.0.1', method: 'PUT', path, headers: { 'content-type': 'image/png', ...headers } });
  return { ...made, token, port, folder, announced, files, complete, open };
}

async function answerOf(sent: ReturnType<typeof request>): Promise<{ status: number; body: string; closes: boolean }> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks = await response.toArray();
  const closes = response.headers.connection === 'close';
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString(), closes };
}

t.test('a signed URL is valid for its method and its file until it expires, and cannot be forged [D2]', async (t) => {
  const { app, clock, announced, complete, files } = await server(t);
  const { id, path } = await announced();
  const other = await announced();
  const query = new URLSearchParams(path.split('?')[1]);
  const expires = query.get('expires') ?? '';
  const signature = query.get('signature') ?? '';
  const at = (assetId: string, given: Record<string, string>, siteId = RIVERSIDE.id) =>
    `/uploads/${siteId}/${assetId}?${new URLSearchParams(given)}`;
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  // The last of 43 characters has two bits to spare: the same bytes, spelled otherwise.
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const respelled = `${signature.slice(0, -1)}${digits[digits.indexOf(signature.at(-1) ?? '') + 1]}`;
  const forged: Record<string, string> = {
    'no signature': at(id, { expires }),
    'no expiry': at(id, { signature }),
    nothing: `/uploads/${RIVERSIDE.id}/${id}`,
    'an empty one': at(id, { expires, signature: '' }),
    'another one': at(id, { expires, signature: flipped }),
    'another spelling': at(id, { expires, signature: respelled }),
    'in hexadecimal': at(id, { expires, signature: Buffer.from(signature, 'base64url').toString('hex') }),
    'a later end': at(id, { expires: String(Number(expires) + 1), signature }),
    'an end spelled otherwise': at(id, { expires: `0${expires}`, signature }),
    'an end that is none': at(id, { expires: 'Infinity', signature }),
    'of another file': at(other.id, { expires, signature }),
    'of another school': at(id, { expires, signature }, HARBOUR.id),
    'said twice': `${path}&signature=${signature}`,
    'as an object': path.replace('signature=', 'signature[x]='),
  };
  for (const [what, url] of Object.entries(forged)) {
    t.match(await put(app, url, PICTURE), { statusCode: 403, headers: { connection: 'close' } }, what);
    t.equal((await app.inject(url)).statusCode, 403, `${what}, to read`);
  }
  t.equal((await app.inject(path)).statusCode, 403, 'an address to send to is none to read from');
  t.strictSame(files(), []);
  t.equal((await put(app, path, PICTURE)).statusCode, 204);
  const { url } = (await complete(id)).json;
  t.equal((await put(app, url, PICTURE)).statusCode, 403, 'nor the other way round');
  for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
    const answer = await app.inject({ method, url: pathOf(url) });
    t.match(answer, { statusCode: 405, headers: { allow: /GET, HEAD, OPTIONS, PUT/ } }, method);
  }
  clock.advance(3_600_000 - 1);
  t.equal((await app.inject(pathOf(url))).statusCode, 200);
  clock.advance(1);
  t.equal((await app.inject(pathOf(url))).statusCode, 403, 'over after an hour');
  t.equal((await put(app, other.path, PICTURE)).statusCode, 403, 'over after 15 minutes');
});

t.test('a file id that leads elsewhere is refused, even in a signed URL [D2]', async (t) => {
  const { app, folder, clock } = await server(t);
  writeFileSync(join(folder, '..', 'schoolgate-secret.txt'), 'secret');
  for (const assetId of ['..%2f..%2fschoolgate-secret.txt', '..', '%2e%2e', 'x%00', 'files', '../incoming']) {
    const decoded = decodeURIComponent(assetId);
    for (const method of ['GET', 'PUT'] as const) {
      const url = app.signedUrls.make({ method, siteId: RIVERSIDE.id, assetId: decoded }, clock.now + 1000);
      const path = pathOf(url).replace(decoded, assetId);
      const { statusCode, body } = await app.inject({ method, url: path, headers: { 'content-type': 'image/png' } });
      t.ok([403, 404, 405].includes(statusCode), `${method} ${assetId}: ${statusCode}`);
      t.notMatch(body, 'secret');
    }
  }
  for (const assetId of ['../x', 'a/b', '', 'a.b', 'x'.repeat(65)]) {
    await t.rejects(app.school.storage.find({ siteId: RIVERSIDE.id, assetId }), RangeError);
    await t.rejects(app.school.storage.remove({ siteId: '../..', assetId: 'a' }), RangeError);
  }
});

t.test('an upload must have the type, the size and the checksum that were announced [D2]', async (t) => {
  const { app, announced, files, open, complete } = await server(t);
  const { id, path } = await announced({ checksumSha256: sha256(PICTURE) });
  t.match(await put(app, path, PICTURE, { 'content-type': 'text/html' }), { statusCode: 415 });
  t.match(await put(app, path, PICTURE, { 'content-type': 'image/jpeg' }), { statusCode: 415 });
  t.match(await put(app, path, PICTURE, { 'content-encoding': 'gzip' }), { statusCode: 415 });
  t.match(await put(app, path, PICTURE.subarray(1)), { statusCode: 400 }, 'too short, as the header says');
  t.match(await put(app, path, Buffer.concat([PICTURE, PICTURE])), { statusCode: 413 }, 'too long, as the header says');
  const chunked = async (bytes: Buffer): Promise<number> => {
    const sent = open(path, { 'transfer-encoding': 'chunked' });
    sent.on('error', () => undefined);
    sent.end(bytes);
    return (await answerOf(sent)).status;
  };
  t.equal(await chunked(PICTURE.subarray(0, -1)), 400, 'too short without a header');
  t.equal(await chunked(Buffer.concat([PICTURE, Buffer.from('x')])), 413, 'too long without a header');
  t.equal(await chunked(Buffer.alloc(0)), 400, 'nothing');
  const changed = Buffer.from(PICTURE);
  changed[5000] = 0;
  t.match(await put(app, path, changed), { statusCode: 400, body: /SHA-256/ });
  t.strictSame(files(), [], 'nothing of it is left');
  t.equal((await complete(id)).status, 409);
  t.equal(await chunked(PICTURE), 204, 'and the right one is taken still');
  t.match((await complete(id)).json, { status: 'ready' });
});

t.test(
  'an upload that continues without end is cut off after the announced length, and leaves nothing behind [D2]',
  async (t) => {
    const { announced, files, open } = await server(t);
    const { path } = await announced();
    const sent = open(path, { 'transfer-encoding': 'chunked' });
    const closed = new Promise((resolve) => sent.once('close', resolve));
    const answer = answerOf(sent);
    sent.write(PICTURE);
    sent.write('x');
    t.match(await answer, { status: 413, closes: true });
    await closed;
    t.strictSame(files(), []);
  },
);

t.test('an upload that breaks off leaves nothing behind, and can be started again [D2]', async (t) => {
  const { app, announced, files, open, complete } = await server(t);
  const { id, path } = await announced();
  const sent = open(path, { 'content-length': PICTURE.length });
  sent.on('error', () => undefined);
  sent.write(PICTURE.subarray(0, 50_000));
  await until(() => files().length === 1);
  t.match(files(), [/^incoming\//]);
  t.match(await put(app, path, PICTURE), { statusCode: 409, body: /being uploaded/ }, 'one at a time');
  sent.destroy();
  await until(() => files().length === 0);
  t.strictSame(files(), []);
  t.equal((await put(app, path, PICTURE)).statusCode, 204);
  t.match((await complete(id)).json, { status: 'ready' });
});

t.test('a file that is not completed cannot be downloaded [D2]', async (t) => {
  const { app, announced, open, clock, files } = await server(t);
  const { id, path } = await announced();
  const url = pathOf(app.signedUrls.make({ method: 'GET', siteId: RIVERSIDE.id, assetId: id }, clock.now + 1000));
  const sent = open(path, { 'content-length': PICTURE.length });
  sent.write(PICTURE.subarray(0, 50_000));
  await until(() => files().length === 1);
  t.match(await app.inject(url), { statusCode: 409, body: /is pending/ });
  sent.end(PICTURE.subarray(50_000));
  t.equal((await answerOf(sent)).status, 204);
  t.match(await app.inject(url), { statusCode: 409 });
});

t.test('a file is uploaded once, and of several simultaneous uploads exactly one is kept [D2]', async (t) => {
  const { app, announced, folder, files, complete } = await server(t);
  const { id, path } = await announced();
  const other = Buffer.concat([picture('..'), Buffer.from('9876543210'.repeat(9999))]);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => put(app, path, i === 0 ? PICTURE : other).then(({ statusCode }) => statusCode)),
  );
  t.strictSame(answers.sort(), [204, ...Array(5).fill(409)]);
  const [file = ''] = files();
  const kept = readFileSync(join(folder, file));
  t.equal((await put(app, path, kept.equals(PICTURE) ? other : PICTURE)).statusCode, 409, 'nor later');
  t.ok(readFileSync(join(folder, file)).equals(kept));
  t.match((await complete(id)).json, { status: 'ready', checksumSha256: sha256(kept) });
  t.equal((await put(app, path, other)).statusCode, 409, 'nor when it is completed');
  t.strictSame(files(), [`files/${RIVERSIDE.id}/${id}`]);
});

t.test('an upload does not overwrite a file that another node stored in the meantime [D2]', async (t) => {
  const { app, folder, files } = await server(t);
  const file = { siteId: RIVERSIDE.id, assetId: 'ast_twice' };
  const slow = new Readable({ read: () => undefined });
  const receiving = app.school.storage.receive(file, slow, { size: 3, checksum: null, contentType: 'text/plain' });
  await until(() => files().length === 1);
  mkdirSync(join(folder, 'uploaded'), { recursive: true });
  const place = join(folder, 'uploaded', `${RIVERSIDE.id}.ast_twice`);
  writeFileSync(place, 'first');
  slow.push('two');
  slow.push(null);
  await t.rejects(receiving, { name: 'UploadError', why: 'settled' });
  t.equal(readFileSync(place, 'utf8'), 'first');
  t.strictSame(files(), [`uploaded/${RIVERSIDE.id}.ast_twice`]);
});

t.test('deleting an asset while it is being uploaded leaves no file behind [D2]', async (t) => {
  const { app, token, announced, files, open } = await server(t);
  const { id, path } = await announced();
  const sent = open(path, { 'content-length': PICTURE.length });
  sent.write(PICTURE.subarray(0, 50_000));
  await until(() => files().length === 1);
  t.equal((await call(app, token, 'DELETE', `/assets/${id}`)).status, 204);
  sent.end(PICTURE.subarray(50_000));
  t.match(await answerOf(sent), { status: 409 });
  t.strictSame(files(), []);
});

t.test('an upload that ends after the asset was completed leaves the completed file alone [D2]', async (t) => {
  const { announced, complete, files, folder, open } = await server(t);
  const other = Buffer.concat([picture('..'), Buffer.from('9876543210'.repeat(9999))]);
  for (const [stored, status] of [
    [other, 409],
    [PICTURE, 204],
  ] as const) {
    const { id, path } = await announced();
    const sent = open(path, { 'content-length': PICTURE.length });
    sent.write(PICTURE.subarray(0, 50_000));
    await until(() => files().some((name) => name.startsWith('incoming/')));
    // Another node receives the file and completes it meanwhile.
    mkdirSync(join(folder, 'uploaded'), { recursive: true });
    writeFileSync(join(folder, 'uploaded', `${RIVERSIDE.id}.${id}`), stored);
    t.match((await complete(id)).json, { status: 'ready', checksumSha256: sha256(stored) });
    sent.end(PICTURE.subarray(50_000));
    t.match(await answerOf(sent), { status });
    t.ok(readFileSync(join(folder, 'files', RIVERSIDE.id, id)).equals(stored));
    t.notOk(
      files().some((name) => !name.startsWith('files/')),
      'nothing else is left',
    );
  }
});

t.test('a second upload of a file is refused at once, before it takes any space [D2]', async (t) => {
  const { app, files } = await server(t);
  const file = { siteId: RIVERSIDE.id, assetId: 'ast_twice' };
  const sources = [0, 1].map(() => new Readable({ read: () => undefined }));
  const [first = Promise.reject(), second = Promise.reject()] = sources.map((source) =>
    app.school.storage.receive(file, source, { size: 3, checksum: null, contentType: 'text/plain' }),
  );
  await t.rejects(second, { name: 'UploadError', why: 'settled' });
  await until(() => files().length > 0);
  t.equal(files().length, 1);
  sources[0]?.push('one');
  sources[0]?.push(null);
  t.equal(await first, sha256(Buffer.from('one')));
});

t.test('a class behind one address downloads more than 600 parts of files in a minute [E-38]', async (t) => {
  const { app, tokenOf } = await adminApp(t, { env: { RATE_LIMITS: 'on' } });
  const { url } = await uploaded(app, await tokenOf('owner', ['storage:write']));
  const statuses = new Set<number>();
  for (let n = 0; n < 700; n += 1) statuses.add((await app.inject({ method: 'HEAD', url: pathOf(url) })).statusCode);
  t.strictSame([...statuses], [200]);
});

t.test('an upload that was stored but not recorded can be completed [D2]', async (t) => {
  const { app, announced, complete } = await server(t);
  const { id } = await announced();
  await app.school.storage.receive({ siteId: RIVERSIDE.id, assetId: id }, Readable.from([PICTURE]), {
    size: PICTURE.length,
    checksum: null,
    contentType: 'image/png',
  });
  t.match((await complete(id)).json, { status: 'ready', checksumSha256: sha256(PICTURE) });
});

t.test('files left by a crash are removed, and uploads in progress are not [D2]', async (t) => {
  const { app, folder, files } = await server(t);
  const leave = (name: string, minutesAgo: number): void => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), 'half');
    const at = Date.now() / 1000 - minutesAgo * 60;
    utimesSync(join(folder, name), at, at);
  };
  leave('incoming/ast_a.old', 11);
  leave('incoming/ast_b.new', 1);
  leave('uploaded/site.ast_c', 25 * 60);
  leave('uploaded/site.ast_d', 23 * 60);
  leave('files/site/ast_e', 1_000_000);
  await app.school.storage.sweep(Date.now());
  t.strictSame(files(), ['files/site/ast_e', 'incoming/ast_b.new', 'uploaded/site.ast_d']);
  t.notOk(existsSync(join(folder, 'incoming/ast_a.old')));
});

t.test('an upload may exceed the request timeout, and no other request may [E-37]', async (t) => {
  const { app, announced, files, open, port } = await server(t);
  app.server.requestTimeout = 200;
  app.server.headersTimeout = 200;
  const { path } = await announced();
  const sent = open(path, { 'content-length': PICTURE.length });
  const answer = answerOf(sent);
  sent.write(PICTURE.subarray(0, 50_000));
  await until(() => files().length === 1);
  const head = 'POST /api/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded';
  // Both begin after the upload: whenever one of them has taken too long, the upload has.
  for (const half of ['abc', 'abcdef']) {
    const other = connect(port, '127.0.0.1');
    other.write(`${head}\r\nContent-Length: 10\r\n\r\n${half}`);
    const [refusal] = await once(other, 'data');
    t.match(String(refusal), /^HTTP\/1\.1 408 /);
    other.destroy();
  }
  sent.end(PICTURE.subarray(50_000));
  t.equal((await answer).status, 204);
});

t.test('byte ranges are served, unsatisfiable ones are 416, and malformed ones ignored [RFC 9110 §14]', async (t) => {
  const { app, token } = await server(t);
  const { url } = await uploaded(app, token, PICTURE);
  const ask = (range: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: pathOf(url), headers: { range } });
  const part = async (range: string, contentRange: string, body: string) =>
    t.match(await ask(range), {
      statusCode: 206,
      headers: { 'content-range': contentRange, 'content-length': String(body.length) },
      body,
    });
  await part('bytes=12-15', 'bytes 12-15/100000', '2345');
  await part('bytes=99998-', 'bytes 99998-99999/100000', '89');
  await part('bytes=-3', 'bytes 99997-99999/100000', '789');
  await part('bytes=99999-200000', 'bytes 99999-99999/100000', '9');
  for (const range of ['bytes=100000-', 'bytes=-0']) {
    t.match(await ask(range), { statusCode: 416, headers: { 'content-range': 'bytes */100000' }, body: '' });
  }
  for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'bytes=a-b', '']) {
    t.equal((await ask(range)).rawPayload.length, PICTURE.length, `${range} is not heeded`);
  }
  const head = await app.inject({ method: 'HEAD', url: pathOf(url) });
  t.match(head, { statusCode: 200, headers: { 'content-length': '100000', 'accept-ranges': 'bytes' }, body: '' });
});

t.test(
  'displayable types are served inline, all others as attachments, under their name [RFC 6266 §4.3, RFC 8187 §3.2.1]',
  async (t) => {
    const { app, token } = await server(t);
    const disposition = async (contentType: string, filename: string, content = 'x'): Promise<unknown> => {
      const { url } = await uploaded(app, token, Buffer.from(content), { contentType, filename });
      const { headers } = await app.inject(pathOf(url));
      t.match(headers, { 'content-type': contentType, 'x-content-type-options': 'nosniff' });
      return headers['content-disposition'];
    };
    t.equal(
      await disposition('application/pdf', 'a.pdf', '%PDF-1.7'),
      `inline; filename="a.pdf"; filename*=UTF-8''a.pdf`,
    );
    t.equal(await disposition('text/plain', 'a.txt'), `attachment; filename="a.txt"; filename*=UTF-8''a.txt`);
    t.match(await disposition('application/octet-stream', 'x.bin'), /^attachment/);
    t.equal(
      await disposition('video/mp4', `Größe "50%" (it's).mp4`, '....ftypisom'),
      `inline; filename="Gr__e _50__ (it's).mp4"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%2250%25%22%20%28it%27s%29.mp4`,
    );
  },
);

t.test('a script of another origin may upload a file and read the answer [A18]', async (t) => {
  const { app, announced } = await server(t);
  const { path } = await announced();
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: path,
    headers: { origin: 'https://tool.example', 'access-control-request-method': 'PUT' },
  });
  t.match(preflight, {
    statusCode: 204,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': /PUT/ },
  });
  t.equal((await put(app, path, PICTURE)).headers['access-control-allow-origin'], '*');
});

t.test('the signature of an upload URL does not appear in the log [A0.12]', async (t) => {
  const { app, logs, announced } = await server(t);
  const { path } = await announced();
  await put(app, path, PICTURE);
  await put(app, `${path}x`, PICTURE);
  const signature = path.split('signature=')[1] ?? '?';
  t.notOk(logs.some((line) => line.includes(signature)));
  t.ok(logs.some((line) => line.includes('url_not_signed')));
});
