/** The answer of a request whose program is on another computer than the browser. */
import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { makeSplitCredential } from '../../../schema/credential.ts';
import { BASE, testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { ANA, register } from '../../support/interaction.ts';
import { addressOn, pasted, strand } from '../../support/manual-code.ts';
import { CALLBACK, challengeOf, DEMO, exchange, makeVerifier, userinfo } from '../../support/oauth-client.ts';
import { changedMeanwhile } from '../../support/standing.ts';
import { withEmails } from '../../support/with-emails.ts';

const MINUTE = 60_000;
const { link, gone, title } = textFor('en').otherComputer;

t.test('the answer to a loopback address can be copied by a person whose program is elsewhere', async (t) => {
  const { app, clock } = await testApp(t);

  t.test('who comes back finds the way to the address, which replaces what the browser carried', async (t) => {
    const stranded = await strand(app);
    const { browser, path, code: carried, left } = stranded;
    t.match(left.leavesFor?.href, CALLBACK, 'the browser still goes to the program at once');
    t.match(left.body, `href="${path}"`, 'with the way on, for a browser that waits');
    const back = await browser.get(path.replace('/address', ''));
    t.equal(back.status, 409);
    t.match(back.body, `<a href="${path}">${link}</a>`);
    const asking = await browser.get(path);
    t.match(asking.body, `<h1>${title}</h1>`);
    t.equal(addressOn(asking), undefined, 'nothing is shown before the person asks');
    const shown = await browser.submit(asking, '/address');
    const address = addressOn(shown);
    t.equal(`${address?.origin}${address?.pathname}`, CALLBACK, 'the redirect URI of the request');
    t.strictSame([address?.searchParams.get('state'), address?.searchParams.get('iss')], ['st-1', BASE]);
    const code = address?.searchParams.get('code') ?? '';
    t.match(code, /^ac_/);
    t.not(code, carried);
    t.equal((await exchange(app, DEMO.cli, stranded)).statusCode, 400);
    const tokens = await exchange(app, DEMO.cli, pasted(stranded, shown));
    t.equal(tokens.statusCode, 200, 'the program redeems it as any other');
  });

  t.test('it is shown once, and a reload shows nothing', async (t) => {
    const { browser, path } = await strand(app);
    const asking = await browser.get(path);
    t.ok(addressOn(await browser.submit(asking, '/address')));
    const again = await browser.submit(asking, '/address');
    t.equal(again.status, 409);
    t.match(again.body, `<h1>${gone.title}</h1>`);
    t.equal(addressOn(again), undefined);
    t.equal((await browser.get(path)).status, 409);
    const back = await browser.get(path.replace('/address', ''));
    t.notMatch(back.body, link);
  });

  t.test('of two that ask at the same moment, one is answered', async (t) => {
    const { browser, path } = await strand(app);
    const asking = await browser.get(path);
    const both = await Promise.all([browser.submit(asking, '/address'), browser.submit(asking, '/address')]);
    t.strictSame(both.map(({ status }) => status).sort(), [200, 409]);
  });

  t.test('it works for 60 seconds from when it is shown', async (t) => {
    const stranded = await strand(app);
    clock.advance(2 * MINUTE);
    const shown = await stranded.browser.submit(await stranded.browser.get(stranded.path), '/address');
    clock.advance(MINUTE + 1);
    t.match((await exchange(app, DEMO.cli, pasted(stranded, shown))).json(), { error: 'invalid_grant' });
  });

  t.test('it is offered for five minutes, and only until the program has its access', async (t) => {
    const late = await strand(app);
    const asking = await late.browser.get(late.path);
    clock.advance(5 * MINUTE + 1);
    t.equal((await late.browser.submit(asking, '/address')).status, 409);

    const stranded = await strand(app);
    const { browser, path } = stranded;
    const open = await browser.get(path);
    const tokens = await exchange(app, DEMO.cli, stranded);
    t.equal(tokens.statusCode, 200);
    t.equal((await browser.submit(open, '/address')).status, 409);
    t.notMatch((await browser.get(path.replace('/address', ''))).body, link);
    const { access_token: token } = tokens.json();
    t.equal((await userinfo(app, token)).statusCode, 200, 'which keeps it');
  });

  t.test('a program that registered itself gets it as well', async (t) => {
    const client = await register(app);
    const { browser, path } = await strand(app, { client, overrides: { scope: 'openid' } });
    const shown = await browser.submit(await browser.get(path), '/address');
    t.match(addressOn(shown)?.href, 'http://localhost:8123/back?code=ac_');
  });
});

t.test('a client that sends the same challenge twice gets the code of each request for that request', async (t) => {
  const { app } = await testApp(t);
  const verifier = makeVerifier();
  const challenge = { code_challenge: challengeOf(verifier) };
  const first = await strand(app, { overrides: challenge });
  const second = await strand(app, { overrides: { ...challenge, state: 'st-2' } });
  const shown = await first.browser.submit(await first.browser.get(first.path), '/address');
  const { code, params } = pasted(first, shown);
  t.equal(params.get('state'), 'st-1');
  t.equal(code.split('.')[0], first.code.split('.')[0], 'the code of this request, and not of the newest');
  const kept = await exchange(app, DEMO.cli, { ...second, verifier });
  t.equal(kept.statusCode, 200, 'that of the other is as good as before');
});

t.test('a code that is replaced while it is redeemed is unknown, and not replayed [RFC 6749 §4.1.2]', async (t) => {
  const file = databaseFile(t);
  const { app, logs } = await testApp(t, { databaseUrl: file.url });
  const stranded = await strand(app);
  const id = Number(/^ac_(\d+)/.exec(stranded.code)?.[1]);
  const { hash, value: code } = makeSplitCredential('authorization_code', id);
  const replacing = ['update grants set code_hash = ? where id = ?', hash, id] as const;
  const late = await changedMeanwhile(file, replacing, 'from "memberships"', () =>
    exchange(app, DEMO.cli, stranded, { resource: `${BASE}/mcp?school=riverside` }),
  );
  t.match(late.json(), { error: 'invalid_grant', error_description: 'unknown authorization code' });
  t.match(logs.join(''), /"reason":"code_unknown"/);
  t.equal((await exchange(app, DEMO.cli, { ...stranded, code })).statusCode, 200, 'the other one is as good as before');
});

t.test('the school and the person are told that an address was shown', async (t) => {
  const { app, mailbox } = await withEmails(t);
  const { browser, path } = await strand(app);
  await browser.submit(await browser.get(path), '/address');
  await app.outbox.sendDue();
  const [email, ...others] = mailbox.take().filter(({ link }) => link === `${BASE}/account/connected-apps`);
  t.equal(email?.to, ANA);
  t.equal(others.length, 0);
  const [event] = await app.audit.log.page('site_demo_riverside', { event: 'address_shown' }, 2);
  t.match(event, { clientId: DEMO.cli.id, personId: 'usr_demo_ana' });
  t.match((await browser.get('/account/activity')).body, textFor('en').events.address_shown.you);
});

t.test('an operator can turn it off', async (t) => {
  const { app } = await testApp(t, { env: { LOOPBACK_COPY: 'off' } });
  const { browser, path, left } = await strand(app);
  t.notMatch(left.body, path);
  t.notMatch((await browser.get(path.replace('/address', ''))).body, link);
  t.equal((await browser.get(path)).status, 409);
});
