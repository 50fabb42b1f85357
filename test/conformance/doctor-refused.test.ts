// slow
/** What `schoolgate doctor connect` says of apps that are blocked or disabled, of a given client_id, and what it leaves. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, run } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

const VSCODE = 'https://vscode.dev/oauth/client-metadata.json';
const RUTH = 'ruth@riverside.example';
const SITE = 'site_demo_riverside';
const CURSOR = ['http://localhost:8787/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'];

/** Serves an app of this process, so that its clients can be blocked and disabled. */
async function serving(t: Test) {
  const host = await documentHost(t);
  host.serve(
    VSCODE,
    documentFor(VSCODE, { redirect_uris: ['http://127.0.0.1:33418/', 'https://vscode.dev/redirect'] }),
  );
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { app } = await testApp(t, { network: host.network, env: { BASE_URL: origin } });
  await app.listen({ host: '127.0.0.1', port });
  const doctor = (args: readonly string[], environment: Record<string, string> = {}) =>
    run(t, [COMMAND, 'doctor', 'connect', ...args, '--server', origin], environment).ended;
  return { app, doctor, origin };
}

const by = (app: { clock(): number }, clientId: string) => ({
  at: app.clock(),
  clientId,
  siteId: SITE,
  personId: 'usr_demo_ruth',
});

t.test('doctor says once that an app is blocked, and who can allow it again', async (t) => {
  const { app, doctor } = await serving(t);
  t.match(await doctor(['vscode']), { code: 0 });
  const found = await app.oauth.resolveClient(VSCODE);
  if (found?.origin !== 'metadata_document') throw new Error('no such client');
  await app.oauth.metadataClients.block(found, { at: app.clock() });
  const { code, stdout } = await doctor(['vscode']);
  t.equal(code, 1);
  t.match(stdout, `; the page for people says: ${textFor('en').message.client_blocked.title}`);
  t.match(
    stdout,
    `Trying again does not help: the platform's administrators can allow ${VSCODE} again (App reviews, or schoolgate clients)`,
  );
  t.equal(stdout.split('the page for people says').length, 2, 'not for each of its callbacks');
  t.notMatch(stdout, 'CIMD_ALLOWED_HOSTS', 'its document is not the reason');
});

t.test('doctor says where the addresses of an application are added that has others', async (t) => {
  const { doctor } = await serving(t);
  const { code, stdout } = await doctor(['cursor', '--client-id', 'c_demo_cli']);
  t.equal(code, 1);
  t.match(stdout, 'redirect_uri is not registered for this client');
  t.match(stdout, 'Add these addresses to c_demo_cli (OAuth applications, Edit, at /admin)');
});

t.test('doctor uses a given client_id, and says who can enable a disabled application', async (t) => {
  const { app, doctor } = await serving(t);
  const id = 'c_made_for_cursor';
  const settings = { authMethod: 'none', redirectUris: CURSOR, scopes: ['openid', 'profile', 'email'] } as const;
  await app.oauth.siteApplications.create(
    { ...settings, id, origin: 'site_application', siteId: SITE, name: 'Cursor', createdAt: app.clock() },
    { event: 'client_created', ...by(app, id) },
  );
  const works = await doctor(['cursor', '--client-id', id, '--email', RUTH], { DOCTOR_PASSWORD: PASSWORD });
  t.equal(works.code, 0, works.stdout);
  t.match(works.stdout, `uses ${id}, as given`);
  t.match(works.stdout, /No problem was found that would stop Cursor\. Scopes tried: openid profile email\.\n/);

  const [stored] = (await app.oauth.siteApplications.ofSite(SITE)).filter((one) => one.id === id);
  if (stored === undefined) throw new Error('no such application');
  await app.oauth.siteApplications.disable(stored, { event: 'client_disabled', ...by(app, id) });
  const { code, stdout } = await doctor(['cursor', '--client-id', id]);
  t.equal(code, 1);
  t.match(stdout, `an owner or administrator of the school can enable ${id} again (OAuth applications, at /admin)`);
  t.match(stdout, '– dead token  skipped: the server refuses this client');
  t.match(
    stdout,
    'Cursor could not connect: one step fails. Scopes tried: openid profile email.\n',
    'one cause counts once',
  );
});

t.test('doctor says where a client_id comes from that this server does not know', async (t) => {
  const { doctor } = await serving(t);
  const { code, stdout } = await doctor(['cursor', '--client-id', 'c_nonsense']);
  t.equal(code, 1);
  t.match(stdout, /✓ identity {4}uses c_nonsense, as given\n/);
  t.match(
    stdout,
    /unknown client_id.*\. Copy the client_id from OAuth applications: ids of other servers are unknown here\n/,
  );
  t.match(stdout, 'one step fails');
});

t.test('doctor refuses a client_id that the client would not use', async (t) => {
  const { doctor } = await serving(t);
  const refused = [
    { args: ['codex', '--client-id', 'c_1'], env: {}, by: 'codex would not use --client-id, because' },
    { args: ['cursor', '--client-id', 'c_1', '--way', 'registration'], env: {}, by: 'by registration: leave it out' },
    {
      args: ['cursor', '--client-id', 'c_1'],
      env: { DOCTOR_CLIENT_SECRET: 'cs_1' },
      by: '--client-id with DOCTOR_CLIENT_SECRET',
    },
  ];
  for (const { args, env, by } of refused) {
    const { code, stdout, stderr } = await doctor(args, env);
    t.strictSame([code, stdout], [2, ''], args.join(' '));
    t.match(stderr, by);
  }
});

t.test('doctor says that the servers of a hosted app cannot reach this computer', async (t) => {
  const { doctor, origin } = await serving(t);
  const { code, stdout } = await doctor(['claude', '--way', 'registration']);
  t.equal(code, 0, stdout);
  t.match(stdout, `Claude runs on its vendor's servers, which cannot reach ${origin}: it needs a public address`);
  t.notMatch(stdout, 'No problem was found');
  const json = await doctor(['claude', '--way', 'registration', '--json']);
  t.match(JSON.parse(json.stdout), { holds: true, cutOff: /cannot reach/, ways: [{ scope: 'openid profile email' }] });
  t.match(JSON.parse((await doctor(['opencode', '--json'])).stdout).cutOff ?? 'nothing', 'nothing');
});

t.test('doctor says so of a hosted app that is refused as well, and which scopes it tried', async (t) => {
  const { doctor, origin } = await serving(t);
  const { code, stdout } = await doctor(['claude', '--way', 'document']);
  t.equal(code, 1, stdout);
  t.match(
    stdout,
    `Claude could not connect: one step fails. Claude runs on its vendor's servers, which cannot reach ${origin}: ` +
      'it needs a public address with https. Scopes tried: openid profile email.\n',
  );
  t.notMatch(stdout, 'Nothing else');
});

t.test('doctor signs out of the account that it signed in to', async (t) => {
  const { doctor, origin } = await serving(t);
  const browser = new HttpBrowser(origin);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: RUTH, password: PASSWORD });
  const othersListed = async () => /end-everywhere/.test((await browser.get('/account/sessions')).body);
  t.notOk(await othersListed());
  const other = new HttpBrowser(origin);
  await other.submit(await other.get('/sign-in'), '/sign-in', { email: RUTH, password: PASSWORD });
  t.ok(await othersListed(), 'as for any other browser');
  await other.signOut();
  const { code } = await doctor(['opencode', '--email', RUTH], { DOCTOR_PASSWORD: PASSWORD });
  t.equal(code, 0);
  t.notOk(await othersListed());
});
