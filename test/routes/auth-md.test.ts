// slow
/** `/auth.md` is true: its commands are typed in and do what it says, and each configuration is told as it is. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import t, { type Test } from 'tap';
import { REQUEST_LIMITS, TOOL_LIMIT } from '../../schema/limits.ts';
import { SCOPES } from '../../schema/oauth/scope.ts';
import { ERROR_GUIDE } from '../../schema/refusals/codes.ts';
import { BASE, temporaryFolder, testApp } from '../support/app.ts';
import { HttpBrowser, type Person } from '../support/http-browser.ts';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { DEMO, MEMBER_SCOPE } from '../support/oauth-client.ts';
import { commandsOf, ShellSession } from '../support/shell-session.ts';

t.setTimeout(120_000);

const missing = ['curl', 'openssl'].filter((program) => spawnSync(program, ['--version']).error !== undefined);
const noTools = missing.length > 0 ? `${missing.join(' and ')} is not installed` : false;

const OWNER: Person = { email: 'ruth@riverside.example' };
const MEMBER: Person = { email: 'ana@riverside.example' };

interface Issued {
  access_token: string;
  refresh_token: string;
  id_token?: string;
  scope: string;
}

/** Reads the text of a running server, and types in what it says. */
async function reader(t: Test, settings: Record<string, string> = {}) {
  const { origin } = await startServer(t, { ...TEST_SETTINGS, ...settings });
  const text = await (await fetch(`${origin}/auth.md`)).text();
  const shell = new ShellSession();
  const sections = commandsOf(text);
  const command = (section: number, index = 0): string => {
    const block = sections.get(section)?.[index];
    if (block === undefined) throw new Error(`section ${section} has no command ${index}`);
    return block;
  };
  /** Sections 4 and 5. */
  async function signIn(t: Test, person: Person): Promise<Issued> {
    const address = await shell.run(command(4));
    const back = await new HttpBrowser(origin).authorize(address, person);
    t.equal(back.searchParams.get('state'), shell.variables.get('STATE'), 'state is ours');
    t.equal(back.searchParams.get('iss'), origin, 'iss is the server');
    shell.variables.set('CODE', back.searchParams.get('code') ?? '');
    const issued = await shell.json<Issued>(command(5));
    shell.variables.set('ACCESS_TOKEN', issued.access_token);
    shell.variables.set('REFRESH_TOKEN', issued.refresh_token);
    return issued;
  }
  return { origin, text, shell, sections, command, signIn };
}

t.test('/auth.md commands take an operator from discovery to revocation [A16, E-46]', { skip: noTools }, async (t) => {
  const { origin, shell, command, sections, signIn } = await reader(t);

  const documents = await shell.run(command(1));
  t.match(documents, `"resource":"${origin}"`);
  t.match(documents, `"token_endpoint":"${origin}/api/oauth/token"`);
  await shell.run(command(2));
  t.equal(shell.variables.get('SCOPE'), 'openid profile email courses:read');

  const [registered, vendor, fixed, unknown] = sections.get(3) ?? [];
  const { client_id: clientId } = await shell.json<{ client_id: string }>(registered ?? '');
  t.match(clientId, /^c_/);
  t.match(await shell.json(vendor ?? ''), { client_id: 'c_vendor_claude' });
  t.match(await shell.json(fixed ?? ''), { error: 'invalid_redirect_uri' });
  t.match(await shell.json(unknown ?? ''), { error: 'invalid_client_metadata' });

  shell.variables.set('CLIENT_ID', clientId);
  const issued = await signIn(t, OWNER);
  t.match(issued, { token_type: 'Bearer', scope: 'openid profile email courses:read', org_id: 'site_demo_riverside' });
  const claims = decodeJwt(issued.id_token ?? '');
  t.match(claims, { iss: origin, aud: clientId, nonce: shell.variables.get('NONCE') });
  t.match(await shell.json(command(5, 1)), { sub: claims.sub, email: OWNER.email });

  const [tools, account, admin] = sections.get(6) ?? [];
  t.match(await shell.json(tools ?? ''), { result: { tools: Array } });
  t.match(await shell.json(account ?? ''), { error: 'insufficient_scope' }, 'account:read is not for such a client');
  t.match(await shell.json(admin ?? ''), { nodes: Array, pageInfo: { hasNextPage: Boolean } });

  const renewed = await shell.json<Issued>(command(7));
  t.not(renewed.refresh_token, issued.refresh_token);
  t.notOk(renewed.id_token, 'no ID token with a refresh');
  shell.variables.set('ACCESS_TOKEN', renewed.access_token);
  shell.variables.set('REFRESH_TOKEN', renewed.refresh_token);
  t.strictSame(await shell.json(command(8)), {});
  t.match(await shell.json(command(5, 1)), { error: 'invalid_token' }, 'the grant is gone');
});

t.test('/auth.md commands take a member to the Account API [A16, spec 2.7]', { skip: noTools }, async (t) => {
  const { shell, command, sections, signIn } = await reader(t, { REGISTRATION: 'off', ID_TOKEN_SIGNING: 'off' });
  t.strictSame(sections.get(3), [], 'there is nothing to register');
  await shell.run(command(1));
  // The other line of the choice.
  await shell.run(
    command(2)
      .replace(/^SCOPE/m, '# SCOPE')
      .replace("# SCOPE='openid profile email account", "SCOPE='openid profile email account"),
  );
  t.equal(shell.variables.get('SCOPE'), MEMBER_SCOPE);
  shell.variables.set('CLIENT_ID', DEMO.cli.id);
  const issued = await signIn(t, MEMBER);
  t.notOk(issued.id_token, 'as the text says');
  t.match(await shell.json(command(5, 1)), { email: MEMBER.email });
  const [, account] = sections.get(6) ?? [];
  t.match(await shell.json(account ?? ''), {
    data: { viewer: { email: MEMBER.email, enrolledCourses: { nodes: Array } } },
  });
});

t.test('with vendors_only, /auth.md commands register only known vendors [E-7, A16]', { skip: noTools }, async (t) => {
  const { shell, command, sections, text } = await reader(t, { REGISTRATION: 'vendors_only' });
  await shell.run(command(1));
  t.notMatch(text, '### A loopback redirect URI');
  t.notMatch(text, 'register a loopback redirect URI');
  t.notMatch(text, 'Register loopback URIs');
  const [vendor, fixed, unknown] = sections.get(3) ?? [];
  t.match(await shell.json(vendor ?? ''), { client_id: 'c_vendor_claude' });
  t.match(await shell.json(fixed ?? ''), { error: 'invalid_redirect_uri' });
  t.match(await shell.json(unknown ?? ''), { error: 'invalid_client_metadata' });
});

const textOf = async (
  t: Test,
  env: Record<string, string> = {},
): Promise<{ text: string; metadata: Record<string, unknown> }> => {
  const { app } = await testApp(t, { env, seed: false });
  return {
    text: (await app.inject('/auth.md')).body,
    metadata: (await app.inject('/.well-known/oauth-authorization-server')).json(),
  };
};

t.test('/auth.md has all sections in the order of the flow, and every scope and error code [A16]', async (t) => {
  const { text } = await textOf(t);
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  t.strictSame(headings, [
    '1. Discover',
    '2. Pick a method',
    '3. Register',
    '4. Obtain a code',
    '5. Exchange it',
    '6. Call the API',
    '7. Refresh',
    '8. Revoke',
    '9. Scopes',
    '10. Errors',
    '11. Limits',
    '12. Further information',
  ]);
  for (const scope of SCOPES) t.match(text, `| \`${scope}\` |`, scope);
  for (const code of Object.keys(ERROR_GUIDE)) t.match(text, `| \`${code}\` |`, code);
  t.match(
    text,
    '**If this page or any other documentation differs from the metadata, the metadata is authoritative.**',
  );
  t.notMatch(text, /undefined|NaN|\[object/);
  // Each row of a table has as many cells as its head.
  for (const rows of text.match(/(?:^\|.*\|\n?)+/gm) ?? []) {
    const widths = rows
      .trim()
      .split('\n')
      .map((row) => row.split(' | ').length);
    t.equal(new Set(widths).size, 1, rows.slice(0, 40));
  }
});

t.test('agent_auth is named as unsupported, and the metadata does not offer it [spec 5.1.4]', async (t) => {
  const { text, metadata } = await textOf(t);
  t.match(text, /Not supported: `agent_auth` in any form/);
  t.notMatch(JSON.stringify(metadata), 'agent_auth');
});

t.test('/auth.md describes each configuration as it is [E-46]', async (t) => {
  t.test('client metadata documents are described for listed hosts, for all hosts, or as unsupported', async (t) => {
    const closed = await textOf(t);
    t.match(closed.text, '### A client metadata document');
    t.match(closed.text, 'these hosts only: `claude.ai/oauth/`, `chatgpt.com/oauth/`, `vscode.dev/oauth/`');
    const open = await textOf(t, { CIMD_OPEN_REGISTRATION: 'on' });
    t.match(open.text, 'Documents from any host are accepted.');
    const off = await textOf(t, { CIMD: 'off' });
    t.notMatch(off.text, '### A client metadata document');
    t.match(off.text, /Not supported[^\n]*client metadata documents/);
    t.notOk(off.metadata.client_id_metadata_document_supported);
  });

  t.test('registration is described only if it is on', async (t) => {
    const off = await textOf(t, { REGISTRATION: 'off' });
    t.match(off.text, 'This server has no registration endpoint.');
    t.notMatch(off.text, '/api/oauth/register');
    t.notMatch(off.text, '`invalid_redirect_uri`');
    t.notOk(off.metadata.registration_endpoint);
    const vendors = join(temporaryFolder(t), 'vendors.json');
    writeFileSync(vendors, '[]');
    const nobody = await textOf(t, { REGISTRATION: 'vendors_only', VENDORS_FILE: vendors });
    t.match(nobody.text, 'No integrations are configured yet');
    t.notMatch(nobody.text, 'known hosted platform');
  });

  t.test('ID tokens are described only if they are signed', async (t) => {
    const off = await textOf(t, { ID_TOKEN_SIGNING: 'off' });
    t.match(off.text, 'does not sign ID tokens at present');
    t.notMatch(off.text, 'ES256');
    t.notMatch(off.text, '| ID token |');
    t.notOk(off.metadata.id_token_signing_alg_values_supported);
  });

  t.test('the token lifetimes are the configured ones', async (t) => {
    const { text } = await textOf(t, {
      ACCESS_TOKEN_SECONDS: '900',
      REFRESH_IDLE_DAYS: '7',
      REFRESH_GRACE_SECONDS: '0',
      REFRESH_REPEAT_DAYS: '0',
    });
    t.match(text, 'An access token is valid for 15 minutes.');
    t.match(text, 'not used for 7 days');
    t.match(text, 'A retired refresh token is never accepted again.');
    const { text: usual } = await textOf(t, {});
    t.match(usual, 'for 7 days, it gives the same new one until that is first used, and for 30 seconds after that');
    const { text: strict } = await textOf(t, { REFRESH_GRACE_SECONDS: '0', REFRESH_REPEAT_DAYS: '1' });
    t.match(strict, 'until that is first used, and not after that');
    const { text: brief } = await textOf(t, { REFRESH_REPEAT_DAYS: '0' });
    t.match(brief, 'can be sent once more within 30 seconds');
  });

  t.test('the URLs are those of the configured base URL and documentation', async (t) => {
    const { text } = await textOf(t, {
      BASE_URL: 'https://id.example.com',
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      DOCS_URL: 'https://docs.example.com/access',
      RESOURCE_PATH_DOCUMENTS: 'off',
    });
    t.match(text, 'BASE=https://id.example.com\n');
    t.match(text, 'https://docs.example.com/access/errors');
    t.notMatch(text, '/reference', 'that is a page of our own documentation');
    t.notMatch(text, '/.well-known/oauth-protected-resource/mcp');
    t.notMatch(text, BASE);
  });

  t.test('rate limits are listed only if they are enforced', async (t) => {
    const off = await textOf(t, { RATE_LIMITS: 'off' });
    t.notMatch(off.text, 'requests a minute');
    const on = await textOf(t, { RATE_LIMITS: 'on' });
    for (const { subject: what, perMinute } of [...REQUEST_LIMITS, TOOL_LIMIT])
      t.match(on.text, `| ${what} | ${perMinute} requests`);
  });
});

t.test('/auth.md is a page of the manual for a browser, and Markdown for everybody else', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const get = (accept?: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/auth.md', headers: { ...headers, ...(accept === undefined ? {} : { accept }) } });
  const CHROMIUM = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
  for (const accept of [
    undefined,
    '*/*',
    'text/markdown',
    'text/markdown, text/html;q=0.9',
    'text/plain',
    'application/json',
  ]) {
    const { headers, body } = await get(accept);
    t.equal(headers['content-type'], 'text/markdown; charset=utf-8', accept ?? 'none');
    t.equal(headers.vary, 'Accept');
    t.ok(headers.etag);
    t.match(body, /^# Signing in to Schoolgate\n/);
  }
  for (const accept of [CHROMIUM, 'text/html', 'text/html, text/markdown;q=0.5']) {
    const { headers, body } = await get(accept, { 'accept-language': 'de' });
    t.equal(headers['content-type'], 'text/html; charset=utf-8', accept);
    t.equal(headers.vary, 'Accept');
    t.match(body, '<h1 id="signing-in-to-schoolgate">');
    t.match(body, '<html lang="de">');
    t.match(body, '<main id="content" lang="en">');
    t.match(body, 'class="search"');
    t.match(body, 'BASE=');
    t.match(body, '<td><code>courses:read</code></td>');
    const own = [...body.matchAll(/ href="(\/[^"#]*)[^"]*"/g)].map(([, path = '']) => path);
    for (const path of new Set(own)) t.match(String((await app.inject(path)).statusCode), /^(?:200|303)$/, path);
  }
  const { headers } = await get('*/*');
  t.equal((await get('*/*', { 'if-none-match': String(headers.etag) })).statusCode, 304);
  t.equal((await get(CHROMIUM, { 'if-none-match': String(headers.etag) })).statusCode, 200, 'which is another text');

  const elsewhere = await testApp(t, { seed: false, env: { DOCS_URL: 'https://docs.example.com' } });
  const plain = await elsewhere.app.inject({ url: '/auth.md', headers: { accept: CHROMIUM } });
  t.equal(plain.headers['content-type'], 'text/markdown; charset=utf-8', 'without a manual there is no page');
});
