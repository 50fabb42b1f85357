/**
 * Shows the Markdown that a school has written. It is not trusted: raw HTML is shown as text, pictures as their
 * description, and links lead to other sites or to public pages. The time that it takes grows with the length only.
 */
import { Lexer, type MarkedToken, type Token, type TokensList } from 'marked';
import { type SchoolPath, schoolPath } from '../../../schema/school/addresses.ts';
import { shortened, withoutDirections } from '../../../schema/text/readable.ts';
import { MAX_SLUG } from '../../../schema/text/slug.ts';
import { tenantLink } from '../../../schema/text/tenant-link.ts';
import { type Html, html, type Renderable } from '../kit/html.ts';
import { blocksMarkup, type Dialect, wordsOf } from '../kit/markdown.ts';
import { tenantAnchor } from '../kit/tenant-anchor.ts';

/**
 * `marked` takes quadratic time for some texts, so it gets parts of this many characters. A longer line is shown as it
 * stands.
 */
const MAX_PART = 4000;
/** Lists and quotes within each other, and emphases and links. The parser calls itself for each. */
const MAX_DEPTH = 20;
/** The most work for a text in steps, each of which takes about a microsecond. A text of 200,000 characters like our manual takes 20,000. */
const MAX_STEPS = 22_000;
/** Characters that may begin inline markup. */
const MARK = /[\\<![\]`*_~@\n]|:\/\/|www\./g;
/**
 * Long runs that may be an address. `marked` looks for its end from each of its characters if an @ follows, and from
 * each of some others.
 */
const RUN = /(?<!\S)\S{100,}/g;
const RUN_MARK = /[&)]/g;
/** How many times as long as the text its markup may be, beyond what some short links and tables need. */
const MAX_GROWTH = 4;
const FREE_MARKUP = 32_768;
/** The length of descriptions, and how much of a text is read for one. */
const DESCRIPTION = { length: 160, read: 2000 };

export interface SchoolTextContext {
  /** The name of tables, for screen readers. */
  readonly label: string;
  /** The path of the school on this server. */
  readonly base: SchoolPath;
  readonly baseUrl: string;
}

/** In words that follow the name of the text. */
class BeyondLimits extends Error {}
const tooMuch = (): BeyondLimits =>
  new BeyondLimits(
    'has too many lists, tables, links or other marks; divide it into several texts, or use fewer marks',
  );

function stepsOfRuns(source: string): number {
  let steps = 0;
  for (const [run] of source.matchAll(RUN)) {
    const starts = run.includes('@') ? run.length : (run.match(RUN_MARK)?.length ?? 0);
    steps += (starts * run.length) / 250;
  }
  return steps;
}

/** Reads blocks and inline text, and counts the steps. @throws {BeyondLimits} */
class BoundedLexer extends Lexer {
  #depth = 0;
  steps = 0;

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isClipped = false): Token[] {
    // The definition of a reference takes as long as two lines.
    const lines = source.split(/\n|\]:/).length;
    return this.#within(2 + 2 * lines, () => super.blockTokens(source, tokens, isClipped));
  }

  /** A table asks for each of its cells, also for those that its rows leave out. */
  override inline(source: string, tokens?: Token[]): Token[] {
    return this.#within(1, () => super.inline(source, tokens));
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    const marks = source.match(MARK)?.length ?? 0;
    const steps = 2.5 + marks * (0.5 + source.length / 2000) + stepsOfRuns(source);
    return this.#within(steps, () => super.inlineTokens(source, tokens));
  }

  #within<Result>(steps: number, parse: () => Result): Result {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw tooMuch();
    if (this.#depth > MAX_DEPTH)
      throw new BeyondLimits(`has more than ${MAX_DEPTH} lists, quotes or other marks in one another`);
    this.#depth += 1;
    try {
      return parse();
    } finally {
      this.#depth -= 1;
    }
  }

  /** Parses one part of a text. */
  part(source: string): readonly Token[] {
    this.tokens = Object.assign([], { links: {} });
    return this.lex(source);
  }
}

type Part = { kind: 'markdown' | 'code' | 'plain'; text: string };

/** The beginning of a block of code that no indentation puts elsewhere. */
const FENCE = /^(?:(`{3,})[^`]*$|(~{3,}))/;

/** Splits a text into blocks of code and what is between them, and that into parts that are short enough for the parser. */
function partsOf(source: string): Part[] {
  const lines = source.split(/\r\n|\r|\n/);
  const parts: Part[] = [];
  let from = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const end = endOfCode(lines, at);
    if (end === undefined) continue;
    parts.push(...shortParts(lines.slice(from, at)), { kind: 'code', text: lines.slice(at + 1, end).join('\n') });
    at = end;
    from = end + 1;
  }
  return [...parts, ...shortParts(lines.slice(from))];
}

/** Puts as many lines into each part as fit, if possible up to a blank line. */
function shortParts(lines: readonly string[]): Part[] {
  const parts: Part[] = [];
  for (let from = 0; from < lines.length; ) {
    const count = fitting(lines, from);
    const text = lines.slice(from, from + count).join('\n');
    parts.push({ kind: text.length > MAX_PART ? 'plain' : 'markdown', text });
    from += count;
  }
  return parts;
}

/** The number of lines that fit into a part, but at least one. */
function fitting(lines: readonly string[], from: number): number {
  let length = 0;
  let untilBlank = 0;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    length += line.length + 1;
    if (length > MAX_PART + 1) return Math.max(1, untilBlank || at - from);
    if (line.trim() === '') untilBlank = at - from + 1;
  }
  return lines.length - from;
}

/** Returns the line that closes the block of code which begins at a line, or nothing if none does. */
function endOfCode(lines: readonly string[], from: number): number | undefined {
  const [, backticks, tildes] = FENCE.exec(lines[from] ?? '') ?? [];
  const fence = backticks ?? tildes;
  if (fence === undefined) return undefined;
  for (let at = from + 1; at < lines.length; at += 1) if (closes(lines[at] ?? '', fence)) return at;
  return lines.length;
}

function closes(line: string, fence: string): boolean {
  const bare = line.trim();
  const indentation = line.length - line.trimStart().length;
  return indentation <= 3 && bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length);
}

export interface ShownText {
  readonly markup: Html;
  /** The work that it took. */
  readonly steps: number;
  /** The reason why some of the text is shown without markup, as a phrase that follows its name. */
  readonly fault?: string;
}

/** Makes the markup of a text on a page that has a title. What is beyond the limits is shown as it stands. */
export function schoolText(source: string, context: SchoolTextContext): ShownText {
  const lexer = new BoundedLexer();
  const dialect = dialectOf(context);
  let free = FREE_MARKUP;
  let fault: string | undefined;
  const parts = partsOf(withoutDirections(source)).map(({ kind, text }): Html => {
    if (kind === 'code') return html`<pre><code>${text}</code></pre>`;
    if (kind === 'plain') return html`<p>${text}</p>`;
    try {
      const markup = html`${blocksMarkup(lexer.part(text), dialect)}`;
      free -= Math.max(0, markup.toString().length - MAX_GROWTH * text.length);
      if (free < 0) throw tooMuch();
      return markup;
    } catch (error) {
      fault ??= error instanceof BeyondLimits ? error.message : 'cannot be read as Markdown';
      return html`<pre>${text}</pre>`;
    }
  });
  return { markup: framed(parts), steps: Math.min(lexer.steps, MAX_STEPS), ...(fault === undefined ? {} : { fault }) };
}

const framed = (content: Renderable): Html => html`<div class="manual" dir="auto">${content}</div>`;

/** A text as it stands, which takes next to no time. */
export const plainText = (source: string): Html => framed(html`<pre>${withoutDirections(source)}</pre>`);

/** The longest that the context of a text can be. */
const ANY_CONTEXT = { label: 'x'.repeat(200), base: schoolPath('x'.repeat(MAX_SLUG)), baseUrl: 'https://any.invalid' };

/** Returns what would keep a text from being shown with its markup anywhere. */
export const faultOfText = (source: string): string | undefined => schoolText(source, ANY_CONTEXT).fault;

function tokensOf(source: string): readonly Token[] {
  try {
    return new BoundedLexer().part(source);
  } catch {
    return [];
  }
}

/** Returns the beginning of a text without markup, for search engines. */
export function descriptionOf(source: string): string {
  const words = tokensOf(source.slice(0, DESCRIPTION.read))
    .filter(({ type }) => type !== 'heading' && type !== 'code')
    .map((token) => wordsOf(token as MarkedToken))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (words.length <= DESCRIPTION.length) return words;
  const end = words.lastIndexOf(' ', DESCRIPTION.length - 1);
  return shortened(words, end > 0 ? end : DESCRIPTION.length - 1);
}

/** The first heading is of level 2, whatever the school calls it, and none is more than one level below the one before. */
function headings(): Dialect['heading'] {
  const open: number[] = [];
  return (depth, content) => {
    while ((open.at(-1) ?? 0) >= depth) open.pop();
    open.push(depth);
    if (open.length === 1) return html`<h2>${content}</h2>`;
    return open.length === 2 ? html`<h3>${content}</h3>` : html`<h4>${content}</h4>`;
  };
}

const dialectOf = (context: SchoolTextContext): Dialect => ({
  label: context.label,
  textOf: (text) => text,
  codeOf: (code) => code,
  heading: headings(),
  link(href, content) {
    if (PUBLIC_PATH.test(href)) return tenantAnchor(`${context.base}${href}`, content);
    const url = tenantLink(href, context.baseUrl);
    return url === undefined ? content : tenantAnchor(url, content);
  },
  // A picture elsewhere would tell its host who reads the page.
  image: (_href, alt) => alt,
});

/** The paths in `schema/school/addresses.ts`, and those of the lists. */
const PUBLIC_PATH =
  /^\/(?:past-events|(?:courses|events|posts|pages)(?:\/[a-z0-9-]+)?|courses\/[a-z0-9-]+\/lectures\/[\w-]+)$/;
