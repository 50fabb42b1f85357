import { people } from './people/en.ts';

/** The one cause of a refusal, and what to do about it, where that differs from what the rule says. */
export const found = {
  parameter_missing: [(name: string) => `The parameter ${name} is missing.`, (name: string) => `Send ${name}.`],
  format_nothing: [
    'Nothing was sent: the request has neither a body nor a content type.',
    (needed: string) => `Send the data as ${needed}.`,
  ],
  format_unnamed: [
    'The body was sent without a content type.',
    (needed: string) => `Send it as ${needed}, and say so in the header content-type.`,
  ],
  format_other: [
    (came: string) => `The body was sent as ${came}, which this address doesn’t read.`,
    (_came: string, needed: string) => `Send it as ${needed}.`,
  ],
  body_no_json: ['The body isn’t valid JSON.', 'Send valid JSON, as a JSON library writes it.'],
  method_other: [
    (came: string, right: string) => `The request came with ${came}; this address takes only ${right}.`,
    (_came: string, right: string) =>
      `Send ${right}. If the app does, a redirect, such as from http to https, changed its request: use the https address from the start.`,
  ],
  address_other: [
    (came: string, right: string) => `There is nothing at ${came}. The right address is ${right}.`,
    (_came: string, right: string) => `Use ${right}, as the metadata say.`,
    'If the app already does, the proxy changes the path: let it pass on paths unchanged.',
  ],
  host_internal: [
    (came: string, own: string) =>
      `The request arrived as ${came}, an internal name, and not as ${own} (BASE_URL): the proxy doesn’t pass on the host.`,
    'Let the proxy pass on the headers Host and X-Forwarded-Proto.',
  ],
  host_public: [
    (came: string, own: string) => `The request arrived as ${came}, but BASE_URL is ${own}, and the app stops at that.`,
    (came: string, own: string) =>
      `Set BASE_URL to ${came} if that is the public address. Otherwise, let apps use ${own}.`,
  ],
  origin_page: [
    (page: string) => `The web page ${page} used the tools, and isn’t one of those that may.`,
    (page: string) => `If it may, add ${page} to MCP_ALLOWED_ORIGINS.`,
  ],
  origin_form: [
    'A form of this server was sent from a page of another website.',
    'Start again in the app, and answer on the page of this server.',
  ],
  origin_host: [
    (came: string, own: string) => `The request came for the host ${came}, but this server is ${own}.`,
    (_came: string, own: string) => `Let the proxy pass on the host ${own}, or set BASE_URL to the public address.`,
  ],
  client_id_form: [
    (length: string) =>
      `No app has this client ID, which isn’t in the form of this server’s: it has ${length} characters, not c_ and 22. It was mistyped, or another server gave it out.`,
    'Copy the client ID of this server into the app, or let the app register here.',
    'Give the developer the client ID under OAuth applications.',
  ],
  client_id_gone: [
    'The client ID has the right form, but no app has it now: a registration that was never used is deleted after 7 days.',
    'Let the app register again.',
    'If it was an application of the school that was removed, create a new one.',
  ],
  document_name: [
    'The server finds no public address for the host of the app’s metadata document.',
    'Check the host in the client ID, and give it a public address in the DNS.',
  ],
  document_late: [
    'The host of the app’s metadata document didn’t answer in time.',
    'Let the host answer within 3 seconds, also to servers.',
  ],
  document_closed: [
    'The host of the app’s metadata document refused the connection.',
    'Let a web server answer at the client ID.',
  ],
  document_broken_off: [
    'The connection to the host of the app’s metadata document broke off before there was an answer.',
    'Let the web server answer at the client ID, also to servers.',
  ],
  document_certificate: [
    (said: string) => `The certificate of the host of the app’s metadata document isn’t valid: “${said}”.`,
    'Install a valid certificate for this host, with its whole chain.',
  ],
  document_forbidden: [
    (status: string) =>
      `The host of the app’s metadata document refused this server with status ${status}, as protections against bots do.`,
    'Let servers read the document without such a check.',
  ],
  document_status: [
    (status: string) => `Instead of the app’s metadata document, its host answered with status ${status}.`,
    'Answer with status 200 and the document at exactly the client ID.',
  ],
  document_redirect: [
    (status: string) =>
      `Instead of the app’s metadata document, its host answered with a redirect (status ${status}), which isn’t followed.`,
    'Serve the document at exactly the client ID, or use the address after the redirect as client ID.',
  ],
  document_type: [
    (type: string) => `The app’s metadata document came with the content type ${type}, which isn’t JSON.`,
    'Serve the document as application/json.',
  ],
  document_content: [
    (said: string) => `The app’s metadata document isn’t valid: “${said}”.`,
    'Correct this in the document.',
  ],
  secret_form: ['The client_secret that was sent isn’t one of this server’s: those are cs_ and 43 characters.'],
  secret_other: [
    'The client_secret that was sent is whole, but not the one of this application: it was replaced more than a day ago, or belongs to another application.',
  ],
  auth_basic: ['The app sent its client ID and secret in the header, as HTTP Basic, which isn’t supported.'],
  auth_assertion: ['The app sent a signed assertion (client_assertion) instead of its secret, which isn’t supported.'],
  redirect_differs: [
    (first: string, second: string) =>
      `The redirect URI was ${first} in the authorization request, and is ${second} in the token request.`,
  ],
  redirect_query: [
    (uri: string) =>
      `The redirect URI ${uri} has another query in the token request than in the authorization request.`,
  ],
  redirect_registered: [
    (sent: string, registered: string) =>
      `The app asked for the redirect URI ${sent}, which isn’t registered for it. Registered are: ${registered}`,
  ],
  grant_type_sent: [(type: string) => `The app asked for the grant type ${type}, which isn’t supported.`],
  response_type_sent: [(type: string) => `The app asked for response_type=${type}, which isn’t supported.`],
  challenge_missing: ['The app doesn’t use PKCE: it sent no code_challenge.'],
  challenge_method: [
    (method: string) => `The code_challenge came with code_challenge_method=${method} instead of S256.`,
    'Send the SHA-256 of the verifier as code_challenge, and code_challenge_method=S256.',
  ],
  challenge_no_method: [
    'The code_challenge came without code_challenge_method, which means “plain”.',
    'Send code_challenge_method=S256 with it.',
  ],
  challenge_form: [
    (is: string, must: string) => `The code_challenge isn’t ${must} characters of base64url: it has ${is}.`,
    'Encode the SHA-256 of the verifier as base64url, without “=”.',
  ],
  verifier_missing: [
    'The token request has no code_verifier.',
    'Send the verifier that the code_challenge was calculated from.',
  ],
  verifier_form: [
    (is: string) =>
      `The code_verifier isn’t a valid one: it has ${is} characters, and must have 43 to 128, of letters, digits and “-._~”.`,
    'Make the verifier in this form, and send it unchanged.',
  ],
  verifier_challenge: [
    'The app sent the code_challenge itself as code_verifier.',
    'Send the verifier that the code_challenge was calculated from.',
  ],
  verifier_other: [
    (is: string) =>
      `The code_verifier is well formed (${is} characters), but the code_challenge of this code was calculated from another one.`,
    'Keep the verifier of each request with its state, and send that one.',
  ],
  scope_named: [
    (scope: string) => `There is no scope “${scope}”.`,
    'Leave it out, or use one of the scopes in the metadata.',
  ],
  scope_beyond: [
    (scope: string) => `The app may not request ${scope}.`,
    (scope: string) => `Leave out ${scope}.`,
    (scope: string) => `If the app needs it, add ${scope} to the application.`,
  ],
  scope_lacking: [
    (scope: string) => `The token lacks the scope ${scope}, which this call needs.`,
    (scope: string) => `Send a new authorization request that also asks for ${scope}, and let the person decide.`,
  ],
  resource_other: [
    (sent: string, own: string) => `The app asked for the resource ${sent}, but this server is ${own}.`,
    (_sent: string, own: string) => `Send resource=${own} in every request.`,
  ],
  resource_not_sent: [
    'The parameter resource is missing.',
    (own: string) => `Send resource=${own}, the same in every request.`,
  ],
  value_short: [
    (name: string, is: string, must: string) =>
      `What was sent as ${name} is cut off: ${is} of ${must} characters after the dot.`,
    'Send the whole value, and look for a field or variable that is too short for it.',
  ],
  value_long: [
    (name: string, is: string, must: string) =>
      `Something was added to what was sent as ${name}: it has ${is} characters after the dot instead of ${must}.`,
    'Send the value exactly as it came, without quotation marks or line breaks.',
  ],
  value_foreign: [
    (name: string) => `What was sent as ${name} isn’t in the form of this server’s, so another server gave it out.`,
    'Send each server only what it gave out, and start again here.',
  ],
  value_unknown: [
    (name: string) =>
      `What was sent as ${name} has the right form and length, but isn’t known here: a character was changed, or another installation gave it out.`,
    'Send unchanged what this server gave out. If the app does, start again.',
  ],
  code_age: [(late: string) => `The authorization code is valid for one minute, and came ${late} s too late.`],
  code_again: [
    (later: string) =>
      `The authorization code was redeemed a second time, ${later} s after the first, so its tokens were revoked.`,
  ],
  issued_to: [(name: string) => `The code or token was issued to ${name}, and another client ID sent it.`],
  refresh_unstored: [
    'The refresh token was replaced long ago, and the app never used its replacement, so the connection was ended.',
    'Store the refresh token of every response, and let the person connect again.',
  ],
  version_other: [
    (sent: string, supported: string) =>
      `The app sent the protocol version ${sent}, but the server supports ${supported}.`,
    'Send one of these in the header MCP-Protocol-Version.',
  ],
  accept_other: [
    (sent: string) => `The header Accept is “${sent}”, and allows none of the formats of the answer.`,
    'Send Accept: application/json, text/event-stream.',
  ],
  message_no_json: ['The body isn’t valid JSON.', 'Send one JSON-RPC message per POST, as JSON.'],
  ...people,
} as const satisfies Record<string, readonly (string | ((...values: never[]) => string))[]>;
