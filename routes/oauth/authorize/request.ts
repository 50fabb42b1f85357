/** Verifies an authorization request: first the client and the redirect URI, then every other rule in order. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Parameters, readParameters } from '../../../schema/data/parameters.ts';
import { REQUESTS_PER_MINUTE } from '../../../schema/limits.ts';
import { type AskedAuthentication, askedAuthentication } from '../../../schema/oauth/authentication-context.ts';
import {
  AUTHORIZATION_PARAMETERS,
  type AuthorizationRequest,
  type IdentifiedRequest,
} from '../../../schema/oauth/authorization-request.ts';
import type { Capabilities, Prompt } from '../../../schema/oauth/capabilities.ts';
import { type Client, changedAtOf, mayRedirectErrors, verifyRedirect } from '../../../schema/oauth/client.ts';
import { type KeyThumbprint, parseThumbprint } from '../../../schema/oauth/dpop.ts';
import { AuthorizationError, OAuthError } from '../../../schema/oauth/oauth-error.ts';
import { isCodeChallenge } from '../../../schema/oauth/pkce.ts';
import { isResourceOf, schoolsIn } from '../../../schema/oauth/resource-indicator.ts';
import { isSlug } from '../../../schema/text/slug.ts';
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
  if (repeated.length > 0) throw new OAuthError('repeated_parameter', { names: repeated.join(', ') });
  const fault = parameters.tooLong(['client_id', 'redirect_uri']);
  if (fault !== undefined) throw new OAuthError('malformed_request.fault', { fault });
  const client = await knownClient(parameters.get('client_id'), resolveClient);
  const requested = parameters.get('redirect_uri');
  if (requested === undefined) throw new OAuthError('missing_parameter.named', { name: 'redirect_uri' });
  const redirect = verifyRedirect(client, requested);
  if (redirect === undefined) throw new OAuthError('redirect_uri_not_registered');
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
  if (id === undefined) throw new OAuthError('missing_parameter.named', { name: 'client_id' });
  const client = await resolveClient(id).catch(onOurPage);
  if (client === undefined) throw new OAuthError('unknown_client.id', {}, ON_OUR_PAGE);
  if (!client.active) throw new OAuthError('client_disabled', {}, { ...ON_OUR_PAGE, app: { name: client.name } });
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
  const refuse: Refuse = (key, ...more) => {
    throw new AuthorizationError(identified, key, ...more);
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
    dpopJkt: readKey(rules),
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
  if (repeated.length > 0) refuse('repeated_parameter', { names: repeated.join(', ') });
  const fault = parameters.tooLong(AUTHORIZATION_PARAMETERS);
  if (fault !== undefined) refuse('malformed_request.fault', { fault });
}

function checkState({ parameters, refuse }: Rules): void {
  if (parameters.get('state') === undefined) refuse('missing_parameter.named', { name: 'state' });
  for (const name of ['state', 'nonce', 'org_id', 'school_id']) {
    if (PRINTABLE.test(parameters.get(name) ?? '')) continue;
    refuse('malformed_request.fault', { fault: `${name} must not contain control characters` });
  }
}

// RFC 6749 §3.1.1 and OpenID Connect Core §3.1.2.6, §6.
function checkResponse({ parameters, capabilities, refuse }: Rules): void {
  const responseType = parameters.get('response_type');
  if (responseType === undefined) refuse('missing_parameter.named', { name: 'response_type' });
  else if (!capabilities.responseTypes.includes(responseType)) refuse('response_type_unsupported.type');
  for (const name of ['request', 'request_uri', 'registration'] as const) {
    if (parameters.get(name) !== undefined) refuse(`malformed_request.${name}`);
  }
  const responseMode = parameters.get('response_mode');
  if (responseMode !== undefined && !capabilities.responseModes.includes(responseMode)) {
    refuse('response_type_unsupported.mode');
  }
}

// RFC 7636 §4.3, §4.4.1: without a method, the challenge would be interpreted as plain.
function readCodeChallenge({ parameters, capabilities, refuse }: Rules): string {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined || method === undefined || !capabilities.codeChallengeMethods.includes(method)) {
    return refuse('pkce_required.missing');
  }
  return isCodeChallenge(challenge) ? challenge : refuse('pkce_required.form');
}

// RFC 9449 §10.
function readKey({ parameters, refuse }: Rules): KeyThumbprint | undefined {
  const value = parameters.get('dpop_jkt');
  if (value === undefined) return undefined;
  const fault = 'dpop_jkt must be the SHA-256 thumbprint of a key, 43 base64url characters';
  return parseThumbprint(value) ?? refuse('malformed_request.fault', { fault });
}

// OpenID Connect Core §3.1.2.1.
function readPrompts({ parameters, capabilities, refuse }: Rules): ReadonlySet<Prompt> {
  const values = (parameters.get('prompt') ?? '').split(' ').filter((value) => value !== '');
  const prompts = values.flatMap((value) => capabilities.prompts.filter((prompt) => prompt === value));
  if (prompts.length < values.length) {
    refuse('prompt_invalid.unknown', { prompts: capabilities.prompts.join(', ') });
  }
  if (prompts.includes('none') && prompts.length > 1) refuse('prompt_invalid.none');
  return new Set(prompts);
}

function readMaxAge({ parameters, refuse }: Rules): number | undefined {
  const value = parameters.get('max_age');
  if (value === undefined) return undefined;
  if (MAX_AGE.test(value)) return Number(value);
  return refuse('malformed_request.fault', { fault: 'max_age must be a whole number of seconds' });
}

// OpenID Connect Core §3.1.2.1, §5.5.
function readAsked({ parameters, refuse }: Rules): AskedAuthentication {
  const demands = askedAuthentication(parameters.get('acr_values'), parameters.get('claims'));
  if (demands === undefined) {
    return refuse('malformed_request.fault', { fault: 'claims must be JSON as in OpenID Connect Core §5.5' });
  }
  if (demands.needsUnknown) refuse('second_factor_missing.unsupported');
  return demands;
}

// RFC 8707 §2.
function readResource(rules: Rules): Pick<AuthorizationRequest, 'resourceSent' | 'resourceSchool'> {
  const { parameters, capabilities, refuse } = rules;
  const values = parameters.all('resource');
  if (!values.every((value) => isResourceOf(capabilities.baseUrl, value))) {
    return refuse('resource_invalid.server', { resource: capabilities.baseUrl });
  }
  const [resourceSchool, ...others] = schoolsIn(values);
  if (others.length > 0 || (resourceSchool !== undefined && !isSlug(resourceSchool)))
    return refuse('resource_invalid.slug');
  return { resourceSent: values.length > 0, resourceSchool };
}

/** The status of an error that stays on our own page whatever its code, because the request itself is at fault. */
const ON_OUR_PAGE = { status: 400 } as const;

/** Turns an error of the token endpoint into the same error for a page. */
function onOurPage(error: unknown): never {
  throw error instanceof OAuthError && error.code === 'invalid_client' ? Object.assign(error, ON_OUR_PAGE) : error;
}
