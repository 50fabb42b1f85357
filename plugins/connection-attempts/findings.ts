/** Finds the one cause of a refusal in the request and its answer. What is not known yet, `inquiry.ts` looks up. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Finding, FindingKey } from '../../schema/attempts/attempt-finding.ts';
import type { AttemptRule } from '../../schema/attempts/connection-attempt.ts';
import { BearerError } from '../../schema/oauth/oauth-error.ts';
import type { RefusalKey } from '../../schema/refusals/index.ts';
import { isAdminPath } from '../../schema/school/problem.ts';
import { sentValue } from './facts.ts';
import { documentFinding, SENT_AS, valueFinding, verifierFinding } from './finding-forms.ts';
import { type AttemptNotes, notesOf } from './notes.ts';
import { RIGHT_ADDRESSES, type TakenStep } from './steps.ts';

/** What a cause is found in. */
interface Seen {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  notes: AttemptNotes;
  taken: TakenStep;
  /** The sentence of the refusal, and the values in it. */
  key: RefusalKey | undefined;
  values: Readonly<Record<string, string | number>>;
}

type Find = (seen: Seen) => Finding | undefined;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Besides the admin API. */
const READ_JSON: ReadonlySet<string> = new Set(['/api/oauth/register', '/mcp', '/account/graphql']);
/** A secret that this server made. */
const SECRET = /^cs_[A-Za-z0-9_-]{43}$/;
const CLIENT_ID = /^c_[A-Za-z0-9_-]{22}$/;
const CHALLENGE_LENGTH = 43;

/** @returns nothing if the rule has one cause only */
export function findingOf(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  taken: TakenStep,
): Finding | undefined {
  const notes = notesOf(request);
  if (notes.finding !== undefined) return notes.finding;
  if (taken.rule === null) return undefined;
  if (taken.step === 'document') return documentFinding(notes.error);
  const { key, values = {} } = notes.error ?? {};
  return FINDERS[taken.rule]?.({ app, request, reply, notes, taken, key, values });
}

/** A finding with a value, if there is one. */
const named = (key: FindingKey, ...values: (string | number | undefined)[]): Finding | undefined =>
  values.every((value) => value !== undefined && value !== '') ? [key, ...values.map(String)] : undefined;

const hostFinding: Find = ({ app, request }) => {
  const { baseUrl } = app.config;
  return [
    isInternal(request.hostname) ? 'host_internal' : 'host_public',
    `${request.protocol}://${request.host}`,
    baseUrl,
  ];
};

/** Whether a host name means something only behind a proxy. */
const isInternal = (name: string): boolean =>
  !name.includes('.') || /\.(?:internal|local|lan|svc|localdomain|cluster\.local)$/.test(name) || /^[\d.]+$/.test(name);

const originFinding: Find = ({ app, request, key }) => {
  if (key === 'origin_foreign.host') return ['origin_host', request.host, new URL(app.config.baseUrl).host];
  return request.routeOptions.url === '/mcp' ? named('origin_page', request.headers.origin) : ['origin_form'];
};

const formatFinding: Find = ({ request }) => {
  const { headers, routeOptions } = request;
  const route = routeOptions.url ?? '';
  const needed = isAdminPath(route) || READ_JSON.has(route) ? JSON_TYPE : FORM;
  const came = headers['content-type'];
  if (came !== undefined) return ['format_other', came, needed];
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return [hasBody ? 'format_unnamed' : 'format_nothing', needed];
};

const clientIdFinding: Find = ({ request }) => {
  const id = sentValue(request, 'client_id') ?? '';
  if (id.startsWith('https:')) return undefined;
  return CLIENT_ID.test(id) ? ['client_id_gone'] : ['client_id_form', String(id.length)];
};

const challengeFinding: Find = ({ request }) => {
  const challenge = sentValue(request, 'code_challenge');
  const method = sentValue(request, 'code_challenge_method');
  if (challenge === undefined) return ['challenge_missing'];
  if (method === undefined) return ['challenge_no_method'];
  if (method !== 'S256') return ['challenge_method', method];
  return ['challenge_form', String(challenge.length), String(CHALLENGE_LENGTH)];
};

const redirectFinding: Find = ({ request, notes: { code } }) => {
  const sent = sentValue(request, 'redirect_uri');
  if (code === undefined || sent === undefined) return undefined;
  const [before, now] = [code.redirectUri, sent].map((uri) => uri.split(/[?#]/, 1)[0] ?? '');
  return before === now ? named('redirect_query', now) : named('redirect_differs', code.redirectUri, sent);
};

const resourceNotSent: Find = ({ app }) => ['resource_not_sent', app.config.baseUrl];

const seconds = (ms: number): string => String(Math.round(ms / 1000));

const ageFinding: Find = ({ app, notes: { code } }) => code && ['code_age', seconds(app.clock() - code.expiresAt)];

const againFinding: Find = ({ app, notes: { code } }) =>
  code?.redeemedAt == null ? undefined : ['code_again', seconds(app.clock() - code.redeemedAt)];

const messageFinding: Find = ({ request, reply, notes, key }) => {
  const { 'mcp-protocol-version': version, accept = '–' } = request.headers;
  if (reply.statusCode === 406) return ['accept_other', accept];
  if (key === 'malformed_request.json') return ['message_no_json'];
  const { revisions } = notes;
  const isOther = typeof version === 'string' && revisions !== undefined && !revisions.includes(version);
  return isOther ? ['version_other', version, revisions.join(', ')] : undefined;
};

/** Without the methods that only ask about an address. */
const allowedBy = (reply: FastifyReply): string =>
  String(reply.getHeader('allow') ?? '')
    .split(', ')
    .filter((method) => method !== 'OPTIONS' && method !== 'HEAD')
    .join(', ');

const PROBLEMS: Readonly<Record<string, FindingKey>> = {
  wrong_credentials: 'password_wrong',
  wrong_code: 'code_wrong',
  codes_ended: 'sign_in_throttled',
  wrong_passkey: 'passkey_wrong',
  expired: 'second_late',
  throttled: 'sign_in_throttled',
  new_browser_throttled: 'sign_in_throttled',
};

const PAGES: Readonly<Record<string, FindingKey>> = {
  completed: 'page_answered',
  expired: 'page_old',
  other_browser: 'page_other_browser',
  session_changed: 'page_other_session',
};

const keyed = (keys: Readonly<Record<string, FindingKey>>, name: string | undefined): Finding | undefined => {
  const key = name === undefined ? undefined : keys[name];
  return key && [key];
};

/** By the rule that refused the request. */
const FINDERS: Readonly<Partial<Record<AttemptRule, Find>>> = {
  missing_parameter: ({ values }) => named('parameter_missing', values.name),
  malformed_request: ({ key }) => (key === 'malformed_request.json' ? ['body_no_json'] : undefined),
  wrong_format: formatFinding,
  unsupported_media_type: formatFinding,
  wrong_method: ({ request, reply }) => named('method_other', request.method, allowedBy(reply)),
  wrong_address: ({ request, taken: { step } }) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const wellKnown = /\/\.well-known\/(?:oauth-|openid-)[a-z-]+/.exec(path)?.[0];
    return named('address_other', path, wellKnown ?? RIGHT_ADDRESSES[step]);
  },
  other_host: hostFinding,
  origin_foreign: originFinding,
  unknown_client: clientIdFinding,
  client_secret_wrong: ({ request }) => [
    SECRET.test(sentValue(request, 'client_secret') ?? '') ? 'secret_other' : 'secret_form',
  ],
  client_auth_method: ({ request }) => [
    /^basic\b/i.test(request.headers.authorization ?? '') ? 'auth_basic' : 'auth_assertion',
  ],
  redirect_uri_mismatch: redirectFinding,
  grant_type_unsupported: ({ request }) => named('grant_type_sent', sentValue(request, 'grant_type')),
  response_type_unsupported: ({ request, key }) =>
    key === 'response_type_unsupported.type'
      ? named('response_type_sent', sentValue(request, 'response_type'))
      : undefined,
  pkce_required: challengeFinding,
  pkce_mismatch: ({ request, notes: { code } }) =>
    verifierFinding(sentValue(request, 'code_verifier'), code?.codeChallenge),
  scope_unknown: ({ values }) => named('scope_named', values.scopes),
  scope_outside_client: ({ values }) => named('scope_beyond', values.scopes),
  token_scope: ({ notes: { error } }) =>
    error instanceof BearerError ? named('scope_lacking', error.scope) : undefined,
  resource_invalid: ({ app, request, key }) =>
    key === 'resource_invalid.server'
      ? named('resource_other', sentValue(request, 'resource'), app.config.baseUrl)
      : undefined,
  resource_missing: resourceNotSent,
  resource_changed: resourceNotSent,
  denied_by_person: ({ key }) => key && [key.split('.')[1] as FindingKey],
  code_unknown: ({ request }) => valueFinding('code', 'authorization_code', sentValue(request, 'code')),
  token_unknown: ({ request }) => {
    const refresh = sentValue(request, 'refresh_token');
    if (refresh !== undefined) return valueFinding('refresh_token', 'refresh_token', refresh);
    return valueFinding('Authorization', 'access_token', SENT_AS.exec(request.headers.authorization ?? '')?.[1]);
  },
  code_expired: ageFinding,
  code_replayed: againFinding,
  refresh_reuse: ({ key }) => (key === 'refresh_reuse.unstored' ? ['refresh_unstored'] : undefined),
  sign_in_failed: ({ notes: { signIn } }) => keyed(PROBLEMS, signIn),
  page_closed: ({ notes: { page } }) => keyed(PAGES, page),
  message_refused: messageFinding,
};
