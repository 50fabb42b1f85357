// slow, sqlite
/**
 * A client generated from /openapi.json by a foreign generator: its types are checked by the TypeScript of the generator,
 * and what is written against them drives every operation of the admin API, over real HTTP.
 */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import type { ApiDescription, ApiOperation } from '../../schema/data/api-description.ts';
import { joinScopes, OPERATOR_SCOPES } from '../../schema/oauth/scope.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { run, startServer } from '../support/live-server.ts';
import { authorizeUrl, codeFields, DEMO, encode, makeVerifier, type Tokens } from '../support/oauth-client.ts';

t.setTimeout(120_000);

const FOLDER = join(import.meta.dirname, 'generated-client');
const TYPES = join(FOLDER, 'generated', 'api.ts');
const workspace = createRequire(join(FOLDER, 'package.json'));
const GENERATOR = join(dirname(workspace.resolve('openapi-typescript/package.json')), 'bin', 'cli.js');
const COMPILER = workspace.resolve('typescript/bin/tsc');

interface Call {
  method: string;
  path: string;
  status: number;
}

interface Driven {
  family: string;
  calls: readonly Call[];
  failure: string | null;
}

type Address = Pick<Call, 'method' | 'path'>;

interface Described extends Address {
  id: string;
  operation: ApiOperation;
}

const isAt =
  ({ method, path }: Address) =>
  (one: Address): boolean =>
    one.method === method && one.path === path;

const { origin } = await startServer(t);
const description = (await (await fetch(`${origin}/openapi.json`)).json()) as ApiDescription;

/** Of the admin API: what needs a scope of operators, and the files that belong to it. */
const described: Described[] = Object.entries(description.paths)
  .filter(([path]) => path.startsWith('/api/v1/') || path.startsWith('/uploads/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
const families = Map.groupBy(described, ({ operation }) => operation.tags[0] ?? '');

await t.test('openapi-typescript generates types from /openapi.json that TypeScript accepts [A17]', async (t) => {
  mkdirSync(join(FOLDER, 'generated'), { recursive: true });
  await succeed(t, [GENERATOR, `${origin}/openapi.json`, '--output', TYPES]);
  await succeed(t, [COMPILER, '--project', FOLDER]);
});

async function succeed(t: Test, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(t, args, {}).ended;
  t.equal(code, 0, `${args.join(' ')}\n${stdout}${stderr}`);
}

await t.test('the generated client drives every resource of the admin API [A17, D1]', async (t) => {
  const { stdout, stderr } = await run(t, [join(FOLDER, 'drive.ts'), origin], { TOKEN: await operatorToken() }).ended;
  t.equal(stderr, '');
  const driven = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Driven => JSON.parse(line));
  t.strictSame(driven.map(({ family }) => family).sort(), [...families.keys()].sort(), 'every family, and no other');
  for (const [family, operations] of families) {
    const { calls, failure } = driven.find((one) => one.family === family) ?? { calls: [], failure: 'not driven' };
    t.test(`every operation of ${family} succeeds and answers as described [D1]`, async (t) => {
      t.equal(failure, null, failure ?? 'every step holds');
      expectSuccesses(t, operations, calls);
      expectDescribed(t, calls);
      expectRoundTrips(t, operations, calls);
    });
  }
});

/** Each operation was asked for and did what it is for. */
function expectSuccesses(t: Test, operations: readonly Described[], calls: readonly Call[]): void {
  for (const one of operations) {
    const statuses = calls.filter(isAt(one)).map(({ status }) => status);
    const successes = statuses.filter((status) => status < 300 && one.operation.responses[status] !== undefined);
    t.not(successes.length, 0, `${one.id} succeeds; it was answered ${statuses.join(', ') || 'never'}`);
  }
}

function expectDescribed(t: Test, calls: readonly Call[]): void {
  for (const call of calls) {
    const { method, path, status } = call;
    const responses = described.find(isAt(call))?.operation.responses;
    if (responses?.[status] === undefined) t.fail(`${method} ${path} answered ${status}, which is not described`);
  }
}

/** Create → read → list → update → delete, as far as the resource has them. */
function expectRoundTrips(t: Test, operations: readonly Described[], calls: readonly Call[]): void {
  for (const { path, operation } of operations.filter(({ method }) => method === 'POST')) {
    if (operation.responses[201] === undefined) continue;
    const single = `/api/v1/${path.split('/').at(-1)}/{id}`;
    const steps = [
      { method: 'POST', path },
      { method: 'GET', path: single },
      { method: 'GET', path },
      { method: 'PATCH', path: single },
      { method: 'DELETE', path: single },
    ].flatMap((step) => operations.filter(isAt(step)));
    const firsts = steps.map((step) => calls.findIndex((call) => isAt(step)(call) && call.status < 300));
    t.strictSame(
      firsts,
      [...firsts].sort((one, other) => one - other),
      steps.map(({ id }) => id).join(' → '),
    );
  }
}

/** Of the owner of the demo school, for everything that operators may do. */
async function operatorToken(): Promise<string> {
  const client = DEMO.adminTool;
  const verifier = makeVerifier();
  const scope = joinScopes(['openid', ...OPERATOR_SCOPES]);
  const url = origin + authorizeUrl(client, verifier, { scope, resource: origin });
  const callback = await new HttpBrowser(origin).authorize(url, { email: 'ruth@riverside.example' });
  const code = callback.searchParams.get('code') ?? '';
  const fields = { ...codeFields(client, { code, verifier, params: callback.searchParams }), resource: origin };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(`${origin}/api/oauth/token`, { method: 'POST', headers, body: encode(fields) });
  return ((await response.json()) as Tokens).access_token;
}
