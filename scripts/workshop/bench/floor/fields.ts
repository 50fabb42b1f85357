import type { FastifyRequest } from 'fastify';

/** Ends an invalid request. The load generator sends none, so there are no error responses. */
export class RefusedRequest extends Error {
  readonly statusCode = 400;
}

export function refuseUnless(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new RefusedRequest(reason);
}

export function present<Value>(value: Value | undefined, reason: string): Value {
  refuseUnless(value !== undefined, reason);
  return value;
}

/** Returns a parameter that is sent exactly once (RFC 6749 §3.1 and §3.2). */
export function field(from: unknown, name: string): string {
  refuseUnless(typeof from === 'object' && from !== null, 'no parameters');
  const value: unknown = Reflect.get(from, name);
  refuseUnless(typeof value === 'string', `${name} is missing or repeated`);
  return value;
}

export function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  refuseUnless(header.startsWith('Bearer '), 'no bearer token');
  return header.slice('Bearer '.length);
}

export function cookie(request: FastifyRequest, name: string): string {
  const found = (request.headers.cookie ?? '').split('; ').find((pair) => pair.startsWith(`${name}=`));
  return present(found, 'no session').slice(name.length + 1);
}
