/** Dynamic client registration (RFC 7591), limited to loopback redirect URIs and known integrations. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  findVendor,
  isListed,
  isRedirectOf,
  type VendorPreset,
  vendorClientId,
  vendorClientPrefix,
} from '../../schema/clients/vendor-presets.ts';
import { hashCredential, makeClientSecret, makeIdentifier } from '../../schema/credential.ts';
import { MAX_BODY, MAX_VALUES, REQUESTS_PER_MINUTE } from '../../schema/limits.ts';
import { OAuthError } from '../../schema/oauth/oauth-error.ts';
import { classifyRedirectUri } from '../../schema/oauth/redirect-uri.ts';
import {
  parseRegistrationRequest,
  type RegistrationRequest,
  registrationResponse,
} from '../../schema/oauth/registration-request.ts';
import { joinScopes, SHARED_CLIENT_SCOPES } from '../../schema/oauth/scope.ts';
import { refusalOf } from '../../schema/refusal.ts';
import { REGISTRATION_PER_NETWORK } from '../../schema/throttle.ts';
import { sendJson } from '../form.ts';
import { acceptJson } from '../json-body.ts';

export default async function registerSurface(app: FastifyInstance): Promise<void> {
  // The metadata do not list it, but programs remember where it was.
  if (app.oauth.capabilities.registration === 'off') return sayThatItIsOff(app);

  const attempts = app.volumeLimit(REQUESTS_PER_MINUTE.browsers, 60_000);

  // RFC 7591 §3.1: only JSON is accepted. A form on some website must not be able to register a client.
  acceptJson(app, ['application/json'], MAX_VALUES.stranger, { mayBeEmpty: false });
  app.setErrorHandler((error, request, reply) => {
    const refusal = app.refuse(asMetadataError(error), request, reply);
    return reply.send(app.errorBody(refusal));
  });

  app.post(
    '/api/oauth/register',
    { bodyLimit: MAX_BODY.registration, config: { crossOrigin: 'oauth' } },
    async (request, reply) => {
      attempts.takeFrom(request, reply);
      const registration = parseRegistrationRequest(request.body);
      const vendor = registration.clientName && findVendor(app.config.vendors, registration.clientName);
      const response = vendor
        ? { ...(await matchVendor(app, vendor, registration, request)), ...undemanded(registration) }
        : await registerOnLoopback(app, registration, request);
      return sendJson(reply.code(201), response);
    },
  );
}

/** RFC 7591 §3.2.1: the client of a vendor is as it is stored, whatever a registration asks for. */
const undemanded = ({ demandsProof }: RegistrationRequest) => (demandsProof ? { dpop_bound_access_tokens: false } : {});

function sayThatItIsOff(app: FastifyInstance): void {
  const refuse = async (): Promise<never> => {
    throw new OAuthError(`registration_off.${app.config.cimd.enabled ? 'document' : 'application'}`);
  };
  app.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/api/oauth/register', onRequest: refuse, handler: refuse });
}

async function requireWithinLimit({ config, throttle }: FastifyInstance, request: FastifyRequest): Promise<void> {
  if (!config.rateLimits) return;
  const wait = await throttle.takeFrom('registration', request.ip, REGISTRATION_PER_NETWORK);
  if (wait === 0) return;
  const seconds = Math.ceil(wait / 1000);
  const headers = {
    'ratelimit-limit': String(REGISTRATION_PER_NETWORK.limit),
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(seconds),
  };
  throw new OAuthError('rate_limited.registrations', {}, { retryAfterSeconds: seconds, headers });
}

/**
 * The name does not prove the identity of the caller, so the response contains the public id of the integration and no
 * secret.
 */
async function matchVendor(
  app: FastifyInstance,
  vendor: VendorPreset,
  { redirectUris }: RegistrationRequest,
  request: FastifyRequest,
): Promise<object> {
  const { clients } = app.oauth;
  const foreign = redirectUris.find((uri) => !isRedirectOf(vendor, uri));
  if (foreign !== undefined)
    throw new OAuthError('redirect_uri_not_allowed.integration', { uri: foreign, name: vendor.name });
  if (!redirectUris.every((uri) => isListed(vendor, uri))) return registerChosen(app, vendor, redirectUris, request);
  const client = await clients.find(vendorClientId(vendor));
  if (client === undefined) throw new Error(`the preset ${vendor.key} has no client`);
  return registrationResponse({ ...client, redirectUris });
}

/**
 * Registers a client with redirect URIs of a pattern, which are compared exactly from then on. The id follows from
 * them, so that one connector has one client and one consent however often it registers.
 */
async function registerChosen(
  app: FastifyInstance,
  vendor: VendorPreset,
  redirectUris: readonly string[],
  request: FastifyRequest,
): Promise<object> {
  const { clients } = app.oauth;
  const digest = createHash('sha256')
    .update(JSON.stringify([...redirectUris].sort()))
    .digest('base64url');
  const id = `${vendorClientPrefix(vendor)}${digest.slice(0, 22)}`;
  const known = await clients.find(id);
  if (known !== undefined) return registrationResponse(known);
  await requireWithinLimit(app, request);
  const now = app.clock();
  const common = { name: vendor.name, authMethod: 'none' as const, scopes: SHARED_CLIENT_SCOPES, createdAt: now };
  const client = { id, origin: 'vendor' as const, redirectUris, network: app.widerNetworkOf(request), ...common };
  await clients.register(client);
  // Another request may have registered the same connector at the same time, so the client that is stored is read.
  return registrationResponse((await clients.find(id)) ?? client);
}

async function registerOnLoopback(
  app: FastifyInstance,
  registration: RegistrationRequest,
  request: FastifyRequest,
): Promise<object> {
  const { clock } = app;
  const { capabilities, clients } = app.oauth;
  const { redirectUris, clientName, authMethod, requestedScopes: askedScopes, demandsProof } = registration;
  const kinds = redirectUris.map((uri) => classifyRedirectUri(uri).kind);
  // If a request breaks both rules, the redirect URI is reported.
  if (kinds.includes('https') || kinds.includes('http')) {
    throw new OAuthError('redirect_uri_not_allowed.unknown');
  }
  if (capabilities.registration === 'vendors_only' || kinds.some((kind) => kind !== 'loopback')) {
    throw new OAuthError('client_name_unrecognized');
  }
  // Only these store anything. Hosted clients, of which many share an address, are known integrations.
  await requireWithinLimit(app, request);
  const clientSecret = authMethod === 'client_secret_post' ? makeClientSecret() : undefined;
  const now = clock();
  const client = {
    id: makeIdentifier('c'),
    origin: 'registered' as const,
    name: clientName ?? 'Unnamed tool',
    authMethod,
    redirectUris,
    // Not the requested scopes. Clients register with the few scopes of the resource metadata, and request more when a
    // 403 names them (MCP). A limit here would protect nothing, because anyone can register again. The effective limits
    // are the person's consent and role.
    scopes: SHARED_CLIENT_SCOPES,
    // What it registered is what it asks for when a request names nothing.
    defaultScope: askedScopes && joinScopes(askedScopes),
    demandsProof,
    createdAt: now,
    network: app.widerNetworkOf(request),
    ...(clientSecret === undefined ? {} : { secretHash: hashCredential(clientSecret) }),
  };
  await clients.register(client);
  const echoed = { ...client, scopes: askedScopes ?? client.scopes };
  return registrationResponse(echoed, clientSecret === undefined ? {} : { clientSecret });
}

/** RFC 7591 §3.2.2: a body that is not a JSON object is reported as invalid client metadata. */
function asMetadataError(error: unknown): unknown {
  const { code, status, description } = refusalOf(error);
  if (code !== 'invalid_request' || status !== 400) return error;
  const fault =
    error instanceof OAuthError ? description : 'send one JSON object with the content type application/json';
  return new OAuthError('malformed_request.metadata', { fault }, { cause: error });
}
