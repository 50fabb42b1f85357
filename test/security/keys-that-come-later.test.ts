/** A public client that begins to send proofs (DPoP): from its first proof, its refresh token is worth nothing without the key. */
import t from 'tap';
import { addCallers } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import { CLIENT, code, exchangeWith, makeKey, proofOf, refreshWith } from '../support/dpop.ts';
import { introspect, type Tokens } from '../support/oauth-client.ts';

t.setTimeout(120_000);

const SECOND = 1000;
/** When the token from before the key comes again: within the grace, late, and late once more. */
const REPEATS: readonly (readonly number[])[] = [[1], [600], [600, 600]];

t.test('a refresh token is bound to the key of the first proof [RFC 9449 §5]', async (t) => {
  for (const repeats of REPEATS) {
    const { app, clock } = await testApp(t);
    await addCallers(app);
    const [key, thief] = [await makeKey(), await makeKey()];
    const fresh = (of = key) => proofOf(of, { now: app.clock() });
    const first = (await exchangeWith(app, await code(app), undefined)).json<Tokens>();
    let last = (await refreshWith(app, first.refresh_token, await fresh())).json<Tokens>();
    t.match(await introspect(app, CLIENT, last.refresh_token), { cnf: { jkt: key.jkt } }, 'bound');
    for (const proof of [undefined, await fresh(thief)]) {
      t.equal((await refreshWith(app, last.refresh_token, proof)).json().error, 'invalid_grant', 'not without its key');
    }
    for (const seconds of repeats) {
      clock.advance(seconds * SECOND);
      for (const proof of [undefined, await fresh(thief)]) {
        const refused = await refreshWith(app, first.refresh_token, proof);
        t.equal(refused.json().error, 'invalid_grant', `the one before, after ${repeats}`);
      }
      last = (await refreshWith(app, first.refresh_token, await fresh())).json<Tokens>();
      t.match(await introspect(app, CLIENT, last.refresh_token), { cnf: { jkt: key.jkt } }, `after ${repeats}`);
    }
    t.equal(
      (await refreshWith(app, last.refresh_token, undefined)).json().error,
      'invalid_grant',
      'not without its key',
    );
    t.equal((await refreshWith(app, last.refresh_token, await fresh())).statusCode, 200, 'nothing has ended');
  }
});

t.test('who binds a stolen refresh token first is found by the next use of it [RFC 9700 §4.14.2]', async (t) => {
  const { app, clock } = await testApp(t);
  await addCallers(app);
  const [key, thief] = [await makeKey(), await makeKey()];
  const fresh = (of = key) => proofOf(of, { now: app.clock() });
  const first = (await exchangeWith(app, await code(app), undefined)).json<Tokens>();
  const stolen = (await refreshWith(app, first.refresh_token, await fresh(thief))).json<Tokens>();
  const next = (await refreshWith(app, stolen.refresh_token, await fresh(thief))).json<Tokens>();
  clock.advance(600 * SECOND);
  t.equal((await refreshWith(app, first.refresh_token, await fresh())).json().error, 'invalid_grant');
  t.equal((await refreshWith(app, next.refresh_token, await fresh(thief))).json().error, 'invalid_grant');
  t.match(await introspect(app, CLIENT, next.access_token), { active: false });
});
