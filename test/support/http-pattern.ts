/** Compares answers with patterns, in which `…` stands for any text and `{{=name}}` for text to keep under that name. */
import type { Test } from 'tap';
import type { ExpectedAnswer } from './http-file.ts';
import { type RawAnswer, valuesOf } from './raw-http.ts';

/** What has been kept so far. */
export type Kept = Map<string, string>;

const PIECE = /(…|\{\{=\w+\}\})/;

/** @param kept what a text consists of that is kept */
function regexOf(pattern: string, kept: string): RegExp {
  const pieces = pattern.split(PIECE).map((piece) => {
    if (piece === '…') return '[\\s\\S]*?';
    const [, name] = /^\{\{=(\w+)\}\}$/.exec(piece) ?? [];
    return name === undefined ? RegExp.escape(piece) : `(?<${name}>${kept})`;
  });
  return new RegExp(`^${pieces.join('')}$`);
}

const IN_HEAD = '[^\\s;]+?';
const IN_BODY = '[^"\\s<>&;]+?';

/** @returns whether a text fits, whose parts are then kept */
function fits(pattern: string, text: string, kept: Kept, part = IN_BODY): boolean {
  const found = regexOf(pattern, part).exec(text);
  for (const [name, value] of Object.entries(found?.groups ?? {})) kept.set(name, value);
  return found !== null;
}

export function compare(t: Test, answer: RawAnswer, expected: ExpectedAnswer, kept: Kept): void {
  const [, reason] = /^HTTP\/1\.1 \d+ (.+)$/.exec(expected.status) ?? [];
  const status = reason === undefined ? answer.status.split(' ', 2).join(' ') : answer.status;
  t.equal(status, expected.status, answer.body.slice(0, 1000));
  for (const line of expected.head) {
    if (line.startsWith('!')) {
      t.strictSame(valuesOf(answer, line.slice(1)), [], line);
      continue;
    }
    const colon = line.indexOf(':');
    const [name, pattern] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    const values = valuesOf(answer, name);
    t.ok(
      values.some((value) => fits(pattern, value, kept, IN_HEAD)),
      `${line} ← ${JSON.stringify(values)}`,
    );
  }
  if (expected.body !== undefined) compareBody(t, answer.body, expected.body, kept);
}

function compareBody(t: Test, body: string, pattern: string, kept: Kept): void {
  if (pattern === '(empty)') return void t.equal(body, '', 'no body');
  const expected = parsed(pattern);
  if (expected === undefined) {
    t.ok(fits(pattern, body.trim(), kept), `${pattern} ← ${body.slice(0, 2000)}`);
    return;
  }
  const faults = differences(parsed(body), expected, kept);
  t.strictSame(faults, [], body.slice(0, 2000));
}

function parsed(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * An object may have more members than the pattern, except for those whose names the pattern has with a `!`. A text of the
 * pattern that is no more than `…` stands for any value.
 */
function differences(value: unknown, pattern: unknown, kept: Kept, path = '$'): string[] {
  if (typeof pattern === 'string') {
    if (pattern === '…') return value === undefined ? [`${path} is missing`] : [];
    const text = typeof value === 'string' || PIECE.test(pattern) ? String(value) : undefined;
    return text !== undefined && fits(pattern, text, kept) ? [] : [`${path} is ${JSON.stringify(value)}`];
  }
  if (typeof pattern !== 'object' || pattern === null) {
    return Object.is(value, pattern) ? [] : [`${path} is ${JSON.stringify(value)}`];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(pattern))
    return [`${path} is ${JSON.stringify(value)}`];
  const faults = Object.entries(pattern).flatMap(([name, one]) => {
    if (!name.startsWith('!')) return differences(Reflect.get(value, name), one, kept, `${path}.${name}`);
    return Object.hasOwn(value, name.slice(1)) ? [`${path} has ${name.slice(1)}`] : [];
  });
  const isLonger = Array.isArray(pattern) && Array.isArray(value) && value.length !== pattern.length;
  return isLonger ? [...faults, `${path} has ${value.length} elements`] : faults;
}
