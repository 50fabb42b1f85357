/** What members and schools see of an app that the platform has blocked. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { CALLERS, RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { authorizeUrl, CALLBACK, makeVerifier, obtainTokens } from '../support/oauth-client.ts';
import { said, signedIn } from '../support/signed-in.ts';

const CLAUDE = 'https://claude.ai/oauth/mcp-oauth-client-metadata';
const GUIDE = '/account/assistants/riverside';
const client = { id: CLAUDE, redirectUri: CALLBACK, secret: undefined };
const scope = { scope: 'openid account:read' };
const { activity, assistants, connect, consent, events, message, reviews } = textFor('en');

/** Ana has connected Claude, which her school offers to members. */
async function setting(t: Test) {
  const host = await documentHost(t);
  host.serve(CLAUDE, documentFor(CLAUDE, { client_name: 'Claude' }));
  const env = { PLATFORM_OPERATORS: CALLERS.owner.email, REVIEWED_BY_DEFAULT: 'off' };
  const { app, clock } = await testApp(t, { network: host.network, env });
  const found = await app.oauth.resolveClient(CLAUDE);
  if (found?.origin !== 'metadata_document') throw new Error('no such client');
  await app.oauth.metadataClients.adopt(found, RIVERSIDE.id, { at: app.clock() });
  await obtainTokens(app, client, scope, { email: CALLERS.member.email });
  const block = async (): Promise<void> => {
    const known = await app.oauth.metadataClients.find(CLAUDE);
    if (known !== undefined) await app.oauth.metadataClients.block(known, { at: app.clock() });
  };
  return { app, block, clock };
}

t.test('a member is told that an app is blocked, wherever it is missing', async (t) => {
  const { app, block, clock } = await setting(t);
  const ana = await signedIn(app, CALLERS.member.email);
  t.match((await ana.get(GUIDE)).body, '<h2>Claude</h2>');
  const line = activity.ended.block({ app: 'Claude (claude.ai)', count: 1 });
  const pattern = line.replace(/[().]/g, '\\$&');
  t.notMatch(said(await ana.get('/account/activity')), line);
  clock.advance(60_000);
  await block();

  for (const language of LANGUAGES) {
    const { client_blocked: blocked, bad_request: wrong } = textFor(language).message;
    const refused = await ana.get(authorizeUrl(client, makeVerifier(), scope), { 'accept-language': language });
    t.equal(refused.status, 400);
    t.match(said(refused), blocked.title, language);
    t.notMatch(said(refused), wrong.title, 'it is no mistake of the app');
    const named = `claude.ai · ${textFor(language).client.callsItself({ name: 'Claude' })}`;
    t.match(said(refused), named, 'by its host, and by the name that it gives itself');
    t.notMatch(said(refused), 'could not be used', 'the details are about the block');
  }
  const guide = said(await ana.get(GUIDE));
  t.match(guide, assistants.blocked({ apps: 'Claude', school: 'Riverside Academy' }));
  t.notMatch(guide, assistants.none({ school: 'Riverside Academy' }), 'the school did offer one');
  const allowed = events.consent_given.atSchool.you({ app: 'Claude .claude.ai.', school: 'Riverside Academy' });
  for (const path of ['/account/activity', '/account']) {
    const page = said(await ana.get(path));
    t.match(page, new RegExp(`${pattern} .{1,60} Riverside Academy .{0,400}${allowed}`), path);
    t.equal(page.split(line).length, 2, 'once');
    t.notMatch(page, activity.allowedAgain);
  }
  t.notMatch(said(await (await signedIn(app, CALLERS.owner.email)).get('/account/activity')), line);
  t.match(message.client_blocked.text, 'Only they can allow it again', 'whom to ask');
  t.notMatch(message.client_blocked.text, 'signed in', 'Ana is');
  const known = await app.oauth.metadataClients.find(CLAUDE);
  t.ok(known && (await app.oauth.metadataClients.approve(known, { at: clock.now })));
  for (const path of ['/account/activity', '/account']) {
    const after = said(await ana.get(path));
    t.match(
      after,
      new RegExp(`${pattern} .{1,100} ${activity.allowedAgain}`),
      'the end stays when the app is unblocked',
    );
    t.equal(after.split(activity.allowedAgain).length, 2, 'and nothing else is said to be allowed again');
  }
});

t.test('a program that comes from a blocked app is not told that it is blocked', async (t) => {
  const { app, block } = await setting(t);
  await block();
  const asking = { url: authorizeUrl(client, makeVerifier(), scope), headers: { accept: 'application/json' } };
  const refused = await app.inject({ method: 'GET', ...asking });
  t.match(refused.json(), {
    error: 'invalid_client',
    error_description: 'the client metadata document could not be used',
  });
  t.notMatch(refused.body, 'Claude');
});

t.test('an app that was blocked asks as if for the first time once it is allowed again', async (t) => {
  const { app, block } = await setting(t);
  const ana = await signedIn(app, CALLERS.member.email);
  const asked = async (): Promise<string> => {
    const page = await ana.get(authorizeUrl(client, makeVerifier(), { ...scope, prompt: 'consent' }));
    t.match(said(page), consent.allow);
    return said(page);
  };
  t.match(await asked(), consent.before);
  await block();
  const known = await app.oauth.metadataClients.find(CLAUDE);
  if (known !== undefined) await app.oauth.metadataClients.approve(known, { at: app.clock() });
  t.notMatch(await asked(), consent.before);
});

t.test(
  'the audit log can be filtered by an app that has no connection any more, as its entries call it [E-49]',
  async (t) => {
    const { app, block } = await setting(t);
    await block();
    const owner = await signedIn(app, CALLERS.owner.email);
    const log = await owner.get('/admin/riverside/audit');
    t.match(log.body, `<option value="${CLAUDE}">Claude (claude.ai)</option>`);
    t.match(said(log), 'The platform’s administrators blocked Claude (claude.ai); its connections ended.');
  },
);

t.test('setup guides say that an app is blocked, and before it is unblocked for every school', async (t) => {
  const { app, block } = await setting(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const guide = async (): Promise<string> => said(await owner.get('/admin/riverside/connect/claude'));
  const before = said(await owner.get('/admin/riverside/connect'));
  t.match(await guide(), connect.admission.by_address({ host: 'claude.ai' }));
  await block();
  const page = said(await owner.get('/admin/riverside/connect'));
  const count = (text: string, word: string): number => text.split(word).length - 1;
  const { blocked } = connect.switches.states;
  t.equal(count(page, blocked) - count(before, blocked), 2, 'for staff and for members');
  t.match(await guide(), connect.addressBlocked({ host: 'claude.ai' }));
  for (const who of ['staff', 'members']) {
    const asking = await owner.get(`/admin/riverside/connect/claude/${who}/on`);
    t.match(said(asking), connect.switches.does.unblock, who);
    t.match(asking.body, `>${connect.switches.unblock}</button>`, 'and so does the button');
  }
  t.equal(count(page, connect.switches.unblock), 2, 'beside both switches');
  const review = await owner.get(`/admin/riverside/reviews/app?client=${encodeURIComponent(CLAUDE)}`);
  t.match(said(review), reviews.release.blocked);
  t.notMatch(said(review), reviews.release.text, 'its connections have ended before');
  const asking = await owner.get('/admin/riverside/connect/claude/staff/on');
  await owner.submit(asking, '/confirm', { password: PASSWORD });
  t.match(await app.oauth.metadataClients.find(CLAUDE), { review: 'approved' });
  t.match(await guide(), connect.addressApproved({ host: 'claude.ai' }));
  const other = said(await owner.get('/admin/riverside/connect/claude_code'));
  t.notMatch(other, connect.addressApproved({ host: 'claude.ai' }), 'Claude, and not Claude Code');
});
