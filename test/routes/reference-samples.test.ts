// slow
/** The samples of the API reference are typed in as they stand there, and do what the operation does. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { samplesOf } from '../../routes/documents/reference/samples.ts';
import type { ApiDescription } from '../../schema/data/api-description.ts';
import { hasExampleId } from '../../schema/school/resource.ts';
import { adminApp } from '../support/admin.ts';
import { BASE } from '../support/app.ts';
import { ShellSession } from '../support/shell-session.ts';

t.setTimeout(120_000);

const run = promisify(execFile);
const isMissing = (program: string): string | false =>
  spawnSync(program, ['--version']).error === undefined ? false : `${program} is not installed`;

interface Sampled {
  readonly id: string;
  readonly isRead: boolean;
  readonly saysInvented: boolean;
  readonly saysOnce: boolean;
  /** What the page tells to ask for in auth.md, for the token of the samples. */
  readonly asked: string | undefined;
  readonly code: Readonly<Record<string, string>>;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const typed = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name) => ENTITIES[name] ?? '');

const INVENTED = 'The ids in these samples are invented: put yours in.';

/** Every operation of the admin API, or of another, with the samples of its page. */
async function sampled(app: FastifyInstance, only = /<code>\/api\/v1\//): Promise<Sampled[]> {
  const overview = (await app.inject('/docs/reference')).body;
  const groups = new Set([...overview.matchAll(/href="(\/docs\/reference\/[^"#]+)"/g)].map(([, url = '']) => url));
  const all: Sampled[] = [];
  for (const url of groups) {
    const { body } = await app.inject(url);
    for (const section of body.split('<section class="panel operation" id="').slice(1)) {
      if (!only.test(section)) continue;
      const code = [
        ...section.matchAll(/<details class="sample"><summary>(\w+)<\/summary>[\s\S]*?<code>([\s\S]*?)<\/code>/g),
      ];
      all.push({
        id: section.slice(0, section.indexOf('"')),
        isRead: section.includes('<span class="method">GET</span>'),
        saysInvented: section.includes(INVENTED),
        saysOnce: /The (?:slug|code|e-mail address) can be used once; change it to run another sample\./.test(section),
        asked: /<code>ACCESS_TOKEN<\/code> of .* asked for with <code>SCOPE='([^']*)'<\/code>/.exec(
          typed(section),
        )?.[1],
        code: Object.fromEntries(code.map(([, name = '', text = '']) => [name, typed(text)])),
      });
    }
  }
  return all;
}

const { app, tokenOf } = await adminApp(t, { env: { RATE_LIMITS: 'off' } });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
const TOKEN = await tokenOf('owner');
const operations = await sampled(app);
const reads = operations.filter(({ isRead }) => isRead);
const named = (id: string): Sampled => {
  const found = operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is not in the reference`);
  return found;
};

/** Ids of what the demo has, by the kind of their owner, as the lists have them. */
const known = new Map<string, string>();
for (const [path, methods] of Object.entries((await app.inject('/openapi.json')).json<ApiDescription>().paths)) {
  if (!path.startsWith('/api/v1/') || path.includes('{') || methods.get === undefined) continue;
  const answer = await app.inject({ url: path, headers: { authorization: `Bearer ${TOKEN}` } });
  for (const { id } of (answer.json().nodes ?? []) as { id?: string }[]) {
    const kind = id?.split('_')[0];
    if (id !== undefined && kind !== undefined && !known.has(kind)) known.set(kind, id);
  }
}

/** The sample for this server, with ids that it has. */
const here = (code = ''): string =>
  code.replaceAll(BASE, origin).replaceAll(/(?<=\/)([a-z]{3,4})_[\w-]+/g, (id, kind) => known.get(kind) ?? id);
const isAnswered = ({ code }: Sampled): boolean =>
  !/\/[a-z]{3,4}_\w*(?:example|0{4})/i.test(here(code.curl).split("'")[1] ?? '');

t.test('every operation of the admin API has a sample for curl, JavaScript and Python', async (t) => {
  t.ok(operations.length > 100, `${operations.length} operations`);
  for (const { id, code } of operations) t.strictSame(Object.keys(code), ['curl', 'JavaScript', 'Python'], id);
});

t.test(
  'what writes without an id is accepted by a new school as it stands; the others say that ids are invented',
  async (t) => {
    const fresh = await adminApp(t);
    const address = await fresh.app.listen({ host: '127.0.0.1', port: 0 });
    for (const { id, code, saysInvented } of operations) {
      t.equal(saysInvented, Object.values(code).some(hasExampleId), id);
    }
    // They change the school itself, and the settings of its pages, so they come last.
    const writes = operations.filter(({ isRead, saysInvented }) => !isRead && !saysInvented);
    t.ok(writes.length > 12, writes.map(({ id }) => id).join(' '));
    const program = writes
      .map(({ id, code }) => `console.log('== ${id}');\n{\n${code.JavaScript}\n}`)
      .join('\n')
      .replaceAll(BASE, address);
    const env = { TOKEN: await fresh.tokenOf('owner') };
    const answersOf = async (): Promise<string[]> =>
      (await run(process.execPath, ['--input-type=module', '-e', program], { env })).stdout.split(/^== /m).slice(1);
    const answers = await answersOf();
    t.equal(answers.length, writes.length);
    for (const answer of answers) t.match(answer, /^\w+\n20[0-4] /, answer.slice(0, 300));
    // Whoever tries the next language sends the same again.
    for (const [index, answer] of (await answersOf()).entries()) {
      t.equal(/^\w+\n409 /.test(answer), writes[index]?.saysOnce, answer.slice(0, 300));
    }
  },
);

t.test('the page says with which scope of auth.md the token of a sample is asked for', async (t) => {
  t.equal(named('create_course').asked, 'openid courses:write');
  for (const { id, asked } of operations) t.match(asked, /^openid \S+$/, id);
});

t.test(
  'a sample without a token says where to get one, and sends nothing',
  { skip: isMissing('python3') },
  async (t) => {
    const programs = {
      curl: ['sh', '-c'],
      JavaScript: [process.execPath, '--input-type=module', '-e'],
      Python: ['python3', '-c'],
    };
    for (const [name, [program = '', ...given]] of Object.entries(programs)) {
      for (const unset of [{}, { TOKEN: '' }]) {
        const ended = spawnSync(program, [...given, here(named('list_courses').code[name])], {
          env: { PATH: process.env.PATH ?? '', ...unset },
          encoding: 'utf8',
        });
        t.not(ended.status, 0, name);
        t.equal(ended.stdout, '', name);
        t.match(
          ended.stderr,
          new RegExp(
            `^.*Set TOKEN first: it is the ACCESS_TOKEN of ${origin}/auth\\.md, with the scope courses:read\n$`,
          ),
          name,
        );
      }
    }
  },
);

t.test('what reads is read by the samples for curl', { skip: isMissing('curl') }, async (t) => {
  const shell = new ShellSession();
  shell.variables.set('TOKEN', TOKEN);
  let answered = 0;
  for (const one of reads) {
    const printed = await shell.run(here(one.code.curl));
    t.notMatch(printed, /"type":"[^"]*\/problems#(?!not-found)/, one.id);
    if (isAnswered(one) && !printed.includes('/problems#')) answered += 1;
  }
  t.ok(answered > reads.length * 0.8, `${answered} of ${reads.length} are answered with what the demo has`);
});

t.test('what reads is read by the samples for JavaScript', async (t) => {
  const program = reads.map(({ id, code }) => `console.log('== ${id}');\n{\n${here(code.JavaScript)}\n}`).join('\n');
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], {
    env: { TOKEN },
    maxBuffer: 32 * 1024 * 1024,
  });
  const answers = stdout.split(/^== /m).slice(1);
  t.equal(answers.length, reads.length);
  for (const answer of answers) t.match(answer, /^\w+\n(?:200 |404 \{"type":"[^"]*not-found")/, answer.slice(0, 200));
  t.ok(answers.filter((answer) => /^\w+\n200 /.test(answer)).length > reads.length * 0.8);
});

t.test('the samples for Python read and write', { skip: isMissing('python3') }, async (t) => {
  for (const id of ['list_courses', 'get_school', 'create_page']) {
    const { stdout } = await run('python3', ['-c', here(named(id).code.Python)], { env: { ...process.env, TOKEN } });
    t.match(stdout, id === 'create_page' ? /^201 \{"id":"/ : /^200 \{/, id);
  }
  const env = { ...process.env, TOKEN: await tokenOf('owner', ['courses:read']) };
  const refused = await run('python3', ['-c', here(named('create_page').code.Python)], { env });
  t.match(refused.stdout, /^403 \{"type":".*"detail":"/, 'a refusal is printed with its reason');
});

t.test(
  'the samples of the tool endpoint say what they accept, and list the tools',
  { skip: isMissing('curl') || isMissing('python3') },
  async (t) => {
    const [mcp] = await sampled(app, /<code>\/mcp</);
    const env = { PATH: process.env.PATH ?? '', TOKEN };
    for (const [program, ...given] of [
      ['sh', '-c', here(mcp?.code.curl)],
      [process.execPath, '--input-type=module', '-e', here(mcp?.code.JavaScript)],
      ['python3', '-c', here(mcp?.code.Python)],
    ] as [string, ...string[]][])
      t.match((await run(program, given, { env })).stdout, /"result":\{"tools":\[\{/, program);
  },
);

t.test(
  'quotes and backslashes in a body stay what they are',
  { skip: isMissing('curl') || isMissing('python3') },
  async (t) => {
    const title = `It's "A\\B" $TOKEN \`ls\``;
    const description = (await app.inject('/openapi.json')).json<ApiDescription>();
    const path = '/api/v1/pages';
    const operation = description.paths[path]?.post;
    if (operation === undefined) throw new Error('the example is gone');
    const content = { 'application/json': { schema: {}, example: { title, slug: 'quoted' } } };
    const samples = samplesOf(description, {
      method: 'post',
      path,
      operation: { ...operation, requestBody: { content } },
    });
    const code = new Map(samples.map((one) => [one.name, here(one.code)]));
    const shell = new ShellSession();
    shell.variables.set('TOKEN', TOKEN);
    t.match(await shell.json((code.get('curl') ?? '').replace('quoted', 'quoted-1')), { title });
    const { stdout } = await run('python3', ['-c', (code.get('Python') ?? '').replace('quoted', 'quoted-2')], {
      env: { ...process.env, TOKEN },
    });
    t.match(JSON.parse(stdout.slice(stdout.indexOf('{'))), { title });
    const program = (code.get('JavaScript') ?? '').replace('quoted', 'quoted-3');
    const answer = await run(process.execPath, ['--input-type=module', '-e', program], { env: { TOKEN } });
    t.match(JSON.parse(answer.stdout.slice(answer.stdout.indexOf('{'))), { title });
  },
);

t.test('the reference is searched without a script, and lists its groups beside each page', async (t) => {
  const search = async (q: string): Promise<string> =>
    (await app.inject(`/docs/reference?${new URLSearchParams({ q })}`)).body;
  const found = (body: string): string[] =>
    [...body.slice(body.indexOf('<main')).matchAll(/href="\/docs\/reference\/[\w-]+#(\w+)"/g)].map(([, id = '']) => id);
  t.ok(found(await search('create COURSE')).includes('create_course'));
  t.ok(found(await search('/api/v1/coupons get')).every((id) => /coupon/.test(id)));
  const writing = found(await search('courses:write'));
  t.ok(writing.includes('create_course') && writing.includes('delete_course'), 'by the scope that each needs');
  t.notOk(writing.includes('list_courses'));
  t.strictSame(found(await search('xylophone')), []);
  t.match(await search('xylophone'), 'No operation contains all of these words.');
  t.notMatch(await search('"><script>alert(1)</script>'), '<script');
  const { body, headers } = await app.inject('/docs/reference/courses');
  t.equal(
    body.match(/<li><a href="\/docs\/reference\/courses" aria-current="true">/g)?.length,
    1,
    'once, for wide and narrow windows',
  );
  t.match(headers['content-security-policy'], "script-src 'self'");
});
