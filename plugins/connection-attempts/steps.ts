/** Which step of a connection a request was, and which rule refused it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AttemptRule, AttemptStep } from '../../schema/attempts/connection-attempt.ts';
import { isUrlClientId } from '../../schema/oauth/metadata-url.ts';
import { notesOf } from './notes.ts';

export interface TakenStep {
  step: AttemptStep;
  /** Null if the step went well. */
  rule: AttemptRule | null;
}

const TOKEN = '/api/oauth/token';
const REGISTER = '/api/oauth/register';
const AUTHORIZE = '/oauth/authorize';
const CONTINUE = '/oauth/continue/:id';

/** The steps by the pattern of the route. */
const STEPS: ReadonlyMap<string, AttemptStep> = new Map([
  [REGISTER, 'registration'],
  [AUTHORIZE, 'authorize'],
  [CONTINUE, 'authorize'],
  [`${CONTINUE}/sign-in`, 'sign_in'],
  [`${CONTINUE}/account`, 'sign_in'],
  ['/sign-in/via/:provider', 'sign_in'],
  [`${CONTINUE}/site`, 'consent'],
  [`${CONTINUE}/decision`, 'consent'],
  [`${CONTINUE}/cancel`, 'consent'],
  [TOKEN, 'token'],
  ['/api/oauth/userinfo', 'resource'],
  ['/account/graphql', 'resource'],
  ['/mcp', 'resource'],
]);

/** Where each step is taken. */
export const RIGHT_ADDRESSES: Readonly<Partial<Record<AttemptStep, string>>> = {
  discovery: '/.well-known/oauth-protected-resource',
  registration: REGISTER,
  authorize: AUTHORIZE,
  token: TOKEN,
  resource: '/mcp',
};

/** Steps that are worth a line although they went well, because they happen once in a connection. */
const GOES_ON: ReadonlySet<string> = new Set([REGISTER, AUTHORIZE, `${CONTINUE}/sign-in`, `${CONTINUE}/decision`]);

/** Places where clients look that have not found the metadata, or are told another path by a proxy. */
const MISSED: readonly (readonly [RegExp, AttemptStep])[] = [
  [/\/token\/?$/, 'token'],
  [/\/register\/?$/, 'registration'],
  [/\/authorize\/?$/, 'authorize'],
  [/\/mcp\/?$/, 'resource'],
  [/^\/(?!mcp\/|account\/graphql\/).+\/\.well-known\//, 'discovery'],
];
const DISCOVERY = /^\/\.well-known\/(oauth-protected-resource|oauth-authorization-server|openid-configuration)/;

export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** @returns nothing for a request that is no step of a connection, or one that nobody needs to hear of */
export function takenStep(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): TakenStep | undefined {
  const path = pathOf(request);
  if (DISCOVERY.test(path)) return discovered(app, request, reply);
  if (request.is404) return missed(app, request, path, reply.statusCode);
  const route = request.routeOptions.url ?? '';
  const step = STEPS.get(route) ?? (path.startsWith('/api/v1/') ? 'resource' : undefined);
  if (step === undefined || request.method === 'OPTIONS' || isAboutStream(request.method, route)) return undefined;
  const rule = ruleOf(request, reply, step);
  const isRefresh = step === 'token' && Object(request.body).grant_type === 'refresh_token';
  if (rule === undefined) {
    if (!wentOn(request, reply, route) || isRefresh) return undefined;
    return { step, rule: null };
  }
  return refusedStep(isRefresh ? 'refresh' : step, rule, String(Object(request.body).client_id));
}

/**
 * A client looks for a stream of events at the address of the tools, and ends its session there. It takes status 405 for the
 * answer that there is neither, and goes on.
 */
const isAboutStream = (method: string, route: string): boolean =>
  route === RIGHT_ADDRESSES.resource && (method === 'GET' || method === 'DELETE');

function refusedStep(step: AttemptStep, rule: AttemptRule, clientId: string): TakenStep {
  if (/^client_(document|url|host|blocked)/.test(rule)) return { step: 'document', rule };
  if (rule === 'not_a_member') return { step: 'membership', rule };
  // An app with a metadata document belongs to no school, so that only a block disables it.
  return { step, rule: rule === 'client_disabled' && isUrlClientId(clientId) ? 'client_blocked' : rule };
}

const wentOn = ({ method }: FastifyRequest, { statusCode }: FastifyReply, route: string): boolean =>
  route === TOKEN ? statusCode === 200 : GOES_ON.has(route) && (method === 'POST' || route === AUTHORIZE);

/** The metadata name the addresses of the server. A client that asked at another one stops at the difference. */
function discovered({ config }: FastifyInstance, request: FastifyRequest, reply: FastifyReply): TakenStep | undefined {
  const { error } = notesOf(request);
  if (error !== undefined) return { step: 'discovery', rule: error.reason };
  const { host } = request;
  // A URL is read only where the text alone does not show that the host is right.
  const isOwn = config.baseUrl.endsWith(`//${host}`) || host === new URL(config.baseUrl).host;
  return reply.statusCode === 200 && !isOwn ? { step: 'discovery', rule: 'other_host' } : undefined;
}

function missed(app: FastifyInstance, { method }: FastifyRequest, path: string, status: number): TakenStep | undefined {
  const known = STEPS.get(path);
  if (known !== undefined) {
    const isOff = path === REGISTER && app.oauth.capabilities.registration === 'off';
    if (method === 'OPTIONS') return undefined;
    return { step: known, rule: isOff ? 'registration_off' : status === 405 ? 'wrong_method' : 'wrong_address' };
  }
  const step = MISSED.find(([form]) => form.test(path))?.[1];
  return step === undefined || method === 'OPTIONS' ? undefined : { step, rule: 'wrong_address' };
}

/** Messages of tools that the protocol refuses with these are answered by its SDK. */
const REFUSED_MESSAGES: ReadonlySet<number> = new Set([400, 406, 415]);
/** Pages that say that a form has been answered, or belongs to another browser. */
const CLOSED_PAGES: ReadonlySet<number> = new Set([403, 404, 409, 410]);

function ruleOf(request: FastifyRequest, reply: FastifyReply, step: AttemptStep): AttemptRule | undefined {
  const { statusCode: status } = reply;
  const { error, rule = error?.reason } = notesOf(request);
  if (rule !== undefined) return refined(request, rule, status);
  if (status < 400) return undefined;
  if (status >= 500) return 'internal_error';
  const route = request.routeOptions.url;
  if (route === '/mcp') return REFUSED_MESSAGES.has(status) ? 'message_refused' : undefined;
  if (step === 'sign_in' && status !== 403) return 'sign_in_failed';
  return route?.startsWith(CONTINUE) && CLOSED_PAGES.has(status) ? 'page_closed' : undefined;
}

/** Some reasons cover several mistakes that need different remedies. */
function refined({ method, routeOptions, headers }: FastifyRequest, rule: AttemptRule, status: number): AttemptRule {
  if (rule !== 'malformed_request') return rule === 'unsupported_media_type' ? 'wrong_format' : rule;
  if (status === 405) return 'wrong_method';
  if (status === 415) return 'wrong_format';
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '');
  if (routeOptions.url === REGISTER && method === 'POST' && !isJson) return 'wrong_format';
  return routeOptions.url === '/mcp' && REFUSED_MESSAGES.has(status) ? 'message_refused' : rule;
}
