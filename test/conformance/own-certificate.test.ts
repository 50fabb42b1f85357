/** What the commands say of a server whose certificate is not trusted, has expired, or is for another name. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type Environment, run } from '../support/live-server.ts';
import { COMMAND } from '../support/programs.ts';
import { makeCertificate, makeOwnAuthority, noOpenssl } from '../support/proxies.ts';
import { temporaryFolder } from '../support/settings.ts';

async function serverWith(t: Test, certificate: string, key: string): Promise<string> {
  const tls = { cert: readFileSync(certificate), key: readFileSync(key) };
  const server = createServer(tls, (_, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  t.teardown(() => server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

function commands(t: Test, environment: Environment = {}) {
  const command = (...args: string[]) => run(t, [COMMAND, ...args], environment).ended;
  return {
    connect: (server: string) => command('connect', '--no-open', '--server', server),
    doctor: (server: string) => command('doctor', 'connect', 'claude_code', '--server', server),
    deployment: (server: string) => command('doctor', 'deployment', '--server', server),
    renew: (file: string) => command('connect', 'renew', file),
  };
}

function grantFor(folder: string, server: string): string {
  const file = join(folder, 'grant.json');
  const ends = { access_token: 'at', refresh_token: 'rt', expires_at: 0, scope: 'openid' };
  const grant = { server, token_endpoint: `${server}/token`, client_id: 'c_demo_cli', resource: server, ...ends };
  writeFileSync(file, JSON.stringify(grant), { mode: 0o600 });
  return file;
}

const NEXT = 'set NODE_EXTRA_CA_CERTS to a file with it, or with that of its authority, in PEM.\n';

t.test(
  'a certificate that is not trusted here is named with the setting that helps',
  { skip: noOpenssl },
  async (t) => {
    const folder = temporaryFolder(t);
    makeCertificate(folder, { host: 'localhost' });
    const certificate = join(folder, 'fullchain.pem');
    const server = await serverWith(t, certificate, join(folder, 'privkey.pem'));
    const { connect, doctor, renew } = commands(t);
    const says = `${server} has a certificate that is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT): ${NEXT}`;
    t.match(await connect(server), { code: 1, stderr: `connect: ${says}` });
    t.match(await doctor(server), { code: 1, stderr: `doctor: ${says}` });
    t.match(await renew(grantFor(folder, server)), { code: 1, stderr: `connect: ${says}` });
    const trusting = await commands(t, { NODE_EXTRA_CA_CERTS: certificate }).connect(server);
    t.match(trusting, { code: 1, stderr: ' answered 404 ' });
  },
);

t.test("the certificate of an authority of one's own is trusted with its file", { skip: noOpenssl }, async (t) => {
  const { authority, certificate, key } = makeOwnAuthority(temporaryFolder(t), 'localhost');
  const server = await serverWith(t, certificate, key);
  const { connect, deployment } = commands(t);
  const untrusted = 'has a certificate that is not trusted here (UNABLE_TO_VERIFY_LEAF_SIGNATURE)';
  t.match(await connect(server), { code: 1, stderr: `connect: ${server} ${untrusted}: ${NEXT}` });
  const { code, stdout } = await deployment(server);
  t.equal(code, 1);
  t.match(
    stdout,
    /FAIL +certificate +the chain of the certificate is incomplete, or its authority is unknown here\n +Let the proxy send .* \(fullchain\.pem\), or, if its authority is your own, set NODE_EXTRA_CA_CERTS to a file with its certificate, in PEM\n/,
  );
  const trusting = commands(t, { NODE_EXTRA_CA_CERTS: authority });
  t.match((await trusting.deployment(server)).stdout, /OK +certificate +valid for /);
});

t.test('a certificate that has expired, or is for another name, is named as such', { skip: noOpenssl }, async (t) => {
  for (const [wrong, says] of [
    [{ host: 'localhost', days: 0 }, 'has a certificate that has expired (CERT_HAS_EXPIRED)'],
    [{ host: 'www.example.com' }, 'has a certificate for another name (ERR_TLS_CERT_ALTNAME_INVALID)'],
  ] as const) {
    const folder = temporaryFolder(t);
    makeCertificate(folder, wrong);
    const NODE_EXTRA_CA_CERTS = join(folder, 'fullchain.pem');
    const server = await serverWith(t, NODE_EXTRA_CA_CERTS, join(folder, 'privkey.pem'));
    const { stderr } = await commands(t, { NODE_EXTRA_CA_CERTS }).connect(server);
    t.equal(stderr, `connect: ${server} ${says}: correct it at the proxy.\n`);
  }
});
