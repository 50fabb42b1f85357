/** Verifies proofs of possession of a key (DPoP, RFC 9449) at the token endpoint and at protected resources. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, errors as joseErrors, jwtVerify } from 'jose';
import { REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import type { AuthenticatedClient } from '../../schema/oauth/client.ts';
import {
  DPOP_ALGORITHMS,
  isProofOf,
  isRecent,
  type KeyThumbprint,
  MAX_PROOF_LENGTH,
  NONCE_PERIOD_MS,
  type Proof,
  type ProofClaims,
  readProof,
  useOf,
} from '../../schema/oauth/dpop.ts';
import { BearerError, OAuthError, type RefusalError } from '../../schema/oauth/oauth-error.ts';
import type { StoredToken } from '../../schema/oauth/token.ts';
import { provide } from '../provide.ts';

export interface Dpop {
  /**
   * Verifies the proof of a token request, if it has one. It is used with the tokens that are issued for it.
   * @throws {OAuthError} `invalid_dpop_proof`, also if the client must send one, or `use_dpop_nonce`
   */
  ofTokenRequest(request: FastifyRequest, client: AuthenticatedClient): Promise<Proof | undefined>;
  /** @throws {OAuthError} `invalid_dpop_proof` if the proof was used before */
  requireUnused(proof: Proof | undefined): Promise<void>;
  /**
   * Verifies that the client of a request has the key of its access token, and uses the proof.
   * @param scope for the challenge
   * @throws {BearerError} `invalid_dpop_proof`, `use_dpop_nonce` or `invalid_token`; {OAuthError} with status 429
   */
  requireKey(request: FastifyRequest, token: StoredToken, accessToken: string, scope: string): Promise<void>;
  /** Returns the nonce for proofs from now on, the same at every endpoint, because clients keep one for each origin. */
  nonce(): string;
}

declare module './stores.ts' {
  interface OAuth {
    readonly dpop: Dpop;
  }
}

type Key =
  | `dpop_proof_invalid.${'missing' | 'fault' | 'replayed'}`
  | `dpop_nonce_needed.${'missing' | 'other' | 'clock'}`;
type Refuse = (key: Key, fault?: string) => RefusalError;

/** The token that a proof has to be for. */
interface Bound {
  accessToken: string;
  jkt: KeyThumbprint;
  scope: string;
}

const refuseTokens: Refuse = (key, fault = '') => new OAuthError(key, { fault });
const codeOf = (key: Key) => (key.startsWith('dpop_nonce') ? 'use_dpop_nonce' : 'invalid_dpop_proof');

export default fp(
  async (app) => {
    const { clock, config } = app;
    const { proofs } = app.oauth;
    const { nonce, isGood } = nonces(app);
    const perPerson = app.volumeLimit(REQUESTS_PER_MINUTE.proofs, 60_000);

    if (config.dpopNonce === 'required') {
      // RFC 9449 §8: whoever sends proofs has the next nonce in time.
      app.addHook('onRequest', async (request, reply) => {
        if (request.headers.dpop !== undefined) reply.header('dpop-nonce', nonce());
      });
    }

    function whyNonce(claims: ProofClaims, now: number): 'missing' | 'other' | 'clock' | undefined {
      // A proof with a good nonce is from now, so a client whose clock is wrong is helped by one.
      if (claims.nonce !== undefined) return isGood(claims.nonce) ? undefined : 'other';
      if (config.dpopNonce === 'required') return 'missing';
      return isRecent(claims, now) ? undefined : 'clock';
    }

    /** The address as the client knows it, whatever a proxy has made of it. */
    const urlOf = ({ originalUrl }: FastifyRequest): string =>
      config.baseUrl + originalUrl.replace(/^https?:\/\/[^/?#]*/i, '');

    async function verify(request: FastifyRequest, refuse: Refuse, bound?: Bound): Promise<Proof> {
      const { dpop } = request.headers;
      if (typeof dpop !== 'string') throw refuse('dpop_proof_invalid.missing');
      if (dpop.length > MAX_PROOF_LENGTH) throw refuse('dpop_proof_invalid.fault', 'it is too long');
      const now = clock();
      // Node.js joins repeated headers with a comma, which no JWT contains.
      const { payload, key } = await signed(dpop, now).catch((error: unknown) => {
        throw refuse('dpop_proof_invalid.fault', error instanceof joseErrors.JOSEError ? error.message : 'its key');
      });
      const claims = readProof(payload, {
        method: request.method,
        url: urlOf(request),
        accessToken: bound?.accessToken,
      });
      if (typeof claims === 'string') throw refuse('dpop_proof_invalid.fault', claims);
      if (bound !== undefined && !isProofOf(bound.jkt, { key })) {
        throw new BearerError('invalid_token', 'dpop_key.access', bound.scope);
      }
      const need = whyNonce(claims, now);
      if (need !== undefined) throw refuse(`dpop_nonce_needed.${need}`);
      return { key, use: useOf(key, claims, now) };
    }

    async function requireUnused(proof: Proof | undefined): Promise<void> {
      if (proof !== undefined && (await proofs.isSpent(proof.use))) throw refuseTokens('dpop_proof_invalid.replayed');
    }

    provide(app.oauth, 'dpop', {
      nonce,
      requireUnused,

      async ofTokenRequest(request, { demandsProof }) {
        if (request.headers.dpop === undefined && !demandsProof) return undefined;
        const proof = await verify(request, refuseTokens);
        await requireUnused(proof);
        return proof;
      },

      async requireKey(request, { jkt, grant }, accessToken, scope) {
        const refuse: Refuse = (key, fault = '') => new BearerError(codeOf(key), key, scope, { fault });
        // RFC 9449 §7.1, §7.2: else whoever has stolen the token could use it.
        if (!/^dpop /i.test(request.headers.authorization ?? '')) {
          throw new BearerError('invalid_token', 'dpop_key.scheme', scope);
        }
        if (jkt === null) throw new BearerError('invalid_token', 'dpop_key.unbound', scope);
        const { use } = await verify(request, refuse, { accessToken, jkt, scope });
        // A captured request that comes again uses up nothing of the owner's limit, and is not written.
        if (await proofs.isSpent(use)) throw refuse('dpop_proof_invalid.replayed');
        // Each proof is kept for a while, so their number is limited before, over all grants of a person.
        perPerson.take(`${grant.siteId} ${grant.personId}`);
        if (!(await proofs.spend(use))) throw refuse('dpop_proof_invalid.replayed');
      },
    } satisfies Dpop);
  },
  { name: 'dpop', dependencies: ['stores', 'rate-limit'] },
);

function nonces({ clock, keyRing }: FastifyInstance) {
  const nonceOf = (offset: number, version?: string): string =>
    createHmac('sha256', keyRing.derive('dpop nonces', version))
      .update(String(Math.floor(clock() / NONCE_PERIOD_MS) + offset))
      .digest('base64url');
  return {
    nonce: (): string => nonceOf(0),
    // While the master key is replaced, other nodes make theirs with the other key. None is a secret.
    isGood: (given: string): boolean =>
      keyRing.versions.some((version) => [0, -1, 1].some((offset) => nonceOf(offset, version) === given)),
  };
}

/** RFC 9449 §4.3: the signature is that of the public key in the header. @throws {Error} */
async function signed(jwt: string, now: number): Promise<{ payload: unknown; key: KeyThumbprint }> {
  const { payload, protectedHeader } = await jwtVerify(jwt, EmbeddedJWK, {
    algorithms: [...DPOP_ALGORITHMS],
    typ: 'dpop+jwt',
    currentDate: new Date(now),
  });
  const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk as JWK);
  return { payload, key: Buffer.from(thumbprint, 'base64url') as KeyThumbprint };
}
