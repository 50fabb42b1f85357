// slow
/** What `/openapi.json` says, judged by others: the schema of OpenAPI, a JSON Schema validator, the router, real answers. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import type { ApiContent, ApiDescription, ApiOperation, ApiResponse } from '../../schema/data/api-description.ts';
import { resolved } from '../../schema/data/api-description.ts';
import { joinScopes, OPERATOR_SCOPES, SCOPES } from '../../schema/oauth/scope.ts';
import { PROBLEM_STATUS } from '../../schema/school/problem.ts';
import { BASE, PASSWORD, SECRET, testApp } from '../support/app.ts';
import { DEMO, MEMBER_SCOPE, obtainTokens, postForm } from '../support/oauth-client.ts';
import { routesOf } from '../support/routes.ts';

const PATH = '/openapi.json';
const OWNER = { email: 'ruth@riverside.example' };
/** Pages for people, and what belongs to them. */
const PAGES =
  /^\/($|robots\.txt$|\.well-known\/change-password$|assets\/|language\/|setup$|docs($|\/)|sign-in($|\/)|sign-out$|password\/|email\/|not-me$|invitation|unsubscribe($|\/)|hand-over($|\/)|second-factor\/|account($|\/(?!graphql$))|approvals\/|platform($|\/)|schools\/|admin($|\/)|oauth\/continue\/|oauth\/logout\/confirm$)/;

const read = async (app: FastifyInstance): Promise<ApiDescription> => (await app.inject(PATH)).json();

const operationsOf = ({ paths }: ApiDescription) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** @returns what is wrong with a value, by a validator that shares nothing with the maker of the schemas */
function judge(description: ApiDescription) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api:/', ...description });
  const absolute = (schema: unknown): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api:/#/components/'));
  return (schema: unknown, value: unknown): string[] => {
    const validate = ajv.compile(absolute(schema));
    return validate(value) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
  };
}

const examplesOf = ({ example, examples = {} }: ApiContent): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];

t.test('the OpenAPI description [E-45]', async (t) => {
  const { app } = await testApp(t);
  const description = await read(app);
  const all = operationsOf(description);
  const judged = judge(description);

  t.test('the description is valid OpenAPI 3.1 by the schema of the OpenAPI Initiative [A17]', async (t) => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(description) as never);
    t.ok(valid, JSON.stringify(errors));
    t.equal(validator.version, '3.1');
    t.equal(description.openapi, '3.1.0');
  });

  t.test('every route is described, except for the pages for people [A17]', async (t) => {
    const described = new Set(all.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`));
    const machine = routesOf(app).filter(
      ({ method, path }) => !['HEAD', 'OPTIONS'].includes(method) && !PAGES.test(path),
    );
    t.ok(machine.length > 50, `${machine.length} routes`);
    // The tool endpoint answers other methods itself, to refuse them.
    const missing = machine
      .filter(({ method, path }) => path !== '/mcp' || method === 'POST')
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !described.has(route));
    t.strictSame(missing, []);
  });

  t.test('every described operation exists under a unique id, and no admin operation is missing [A17]', async (t) => {
    for (const { method, path } of all) {
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      t.ok(app.hasRoute({ method: method as 'GET', url }), `${method} ${url}`);
    }
    const ids = all.map(({ operation }) => operation.operationId);
    t.equal(new Set(ids).size, ids.length, 'operation ids are unique');
    for (const { name } of app.school.catalogue) t.ok(ids.includes(name), name);
  });

  t.test('every example is valid against its schema [A17]', async (t) => {
    let count = 0;
    const check = (where: string, content: Readonly<Record<string, ApiContent>> = {}): void => {
      for (const [type, one] of Object.entries(content)) {
        for (const example of examplesOf(one)) {
          count += 1;
          t.strictSame(judged(one.schema, example), [], `${where} ${type}`);
        }
      }
    };
    for (const { operation } of all) {
      check(`${operation.operationId} body`, operation.requestBody?.content);
      for (const given of operation.parameters ?? []) {
        const { name, example, schema } = resolved(description, 'parameters', given);
        for (const one of [...(example === undefined ? [] : [example]), ...(schema.examples ?? [])]) {
          t.strictSame(judged(schema, one), [], `${operation.operationId} ${name}`);
        }
      }
      for (const [status, answer] of Object.entries(operation.responses)) {
        check(`${operation.operationId} ${status}`, resolved(description, 'responses', answer).content);
      }
    }
    t.ok(count > 200, `${count} examples`);
  });

  t.test('every admin operation shows its scope, its examples and its error responses [A17]', async (t) => {
    for (const { name, scope, rest } of app.school.catalogue) {
      const operation = all.find((one) => one.operation.operationId === name)?.operation;
      if (operation === undefined) throw new Error(`${name} is not described`);
      t.strictSame(operation.security, [{ oauth2: [scope] }, { openIdConnect: [scope] }], name);
      const success = operation.responses[rest.status] as ApiResponse;
      if (rest.status !== 204)
        t.not(success.content?.['application/json']?.example, undefined, `${name} has an example`);
      const isWrite = operation.requestBody !== undefined;
      if (isWrite) t.not(Object.values(operation.requestBody?.content ?? {})[0]?.example, undefined, `${name} body`);
      const headers = (operation.parameters ?? []).map((one) => resolved(description, 'parameters', one).name);
      t.equal(headers.includes('Idempotency-Key'), rest.method !== 'GET', `${name} Idempotency-Key`);
      for (const status of ['400', '401', '403', '429', '500', '503'])
        t.ok(operation.responses[status], `${name} ${status}`);
    }
  });

  t.test('the 401 and 403 responses name the challenge, and every problem type appears [A17]', async (t) => {
    for (const name of ['Unauthorized', 'Forbidden']) {
      t.ok(description.components.responses[name]?.headers?.['WWW-Authenticate'], name);
    }
    const shown = JSON.stringify(description.components.responses);
    for (const type of Object.keys(PROBLEM_STATUS)) t.match(shown, `${BASE}/docs/problems#${type}`);
  });

  t.test('every scope is listed, and every operator scope is required by some operation [A17]', async (t) => {
    const { oauth2 } = (description.components as unknown as Record<string, Record<string, never>>)
      .securitySchemes as never as {
      oauth2: { flows: Record<string, { scopes: object; authorizationUrl: string; tokenUrl: string }> };
    };
    t.strictSame(Object.keys(oauth2.flows), ['authorizationCode']);
    const { scopes = {}, authorizationUrl, tokenUrl } = oauth2.flows.authorizationCode ?? {};
    t.strictSame(Object.keys(scopes), SCOPES);
    t.equal(authorizationUrl, `${BASE}/oauth/authorize`);
    t.equal(tokenUrl, `${BASE}/api/oauth/token`);
    const used = new Set(
      all.flatMap(({ operation }) => operation.security.flatMap((one) => Object.values(one).flat())),
    );
    t.strictSame(
      OPERATOR_SCOPES.filter((scope) => !used.has(scope)),
      [],
    );
  });

  t.test('the description contains no secret and no path of this machine [A17]', async (t) => {
    const { body } = await app.inject(PATH);
    const { dataDir, storageDir, masterKey, databaseUrl } = app.config;
    for (const secret of [
      dataDir,
      storageDir,
      masterKey.toString('base64'),
      databaseUrl,
      PASSWORD,
      SECRET,
      process.cwd(),
    ]) {
      t.notOk(body.includes(secret), secret);
    }
    t.notMatch(body, /\/(home|root|tmp|work|Users)\//);
  });

  t.test('every GET of the admin API answers as described [A17, D1]', async (t) => {
    const scope = joinScopes(['openid', ...OPERATOR_SCOPES]);
    const tokens = await obtainTokens(app, DEMO.adminTool, { scope }, OWNER);
    const authorization = `Bearer ${tokens.access_token}`;
    const fits = async (operation: ApiOperation, url: string): Promise<unknown> => {
      const response = await app.inject({ url, headers: { authorization } });
      const answer = operation.responses[response.statusCode];
      if (answer === undefined) throw new Error(`${url}: ${response.statusCode} is not described`);
      const { content = {} } = resolved(description, 'responses', answer);
      const type = String(response.headers['content-type']).split(';', 1)[0] ?? '';
      const schema = content[type]?.schema;
      t.strictSame(schema && judged(schema, response.json()), [], `${url} ${response.statusCode}`);
      return response.json();
    };
    const admin = all.filter(({ path, method }) => path.startsWith('/api/v1') && method === 'GET');
    for (const { path, operation } of admin.filter((one) => !one.path.includes('{'))) {
      const page = (await fits(operation, path)) as { nodes?: { id?: string }[] };
      const single = admin.find((one) => one.path === `${path}/{id}`);
      for (const { id } of page.nodes ?? []) {
        if (single !== undefined && id !== undefined) await fits(single.operation, `${path}/${id}`);
      }
    }
    for (const { path, operation } of admin) await fits(operation, path.replaceAll(/\{\w+\}/g, 'nothing'));
  });

  t.test('the OAuth endpoints, the Account API and the tool endpoint answer as described [A17]', async (t) => {
    const tokens = await obtainTokens(app, DEMO.cli, { scope: MEMBER_SCOPE });
    const authorization = `Bearer ${tokens.access_token}`;
    const schemaOf = (path: string, method: string, status: number) =>
      Object.values(
        resolved(description, 'responses', description.paths[path]?.[method]?.responses[status] ?? { $ref: path })
          .content ?? {},
      )[0]?.schema;
    t.strictSame(judged(schemaOf('/api/oauth/token', 'post', 200), tokens), []);
    const presented = { token: tokens.access_token, client_id: DEMO.cli.id };
    const introspected = await postForm(app, '/api/oauth/introspect', presented);
    t.strictSame(judged(schemaOf('/api/oauth/introspect', 'post', 200), introspected.json()), []);
    const claims = await app.inject({ url: '/api/oauth/userinfo', headers: { authorization } });
    t.strictSame(judged(schemaOf('/api/oauth/userinfo', 'get', 200), claims.json()), []);
    const registered = await app.inject({
      method: 'POST',
      url: '/api/oauth/register',
      payload: {
        client_name: 'My tool',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    });
    t.strictSame(judged(schemaOf('/api/oauth/register', 'post', 201), registered.json()), []);
    const refused = await postForm(app, '/api/oauth/token', { grant_type: 'password' });
    t.strictSame(judged(schemaOf('/api/oauth/token', 'post', 400), refused.json()), []);
    const result = await app.inject({
      method: 'POST',
      url: '/account/graphql',
      headers: { authorization },
      payload: { query: '{ viewer { email } nothing }' },
    });
    t.strictSame(judged(schemaOf('/account/graphql', 'post', 200), result.json()), []);
    const listed = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    t.strictSame(judged(schemaOf('/mcp', 'post', 200), listed.json()), []);
    const { parameters = [] } = description.paths['/mcp']?.post ?? {};
    t.match(
      parameters.map((one) => ('name' in one ? one.name : '')),
      ['auth', 'school', 'tools'],
      'the choice of tools is described',
    );
  });

  t.test('a body that is too large or no JSON is refused in the words of the example [A17]', async (t) => {
    const { access_token: token } = await obtainTokens(app, DEMO.adminTool, { scope: 'courses:write' }, OWNER);
    for (const [name, type, payload] of [
      ['UnsupportedMediaType', 'text/plain', '{}'],
      ['TooLarge', 'application/json', JSON.stringify('x'.repeat(1024 * 1024))],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const answer = await app.inject({ method: 'POST', url: '/api/v1/courses', payload, headers });
      const content = description.components.responses[name]?.content?.['application/problem+json'];
      const [shown] = content === undefined ? [] : examplesOf(content);
      t.match(shown, { ...answer.json(), requestId: String }, name);
    }
  });

  t.test('documents for developers are cacheable, revalidated and open to every origin [A17, E-44]', async (t) => {
    for (const [url, type] of [
      [PATH, 'application/json; charset=utf-8'],
      ['/auth.md', 'text/markdown; charset=utf-8'],
      ['/llms.txt', 'text/plain; charset=utf-8'],
    ] as const) {
      const { headers } = await app.inject({ url, headers: { origin: 'https://reader.example' } });
      t.equal(headers['content-type'], type);
      t.equal(headers['cache-control'], 'public, max-age=300');
      t.equal(headers['access-control-allow-origin'], '*');
      t.match(headers['access-control-expose-headers'], /ETag/);
      const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
      t.equal(again.statusCode, 304);
    }
  });
});

t.test('the description follows the configuration of this server [A17]', async (t) => {
  const env = {
    BASE_URL: 'https://id.example.com',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    DOCS_URL: 'https://docs.example.com/access',
    REGISTRATION: 'off',
    CIMD: 'off',
    ID_TOKEN_SIGNING: 'off',
    RESOURCE_PATH_DOCUMENTS: 'off',
  };
  const { app } = await testApp(t, { env, seed: false });
  const description = await read(app);
  const text = JSON.stringify(description);
  t.notOk(description.paths['/api/oauth/register']);
  t.notOk(description.paths['/.well-known/oauth-protected-resource/mcp']);
  t.strictSame(description.servers, [{ url: 'https://id.example.com' }]);
  t.match(text, 'https://docs.example.com/access/problems#conflict');
  t.notMatch(text, BASE, 'no address of another configuration');
  t.ok((await new Validator().validate(structuredClone(description) as never)).valid);
});

t.test('a page of the reference that does not exist is 404 without Allow, and another method on it 405', async (t) => {
  const { app } = await testApp(t);
  const missing = await app.inject('/docs/reference/nope');
  t.equal(missing.statusCode, 404);
  t.notOk('allow' in missing.headers);
  const posted = await app.inject({ method: 'POST', url: '/docs/reference/nope' });
  t.equal(posted.statusCode, 405);
  t.match(posted.headers.allow, /GET/);
});
