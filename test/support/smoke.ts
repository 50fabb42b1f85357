/** What a program that was built has to do: whatever it loads late, and every kind of file that it reads. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import { temporaryFolder } from './app.ts';
import { HttpBrowser } from './http-browser.ts';
import { runProgram, startServer, TEST_SETTINGS } from './live-server.ts';

const IMPORTED = 'ida@old.example';
const IMPORTED_HASH = '$2b$08$abcdefghijklmnopqrstuuai6vyC/VZodPLk0vJ.iDbxYUALcw4ve';

/**
 * Starts the server with an empty database, runs the tour's client against it, and asks for one answer of every kind.
 * @param program the program and its first arguments, to which commands are added
 * @param settings in addition to those of every server of the tests
 */
export async function smokeTest(t: Test, program: readonly string[], settings: Record<string, string> = {}) {
  const folder = temporaryFolder(t);
  const environment = { ...TEST_SETTINGS, ...settings, DATA_DIR: folder };
  const { origin, welcome, stop } = await startServer(t, environment, program);
  t.match(welcome, 'Demo people');

  const tokenFile = join(folder, 'token');
  const scope = 'openid account:read';
  const options = ['--no-open', '--json', '--client-id', 'c_demo_cli', '--scope', scope, '--save', tokenFile];
  const client = runProgram(t, [...program, 'connect', '--server', origin, ...options], settings);
  for await (const line of createInterface({ input: client.stdout })) {
    const { event, url } = JSON.parse(line);
    if (event === 'open') await fetch(await new HttpBrowser(origin).authorize(url, { email: 'ana@riverside.example' }));
  }
  const { code, stderr } = await client.ended;
  t.strictSame([code, stderr], [0, ''], 'the client reaches its end');

  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
  t.match(await (await post('/account/graphql', { query: '{ viewer { email } }' })).json(), {
    data: { viewer: { email: 'ana@riverside.example' } },
  });
  const tools = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  t.equal(tools.status, 200);
  t.match(await tools.text(), '"inputSchema"');

  for (const path of ['/openapi.json', '/docs', '/auth.md', '/account/sign-in', '/account/explorer']) {
    t.equal((await fetch(`${origin}${path}`)).status, 200, path);
  }
  const script = /src="(\/assets\/menu-[^"]+)"/.exec(await (await fetch(`${origin}/docs`)).text())?.[1];
  if (script !== undefined) t.equal((await fetch(`${origin}${script}`)).status, 200, script);

  const of = (...args: string[]) => runProgram(t, [...program, ...args], environment).ended;
  // The thread that verifies imported passwords has a script of its own.
  const people = join(folder, 'people.json');
  writeFileSync(people, JSON.stringify([{ email: IMPORTED, name: 'Ida', password_hash: IMPORTED_HASH }]));
  t.match(await of('users', 'import', people), { code: 0, stdout: 'created 1' });
  const browser = new HttpBrowser(origin);
  const form = { email: IMPORTED, password: 'Correct-Horse-9 é' };
  const { url } = await browser.submit(await browser.get('/sign-in'), '/sign-in', form);
  t.equal(url.pathname, '/account');
  const [keys, clients] = await Promise.all([of('keys', 'list'), of('doctor', 'connect')]);
  t.match(keys, { code: 0, stderr: /^Database: .*\n$/, stdout: /^\S+ signs from / });
  t.match(clients, { code: 0, stderr: '', stdout: /^chatgpt +/m });
  t.equal((await stop()).code, 0);
}
