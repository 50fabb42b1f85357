/** Describes responses in words: the server's error, and differences from the expected response. */
import { type Answer, type JsonObject, optionalText, textList } from './http.ts';

/**
 * Describes an error in the server's words, as in `400 invalid_client, "unknown client_id", see https://…`.
 */
export function describeRefusal({ statusLine, headers, body }: Answer): string {
  return [statusLine, ...refusalWords(body), retryWords(headers)].filter((part) => part !== '').join(', ');
}

/** Returns the members of an OAuth error (RFC 6749 §5.2) that are present. */
export function refusalWords(body: JsonObject): string[] {
  const [error, description, uri] = ['error', 'error_description', 'error_uri'].map((name) => optionalText(body, name));
  return [error, description && `"${description}"`, uri && `see ${uri}`].filter((part) => part !== undefined);
}

function retryWords(headers: Headers): string {
  const seconds = headers.get('retry-after');
  return seconds === null ? '' : `retry after ${seconds} s`;
}

export const valueText = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/** `1 probe`, `5 probes` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const isJson = ({ headers }: Answer): boolean => /^application\/json\b/i.test(headers.get('content-type') ?? '');

/** @returns the differences in words */
export function compareMembers(body: JsonObject, expected: JsonObject): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => JSON.stringify(body[name]) !== JSON.stringify(value))
    .map(([name, value]) => `${name} is ${valueText(body[name])}, not ${valueText(value)}`);
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
