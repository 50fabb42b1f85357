/** What somebody with a copy of a refresh token gains from it, and when that ends. */
import t, { type Test } from 'tap';
import type { TestApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { DEMO, introspect, MEMBER_SCOPE, obtainTokens, refresh, type Tokens } from '../support/oauth-client.ts';
import { alive, refused } from '../support/token-endpoint.ts';
import { type AppWithEmails, withEmails } from '../support/with-emails.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Stage extends AppWithEmails {
  fresh(): Promise<Tokens>;
  next(token: string): Promise<Tokens>;
  /** This token was refused, everything of the family is dead, and the person got a letter about it. */
  found(t: Test, presented: string, ...family: readonly Tokens[]): Promise<void>;
}

async function stage(t: Test): Promise<Stage> {
  const made = await withEmails(t);
  const { app, mailbox } = made;
  const browser = new Browser(app);
  return {
    ...made,
    fresh: () => obtainTokens(app, DEMO.cli, {}, { browser }),
    async next(token) {
      const response = await refresh(app, DEMO.cli, token);
      t.equal(response.statusCode, 200, response.body);
      return response.json<Tokens>();
    },
    async found(t, presented, ...family) {
      mailbox.take();
      refused(t, await refresh(app, DEMO.cli, presented), 400, 'invalid_grant');
      for (const { access_token: access, refresh_token: token } of family) {
        t.notOk(await alive(app, access), 'access token dead');
        t.equal((await introspect(app, DEMO.cli, token)).active, false, 'refresh token dead');
        refused(t, await refresh(app, DEMO.cli, token), 400, 'invalid_grant');
      }
      await app.outbox.sendDue();
      t.equal(mailbox.take().length, 1, 'the person is told, once');
    },
  };
}

type Clock = TestApp['clock'];
const pass = (clock: Clock, ms: number): void => clock.advance(ms);

t.test('an unused predecessor gives what the current token gives, and no more [E-51]', async (t) => {
  const { clock, fresh, next, found } = await stage(t);
  const a = await fresh();
  const b = await next(a.refresh_token);
  pass(clock, 2 * DAY);
  const stolen = await next(a.refresh_token);
  t.equal(stolen.refresh_token, b.refresh_token, 'no token of its own');
  t.equal(stolen.scope, MEMBER_SCOPE, 'no more scopes');
  t.equal(stolen.authorization_expires_in, b.authorization_expires_in - (2 * DAY) / SECOND, 'and for no longer');
  // The client uses the token that both have, so the thief is the second holder.
  const c = await next(b.refresh_token);
  pass(clock, 31 * SECOND);
  await found(t, a.refresh_token, a, b, stolen, c);
});

t.test('a thief who has used the token twice is found when the victim next uses it [E-51]', async (t) => {
  const { clock, fresh, next, found } = await stage(t);
  const a = await fresh();
  const b = await next(a.refresh_token);
  pass(clock, HOUR);
  const c = await next(b.refresh_token);
  pass(clock, HOUR);
  await found(t, a.refresh_token, a, b, c);
});

t.test('a thief who takes turns with the client is cut off, whoever begins [E-51]', async (t) => {
  const { app, clock, fresh, next, found } = await stage(t);
  const a = await fresh();
  // Each presents the same token, one an hour after the other.
  const one = await next(a.refresh_token);
  pass(clock, HOUR);
  const other = await next(a.refresh_token);
  t.equal(other.refresh_token, one.refresh_token, 'nobody can tell them from a lost answer yet');
  pass(clock, HOUR);
  const mine = await next(one.refresh_token);
  pass(clock, HOUR);
  const yours = await next(other.refresh_token);
  t.not(yours.refresh_token, mine.refresh_token, 'the second time, there is another successor');
  t.equal((await introspect(app, DEMO.cli, mine.refresh_token)).active, false, 'in the place of the first');
  pass(clock, HOUR);
  await found(t, mine.refresh_token, a, one, other, mine, yours);
});

t.test('a thief who waits for the client to rotate and then follows is found by the client too [E-51]', async (t) => {
  const { app, clock, fresh, next, found } = await stage(t);
  let current = await fresh();
  const followed: Tokens[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const stolen = current.refresh_token;
    current = await next(stolen);
    pass(clock, 10 * MINUTE);
    t.equal((await introspect(app, DEMO.cli, stolen)).active, false, 'the thief sees it');
    followed.push(await next(stolen));
    pass(clock, HOUR);
  }
  await found(t, current.refresh_token, current, ...followed);
});

t.test('parallel late uses of a predecessor get one successor, or one replacement of it [E-51]', async (t) => {
  const { app, clock, fresh, next } = await stage(t);
  const at = async (token: string): Promise<string[]> => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => refresh(app, DEMO.cli, token)));
    t.strictSame([...new Set(responses.map(({ statusCode }) => statusCode))], [200]);
    return [...new Set(responses.map((response) => response.json<Tokens>().refresh_token))];
  };
  const a = await fresh();
  const b = await next(a.refresh_token);
  pass(clock, HOUR);
  t.strictSame(await at(a.refresh_token), [b.refresh_token]);
  const c = await next(b.refresh_token);
  pass(clock, HOUR);
  const replacements = await at(b.refresh_token);
  t.equal(replacements.length, 1, 'one lineage');
  t.not(replacements[0], c.refresh_token);
  t.equal((await refresh(app, DEMO.cli, replacements[0] ?? '')).statusCode, 200);
});
