/** What came with a request, as far as it helps to understand a refusal. Values that could be secret are left out. */
import type { FastifyRequest } from 'fastify';
import { type AttemptFacts, type AttemptStep, withoutSecrets } from '../../schema/attempts/connection-attempt.ts';
import { readParameters } from '../../schema/data/parameters.ts';
import { pathOf } from './steps.ts';

/** Parameters whose values are shown. */
const SHOWN = [
  'grant_type',
  'response_type',
  'redirect_uri',
  'scope',
  'resource',
  'code_challenge_method',
  'prompt',
  'client_name',
  'redirect_uris',
  'token_endpoint_auth_method',
] as const;
/** Parameters that are only said to have come. */
const NAMED = [
  'client_id',
  'client_secret',
  'client_assertion',
  'code',
  'code_challenge',
  'code_verifier',
  'dpop_jkt',
  'refresh_token',
  'state',
] as const;
const MOST_URIS = 3;

/** Returns the value of a parameter in the query or the body, which is a form or JSON. */
export function sentValue(request: FastifyRequest, name: string): string | undefined {
  const query = readParameters(request.query).get(name);
  if (query !== undefined) return query;
  const { body } = request;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Reflect.get(body, name);
  if (Array.isArray(value)) {
    const texts = value.slice(0, MOST_URIS).filter((one) => typeof one === 'string');
    return texts.length > 0 ? texts.join(' ') : undefined;
  }
  return typeof value === 'string' ? value : undefined;
}

export function factsOf(request: FastifyRequest, step: AttemptStep): AttemptFacts {
  const { headers, method } = request;
  const facts: (readonly [string, string | undefined])[] = [
    [
      'request',
      `${method} ${request.is404 ? pathOf(request) : (request.routeOptions.url ?? pathOf(request)).replace(':id', '…')}`,
    ],
    ['host', step === 'discovery' ? `${request.protocol}://${request.host}` : undefined],
    ['content-type', method === 'POST' && step !== 'consent' ? (headers['content-type'] ?? '–') : undefined],
    ['authorization', schemeOf(headers.authorization)],
    ['origin', step === 'resource' ? headers.origin : undefined],
    ['mcp-protocol-version', headers['mcp-protocol-version']?.toString()],
    ...(step === 'resource' ? [] : sentBy(request)),
    ['user-agent', headers['user-agent']],
  ];
  return facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, withoutSecrets(value)] as const],
  );
}

function sentBy(request: FastifyRequest): (readonly [string, string | undefined])[] {
  const named = NAMED.filter((name) => (sentValue(request, name) ?? '') !== '');
  return [
    ...SHOWN.map((name) => [name, sentValue(request, name)] as const),
    ['also', named.length === 0 ? undefined : named.join(', ')] as const,
  ];
}

/** The name of the scheme only: what follows it is a secret. */
const schemeOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : `${/^[A-Za-z]{1,12}(?= )/.exec(header)?.[0] ?? '?'} …`;

/** The name in HTTP Basic, which a client sends as its id, and not the password beside it. */
export function basicName({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]{1,1000}=*)$/i.exec(authorization)?.[1];
  const [name = '', ...rest] = Buffer.from(encoded ?? '', 'base64')
    .toString()
    .split(':');
  if (rest.length === 0) return undefined;
  // RFC 6749 §2.3.1: both are encoded as in a form.
  return readParameters(Object.fromEntries(new URLSearchParams(`name=${name}`))).get('name');
}
