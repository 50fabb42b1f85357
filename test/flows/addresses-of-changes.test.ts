/**
 * The addresses in the answers to requests that change something, in refusals, and in the e-mails that follow: each leads
 * somewhere at the time at which it is given.
 */
import t from 'tap';
import type { ApiDescription } from '../../schema/data/api-description.ts';
import { demoContent } from '../../scripts/commands/demo/content/index.ts';
import { storeDemoFiles } from '../../scripts/commands/demo/files.ts';
import { DEMO_SITES } from '../../scripts/commands/demo/platform.ts';
import { ask } from '../support/account.ts';
import { byBrowser, byToken, Found, inHeaders, ours, recordAnswers } from '../support/addresses.ts';
import { adminApp, CALLERS } from '../support/admin.ts';
import { World } from '../support/api-examples.ts';
import { temporaryFolder } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { Mailbox } from '../support/emails.ts';
import { callTool } from '../support/mcp.ts';
import { CALLBACK } from '../support/oauth-client.ts';
import { signedIn } from '../support/signed-in.ts';

t.setTimeout(300_000);

t.test('every address in answers to changes, in refusals and in their e-mails leads somewhere [D5]', async (t) => {
  const dataDir = temporaryFolder(t);
  const { app, tokenOf } = await adminApp(t, { dataDir, env: { RATE_LIMITS: 'off' } });
  const mailbox = new Mailbox(dataDir, { app, leavesOut: [] });
  const found = new Found();
  const owner = await tokenOf('owner');
  const member = await tokenOf('member', ['account:read', 'account:write']);
  const people = [
    new Browser(app),
    await signedIn(app, CALLERS.owner.email),
    await signedIn(app, CALLERS.member.email),
  ];
  const visitors = [...people.map(byBrowser), byToken(app, owner)];
  const description: ApiDescription = (await app.inject('/openapi.json')).json();
  const places = new Set<string>();
  let isVisiting = false;
  recordAnswers(app, (request, response) => {
    if (isVisiting) return;
    places.add(request);
    found.add(`a header of ${request}`, inHeaders(response));
    // Files are sent to the address of an upload.
    found.add(request, ours(response.body.replace(/"method":"PUT","url":"[^"]*"/g, '')));
  });
  let mailed = 0;
  const visit = async (arrived = mailbox.take()) => {
    isVisiting = true;
    for (const { subject, text } of arrived) {
      mailed += 1;
      found.add(`the e-mail “${subject}”`, ours(text));
    }
    await found.visit(visitors);
    isVisiting = false;
  };

  const first = async (tool: string) =>
    (await callTool(app, tool, { first: 100 }, { token: member })).result.structuredContent?.nodes ?? [];
  const [product] = await first('list_my_downloads');
  const fileId = product?.files?.[0]?.fileId;
  // The database of the tests is a copy of the demo's, which has stored its files elsewhere.
  await storeDemoFiles(
    app,
    DEMO_SITES.map((site) => demoContent(site, app.clock())),
  );
  const { result } = await callTool(
    app,
    'request_my_download',
    { productId: product?.productId, fileId },
    { token: member },
  );
  t.match(result.structuredContent?.url, /^http/, 'a link to a file');
  const lectureId = (await first('list_my_courses')).find(({ lastWatchedLecture }) => lastWatchedLecture)
    ?.lastWatchedLecture?.lectureId;
  const changes = `mutation {
    updateProfile(input: {}) { site { url } }
    saveWatchPosition(lectureId: "${lectureId}", positionSeconds: 1) { url }
    requestDownload(productId: "${product?.productId}", fileId: "${fileId}") { url }
  }`;
  t.equal((await ask(app, member, changes)).json().errors, undefined);
  await visit();

  const world = new World({ app }, owner, description);
  for (const name of world.order) {
    await world.prepare(name);
    // A second invitation ends the first.
    await visit(name === 'resend_invitation' ? await mailbox.wait() : []);
    await world.runInOrder(name);
    await visit();
  }
  t.ok(places.size > 100, `${places.size} operations answered`);

  const json = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const refused: [
    method: 'GET' | 'POST',
    url: string,
    payload?: object | string | undefined,
    headers?: Record<string, string>,
  ][] = [
    ['POST', '/mcp?auth=required', '{}', json],
    ['POST', '/mcp', '{', json],
    ['GET', '/api/v1/courses'],
    ['GET', '/api/v1/courses', undefined, { authorization: 'Bearer at_1.dead' }],
    ['POST', '/api/v1/courses', {}, { authorization: `Bearer ${owner}` }],
    ['GET', '/api/v1/nothing', undefined, { authorization: `Bearer ${owner}` }],
    ['POST', '/account/graphql', { query: '{ viewer { id } }' }],
    ['POST', '/account/graphql', { query: '{ nothing }' }, { authorization: `Bearer ${owner}` }],
    ['GET', '/api/oauth/userinfo'],
    ['POST', '/api/oauth/register', {}],
    ['POST', '/api/oauth/register', { client_name: 'Course helper', redirect_uris: [CALLBACK] }],
    ['POST', '/api/oauth/token', { grant_type: 'authorization_code' }],
    ['POST', '/api/oauth/revoke', {}],
    ['POST', '/api/oauth/introspect', {}],
    ['GET', '/oauth/authorize?client_id=nobody'],
    ['GET', '/oauth/authorize?client_id=nobody', undefined, { accept: 'text/html' }],
    ['GET', '/nothing', undefined, { accept: 'text/html' }],
    ['POST', '/signin', 'email=nobody', { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }],
  ];
  for (const [method, url, payload, headers = {}] of refused) {
    await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }
  await visit();
  t.strictSame(found.dead, [], `${found.places.size} addresses`);
  t.ok(found.places.size > 30, `${found.places.size} addresses`);
  t.ok(mailed > 5, `${mailed} e-mails`);
});
