/** Attempts to connect, and what to do about those that were refused. Of each rule: what was refused, and what to change. */
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
    'An attempt without a known app or school isn’t listed here. Whoever runs the platform sees it, by the request ID on the error page.',
  unnamed: 'Unnamed app',
  notProven: 'App named by the request, not proven',
  wentWell: 'Succeeded',
  refused: 'Refused',
  told: 'The app was told',
  came: 'What was sent',
  request: 'Request ID',
  change: 'To do',
  steps: {
    discovery: 'Discovery',
    registration: 'Registration',
    document: 'Metadata document',
    authorize: 'Authorization request',
    sign_in: 'Sign-in',
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
    missing_parameter: ['A required parameter is missing.', 'Send the parameter that the answer names.'],
    repeated_parameter: ['A parameter was sent more than once.', 'Send each parameter once.'],
    wrong_format: [
      'The body has a format that this address doesn’t read.',
      'Send application/x-www-form-urlencoded to the token endpoint, and JSON as application/json to registration and tools.',
    ],
    wrong_method: ['This address doesn’t accept this HTTP method.', 'Use a method that the Allow header lists.'],
    wrong_address: [
      'There is nothing at this address.',
      'Take the addresses from the metadata. If they’re right there, a proxy changes the path: let it pass on paths as they are.',
    ],
    other_host: [
      'The metadata was asked for under another name than BASE_URL, so the app stops at the difference.',
      'Set BASE_URL to the public https address, and let the proxy pass on the host and X-Forwarded-Proto.',
    ],
    insecure_transport: [
      'The request arrived as plain http.',
      'Use https. If the app does, the proxy has to send X-Forwarded-Proto: https.',
    ],
    origin_foreign: [
      'The Host or the Origin of the request isn’t allowed.',
      'Let the proxy pass on the host. A web page that calls the tools has to be listed in MCP_ALLOWED_ORIGINS.',
    ],
    unknown_client: [
      'No app with this client ID is known here. A registration that was never used is deleted after 7 days.',
      'Register again, or copy the client ID from the application.',
    ],
    client_disabled: ['The application is disabled.', 'Enable it under OAuth applications, or use another.'],
    client_url_malformed: [
      'The client ID is an address of the wrong form.',
      'Use an https address with a path, without user name, fragment or dots as parts of the path.',
    ],
    client_host_not_allowed: [
      'This server doesn’t accept apps from this host.',
      'Allow the host with CIMD_ALLOWED_HOSTS, or create an application for it.',
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
    client_blocked: ['The app is blocked on this platform.', 'Unblock it under App reviews, if it should be allowed.'],
    rate_limited: [
      'Too many requests in a short time.',
      'Wait as long as Retry-After says. A client that registers or refreshes in a loop has to keep what it got.',
    ],
    client_secret_wrong: [
      'The secret is wrong.',
      'Copy the present secret into the app. A replaced one works for one more day.',
    ],
    client_secret_missing: ['The application has a secret, and none was sent.', 'Send client_secret in the form body.'],
    client_secret_unexpected: [
      'The application has no secret, but one was sent.',
      'Leave out client_secret, or use a confidential application.',
    ],
    client_auth_method: [
      'The app proves its identity in a way that isn’t supported: HTTP Basic or an assertion.',
      'Send client_id and client_secret in the form body (client_secret_post).',
    ],
    redirect_uri_mismatch: [
      'The redirect URI differs from the one in the authorization request.',
      'Send exactly the same text in both, including port and slash.',
    ],
    redirect_uri_not_registered: [
      'The redirect URI isn’t registered for this app.',
      'Add exactly this address to the application, or let the app use one that is registered.',
    ],
    redirect_uri_not_allowed: [
      'Apps can’t register this redirect URI themselves.',
      'Register a loopback address, publish a metadata document, or ask the school for an application.',
    ],
    registration_off: [
      'Apps can’t register themselves at this server.',
      'Create an application and enter its client ID in the app, or set REGISTRATION.',
    ],
    grant_type_unsupported: ['This grant type isn’t supported.', 'Use the authorization code flow with PKCE.'],
    response_type_unsupported: [
      'This response type or mode isn’t supported.',
      'Send response_type=code and no other response_mode than query.',
    ],
    pkce_required: ['PKCE is missing or isn’t S256.', 'Send code_challenge and code_challenge_method=S256.'],
    pkce_mismatch: [
      'The code_verifier doesn’t belong to the code_challenge.',
      'Keep the verifier of each request with its state, and encode the challenge as base64url without “=”.',
    ],
    scope_unknown: ['A requested scope doesn’t exist.', 'Correct its spelling; the metadata lists all scopes.'],
    scope_outside_client: ['The app may not request this scope.', 'Request less, or add the scope to the application.'],
    scope_outside_role: [
      'The person’s role doesn’t allow any of the requested scopes.',
      'Connect with another account, or give the person a role that may do this.',
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
    denied_by_person: ['The person didn’t allow access.', 'Nothing, if that was meant; otherwise connect again.'],
    not_a_member: [
      'The person isn’t an active member of this school, or signed in with another account.',
      'Switch the account, or invite the person or restore the access under Members.',
    ],
    code_unknown: [
      'The authorization code isn’t known here.',
      'Send the code unchanged, to the server that issued it.',
    ],
    code_expired: ['The authorization code is older than a minute.', 'Redeem the code immediately, and start again.'],
    token_of_another_school: [
      'The token is for another school than the address names.',
      'Connect to each school separately, or use the address without ?school=.',
    ],
    other_client: [
      'The code or token was issued to another client ID.',
      'Use one client ID for a whole connection, and start again after a new registration.',
    ],
    code_replayed: [
      'The authorization code was redeemed a second time, so its tokens were revoked.',
      'Redeem each code once, also if the page is loaded again, and start again.',
    ],
    token_unknown: [
      'The token isn’t known here.',
      'Send the token unchanged, to the server that issued it; otherwise start again.',
    ],
    token_expired: ['The token has expired.', 'Refresh it; if that fails, start again.'],
    grant_ended: [
      'The connection has ended: someone disconnected it, or the membership, the application or the school ended.',
      'Start again with the person.',
    ],
    token_missing: [
      'The request carried no token, so the app was asked to sign in.',
      'Nothing, if this is the beginning. If the app has a token, let the proxy pass on the Authorization header.',
    ],
    token_scope: [
      'The token lacks a scope that the call needs.',
      'Ask the person for the scope that the answer names, with a new authorization request.',
    ],
    second_factor_missing: ['This needs a sign-in with two factors.', 'Set up a second factor, and sign in with it.'],
    refresh_reuse: [
      'An old refresh token was used again, so the connection was ended.',
      'Store each new refresh token before the next use, and let one process refresh. Start again.',
    ],
    sign_in_failed: [
      'The sign-in wasn’t completed: a wrong password, a wrong code, or a second factor is being asked for.',
      'Sign in again; a forgotten password can be replaced on that page.',
    ],
    page_closed: [
      'The page is out of date: it was answered, is older than 30 minutes, or was opened in another browser.',
      'Start again in the app, and stay in one browser.',
    ],
    message_refused: [
      'The message isn’t one that the tools accept, such as one of an unknown protocol version.',
      'Send one JSON-RPC message per POST, with an Accept header and a protocol version that the server supports.',
    ],
    busy: ['The server couldn’t work on this at that moment.', 'Try again; if it lasts, the server’s log says more.'],
  } satisfies Record<string, readonly [string, string]>,
};
