// slow
/** No regular expression of the server can be kept busy by what somebody sends. */
import t from 'tap';
import { MAX_PASSWORD_LENGTH } from '../../schema/people/password-policy.ts';
import { productLines } from '../support/sources.ts';

t.setTimeout(900_000);

/** What recheck says of an expression. */
interface Finding {
  status: 'safe' | 'vulnerable' | 'unknown';
  attack?: { pumps: readonly { prefix: string; pump: string }[]; suffix: string };
}
const { check } = (await import('recheck' as string)) as {
  check(source: string, flags: string, parameters: { timeout: number }): Promise<Finding>;
};
/** It gives up some expressions, which the other attacks have to judge alone. */
const PATIENCE_MS = 10_000;

/** Long enough that a quadratic expression takes hundreds of times as long as a linear one. */
const LENGTH = 20_000;
const CPU_MS = 50;

/** The text of these is our own: sources, migrations, names of fields, the configuration. */
const OURS = Number.POSITIVE_INFINITY;

/**
 * What recheck finds not to be linear, and how long what they see can be at most, because its length was judged before. An
 * expression that is linear again must leave this list.
 */
const NOT_LINEAR = new Map([
  // Base64 of 32 bytes that we made.
  ['/=+$/', 44],
  // A line of our own style sheet.
  [String.raw`/\s*\n\s*/g`, OURS],
  // A password, after the longest was refused.
  [String.raw`/^[\P{L}]+|[\P{L}]+$/gu`, MAX_PASSWORD_LENGTH],
  [String.raw`/^(.+)\1$/su`, MAX_PASSWORD_LENGTH],
  // The name of a field.
  [String.raw`/(Count|position\w*|progressPercent|perMember)$/`, OURS],
  // The version of a program of ours.
  ['/[-+].*$/', OURS],
  [String.raw`/^(?:\s*--.*\n)*do \$\$[\s\S]*\bcommit;[\s\S]*\$\$;?\s*$/i`, OURS],
]);

/** The length of the attacks: of what is ours, none can be longer than it is. */
const lengthFor = (literal: string): number => {
  const longest = NOT_LINEAR.get(literal) ?? LENGTH;
  return longest === OURS ? 100 : longest;
};

// Where an expression can stand: behind an operator, an opening bracket, a comma or a word such as return.
const LITERAL =
  /(?<=(?:[(,=:[!&|?{;>]|\breturn|^)\s*)\/(?![/*])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?![\w$])/g;

function expressions(): { pattern: RegExp; file: string }[] {
  const found = new Map<string, { pattern: RegExp; file: string }>();
  for (const { file, text } of productLines()) {
    for (const [literal, source = '', flags = ''] of text.matchAll(LITERAL)) {
      try {
        found.set(literal, { pattern: new RegExp(source, flags.replace('y', '')), file });
      } catch {
        // A part of a template that only looks like one.
      }
    }
  }
  return [...found.values()];
}

/** Characters that the expression speaks of, and some that it does not. */
function alphabetOf({ source }: RegExp): string[] {
  const classes = /\\[pP]\{[^}]*\}|\\u\{?[0-9a-fA-F]+\}?|\\x[0-9a-fA-F]{2}|\\[dDwWsSbBkn]/g;
  const spoken = [...source.replace(classes, '').replaceAll('\\', '')];
  const literal = spoken.filter((char) => !/[\^$()[\]{}*+?|-]/.test(char) || source.includes(`\\${char}`));
  return [...new Set(['a', '0', ' ', '\t', ...literal])].slice(0, 10);
}

/** What makes a backtracking engine try again: long runs that fit, and an end that does not. */
function* attacks(pattern: RegExp, length: number): Generator<string> {
  const alphabet = alphabetOf(pattern);
  for (const one of alphabet) {
    for (const end of ['', '\u0000', '!']) yield one.repeat(length) + end;
    yield `x${one.repeat(length)}\u0000`;
    for (const other of alphabet) if (one < other) yield `${(one + other).repeat(length / 2)}\u0000`;
  }
}

function cpuMs(pattern: RegExp, text: string): number {
  const before = process.threadCpuUsage();
  // As `replaceAll` and `matchAll` do, all of it is gone through.
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The first attack that takes too long. */
function worstOf(pattern: RegExp, length: number): { by: string; ms: number } | undefined {
  for (const text of attacks(pattern, length)) {
    const ms = cpuMs(pattern, text);
    // A collection of garbage may have come in between: it does not come twice.
    if (ms > CPU_MS && cpuMs(pattern, text) > CPU_MS) {
      return { by: JSON.stringify(text.slice(0, 6)), ms: Math.round(ms) };
    }
  }
  return undefined;
}

t.test('each regular expression gets through 20,000 hostile characters with 50 ms of CPU time [W19]', async (t) => {
  const found = expressions();
  t.ok(found.length > 150, `${found.length} expressions`);
  for (const { pattern, file } of found) {
    t.equal(worstOf(pattern, lengthFor(String(pattern))), undefined, `${file}: ${pattern}`);
  }
});

t.test('an expression that takes quadratic time, or worse, is found by such attacks', async (t) => {
  for (const [pattern, length] of [
    [/\s+$/, LENGTH],
    [/^a*a*;/, LENGTH],
    [/(a+)+$/, 26],
  ] as const) {
    t.ok(worstOf(pattern, length), String(pattern));
  }
});

/** The attack that recheck found, at another length. */
function stretched({ pumps, suffix }: NonNullable<Finding['attack']>, length: number): string {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length);
  const room = Math.max(0, length - fixed) / pumps.length;
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(room / pump.length))).join('') + suffix;
}

t.test('what recheck finds to take more than linear time sees short text only', async (t) => {
  const notLinear = new Set<string>();
  for (const { pattern, file } of expressions()) {
    const literal = String(pattern);
    const { status, attack } = await check(pattern.source, pattern.flags, { timeout: PATIENCE_MS });
    if (status === 'unknown') t.comment(`not judged: ${file}: ${literal}`);
    if (attack === undefined) continue;
    const isListed = NOT_LINEAR.has(literal);
    if (isListed) notLinear.add(literal);
    const text = stretched(attack, lengthFor(literal));
    const ms = Math.min(cpuMs(pattern, text), cpuMs(pattern, text));
    t.ok(ms <= CPU_MS, `${file}: ${literal}: ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 40))}`);
  }
  t.strictSame(
    [...NOT_LINEAR.keys()].filter((literal) => !notLinear.has(literal)),
    [],
    'nothing else is listed',
  );
});

t.test('recheck finds an expression that is quadratic behind a prefix', async (t) => {
  const former = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?$/;
  const { attack } = await check(former.source, former.flags, { timeout: PATIENCE_MS });
  t.ok(attack !== undefined && cpuMs(former, stretched(attack, LENGTH)) > CPU_MS);
});
