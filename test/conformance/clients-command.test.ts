// slow
/** `schoolgate clients` as a process of its own beside a running server, with documents from a loopback https host. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile, prepareDatabase } from '../support/database-edit.ts';
import { documentHost } from '../support/document-host.ts';
import { HttpBrowser } from '../support/http-browser.ts';
import { type Environment, run, startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { challengeOf, encode, makeVerifier } from '../support/oauth-client.ts';
import { COMMAND } from '../support/programs.ts';

const CALLBACK = 'http://127.0.0.1:51234/callback';

async function service(t: Test) {
  const host = await documentHost(t);
  const database = databaseFile(t);
  const dataDir = temporaryFolder(t);
  const environment: Environment = {
    ...TEST_SETTINGS,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    CIMD_ALLOW_LOOPBACK: 'on',
    CIMD_ALLOWED_HOSTS: `localhost:${host.port}`,
    NODE_EXTRA_CA_CERTS: host.caFile,
  };
  const url = `https://localhost:${host.port}/client.json`;
  const document = {
    client_id: url,
    client_name: 'Study buddy',
    redirect_uris: ['http://127.0.0.1/callback', 'https://elsewhere.example/callback'],
  };
  host.serve(url, document);
  const clients = (...args: string[]) => run(t, [COMMAND, 'clients', ...args], environment).ended;
  return { host, database, environment, url, document, clients };
}

t.test('the clients command lists, shows, approves, adopts, releases and blocks a client [E-15e]', async (t) => {
  const { host, database, environment, url, document, clients } = await service(t);
  const server = await startServer(t, environment);
  const authorizeUrl = (scope: string): string =>
    `${server.origin}/oauth/authorize?${encode({
      response_type: 'code',
      client_id: url,
      redirect_uri: CALLBACK,
      scope,
      state: 'st',
      code_challenge: challengeOf(makeVerifier()),
      code_challenge_method: 'S256',
      resource: server.origin,
    })}`;
  const errorOf = async (scope: string): Promise<string | null> => {
    const page = await new HttpBrowser(server.origin).get(authorizeUrl(scope));
    return page.leavesFor?.searchParams.get('error') ?? null;
  };

  t.match(await clients('list'), { code: 0, stdout: /^none yet: a client is listed once a person has allowed it/ });
  t.equal(await errorOf('openid courses:write'), 'invalid_scope', 'unreviewed');
  const approved = await clients('approve', url);
  t.match(approved, { code: 0, stdout: /^approved\n[\s\S]*review +approved\n/ }, approved.stderr);
  t.match(approved.stdout, /ignored, because on other hosts\n {2}https:\/\/elsewhere\.example\/callback/);
  t.equal(await errorOf('openid courses:write'), null, 'the running server knows at once');
  t.match(await clients('list', '--review', 'blocked'), { code: 0, stdout: 'none\n' });
  t.match(await clients('list', '--review', 'approved'), {
    code: 0,
    stdout: /^approved +https:\/\/localhost.*"Study buddy"/,
  });

  t.equal(await errorOf('openid account:read'), 'invalid_scope', 'no school adopted it');
  t.match(await clients('adopt', url, '--site', 'riverside'), { code: 0, stdout: /Riverside .* adopted/ });
  t.equal(await errorOf('openid account:read'), null);
  t.match(await clients('release', url, '--site', 'riverside'), { code: 0, stdout: /released/ });
  t.equal(await errorOf('openid account:read'), 'invalid_scope');

  host.serve(url, { ...document, client_name: 'Study buddy 2', redirect_uris: ['http://127.0.0.1/callback2'] });
  await database.edit('update metadata_documents set fresh_until = 0');
  const elsewhere = { ...environment, CIMD_ALLOWED_HOSTS: 'other.example' };
  const stored = await run(t, [COMMAND, 'clients', 'show', url], elsewhere).ended;
  t.match(stored, {
    code: 0,
    stdout: /review +approved\n[\s\S]*the current document was not read: .*CIMD_ALLOWED_HOSTS/,
  });
  const shown = await clients('show', url);
  t.match(shown.stdout, /review +unreviewed\n/);
  t.match(
    shown.stdout,
    /- name "Study buddy"\n {2}\+ name "Study buddy 2"\n {2}- redirect .*callback\n {2}\+ redirect .*callback2/,
  );
  t.match(await clients('list'), { stdout: /^unreviewed .*changed since the review/ });

  t.match(await clients('block', url), { code: 0, stdout: /^blocked/ });
  const page = await new HttpBrowser(server.origin).get(authorizeUrl('openid'));
  t.equal(page.status, 400);
  t.match(page.body, 'invalid_client');
  t.equal(page.leavesFor, undefined);
});

t.test('each mistake with the clients command is answered in one clear line', async (t) => {
  const { url, clients, database } = await service(t);
  await prepareDatabase(database.url, 'empty');
  for (const [args, code, line] of [
    [[], 2, /^the command is missing\nUsage:/],
    [['approve'], 2, /^<url> is missing\nUsage:/],
    [['list', '--colour'], 2, /colour/],
    [['list', '--review', 'foo'], 2, /^Database: .*\n--review takes unreviewed, approved or blocked, and not foo\n$/],
    [['approve', 'c_demo_cli'], 2, /is not the URL of a metadata document\n$/],
    [
      ['show', 'https://elsewhere.example/client.json'],
      1,
      /^Database: .*\nelsewhere\.example is not among CIMD_ALLOWED_HOSTS\n$/,
    ],
    [['show', url.replace('client', 'none')], 1, /status 404\n$/],
    [['adopt', url], 2, /^Database: .*\n--site <slug> is required\n$/],
    [['adopt', url, '--site', 'nowhere'], 1, /^Database: .*\nno school has the slug nowhere\n$/],
    [['release', url, '--site', 'riverside'], 1, /^Database: .*\nno school has the slug riverside\n$/],
  ] as const) {
    const { code: exit, stderr } = await clients(...args);
    t.equal(exit, code, args.join(' '));
    t.match(stderr, line);
  }
});

t.test('the clients command sets default scopes, introspection and the logo of an application [E-54]', async (t) => {
  const { database, clients } = await service(t);
  await prepareDatabase(database.url, 'demo');
  const picture = join(temporaryFolder(t), 'logo.bin');
  const header = '89504e470d0a1a0a0000000d494844520000002000000020080000000000000000';
  writeFileSync(picture, Buffer.from(`${header}0000000049444154`, 'hex'));
  const everything = ['--default-scope', 'openid', '--introspect', 'on', '--dpop', 'required', '--logo', picture];
  const set = await clients('set', 'c_demo_web_app', ...everything);
  t.match(
    set,
    {
      code: 0,
      stdout:
        /default scopes +openid\n +introspection +every token of the school\n +DPoP +required\n +logo +[0-9a-f]{32}\.png/,
    },
    set.stderr,
  );
  t.equal(await database.read('select count(*) from client_logos'), 1);
  t.equal(await database.read("select count(*) from audit_events where event = 'client_changed'"), 2);
  t.match(await clients('set', 'c_demo_web_app', '--introspect', 'off', '--dpop', 'optional', '--logo', 'none'), {
    code: 0,
    stdout: /introspection +its own tokens only\n +DPoP +optional\n +logo +none/,
  });
  t.match(await clients('set', 'c_demo_cli', '--introspect', 'on'), { code: 1, stderr: /with a secret/ });
  t.match(await clients('set', 'c_demo_web_app', '--default-scope', 'openid nothing'), {
    code: 1,
    stderr: /does not have/,
  });
  t.match(await clients('set', 'c_demo_web_app', '--logo', import.meta.filename), {
    code: 1,
    stderr: /cannot be a logo/,
  });
  t.match(await clients('set', 'c_demo_web_app', '--dpop', 'on'), { code: 2, stderr: /required or optional/ });
  t.match(await clients('set', 'c_vendor_claude', '--logo', picture), { code: 1, stderr: /no school has/ });
});
