// slow
/** How often metadata documents are fetched, how long they are believed, and how many are remembered. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { LightMyRequestResponse } from 'fastify';
import t from 'tap';
import {
  type Answer,
  ask,
  documentFor,
  holding,
  hostileInternet,
  isBusy,
  isDown,
  isTaken,
  JSON_TYPE,
  keep,
  served,
} from '../support/document-host.ts';
import { until } from '../support/until.ts';

const HOST = 'host.example';
const CLIENT = `https://${HOST}/client`;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const answering = (status: number, body = '{}'): Answer => served(body, JSON_TYPE, status);

t.test(
  'a document is cached as its HTTP headers say, for 5 minutes to 24 hours [CIMD §5.2, RFC 9111 §4.2.1, E-15d]',
  async (t) => {
    const { app, clock, host } = await hostileInternet(t);
    const lives: [header: string | undefined, ms: number][] = [
      [undefined, HOUR],
      ['max-age=0', 5 * MINUTE],
      ['max-age=1', 5 * MINUTE],
      ['no-store', 5 * MINUTE],
      ['no-cache', 5 * MINUTE],
      ['private, no-store, max-age=86400', 5 * MINUTE],
      ['max-age=600', 10 * MINUTE],
      ['public,MAX-AGE="600"', 10 * MINUTE],
      ['max-age=315360000', DAY],
      ['max-age=99999999999999999999', DAY],
      ['max-age=-1', HOUR],
      ['s-maxage=600', HOUR],
      ['immutable', HOUR],
    ];
    for (const [index, [header, ms]] of lives.entries()) {
      const url = `${CLIENT}-${index}`;
      host.serve(url, documentFor(url), header === undefined ? {} : { 'cache-control': header });
      const fetches = async (): Promise<number> => {
        t.ok(isTaken(await ask(app, url)));
        return host.requests.filter((request) => request === url).length;
      };
      t.equal(await fetches(), 1);
      clock.advance(ms - 1);
      t.equal(await fetches(), 1, `${header}: believed for ${ms / MINUTE} minutes`);
      clock.advance(1);
      t.equal(await fetches(), 2, `${header}: and not longer`);
    }
  },
);

t.test('a failed fetch is cached for 30 seconds, and no old document is used [CIMD §5.2, E-15d]', async (t) => {
  const { app, clock, host } = await hostileInternet(t);
  const bad: Answer[] = [
    isDown,
    answering(404),
    answering(500),
    answering(200, 'no JSON'),
    answering(200, JSON.stringify(documentFor(`${CLIENT}x`))),
    (_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json', 'cache-control': 'max-age=86400' }).end('{}');
    },
  ];
  for (const [index, answer] of bad.entries()) {
    const url = `${CLIENT}-${index}`;
    const fetches = (): number => host.requests.filter((request) => request === url).length;
    host.answer(url, answer);
    t.notOk(isTaken(await ask(app, url)));
    host.serve(url, documentFor(url));
    clock.advance(30 * SECOND - 1);
    t.notOk(isTaken(await ask(app, url)), 'remembered, so that nobody makes us knock again and again');
    t.equal(fetches(), 1);
    clock.advance(1);
    t.ok(isTaken(await ask(app, url)), 'and tried again');

    clock.advance(HOUR);
    host.answer(url, answer);
    t.notOk(isTaken(await ask(app, url)), 'what was good an hour ago is not good now');
    clock.advance(30 * SECOND);
    host.serve(url, documentFor(url));
    t.ok(isTaken(await ask(app, url)));
  }
});

t.test('twenty simultaneous requests of one client fetch its document once [F14]', async (t) => {
  const { app, host } = await hostileInternet(t);
  const held = holding(host);
  held.hold(CLIENT);
  held.hold('https://later.example/client');
  const answers = Promise.all(Array.from({ length: 20 }, () => ask(app, CLIENT)));
  // Whoever comes after them has got as far as they have.
  const later = ask(app, 'https://later.example/client');
  await until(() => host.requests.length === 2);
  t.same(new Set(host.requests), new Set([CLIENT, 'https://later.example/client']));
  held.release();
  t.ok((await answers).every(isTaken));
  t.ok(isTaken(await later));
  t.equal(host.requests.length, 2);
  t.equal(host.resolved.length, 2);

  host.answer(`${CLIENT}-down`, isDown);
  const refused = await Promise.all(Array.from({ length: 20 }, () => ask(app, `${CLIENT}-down`)));
  t.ok(refused.every(({ statusCode }) => statusCode === 400));
  t.equal(host.dialled.length, 3, 'a failure too');
});

t.test(
  'at most 4 documents are fetched at once from one host, and 16 in all, half of them of unknown clients [F14, E-15c]',
  async (t) => {
    const { app, host } = await hostileInternet(t);
    const held = holding(host);
    let refused = 0;
    const begin = async (name: string, count: number, isKept = false): Promise<LightMyRequestResponse[]> => {
      const urls = Array.from({ length: count }, (_, index) => `https://${name}.example/${isKept}-${index}`);
      if (isKept) for (const url of urls) await keep(app, url);
      return Promise.all(
        urls.map(async (url) => {
          held.hold(url);
          const answer = await ask(app, url);
          if (isBusy(answer)) refused += 1;
          return answer;
        }),
      );
    };
    // One host has its four places first; then the others take what is left, in whatever order they arrive.
    const first = begin('a', 3);
    await until(() => host.requests.length === 2 && refused === 1);
    const firstKept = begin('a', 3, true);
    await until(() => host.requests.length === 4 && refused === 2);
    const strangers = ['b', 'c', 'd', 'e', 'f'].map((name) => begin(name, 3));
    await until(() => host.requests.length === 10 && refused === 11);
    const kept = ['b', 'c', 'd', 'e'].map((name) => begin(name, 3, true));
    await until(() => host.requests.length === 16 && refused === 17);
    held.release();
    const answers = (await Promise.all([first, firstKept, ...strangers, ...kept])).flat();
    t.equal(answers.filter(isTaken).length, 16);
    t.equal(answers.filter(isBusy).length, 17, 'the others may come again, and nobody waits');

    const again = begin('a', 5);
    await until(() => host.requests.length === 18);
    held.release();
    t.equal((await again).filter(isTaken).length, 4, 'two known by now, two more, and every place was given back');
  },
);

t.test(
  'at most 30 documents a minute are fetched from one host, and 120 in all, half of them of unknown clients [F14, E-15c]',
  async (t) => {
    const { app, clock, host } = await hostileInternet(t, { env: { RATE_LIMITS: 'on' } });
    let asked = 0;
    const fetchFrom = async (name: string, count: number, isKept = false): Promise<LightMyRequestResponse[]> => {
      const answers = [];
      for (let index = 0; index < count; index += 1) {
        asked += 1;
        const url = `https://${name}.example/${asked}`;
        if (isKept) await keep(app, url);
        // The sixth part of them fails, which costs as much.
        if (index % 6 !== 5) host.serve(url, documentFor(url));
        answers.push(await ask(app, url, { from: `198.51.100.${asked % 250}` }));
      }
      return answers;
    };
    const first = await fetchFrom('a', 17);
    t.equal(host.requests.length, 15);
    t.equal(first.filter(isBusy).length, 2);
    t.ok(isTaken(await ask(app, 'https://a.example/1')), 'what is remembered costs nothing');
    for (const name of ['b', 'c', 'd']) await fetchFrom(name, 15);
    t.equal(host.requests.length, 60);
    t.ok((await fetchFrom('e', 3)).every(isBusy), 'from no host more than 60 in all');
    t.equal((await fetchFrom('a', 17, true)).filter(isBusy).length, 2, 'clients that are kept have as much again');
    for (const name of ['b', 'c', 'd']) await fetchFrom(name, 15, true);
    t.ok((await fetchFrom('e', 3, true)).every(isBusy));
    t.equal(host.requests.length, 120);
    t.equal(host.resolved.length, 120, 'nor is a name looked up');
    clock.advance(MINUTE);
    t.ok((await fetchFrom('e', 3)).every(isTaken), 'a minute later');
  },
);

t.test('made-up client_ids of one network leave the fetches to the others [F14]', async (t) => {
  const env = { RATE_LIMITS: 'on', CIMD_OPEN_REGISTRATION: 'off', CIMD_ALLOWED_HOSTS: HOST };
  const { app, clock, host } = await hostileInternet(t, { env });
  host.serve(CLIENT, documentFor(CLIENT));
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1) statuses.push((await ask(app, `${CLIENT}-${index}`)).statusCode);
  t.same([...new Set(statuses)], [400, 429]);
  t.equal(host.requests.length, 5, 'no more are looked for');
  t.equal((await ask(app, `${CLIENT}-0`)).statusCode, 400, 'what was looked for is remembered');
  t.ok(isTaken(await ask(app, CLIENT, { from: '203.0.113.9' })), 'the real client from another network');

  clock.advance(HOUR);
  for (let index = 100; index < 120; index += 1) await ask(app, `${CLIENT}-${index}`, { from: `203.0.113.${index}` });
  t.ok(isBusy(await ask(app, `${CLIENT}-new`, { from: '203.0.113.9' })), 'many networks use up what is for strangers');
  t.ok(isTaken(await ask(app, CLIENT)), 'but not what is for a client that was seen before, from any network');
});

t.test('ten thousand client_ids do not fill the memory, and only some documents are kept [F14]', async (t) => {
  const { app, host, logs } = await hostileInternet(t, { env: { LOG_LEVEL: 'warn' } });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const echo: Answer = (request, response) => {
    const clientId = `https://${request.headers.host}${request.url}`;
    answering(200, JSON.stringify(documentFor(clientId, { padding: 'x'.repeat(4000) })))(request, response);
  };
  host.resolveTo('inside.example', ['10.0.0.1']);
  // Of every twenty one is good.
  const askFor = async (from: number, to: number): Promise<void> => {
    for (let index = from; index < to; index += 1) {
      const isGood = index % 20 === 0;
      const url = `https://${isGood ? HOST : 'inside.example'}/${index}`;
      if (isGood) host.answer(url, echo);
      if (isTaken(await ask(app, url)) !== isGood) t.fail(url);
      // What the test keeps is not the server's.
      for (const list of [host.requests, host.resolved, host.dialled, host.connections]) list.length = 0;
    }
  };
  await askFor(0, 3000);
  const before = used();
  await askFor(3000, 10_000);
  const growth = (used() - before) / 7000;
  t.ok(growth < 700, `${Math.round(growth)} bytes of heap for each`);
  t.same(app.oauth.metadataDocuments.size, { documents: 100, failures: 1000 });
  t.equal(logs.length, 0);
});
