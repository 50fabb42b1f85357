/** Reference tables: scopes, errors, limits and contacts. */

import { keysOf } from '../../../schema/data/objects.ts';
import { BODY_LIMITS, REQUEST_LIMITS, TOOL_LIMIT } from '../../../schema/limits.ts';
import { SCOPE_GUIDE } from '../../../schema/oauth/scope-guide.ts';
import { ERROR_GUIDE, type ErrorCode, nextOf, statusInWords } from '../../../schema/refusals/codes.ts';
import { REGISTRATION_PER_NETWORK } from '../../../schema/throttle.ts';
import { type Facts, paragraphs, spelled, table } from './facts.ts';

export const scopes = ({ capabilities }: Facts): string =>
  paragraphs(
    '## 9. Scopes',
    "The first three scopes are available to any client. The others depend on the client and on the person's role, and the person can grant fewer than you request. `account:…` scopes require a client that the school has created or adopted: other clients get `invalid_scope`.",
    table(
      ['scope', 'what the consent page says'],
      capabilities.scopes.map((scope) => [`\`${scope}\``, SCOPE_GUIDE[scope]]),
    ),
  );

const MB = 1024 * 1024;

/** Returns whether a code cannot occur in this configuration. */
const isAbsent = (code: ErrorCode, { capabilities }: Facts): boolean =>
  capabilities.registration === 'off' && (code === 'invalid_redirect_uri' || code === 'invalid_client_metadata');

export function errors(facts: Facts): string {
  const codes = keysOf(ERROR_GUIDE).filter((code) => !isAbsent(code, facts));
  return paragraphs(
    '## 10. Errors',
    `Errors are JSON with \`error\`, \`error_description\` and \`error_uri\` (${facts.capabilities.docsUrl}/errors); the admin API answers with problem documents (RFC 9457) instead. The status applies to JSON responses; the authorization endpoint redirects the browser with the code instead.`,
    table(
      ['code', 'status', 'meaning', 'what to do'],
      codes.map((code) => [
        `\`${code}\``,
        statusInWords(code),
        ERROR_GUIDE[code].meaning,
        nextOf(code, facts.capabilities.registration),
      ]),
    ),
  );
}

export function limits({ capabilities, lifetimes, limitsRequests, operations, hasTools }: Facts): string {
  const { limit, windowMs } = REGISTRATION_PER_NETWORK;
  const counted = [
    ...REQUEST_LIMITS.filter(({ subject }) => subject !== '/api/v1' || operations.length > 0),
    ...(hasTools ? [TOOL_LIMIT] : []),
  ];
  return paragraphs(
    '## 11. Limits',
    table(
      ['what', 'limit'],
      [
        ['authorization code', `${spelled(lifetimes.code)}, single use`],
        ['access token', spelled(lifetimes.accessToken)],
        ['refresh token', `${spelled(lifetimes.refreshIdle)} unused, ${spelled(lifetimes.refreshAbsolute)} in total`],
        ...(capabilities.idTokenSigning ? [['ID token', spelled(lifetimes.idToken)]] : []),
        ['URL', '8 KB'],
        ...BODY_LIMITS.filter(({ subject }) => subject !== 'registration' || capabilities.registration !== 'off').map(
          ({ subject, bytes }) => [subject, sized(bytes)],
        ),
        ...(limitsRequests
          ? [
              ...counted.map(({ subject, perMinute, per }) => [subject, `${perMinute} requests a minute per ${per}`]),
              ...(capabilities.registration === 'off'
                ? []
                : [['registration', `${limit} per ${spelled(windowMs)} and network`]]),
            ]
          : []),
      ],
    ),
    limitsRequests ? 'Requests beyond a limit get 429 with `Retry-After` and `RateLimit-…` headers.' : undefined,
  );
}

const sized = (bytes: number): string => (bytes >= MB ? `${bytes / MB} MB` : `${bytes / 1024} KB`);

export const closing = ({ capabilities, hasOwnDocs }: Facts): string =>
  paragraphs(
    '## 12. Further information',
    [
      `- Documentation: ${capabilities.docsUrl}`,
      `- All endpoints, machine-readable: ${capabilities.baseUrl}/openapi.json`,
      hasOwnDocs ? `- All endpoints, in readable form: ${capabilities.docsUrl}/reference` : undefined,
      '- Contact: the operators of the school you connect to. If something fails, include the `X-Request-Id` of the response.',
      '- Terms and privacy: those of the school. This server has none of its own (`op_tos_uri` and `op_policy_uri` are not in its metadata).',
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  );
