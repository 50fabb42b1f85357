/** No regular expression of the server can be kept busy by what somebody sends. */
import t from 'tap';
import { productLines } from '../support/sources.ts';

/** Long enough that a quadratic expression takes hundreds of times as long as a linear one. */
const LENGTH = 20_000;
const CPU_MS = 50;

/** How long what these see can be at most: text of our own, or text whose length was judged when it came. */
const LONGEST = new Map([
  // Base64 of 32 bytes that we made.
  ['/=+$/', 44],
  // A date, as we write it.
  ['/<[^>]*>/g', 100],
  // A line of our own style sheet.
  [String.raw`/\s*\n\s*/g`, 100],
  // A cell of the audit log: a client_id at most.
  [String.raw`/(^|[;,\t\r\n])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g`, 2048],
]);

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
    t.equal(worstOf(pattern, LONGEST.get(String(pattern)) ?? LENGTH), undefined, `${file}: ${pattern}`);
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
