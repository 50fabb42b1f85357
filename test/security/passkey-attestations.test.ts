/** What a device says about itself with a new passkey, which nobody asked for: its certificates name addresses. */
import 'reflect-metadata';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as x509 from '@peculiar/x509';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import t from 'tap';
import { PASSWORD } from '../support/app.ts';
import { challengeOf } from '../support/authenticator.ts';
import { Browser } from '../support/browser.ts';
import { withEmails } from '../support/with-emails.ts';

const ORIGIN = 'http://localhost:3000';
const ADD = '/account/passkeys/new';
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const day = (days: number): Date => new Date(Date.now() + days * 86_400_000);

/** An attestation of Android, by a root that anybody can make, whose certificate has a list of revoked ones elsewhere. */
async function attestation(challenge: string, revokedAt: string): Promise<string> {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: ORIGIN }));
  const root = await crypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const validity = { notBefore: day(-1), notAfter: day(1), signingAlgorithm: EC };
  const issuer = await x509.X509CertificateGenerator.createSelfSigned({ ...validity, name: 'CN=Root', keys: root });
  const leaf = await x509.X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=Leaf',
    issuer: 'CN=Root',
    publicKey: await crypto.subtle.importKey('jwk', jwk, EC, true, ['verify']),
    signingKey: root.privateKey,
    extensions: [
      new x509.CRLDistributionPointsExtension([revokedAt]),
      new x509.Extension(
        KEY_DESCRIPTION,
        false,
        Buffer.concat([
          Buffer.from('30340201030a01000201040a01000420', 'hex'),
          sha256(client),
          Buffer.from('040030003000', 'hex'),
        ]),
      ),
    ],
  });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(jwk.x ?? '', 'base64url')],
    [-3, Buffer.from(jwk.y ?? '', 'base64url')],
  ]);
  const authData = Buffer.concat([
    sha256(new URL(ORIGIN).hostname),
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    isoCBOR.encode(key),
  ]);
  const object = isoCBOR.encode(
    new Map<string, unknown>([
      ['fmt', 'android-key'],
      [
        'attStmt',
        new Map<string, unknown>([
          ['alg', -7],
          ['sig', new Uint8Array(randomBytes(70))],
          ['x5c', [new Uint8Array(leaf.rawData), new Uint8Array(issuer.rawData)]],
        ]),
      ],
      ['authData', new Uint8Array(authData)],
    ]) as never,
  );
  const encoded = id.toString('base64url');
  return JSON.stringify({
    id: encoded,
    rawId: encoded,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      attestationObject: Buffer.from(object).toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      transports: ['internal'],
    },
  });
}

t.test('nothing is fetched that the certificate of a new passkey names', async (t) => {
  const asked: (string | undefined)[] = [];
  const inside = createServer(({ url }, response) => {
    asked.push(url);
    response.end();
  }).listen(0, '127.0.0.1');
  t.teardown(() => inside.close());
  await once(inside, 'listening');
  const revokedAt = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/inside`;

  const { app, file } = await withEmails(t, { env: { BASE_URL: ORIGIN } });
  const browser = new Browser(app, ORIGIN);
  const signIn = { email: 'ana@riverside.example', password: PASSWORD };
  await browser.submit(await browser.get('/sign-in'), '/sign-in', signIn);
  const page = await browser.submit(await browser.get(ADD), ADD, { password: PASSWORD });
  const [, question = ''] = /data-passkey="([^"]*)" data-passkey-does="create"/.exec(page.body) ?? [];
  const passkey = await attestation(challengeOf(question.replaceAll('&quot;', '"')), revokedAt);
  const added = await browser.submit(page, '/account/passkeys', { name: 'Phone', passkey });
  t.strictSame(asked, []);
  t.equal(added.url, '/account/sign-in?done=passkey_added', 'what a device says of itself is not judged');
  t.equal(await file.read('select count(*) from passkeys'), 1);
});
