import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { BASE } from '../support/app.ts';
import { DEMO, obtainTokens, refresh, type Tokens } from '../support/oauth-client.ts';
import { withEmails } from '../support/with-emails.ts';

const MINUTE = 60_000;

t.test('reuse of a refresh token sends one e-mail: which app, at which school, and where to look [E-19]', async (t) => {
  const { app, clock, file, mailbox } = await withEmails(t);
  await file.edit("update memberships set locale = 'es' where person_id = 'usr_demo_ana'");
  const tokens = await obtainTokens(app, DEMO.portal);
  const rotated = await refresh(app, DEMO.portal, tokens.refresh_token);
  t.equal((await refresh(app, DEMO.portal, rotated.json<Tokens>().refresh_token)).statusCode, 200);
  clock.advance(MINUTE);
  const replays = await Promise.all(Array.from({ length: 6 }, () => refresh(app, DEMO.portal, tokens.refresh_token)));
  for (const { statusCode } of replays) t.equal(statusCode, 400);
  clock.advance(MINUTE);
  t.equal((await refresh(app, DEMO.portal, tokens.refresh_token)).statusCode, 400);
  await app.outbox.sendDue();

  const all = mailbox.take();
  t.equal(all.length, 1, 'one letter, however often it is presented');
  const [email] = all;
  const { mail } = textFor('es');
  const name = String(await file.read('select name from clients where id = ?', DEMO.portal.id));
  t.equal(email?.to, 'ana@riverside.example');
  t.equal(email?.subject, mail.refresh_reuse.subject({ app: name }), 'in the language of the member');
  t.match(email?.text, name);
  t.match(email?.text, String(await file.read("select name from sites where slug = 'riverside'")));
  t.match(email?.text, '2026');
  t.equal(email?.link, `${BASE}/account/connected-apps`);
  t.notMatch(email?.raw, tokens.refresh_token.slice(0, 20));
});

t.test('a refresh repeated within the grace period sends no e-mail [E-19]', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const tokens = await obtainTokens(app, DEMO.portal);
  for (let n = 0; n < 2; n += 1) t.equal((await refresh(app, DEMO.portal, tokens.refresh_token)).statusCode, 200);
  await app.outbox.sendDue();
  t.strictSame(mailbox.take(), []);
});

t.test('a grant that ends with the membership of its person sends no e-mail [E-19]', async (t) => {
  const { app, file, mailbox } = await withEmails(t);
  const tokens = await obtainTokens(app, DEMO.portal);
  await file.edit("update memberships set status = 'suspended' where person_id = 'usr_demo_ana'");
  t.equal((await refresh(app, DEMO.portal, tokens.refresh_token)).statusCode, 400);
  t.equal(await file.read('select revoked_by from grants order by id desc limit 1'), 'operator');
  await app.outbox.sendDue();
  t.strictSame(mailbox.take(), []);
});
