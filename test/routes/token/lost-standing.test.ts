import t, { type Test } from 'tap';
import { testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { databaseFile } from '../../support/database-edit.ts';
import {
  authorize,
  DEMO,
  exchange,
  introspect,
  obtainTokens,
  postForm,
  refresh,
  type Tokens,
} from '../../support/oauth-client.ts';
import { during, whileDisabled } from '../../support/standing.ts';
import { alive, refused } from '../../support/token-endpoint.ts';

/** Which table, and which row of it, in SQL. */
type Row = readonly [string, string];

t.test('disabled people, schools and clients', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url });
  const browser = new Browser(app);
  const membership = "person_id = 'usr_demo_ana' and site_id = 'site_demo_riverside'";
  const losses: readonly (readonly [string, Row, string, string])[] = [
    ['a suspended membership', ['memberships', membership], "status = 'suspended'", "status = 'active'"],
    ['a removed membership', ['memberships', membership], "status = 'removed'", "status = 'active'"],
    // Nothing suspends a person yet: the row is edited. Nothing closes a school either.
    ['a disabled person', ['people', "id = 'usr_demo_ana'"], 'active = false', 'active = true'],
    ['a disabled school', ['sites', "id = 'site_demo_riverside'"], 'active = false', 'active = true'],
  ];
  /** The state is SQL that both puts the row there and finds it there. */
  const put = async (t: Test, [table, where]: Row, state: string): Promise<void> => {
    await file.edit(`update ${table} set ${state} where ${where}`);
    t.equal(Number(await file.read(`select count(*) from ${table} where ${where} and ${state}`)), 1, state);
  };
  const whileLost = async (t: Test, row: Row, [lost, regained]: Row, act: () => Promise<void>): Promise<void> => {
    await put(t, row, lost);
    await act().finally(() => put(t, row, regained));
  };
  for (const [what, row, lost, regained] of losses) {
    t.test(`${what} is invalid_grant at the refresh and ends the grant permanently [E-18, W35]`, async (t) => {
      const tokens = await obtainTokens(app, DEMO.cli, {}, { browser });
      await whileLost(t, row, [lost, regained], async () => {
        t.notOk(await alive(app, tokens.access_token), 'the access token is dead at once');
        refused(t, await refresh(app, DEMO.cli, tokens.refresh_token), 400, 'invalid_grant');
        t.equal(await file.read('select revoked_by from grants order by id desc limit 1'), 'operator');
      });
      refused(t, await refresh(app, DEMO.cli, tokens.refresh_token), 400, 'invalid_grant', 'afterwards too');
      t.notOk(await alive(app, tokens.access_token), 'afterwards too');
    });

    t.test(`${what} cannot redeem a code that was issued before [CVE-2026-9798, W35]`, async (t) => {
      const code = await authorize(app, DEMO.cli, {}, { browser });
      await whileLost(t, row, [lost, regained], async () =>
        refused(t, await exchange(app, DEMO.cli, code), 400, 'invalid_grant'),
      );
    });
  }

  t.test(
    'the tokens of a disabled client are invalid immediately, and it is invalid_client everywhere [RFC 6749 §5.2, W35]',
    async (t) => {
      const tokens = await obtainTokens(app, DEMO.webApp, {}, { browser });
      const code = await authorize(app, DEMO.webApp, {}, { browser });
      await whileDisabled(file, 'clients', DEMO.webApp.id, async () => {
        t.notOk(await alive(app, tokens.access_token));
        refused(t, await refresh(app, DEMO.webApp, tokens.refresh_token), 401, 'invalid_client', 'refresh');
        refused(t, await exchange(app, DEMO.webApp, code), 401, 'invalid_client', 'exchange');
        for (const url of ['/api/oauth/introspect', '/api/oauth/revoke']) {
          const fields = { token: tokens.access_token, client_id: DEMO.webApp.id, client_secret: DEMO.webApp.secret };
          refused(t, await postForm(app, url, fields), 401, 'invalid_client', url);
        }
      });
    },
  );

  const roleOf = (role: string) =>
    ['update memberships set role = ? where person_id = ?', role, 'usr_demo_ruth'] as const;

  t.test('a lowered role narrows the next refresh and the tokens issued before [W39]', async (t) => {
    const ruth = { email: 'ruth@riverside.example' };
    const scope = 'openid courses:read courses:write members:write';
    const tokens = await obtainTokens(app, DEMO.adminTool, { scope }, ruth);
    t.equal(tokens.scope, scope);
    await during(file, roleOf('staff'), roleOf('owner'), async () => {
      t.equal((await introspect(app, DEMO.adminTool, tokens.access_token)).scope, 'openid courses:read courses:write');
      await file.edit(...roleOf('instructor'));
      const lower = (await refresh(app, DEMO.adminTool, tokens.refresh_token)).json<Tokens>();
      t.equal(lower.scope, 'openid courses:read');
    });
    t.equal((await introspect(app, DEMO.adminTool, tokens.access_token)).scope, scope, 'and back');
  });

  t.test('a role that allows nothing of the grant any more is invalid_grant [RFC 6749 §5.2]', async (t) => {
    const ruth = { email: 'ruth@riverside.example' };
    const tokens = await obtainTokens(app, DEMO.adminTool, { scope: 'members:write' }, ruth);
    const code = await authorize(app, DEMO.adminTool, { scope: 'members:write' }, ruth);
    await during(file, roleOf('staff'), roleOf('owner'), async () => {
      refused(t, await refresh(app, DEMO.adminTool, tokens.refresh_token), 400, 'invalid_grant');
      refused(t, await exchange(app, DEMO.adminTool, code), 400, 'invalid_grant');
    });
  });
});
