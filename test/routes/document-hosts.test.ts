/** Which URLs are client_ids, and which hosts are asked for their documents. */
import type { LightMyRequestResponse } from 'fastify';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { newMetadataClient } from '../../schema/oauth/client.ts';
import type { MetadataUrl } from '../../schema/oauth/metadata-url.ts';
import { testApp } from '../support/app.ts';
import {
  ask,
  documentFor,
  documentHost,
  isDown,
  isTaken,
  refusalOf,
  refusedUniformly,
  UNUSABLE,
} from '../support/document-host.ts';
import { CALLBACK, postForm } from '../support/oauth-client.ts';

const OPEN = { CIMD_OPEN_REGISTRATION: 'on' };

/** An app whose documents come from names that mean what the test says. */
async function hostile(t: Test, env: Record<string, string> = OPEN) {
  const host = await documentHost(t);
  const { app, clock, logs } = await testApp(t, { network: host.network, env, seed: false });
  let count = 0;
  const fresh = (name = 'host.example'): string => {
    count += 1;
    const url = `https://${name}/client-${count}`;
    host.serve(url, documentFor(url));
    return url;
  };
  return { app, clock, fresh, host, lastLog: () => logs.findLast((line) => line.includes('request refused')) ?? '' };
}

t.test('a host that is not listed is neither resolved nor fetched from [CIMD §8.9, E-15a]', async (t) => {
  const { app, host, lastLog } = await hostile(t, {
    CIMD_ALLOWED_HOSTS:
      'claude.ai,*.tools.example,ports.example:8443,plain.example:443,folder.example/oauth/,*.below.example/a/b/',
  });
  const answerTo = (name: string): Promise<LightMyRequestResponse> => {
    const url = `https://${name}${name.includes('/') ? '' : '/client'}`;
    host.serve(url, documentFor(url));
    return ask(app, url);
  };
  const foreign = [
    ['evil.example', 'claude.ai.evil.example', 'evil-claude.ai', 'xclaude.ai', 'a.claude.ai', 'claude.ai:8443'],
    ['tools.example', 'eviltools.example', 'a.tools.example:8443', 'a.tools.example.evil.example'],
    ['ports.example', 'ports.example:8444', 'ports.example:844', 'plain.example:8443', '93.184.215.14', 'localhost'],
    ['folder.example', 'folder.example/oauth', 'folder.example/oauthx/c', 'folder.example/OAuth/c'],
    ['folder.example/oauth/..%2fc', 'folder.example/x/oauth/c', 'a.below.example/a/c', 'below.example/a/b/c'],
  ].flat();
  for (const name of foreign) {
    refusedUniformly(t, await answerTo(name), name);
    t.match(lastLog(), /client_host_not_allowed.*is not among CIMD_ALLOWED_HOSTS/, `${name}: the operator reads why`);
  }
  t.same([host.resolved, host.dialled], [[], []], 'no lookup, no connection');
  for (const name of ['claude.ai', 'a.tools.example', 'b.a.tools.example', 'ports.example:8443', 'plain.example']) {
    t.ok(isTaken(await answerTo(name)), name);
  }
  for (const name of ['folder.example/oauth/c', 'folder.example/oauth/c/d', 'x.below.example/a/b/c']) {
    t.ok(isTaken(await answerTo(name)), name);
  }
});

t.test('open registration accepts any host name on port 443, or a listed port [CIMD §8.9, E-15a]', async (t) => {
  const { app, fresh, host } = await hostile(t, { ...OPEN, CIMD_ALLOWED_HOSTS: 'listed.example:8443' });
  t.ok(isTaken(await ask(app, fresh('anybody.example'))));
  t.ok(isTaken(await ask(app, fresh('listed.example:8443'))));
  for (const name of ['anybody.example:8443', 'listed.example:9443', 'anybody.example:22', 'anybody.example:80']) {
    refusedUniformly(t, await ask(app, fresh(name)), name);
  }
  t.equal(host.dialled.length, 2);
  refusedUniformly(t, await ask(app, fresh('1.1.1.1')), 'an address is no name');
  t.equal(host.dialled.length, 2);
});

t.test('with CIMD off, the metadata does not offer it and nothing is fetched [CIMD §6, E-15a]', async (t) => {
  const metadataOf = async (env: Record<string, string>): Promise<unknown> => {
    const { app, fresh, host } = await hostile(t, env);
    const [server, openid] = await Promise.all(
      ['oauth-authorization-server', 'openid-configuration'].map((name) => app.inject(`/.well-known/${name}`)),
    );
    const flag = server?.json().client_id_metadata_document_supported;
    t.equal(openid?.json().client_id_metadata_document_supported, flag);
    const response = await ask(app, fresh('claude.ai/oauth'));
    if (flag === undefined) refusedUniformly(t, response, 'switched off');
    return [flag, host.resolved.length, host.dialled.length, isTaken(response)];
  };
  t.same(await metadataOf({ CIMD: 'off', CIMD_OPEN_REGISTRATION: 'on' }), [undefined, 0, 0, false]);
  t.same(await metadataOf({}), [true, 1, 1, true]);
});

t.test('a client_id URL that parsers may read differently is refused and not resolved [CIMD §3, W53]', async (t) => {
  const { app, host } = await hostile(t, { ...OPEN, CIMD_ALLOWED_HOSTS: 'h.example,h.example:444,127.0.0.1' });
  const malformed = [
    ['http://h.example/c', 'HTTPS://h.example/c', 'https:///h.example/c', 'ftp://h.example/c', 'file:///etc/passwd'],
    ['https://h.example', 'https://h.example/', 'https://h.example?c', 'https://h.example/?c', 'https://h.example:443'],
    ['https://u@h.example/c', 'https://u:p@h.example/c', 'https://@h.example/c', 'https://:@h.example/c'],
    ['https://evil.example@h.example/c', 'https://h.example@evil.example/c', 'https://h.example%40evil.example/c'],
    ['https://h.example/c#f', 'https://h.example/c#', 'https://h.example/c?', 'https://h.example/c?#'],
    ['https://h.example/a/../c', 'https://h.example/./c', 'https://h.example/c/..', 'https://h.example/c/.'],
    ['https://h.example/%2e%2e/c', 'https://h.example/%2E/c', 'https://h.example/.%2e/c', 'https://h.example/%2e./c'],
    ['https://h.example/c/%2E%2e', 'https://h.example/..', 'https://h.example/..?x', 'https://h.example/a/..?x'],
    ['https://h.example\\c', 'https://h.example/a\\c', 'https:\\\\h.example/c://', 'https://h.example/a\\..\\c'],
    ['https://H.example/c', 'https://h.EXAMPLE/c', 'https://h.example./c', 'https://.h.example/c', 'https://-/c'],
    ['https://h.example:/c', 'https://h.example:0/c', 'https://h.example:0443/c', 'https://h.example:65536/c'],
    ['https://h.example:443x/c', 'https://h.example:99999/c', 'https://h.example:-1/c', 'https://h.example:+443/c'],
    ['https://[::1]/c', 'https://[::ffff:10.0.0.1]/c', 'https://[::ffff:a00:1]/c', 'https://[fe80::1%25eth0]/c'],
    ['https://127.1/c', 'https://2130706433/c', 'https://0x7f.0.0.1/c', 'https://0177.0.0.1/c', 'https://0/c'],
    ['https://127.0.0.01/c', 'https://0x7f000001/c', 'https://127.0.1/c', 'https://256.0.0.1/c', 'https://1.2.3.4.5/c'],
    [
      'https://h.example/c\n',
      '\nhttps://h.example/c',
      ' https://h.example/c',
      'https://h.example/c ',
      'https://h\t.example/c',
    ],
    [
      'https://h.example/a c',
      'https://h.example/"c',
      'https://h.example/<c>',
      'https://h.example/{c}',
      'https://h.example/c|',
    ],
    [
      'https://h.example/c^',
      'https://h.example/`c`',
      'https://h.example/[c]',
      'https://h.example/ü',
      'https://h.example/c\0',
    ],
    [
      'https://h.example/%',
      'https://h.example/%2',
      'https://h.example/%zz',
      'https://h.example/c?%',
      "https://h.example/c?'x",
    ],
    [
      'https://ｈ.example/c',
      'https://hü.example/c',
      'https://h%2eexample/c',
      'https://h。example/c',
      'https://h_x.example/c',
    ],
    ['https://h.example/c\u00ad', 'https://h\u00ad.example/c', 'https://h\u200b.example/c'],
    [`https://h.example/${'c'.repeat(1007)}`, `https://${'h'.repeat(1020)}/c`, '://', 'https://', 'x://h.example/c'],
    ['javascript://h.example/c', 'data://h.example/c', 'urn:x://h.example', 'https://h.example:443:443/c'],
  ].flat();
  for (const clientId of malformed) {
    const response = await ask(app, clientId);
    t.equal(response.statusCode, 400, JSON.stringify(clientId.slice(0, 60)));
    t.equal(response.headers.location, undefined);
    t.equal(response.json().error, 'invalid_client');
  }
  for (const clientId of ['https:h.example/c', 'https:/h.example/c', 'https%3A%2F%2Fh.example%2Fc', '//h.example/c']) {
    t.match((await ask(app, clientId)).json(), { error: 'invalid_client' }, `${clientId} is just an unknown id`);
  }
  refusedUniformly(t, await ask(app, 'https://127.0.0.1/c'), 'an address in its usual spelling');
  t.same([host.resolved, host.dialled], [[], []], 'no lookup, no connection');
  t.equal(
    (await ask(app, 'https://h.example/c', { client_id: ['https://h.example/c', 'https://h.example/d'] })).statusCode,
    400,
  );

  const wellFormed = [
    [
      'https://h.example/c',
      'https://h.example:443/c',
      'https://h.example:444/c',
      'https://h.example/c/',
      'https://h.example//',
    ],
    [
      'https://h.example/c?a=b',
      'https://h.example/c?a=b&c=/../d',
      'https://h.example/.well-known/c',
      'https://h.example/...',
    ],
    ["https://h.example/a%20b/!$&'()*+,;=:@-._~", 'https://h.example/..;/c', 'https://h.example/%252e%252e/c'],
    [`https://h.example/${'c'.repeat(1006)}`, 'https://xn--h-eha.example/c'],
  ].flat();
  for (const clientId of wellFormed) {
    host.serve(clientId.replace(':443/', '/'), documentFor(clientId));
    t.ok(isTaken(await ask(app, clientId)), clientId.slice(0, 80));
  }
});

t.test('token, revocation and introspection requests fetch no document of an unknown client [E-14]', async (t) => {
  const { app, fresh, host } = await hostile(t);
  const inside = fresh('inside.example');
  host.resolveTo('inside.example', ['10.0.0.1']);
  for (const clientId of [fresh(), inside, 'https://h.example/a/../c', 'http://h.example/c']) {
    for (const grant of [
      { grant_type: 'refresh_token', refresh_token: 'rt_1.x' },
      { grant_type: 'authorization_code', code: 'ac_1.x' },
    ]) {
      const response = await postForm(app, '/api/oauth/token', {
        ...grant,
        client_id: clientId,
        redirect_uri: CALLBACK,
      });
      t.equal(response.statusCode, 401, `${clientId}, ${grant.grant_type}`);
      t.match(response.json(), { error: 'invalid_client', error_description: UNUSABLE });
    }
    for (const path of ['revoke', 'introspect']) {
      const response = await postForm(app, `/api/oauth/${path}`, { token: 'at_1.x', client_id: clientId });
      t.equal(response.statusCode, 401, `${clientId}, ${path}`);
    }
  }
  t.same([host.resolved, host.dialled], [[], []]);
});

t.test('programs are refused every document in the same words, and people are told why [E-14, E-61]', async (t) => {
  const host = await documentHost(t);
  const allowed = ['down', 'inside', 'missing', 'mismatch', 'blocked'].map((name) => `${name}.example`);
  const env = { CIMD_ALLOWED_HOSTS: allowed.join(',') };
  const { app } = await testApp(t, { network: host.network, env, seed: false });
  const { app: off } = await testApp(t, { network: host.network, env: { ...env, CIMD: 'off' }, seed: false });
  const urlOf = (name: string): MetadataUrl => `https://${name}.example/client` as MetadataUrl;
  host.answer(urlOf('down'), isDown);
  host.resolveTo('inside.example', ['192.168.0.1']);
  host.serve(urlOf('mismatch'), documentFor(urlOf('other')));
  const metadata = { name: 'A tool', redirectUris: [CALLBACK], droppedRedirectUris: [], postLogoutRedirectUris: [] };
  const client = newMetadataClient(urlOf('blocked'), {
    metadata,
    fetchedAt: app.clock(),
    freshUntil: app.clock() + 1e9,
  });
  await app.oauth.metadataClients.block(client, { at: app.clock() });

  const { rules } = textFor('en').attempts;
  const causes: Readonly<Record<string, readonly [string, ...string[]]>> = {
    down: rules.client_document_unreachable,
    inside: rules.client_document_unreachable,
    missing: rules.client_document_missing,
    mismatch: rules.client_document_invalid,
    blocked: ['This app is blocked here'],
    unlisted: rules.client_host_not_allowed,
  };
  const seen = new Set<string>();
  for (const [name, cause] of Object.entries(causes)) {
    const [json = '', ...page] = (await refusalOf(t, app, urlOf(name), name)).split('\n');
    seen.add(json);
    if (name === 'unlisted') t.match(page.join('\n'), textFor('en').message.client_host_not_allowed.title);
    t.match(page.join('\n').replaceAll('&#39;', '’'), cause.join(' '), `${name}: a person is told why`);
    const silent = await ask(app, urlOf(name), { prompt: 'none' });
    refusedUniformly(t, silent, `${name}, prompt=none`);
    const parameters = new URLSearchParams({ client_id: urlOf(name), redirect_uri: CALLBACK, response_type: 'code' });
    const posted = await postForm(app, '/oauth/authorize', Object.fromEntries(parameters), {
      accept: 'application/json',
    });
    refusedUniformly(t, posted, `${name}, by POST`);
  }
  seen.add((await refusalOf(t, off, urlOf('down'), 'switched off')).split('\n')[0] ?? '');
  t.equal(seen.size, 1);

  // Where any host may be named, the page says no more than that, so that nobody looks around with this server.
  const { app: open } = await testApp(t, {
    network: host.network,
    env: { CIMD_OPEN_REGISTRATION: 'on' },
    seed: false,
  });
  const pages = new Set<string>();
  for (const name of ['down', 'inside', 'missing', 'mismatch'])
    pages.add(await refusalOf(t, open, urlOf(name), `${name}, where any host may be named`));
  t.equal(pages.size, 1);
});
