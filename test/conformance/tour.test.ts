/** The agents of the tour in the manual, typed in as it says: what it tells is what happens. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import t from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { freePort, type Running, run, startServer } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { ShellSession } from '../support/shell-session.ts';

t.setTimeout(120_000);

const TOUR = readFileSync(join(import.meta.dirname, '../../docs/tour.md'), 'utf8');
const HERE = 'http://127.0.0.1:3000';
const noCurl = spawnSync('curl', ['--version']).error === undefined ? false : 'curl is not installed';

/** What stands in a step of the tour, by the language of the block. */
function blocks(step: number, language: string): string[] {
  const start = TOUR.indexOf(`\n**${step}. `);
  const end = TOUR.slice(start + 1).search(/\n(?:\*\*\d+\. |## )/);
  const text = TOUR.slice(start, start + 1 + end);
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
}

const { origin } = await startServer(t);
const data = join(temporaryFolder(t), 'data');
mkdirSync(data);
const typed = (block = ''): string => block.replaceAll(HERE, origin).replaceAll('./data', data);

/** Visits what the program asks a person to visit. */
async function visit(program: Running, email: string): Promise<void> {
  for await (const line of createInterface({ input: program.stdout })) {
    const [url] = /http:\S+\/oauth\/authorize\?\S+/.exec(line) ?? [];
    if (url === undefined) continue;
    await fetch(await new HttpBrowser(origin).authorize(url, { email }));
    return;
  }
}

t.test(
  'the program in step 6 of the tour asks a person to sign in, gets its scopes, and lists three courses',
  async (t) => {
    const [program = ''] = blocks(6, 'js');
    const port = await freePort();
    const agent = run(t, ['--input-type=module', '-e', typed(program).replaceAll('4321', String(port))], {});
    await visit(agent, 'ruth@riverside.example');
    const { code, stdout, stderr } = await agent.ended;
    t.equal(code, 0, stderr);
    t.equal(stderr, '', 'nothing to warn of');
    const [, scopes = '', ...courses] = stdout.trim().split('\n');
    t.equal(scopes, 'signed in for openid profile courses:read');
    t.equal(new Set(courses).size, 3);
    for (const course of courses) t.match(course, /^\S.* \((?:published|draft)\)$/);
  },
);

t.test('steps 7 and 8 of the tour do what they say [spec 5.4, spec 5.5]', { skip: noCurl }, async (t) => {
  const [account = ''] = blocks(7, 'sh');
  const [publicly = '', own = ''] = blocks(8, 'sh');
  const [told = ''] = blocks(8, 'json');

  const [connect = '', ...rest] = account.split('\n');
  const args = [...connect.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  t.strictSame(args.slice(0, 3), ['npx', 'schoolgate', 'connect']);
  const client = run(t, [COMMAND, 'connect', '--server', origin, '--no-open', ...args.slice(3).map(typed)], {});
  await visit(client, 'ana@riverside.example');
  const { code, stdout, stderr } = await client.ended;
  t.equal(code, 0, stdout + stderr);

  const shell = new ShellSession();
  const { data: viewed } = await shell.json<{ data: unknown }>(typed(rest.join('\n')));
  t.match(viewed, { viewer: { email: 'ana@riverside.example', enrolledCourses: { nodes: Array } } });

  const before = await shell.run(typed(publicly));
  t.match(
    before,
    /"structuredContent":\{"school":"Riverside Academy","schoolSlug":"riverside","nodes":\[\{/,
    'anybody',
  );
  t.match(before, /^HTTP\/1\.1 401 /m);
  t.match(before, /^www-authenticate: Bearer error="invalid_token".* scope="account:read", resource_metadata="http/im);

  const define = typed(publicly).split('\n')[0] ?? '';
  const { result } = await shell.json<{ result: { structuredContent: unknown } }>(`${define}\n${typed(own)}`);
  t.match(result.structuredContent, JSON.parse(told), 'as the text says');
});
