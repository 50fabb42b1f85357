// slow
/** The sheet of `doctor listing`, for servers that lack something and one that lacks nothing. */
import { randomBytes } from 'node:crypto';
import t, { type Test } from 'tap';
import { adminApp, call, RIVERSIDE } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { type Environment, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { everyTool } from '../support/mcp.ts';
import { COMMAND } from '../support/programs.ts';
import { BEHIND_HTTPS, temporaryFolder } from '../support/settings.ts';
import { picture, uploaded } from '../support/uploads.ts';

t.setTimeout(240_000);

interface Sheet {
  facts: { what: string; value?: string; toDo?: string }[];
  tools: {
    name: string;
    title: string;
    description: string;
    annotations: Record<string, boolean>;
    reasons: Record<string, string>;
    largest?: { tokens: number; given: object };
  }[];
}

/** They need a token, a lecture that no list has, or the name of a figure. */
const NOT_MEASURED = new Set(['whoami', 'get_lecture', 'get_analytics_series', 'get_analytics_top_list']);

async function sheetOf(t: Test, settings: Environment, ...options: string[]) {
  const { code, stdout, stderr } = await run(t, [COMMAND, 'doctor', 'listing', ...options], settings).ended;
  return { code, stdout, stderr };
}

t.test('the sheet of a new server says what is missing, each with what mends it', async (t) => {
  const { dataDir, databaseUrl, origin } = await startServer(t, TEST_SETTINGS);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BASE_URL: origin };
  const { code, stdout } = await sheetOf(t, settings, '--school', 'riverside');
  t.equal(code, 1);
  t.match(stdout, `${origin}/mcp?auth=member&school=riverside`);
  t.match(stdout, /\d+ tools\. Results over the demo platform were measured, at 2\.5 bytes a token/);
  t.match(stdout, /list_orders: List orders .*\n {2}largest result: \d+ tokens, with /);
  t.match(stdout, / {2}openWorldHint: true\. It can change what is on the public pages/);
  const [, missing = ''] = stdout.split('Missing before you submit:');
  for (const what of [
    /public https origin: set BASE_URL to one that others reach/,
    /token of OpenAI, for ChatGPT: set OPENAI_APPS_CHALLENGE/,
    /privacy policy: Settings, at .*\/admin\/riverside/,
    /logo: Name and colours, at/,
  ])
    t.match(missing, what);
  t.notMatch(missing, /support/, 'the demo has a support page');
});

t.test('the sheet of a server with everything has each tool with a reason for each hint and its size', async (t) => {
  const MASTER_KEY = randomBytes(32).toString('base64');
  const { url } = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const { app, tokenOf } = await adminApp(t, { databaseUrl: url, dataDir, env: { MASTER_KEY } });
  const token = await tokenOf('owner');
  const { id } = await uploaded(app, token, picture('logo'));
  const legal = { termsUrl: 'https://school.example/terms', privacyUrl: 'https://school.example/privacy' };
  t.equal((await call(app, token, 'PATCH', '/school', legal)).status, 200);
  t.equal((await call(app, token, 'PATCH', '/appearance', { logoAssetId: id })).status, 200);
  const settings = {
    ...BEHIND_HTTPS,
    ...{ DATA_DIR: dataDir, DATABASE_URL: url, MASTER_KEY, BASE_URL: 'https://id.school.example' },
    OPENAI_APPS_CHALLENGE: 'one school.example=two',
  };
  const { code, stdout, stderr } = await sheetOf(t, settings, '--school', RIVERSIDE.slug, '--json');
  const { facts, tools }: Sheet = JSON.parse(stdout);
  t.strictSame(
    facts.filter(({ value }) => value === undefined),
    [],
    stderr,
  );
  t.equal(code, 0);
  t.match(Object.fromEntries(facts.map(({ what, value }) => [what, value])), {
    'address for staff': 'https://id.school.example/mcp?auth=required&school=riverside&tools=all',
    'token of OpenAI, for ChatGPT': 'one at id.school.example, two at school.example',
    'privacy policy': legal.privacyUrl,
    'terms of use': legal.termsUrl,
    'support page': /^https:/,
    'contact address': /@/,
  });

  const listed = await everyTool(app, token);
  t.strictSame(tools.map(({ name }) => name).toSorted(), listed.map(({ name }) => String(name)).toSorted());
  const given = new Map<string, boolean>();
  for (const { name, title, description, annotations, reasons, largest } of tools) {
    const entry = listed.find((one) => String(one.name) === name);
    t.strictSame(annotations, entry?.annotations as unknown, name);
    t.ok(title.length > 3 && description.length >= 20, name);
    t.strictSame(Object.keys(reasons), ['readOnlyHint', 'destructiveHint', 'openWorldHint'], name);
    for (const [hint, reason] of Object.entries(reasons)) {
      const value = annotations[hint] ?? false;
      t.match(reason, /^[A-Z].{20,}\.$/, `${name}: ${hint}`);
      t.equal(given.get(`${hint} ${reason}`) ?? value, value, 'no reason is given for both values');
      given.set(`${hint} ${reason}`, value);
    }
    t.equal(largest !== undefined, annotations.readOnlyHint === true && !NOT_MEASURED.has(name), `${name} is measured`);
    if (largest !== undefined) t.ok(largest.tokens > 0 && largest.tokens <= 25_000, `${name}: ${largest.tokens}`);
  }
});

t.test('a school that is not there, or an argument too many, ends the command with one line', async (t) => {
  const { dataDir, databaseUrl, origin } = await startServer(t, TEST_SETTINGS);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, BASE_URL: origin };
  const unknown = await sheetOf(t, settings, '--school', 'nowhere');
  t.match([unknown.code, unknown.stderr], [2, /no open school has the slug nowhere/]);
  const extra = await sheetOf(t, settings, 'riverside');
  t.match([extra.code, extra.stderr], [2, /riverside/]);
});
