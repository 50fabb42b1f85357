/** The tools on PostgreSQL, where several nodes answer as one. */
import t from 'tap';
import { adminApp, RIVERSIDE } from '../../support/admin.ts';
import { temporaryFolder, testApp } from '../../support/app.ts';
import { databaseFile } from '../../support/database-edit.ts';
import { ask, askModern, callTool, challenged, namesOf } from '../../support/mcp.ts';
import { noPostgres, query } from '../../support/postgres.ts';

t.setTimeout(120_000);

t.test('the tools on two nodes of one PostgreSQL', { skip: noPostgres }, async (t) => {
  const databaseUrl = databaseFile(t, 'postgres').url;
  const dataDir = temporaryFolder(t);
  const first = await adminApp(t, { databaseUrl, dataDir });
  const second = await testApp(t, { databaseUrl, dataDir, seed: false });
  const nodes = [first.app, second.app] as const;
  const owner = await first.tokenOf('owner');
  const member = await first.tokenOf('member');
  const foreign = await first.tokenOf('foreignOwner');

  t.test('public, member and operator tools answer on each of two nodes [D4]', async (t) => {
    for (const app of nodes) {
      const school = await callTool(app, 'get_school_info', { school: 'harbour' });
      t.equal(school.result?.structuredContent?.slug as unknown, 'harbour');
      const found = await callTool(app, 'search_public_courses', { school: 'riverside', query: 'linocut printing' });
      t.notOk(found.result?.isError, found.text);
      const mine = await callTool(app, 'list_my_courses', { first: 3 }, { token: member });
      t.equal(mine.result?.structuredContent?.nodes?.length as unknown, 3);
      const courses = await callTool(app, 'list_courses', { first: 3, totalCount: true }, { token: owner });
      t.equal(courses.result?.structuredContent?.nodes?.length as unknown, 3);
      t.ok((await namesOf(app, { token: owner })).includes('delete_course'));
      challenged(t, await callTool(app, 'list_my_courses'), 401, 'account:read');
      challenged(t, await callTool(app, 'list_courses', {}, { token: member }), 403, 'courses:read');
    }
  });

  t.test('one node reads what another wrote, for its own school only, and takes its cursors [D4, W38]', async (t) => {
    const [one, two] = nodes;
    const made = await callTool(one, 'create_course', { title: 'Glazing', slug: 'glazing' }, { token: owner });
    t.notOk(made.result?.isError, made.text);
    const id = made.result?.structuredContent?.id as unknown;
    const read = await callTool(two, 'get_course', { id }, { token: owner });
    t.equal(read.result?.structuredContent?.title as unknown, 'Glazing');
    const elsewhere = await callTool(two, 'get_course', { id }, { token: foreign });
    t.match(elsewhere.text, / not found$/, 'not at another school');
    t.notOk((await callTool(two, 'delete_course', { id }, { token: owner })).result?.isError);
    const page = await callTool(one, 'list_my_courses', { first: 1 }, { token: member });
    const after = page.result?.structuredContent?.pageInfo?.endCursor;
    const next = await callTool(two, 'list_my_courses', { first: 1, after }, { token: member });
    t.equal(next.result?.structuredContent?.nodes?.length as unknown, 1, next.text);
  });

  t.test('60 simultaneous calls over two nodes each get their own answer and one audit event [F13]', async (t) => {
    const count = async () =>
      Number((await query(databaseUrl, "select count(*) as n from audit_events where event = 'tool_called'"))[0]?.n);
    const before = await count();
    const callers: [token: string, email: RegExp][] = [
      [owner, /^ruth@/],
      [member, /^ana@/],
    ];
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const app = nodes[n % 2] ?? first.app;
        const [token, email] = callers[Math.floor(n / 2) % 2] ?? [owner, /^ruth@/];
        const params = { name: 'get_my_account', arguments: {} };
        const { json } =
          n % 3 === 0
            ? await askModern(app, 'tools/call', params, { token })
            : await ask(app, 'tools/call', params, { token });
        return email.test(String(json.result?.structuredContent?.email));
      }),
    );
    t.strictSame(new Set(answers), new Set([true]));
    t.equal((await count()) - before, 60);
    const [last] = await query(
      databaseUrl,
      "select target, site_id, person_id, ip from audit_events where event = 'tool_called' order by id desc limit 1",
    );
    t.match(last, { target: 'get_my_account', site_id: RIVERSIDE.id, person_id: String, ip: '127.0.0.1' });
  });

  t.test(
    'simultaneous switches of beta features over two nodes take effect once each, and overwrite no other [E-33]',
    async (t) => {
      const by = { at: first.clock.now, personId: 'usr_demo_ruth' };
      const turn = (node: number, feature: 'chatgpt_sign_in' | 'mcp_connections', isOn: boolean) =>
        (nodes[node % 2] ?? first.app).school.betaFeatures.switch(RIVERSIDE.id, feature, isOn, by);
      t.equal(await turn(0, 'mcp_connections', false), true, 'the demo has it on');
      const switched = await Promise.all(
        Array.from({ length: 12 }, (_, n) => turn(n, n % 4 < 2 ? 'chatgpt_sign_in' : 'mcp_connections', true)),
      );
      t.equal(switched.filter(Boolean).length, 2, 'one of each');
      const [site] = await query(databaseUrl, 'select beta_features, slug from sites where id = $1', [RIVERSIDE.id]);
      t.strictSame([...((site?.beta_features ?? []) as string[])].sort(), ['chatgpt_sign_in', 'mcp_connections']);
      const refused = await callTool(second.app, 'list_courses', {}, { token: member });
      t.match(refused.result?._meta?.['mcp/www_authenticate']?.[0], /^Bearer error="insufficient_scope"/);
      t.equal(await turn(1, 'chatgpt_sign_in', false), true);
      t.ok(await first.app.school.betaFeatures.has(RIVERSIDE.id, 'mcp_connections'));
      t.notOk(await first.app.school.betaFeatures.has(RIVERSIDE.id, 'chatgpt_sign_in'));
      t.equal(await first.app.school.betaFeatures.switch('site_of_nobody', 'chatgpt_sign_in', true, by), false);
    },
  );
});
