/** A signed URL works as long as whoever it was made for could ask for it again. */
import t from 'tap';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { signedIn } from '../support/signed-in.ts';
import { productLines } from '../support/sources.ts';
import { announce, pathOf, picture, put, uploaded } from '../support/uploads.ts';

const BYTES = picture('a file');

t.test('every maker of signed URLs names whom it makes them for, except that of public logos and covers', async (t) => {
  const makers = productLines().filter(({ text }) => text.includes('ignedUrls.make('));
  const named = makers.map(({ file, text }) => {
    const [, purpose = 'nobody'] = /(download|person|madeFor\(operator\)|make\(address)/.exec(text) ?? [];
    return `${file}: ${purpose}`;
  });
  t.strictSame(named, [
    // For a lecture, and for a member who can open it.
    'plugins/school/member-downloads.ts: person',
    'plugins/school/member-downloads.ts: download',
    // The address before it has `madeFor(operator)`.
    'plugins/school/operations/content/storage.ts: make(address',
    'plugins/school/operations/content/storage.ts: madeFor(operator)',
    'routes/pages/kit/branding.ts: nobody',
    'routes/pages/site-admin/applications/logo.ts: person',
  ]);
});

t.test('what ends the access of the maker ends the URL, and what gives it back does too', async (t) => {
  const database = databaseFile(t);
  const { app, tokenOf } = await adminApp(t, { databaseUrl: database.url });
  const noor = CALLERS.staff;
  const token = await tokenOf('staff', ['storage:write']);
  const ruth = await signedIn(app, CALLERS.owner.email);
  const asset = await uploaded(app, token, BYTES);

  const admin = await tokenOf('admin', ['school:read', 'storage:write']);
  t.equal((await call(app, admin, 'GET', '/school')).status, 200);
  const page = await ruth.get('/admin/riverside/applications');
  const [, application = ''] = /href="(\/admin\/riverside\/applications\/c_[^"/?]+)"/.exec(page.body) ?? [];
  const preview = /<img [^>]*src="([^"]*\/uploads\/[^"]*)"/.exec((await ruth.get(`${application}/logo`)).body)?.[1];
  const upload = async () => (await announce(app, token, BYTES)).json.upload?.url;

  const makers = [
    { by: 'a download by token', who: noor.id, url: asset.url, method: 'GET' },
    { by: 'an upload by token', who: noor.id, url: String(await upload()), method: 'PUT' },
    {
      by: 'a preview on a page',
      who: CALLERS.owner.id,
      url: String(preview).replaceAll('&amp;', '&'),
      method: 'GET',
    },
  ] as const;

  const member = 'where person_id = ? and site_id = ?';
  const grants = 'where person_id = ? and site_id = ?';
  const ends = [
    ['suspended', `update memberships set status = 'suspended' ${member}`, `status = 'active'`],
    ['removed', `update memberships set status = 'removed' ${member}`, `status = 'active'`],
    ['a member only', `update memberships set role = 'member' ${member}`, undefined],
  ] as const;
  const use = ({ url, method }: (typeof makers)[number]) =>
    method === 'GET' ? app.inject(pathOf(url)) : put(app, url, BYTES);

  for (const maker of makers) {
    const { by, who, method } = maker;
    const role = who === noor.id ? 'staff' : 'owner';
    for (const [what, sql, back] of ends) {
      await database.edit(sql, who, RIVERSIDE.id);
      const refused = await use(maker);
      t.equal(refused.statusCode, 403, `${by}: ${what}`);
      t.match(refused.body, /the access for which this URL was made has ended/, `${by}: ${what}`);
      await database.edit(`update memberships set ${back ?? `role = '${role}'`} ${member}`, who, RIVERSIDE.id);
    }
    await database.edit('update people set active = ? where id = ?', 0, who);
    t.equal((await use(maker)).statusCode, 403, `${by}: disabled`);
    await database.edit('update people set active = ? where id = ?', 1, who);
    if (who === noor.id) {
      await database.edit(`update grants set revoked_at = 1, revoked_by = 'person' ${grants}`, who, RIVERSIDE.id);
      t.equal((await use(maker)).statusCode, 403, `${by}: revoked`);
      await database.edit(`update grants set revoked_at = null, revoked_by = null ${grants}`, who, RIVERSIDE.id);
    }
    t.equal((await use(maker)).statusCode, method === 'GET' ? 200 : 204, `${by}: as before`);
  }

  const [{ url }] = makers;
  for (const changed of [
    url.replace(/grant=\d+/, 'grant=999'),
    url.replace(/&grant=\d+/, ''),
    url.replace(/grant=(\d+)/, 'download=$1'),
    url.replace(/grant=(\d+)/, 'person=$1'),
    `${url}&person=usr_demo_ruth`,
    `${url}&grant=2`,
  ]) {
    t.equal((await app.inject(pathOf(changed))).statusCode, 403, changed);
  }
});
