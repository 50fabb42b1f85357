/**
 * Reads what the providers of schools publish about themselves: their metadata and keys. Owners choose the issuers, so
 * every request goes through `guardedRequest`: https, no redirects, JSON only, and to public addresses unless the
 * platform lists the issuer.
 */
import type { FastifyInstance } from 'fastify';
import type { ExportedJWKSCache, ServerMetadata } from 'openid-client';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { boundedMap } from '../../../schema/data/bounded-map.ts';
import { type FetchLimits, fetchSlots } from '../../http/fetch-slots.ts';
import { GuardedRequestError, guardedRequest, JSON_TYPE, type Network, readText } from '../../http/guarded-request.ts';

export interface Issuer {
  metadata: ServerMetadata;
  fetchedAt: number;
  /** Its keys, and when they were read. */
  keys: { jwks: ExportedJWKSCache['jwks']; readAt: number } | undefined;
  /** Sends the requests of openid-client, counted for one provider of a school. */
  fetchFor(providerId: string): ProviderFetch;
}

type ProviderFetch = (
  url: string,
  options: { method: string; headers: Record<string, string>; body?: unknown },
) => Promise<Response>;

export interface Issuers {
  /**
   * Returns an issuer from the cache, or reads it.
   * @param maxAgeMs how old what is known of it may be
   * @param gate `tries` for an issuer that nobody has saved
   * @throws {GuardedRequestError} `isOutage` if it does not answer
   */
  find(issuer: string, maxAgeMs?: number, gate?: 'metadata' | 'tries'): Promise<Issuer>;
  /** Reads the keys of an issuer, to see whether it publishes any. @throws {GuardedRequestError} */
  readKeys(issuer: Issuer): Promise<void>;
}

type Surroundings = Pick<FastifyInstance, 'clock' | 'config' | 'timer'>;

const WITHIN_MS = 5000;
const MAX_BODY = 256 * 1024;
const HOUR = 3_600_000;
/** So that a provider that is down is not asked, and waited for, by each of many people. */
const FAILURE_REMEMBERED_MS = 10_000;
const MAX_ISSUERS = 100;
/**
 * Strangers bring them about, and a provider that does not answer keeps each for five seconds. Many schools have the same
 * provider, so sign-ins are counted for each school: none takes more than an eighth of all.
 */
const SIGN_INS: FetchLimits = { atOnce: { host: 10, all: 80 }, perMinute: { host: 600, all: 4800 } };
/** Of the host of an issuer. */
const METADATA: FetchLimits = { atOnce: { host: 10, all: 32 }, perMinute: { host: 600, all: 1200 } };
const WAIT_MS = 2000;

/** There are too many requests, which says nothing about the provider. */
export class ProviderBusyError extends GuardedRequestError {
  constructor(message: string) {
    super(message, { isOutage: true });
  }
}

const refuse = (message: string): GuardedRequestError => new GuardedRequestError(message, { isOutage: false });

const endpoint = z.string().refine((text) => isPlainHttps(text));
const strings = z.array(z.string().max(100)).max(100);
/** OpenID Connect Discovery §3. What is not needed here is not kept. */
const metadataShape = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  id_token_signing_alg_values_supported: strings.default(['RS256']),
  token_endpoint_auth_methods_supported: strings.default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

const keysShape = z.object({ keys: z.array(z.object({ kty: z.string() })).min(1) });

function isPlainHttps(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '';
}

/** With a public key, everyone could make such a signature, or there is none. */
const isSigned = (algorithm: string): boolean => algorithm !== 'none' && !algorithm.startsWith('HS');

export function issuersOf(app: Surroundings, network: Network): Issuers {
  const { clock } = app;
  const slots = {
    signIns: fetchSlots(app.config, SIGN_INS),
    metadata: fetchSlots(app.config, METADATA),
    tries: fetchSlots(app.config, METADATA),
  };
  const known = boundedMap<Issuer>(MAX_ISSUERS);
  const failures = boundedMap<{ error: GuardedRequestError; until: number }>(MAX_ISSUERS);
  const underWay = new Map<string, Promise<Issuer>>();

  async function read(issuer: string, gate: 'metadata' | 'tries'): Promise<Issuer> {
    const send = sendingTo(app, network, slots[gate], issuer, new URL(issuer).host);
    try {
      // §4: a slash at the end is left out before the path is added.
      const response = await send(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
        method: 'GET',
        headers: { accept: 'application/json' },
      });
      if (response.status !== 200) throw refuse(`its metadata has the status ${response.status}`);
      const metadata = metadataOf(issuer, await response.json().catch(() => undefined));
      const fetchFor = (providerId: string) => sendingTo(app, network, slots.signIns, issuer, providerId);
      const found = { metadata, fetchedAt: clock(), keys: known.get(issuer)?.keys, fetchFor };
      known.set(issuer, found);
      failures.delete(issuer);
      return found;
    } catch (error) {
      if (error instanceof GuardedRequestError && !(error instanceof ProviderBusyError)) {
        failures.set(issuer, { error, until: clock() + FAILURE_REMEMBERED_MS });
      }
      throw error;
    }
  }

  return {
    async find(issuer, maxAgeMs = HOUR, gate = 'metadata') {
      const copy = known.get(issuer);
      if (copy !== undefined && clock() - copy.fetchedAt < maxAgeMs) {
        // What is used stays, however many others are tried out.
        known.set(issuer, copy);
        return copy;
      }
      const failure = failures.get(issuer);
      if (failure !== undefined && clock() < failure.until) throw failure.error;
      const reading = underWay.get(issuer) ?? read(issuer, gate).finally(() => underWay.delete(issuer));
      underWay.set(issuer, reading);
      return reading;
    },

    async readKeys({ metadata, fetchFor }) {
      const response = await fetchFor(metadata.issuer)(metadata.jwks_uri ?? '', {
        method: 'GET',
        headers: { accept: 'application/json' },
      });
      const { data } = keysShape.safeParse(await response.json().catch(() => undefined));
      if (data === undefined) throw refuse('it publishes no keys');
    },
  };
}

function metadataOf(issuer: string, document: unknown): ServerMetadata {
  const { data } = metadataShape.safeParse(document);
  if (data === undefined) throw refuse('its metadata lacks an endpoint, or has one without https');
  if (data.issuer !== issuer) throw refuse('its metadata names another issuer');
  const algorithms = data.id_token_signing_alg_values_supported.filter(isSigned);
  if (algorithms.length === 0) throw refuse('it signs ID tokens with no algorithm that can be verified');
  const { authorization_response_iss_parameter_supported: saysIssuer, ...metadata } = data;
  return {
    ...metadata,
    id_token_signing_alg_values_supported: algorithms,
    ...(saysIssuer === undefined ? {} : { authorization_response_iss_parameter_supported: saysIssuer }),
  };
}

/** Returns the `fetch` for the requests to one issuer, which are counted for a key. */
function sendingTo(
  { clock, config, timer }: Surroundings,
  network: Network,
  slots: ReturnType<typeof fetchSlots>,
  issuer: string,
  countedFor: string,
): ProviderFetch {
  const { hostname } = new URL(issuer);
  const isListed = Array.isArray(config.schoolProviders) && config.schoolProviders.includes(issuer);
  return async (url, { method, headers, body }) => {
    if (!isPlainHttps(url)) throw refuse('an endpoint is not https');
    // Its metadata could name any other host of our network.
    const mayBePrivate = isListed && new URL(url).hostname === hostname;
    const sent = body === undefined || body === null ? {} : { body: String(body) };
    const request = {
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      mayBeLoopback: mayBePrivate,
      mayBePrivate,
      withinMs: WITHIN_MS,
      ...sent,
    } as const;
    const release = await slots.wait(countedFor, { clock, timer }, WAIT_MS);
    if (release === undefined) throw new ProviderBusyError(`too many requests for ${countedFor} or in total`);
    return guardedRequest(network, request, timer, readAnswer).finally(release);
  };
}

/** @throws {GuardedRequestError} if the answer is none of the protocol */
async function readAnswer({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  if (status >= 500 || status === 429) {
    throw new GuardedRequestError(`it answers with status ${status}`, { isOutage: true });
  }
  // Redirects are not followed. A status below 200, and some others, have no body.
  if (status !== 200 && status < 400) throw refuse(`it answers with status ${status}`);
  const type = String(headers['content-type'] ?? '');
  if (!JSON_TYPE.test(type) || headers['content-encoding'] !== undefined) throw refuse('its answer is not JSON');
  const text = await readText(body, MAX_BODY, refuse);
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}
