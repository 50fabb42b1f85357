/** Files of a school: uploaded by a form without a script, listed, attached and deleted. */
import t from 'tap';
import { CALLERS, call, type Json, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { ADMIN, world } from '../support/console.ts';
import { databaseFile } from '../support/database-edit.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

const FILES = `${ADMIN}/assets`;
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
const PDF = Buffer.from('%PDF-1.7 and more\r\n--boundary\r\n');

const upload = async (browser: Browser, fileName: string, bytes: Buffer, base = FILES): Promise<Page> =>
  browser.submitFile(await browser.get(`${base}/new`), '/new', { name: 'upload', bytes, fileName });
const idOf = ({ url }: Page): string => new URL(url, 'http://x').pathname.split('/').at(-1) ?? '';

/** What is sent, and the name and type that are stored, or the status and the reason of the refusal. */
const SENT: readonly (readonly [
  name: string,
  bytes: Buffer,
  stored: { filename: string; contentType: string } | [number, RegExp],
])[] = [
  ['cover.png', PNG, { filename: 'cover.png', contentType: 'image/png' }],
  ['Übung "1".pdf', PDF, { filename: 'Übung "1".pdf', contentType: 'application/pdf' }],
  ['C:\\Users\\ruth\\plan.pdf', PDF, { filename: 'plan.pdf', contentType: 'application/pdf' }],
  ['../../etc/notes.csv', Buffer.from('a,b'), { filename: 'notes.csv', contentType: 'text/csv' }],
  ['cover.png', PDF, [400, /content does not fit the name/]],
  ['page.html', Buffer.from('<script>'), [400, /filename has the extension/]],
  ['picture.svg', Buffer.from('<svg/>'), [400, /filename has the extension/]],
  ['setup.exe', Buffer.from('MZ'), [400, /filename has the extension/]],
  ['noextension', PNG, { filename: 'noextension', contentType: 'application/octet-stream' }],
  ['empty.csv', Buffer.of(), [400, /size/]],
  [`${'x'.repeat(300)}.csv`, Buffer.from('a'), [400, /filename/]],
];

t.test('a form without a script stores what a program could store', async (t) => {
  const { app, ruth } = await world(t);
  for (const [name, bytes, expected] of SENT) {
    const page = await upload(ruth, name, bytes);
    if (Array.isArray(expected)) {
      t.equal(page.status, expected[0], name);
      t.match(said(page), expected[1], name);
      continue;
    }
    t.match(said(page), 'Uploaded.', name);
    t.match(await app.school.records('assets').find(RIVERSIDE.id, idOf(page)), { ...expected, status: 'ready' }, name);
    const link = linksOf(page).find((href) => href.includes('/uploads/')) ?? '';
    const file = await app.inject({ url: link });
    t.equal(file.statusCode, 200, `${name}: ${link}`);
    t.ok(file.rawPayload.equals(bytes), `${name}: as it was`);
  }
  t.notMatch((await ruth.get(`${FILES}/export`)).body, '/uploads/', 'a list has no way to the files');
  const list = said(await ruth.get(FILES));
  for (const name of ['cover.png', 'plan.pdf', 'notes.csv', 'Übung "1".pdf']) t.match(list, name);
});

t.test('a file is attached to a product, a lecture and a lecturer, and deleted when nothing uses it', async (t) => {
  const made = await world(t);
  const { app, ruth, token } = made;
  const file = idOf(await upload(ruth, 'plan.pdf', PDF));
  const post = async (path: string, body: object): Promise<Json> => (await call(app, token, 'POST', path, body)).json;
  const product = await post('/digital_products', { title: 'Plans', price: { amount: 100, currency: 'EUR' } });
  const address = `${ADMIN}/digital-products/${product.id}`;
  const form = await ruth.get(`${address}/attach_file`);
  t.match(form.body, `value="${file}"> <span>plan.pdf</span>`);
  const attached = await ruth.submit(form, '/attach_file', { assetId: file, name: 'Plan for you.pdf' });
  t.match(said(attached), 'Plan for you.pdf');
  t.equal((await ruth.submit(form, '/attach_file', { assetId: file, name: '' })).status, 412, 'on a page from before');
  const twice = await ruth.submit(await ruth.get(`${address}/attach_file`), '/attach_file', { assetId: file });
  t.match(said(twice), 'The file is already attached.');
  const remove = async (): Promise<Page> =>
    ruth.submit(await ruth.get(`${FILES}/${file}/delete`), '/delete', { password: PASSWORD });
  t.match(said(await remove()), 'The file is in use: digital product.');
  const detached = await ruth.submit(await ruth.get(address), '/files', { detach: file });
  t.match(said(detached), 'No files yet');
  t.equal((await ruth.submit(attached, '/files', { detach: file })).status, 404, 'it is gone already');

  const { id: course } = await post('/courses', { title: 'Ink', courseType: 'free' });
  const section = await post(`/courses/${course}/sections`, { title: 'A' });
  const lecture = await post(`/sections/${section.id}/lectures`, { title: 'a', kind: 'file' });
  const lecturer = await post('/lecturers', { name: 'Mara' });
  for (const [path, field, use] of [
    [`/courses/${course}/sections/${section.id}/lectures/${lecture.id}`, 'mediaAssetId', 'lecture'],
    [`/lecturers/${lecturer.id}`, 'avatarAssetId', 'lecturer'],
  ] as const) {
    const page = await ruth.get(`${ADMIN}${path}`);
    t.match(page.body, `value="${file}"> <span>plan.pdf</span>`, use);
    t.match(said(await ruth.submit(page, '/edit', { [field]: file })), 'Saved.', use);
    t.match(said(await remove()), `The file is in use: ${use}`);
    t.match(said(await ruth.submit(await ruth.get(`${ADMIN}${path}`), '/edit', { [field]: '' })), 'Saved.', use);
  }
  t.match(said(await remove()), 'Deleted.');
  t.equal((await ruth.get(`${FILES}/${file}`)).status, 404);
});

t.test('only those who may upload see files, and no one reads a long form of others', async (t) => {
  const database = databaseFile(t);
  const { app, ruth } = await world(t, { databaseUrl: database.url, housekeeping: false });
  const file = idOf(await upload(ruth, 'plan.pdf', PDF));
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  t.equal((await hugo.get(`/admin/harbour/assets/${file}`)).status, 404, 'of another school');
  const ana = await signedIn(app, CALLERS.member.email);
  for (const path of [FILES, `${FILES}/new`, `${FILES}/${file}`, `${FILES}/export`])
    t.equal((await ana.get(path)).status, 403, path);
  await database.edit('update sites set staff_scope = ? where id = ?', 'lecturers:read lecturers:write', RIVERSIDE.id);
  const noor = await signedIn(app, CALLERS.staff.email);
  for (const path of [FILES, `${FILES}/new`, `${FILES}/${file}`]) t.equal((await noor.get(path)).status, 403, path);
  const lecturer = await noor.get(
    linksOf(await noor.get(`${ADMIN}/lecturers`)).find((href) => /\/lct_/.test(href)) ?? '',
  );
  t.notMatch(lecturer.body, 'plan.pdf', 'nor the names of files');

  const form = await ruth.get(`${FILES}/new`);
  const large = { name: 'upload', fileName: 'large.csv', bytes: Buffer.alloc(100_000, 'a,b\n') };
  const [stranger, known] = [ruth.copy(), ruth.copy()];
  stranger.cookies.clear();
  known.cookies.delete('sid');
  // What is read at all turns out to be malformed.
  const malformed = { 'content-type': 'multipart/form-data; boundary=none' };
  for (const [browser, who, status] of [
    [ruth, 'who may upload', 400],
    [ana, 'a member', 403],
    [hugo, 'the owner of another school', 403],
    [stranger, 'a stranger', 403],
    [known, 'whose session has ended', 403],
  ] as const)
    t.equal((await browser.post(`${FILES}/new`, [['a', 'x'.repeat(100_000)]], malformed)).status, status, who);
  t.match(said(await ruth.submitFile(form, '/new', large)), 'Uploaded.');
  const huge = await ruth.submitFile(form, '/new', { ...large, bytes: Buffer.alloc(9 * 1024 * 1024, 'a,b\n') });
  t.equal(huge.status, 413);
  t.match(said(huge), 'the file is larger than 8 MB');
});
