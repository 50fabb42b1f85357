import { connect } from 'node:net';
import t from 'tap';
import { testApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { authorize, codeFields, DEMO, encode, exchange, postForm } from '../../support/oauth-client.ts';
import { rawPost, refused, TOKEN } from '../../support/token-endpoint.ts';

t.test('the body of a token request', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const authorization = await authorize(app, DEMO.cli, {}, { browser });
  const fields = codeFields(DEMO.cli, authorization);
  const FORM = 'application/x-www-form-urlencoded';

  for (const name of ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier']) {
    t.test(`${name} sent twice is invalid_request, even with the same value [RFC 6749 §3.2]`, async (t) => {
      const value = String(fields[name]);
      refused(t, await postForm(app, TOKEN, { ...fields, [name]: [value, value] }), 400, 'invalid_request');
    });
  }
  t.test('client_secret, refresh_token and scope sent twice are invalid_request [RFC 6749 §3.2]', async (t) => {
    for (const name of ['client_secret', 'refresh_token', 'scope']) {
      refused(t, await postForm(app, TOKEN, { ...fields, [name]: ['a', 'b'] }), 400, 'invalid_request', name);
    }
  });
  t.test('a missing or empty grant_type is invalid_request [RFC 6749 §3.2]', async (t) => {
    for (const value of [undefined, '']) {
      refused(t, await postForm(app, TOKEN, { ...fields, grant_type: value }), 400, 'invalid_request');
    }
    refused(t, await rawPost(app, '', FORM), 400, 'invalid_request', 'an empty body');
    refused(t, await app.inject({ method: 'POST', url: TOKEN }), 400, 'invalid_request', 'no body at all');
  });

  const others = ['refresh_token', 'scope', 'token', 'client_assertion', 'client_assertion_type'];
  for (const name of [...Object.keys(fields), ...others]) {
    t.test(`${name} in the query of the URL is invalid_request [RFC 6749 §3.2]`, async (t) => {
      const query = `?${encode({ [name]: String(fields[name] ?? 'x') })}`;
      refused(t, await rawPost(app, encode(fields), FORM, query), 400, 'invalid_request');
    });
  }

  const types: readonly (readonly [string | undefined, string])[] = [
    ['application/json', JSON.stringify(fields)],
    ['text/plain', encode(fields)],
    ['multipart/form-data; boundary=x', encode(fields)],
    ['application/xml', encode(fields)],
    ['application/x-www-form-urlencodedx', encode(fields)],
    ['x/application/x-www-form-urlencoded', encode(fields)],
    ['nonsense', encode(fields)],
    [undefined, encode(fields)],
  ];
  for (const [type, payload] of types) {
    t.test(
      `a request with content type ${type ?? 'left out'} is 400 invalid_request [RFC 6749 §3.2, A2.1]`,
      async (t) => {
        refused(t, await rawPost(app, payload, type), 400, 'invalid_request');
      },
    );
  }
  t.test('a long body of another media type is refused by its header, and the connection is closed', async (t) => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    for (const path of [TOKEN, '/api/oauth/introspect', '/api/oauth/revoke', '/api/oauth/register']) {
      const socket = connect({ host: '127.0.0.1', port: Number(port) });
      const headers = ['Host: localhost', 'Content-Type: text/plain', 'Content-Length: 10000000'];
      socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\nx`);
      let answer = '';
      for await (const part of socket) answer += String(part);
      const [head = ''] = answer.split('\r\n\r\n');
      t.match(head, /^HTTP\/1\.1 400 .*\r\nconnection: close/is, `${path}, although the body has not come`);
    }
  });
  t.test('the form media type is accepted in any case and with parameters [RFC 6749 Appendix B]', async (t) => {
    for (const type of [
      `${FORM} ; charset=UTF-8`,
      `${FORM}; charset=UTF-8`,
      `${FORM};charset=utf-8`,
      'Application/X-WWW-Form-Urlencoded',
    ]) {
      const code = await authorize(app, DEMO.cli, {}, { browser });
      const response = await rawPost(app, encode(codeFields(DEMO.cli, code)), type);
      t.equal(response.statusCode, 200, `${type}: ${response.body}`);
    }
  });

  t.test('parameters in the query that mean nothing here are ignored [RFC 6749 §3.2]', async (t) => {
    const code = await authorize(app, DEMO.cli, {}, { browser });
    const response = await rawPost(app, encode(codeFields(DEMO.cli, code)), FORM, '?utm_source=x&code=');
    t.equal(response.statusCode, 200, response.body);
  });

  t.test('a body of 16 KB is accepted, and one byte more is 413 with a JSON error [E-37]', async (t) => {
    const start = `${encode({ ...fields, code: 'x' })}&filler=`;
    const ofLength = (length: number): string => start + 'a'.repeat(length - start.length);
    refused(t, await rawPost(app, ofLength(16_384), FORM), 400, 'invalid_grant', 'at the limit');
    const response = await rawPost(app, ofLength(16_385), FORM);
    refused(t, response, 413, 'invalid_request', 'beyond it');
    t.equal(response.headers['access-control-allow-origin'], '*', 'readable for browsers');
  });

  t.test('malformed input is a plain 4xx that reveals no internals [F11]', async (t) => {
    const bodies: readonly (string | Buffer)[] = [
      'grant_type=%',
      'grant_type=%zz&client_id=%E0%A4%A',
      'grant_type=authorization_code&client_id=%00',
      `grant_type=authorization_code&client_id=${DEMO.cli.id}%00`,
      `grant_type=authorization_code&client_id=${DEMO.cli.id}&code=%00&redirect_uri=%00&code_verifier=%00`,
      'grant_type=refresh_token&refresh_token=%00',
      `grant_type=refresh_token&client_id=${DEMO.cli.id}&refresh_token=rt_1.%00`,
      `grant_type=refresh_token&client_id=${DEMO.cli.id}&refresh_token=rt_99999999999999999999.${'a'.repeat(43)}`,
      'grant_type[]=authorization_code&client_id[]=x',
      'grant_type[a]=authorization_code',
      '__proto__=x&grant_type=refresh_token',
      '__proto__[grant_type]=refresh_token&client_id=c_demo_cli',
      'constructor=1&prototype=2&toString=3&hasOwnProperty=4',
      'grant_type=__proto__&client_id=constructor',
      'grant_type=toString',
      'grant_type=authorization_code&client_id=__proto__',
      '&&&===&=&',
      '\u{1f600}=\u{1f600}',
      Buffer.from([0xff, 0xfe, 0x00, 0x3d, 0xc3, 0x28]),
      '&'.repeat(16_000),
      'a=1&'.repeat(4000),
    ];
    for (const body of bodies) {
      const response = await rawPost(app, body, FORM);
      const shown = String(body).slice(0, 60);
      t.match(String(response.statusCode), /^40[01]$/, shown);
      t.match(response.json().error, /^(invalid_request|invalid_client|unsupported_grant_type|invalid_grant)$/, shown);
      t.notMatch(response.body, /node_modules|at .*\.ts|SQLITE/, 'no inner detail');
    }
    t.equal((await exchange(app, DEMO.cli, authorization)).statusCode, 200, 'the code survived all of it');
  });
});

t.test('an unoffered grant type is unsupported_grant_type [RFC 6749 §5.2, spec 5.1.4, ASVS 10.4.4]', async (t) => {
  const { app } = await testApp(t);
  const grants = [
    'client_credentials',
    'password',
    'implicit',
    'urn:ietf:params:oauth:grant-type:device_code',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
    'urn:ietf:params:oauth:grant-type:token-exchange',
    // The agent_auth extension (spec 5.1.4).
    'urn:workos:agent-auth:grant-type:claim',
    'urn:workos:oauth:grant-type:claim',
    'urn:openid:params:grant-type:ciba',
    'Authorization_Code',
    'authorization_code ',
    'refresh_token,authorization_code',
  ];
  for (const grantType of grants) {
    for (const client of [DEMO.cli, DEMO.webApp]) {
      const response = await postForm(app, TOKEN, {
        grant_type: grantType,
        client_id: client.id,
        client_secret: client.secret,
        assertion: 'ey.ey.x',
        username: 'ana@riverside.example',
        password: 'x',
      });
      refused(t, response, 400, 'unsupported_grant_type', grantType);
    }
  }
});

t.test('a value with a NUL, which PostgreSQL cannot store, is not found and not an internal error [F11]', async (t) => {
  const { app, logs } = await testApp(t);
  for (const id of ['\0', `${DEMO.cli.id}\0`, `\0${DEMO.cli.id}`]) {
    const fields = { grant_type: 'refresh_token', client_id: id, refresh_token: 'rt_1.x', token: 'x' };
    for (const url of [TOKEN, '/api/oauth/revoke', '/api/oauth/introspect']) {
      refused(t, await postForm(app, url, fields), 401, 'invalid_client', url);
    }
  }
  const { body } = await postForm(app, '/api/oauth/introspect', { token: '\0', client_id: DEMO.cli.id });
  t.same(JSON.parse(body), { active: false });
  for (const url of [
    '/oauth/continue/%00',
    '/oauth/logout?client_id=%00&post_logout_redirect_uri=x',
    '/setup?token=%00',
  ]) {
    t.not((await app.inject(url)).statusCode, 500, url);
  }
  t.notMatch(logs.join(''), /"level":50/);
});
