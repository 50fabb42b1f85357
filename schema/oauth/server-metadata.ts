/** The metadata documents: RFC 8414 and OpenID Connect Discovery from one object, and RFC 9728 for each resource. */
import type { Capabilities } from './capabilities.ts';
import type { Scope } from './scope.ts';

type Json = Record<string, unknown>;

/** RFC 8414 §3.2: members without a value and empty arrays are omitted. */
const omitEmpty = (document: Json): Json =>
  Object.fromEntries(
    Object.entries(document).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** Returns the registration policy in machine-readable form. */
const registrationPolicy = ({ registration, authMethods }: Capabilities): Json | undefined =>
  registration === 'off'
    ? undefined
    : {
        loopback: registration === 'vendors_only' ? 'vendors_only' : 'open',
        fixed_https: 'registered_integrations',
        client_name: 'matched',
        token_endpoint_auth_methods_supported: authMethods,
      };

/** RFC 8414 §2 and OpenID Connect Discovery §3: both documents have the same members. */
export function authorizationServerMetadata(capabilities: Capabilities): Json {
  const { baseUrl, authMethods } = capabilities;
  return omitEmpty({
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/api/oauth/token`,
    registration_endpoint: capabilities.registration === 'off' ? undefined : `${baseUrl}/api/oauth/register`,
    revocation_endpoint: `${baseUrl}/api/oauth/revoke`,
    introspection_endpoint: `${baseUrl}/api/oauth/introspect`,
    userinfo_endpoint: `${baseUrl}/api/oauth/userinfo`,
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
    end_session_endpoint: `${baseUrl}/oauth/logout`,
    response_types_supported: capabilities.responseTypes,
    response_modes_supported: capabilities.responseModes,
    grant_types_supported: capabilities.grantTypes,
    // draft-ietf-oauth-refresh-token-expiration-03 §8.
    refresh_token_expiration_types_supported: ['authorization', 'token_timeout'],
    code_challenge_methods_supported: capabilities.codeChallengeMethods,
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    scopes_supported: capabilities.scopes,
    claims_supported: capabilities.claims,
    claims_parameter_supported: true,
    acr_values_supported: capabilities.acrValues,
    request_parameter_supported: false,
    // OpenID Connect Discovery §3: the default is true.
    request_uri_parameter_supported: false,
    dpop_signing_alg_values_supported: capabilities.dpopAlgorithms,
    subject_types_supported: ['public'],
    // Present only while ID tokens are signed. The keys may be published before.
    id_token_signing_alg_values_supported: capabilities.signingAlgorithms,
    prompt_values_supported: capabilities.prompts,
    ui_locales_supported: capabilities.languages,
    authorization_response_iss_parameter_supported: true,
    // CIMD §6: absent if the feature is off, which is equivalent to false.
    client_id_metadata_document_supported: capabilities.cimd.enabled ? true : undefined,
    protected_resources: capabilities.protectedResources.map((path) => baseUrl + path),
    service_documentation: capabilities.docsUrl,
    registration_policy: registrationPolicy(capabilities),
  });
}

/**
 * RFC 9728 §2.
 * @param path the path of the API that the document must name (§3.3), or empty for the origin
 */
export const protectedResourceMetadata = (
  { baseUrl, baselineScopes, docsUrl, dpopAlgorithms }: Capabilities,
  path: string,
  scopes: readonly Scope[] = baselineScopes,
): Json => ({
  resource: baseUrl + path,
  authorization_servers: [baseUrl],
  bearer_methods_supported: ['header'],
  dpop_signing_alg_values_supported: dpopAlgorithms,
  dpop_bound_access_tokens_required: false,
  scopes_supported: scopes,
  resource_name: 'Schoolgate',
  resource_documentation: docsUrl,
});
