import t from 'tap';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const MEMBER = `/admin/riverside/members/${CALLERS.instructor.id}`;
const LOG = '/admin/riverside/audit';

t.test('the audit log says what was done to a member, and what was before [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['members:write']);
  const at = `/members/${CALLERS.instructor.id}`;
  for (const [method, path, body] of [
    ['POST', '/role', { role: 'admin' }],
    ['POST', '/suspend', {}],
    ['POST', '/reinstate', {}],
    ['PATCH', '', { note: 'a private remark' }],
    ['DELETE', '', undefined],
  ] as const) {
    t.match(String((await call(app, token, method, at + path, body)).status), /^20/, `${method} ${path}`);
  }
  const all = await app.audit.log.page(RIVERSIDE.id, {}, 10);
  const entries = all.filter(({ target }) => target === `member/${CALLERS.instructor.id}`);
  t.strictSame(
    entries.map(({ event, before, after }) =>
      [event, before, after].map((one) => one?.replace(/^[0-9a-f]{64}$/, 'digest')),
    ),
    [
      ['member_removed', '{"status":"active"}', '{"status":"removed"}'],
      ['resource_changed', 'digest', 'digest'],
      ['member_reinstated', '{"status":"suspended"}', '{"status":"active"}'],
      ['member_suspended', '{"status":"active"}', '{"status":"suspended"}'],
      ['member_role_changed', '{"role":"instructor"}', '{"role":"admin"}'],
    ],
  );
  t.ok(entries.every(({ personId, clientId }) => personId === CALLERS.owner.id && clientId !== null));
  const owner = await signedIn(app, CALLERS.owner.email);
  const shown = await owner.get(`${LOG}?event=member_role_changed`);
  t.match(said(shown), `changed the role of member/${CALLERS.instructor.id} from Instructor to Administrator.`);
  const change = linksOf(shown).find((href) => /\/audit\/\d+$/.test(href)) ?? '';
  t.match(said(await owner.get(change)), 'Before role: instructor After role: admin');
  t.match(
    (await owner.submit(await owner.get(LOG), '/audit/export', { format: 'csv' })).body,
    `"{""role"":""instructor""}","{""role"":""admin""}"`,
  );
});

t.test('the audit log says which settings of the school changed, from what, and to what [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner', ['school:write']);
  const change = { primaryDomain: 'learn.riverside.example', description: 'x'.repeat(900), name: 'Riverside School' };
  const { name } = (await app.school.settings.find(RIVERSIDE.id)) ?? {};
  t.equal((await call(app, token, 'PATCH', '/school', change)).status, 200);
  const [entry] = await app.audit.log.page(RIVERSIDE.id, { event: 'resource_changed' }, 1);
  t.match(JSON.parse(String(entry?.before)), { name });
  const after = JSON.parse(String(entry?.after)) as typeof change;
  t.strictSame([after.primaryDomain, after.name, after.description.length], [change.primaryDomain, change.name, 500]);
  t.notOk('currency' in after, 'nothing that stayed as it was');
});

t.test('sign-ins and reauthentications are recorded with their method and address [E-49]', async (t) => {
  const file = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: file.url });
  const owner = await signedIn(app, CALLERS.owner.email);
  const asking = await owner.get(`${MEMBER}/suspend`);
  await owner.submit(asking, '/suspend', { password: 'not this one' });
  await owner.submit(asking, '/suspend', { password: PASSWORD });
  const rows = await file.rows(
    `select event, target, ip from audit_events where person_id = ? and site_id is null and event <> 'new_browser' order by id`,
    CALLERS.owner.id,
  );
  t.strictSame(
    rows.map((row) => ({ ...row })),
    ['sign_in', 'sign_in_failed', 'reauthenticated'].map((event) => ({ event, target: 'password', ip: '127.0.0.1' })),
  );
});
