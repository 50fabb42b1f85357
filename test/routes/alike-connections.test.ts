// slow
/** Several connections of one person with the same app, told apart wherever one of them is named. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { testApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { callTool } from '../support/mcp.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const LIST = '/admin/riverside/connections';
const OWN = '/account/connected-apps';
const [RUTH, ANA, BEN] = ['ruth@riverside.example', 'ana@riverside.example', 'ben@riverside.example'];
const { activity, connectedApps, connections: text, events } = textFor('en');
const DETAILS = text.details({ app: 'Demo CLI', person: 'Ana Lima' });

/** Ana connects Demo CLI three times, twice in the same minute, and others once. */
async function setting(t: Test) {
  const { app, clock } = await testApp(t, { databaseUrl: databaseFile(t).url });
  clock.advance(-(clock.now % 60_000));
  for (const wait of [0, 20_000, 60_000]) {
    clock.advance(wait);
    await obtainTokens(app, DEMO.cli, {}, { email: ANA });
  }
  await obtainTokens(app, DEMO.notebook, {}, { email: ANA });
  await obtainTokens(app, DEMO.cli, {}, { email: BEN });
  return { app, clock, ruth: await signedIn(app, RUTH), ana: await signedIn(app, ANA) };
}

const pagesOf = async (browser: Browser): Promise<string[]> =>
  linksOf(await browser.get(LIST)).filter((href) => /\/connections\/\d+$/.test(href));

t.test('the list, the page and the question before the end of connections number those that are alike', async (t) => {
  const { ruth, ana } = await setting(t);
  const list = said(await ruth.get(LIST));
  for (const number of [1, 2, 3]) t.match(list, text.numbered({ name: DETAILS, number, count: 3 }));
  t.match(list, `${text.details({ app: 'Demo Notebook', person: 'Ana Lima' })} `);
  t.notMatch(
    list,
    text.numbered({ name: text.details({ app: 'Demo Notebook', person: 'Ana Lima' }), number: 1, count: 1 }),
    'the only one has no number',
  );
  t.notMatch(
    list,
    text.numbered({ name: text.details({ app: 'Demo CLI', person: 'Ben Okafor' }), number: 1, count: 1 }),
  );
  const times = [...(await ruth.get(LIST)).body.matchAll(/<time [^>]*>([^<]*WET)</g)].map(([, time]) => time);
  t.equal(new Set(times.slice(0, 3)).size, 3, 'those of the same minute are said to the second');
  t.match(times[1], /:\d\d:20\s[AP]M/u);
  t.match(times[2], / \d+:\d\d\s[AP]M/u, 'the others to the minute');

  const [first = '', second = ''] = await pagesOf(ruth);
  t.match(said(await ruth.get(second)), text.numbered({ name: DETAILS, number: 2, count: 3 }));
  const grants = [first, second].map((href) => `grant=${href.split('/').at(-1)}`).join('&');
  const asking = said(await ruth.get(`${LIST}/selected?${grants}`));
  const since = (time: string) => time.replaceAll('\u202f', ' ');
  t.match(since(asking), /\(connection 1 of 3, since Nov \d+, 2026, \d+:\d\d:00 [AP]M WET\)/);
  t.match(since(asking), /\(connection 2 of 3, since Nov \d+, 2026, \d+:\d\d:20 [AP]M WET\)/);

  const own = await ana.get(OWN);
  t.match(since(said(own)), /Connection 2 of 3 Connected since Nov \d+, 2026, \d+:\d\d:20 [AP]M WET/);
  const end = linksOf(own).filter((href) => href.endsWith('/end'));
  t.match(said(await ana.get(end[1] ?? '')), '(connection 2 of 3, since ');
});

t.test('the audit log and the account activity say which of several connections ended, and by whom', async (t) => {
  const { clock, ruth, ana } = await setting(t);
  clock.advance(60_000);
  const [first = ''] = await pagesOf(ruth);
  await ruth.submit(await ruth.get(`${first}/end`), '/end');
  const plain = (words: string) => words.replaceAll('\u202f', ' ');
  const log = plain(said(await ruth.get('/admin/riverside/audit')));
  const at = /\(connected (Nov \d+, 2026, \d+:\d\d:00 [AP]M WET)\)/.exec(log)?.[1] ?? '?';
  const who = { who: 'Ruth Adeyemi', app: 'Demo CLI', target: 'Ana Lima' };
  const sentence = events.grant_revoked.oneOfMember.log({ ...who, count: 3, since: at }).replace(/^\S+ \S+/, '');
  t.match(log, sentence);
  const history = () => ana.get('/account/activity').then((page) => plain(said(page)));
  const school = 'Riverside Academy';
  t.match(await history(), activity.endedOf({ app: 'Demo CLI', school, count: 3, since: at }));

  clock.advance(60_000);
  const ends = linksOf(await ana.get(OWN)).filter((href) => href.endsWith('/end'));
  await ana.submit(await ana.get(ends.at(-1) ?? ''), '/end');
  const later = at.replace(':00 ', ':20 ');
  t.match(await history(), events.grant_revoked.one.you({ app: 'Demo CLI', count: 2, since: later }));
  t.match(
    plain(said(await ruth.get('/admin/riverside/audit'))),
    `Ana Lima ended one of their 2 connections with Demo CLI (connected ${later}).`,
  );
  clock.advance(60_000);
  const [last = ''] = linksOf(await ana.get(OWN)).filter((href) => href.endsWith('/end-app'));
  await ana.submit(await ana.get(last), '/end-app');
  t.match(await history(), events.grant_revoked.you, 'the last one is said as before');
});

t.test('the audit log says through which of several connections a tool was called', async (t) => {
  const { app, clock } = await testApp(t, { databaseUrl: databaseFile(t).url });
  clock.advance(-(clock.now % 60_000));
  const scope = { scope: 'openid courses:read' };
  const connect = () => obtainTokens(app, DEMO.adminTool, scope, { email: RUTH });
  const ruth = await signedIn(app, RUTH);
  const useTool = (token: string) => callTool(app, 'list_courses', {}, { token });
  const log = () => ruth.get('/admin/riverside/audit?event=tool_called');
  /** The seconds of the times since when connections are. */
  const timesIn = (page: { body: string }) =>
    [...said(page).matchAll(/Connected since:? Nov \d+, 2026, \d+:\d\d:(\d\d)\s[AP]M WET/gu)].map(
      ([, seconds]) => seconds,
    );

  const first = await connect();
  await useTool(first.access_token);
  t.strictSame(timesIn(await log()), [], 'the only connection needs no time');
  clock.advance(20_000);
  const second = await connect();
  await useTool(second.access_token);
  const both = await log();
  t.strictSame(timesIn(both), ['20', '00'], 'each line has its own');
  const entries = linksOf(both).filter((href) => /\/audit\/\d+$/.test(href));
  for (const [at, seconds] of ['20', '00'].entries()) {
    const entry = await ruth.get(entries[at] ?? '');
    t.strictSame(timesIn(entry), [seconds], 'and so has its page');
    t.notMatch(said(entry), 'connectionId');
  }
  const end = linksOf(await ruth.get(OWN)).filter((href) => href.endsWith('/end'));
  await ruth.submit(await ruth.get(end[0] ?? ''), '/end');
  t.equal(timesIn(await log()).length, 2, 'also after one has ended');
});

t.test('lists and histories call an app by the same name, with the host that vouches for it', async (t) => {
  const id = 'https://claude.ai/oauth/claude-code-client-metadata';
  const redirectUri = 'http://127.0.0.1:49152/callback';
  const host = await documentHost(t);
  host.serve(id, documentFor(id, { client_name: 'Claude Code', redirect_uris: [redirectUri] }));
  const { app } = await testApp(t, { network: host.network });
  await obtainTokens(app, { id, redirectUri, secret: undefined }, { scope: 'openid courses:read' }, { email: RUTH });
  const ruth = await signedIn(app, RUTH);
  const name = 'Claude Code (claude.ai)';
  for (const path of ['/account', '/account/activity', '/admin/riverside/audit'])
    t.match(said(await ruth.get(path)), name, path);
  const account = said(await ruth.get('/account'));
  t.equal(account.split(name).length, 3, 'among the apps and among the latest activity');
  t.match(
    said(await ruth.get(OWN)),
    `claude.ai ${connectedApps.callsItself({ name: 'Claude Code' })}`,
    'not reviewed yet',
  );
  const client = await app.oauth.metadataClients.find(id as never);
  if (client === undefined) throw new Error('no client');
  await app.oauth.metadataClients.approve(client, { at: app.clock() } as never);
  t.match((await ruth.get(OWN)).body, `<h2>${name}</h2>`);
  t.match(said(await ruth.get(LIST)), text.details({ app: name, person: '' }));
});
