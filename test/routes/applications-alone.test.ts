/** Applications behind which no person stands: their exemption is seen everywhere, and ends with a click. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { hashCredential } from '../../schema/credential.ts';
import { SCOPES } from '../../schema/oauth/scope.ts';
import { CALLERS, call, clientOf, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD } from '../support/app.ts';
import { type AskingApp, askingApp, freshCourse, statusOf } from '../support/approvals.ts';
import { callTool } from '../support/mcp.ts';
import { CALLBACK, obtainTokens } from '../support/oauth-client.ts';
import { said } from '../support/signed-in.ts';

const ALONE = { id: 'c_alone', redirectUri: CALLBACK, secret: 'a-secret-of-the-school-0123456789abcdef' };
const PAGE = `/admin/riverside/applications/${ALONE.id}`;
const { applications, client: words } = textFor('en');

/** An application with a secret as it was before there was a choice, which the owner has connected. */
async function connected(made: AskingApp) {
  const { app, file } = made;
  await app.oauth.clients.create(
    {
      id: ALONE.id,
      origin: 'site_application',
      siteId: RIVERSIDE.id,
      name: 'Nightly import',
      authMethod: 'client_secret_post',
      secretHash: hashCredential(ALONE.secret),
      redirectUris: [CALLBACK],
      scopes: SCOPES,
      createdAt: app.clock(),
    },
    { event: 'client_created', at: app.clock(), siteId: RIVERSIDE.id },
  );
  await file.edit('update clients set runs_alone = ? where id = ?', true, ALONE.id);
  const walk = { email: CALLERS.owner.email, site: RIVERSIDE.id, browser: await made.browserOf('owner') };
  const scope = ['openid', ...SCOPES].join(' ');
  return (await obtainTokens(app, ALONE, { scope, prompt: 'consent' }, walk)).access_token;
}

t.test('the exemption is shown in each list of apps and connections, and only there', async (t) => {
  const made = await askingApp(t);
  await connected(made);
  const owner = await made.browserOf('owner');
  await made.tokenOf('owner');
  const pages = [PAGE, '/admin/riverside/applications', '/admin/riverside/connections', '/account/connected-apps'];
  for (const page of pages.slice(1)) {
    const text = said(await owner.get(page));
    t.equal(text.split(words.runsAlone).length, 2, `${page}: one app asks no person`);
  }
  t.match(said(await owner.get(PAGE)), applications.withoutPerson);
  const grant = await made.file.read('select id from grants where client_id = ?', ALONE.id);
  t.match(said(await owner.get(`/admin/riverside/connections/${grant}`)), words.runsAlone);
  await owner.submit(await owner.get(PAGE), '/ask', {});
  for (const page of pages) t.notMatch(said(await owner.get(page)), words.runsAlone, `${page}: it asks now`);
});

t.test('a click makes it ask, at every door, and only a password lets it act alone again', async (t) => {
  const made = await askingApp(t);
  const { app, file } = made;
  const token = await connected(made);
  const owner = await made.browserOf('owner');
  let count = 0;
  const states = async () => {
    count += 1;
    const { id } = await freshCourse(app, token, `alone-${count}`);
    const rest = await call(app, token, 'DELETE', `/courses/${id}`);
    const { id: other } = await freshCourse(app, token, `alone-tool-${count}`);
    return [rest.status, statusOf(await callTool(app, 'delete_course', { id: String(other) }, { token }))];
  };
  t.strictSame(await states(), [204, 'done'], 'by a tool as by REST: nobody can tell a chat from a program');
  t.match(said(await owner.submit(await owner.get(PAGE), '/ask', {})), applications.done.asks);
  t.strictSame(await states(), [403, 'waiting']);

  const asked = await owner.get(`${PAGE}/alone`);
  t.match(said(asked), applications.danger.alone.text);
  const wrong = await owner.submit(asked, '/alone', { password: 'not the password' });
  t.notMatch(said(wrong), applications.done.alone);
  t.strictSame(await states(), [403, 'waiting']);
  t.match(said(await owner.submit(asked, '/alone', { password: PASSWORD })), applications.done.alone);
  t.strictSame(await states(), [204, 'done']);
  const events = await file.rows("select before, after from audit_events where event = 'client_changed' order by id");
  t.strictSame(
    events.map(({ before, after }) => [before, after].map((values) => JSON.parse(String(values)).runsAlone)),
    [
      [true, false],
      [false, true],
    ],
  );
});

t.test('an application without a secret always asks, and staff change nothing', async (t) => {
  const made = await askingApp(t);
  await connected(made);
  const { id } = clientOf(RIVERSIDE.id);
  const owner = await made.browserOf('owner');
  const page = await owner.get(`/admin/riverside/applications/${id}`);
  t.notMatch(page.body, /\/alone|\/ask"/);
  t.equal((await owner.get(`/admin/riverside/applications/${id}/alone`)).status, 404);
  await made.file.edit('update clients set runs_alone = ? where id = ?', true, id);
  t.notMatch(said(await owner.get('/account/connected-apps')), new RegExp(`Test Tool.*${words.runsAlone}`));
  const staff = await made.browserOf('staff');
  t.equal((await staff.get(`${PAGE}/alone`)).status, 403);
});
