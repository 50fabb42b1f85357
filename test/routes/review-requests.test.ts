// slow
/** Owners who ask the platform to review an app, and the answer. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { addAdmin, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { said, signedIn } from '../support/signed-in.ts';
import { withEmails } from '../support/with-emails.ts';

const CLAUDE = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
const CONNECT = '/admin/riverside/connect';
const { connect, reviews, schoolHome, mail } = textFor('en');
const { request: words } = connect;
const appPage = (base: string): string => `${base}/app?${new URLSearchParams({ client: CLAUDE })}`;

/** Hugo runs the platform, and Ruth a school. */
async function setting(t: Test) {
  const host = await documentHost(t);
  host.serve(CLAUDE, documentFor(CLAUDE, { client_name: 'Claude' }));
  const env = { REVIEWED_BY_DEFAULT: 'off', PLATFORM_OPERATORS: CALLERS.foreignOwner.email, SECOND_FACTOR: 'off' };
  const made = await withEmails(t, { network: host.network, env, oneNode: 'the outbox is sent by hand' });
  await made.file
    .edit('update people set email_verified = ? where email = ?', true, CALLERS.foreignOwner.email)
    .catch(() => undefined);
  const owner = await signedIn(made.app, CALLERS.owner.email);
  const hugo = await signedIn(made.app, CALLERS.foreignOwner.email);
  const ask = async () => owner.submit(await owner.get(CONNECT), '/connect/ask', { client: CLAUDE });
  return { ...made, owner, hugo, ask };
}

t.test('an owner asks once, and the guide, the overview and the platform show it', async (t) => {
  const { app, clock, hugo, owner, ask } = await setting(t);
  const before = await owner.get(CONNECT);
  t.match(said(before), `${connect.switches.states.reads}`);
  t.match(before.body, new RegExp(`aria-label="${words.ask}: Claude"`));
  t.match(said(await ask()), words.asked);
  clock.now += 2 * 3_600_000;
  const asked = await owner.get(CONNECT);
  t.match(said(asked), new RegExp(`${words.askedAt} .*2 hours ago`));
  t.notMatch(asked.body, new RegExp(`aria-label="${words.ask}: Claude"`));
  const again = await owner.submit(before, '/connect/ask', { client: CLAUDE, once: '' });
  t.ok([200, 303].includes(again.status));
  t.equal(await app.oauth.metadataClients.requests.countOpen(), 1, 'one open request of a school for an app');
  t.match(said(await hugo.get('/platform/reviews')), reviews.requests.count({ count: 1 }));
  const page = said(await hugo.get(appPage('/platform/reviews')));
  t.match(page, reviews.requests.title);
  t.match(page, /Riverside Academy Ruth Adler/);
  t.match(page, reviews.requests.use({ schools: 0, people: 0 }));
  t.match(said(await owner.get(appPage('/admin/riverside/reviews'))), words.askedAt);
  t.notMatch(
    said(await owner.get(appPage('/admin/riverside/reviews'))),
    reviews.requests.title,
    'a school learns of no other',
  );
  const at = app.clock();
  await app.school.sites.close(RIVERSIDE.id, { event: 'school_closed', at });
  t.equal(await app.oauth.metadataClients.requests.countOpen(), 0, 'it ends with the school');
});

t.test('a request is refused to others, for other apps, and beyond the limit', async (t) => {
  const { app, owner } = await setting(t);
  await addAdmin(app);
  const form = await owner.get(CONNECT);
  const unknown = ['https://unknown.example/app', 'c_demo_cli', ''];
  for (const client of unknown) t.equal((await owner.submit(form, '/connect/ask', { client })).status, 404, client);
  const admin = await signedIn(app, CALLERS.admin.email);
  const page = await admin.get(CONNECT);
  t.notMatch(page.body, '/connect/ask', 'only an owner asks');
  t.match(said(page), connect.switches.why.platform);
  const known = await app.oauth.resolveClient(CLAUDE);
  if (known?.origin !== 'metadata_document') throw new TypeError('not a client with a document');
  await app.oauth.metadataClients.block(known, { at: app.clock() });
  t.equal((await owner.submit(form, '/connect/ask', { client: CLAUDE })).status, 404, 'a blocked app');
  t.equal(await app.oauth.metadataClients.requests.countOpen(), 0);
});

t.test('the answer goes to whoever asked and to the owners, and is shown', async (t) => {
  const { app, clock, hugo, mailbox, owner, ask } = await setting(t);
  await ask();
  const declined = await hugo.submit(await hugo.get(appPage('/platform/reviews')), '/decline', { reason: 'Not yet.' });
  t.match(said(declined), reviews.done.declined);
  const letter = await mailbox.nextTo(CALLERS.owner.email);
  t.equal(letter.subject, mail.review_answered.subject.declined({ app: 'Claude (claude.ai)' }));
  t.match(letter.text, /Not yet\./);
  t.match(said(await owner.get(CONNECT)), `${words.declined} Not yet.`);
  t.match(said(await owner.get('/admin/riverside')), schoolHome.needs.answered.declined({ app: 'claude.ai' }));

  clock.now += 60_000;
  t.match(said(await ask()), words.asked, 'it can ask again');
  const approve = await hugo.get(`/platform/reviews/approve?${new URLSearchParams({ client: CLAUDE })}`);
  t.match(said(await hugo.submit(approve, '/approve', { password: PASSWORD })), reviews.done.approved);
  const next = await mailbox.nextTo(CALLERS.owner.email);
  t.equal(next.subject, mail.review_answered.subject.approved({ app: 'Claude (claude.ai)' }));
  t.match(said(await owner.get('/admin/riverside')), schoolHome.needs.answered.approved({ app: 'claude.ai' }));
  clock.now += 8 * 24 * 3_600_000;
  t.notMatch(
    said(await (await signedIn(app, CALLERS.owner.email)).get('/admin/riverside')),
    schoolHome.needs.answered.approved({ app: 'claude.ai' }),
  );
  t.equal(await app.oauth.metadataClients.requests.countOpen(), 0);
});
