/** Verifies an authorization request: first the client and the redirect URI, then every other rule in order. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { type AskedAuthentication, askedAuthentication } from '../../../schema/oauth/authentication-context.ts';
import {
  AUTHORIZATION_PARAMETERS,
  type AuthorizationRequest,
  type IdentifiedRequest,
} from '../../../schema/oauth/authorization-request.ts';
import type { Capabilities, Prompt } from '../../../schema/oauth/capabilities.ts';
import { type Client, changedAtOf, mayRedirectErrors, verifyRedirect } from '../../../schema/oauth/client.ts';
import {
  AuthorizationError,
  OAuthError,
  type OAuthErrorCode,
  type RefusalReason,
} from '../../../schema/oauth/oauth-error.ts';
import { isCodeChallenge } from '../../../schema/oauth/pkce.ts';
import { isResourceOf, schoolsIn } from '../../../schema/oauth/resource-indicator.ts';
import { type Parameters, readParameters } from '../../../schema/parameters.ts';
import { isSlug } from '../../../schema/slug.ts';
import { type Refuse, type Rules, readScopes } from './scope-rules.ts';

type ResolveClient = (clientId: string) => Promise<Client | undefined>;

export type ReadAuthorizationRequest = (
  raw: unknown,
  http: FastifyRequest,
  reply: FastifyReply,
) => Promise<AuthorizationRequest>;

/** Only printable characters are accepted in values that are stored or echoed. */
const PRINTABLE = /^[\x20-\x7e\u0080-\uffff]*$/;
const MAX_AGE = /^[0-9]{1,9}$/;

export function authorizationRequestReader(app: FastifyInstance): ReadAuthorizationRequest {
  const { capabilities, resolveClient } = app.oauth;
  // Anyone can make up URLs, and what one network makes up must not use up the fetches of the others.
  const unknownClients = app.volumeLimit(REQUESTS_PER_MINUTE.unknownDocuments, 60_000);

  return async (raw, http, reply) => {
    const parameters = readParameters(raw);
    const resolve: ResolveClient = (id) => resolveClient(id, () => unknownClients.takeFrom(http, reply));
    // 1. Identify the client and the redirect URI. Until both are verified, errors stay on our own page.
    const identified = await identify(app, parameters, resolve);
    // 2. Check all other rules. From here on, errors are sent to the client at its verified redirect URI.
    return verify(identified, parameters, capabilities);
  };
}

/** RFC 6749 §4.1.2.1: nothing is redirected until the client and the redirect URI are verified. */
async function identify(
  app: FastifyInstance,
  parameters: Parameters,
  resolveClient: ResolveClient,
): Promise<IdentifiedRequest> {
  const repeated = parameters.repeated(['client_id', 'redirect_uri']);
  if (repeated.length > 0)
    throw pageError('invalid_request', `${repeated.join(', ')} was sent more than once`, 'repeated_parameter');
  const tooLong = parameters.tooLong(['client_id', 'redirect_uri']);
  if (tooLong !== undefined) throw pageError('invalid_request', tooLong, 'malformed_request');
  const client = await knownClient(parameters.get('client_id'), resolveClient);
  const requested = parameters.get('redirect_uri');
  if (requested === undefined) throw pageError('invalid_request', 'redirect_uri is required', 'missing_parameter');
  const redirect = verifyRedirect(client, requested);
  if (redirect === undefined) {
    throw pageError('invalid_request', 'redirect_uri is not registered for this client', 'redirect_uri_not_registered');
  }
  // A repeated `state` cannot be echoed, so the redirect omits it, and one that is too long.
  return {
    client,
    redirect,
    state: parameters.tooLong(['state']) === undefined ? parameters.get('state') : undefined,
    // OpenID Connect Core §3.1.2.6: with `prompt=none` the error is redirected in any case, because no page may be
    // shown.
    errorsGo: async () =>
      parameters.get('prompt') === 'none' || mayRedirectErrors(client, redirect, await isTrusted(app, client))
        ? 'to_client'
        : 'by_link',
  };
}

/** Returns whether a person has consented to a school's application with its present redirect URIs. */
const isTrusted = async ({ oauth: { consents } }: FastifyInstance, client: Client): Promise<boolean> =>
  client.origin === 'site_application' && consents.existsSince(client.id, changedAtOf(client) ?? 0);

async function knownClient(id: string | undefined, resolveClient: ResolveClient): Promise<Client> {
  if (id === undefined) throw pageError('invalid_request', 'client_id is required', 'missing_parameter');
  const client = await resolveClient(id).catch(onOurPage);
  if (client === undefined) throw pageError('invalid_client', 'unknown client_id', 'unknown_client');
  if (!client.active) {
    const details = { reason: 'client_disabled', status: 400, app: { name: client.name } } as const;
    throw new OAuthError('invalid_client', 'this client is disabled or blocked', details);
  }
  return client;
}

/**
 * Checks all rules. Nothing else creates an `AuthorizationRequest`: the cast states that every rule has been checked.
 */
function verify(
  identified: IdentifiedRequest,
  parameters: Parameters,
  capabilities: Capabilities,
): AuthorizationRequest {
  const refuse: Refuse = (code, description, reason) => {
    throw new AuthorizationError(identified, code, description, { reason });
  };
  const rules: Rules = { parameters, capabilities, refuse };
  checkForm(rules);
  checkState(rules);
  checkResponse(rules);
  const codeChallenge = readCodeChallenge(rules);
  const prompts = readPrompts(rules);
  const maxAge = readMaxAge(rules);
  const authentication = readAsked(rules);
  const resource = readResource(rules);
  const scopes = readScopes(rules, identified.client, resource.resourceSent);
  return {
    ...identified,
    scopes,
    codeChallenge,
    nonce: parameters.get('nonce'),
    ...resource,
    prompts,
    maxAge,
    authentication,
    loginHint: parameters.get('login_hint'),
    idTokenHint: parameters.get('id_token_hint'),
    uiLocales: parameters.get('ui_locales'),
    siteHint: parameters.get('org_id') ?? parameters.get('school_id'),
  } as AuthorizationRequest;
}

// RFC 6749 §3.1: a parameter must not be repeated.
function checkForm({ parameters, refuse }: Rules): void {
  const repeated = parameters.repeated(AUTHORIZATION_PARAMETERS);
  if (repeated.length > 0)
    refuse('invalid_request', `${repeated.join(', ')} was sent more than once`, 'repeated_parameter');
  const tooLong = parameters.tooLong(AUTHORIZATION_PARAMETERS);
  if (tooLong !== undefined) refuse('invalid_request', tooLong, 'malformed_request');
}

function checkState({ parameters, refuse }: Rules): void {
  const state = parameters.get('state');
  if (state === undefined) refuse('invalid_request', 'state is required', 'missing_parameter');
  else if (!PRINTABLE.test(state))
    refuse('invalid_request', 'state must not contain control characters', 'malformed_request');
  for (const name of ['nonce', 'org_id', 'school_id']) {
    if (PRINTABLE.test(parameters.get(name) ?? '')) continue;
    refuse('invalid_request', `${name} must not contain control characters`, 'malformed_request');
  }
}

// RFC 6749 §3.1.1 and OpenID Connect Core §3.1.2.6, §6.
function checkResponse({ parameters, capabilities, refuse }: Rules): void {
  const responseType = parameters.get('response_type');
  if (responseType === undefined) refuse('invalid_request', 'response_type is required', 'missing_parameter');
  else if (!capabilities.responseTypes.includes(responseType)) {
    refuse('unsupported_response_type', 'response_type must be code', 'response_type_unsupported');
  }
  if (parameters.get('request') !== undefined) {
    refuse('request_not_supported', 'request objects are not supported', 'malformed_request');
  }
  if (parameters.get('request_uri') !== undefined) {
    refuse('request_uri_not_supported', 'request_uri is not supported', 'malformed_request');
  }
  if (parameters.get('registration') !== undefined) {
    refuse('registration_not_supported', 'the registration parameter is not supported', 'malformed_request');
  }
  const responseMode = parameters.get('response_mode');
  if (responseMode !== undefined && !capabilities.responseModes.includes(responseMode)) {
    refuse('invalid_request', 'response_mode must be query', 'response_type_unsupported');
  }
}

// RFC 7636 §4.3, §4.4.1: without a method, the challenge would be interpreted as plain.
function readCodeChallenge({ parameters, capabilities, refuse }: Rules): string {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined || method === undefined || !capabilities.codeChallengeMethods.includes(method)) {
    return refuse(
      'invalid_request',
      'PKCE S256 required: send code_challenge and code_challenge_method=S256',
      'pkce_required',
    );
  }
  if (!isCodeChallenge(challenge)) {
    return refuse(
      'invalid_request',
      'PKCE S256 required: code_challenge must be 43 base64url characters',
      'pkce_required',
    );
  }
  return challenge;
}

// OpenID Connect Core §3.1.2.1.
function readPrompts({ parameters, capabilities, refuse }: Rules): ReadonlySet<Prompt> {
  const values = (parameters.get('prompt') ?? '').split(' ').filter((value) => value !== '');
  const prompts = values.flatMap((value) => capabilities.prompts.filter((prompt) => prompt === value));
  if (prompts.length < values.length) {
    return refuse('invalid_request', `prompt must contain only ${capabilities.prompts.join(', ')}`, 'prompt_invalid');
  }
  if (prompts.includes('none') && prompts.length > 1) {
    return refuse('invalid_request', 'prompt=none cannot be combined with other values', 'prompt_invalid');
  }
  return new Set(prompts);
}

function readMaxAge({ parameters, refuse }: Rules): number | undefined {
  const value = parameters.get('max_age');
  if (value === undefined) return undefined;
  if (!MAX_AGE.test(value))
    return refuse('invalid_request', 'max_age must be a whole number of seconds', 'malformed_request');
  return Number(value);
}

// OpenID Connect Core §3.1.2.1, §5.5.
function readAsked({ parameters, refuse }: Rules): AskedAuthentication {
  const demands = askedAuthentication(parameters.get('acr_values'), parameters.get('claims'));
  if (demands === undefined) return refuse('invalid_request', 'claims must be a JSON object', 'malformed_request');
  if (demands.needsUnknown) {
    refuse(
      'unmet_authentication_requirements',
      'none of the required acr values is supported',
      'second_factor_missing',
    );
  }
  return demands;
}

// RFC 8707 §2.
function readResource(rules: Rules): Pick<AuthorizationRequest, 'resourceSent' | 'resourceSchool'> {
  const { parameters, capabilities, refuse } = rules;
  const values = parameters.all('resource');
  if (!values.every((value) => isResourceOf(capabilities.baseUrl, value))) {
    return refuse('invalid_target', `resource must be ${capabilities.baseUrl}`, 'resource_invalid');
  }
  const [resourceSchool, ...others] = schoolsIn(values);
  if (others.length > 0 || (resourceSchool !== undefined && !isSlug(resourceSchool)))
    return refuse('invalid_target', 'resource must name one school, by its slug', 'resource_invalid');
  return { resourceSent: values.length > 0, resourceSchool };
}

/** An error that stays on our own page. Its status is 400 whatever its code, because the request itself is at fault. */
const pageError = (code: OAuthErrorCode, description: string, reason: RefusalReason): OAuthError =>
  new OAuthError(code, description, { reason, status: 400 });

/** Turns an error of the token endpoint into the same error with status 400, for a page. */
function onOurPage(error: unknown): never {
  if (!(error instanceof OAuthError) || error.code !== 'invalid_client') throw error;
  throw new OAuthError(error.code, error.description, { ...error.details, status: 400 });
}
