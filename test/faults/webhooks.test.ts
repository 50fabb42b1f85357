// slow
/**
 * Kill -9 while webhooks and e-mails are under way: each is sent at least once, and what is sent twice has the same id.
 * `KILLS=25` kills the server as often.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { documentHost } from '../support/document-host.ts';
import { readEmail } from '../support/emails.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { randomFrom, seedFor } from '../support/seed.ts';
import { killServers, ServerProcess, serviceSettings } from '../support/server-process.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { addEndpointByPage } from '../support/webhooks.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const ORDERS = 12;
const LETTERS = 4;
const PATIENCE_MS = 90_000;

t.teardown(killServers);

t.test('a server that is killed again and again loses neither a webhook nor an e-mail [E-41, F40]', async (t) => {
  const random = randomFrom(seedFor('kill while webhooks are sent'));
  const host = await documentHost(t);
  const mail = await smtpServer(t);
  const file = databaseFile(t);
  await prepareDatabase(file.url, 'demo');
  const settings = await serviceSettings(temporaryFolder(t), {
    DATABASE_URL: file.url,
    NODE_EXTRA_CA_CERTS: host.caFile,
    CIMD_ALLOW_LOOPBACK: 'on',
    CIMD_ALLOWED_HOSTS: `localhost:${host.port}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'School <post@school.example>',
  });
  const got = new Map<string, Set<string>>();
  let received = 0;
  const url = `https://localhost:${host.port}/hook`;
  host.answer(url, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const id = String(JSON.parse(Buffer.concat(chunks).toString('utf8')).data.order_id);
      got.set(id, (got.get(id) ?? new Set()).add(String(request.headers['webhook-id'])));
      received += 1;
      setTimeout(() => response.writeHead(204).end(), random() * 40);
    });
  });

  const people = (await file.rows("select email from people where active and email like '%example' limit 40")).map(
    ({ email }) => String(email),
  );
  const [orders, asked]: [string[], string[]] = [[], []];
  const change = async (round: number): Promise<void> => {
    for (let i = 0; i < ORDERS; i += 1) {
      const id = `ord_${round}_${i}`;
      await file.run(
        `insert into orders (id, site_id, number, person_id, status, subtotal, discount, tax, total, currency, payment_method, placed_at, refunded_amount)
         values (?, 'site_demo_riverside', ?, 'usr_demo_ana', 'paid', 9, 0, 0, 9, 'EUR', 'card', 1, 0)`,
        id,
        id,
      );
      orders.push(id);
    }
  };
  let server = await ServerProcess.start(settings);
  await addEndpointByPage(server.origin, String(settings.BASE_URL), url, ['order.created']);
  for (let round = 0; round < KILLS; round += 1) {
    await file.run('delete from throttles');
    await file.run('update outbox set due_at = 1 where due_at is not null');
    await file.run('update webhook_endpoints set due_at = 1, not_before = 0');
    const { origin } = server;
    const asking = (async () => {
      for (const email of people.splice(0, LETTERS)) {
        const browser = new HttpBrowser(origin, settings.BASE_URL);
        const form = await browser.get('/password/forgot');
        if ((await browser.submit(form, '/password/forgot', { email })).status === 200) asked.push(email);
      }
    })().catch(() => {});
    await change(round);
    await sleep(random() * 4000);
    await server.kill();
    await asking;
    server = await ServerProcess.start(settings);
  }
  await file.run('update outbox set due_at = 1 where due_at is not null');
  await file.run('update webhook_endpoints set due_at = 1, not_before = 0');
  const written = () => new Set(mail.messages.map((raw) => readEmail(raw).to));
  const missing = () => [...orders.filter((id) => !got.has(id)), ...asked.filter((email) => !written().has(email))];
  for (const end = performance.now() + PATIENCE_MS; missing().length > 0 && performance.now() < end; ) await sleep(50);
  await server.stop();

  t.equal(orders.length, KILLS * ORDERS);
  t.ok(asked.length > 0);
  t.strictSame(missing(), [], 'nothing is lost');
  t.strictSame(
    [...got].filter(([, ids]) => ids.size !== 1).map(([id]) => id),
    [],
    'a message has one id, however often it comes',
  );
  t.comment(`${KILLS} kills, ${orders.length} events, ${received} webhooks, ${asked.length} requests for e-mails`);
});
