/** Many clients at once, over real sockets. */
import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { ADA, BOB, course, enrollment, NORTH, schools, times } from '../../support/account.ts';
import { freePort } from '../../support/live-server.ts';
import { ACCEPT, envelope, type Json, MCP, mirrorOf } from '../../support/mcp.ts';

t.setTimeout(120_000);

const port = await freePort();
const { app, tokenOf } = await schools(t);
await app.school.content.add(NORTH.id, {
  courses: times(2, (n) => course(`crs_${n}`)),
  enrollments: [enrollment('enr_0', 'crs_0'), enrollment('enr_1', 'crs_1', { personId: BOB.id })],
});
await app.listen({ host: '127.0.0.1', port });

interface Received {
  status: number | undefined;
  body: string;
}

/** Over a real socket; fails when there is no answer in time. */
function send(agent: Agent, headers: Record<string, string>, body: string): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const request = httpRequest({ host: '127.0.0.1', port, path: MCP, method: 'POST', agent, headers, timeout: 20_000 });
  request.on('timeout', () => request.destroy(new Error('no answer')));
  request.on('error', reject);
  request.on('response', (response) => {
    text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
  });
  request.end(body);
  return promise;
}

t.test('60 clients with equal request ids each get their own answers [F13, CVE-2026-25536]', async (t) => {
  const people = [ADA, BOB] as const;
  const tokens = await Promise.all([...people.map((person) => tokenOf(person)), undefined]);
  const agent = new Agent({ keepAlive: true, maxSockets: 60 });
  t.teardown(() => agent.destroy());
  const crossed: unknown[] = [];

  async function client(number: number): Promise<void> {
    const who = number % tokens.length;
    const token = tokens[who];
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const common = { 'content-type': 'application/json', accept: ACCEPT, ...authorization };
    for (let round = 0; round < 8; round += 1) {
      const isModern = (number + round) % 2 === 0;
      const name = token === undefined ? 'get_school_info' : round % 3 === 0 ? 'list_my_courses' : 'get_my_account';
      const args = token === undefined ? { school: number % 2 === 0 ? 'north' : 'south' } : {};
      const params = { name, arguments: args, ...(isModern ? { _meta: envelope() } : {}) };
      const mirror = isModern ? mirrorOf('tools/call', params) : {};
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const { status, body } = await send(agent, { ...common, ...mirror }, message);
      const answer: Json = JSON.parse(body);
      const shown = answer.result?.structuredContent;
      const own =
        token === undefined
          ? String(shown?.slug) === (args as { school: string }).school
          : name === 'get_my_account'
            ? String(shown?.id) === people[who]?.id
            : String(shown?.nodes?.[0]?.slug) === `crs-${who}`;
      const isEra = (answer.result?.resultType !== undefined) === isModern;
      if (status !== 200 || Number(answer.id) !== 1 || !own || !isEra) crossed.push({ number, round, status, body });
    }
  }

  await Promise.all(times(60, client));
  t.strictSame(crossed, []);
});
