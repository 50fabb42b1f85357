/** The sections about exchanging a code, refreshing and revoking tokens. */
import { CALLBACK, type Facts, paragraphs, shell, spelled, table } from './facts.ts';

export function authorization({ capabilities, lifetimes }: Facts): string {
  const { baseUrl, idTokenSigning } = capabilities;
  return paragraphs(
    '## 4. Obtain a code',
    "Listen on your redirect URI, generate fresh random values, and open the URL in the person's browser. An agent without a browser gives the URL to the person. Never ask for their password.",
    shell(
      `REDIRECT_URI=${CALLBACK}`,
      'VERIFIER=$(openssl rand -hex 32)',
      "CHALLENGE=$(printf %s \"$VERIFIER\" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')",
      'STATE=$(openssl rand -hex 16)',
      'NONCE=$(openssl rand -hex 16)',
      'SCOPES=$(printf %s "$SCOPE" | sed \'s/ /%20/g\')',
      'echo "$BASE/oauth/authorize?response_type=code&client_id=$CLIENT_ID&redirect_uri=$REDIRECT_URI&scope=$SCOPES&state=$STATE&nonce=$NONCE&code_challenge=$CHALLENGE&code_challenge_method=S256&resource=$BASE"',
    ),
    table(
      ['parameter', 'required', 'value'],
      [
        ['`response_type`', 'yes', '`code`'],
        ['`client_id`', 'yes', 'yours'],
        ['`redirect_uri`', 'yes', 'registered for your client; any port on loopback'],
        ['`scope`', 'yes', 'space-separated'],
        ['`state`', 'yes', 'random, new for every request'],
        ['`code_challenge`, `code_challenge_method`', 'yes', 'SHA-256 of the verifier in base64url, and `S256`'],
        ['`resource`', 'required for `account:…` scopes', `\`${baseUrl}\``],
        ['`nonce`', idTokenSigning ? 'for verifying the ID token' : 'no', 'random, new for every request'],
        ['`org_id`', 'no', 'the school, if the person has several'],
      ],
    ),
    `The person signs in, chooses a school if there are several, and gives or denies consent. The browser returns to \`redirect_uri\` with \`code\`, \`state\` and \`iss\`, or with \`error\`, \`error_description\`, \`state\` and \`iss\`. Before you continue, check that \`state\` is the value you sent and \`iss\` equals \`${baseUrl}\`; otherwise stop. A code can be used once, within ${spelled(lifetimes.code)}.`,
    'If nothing listens on your redirect URI, the browser says that it cannot connect. The answer is in its address bar all the same: copy `code` from there.',
    '```\nCODE=…   # code from the callback\n```',
  );
}

export function exchange({ capabilities, lifetimes }: Facts): string {
  const { baseUrl, idTokenSigning } = capabilities;
  return paragraphs(
    '## 5. Exchange it',
    shell(
      'curl -s "$BASE/api/oauth/token" -d grant_type=authorization_code -d "client_id=$CLIENT_ID" -d "code=$CODE" \\',
      '  -d "redirect_uri=$REDIRECT_URI" -d "code_verifier=$VERIFIER" -d "resource=$BASE"',
    ),
    'A confidential client adds `client_secret` to the form. `redirect_uri` and `resource` are the same as before. The response contains `access_token`, `token_type`, `expires_in`, `refresh_token`, `scope` (the granted scopes, which may be fewer than requested) and `org_id` (the school).',
    '```\nACCESS_TOKEN=…\nREFRESH_TOKEN=…\n```',
    idTokenSigning
      ? paragraphs(
          `With \`openid\` it also contains an \`id_token\`, a JWT signed with ES256, valid for ${spelled(lifetimes.idToken)}. Before you trust it, verify all of the following:`,
          [
            `1. \`iss\` is \`${baseUrl}\`.`,
            '2. `aud` is your `client_id`.',
            '3. `exp` is in the future.',
            '4. `nonce` is the value you sent.',
            `5. The signature is valid for the key with its \`kid\` at \`${baseUrl}/.well-known/jwks.json\`.`,
          ].join('\n'),
          'You then have `sub`, `email`, `name`, `org_id` and `roles` without calling UserInfo. On a server that does not sign ID tokens, call UserInfo:',
        )
      : 'This server does not sign ID tokens at present, although its key set is published. The response has no `id_token`; call UserInfo to identify the person:',
    shell('curl -s "$BASE/api/oauth/userinfo" -H "Authorization: Bearer $ACCESS_TOKEN"'),
  );
}

/** Until when a retired refresh token gives its successor again. */
function repetition({ refreshGrace, refreshRepeat }: Facts['lifetimes']): string {
  if (refreshRepeat > 0) {
    const used = refreshGrace > 0 ? `for ${spelled(refreshGrace)} after that` : 'not after that';
    return `If the response was lost, send the same refresh token again: for ${spelled(refreshRepeat)}, it gives the same new one until that is first used, and ${used}.`;
  }
  return refreshGrace > 0
    ? `If the response was lost, the most recently retired refresh token can be sent once more within ${spelled(refreshGrace)}.`
    : 'A retired refresh token is never accepted again.';
}

export function refresh({ lifetimes }: Facts): string {
  const { accessToken, refreshIdle, refreshAbsolute } = lifetimes;
  return paragraphs(
    '## 7. Refresh',
    shell(
      'curl -s "$BASE/api/oauth/token" -d grant_type=refresh_token -d "client_id=$CLIENT_ID" -d "refresh_token=$REFRESH_TOKEN"',
    ),
    `An access token is valid for ${spelled(accessToken)}. Every refresh returns a new refresh token and retires the old one: **store the new one before you use anything else in the response**, and let only one process refresh at a time. ${repetition(lifetimes)} Any other reuse of a retired token revokes the whole grant. A refresh token that is not used for ${spelled(refreshIdle)} expires, and every grant expires after ${spelled(refreshAbsolute)}: then start again at step 4. Each response says how many seconds are left of either: \`refresh_token_timeout\` and \`authorization_expires_in\`. A refresh returns no \`id_token\`. On 503 or 429 keep your tokens and wait for \`Retry-After\`.`,
  );
}

export const revocation = (): string =>
  paragraphs(
    '## 8. Revoke',
    'When the person signs out of your software, revoke the tokens. Revoking a refresh token revokes the whole grant:',
    shell('curl -s "$BASE/api/oauth/revoke" -d "client_id=$CLIENT_ID" -d "token=$REFRESH_TOKEN"'),
    'The response is 200 whether or not the token was still valid.',
  );
