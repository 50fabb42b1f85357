/** A certificate authority that only this process, or one that is given its file, believes. */
import { randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import 'reflect-metadata';
import { createSecureContext, getCACertificates, type SecureContext, setDefaultCACertificates } from 'node:tls';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const HOUR = 3_600_000;

type KeyPair = Awaited<ReturnType<typeof makeKeys>>;

const makeKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const serialNumber = (): string => `01${randomBytes(8).toString('hex')}`;

export interface Validity {
  notBefore: Date;
  notAfter: Date;
}

export class TestCa {
  readonly #certificate: X509Certificate;
  readonly #keys: KeyPair;
  readonly #contexts = new Map<string, Promise<SecureContext>>();

  private constructor(certificate: X509Certificate, keys: KeyPair) {
    this.#certificate = certificate;
    this.#keys = keys;
  }

  /** By default with a name of its own, because any trusted authority of the name of the issuer is asked. */
  static async make(name = `CN=Schoolgate test authority ${serialNumber()}`): Promise<TestCa> {
    cryptoProvider.set(webcrypto as unknown as typeof globalThis.crypto);
    const keys = await makeKeys();
    const certificate = await X509CertificateGenerator.createSelfSigned({
      name,
      serialNumber: serialNumber(),
      ...validity(),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 1, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      ],
    });
    return new TestCa(certificate, keys);
  }

  get name(): string {
    return this.#certificate.subject;
  }

  get pem(): string {
    return this.#certificate.toString('pem');
  }

  /** From now on this process trusts it. */
  trust(): void {
    setDefaultCACertificates([...getCACertificates('default'), this.pem]);
  }

  /** What a server needs to be a host, made at the first request for it. */
  contextFor(hostname: string, during?: Validity): Promise<SecureContext> {
    if (during !== undefined) return this.contextForAll([hostname], during);
    const context = this.#contexts.get(hostname) ?? this.contextForAll([hostname]);
    this.#contexts.set(hostname, context);
    return context;
  }

  /** What a server needs to be any of several hosts. */
  async contextForAll(hostnames: readonly string[], during: Validity = validity()): Promise<SecureContext> {
    const keys = await makeKeys();
    const certificate = await X509CertificateGenerator.create({
      subject: 'CN=host under test',
      issuer: this.#certificate.subject,
      serialNumber: serialNumber(),
      ...during,
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [new SubjectAlternativeNameExtension(hostnames.map(alternativeName))],
    });
    return contextOf(certificate, keys);
  }

  /** A host that vouches for itself. */
  static async selfSigned(hostname: string): Promise<SecureContext> {
    const keys = await makeKeys();
    const certificate = await X509CertificateGenerator.createSelfSigned({
      name: `CN=${hostname}`,
      serialNumber: serialNumber(),
      ...validity(),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [new SubjectAlternativeNameExtension([alternativeName(hostname)])],
    });
    return contextOf(certificate, keys);
  }
}

const alternativeName = (hostname: string) => ({
  type: isIP(hostname) === 0 ? ('dns' as const) : ('ip' as const),
  value: hostname,
});

async function contextOf(certificate: X509Certificate, { privateKey }: KeyPair): Promise<SecureContext> {
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  return createSecureContext({
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
  });
}

const validity = (): Validity => ({
  notBefore: new Date(Date.now() - HOUR),
  notAfter: new Date(Date.now() + 24 * HOUR),
});
