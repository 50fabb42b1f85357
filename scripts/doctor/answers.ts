/** Answers in words: what a server said, and what is missing of it. */
import { type Answer, type JsonObject, optionalText, textList } from './http.ts';

/** `400 invalid_client, "this client_id is not known", see https://…`: the server's own words, for people. */
export function describeRefusal({ statusLine, headers, body }: Answer): string {
  return [statusLine, ...refusalWords(body), retryWords(headers)].filter((part) => part !== '').join(', ');
}

/** The members of an OAuth error (RFC 6749 §5.2) that are there. */
export function refusalWords(body: JsonObject): string[] {
  const [error, description, uri] = ['error', 'error_description', 'error_uri'].map((name) => optionalText(body, name));
  return [error, description && `"${description}"`, uri && `see ${uri}`].filter((part) => part !== undefined);
}

function retryWords(headers: Headers): string {
  const seconds = headers.get('retry-after');
  return seconds === null ? '' : `retry after ${seconds} s`;
}

export const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/** `1 probe`, `5 probes` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const isJson = ({ headers }: Answer): boolean => /^application\/json\b/i.test(headers.get('content-type') ?? '');

/** @returns what is wrong with the members, in words */
export function compareMembers(body: JsonObject, expected: JsonObject): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(body[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${shown(body[name])}, not ${shown(value)}`);
}

export function compareLists(
  body: JsonObject,
  includes: Readonly<Record<string, string>>,
  excludes: Readonly<Record<string, string>>,
): string[] {
  const missing = Object.entries(includes)
    .filter(([name, entry]) => !textList(body, name).includes(entry))
    .map(([name, entry]) => `${name} does not list ${entry}`);
  const unwanted = Object.entries(excludes)
    .filter(([name, entry]) => textList(body, name).includes(entry))
    .map(([name, entry]) => `${name} lists ${entry}`);
  return [...missing, ...unwanted];
}
