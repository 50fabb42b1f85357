/** Hosts that cannot be looked up: what is the fault of who named them, and what is a name server that does not answer. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { RIVERSIDE } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import {
  ask,
  documentFor,
  documentHost,
  isBusy,
  isTaken,
  keep,
  type Lookup,
  UNUSABLE,
} from '../support/document-host.ts';
import { testTimer } from '../support/timer.ts';
import { until } from '../support/until.ts';
import { addEndpoint } from '../support/webhooks.ts';

const fails =
  (code: string): Lookup =>
  () =>
    Promise.reject(Object.assign(new Error(`queryA ${code} x`), { code }));

const LOOKUPS: readonly [title: string, lookup: Lookup, isAnswered: boolean][] = [
  ['no such name (NXDOMAIN)', fails('ENOTFOUND'), true],
  ['a name without addresses', fails('ENODATA'), true],
  ['an empty list', [], true],
  ['a name that is none', fails('EBADNAME'), true],
  ['an address inside', ['10.0.0.7'], true],
  ['no answer of c-ares', fails('ETIMEOUT'), false],
  ['no answer of the system', fails('EAI_AGAIN'), false],
  ['a connection that timed out', fails('ETIMEDOUT'), false],
  ['a name server that failed', fails('ESERVFAIL'), false],
  ['a name server that refuses', fails('EREFUSED'), false],
  ['no name server at the address', fails('ECONNREFUSED'), false],
];
const { attempts, message } = textFor('en');

for (const env of [{ CIMD_OPEN_REGISTRATION: 'on' }, { CIMD_ALLOWED_HOSTS: '*.example' }]) {
  t.test(`a host that no name server looks up is no mistake of the app (${Object.keys(env)})`, async (t) => {
    const host = await documentHost(t);
    const { app, clock, logs } = await testApp(t, { network: host.network, env });
    for (const [index, [title, lookup, isAnswered]] of LOOKUPS.entries()) {
      const name = `n${index}.example`;
      host.resolveTo(name, lookup);
      const url = `https://${name}/client`;
      const json = await ask(app, url);
      const page = await ask(app, url, { accept: 'text/html,application/xhtml+xml' });
      const reason = logs.findLast((line) => line.includes('request refused')) ?? '';
      t.strictSame([json.statusCode, page.statusCode], isAnswered ? [400, 400] : [503, 503], title);
      if (isAnswered) {
        t.equal(json.json().error_description, UNUSABLE, title);
        t.match(reason, 'client_document_unreachable', title);
        continue;
      }
      t.ok(isBusy(json), `${title}: with the time to wait`);
      t.match(json.json().error_description, 'try again later');
      t.ok(Number(page.headers['retry-after']) > 0, title);
      t.match(page.body, message.unavailable.title, title);
      t.notMatch(page.body, message.bad_request.title, `${title}: the app is not blamed`);
      t.match(reason, /client_document_unresolved.*cannot be resolved: .*no name server answered/, title);
      if ('CIMD_ALLOWED_HOSTS' in env) t.match(page.body, attempts.rules.client_document_unresolved[0], title);
      // It is back.
      host.resolveTo(name, ['93.184.215.14']);
      host.serve(url, documentFor(url));
      clock.advance(31_000);
      t.ok(isTaken(await ask(app, url)), `${title}: it is back`);
    }
  });
}

t.test(
  'a name server that never answers is waited for as long as a host, and an app that is known goes on',
  async (t) => {
    const host = await documentHost(t);
    const time = testTimer();
    const env = { CIMD_OPEN_REGISTRATION: 'on' };
    const { app, logs } = await testApp(t, { network: host.network, timer: time.timer, env });
    host.resolveTo('silent.example', () => new Promise(() => {}));
    const asked = ask(app, 'https://silent.example/client');
    await until(() => host.resolved.includes('silent.example'));
    time.advance(5000);
    t.ok(isBusy(await asked));
    t.match(
      logs.findLast((line) => line.includes('request refused')),
      /no response within 5000 ms.*no name server answered/,
    );
    host.resolveTo('known.example', fails('ETIMEOUT'));
    await keep(app, 'https://known.example/client');
    t.ok(isBusy(await ask(app, 'https://known.example/client')), 'who signs in anew is told to come back');
  },
);

t.test('a webhook whose host is not looked up is tried again, and the log names the cause', async (t) => {
  const host = await documentHost(t);
  const env = { LOG_LEVEL: 'info' };
  const { app, clock, logs } = await testApp(t, { network: host.network, housekeeping: false, env });
  const { webhookEndpoints, webhooks } = app.school;
  for (const [name, code, says] of [
    ['gone.example', 'ENOTFOUND', /gone\.example cannot be resolved: queryA ENOTFOUND x"/],
    ['dark.example', 'EAI_AGAIN', /dark\.example cannot be resolved: .*\(no name server answered\)/],
  ] as const) {
    host.resolveTo(name, fails(code));
    const { id } = await addEndpoint(app, RIVERSIDE.id, `https://${name}/in`);
    const endpoint = await webhookEndpoints.find(RIVERSIDE.id, id);
    if (endpoint === undefined) throw new Error('no endpoint');
    const event = { event: 'webhook_sent', at: clock.now, siteId: RIVERSIDE.id, target: id } as const;
    await webhookEndpoints.send(endpoint, webhooks.message('webhook.test', RIVERSIDE.id, {}), event);
    await webhooks.sendDue();
    const [delivery] = await webhookEndpoints.log(id, 10);
    t.match(delivery, { attempts: 1, status: null, failedAt: null }, `${name}: it is tried again`);
    t.match(
      logs.findLast((line) => line.includes('a webhook was not delivered')),
      says,
    );
  }
});
