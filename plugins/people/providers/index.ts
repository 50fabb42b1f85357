/**
 * Signs people in at the OpenID provider of a school: the relying party of OpenID Connect, with the code flow,
 * PKCE and a redirect URI for each provider. `openid-client` verifies what comes back. Nothing of it is stored.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Configuration } from 'openid-client';
import { randomSecret } from '../../../schema/credential.ts';
import { boundedMap } from '../../../schema/data/bounded-map.ts';
import { PROVIDER_SECRETS } from '../../../schema/people/provider.ts';
import {
  GOOGLE,
  isAllowedIssuer,
  type ProviderAttempt,
  type ProviderClaims,
  type ProviderClient,
  type ProviderPurpose,
  type ProviderRefusal,
} from '../../../schema/people/provider-sign-in.ts';
import { PROVIDER_ANSWERS, PROVIDER_FAILURES } from '../../../schema/throttle.ts';
import type { Network } from '../../http/guarded-request.ts';
import { type Counter, networkCounters } from '../../http/throttle.ts';
import { attemptsOf, type SentAttempt } from './attempts.ts';
import { CLOCK_TOLERANCE_MS, claimsOf } from './claims.ts';
import { type Issuer, issuersOf } from './issuers.ts';
import { ProviderSignInError, refusalOf } from './refusals.ts';

export interface ProviderWish
  extends Pick<ProviderAttempt, 'next' | 'personId' | 'sessionId' | 'requestId' | 'maxAge'> {
  provider: ProviderClient;
  purpose: ProviderPurpose;
  loginHint?: string | undefined;
  prompt?: 'login' | 'select_account' | undefined;
  /** The language of our pages. */
  locale?: string | undefined;
}

export type ProviderOutcome =
  | { attempt: ProviderAttempt; claims: ProviderClaims; refused?: undefined }
  | { attempt?: ProviderAttempt | undefined; refused: ProviderRefusal };

export interface Providers {
  /** Returns where to send the browser, which keeps what the answer will be compared with. */
  begin(
    wish: ProviderWish,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ location: string; refused?: undefined } | { refused: ProviderRefusal }>;
  /**
   * Takes the answer of a provider, at its own redirect URI.
   * @param found the provider that the address names, as it is now
   */
  finish(
    found: { provider: ProviderClient | undefined },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ProviderOutcome>;
  /** Returns the redirect URI of a provider. */
  redirectUri(providerId: string): string;
  /** Why the last sign-in at a provider failed, if it was the fault of its settings or its own, as far as this process knows. */
  failing(providerId: string): ProviderRefusal | undefined;
  /** Reads metadata that is older than a minute. @returns why a sign-in would fail at once, if it would */
  tryOut(issuer: string): Promise<ProviderRefusal | undefined>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly providers: Providers;
  }
}

const MINUTE = 60_000;
const MAX_NEXT = 1000;
const MAX_FAILING = 1000;
/** What becomes of a code that nobody was given. */
const MADE_UP: ReadonlySet<ProviderRefusal> = new Set(['code_refused', 'token_invalid', 'provider_invalid']);
/** What an owner can do something about, and no browser can bring about. */
const OF_METADATA: ReadonlySet<ProviderRefusal> = new Set(['provider_down', 'provider_invalid']);
const OF_ANSWER: ReadonlySet<ProviderRefusal> = new Set(['provider_down', 'clock_off', 'key_unknown', 'secret_wrong']);

export default fp(
  async (app, { network }: { network: Network }) => {
    const { clock, config } = app;
    const issuers = issuersOf(app, network);
    const attempts = attemptsOf(app);
    const redirectUri = (providerId: string): string => `${config.baseUrl}/sign-in/via/${providerId}`;
    const failing = boundedMap<ProviderRefusal>(MAX_FAILING);
    // A server that is its own provider would end the session that asks.
    const isAllowed = (issuer: string): boolean =>
      isAllowedIssuer(config.schoolProviders, issuer) && new URL(issuer).origin !== config.baseUrl;
    const refused = (provider: string, error: unknown, causes: ReadonlySet<ProviderRefusal>): ProviderRefusal => {
      const { reason, detail, isBusy = false } = refusalOf(error);
      if (causes.has(reason) && !isBusy) failing.set(provider, reason);
      app.log.warn({ provider, reason, detail }, 'a sign-in at the provider of a school failed');
      return reason;
    };

    /** Each answer costs a request with the secret of the school, whoever makes up its code. */
    async function whyBarred(
      { state, version }: SentAttempt,
      { issuer, updatedAt }: ProviderClient,
      failures: readonly Counter[],
    ): Promise<ProviderRefusal | undefined> {
      // The browser may have kept a copy of the cookie.
      const answered = { kind: 'provider_answer', subject: state, rule: PROVIDER_ANSWERS };
      if ((await app.throttle.take(answered)) > 0) return 'attempt_unknown';
      if (updatedAt !== version) return 'settings_changed';
      if (!isAllowed(issuer)) return 'not_allowed';
      const waits = await Promise.all(failures.map(app.throttle.waitFor));
      return Math.max(...waits) > 0 ? 'code_refused' : undefined;
    }

    app.decorate('providers', {
      redirectUri,
      failing: failing.get,

      async begin({ provider, purpose, next, personId, sessionId, requestId, maxAge, ...shown }, request, reply) {
        if (!isAllowed(provider.issuer)) return { refused: 'not_allowed' };
        try {
          // Who tries new settings does not want the answer of an hour ago.
          const issuer = await issuers.find(provider.issuer, purpose === 'test' ? MINUTE : undefined);
          const attempt: SentAttempt = {
            ...{ providerId: provider.id, version: provider.updatedAt, purpose, startedAt: clock() },
            ...{ next: next.length > MAX_NEXT ? '/' : next, personId, sessionId, requestId, maxAge },
            ...{ state: randomSecret(), nonce: randomSecret(), verifier: randomSecret() },
          };
          const location = await addressOf(app, { provider, issuer, attempt, shown }, redirectUri(provider.id));
          attempts.add(request, reply, attempt);
          return { location };
        } catch (error) {
          return { refused: refused(provider.id, error, OF_METADATA) };
        }
      },

      async finish({ provider }, request, reply) {
        const answer = new URLSearchParams(request.url.split('?')[1] ?? '');
        const sent = attempts.take(request, reply, answer.get('state') ?? undefined);
        if (sent === undefined || sent.providerId !== provider?.id) return { refused: 'attempt_unknown' };
        const { state, nonce, verifier, ...attempt } = sent;
        const failures = failuresOf(provider.id, request.ip);
        const barred = await whyBarred(sent, provider, failures);
        if (barred !== undefined)
          return barred === 'attempt_unknown' ? { refused: barred } : { attempt, refused: barred };
        try {
          const url = new URL(`${redirectUri(provider.id)}?${answer}`);
          const idToken = await exchange(app, { provider, issuer: await issuers.find(provider.issuer), url, sent });
          const claims = claimsOf(idToken, attempt, clock());
          failing.delete(provider.id);
          return { attempt, claims };
        } catch (error) {
          const reason = refused(provider.id, error, OF_ANSWER);
          if (MADE_UP.has(reason)) await app.throttle.take(...failures);
          return { attempt, refused: reason };
        }
      },

      async tryOut(issuer) {
        if (!isAllowed(issuer)) return 'not_allowed';
        return issuers.find(issuer, MINUTE, 'tries').then(
          () => undefined,
          (error) => refusalOf(error).reason,
        );
      },
    } satisfies Providers);
  },
  { name: 'providers', dependencies: ['config', 'key-ring', 'cookies', 'throttle'] },
);

/** Counted for each provider, because a network may be that of a whole school. */
const failuresOf = (providerId: string, address: string): Counter[] =>
  networkCounters('provider_failures', address, PROVIDER_FAILURES).map((counter) => ({
    ...counter,
    subject: `${providerId} ${counter.subject}`,
  }));

/** Loaded with the first sign-in at a provider, because most servers have none. */
const library = () => import('openid-client');

interface Sending {
  provider: ProviderClient;
  issuer: Issuer;
  attempt: SentAttempt;
  shown: Pick<ProviderWish, 'loginHint' | 'prompt' | 'locale'>;
}

async function addressOf(
  app: FastifyInstance,
  { provider, issuer, attempt, shown: { loginHint, prompt, locale } }: Sending,
  redirectUri: string,
): Promise<string> {
  const oidc = await library();
  const parameters = {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(loginHint === undefined ? {} : { login_hint: loginHint }),
    ...(attempt.maxAge === undefined ? {} : { max_age: String(attempt.maxAge) }),
    // Google refuses `login`.
    ...(prompt === undefined ? {} : { prompt: provider.issuer === GOOGLE ? 'select_account' : prompt }),
    ...(locale === undefined ? {} : { ui_locales: locale }),
  };
  return oidc.buildAuthorizationUrl(await configurationOf(app, provider, issuer), parameters).href;
}

async function configurationOf(
  { clock, keyRing }: FastifyInstance,
  { id, clientId, sealedSecret }: ProviderClient,
  { metadata, fetchFor, keys }: Issuer,
): Promise<Configuration> {
  const oidc = await library();
  const secret = sealedSecret === null ? undefined : secretIn(keyRing, sealedSecret);
  const posts = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post');
  const authentication =
    secret === undefined ? oidc.None() : posts ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
  const now = Date.now();
  const times = {
    [oidc.clockSkew]: Math.round((clock() - now) / 1000),
    [oidc.clockTolerance]: CLOCK_TOLERANCE_MS / 1000,
  };
  const configuration = new oidc.Configuration(metadata, clientId, times, authentication);
  configuration[oidc.customFetch] = fetchFor(id);
  // Without this, the library trusts the TLS of the token endpoint and verifies no signature (§3.1.3.7).
  oidc.enableNonRepudiationChecks(configuration);
  // It reads the keys anew after five minutes and, for a key that it does not know, after one.
  if (keys !== undefined) {
    oidc.setJwksCache(configuration, { jwks: keys.jwks, uat: Math.floor((now - clock() + keys.readAt) / 1000) });
  }
  return configuration;
}

/** @throws {ProviderSignInError} if it was sealed under a master key that is gone: another one has to be entered */
function secretIn({ open }: FastifyInstance['keyRing'], sealed: Buffer): string {
  try {
    return open(PROVIDER_SECRETS, sealed).toString();
  } catch {
    throw new ProviderSignInError('secret_wrong', 'the secret cannot be decrypted');
  }
}

interface Answer {
  provider: ProviderClient;
  issuer: Issuer;
  url: URL;
  sent: SentAttempt;
}

/** Exchanges the code. @returns the claims of the ID token, whose signature, issuer, audience, times and nonce are right */
async function exchange(app: FastifyInstance, { provider, issuer, url, sent }: Answer) {
  const oidc = await library();
  const configuration = await configurationOf(app, provider, issuer);
  const before = oidc.getJwksCache(configuration)?.uat;
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, url, {
      expectedState: sent.state,
      expectedNonce: sent.nonce,
      pkceCodeVerifier: sent.verifier,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    // Core §3.1.3.7: the library compares `azp` only if there are several audiences.
    if (token === undefined || (token.azp ?? provider.clientId) !== provider.clientId) {
      throw new ProviderSignInError('token_invalid', 'azp');
    }
    return token;
  } finally {
    const cache = oidc.getJwksCache(configuration);
    if (cache !== undefined && cache.uat !== before) issuer.keys = { jwks: cache.jwks, readAt: app.clock() };
  }
}
