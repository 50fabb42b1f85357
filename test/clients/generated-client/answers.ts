/** What a step expects of an answer. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Schemas } from './client.ts';

/** As openapi-fetch answers: with data, or with a refusal. */
export interface Answered<Data> {
  data?: Data;
  error?: Schemas['Problem'];
  response: Response;
}

export interface Done<Data> {
  data: Data;
  headers: Headers;
}

/** RFC 7396: what is left out stays, null empties. */
export const MERGE_PATCH = { 'Content-Type': 'application/merge-patch+json' } as const;

/** A short name that nothing at the school has yet. */
export const fresh = (word: string): string => `${word}-${randomBytes(4).toString('hex')}`;

export const DAY = 86_400_000;

export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

/** @throws {Error} with the refusal, when it is one */
export async function done<Data>(asked: Promise<Answered<Data>>, status = 200): Promise<Done<Data>> {
  const { data, error, response } = await asked;
  if (response.status !== status || data === undefined) {
    throw new Error(`${response.url}: ${response.status} instead of ${status}: ${JSON.stringify(error ?? data)}`);
  }
  return { data, headers: response.headers };
}

export const made = <Data>(asked: Promise<Answered<Data>>): Promise<Done<Data>> => done(asked, 201);

/** An answer without a body. */
export async function gone(asked: Promise<Answered<unknown>>): Promise<void> {
  const { data, error, response } = await asked;
  same(response.status, 204, `${response.url}: ${JSON.stringify(error)}`);
  same(data, undefined, 'no content');
}

export async function refused(asked: Promise<Answered<unknown>>, status: number): Promise<Schemas['Problem']> {
  const { error, response } = await asked;
  same(response.status, status, response.url);
  if (error === undefined) throw new Error(`${response.url}: ${status} without a problem`);
  same(error.status, status, 'the problem names the status');
  same(error.requestId, response.headers.get('x-request-id') ?? '', 'and the request');
  return error;
}

/** Both are of one type: what the description does not promise cannot be expected. */
export function same<Value>(actual: Value, expected: NoInfer<Value>, what: string): void {
  deepStrictEqual(actual, expected, `${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

export function holds(condition: boolean, what: string): void {
  ok(condition, what);
}

/** @throws {Error} when there is none */
export function first<One>(all: readonly One[], what: string): One {
  const [one] = all;
  if (one === undefined) throw new Error(`there is no ${what}`);
  return one;
}
