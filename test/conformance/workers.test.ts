// slow
/** Several processes on one port: what they do together, and what becomes of one that ends. */
import { existsSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import t from 'tap';
import { FaultClient, tokensOf } from '../faults/client.ts';
import { redeemInParallel } from '../faults/parallel.ts';
import { inParallel } from '../faults/report.ts';
import { run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { childrenOf } from '../support/processes.ts';
import { COMMAND } from '../support/programs.ts';
import { type Answer, send } from '../support/server-process.ts';
import { PASSWORD, SECRET, temporaryFolder } from '../support/settings.ts';
import { freePort } from '../support/surroundings.ts';
import { until } from '../support/until.ts';

const SETTINGS = { ...TEST_SETTINGS, WORKERS: '2' };

/** The process that gave an answer, as the name of the request begins with it. */
const processOf = ({ headers }: Answer): string => String(headers['x-request-id']).replace(/-[^-]*$/, '');

t.test('two workers on one port', { skip: process.platform !== 'linux' && 'reads /proc' }, async (t) => {
  const server = await startServer(t, SETTINGS);
  const { origin, pid } = server;
  const client = await FaultClient.signIn({ BASE_URL: origin }, origin);
  /** Asks over new connections until each worker has answered. */
  async function bothAnswer(ask: (agent: Agent) => Promise<Answer>): Promise<Answer[]> {
    const answers: Answer[] = [];
    const asked = async (): Promise<Answer> => {
      const agent = new Agent();
      return ask(agent).finally(() => agent.destroy());
    };
    await until(async () => {
      answers.push(...(await Promise.all(Array.from({ length: 12 }, asked))));
      return new Set(answers.map(processOf)).size === 2;
    });
    return answers;
  }

  t.test('each code is redeemed once, and its replay ends the tokens at both', async (t) => {
    const report = await redeemInParallel(client, [origin], { codes: 20, requests: 8 });
    for (const { what, got, want } of report.checks) t.strictSame(got, want, what);
  });

  t.test('a token that one of them revokes is dead at the other with the next request', async (t) => {
    const tokens = await client.tokens(origin, 5);
    for (const { access_token: token, refresh_token } of tokens) {
      const before = await bothAnswer((agent) => client.introspect(origin, token, { agent }));
      t.ok(
        before.every(({ body }) => JSON.parse(body).active),
        'both know it',
      );
      const form = { client_id: 'c_demo_portal', client_secret: SECRET, token: refresh_token };
      t.equal((await send(`${origin}/api/oauth/revoke`, { form })).status, 200);
      const after = await bothAnswer((agent) => client.introspect(origin, token, { agent }));
      t.notOk(
        after.some(({ body }) => JSON.parse(body).active),
        'neither accepts it',
      );
    }
  });

  t.test('connections that are opened while nobody is busy are divided', async (t) => {
    const agents = Array.from({ length: 64 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const answers: Answer[] = [];
    for (const agent of agents) answers.push(await send(`${origin}/readyz`, { agent }));
    for (const agent of agents) agent.destroy();
    const counts = Map.groupBy(answers, processOf).values();
    const fewest = Math.min(...Array.from(counts, ({ length }) => length));
    t.equal(new Set(answers.map(processOf)).size, 2);
    t.ok(fewest >= 8, `one of them has ${fewest} of 64`);
  });

  t.test('a worker that is killed is replaced, and loses nothing that it has acknowledged', async (t) => {
    const codes = await client.codes(origin, 60);
    const [killed] = childrenOf(pid);
    if (killed === undefined) throw new Error('there is no worker');
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    let redeemed = 0;
    const answers = await inParallel(codes, 8, async (code) => {
      const answer = await client.redeem(origin, code, { agent });
      redeemed += 1;
      if (redeemed === 20) process.kill(killed, 'SIGKILL');
      return answer;
    });
    agent.destroy();
    const tokens = answers.filter(({ status }) => status === 200).map(tokensOf);
    t.ok(tokens.length >= 52, `${tokens.length} of 60 were answered over 8 connections`);
    t.ok(
      answers.every(({ status }) => status === 200 || status === 0),
      'only connections of the killed worker broke',
    );
    await until(() => childrenOf(pid).length === 2);
    await bothAnswer((agent) => send(`${origin}/readyz`, { agent }));
    t.notOk(childrenOf(pid).includes(killed));
    for (const { access_token } of tokens) t.equal(await client.isActive(origin, access_token), true);
  });

  t.test('signals that reach all processes, as from a terminal, stop them well', async (t) => {
    await until(async () => (await send(`${origin}/readyz`)).status === 200);
    for (const one of [pid, ...childrenOf(pid)]) process.kill(one, 'SIGINT');
    const { code, stderr } = await server.ended;
    t.equal(code, 0);
    t.notMatch(stderr, /second|Error/);
    t.match(stderr, 'worker', 'the killed one was reported');
  });
});

t.test(
  'a worker that starts without the database makes no other in its place',
  { skip: process.platform !== 'linux' && 'reads /proc' },
  async (t) => {
    const folder = temporaryFolder(t);
    const { pid, stop } = await startServer(t, { WORKERS: '2', LOG_LEVEL: 'error', DATA_DIR: folder });
    const file = join(folder, 'schoolgate.db');
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    const seen = new Set<number>();
    const hasReplaced = (count: number) => (): boolean => {
      for (const one of childrenOf(pid)) seen.add(one);
      return seen.size >= count;
    };
    await until(hasReplaced(2));
    for (const one of seen) process.kill(one, 'SIGKILL');
    // The first of those that follow have ended, too.
    await until(hasReplaced(seen.size + 4));
    t.notOk(existsSync(file));
    t.match((await stop()).stderr, 'there is no database of Schoolgate yet');
  },
);

t.test('workers that cannot start are reported once, and the process ends', async (t) => {
  const environment = { ...SETTINGS, DATA_DIR: temporaryFolder(t), DEMO_PASSWORD: PASSWORD };
  const missing = { ...environment, PORT: String(await freePort()), MASTER_KEY_FILE: '/nowhere' };
  const refused = await run(t, [COMMAND, 'serve'], missing).ended;
  t.equal(refused.code, 1);
  t.match(refused.stderr, /^Database: .*\nMASTER_KEY_FILE .*\n$/);
  for (const others of ['1', '2']) {
    const { origin, stop } = await startServer(t, { ...TEST_SETTINGS, WORKERS: others });
    const taken = await run(t, [COMMAND, 'serve'], { ...environment, PORT: new URL(origin).port }).ended;
    t.equal(taken.code, 1, `the port of a server with WORKERS=${others}`);
    // The first of these starts makes the key.
    t.match(taken.stderr, /^Database: .*\n(?:Master key: .*\n)?Schoolgate cannot start: .*EADDRINUSE.*\n$/);
    await stop();
  }
});
