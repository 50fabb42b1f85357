// slow
/** Hand-over links: what they reveal to whom, once, and what ends them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import type { AuditEventName } from '../../schema/audit/audit-event.ts';
import { HANDOVER_LINK_LIFETIME } from '../../schema/clients/handover-link.ts';
import { addAdmin, CALLERS, RIVERSIDE } from '../support/admin.ts';
import { BASE, PASSWORD, SECRET, temporaryFolder, testApp } from '../support/app.ts';
import { Browser, type Page } from '../support/browser.ts';
import { HttpBrowser, type Person } from '../support/http-browser.ts';
import { freePort } from '../support/live-server.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

t.setTimeout(120_000);

const { handOver, applications } = textFor('en');
const WEB_APP = 'c_demo_web_app';
const pathOf = (id: string, deed = ''): string => `/admin/riverside/applications/${id}${deed}`;
const inputOf = ({ body }: Pick<Page, 'body'>, id: string): string =>
  (new RegExp(`id="${id}"[^>]* value="([^"]*)"`).exec(body)?.[1] ?? '').replaceAll('&amp;', '&');

/** Asks the token endpoint as the application, with a code that does not exist: a right secret gets as far as the code. */
async function accepts(app: FastifyInstance, secret: string): Promise<boolean> {
  const fields = { grant_type: 'authorization_code', client_id: WEB_APP, client_secret: secret, code: 'ac_1.x' };
  const response = await app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      ...fields,
      redirect_uri: 'http://127.0.0.1/callback',
      code_verifier: 'x'.repeat(43),
    }).toString(),
  });
  return response.json().error !== 'invalid_client';
}

async function setting(t: Test) {
  const made = await testApp(t);
  const owner = await signedIn(made.app, CALLERS.owner.email);
  const make = async (id = WEB_APP): Promise<string> => {
    const page = await owner.submit(await owner.get(pathOf(id, '/hand-over')), '/hand-over', { password: PASSWORD });
    return inputOf(page, 'link').replace(BASE, '');
  };
  return { ...made, owner, make };
}

const countOf = async (app: FastifyInstance, event: AuditEventName): Promise<number> =>
  (await app.audit.log.page(RIVERSIDE.id, { event, clientId: WEB_APP }, 20)).length;

t.test('the secret is made and shown by a click, once, and opening the page reveals nothing [E-33]', async (t) => {
  const { app, owner, make } = await setting(t);
  const asking = await owner.get(pathOf(WEB_APP, '/hand-over'));
  t.match(said(asking), handOver.admin.confirm.text);
  const about = said(await owner.get(pathOf(WEB_APP, '/developer')));
  t.match(about, handOver.admin.lead);
  t.match(about, applications.developer.sendSecret);
  t.equal((await owner.submit(asking, '/hand-over', { password: 'not this' })).status, 400, 'a fresh factor is needed');
  const link = await make();
  t.match(link, /^\/hand-over\?token=hl_[A-Za-z0-9_-]{43}$/);
  const developer = new Browser(app);
  for (const visit of ['a mail scanner', 'the developer']) {
    const page = await developer.get(link);
    t.equal(page.status, 200, visit);
    t.match(said(page), handOver.code.account({ school: RIVERSIDE.name }), 'with what is needed to sign in');
    t.match(said(page), 'within a minute');
    t.notMatch(page.body, /\bcs_[\w-]{40}/);
    t.equal(page.headers['cache-control'], 'no-store');
    t.equal(page.headers['referrer-policy'], 'strict-origin', 'no other request names the address');
  }
  t.equal(await countOf(app, 'handover_link_opened'), 1, 'recorded the first time');
  t.ok(await accepts(app, SECRET), 'the secret in use is as it was');
  const page = await developer.get(link);
  t.match(said(page), handOver.secret.text);
  const answers = await Promise.all([1, 2, 3].map(() => developer.submit(page, '/hand-over/secret')));
  const [secret = '', ...others] = new Set(answers.map((answer) => inputOf(answer, 'client_secret')));
  t.match(secret, /^cs_[\w-]{40}/);
  t.strictSame(others, [], 'several simultaneous clicks reveal the same');
  t.ok(await accepts(app, secret));
  t.ok(await accepts(app, SECRET), 'and the one before works for another 24 hours');
  const again = await developer.submit(page, '/hand-over/secret', { once: '' });
  t.equal(again.status, 409, 'the form that was open does not make another one');
  t.notMatch(again.body, /\bcs_[\w-]{40}/);
  t.ok(await accepts(app, secret));
  const later = await developer.get(link);
  t.match(said(later), handOver.secret.usedText);
  t.notMatch(later.body, /\bcs_[\w-]{40}/);
  t.equal(await countOf(app, 'handover_link_created'), 1);
  t.equal(await countOf(app, 'handover_secret_revealed'), 1);
  t.match(said(await owner.get(pathOf(WEB_APP, '/developer'))), handOver.admin.revealed);
  const log = await app.audit.log.page(RIVERSIDE.id, { event: 'handover_secret_revealed' }, 1);
  t.match(log, [{ personId: null, clientId: WEB_APP, ip: '127.0.0.1' }]);
});

t.test('a new secret ends the other links, so that the previous secret keeps its 24 hours [E-33]', async (t) => {
  const { app, owner, make } = await setting(t);
  const [first, second] = [await make(), await make()];
  const developer = new Browser(app);
  const open = await developer.get(second);
  const shown = await developer.submit(await developer.get(first), '/hand-over/secret');
  t.ok(await accepts(app, inputOf(shown, 'client_secret')));
  t.equal((await developer.get(second)).status, 404);
  t.equal((await developer.submit(open, '/hand-over/secret')).status, 404, 'nor by the form that was open');
  t.ok(await accepts(app, SECRET));
  t.equal((await developer.get(first)).status, 200, 'the link that was used still shows the settings');

  const third = await make();
  await owner.submit(await owner.get(pathOf(WEB_APP, '/secret')), '/secret', { password: PASSWORD });
  t.equal((await developer.get(third)).status, 404, 'after the school has rotated the secret itself');
});

t.test('a form from elsewhere reveals nothing [RFC 6749 §10.12]', async (t) => {
  const { app, make } = await setting(t);
  const token = new URLSearchParams((await make()).split('?')[1]).get('token') ?? '';
  const stranger = new Browser(app);
  for (const csrf of ['', 'wrong']) {
    const answer = await stranger.post('/hand-over/secret', [
      ['token', token],
      ['csrf', csrf],
    ]);
    t.equal(answer.status, 403);
  }
  t.ok(await accepts(app, SECRET));
  t.equal(await countOf(app, 'handover_secret_revealed'), 0);
});

t.test('a link ends with time, revocation, its application, and the rights of its maker [E-33]', async (t) => {
  const ends: Readonly<Record<string, (set: Awaited<ReturnType<typeof setting>>) => Promise<unknown>>> = {
    expiry: async ({ clock }) => clock.advance(HANDOVER_LINK_LIFETIME),
    revocation: async ({ owner }) => owner.submit(await owner.get(pathOf(WEB_APP, '/developer')), '/hand-over/revoke'),
    'disabling the application': async ({ owner }) => {
      await owner.submit(await owner.get(pathOf(WEB_APP, '/disable')), '/disable', { password: PASSWORD });
      await owner.submit(await owner.get(pathOf(WEB_APP)), '/enable');
    },
    'turning the applications of the school off': async ({ owner }) =>
      owner.submit(await owner.get('/admin/riverside/settings'), '/settings/features', {
        feature: 'mcp_connections',
        on: 'no',
      }),
    'deleting the application': async ({ owner }) =>
      owner.submit(await owner.get(pathOf(WEB_APP, '/delete')), '/delete', { password: PASSWORD }),
  };
  for (const [cause, end] of Object.entries(ends)) {
    const set = await setting(t);
    const link = await set.make();
    const developer = new Browser(set.app);
    const page = await developer.get(link);
    await end(set);
    const opened = await developer.get(link);
    t.equal(opened.status, 404, cause);
    t.match(said(opened), handOver.gone.text, cause);
    t.notMatch(opened.body, WEB_APP, cause);
    const answer = await developer.submit(page, '/hand-over/secret');
    t.equal(answer.status, 404, `${cause}: nor by the form that was open`);
    t.notMatch(answer.body, /\bcs_[\w-]{40}/);
    t.equal(await countOf(set.app, 'handover_secret_revealed'), 0, cause);
  }
  const set = await setting(t);
  await addAdmin(set.app);
  const admin = await signedIn(set.app, CALLERS.admin.email);
  const page = await admin.submit(await admin.get(pathOf(WEB_APP, '/hand-over')), '/hand-over', { password: PASSWORD });
  const link = inputOf(page, 'link').replace(BASE, '');
  const developer = new Browser(set.app);
  t.equal((await developer.get(link)).status, 200);
  const member = `/admin/riverside/members/${CALLERS.admin.id}`;
  await set.owner.submit(await set.owner.get(`${member}/suspend`), '/suspend', { password: PASSWORD });
  t.equal((await developer.get(link)).status, 404, 'of somebody who no longer manages the school');
  await set.owner.submit(await set.owner.get(member), '/reinstate');
  t.equal((await developer.get(link)).status, 404, 'nor does it come back with the role');
  t.equal((await developer.get('/hand-over')).status, 404);
  t.equal((await developer.get(`/hand-over?token=hl_${'x'.repeat(43)}`)).status, 404);
});

t.test('each link that ends with MCP connections is in the audit log, and none that had ended before', async (t) => {
  const { app, owner, make, clock } = await setting(t);
  await make();
  await owner.submit(await owner.get(pathOf(WEB_APP, '/developer')), '/hand-over/revoke');
  await make();
  clock.advance(HANDOVER_LINK_LIFETIME);
  const again = await signedIn(app, CALLERS.owner.email);
  for (let n = 0; n < 2; n += 1) {
    await again.submit(await again.get(pathOf(WEB_APP, '/hand-over')), '/hand-over', { password: PASSWORD });
  }
  t.equal(await countOf(app, 'handover_link_revoked'), 1, 'the one by hand');
  const features = '/admin/riverside/settings';
  const off = { feature: 'mcp_connections', on: 'no' };
  await again.submit(await again.get(features), '/settings/features', off);
  t.equal(await countOf(app, 'handover_link_revoked'), 3);
  const log = said(await again.get('/admin/riverside/audit'));
  t.match(log, 'Ruth Adler revoked a hand-over link for Demo Web App.');
});

t.test('only those who manage the application make and revoke its links [E-33]', async (t) => {
  const { app, make } = await setting(t);
  const link = await make();
  for (const who of ['staff', 'member', 'foreignOwner'] as const) {
    const browser = await signedIn(app, CALLERS[who].email);
    const csrf = /name="csrf" value="([^"]*)"/.exec((await browser.get('/account')).body)?.[1] ?? '';
    for (const path of [pathOf(WEB_APP, '/hand-over'), pathOf(WEB_APP, '/hand-over/revoke')]) {
      t.equal((await browser.post(path, [['csrf', csrf]])).status, 403, `${who} ${path}`);
    }
  }
  const hugo = await signedIn(app, CALLERS.foreignOwner.email);
  await hugo.submit(await hugo.get('/admin/harbour/connect'), '/settings/features');
  const elsewhere = `/admin/harbour/applications/${WEB_APP}/hand-over`;
  t.equal((await hugo.get(elsewhere)).status, 404, 'nor by the address of another school');
  t.equal((await new Browser(app).get(link)).status, 200, 'and nothing has ended it');
});

t.test('the page leads to the explorer of the Account API only where the school has one', async (t) => {
  const { app, owner, make } = await setting(t);
  const link = await make();
  const developer = new Browser(app);
  const explorerIn = async (): Promise<boolean> => linksOf(await developer.get(link)).includes('/account/explorer');
  t.ok(await explorerIn());
  const disable = pathOf('c_demo_explorer', '/disable');
  await owner.submit(await owner.get(disable), '/disable', { password: PASSWORD });
  t.notOk(await explorerIn());
  const explorer = said(await owner.get(pathOf('c_demo_explorer', '/developer')));
  t.match(explorer, handOver.admin.disabled);
  t.notMatch(explorer, handOver.admin.create);
});

t.test('an application has at most ten links that can be used [E-33]', async (t) => {
  const { owner, make } = await setting(t);
  for (let made = 0; made < 10; made += 1) t.match(await make(), '/hand-over?token=');
  t.equal(await make(), '', 'the eleventh');
  t.match(said(await owner.get(`${pathOf(WEB_APP, '/developer')}?done=links_full`)), applications.done.links_full);
  await owner.submit(await owner.get(pathOf(WEB_APP, '/developer')), '/hand-over/revoke');
  t.match(await make(), '/hand-over?token=', 'after one was revoked');
});

const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Runs a program of the page as a developer would: opens what it prints, and pastes where the browser ends. */
async function runSample(child: ChildProcess, origin: string, person: Person): Promise<string> {
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new TypeError('no pipes');
  const failure = textOf(stderr);
  let printed = '';
  const address = new Promise<string>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      printed += String(chunk);
      const [found] = /http\S+\/oauth\/authorize\?\S+/.exec(printed) ?? [];
      if (found !== undefined && /Paste/.test(printed)) resolve(found);
    });
  });
  const gone = once(child, 'close');
  const asked = await Promise.race([address, gone.then(async () => `ended: ${await failure}`)]);
  const callback = await new HttpBrowser(origin).authorize(asked, person);
  stdin.end(`${callback}\n`);
  await gone;
  return printed + (await failure);
}

t.test('the programs of the page run as they stand, with a secret and without [spec 5.3]', async (t) => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { app } = await testApp(t, { env: { BASE_URL: origin } });
  await app.oauth.clients.create(
    {
      ...({ id: 'c_lister', name: 'Lister', authMethod: 'none', origin: 'site_application', createdAt: 0 } as const),
      ...({
        siteId: RIVERSIDE.id,
        scopes: ['openid', 'courses:read'],
        redirectUris: ['http://127.0.0.1/callback'],
      } as const),
    },
    { event: 'client_created', at: 0, siteId: RIVERSIDE.id },
  );
  await app.listen({ port, host: '127.0.0.1' });
  const owner = new HttpBrowser(origin);
  await owner.submit(await owner.get('/sign-in'), '/sign-in', { email: CALLERS.owner.email, password: PASSWORD });
  const folder = temporaryFolder(t);
  const calls = [
    [WEB_APP, CALLERS.member.email, /"viewer":\{"name":"Ana/],
    ['c_demo_notebook', CALLERS.member.email, /"viewer":\{"name":"Ana/],
    ['c_lister', CALLERS.staff.email, /\{"nodes":\[\{"id":"crs_/],
  ] as const;
  for (const [id, email, answer] of calls) {
    const path = pathOf(id, '/hand-over');
    const made = await owner.submit(await owner.get(path), '/hand-over', { password: PASSWORD });
    const developer = new HttpBrowser(origin);
    const page = await developer.get(inputOf(made, 'link'));
    const isSecret = id === WEB_APP;
    const secret = isSecret ? inputOf(await developer.submit(page, '/hand-over/secret'), 'client_secret') : undefined;
    if (!isSecret) t.match(said(page), handOver.secret.none);
    const programs = [...page.body.matchAll(/<summary>([^<]*)<\/summary>.*?<code>(.*?)<\/code>/gs)];
    t.strictSame(
      programs.map(([, language]) => language),
      ['curl', 'JavaScript', 'Python'],
    );
    for (const [, language = '', code = ''] of programs) {
      const [program, end] =
        { curl: ['sh', 'sh'], JavaScript: [process.execPath, 'mjs'], Python: ['python3', 'py'] }[language] ?? [];
      if (program === undefined) throw new Error(language);
      const file = join(folder, `${id}.${end}`);
      writeFileSync(file, unescaped(code));
      const env = { PATH: process.env.PATH, ...(secret === undefined ? {} : { CLIENT_SECRET: secret }) };
      const printed = await runSample(spawn(program, [file], { env, stdio: 'pipe' }), origin, { email });
      t.match(printed, answer, `${language} for ${id}`);
      if (id !== 'c_lister') continue;
      const cancelled = spawn(program, [file], { env, stdio: 'pipe' });
      const refused = await runSample(cancelled, origin, { email, decision: 'deny' });
      t.match(refused, 'the person denied access', `${language} says why there is no code`);
    }
  }
});
