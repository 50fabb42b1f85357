// slow
/** `schoolgate webhooks` as a process of its own. */
import t from 'tap';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { temporaryFolder, testApp } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { type Environment, run, TEST_SETTINGS } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { addEndpoint } from '../support/webhooks.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

t.test('the webhooks command lists the webhooks of a school, switches them, and sends again what failed', async (t) => {
  const database = databaseFile(t);
  const env = { MASTER_KEY };
  const { app } = await testApp(t, { databaseUrl: database.url, env, housekeeping: false, now: Date.now() });
  const settings = { DATA_DIR: temporaryFolder(t), DATABASE_URL: database.url };
  const environment: Environment = { ...TEST_SETTINGS, ...env, ...settings };
  const webhooks = (...args: string[]) => run(t, [COMMAND, 'webhooks', ...args], environment).ended;
  t.match(await webhooks('list', 'riverside'), { code: 0, stdout: 'none\n' });

  const { id } = await addEndpoint(app, RIVERSIDE.id, 'https://shop.example/in?key=secret');
  const { webhookEndpoints } = app.school;
  const stored = async () => (await webhookEndpoints.ofSite(RIVERSIDE.id))[0];
  const seen = await stored();
  if (seen === undefined) throw new Error('no webhook');
  const event = { event: 'webhook_sent', at: app.clock(), siteId: RIVERSIDE.id } as const;
  for (let count = 0; count < 3; count += 1)
    await webhookEndpoints.send(seen, app.school.webhooks.message('webhook.test', RIVERSIDE.id, {}), event);
  const [kept] = await webhookEndpoints.log(id, 3);
  await database.edit('update webhook_deliveries set due_at = null, failed_at = 1 where id <> ?', String(kept?.id));

  const listed = await webhooks('list', 'riverside');
  t.equal(listed.stdout, `${id}  shop.example  active  1 waiting  2 failed\n`);
  t.match(JSON.parse((await webhooks('list', 'riverside', '--json')).stdout), { id, waiting: 1, failed: 2 });

  t.match(await webhooks('disable', 'riverside', id), { code: 0, stdout: `disabled shop.example ${id}\n` });
  t.match(await stored(), { status: 'disabled', stop: 'school' });
  t.match(await webhooks('replay', 'riverside', id), { code: 1, stderr: /enable it first/ });
  t.match(await webhooks('enable', 'riverside', id), { code: 0, stdout: `enabled shop.example ${id}\n` });
  t.match(await webhooks('replay', 'riverside', id), { code: 0, stdout: 'will be sent again: 2\n' });
  const again = await webhookEndpoints.log(id, 3);
  t.ok(again.length === 3 && again.every(({ dueAt, failedAt }) => dueAt !== null && failedAt === null));
  t.match(await webhooks('replay', 'riverside', id), { code: 0, stdout: 'will be sent again: 0\n' });

  t.match(await webhooks('disable', 'harbour', id), { code: 1, stderr: `harbour has no webhook ${id}\n` });
  t.match(await webhooks('list', 'nowhere'), { code: 1, stderr: 'no school has the slug nowhere\n' });
  t.match(await webhooks('replay', 'riverside'), { code: 2, stderr: /^<id> is missing\nUsage: schoolgate webhooks/ });
  const events = await database.rows("select event from audit_events where event like 'webhook_%' order by id");
  const sent = Array(2).fill('webhook_sent');
  t.strictSame(
    events.map(({ event: name }) => name).slice(4),
    ['webhook_disabled', 'webhook_enabled', ...sent],
    'as if an owner had done it',
  );
});
