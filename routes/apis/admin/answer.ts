/** Builds the response of an operation. */
import type { Operation } from '../../../schema/school/operation.ts';

export const PREFIX = '/api/v1';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const property = (output: unknown, name: string): unknown =>
  typeof output === 'object' && output !== null ? Reflect.get(output, name) : undefined;

/**
 * Builds the response for the output of an operation.
 * @param location path of a single object with `:id`, for the Location header; `undefined` if there is no such path
 */
export function answerOf({ rest }: Operation, output: unknown, location: string | undefined): Answer {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  if (rest.status === 204) return { status: 204, headers, body: '' };
  headers['content-type'] = 'application/json; charset=utf-8';
  const [id, version] = [property(output, 'id'), property(output, 'updatedAt')];
  if (typeof version === 'string') headers.etag = `"${version}"`;
  if (rest.status === 201 && location !== undefined && typeof id === 'string') {
    headers.location = PREFIX + location.replace(':id', encodeURIComponent(id));
  }
  return { status: rest.status, headers, body: JSON.stringify(output) };
}

/** Returns the path at which a created object can be read: `/courses/:id` for `POST /courses`. */
export function locationOf({ rest }: Operation, operations: readonly Operation[]): string | undefined {
  const collection = rest.path.split('/').at(-1);
  return operations.find((other) => other.rest.method === 'GET' && other.rest.path === `/${collection}/:id`)?.rest.path;
}

/**
 * Returns the operation that reads, by its id, the same type of object that this operation returns, if there is one.
 */
export const getterOf = ({ output }: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find(
    ({ rest, ...other }) => rest.method === 'GET' && rest.path.endsWith('/:id') && other.output === output,
  );
