/** The names of people and clients: made by the server, never given twice, never one for the other. */
import t from 'tap';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { DEMO, obtainTokens, userinfo } from '../support/oauth-client.ts';
import { filesWith, productLines } from '../support/sources.ts';

const PERSON = /^usr_[A-Za-z0-9_-]{22}$/;
const CLIENT = /^c_[A-Za-z0-9_-]{22}$/;

t.test(
  'the sub of a person is random, outlives every membership and is never given again [W04, ASVS 10.3.3, E-26]',
  async (t) => {
    const file = databaseFile(t);
    const { app, tokenOf } = await adminApp(t, { databaseUrl: file.url });
    const token = await tokenOf('owner', ['members:read', 'members:write']);
    const email = 'newcomer@riverside.example';
    const idNow = (): Promise<unknown> => file.read('select id from people where email_key = ?', email);
    const invite = () => call(app, token, 'POST', '/members', { email, role: 'member' });

    t.ok((await invite()).status < 300);
    const first = String(await idNow());
    t.match(first, PERSON, '128 random bits');
    t.ok((await call(app, token, 'DELETE', `/members/${first}`)).status < 300);
    t.equal(await idNow(), first, 'whoever is removed from a school is still the same person');
    t.ok((await invite()).status < 300);
    t.equal(await idNow(), first, 'and whoever comes back too');

    const seen = new Set<unknown>([first]);
    for (let n = 0; n < 20; n += 1) {
      await call(app, token, 'POST', '/members', { email: `pupil${n}@riverside.example`, role: 'member' });
      seen.add(await file.read('select id from people where email_key = ?', `pupil${n}@riverside.example`));
    }
    t.equal(seen.size, 21);
    for (const id of seen) t.match(id, PERSON);
    t.strictSame(filesWith(productLines('db'), /\.delete\((?:t\.)?people\)/), [], 'no statement deletes a person');
    await t.rejects(async () => {
      const copy =
        "insert into people select id, 'x@x.example', 'x@x.example', email_verified, name, password_hash, active, created_at";
      await file.edit(`${copy} from people where id = ?`, first);
    }, 'and the database takes no id twice');
  },
);

t.test('a token identifies its person by sub, also when e-mail addresses change hands [ASVS 10.3.3]', async (t) => {
  const file = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: file.url });
  const { access_token: token } = await obtainTokens(app, DEMO.cli);
  t.equal((await userinfo(app, token)).json().sub, CALLERS.member.id);
  await file.edit(
    "update people set email = 'moved@x.example', email_key = 'moved@x.example' where id = ?",
    CALLERS.member.id,
  );
  await file.edit(
    "update people set email = ?, email_key = ? where id = 'usr_demo_ben'",
    CALLERS.member.email,
    CALLERS.member.email,
  );
  const { sub, email } = (await userinfo(app, token)).json();
  t.strictSame([sub, email], [CALLERS.member.id, 'moved@x.example'], 'the token stays with the person');
});

t.test('ids of clients and of people have distinct forms, and cannot be chosen [W49]', async (t) => {
  const file = databaseFile(t);
  const { app } = await adminApp(t, { databaseUrl: file.url });
  for (const wanted of [CALLERS.owner.id, DEMO.cli.id, 'https://claude.ai/client.json', 'c_mine']) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/oauth/register',
      payload: { client_id: wanted, client_name: wanted, redirect_uris: ['http://127.0.0.1/callback'] },
    });
    t.equal(response.statusCode, 201);
    t.match(response.json().client_id, CLIENT);
    t.not(response.json().client_id, wanted);
  }
  t.equal(await file.read("select count(*) from clients where id not like 'c\\_%' escape '\\'"), 0);
  t.equal(await file.read("select count(*) from people where id not like 'usr\\_%' escape '\\'"), 0);
  t.ok(RIVERSIDE.id.startsWith('site_'), 'schools have names of a third kind');
});
