/** Every refusal, by its reason in the log: who can change something, the error code, and `error_description`. */
import { row } from './row.ts';

const SCHOOL = 'an owner or administrator of the school';
const AGAIN = 'start a new authorization request';
const UNSUITABLE = 'this client may not request: {scopes}';
const OFFER = `ask ${SCHOOL} to offer it: Setup guides, Members, or App reviews, at {page}`;
const OFF = 'this server does not register clients';
/** The same for every cause but name servers that do not answer, so that callers cannot probe our network. */
const DOCUMENT = 'the client metadata document could not be used';
/** The caller learns that a grant has ended, but not what ended it. */
const ENDED = {
  code: `the grant of this authorization code has ended; ${AGAIN}`,
  grant: `the grant of this refresh token has ended; ${AGAIN}`,
  access: ['invalid_token', 'the access token has expired, been revoked, or is for another origin'],
} as const;

export const REFUSALS = {
  // Any request
  malformed_request: row('developer', 'invalid_request', {
    fault: '{fault}',
    params: '{fault}',
    json: 'the request body is not valid JSON',
    other: 'the request is malformed',
    file: 'file not found',
    condition: 'the version is not one that If-Match names',
    metadata: ['invalid_client_metadata', '{fault}'],
    redirect_uri: ['invalid_redirect_uri', '{fault}'],
    authorization: ['invalid_token', 'the Authorization header must contain an access token'],
    request: ['request_not_supported', 'request objects are not supported'],
    request_uri: ['request_uri_not_supported', 'request_uri is not supported'],
    registration: ['registration_not_supported', 'the registration parameter is not supported'],
  }),
  missing_parameter: row('developer', ['invalid_request', 'invalid_client', 'invalid_scope'], {
    named: '{name} is required',
    default_scope: ['invalid_scope', 'scope is required: this client has no default scopes'],
  }),
  repeated_parameter: row('developer', 'invalid_request', '{names} was sent more than once'),
  unsupported_media_type: row({ as: 'wrong_format' }, 'invalid_request', {
    form: 'send the parameters as application/x-www-form-urlencoded',
    json: 'the content type must be application/json',
    other:
      'the content type of the request is not supported here: forms and OAuth requests are application/x-www-form-urlencoded, registrations and API calls application/json',
    file: 'the content type must be {type}, as announced',
    encoding: 'the body must be sent without a content encoding',
  }),
  body_too_large: row('developer', ['invalid_request', 413], {
    body: 'the request body is too large',
    parameter: '{fault}',
  }),
  insecure_transport: row(['server', 'developer'], 'invalid_request', {
    https: 'use https',
    proxy: 'use https, through a proxy that TRUST_PROXY names',
  }),
  origin_foreign: row('server', 'access_denied', {
    form: 'this form was not sent from a page of this server',
    host: 'the Host must be {own}, not {host}',
    page: 'this Origin is not allowed',
  }),
  rate_limited: row('developer', ['temporarily_unavailable', 429], {
    requests: 'more than {most} requests; try again in {seconds} s',
    registrations: 'too many registrations from this network; try again later',
    invitations: 'too many invitations; try again in {seconds} s',
    attempts: 'too many pages with attempts are open',
  }),
  busy: row('server', 'temporarily_unavailable', 'too many people are signing in; try again in a moment'),
  store_unavailable: row(
    { as: 'busy' },
    'temporarily_unavailable',
    'the server is temporarily unavailable; try again later',
  ),
  // The client
  unknown_client: row(['developer', 'school'], 'invalid_client', { id: 'unknown client_id', document: DOCUMENT }),
  client_disabled: row('school', 'invalid_client', 'this client is disabled or blocked'),
  client_url_malformed: row(
    'developer',
    'invalid_client',
    'a client_id URL must use https, have a path, and have no fragment, user information or dot segments',
  ),
  client_host_not_allowed: row(['server', 'school'], 'invalid_client', DOCUMENT),
  client_document_unreachable: row('developer', 'invalid_client', DOCUMENT),
  client_document_unresolved: row(
    'server',
    'temporarily_unavailable',
    'the host of the client metadata document cannot be looked up now; try again later',
  ),
  client_document_refused: row({ as: 'client_document_unreachable' }, 'invalid_client', DOCUMENT),
  client_document_missing: row('developer', 'invalid_client', DOCUMENT),
  client_document_invalid: row('developer', 'invalid_client', DOCUMENT),
  client_blocked: row('platform', 'invalid_client', DOCUMENT),
  client_documents_busy: row(
    { as: 'rate_limited' },
    'temporarily_unavailable',
    'too many client metadata documents are being fetched; try again later',
  ),
  client_auth_method: row('developer', 'invalid_client', {
    basic: 'HTTP Basic is not supported; send client_id and client_secret in the form body',
    assertion: 'client assertions are not supported; use none or client_secret_post',
  }),
  client_secret_missing: row('developer', 'invalid_client', 'client_secret is required for this client'),
  client_secret_unexpected: row(
    'developer',
    'invalid_client',
    'this is a public client, so client_secret must not be sent',
  ),
  client_secret_wrong: row(['developer', 'school'], 'invalid_client', 'client_secret is wrong'),
  // Registration
  registration_off: row(['school', 'server'], ['invalid_request', 404], {
    document: `${OFF}; use the URL of a client metadata document as client_id, or ask the school for an application`,
    application: `${OFF}; ask the school for an application`,
  }),
  redirect_uri_not_allowed: row(['developer', 'school'], 'invalid_redirect_uri', {
    unknown:
      'only known integrations can register this redirect URI; use a loopback URI, or ask the school for a client',
    integration: '{uri} does not belong to the integration {name}',
  }),
  // RFC 7591 §3.2.2: the status differs from that of a rejected redirect URI.
  client_name_unrecognized: row(
    { as: 'redirect_uri_not_allowed' },
    ['invalid_client_metadata', 403],
    'client_name is not a known integration; ask the school for a client',
  ),
  // Authorization request
  redirect_uri_not_registered: row(
    ['school', 'developer'],
    'invalid_request',
    'redirect_uri is not registered for this client',
  ),
  response_type_unsupported: row('developer', 'unsupported_response_type', {
    type: 'response_type must be code',
    mode: ['invalid_request', 'response_mode must be query'],
  }),
  pkce_required: row('developer', 'invalid_request', {
    missing: 'PKCE S256 required: send code_challenge and code_challenge_method=S256',
    form: 'PKCE S256 required: code_challenge must be 43 base64url characters',
  }),
  prompt_invalid: row({ as: 'malformed_request' }, 'invalid_request', {
    unknown: 'prompt must contain only {prompts}',
    none: 'prompt=none cannot be combined with other values',
  }),
  interaction_needed: row(
    'developer',
    ['interaction_required', 'login_required', 'account_selection_required', 'consent_required', 'access_denied'],
    'prompt=none was requested, but the person must interact first: {step}',
  ),
  scope_unknown: row('developer', 'invalid_scope', 'unknown scope: {scopes}'),
  scope_outside_client: row(['developer', 'school'], ['invalid_scope', 'insufficient_scope'], {
    application: `${UNSUITABLE}; ${SCHOOL} can allow it: OAuth applications, at {page}`,
    unreviewed: `${UNSUITABLE}; it can only read until it has been reviewed`,
  }),
  application_needed: row('school', ['invalid_scope', 'insufficient_scope'], {
    own_data: `${UNSUITABLE}; ask ${SCHOOL} for a client_id: OAuth applications (for an assistant: Setup guides, Members), at {page}`,
    other: `${UNSUITABLE}; ask ${SCHOOL} for a client_id: OAuth applications, New application, at {page}`,
  }),
  client_not_adopted: row('school', ['invalid_scope', 'insufficient_scope'], {
    scopes: `${UNSUITABLE}; ${OFFER}`,
    school: ['access_denied', `this school has not adopted the app; ${OFFER}`],
  }),
  scope_outside_role: row(['person', 'school'], 'invalid_grant', {
    school: ['access_denied', 'the role of the person at this school cannot grant any of these scopes'],
    grant: 'the person can no longer grant any of these scopes',
  }),
  resource_invalid: row('developer', 'invalid_target', {
    server: 'resource must be {resource}',
    slug: 'resource must name one school, by its slug',
    school: 'the resource names the school {school}, but this request is for another one; use the URL of that school',
  }),
  resource_missing: row(
    { as: 'resource_invalid' },
    'invalid_target',
    'resource={resource} is required for account scopes',
  ),
  second_factor_missing: row('person', 'unmet_authentication_requirements', {
    unsupported: 'none of the required acr values is supported',
    person: 'the person has no second factor',
    school: 'the sign-in of the school has proven one factor only',
    request: ['insufficient_user_authentication', 'this request needs a sign-in with two factors'],
  }),
  sign_in_not_recent: row(
    ['person', 'school'],
    'unmet_authentication_requirements',
    'the sign-in of the school has not confirmed a recent sign-in',
  ),
  not_a_member: row(['person', 'school'], 'access_denied', 'the person is not a member of this school'),
  denied_by_person: row('person', 'access_denied', {
    denied: 'the person denied access',
    cancelled: 'the person cancelled the request',
    nothing_allowed: 'the person allowed none of the requested scopes',
  }),
  // Token request
  grant_type_unsupported: row('developer', 'unsupported_grant_type', 'grant_type must be one of {types}'),
  code_unknown: row('developer', 'invalid_grant', `unknown authorization code; ${AGAIN}`),
  code_of_another_client: row('developer', 'invalid_grant', 'the authorization code was issued to another client'),
  redirect_uri_mismatch: row(
    'developer',
    'invalid_grant',
    'redirect_uri differs from the one in the authorization request',
  ),
  pkce_mismatch: row('developer', 'invalid_grant', {
    missing: 'code_verifier is missing: send the value whose SHA-256 was sent as code_challenge',
    other: 'code_verifier does not match the code_challenge; send the one of this request; the code still works',
  }),
  resource_changed: row(
    { as: 'resource_invalid' },
    'invalid_target',
    'resource={resource} is required, as in the authorization request',
  ),
  code_expired: row('developer', 'invalid_grant', `the authorization code has expired; ${AGAIN}`),
  code_replayed: row(
    'developer',
    'invalid_grant',
    `the authorization code has already been used, so its tokens have been revoked; ${AGAIN}`,
  ),
  token_unknown: row('developer', 'invalid_grant', {
    refresh: `unknown refresh token; ${AGAIN}`,
    access: ['invalid_token', 'unknown access token'],
  }),
  token_of_another_client: row(
    { as: 'code_of_another_client' },
    'invalid_grant',
    'the refresh token was issued to another client',
  ),
  scope_outside_grant: row('developer', 'invalid_scope', `scope exceeds what was granted; ${AGAIN} for more`),
  token_of_another_school: row('developer', 'invalid_grant', {
    grant: `this was granted for the school {own}; ${AGAIN} for {school}`,
    access: [
      'invalid_token',
      'the access token is for the school {own}, and this URL is for {school}; sign in again for {school}',
    ],
  }),
  token_of_another_origin: row({ as: 'token_unknown' }, 'invalid_grant', ENDED),
  token_expired: row('developer', 'invalid_grant', { ...ENDED, refresh: `the refresh token has expired; ${AGAIN}` }),
  token_revoked: row({ as: 'grant_ended' }, 'invalid_grant', {
    ...ENDED,
    refresh: `the refresh token has expired or been revoked; ${AGAIN}`,
  }),
  grant_ended: row('person', 'invalid_grant', {
    ...ENDED,
    file: ['access_denied', 'the access for which this URL was made has ended; ask for a new one'],
  }),
  refresh_reuse: row('developer', 'invalid_grant', {
    used: 'the refresh token has already been used, so the grant has been revoked',
    unstored:
      'the refresh token was replaced and its replacement never used (store the refresh token of every response), so the grant has been revoked',
  }),
  // Access token
  token_missing: row(['developer', 'server'], 'invalid_token', {
    header: 'an access token is required',
    tool: 'sign in to use this tool',
  }),
  token_scope: row('developer', 'insufficient_scope', {
    request: 'this request needs the scope {scope}',
    include: 'include={name} needs the scope {scope}',
  }),
  // Proofs of possession of a key (RFC 9449), at the token endpoint and with an access token
  dpop_proof_invalid: row('developer', 'invalid_dpop_proof', {
    missing: 'a DPoP proof is required: one JWT in the DPoP header',
    fault: 'the DPoP proof is not valid: {fault}',
    replayed: 'the DPoP proof has been used before; make a new one for every request',
  }),
  dpop_nonce_needed: row('developer', 'use_dpop_nonce', {
    missing: 'the DPoP proof needs a nonce; send another with the value of the DPoP-Nonce header',
    other: 'the nonce of the DPoP proof is not valid any more; send another with the value of the DPoP-Nonce header',
    clock:
      'iat of the DPoP proof is not about now; correct the clock, or send another with the value of the DPoP-Nonce header',
  }),
  dpop_key: row('developer', 'invalid_grant', {
    code: 'the authorization code needs a DPoP proof of the key of dpop_jkt; the code still works',
    refresh: 'the refresh token needs a DPoP proof of the key that it was issued for; the token still works',
    access: ['invalid_token', 'the DPoP proof is of another key than the one that the access token is bound to'],
    scheme: ['invalid_token', 'the access token is bound to a key; send it with the scheme DPoP and a proof'],
    unbound: ['invalid_token', 'the access token is not bound to a key; send it with the scheme Bearer'],
  }),
  // Files of a school
  url_not_signed: row(
    { as: 'malformed_request' },
    'access_denied',
    'this URL is not valid for this request, or has expired',
  ),
  download_ended: row(
    { as: 'malformed_request' },
    'access_denied',
    'the member for whom this URL was made can no longer download the file',
  ),
  upload_unfit: row({ as: 'malformed_request' }, 'invalid_request', {
    size: 'the file must be {size} bytes, as announced',
    fault: '{fault}',
  }),
  upload_settled: row({ as: 'malformed_request' }, ['invalid_request', 409], {
    status: 'the file is {status}',
    deleted: 'the upload has been deleted',
    fault: '{fault}',
  }),
};
