/** What may be uploaded: files that are what they say, and no more of them than there is room for. */
import t from 'tap';
import { adminApp, call } from '../../support/admin.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { announce, picture, put } from '../../support/uploads.ts';

const HOUR = 3_600_000;
const GIGABYTE = 1024 ** 3;
const ZIP = Buffer.from('504b0304140000000800', 'hex');
const bytes = (hex: string, text = ''): Buffer => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text, 'latin1')]);
const box = (type: string, rest = ''): Buffer => bytes('0000001c', `${type}${rest}`);

const GENUINE: [contentType: string, filename: string, content: Buffer][] = [
  ['image/png', 'a.PNG', picture('x')],
  ['image/jpeg', 'a.jpeg', bytes('ffd8ffe0', 'JFIF')],
  ['image/gif', 'a.gif', Buffer.from('GIF89a...')],
  ['image/webp', 'a.webp', Buffer.from('RIFF....WEBPVP8 ')],
  ['image/avif', 'a.avif', box('ftyp', 'mif1....avifmiaf....')],
  ['video/mp4', 'a.mp4', box('ftyp', 'isom')],
  ['video/webm', 'a.webm', bytes('1a45dfa3', '........webm')],
  ['video/quicktime', 'a.mov', box('moov')],
  ['audio/mpeg', 'a.mp3', bytes('fffb9064')],
  ['audio/mpeg', 'tagged.mp3', Buffer.from('ID3.')],
  ['audio/mp4', 'a.m4a', box('ftyp', 'M4A ')],
  ['audio/ogg', 'a.ogg', Buffer.from('OggS')],
  ['audio/wav', 'a.wav', Buffer.from('RIFF....WAVEfmt ')],
  ['audio/webm', 'a.weba', bytes('1a45dfa3', '........webm')],
  ['application/pdf', 'a.pdf', Buffer.from('%PDF-1.7')],
  ['application/zip', 'a.zip', ZIP],
  ['text/plain', 'no extension', Buffer.from('x')],
  ['application/pdf', 'two.dots.v1.2', Buffer.from('%PDF-1.7')],
  ['application/pdf', 'minutes 24.10.2026', Buffer.from('%PDF-1.7')],
  ['application/pdf', 'Rechnung Nr. 5', Buffer.from('%PDF-1.7')],
  ['application/pdf', 'Vertrag.final', Buffer.from('%PDF-1.7')],
  ['application/pdf', '.hidden', Buffer.from('%PDF-1.7')],
  ['application/pdf', 'a.pdf.', Buffer.from('%PDF-1.7')],
  ['application/pdf', 'a.PDF ', Buffer.from('%PDF-1.7')],
  ['application/pdf', '講義資料.第1章', Buffer.from('%PDF-1.7')],
  ['application/pdf', 'лекция.Пдф', Buffer.from('%PDF-1.7')],
  ['image/png', 'Screenshot 2026-10-01 at 10.15.30', picture('x')],
  ['image/jpeg', 'IMG.001', bytes('ffd8ffe0', 'JFIF')],
  ['video/mp4', 'lesson 1.1', box('ftyp', 'isom')],
  ['text/csv', 'people.2026', Buffer.from('a,b')],
  ['text/plain', 'README.md', Buffer.from('x')],
];

t.test('a file must be what its type and its name say', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('staff', ['storage:write']);
  const send = async (contentType: string, filename: string, content: Buffer) => {
    const { json, body } = await announce(app, token, content, { contentType, filename });
    const sent = await put(app, json.upload?.url ?? body, content, { 'content-type': contentType });
    return { ...sent, id: String(json.id) };
  };
  for (const [contentType, filename, content] of GENUINE) {
    t.equal((await send(contentType, filename, content)).statusCode, 204, `${filename} as ${contentType}`);
  }
  const isInline = (contentType: string): boolean => /^(image|video|audio)|pdf/.test(contentType);
  const types = new Set(GENUINE.map(([contentType]) => contentType).filter(isInline));
  for (const contentType of types) {
    for (const content of [ZIP, Buffer.from('x'), bytes('7f454c46'), Buffer.from('<html><script>')]) {
      const { statusCode, body } = await send(contentType, 'file', content);
      t.equal(statusCode, 415, `${content.toString('latin1', 0, 6)} as ${contentType}`);
      t.match(body, new RegExp(`is not ${contentType}`));
    }
  }
  const { id } = await send('image/png', 'a.png', ZIP);
  t.match(await call(app, token, 'POST', `/assets/${id}/complete`), { status: 409 }, 'nothing of it is kept');

  const misnamed: [contentType: string, filename: string][] = [
    ['application/pdf', 'invoice.pdf.exe'],
    ['application/pdf', 'invoice.exe. '],
    ['application/octet-stream', 'invoice.pdf.exe'],
    ['text/plain', 'notes.html'],
    ['image/png', 'picture.jpg'],
    ['application/zip', 'archive.docx'],
    ['application/pdf', 'report.docx'],
    ['application/pdf', 'report.v1.2.scr'],
    ['application/pdf', 'report.settingcontent-ms'],
    ['application/pdf', 'report.pdf.lnk'],
    ['application/pdf', 'invoice.EXE\u00a0'],
    ['application/octet-stream', 'budget.xlsm'],
    ['application/octet-stream', 'script.ps1 .'],
    ['text/plain', 'drawing.svg'],
  ];
  for (const [contentType, filename] of misnamed) {
    const answer = await announce(app, token, picture(''), { contentType, filename });
    t.match(answer, { status: 400, json: { errors: [{ path: 'filename' }] } }, `${filename} as ${contentType}`);
  }
});

t.test('the files of a school have a quota, and what is announced counts until it is over', async (t) => {
  const file = databaseFile(t);
  const { app, clock, tokenOf } = await adminApp(t, { databaseUrl: file.url, env: { STORAGE_QUOTA_GB: '12' } });
  await file.edit('update assets set size = 1');
  const token = await tokenOf('staff', ['storage:write']);
  const big = { size: 5 * GIGABYTE, contentType: 'video/mp4', filename: 'a.mp4' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => announce(app, token, picture(''), big)));
  t.equal(answers.filter(({ status }) => status === 201).length, 2, 'two files of 5 GB fit into 12 GB');
  const refused = answers.filter(({ status }) => status !== 201);
  for (const { status, json } of refused)
    t.match({ status, json }, { status: 409, json: { detail: /12 GB in total/ } });
  t.equal((await announce(app, token, picture(''), { size: GIGABYTE })).status, 201, 'a smaller one still fits');
  t.equal((await announce(app, token, picture(''), { size: GIGABYTE })).status, 409);
  const theirs = await tokenOf('foreignOwner', ['storage:write']);
  t.equal((await announce(app, theirs, picture(''), big)).status, 201, 'another school has its own');

  const pending = (): Promise<unknown> => file.read("select count(*) from assets where status = 'pending'");
  clock.advance(2 * HOUR);
  await app.retention.batch(() => clock.now);
  t.equal(await pending(), 4, 'an upload may be slow');
  clock.advance(GIGABYTE / 32 + 1);
  await app.retention.batch(() => clock.now);
  t.equal(await pending(), 3, 'the small one is over first');
  clock.advance((4 * GIGABYTE) / 32 + 1);
  await app.retention.batch(() => clock.now);
  t.equal(await pending(), 0);
});

t.test('an upload is refused while the disk is almost full', async (t) => {
  const { app, tokenOf } = await adminApp(t, { env: { STORAGE_MIN_FREE_MB: '10000000' } });
  const token = await tokenOf('staff', ['storage:write']);
  const { json } = await announce(app, token, picture('x'));
  const { statusCode, body } = await put(app, json.upload?.url, picture('x'));
  t.equal(statusCode, 507);
  t.match(body, /no space/);
});
