/** From a code to tokens, and what becomes of them. */
import { CALLBACK, type Facts, paragraphs, shell, spelled, table } from './facts.ts';

export function authorization({ capabilities, lifetimes }: Facts): string {
  const { baseUrl, idTokenSigning } = capabilities;
  return paragraphs(
    '## 4. Obtain a code',
    'Listen on your redirect address, make fresh random values, and open the address in the person’s browser. An agent without a browser hands it to the person. Never ask for their password.',
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
        ['`redirect_uri`', 'yes', 'registered for you; on loopback with any port'],
        ['`scope`', 'yes', 'separated by spaces'],
        ['`state`', 'yes', 'random, new for every request'],
        ['`code_challenge`, `code_challenge_method`', 'yes', 'SHA-256 of the verifier in base64url, `S256`'],
        ['`resource`', 'for `account:…` scopes', `\`${baseUrl}\``],
        ['`nonce`', idTokenSigning ? 'to check the ID token' : 'no', 'random, new for every request'],
        ['`org_id`', 'no', 'the school, where a person may have several'],
      ],
    ),
    `The person signs in, chooses a school if there are several, and decides. The browser comes back to \`redirect_uri\` with \`code\`, \`state\` and \`iss\`, or with \`error\`, \`error_description\`, \`state\` and \`iss\`. Before you go on, check that \`state\` is yours and \`iss\` equals \`${baseUrl}\`; otherwise stop. A code is good once, for ${spelled(lifetimes.code)}.`,
    '```\nCODE=…   # code of the callback\n```',
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
    'A confidential client adds `client_secret` to the form. `redirect_uri` and `resource` are the same as before. The answer holds `access_token`, `token_type`, `expires_in`, `refresh_token`, `scope` (what was granted, which can be less than you asked for) and `org_id` (the school).',
    '```\nACCESS_TOKEN=…\nREFRESH_TOKEN=…\n```',
    idTokenSigning
      ? paragraphs(
          `With \`openid\` it also holds an \`id_token\`, a JWT signed with ES256, good for ${spelled(lifetimes.idToken)}. Before you believe it, check all of this:`,
          [
            `1. \`iss\` is \`${baseUrl}\`.`,
            '2. `aud` is your `client_id`.',
            '3. `exp` lies in the future.',
            '4. `nonce` is the one you sent.',
            `5. The signature fits the key with its \`kid\` at \`${baseUrl}/.well-known/jwks.json\`.`,
          ].join('\n'),
          'After that you know `sub`, `email`, `name`, `org_id` and `roles`, and need not ask UserInfo. Where a server does not sign ID tokens, UserInfo is the way:',
        )
      : 'This server does not sign ID tokens at present, although its key set is published: no `id_token` comes, and you ask UserInfo who the person is:',
    shell('curl -s "$BASE/api/oauth/userinfo" -H "Authorization: Bearer $ACCESS_TOKEN"'),
  );
}

export function refresh({ lifetimes }: Facts): string {
  const { accessToken, refreshIdle, refreshAbsolute, refreshGrace } = lifetimes;
  return paragraphs(
    '## 7. Refresh',
    shell(
      'curl -s "$BASE/api/oauth/token" -d grant_type=refresh_token -d "client_id=$CLIENT_ID" -d "refresh_token=$REFRESH_TOKEN"',
    ),
    `An access token lives ${spelled(accessToken)}. Every refresh gives a new refresh token and retires the old one: **store the new one before you use anything else of the answer**, and let only one process refresh at a time. ${
      refreshGrace > 0
        ? `If the answer was lost, the very last refresh token may be sent once more within ${spelled(refreshGrace)}.`
        : 'A retired refresh token is never taken again.'
    } Any other reuse of a retired one ends the whole grant. A refresh token that is not used for ${spelled(refreshIdle)} is dead, and so is every grant after ${spelled(refreshAbsolute)}: then start again at step 4. No \`id_token\` comes with a refresh. On 503 or 429 keep your tokens and wait for \`Retry-After\`.`,
  );
}

export const revocation = (): string =>
  paragraphs(
    '## 8. Revoke',
    'When the person signs out of your software, give the tokens back. A refresh token takes the whole grant with it:',
    shell('curl -s "$BASE/api/oauth/revoke" -d "client_id=$CLIENT_ID" -d "token=$REFRESH_TOKEN"'),
    'The answer is 200 whether or not the token was alive.',
  );
