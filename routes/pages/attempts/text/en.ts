import { found } from './found/en.ts';

/**
 * Attempts to connect, and what to do about those that were refused. Of each rule: what was refused, and what to change, with a
 * step of its own for each group of people that can.
 */
export const attempts = {
  title: 'Connection attempts',
  lead: 'Each step that apps and assistants took to connect here in the last 24 hours, as it happens. Codes, tokens and secrets are never shown.',
  leadPlatform:
    'Attempts of the last 24 hours that name no school, as they happen. Those that lead to a school are on its own page.',
  live: 'New attempts appear by themselves.',
  reload: 'Show new attempts',
  none: 'No attempts yet',
  noneText: 'Start connecting an app, and each step appears here.',
  elsewhere:
    'An attempt without a known app or school isn’t listed here. The people who run the server find it at /platform/attempts or in the log, by the request ID of the answer.',
  unnamed: 'Unnamed app',
  unnamedBy: (agent: string) => `Unnamed app (${agent})`,
  notProven: 'App named by the request, not proven',
  wentWell: 'Succeeded',
  expected: 'Expected',
  refused: 'Refused',
  told: 'The app was told',
  came: 'What was sent',
  request: 'Request ID',
  details: 'Details',
  alsoSent: 'sent, but not shown',
  steps: {
    discovery: 'Discovery',
    registration: 'Registration',
    document: 'Metadata document',
    authorize: 'Authorization request',
    sign_in: 'Sign-in',
    membership: 'Membership check after sign-in',
    consent: 'Consent',
    token: 'Token exchange',
    refresh: 'Refresh',
    resource: 'Use of an API',
  },
  who: {
    developer: 'The app’s developer',
    school: 'The people who run the school',
    platform: 'The people who run the platform',
    server: 'Whoever runs the server and its proxy',
    person: 'The person who connects',
  },
  rules: {
    malformed_request: ['The request isn’t formed as the protocol demands.', 'Correct what the answer names.'],
    body_too_large: ['The body is larger than this address takes.', 'Send less in one request.'],
    missing_parameter: ['A required parameter is missing.', 'Send the parameter that the answer names.'],
    repeated_parameter: ['A parameter was sent more than once.', 'Send each parameter once.'],
    wrong_format: [
      'The body has a format that this address doesn’t read.',
      'Send application/x-www-form-urlencoded to the token endpoint, and JSON as application/json to registration and tools.',
    ],
    wrong_method: ['This address doesn’t accept this HTTP method.', 'Use a method that the Allow header lists.'],
    wrong_address: [
      'There is nothing at this address.',
      'Take the addresses from the metadata.',
      'If the app already does, the proxy changes the path: let it pass on paths unchanged.',
    ],
    other_host: [
      'The metadata was asked for under another name than BASE_URL, so the app stops at the difference.',
      'Set BASE_URL to the public https address, and let the proxy pass on the host and X-Forwarded-Proto.',
    ],
    insecure_transport: [
      'The request arrived as plain http.',
      'If the app uses https, let the proxy send X-Forwarded-Proto: https.',
      'Use https.',
    ],
    origin_foreign: [
      'The Host or the Origin of the request isn’t allowed.',
      'Let the proxy pass on the host. A web page that calls the tools has to be listed in MCP_ALLOWED_ORIGINS.',
    ],
    unknown_client: [
      'No app with this client ID is known here. A registration that was never used is deleted after 7 days.',
      'Let the app register again, if it registered itself.',
      'Otherwise, give the developer the client ID under OAuth applications.',
    ],
    client_disabled: ['The application is disabled.', 'Enable it under OAuth applications, or use another.'],
    client_url_malformed: [
      'The client ID is an address of the wrong form.',
      'Use an https address with a path, without user name, fragment or dots as parts of the path.',
    ],
    client_host_not_allowed: [
      'This server doesn’t accept apps from this host.',
      'Allow the host with CIMD_ALLOWED_HOSTS.',
      'If the host stays forbidden, create an application for the app.',
    ],
    client_document_unreachable: [
      'The app’s metadata document couldn’t be fetched: its host didn’t answer, or refuses this server.',
      'Make the document readable for servers at exactly the client ID, with a valid certificate.',
    ],
    client_document_missing: [
      'The app’s host answered, but not with a document.',
      'Answer with status 200 and JSON at exactly the client ID, without a redirect.',
    ],
    client_document_invalid: [
      'The app’s metadata document isn’t valid, for example because the client_id in it isn’t exactly its own address.',
      'Correct the document: client_id, redirect_uris, and no secret.',
    ],
    client_blocked: ['The app is blocked on this platform.', 'Approve it under App reviews, if it should be allowed.'],
    rate_limited: [
      'Too many requests in a short time.',
      'Wait as long as Retry-After says. A client that registers or refreshes in a loop has to keep what it got.',
    ],
    client_secret_wrong: [
      'The secret is wrong.',
      'Put the present secret into the app, unchanged.',
      'If no one has it anymore, rotate it under OAuth applications; the old one then works for one more day.',
    ],
    client_secret_missing: ['The application has a secret, and none was sent.', 'Send client_secret in the form body.'],
    client_secret_unexpected: [
      'The application has no secret, but one was sent.',
      'Leave out client_secret, or use a confidential application.',
    ],
    client_auth_method: [
      'The app proves its identity in a way that isn’t supported.',
      'Send client_id and client_secret in the form body (client_secret_post).',
    ],
    redirect_uri_mismatch: [
      'The redirect URI differs from the one in the authorization request.',
      'Send exactly the same text in both, including port and slash.',
    ],
    redirect_uri_not_registered: [
      'The redirect URI isn’t registered for this app.',
      'If the address is right, add it to the application. A query is never shown here; the developer knows it.',
      'Otherwise, let the app use exactly a registered address.',
    ],
    redirect_uri_not_allowed: [
      'Apps can’t register this redirect URI themselves.',
      'Register a loopback address, or publish a metadata document.',
      'If the app can do neither, create an application with this address.',
    ],
    registration_off: [
      'Apps can’t register themselves at this server.',
      'Create an application, and give the developer its client ID.',
      'To let apps register themselves, change REGISTRATION.',
    ],
    grant_type_unsupported: ['This grant type isn’t supported.', 'Use the authorization code flow with PKCE.'],
    response_type_unsupported: [
      'This response type or mode isn’t supported.',
      'Send response_type=code and no other response_mode than query.',
    ],
    pkce_required: ['PKCE is missing or isn’t S256.', 'Send code_challenge and code_challenge_method=S256.'],
    pkce_mismatch: [
      'The code_verifier doesn’t belong to the code_challenge.',
      'Keep the verifier of each request with its state, and send that one.',
    ],
    scope_unknown: ['A requested scope doesn’t exist.', 'Request only scopes that are in the metadata.'],
    scope_outside_client: [
      'The app may not request this scope.',
      'Leave the scope out.',
      'If the app needs it, add the scope to the application.',
    ],
    scope_outside_grant: [
      'A refresh can’t ask for scopes that the person has not allowed.',
      'Start a new authorization request with these scopes, or leave them out.',
    ],
    scope_outside_role: [
      'The person’s role doesn’t allow any of the requested scopes.',
      'Connect with another account that may do this.',
      'If the person should be able to, give them such a role under Members.',
    ],
    application_needed: [
      'Members’ own data is only for applications of the school.',
      'Turn on the assistant for members under Setup guides, or create an application.',
    ],
    client_not_adopted: [
      'The school doesn’t offer this app to its members yet.',
      'Offer it to members under App reviews.',
    ],
    resource_invalid: [
      'The resource isn’t this server, or not the one that was asked for first.',
      'Send the resource of the metadata, the same in every request.',
    ],
    interaction_needed: [
      'The app asked without a page, but the person has to do something.',
      'Repeat the request without prompt=none.',
    ],
    denied_by_person: [
      'The person didn’t allow access.',
      'Nothing, if that was meant; otherwise connect again and allow it.',
    ],
    not_a_member: [
      'The account that signed in is no active member of this school.',
      'Sign in with the account that is a member here.',
      'If the person should be a member, look for them under Members.',
    ],
    code_unknown: [
      'The authorization code isn’t known here.',
      'Send the code unchanged, to the server that issued it.',
    ],
    code_expired: [
      'The authorization code is older than a minute.',
      'Start again, and redeem the new code immediately.',
    ],
    token_of_another_school: [
      'The token is for another school than the address names.',
      'Use the address without ?school=, or connect to each school separately.',
    ],
    other_client: [
      'The code or token was issued to another client ID.',
      'Use one client ID for a whole connection, and start again after a new registration.',
    ],
    code_replayed: [
      'The authorization code was redeemed a second time, so its tokens were revoked.',
      'Redeem each code once, also if the page is loaded again, and let the person connect again. If the app did redeem it only once, someone else has the code: look where it can be read, such as a log or a shared computer.',
    ],
    token_unknown: [
      'The token isn’t known here.',
      'Send the token unchanged, to the server that issued it. If the app does, start again.',
    ],
    token_expired: ['The token has expired.', 'Refresh it; if that fails, start again.'],
    grant_ended: ['The connection has ended.', 'Connect again.'],
    token_missing: [
      'The request had no Authorization header, and the app was told where to sign in. An app’s first call is always like this.',
      'Nothing, if the app continues to the sign-in. If this comes again after the sign-in, send the token as Authorization: Bearer.',
      'If the app does send it, let the proxy pass on the header Authorization.',
    ],
    token_scope: [
      'The token lacks a scope that the call needs.',
      'Ask the person for the scope that the answer names, with a new authorization request.',
    ],
    second_factor_missing: ['This needs a sign-in with two factors.', 'Set up a second factor, and sign in with it.'],
    refresh_reuse: [
      'An old refresh token was sent again although its replacement had been used, so the connection was ended.',
      'Store each new refresh token before the next use, and let one process refresh. Then let the person connect again. If the app sent each token only once, someone else has one: look where it can be read, such as a log or a shared computer.',
    ],
    sign_in_failed: [
      'The sign-in wasn’t completed.',
      'Sign in again; a forgotten password can be replaced on that page.',
    ],
    page_closed: ['The page is out of date.', 'Start again in the app, and stay in one browser.'],
    message_refused: [
      'The tools don’t accept this message.',
      'Send one JSON-RPC message per POST, with an Accept header and a protocol version that the server supports.',
    ],
    busy: ['The server couldn’t work on this at that moment.', 'Try again; if it lasts, the server’s log says more.'],
  } satisfies Record<string, readonly [string, string, ...string[]]>,
  found,
};
