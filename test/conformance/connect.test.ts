// slow
/** Our own client, `schoolgate connect`, against the running server: every step holds, and what must stop it stops it. */
import { createInterface } from 'node:readline';
import t from 'tap';
import { ConnectError } from '../../scripts/commands/connect/errors.ts';
import { type ConnectResult, connect } from '../../scripts/commands/connect/flow.ts';
import type { ConnectOptions } from '../../scripts/commands/connect/tour.ts';
import { SECRET } from '../support/app.ts';
import { HttpBrowser, type Person } from '../support/http-browser.ts';
import { freePort, run, startServer } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';

const ANA = { email: 'ana@riverside.example' };
const RUTH = { email: 'ruth@riverside.example' };
const MEMBER_SCOPE = 'openid profile email account:read';

const { origin } = await startServer(t);

/** What stands between the server and the program's own listener; a test may bend it. */
type Road = (callback: URL) => URL;

interface Tour {
  result: ConnectResult;
  lines: string[];
  /** The status of the page the person sees at the end. */
  closing: number;
}

async function tour(person: Person, options: Partial<ConnectOptions> = {}, road: Road = (url) => url): Promise<Tour> {
  const lines: string[] = [];
  let closing = 0;
  const result = await connect({
    server: origin,
    timeoutMs: 10_000,
    ...options,
    print: (line) => lines.push(line),
    async openAuthorizationUrl(url) {
      const callback = road(await new HttpBrowser(origin).authorize(url, person));
      closing = (await fetch(callback)).status;
    },
  });
  return { result, lines, closing };
}

const bent = (name: string, value: string): Road => {
  return (url) => {
    url.searchParams.set(name, value);
    return url;
  };
};

t.test('connect takes the public demo client through all nine steps [spec 5.1.3, A15]', async (t) => {
  const { result, lines, closing } = await tour(ANA, { clientId: 'c_demo_cli', scope: MEMBER_SCOPE });
  t.hasStrict(result, {
    issuer: origin,
    resource: origin,
    clientId: 'c_demo_cli',
    grantedScope: MEMBER_SCOPE,
    sub: 'usr_demo_ana',
    idTokenVerified: true,
    revoked: true,
  });
  t.equal(closing, 200, 'the person is told to close the window');
  const steps = lines.flatMap((line) => /^\n(\d) {2}/.exec(line)?.[1] ?? []);
  t.strictSame(steps, ['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  t.equal(lines.at(-1), '\nEvery step held.');
});

t.test('connect takes the confidential demo client through, on localhost and another path [spec 2.1]', async (t) => {
  const { result } = await tour(ANA, {
    clientId: 'c_demo_web_app',
    clientSecret: SECRET,
    scope: MEMBER_SCOPE,
    host: 'localhost',
    path: '/oauth/callback',
  });
  t.match(result.redirectUri, /^http:\/\/localhost:\d+\/oauth\/callback$/);
  t.hasStrict(result, { idTokenVerified: true, revoked: true });
});

t.test('connect registers itself, and an owner allows it operator scopes [spec 5.3.1]', async (t) => {
  const { result } = await tour(RUTH, { scope: 'openid courses:read courses:write' });
  t.match(result.clientId, /^c_/);
  t.hasStrict(result, { grantedScope: 'openid courses:read courses:write', sub: 'usr_demo_ruth', revoked: true });
});

t.test('without openid there is no ID token, and connect says so [spec 5.6]', async (t) => {
  const { result, lines } = await tour(ANA, { clientId: 'c_demo_notebook', scope: 'account:read' });
  t.hasStrict(result, { sub: undefined, idTokenVerified: false, revoked: true });
  t.match(lines.join('\n'), /no id_token was issued: openid was not granted/);
});

t.test('connect prints no code, token or client secret in full [RFC 6750 §5.3]', async (t) => {
  const { lines } = await tour(ANA, { clientId: 'c_demo_web_app', clientSecret: SECRET, json: true });
  const printed = lines.join('\n');
  t.notMatch(printed, SECRET);
  t.notMatch(printed, /\b(ac|at|rt)_[0-9a-z]+\.[A-Za-z0-9_-]{43}/, 'no code and no token in full');
  t.match(printed, /"access_token":"at_/, 'their beginnings are shown');
});

t.test('connect stops when the person denies access [RFC 6749 §4.1.2.1]', async (t) => {
  await t.rejects(tour({ ...ANA, decision: 'deny' }, { clientId: 'c_demo_cli' }), {
    name: 'ConnectError',
    message: /^The server refused the request: access_denied/,
  });
});

t.test('connect refuses a response with a foreign state [RFC 9700 §4.7.1, ASVS 10.1.2, ASVS 10.2.1]', async (t) => {
  const stray = tour(ANA, { clientId: 'c_demo_cli' }, bent('state', 'of-somebody-else'));
  await t.rejects(stray, { name: 'ConnectError', message: /does not contain our state/ });
});

t.test('connect refuses an authorization response of a foreign issuer [RFC 9207 §2.4, ASVS 10.2.2]', async (t) => {
  const mixedUp = tour(ANA, { clientId: 'c_demo_cli' }, bent('iss', 'https://evil.example'));
  await t.rejects(mixedUp, { name: 'ConnectError', message: /https:\/\/evil\.example, but the request was sent to/ });
});

t.test('connect reports a code that the server does not know [RFC 6749 §5.2]', async (t) => {
  const forged = tour(ANA, { clientId: 'c_demo_cli' }, bent('code', `ac_1.${'A'.repeat(43)}`));
  await t.rejects(forged, { name: 'ConnectError', message: /\/api\/oauth\/token: invalid_grant/ });
});

t.test('connect reports a wrong client secret [RFC 6749 §5.2]', async (t) => {
  const wrong = { clientId: 'c_demo_web_app', clientSecret: 'cs_this-is-not-the-secret-of-that-client' };
  await t.rejects(tour(ANA, wrong), { name: 'ConnectError', message: /invalid_client.*--client-secret/ });
});

t.test(
  'connect says once who can give a registered client account:read, and which feature it takes [spec 5.3.7]',
  async (t) => {
    const noPerson = { openAuthorizationUrl: follow, print: () => {} };
    const refusalOf = async (scope: string, more: Partial<ConnectOptions> = {}): Promise<string> => {
      const options = { server: origin, scope, timeoutMs: 10_000, ...noPerson, ...more };
      const refused: unknown = await connect(options).catch((error) => error);
      return refused instanceof ConnectError ? refused.message : '';
    };
    const ofSchool = await refusalOf(MEMBER_SCOPE);
    t.match(
      ofSchool,
      /invalid_scope.*client_id: OAuth applications \(for an assistant: Setup guides, Members\), at .*--client-id.* --scope\.$/,
    );
    t.match(ofSchool, 'they first turn on MCP connections under Settings');
    for (const once of ['OAuth applications', 'owner or administrator', 'MCP connections', '--scope']) {
      t.equal(ofSchool.split(once).length, 2, `${once} is said once`);
    }
    t.match(ofSchool, 'the redirect URI http://127.0.0.1/callback and');
    const elsewhere = await refusalOf(MEMBER_SCOPE, { host: 'localhost', path: '/back' });
    t.match(elsewhere, 'the redirect URI http://localhost/back and', 'of this run, without its port');
    const ofNobody = await refusalOf('openid no:such');
    t.match(ofNobody, /invalid_scope, unknown scope: no:such\. Request other scopes with --scope\.$/);
    t.notMatch(ofNobody, 'MCP connections', 'which would not help');

    /** The refusal comes at once: nobody has to sign in. */
    async function follow(url: string): Promise<void> {
      const { leavesFor } = await new HttpBrowser(origin).get(url);
      await fetch(leavesFor ?? 'http://127.0.0.1:1/');
    }
  },
);

t.test('connect refuses a server whose metadata names another origin [RFC 9728 §3.3]', async (t) => {
  const alias = origin.replace('127.0.0.1', 'localhost');
  await t.rejects(tour(ANA, { server: alias }), { message: `identifies itself as ${origin}` });
});

t.test('connect reports a server that cannot be reached, a callback that never comes and an abort', async (t) => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  await t.rejects(tour(ANA, { server: nobody }), { message: /Cannot reach .*ECONNREFUSED/ });
  const silence = { openAuthorizationUrl: () => {}, print: () => {} };
  await t.rejects(connect({ server: origin, clientId: 'c_demo_cli', timeoutMs: 50, ...silence }), {
    message: /No callback arrived within 50 milliseconds/,
  });
  const stop = new AbortController();
  const stopped = connect({
    server: origin,
    clientId: 'c_demo_cli',
    signal: stop.signal,
    print: () => {},
    openAuthorizationUrl: () => stop.abort(new Error('stopped by hand')),
  });
  await t.rejects(stopped, { message: 'stopped by hand' });
});

t.test('the connect command with --json prints nine steps and ends with the result [spec 5.1.3]', async (t) => {
  const args = [COMMAND, 'connect', '--no-open', '--json', '--server', origin, '--client-id', 'c_demo_cli'];
  const program = run(t, args, {});
  const events: Record<string, unknown>[] = [];
  for await (const line of createInterface({ input: program.stdout })) {
    const event: Record<string, unknown> = JSON.parse(line);
    events.push(event);
    if (event.event === 'open') await fetch(await new HttpBrowser(origin).authorize(String(event.url), ANA));
  }
  const { code, stderr } = await program.ended;
  t.equal(code, 0);
  t.equal(stderr, '');
  t.equal(events.filter(({ event }) => event === 'step').length, 9);
  t.hasStrict(events.at(-1), {
    event: 'result',
    members: { issuer: origin, clientId: 'c_demo_cli', sub: 'usr_demo_ana', idTokenVerified: true, revoked: true },
  });
});

t.test('the connect command tells a mistake from a failure by its exit code', async (t) => {
  const mistake = await run(t, [COMMAND, 'connect', '--server', 'example.com'], {}).ended;
  t.equal(mistake.code, 2);
  t.match(mistake.stderr, /^connect: --server must be an http\(s\) origin.*\n\nUsage: /s);
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const failure = await run(t, [COMMAND, 'connect', '--no-open', '--json', '--server', nobody], {}).ended;
  t.equal(failure.code, 1);
  t.hasStrict(JSON.parse(failure.stdout.trim().split('\n').at(-1) ?? '{}'), { event: 'failure' });
  t.match(failure.stderr, /^connect: Cannot reach /);
  const help = await run(t, [COMMAND, 'connect', '--help'], {}).ended;
  t.equal(help.code, 0);
  t.match(help.stdout, /^Usage: schoolgate connect/);
});
