/**
 * Reads files of HTTP exchanges (`test/http/*.http`). An exchange is a title after `###`, comments with the rule that it
 * proves, perhaps a table, a request in the bytes that are sent, and from the line that begins with `HTTP/1.1` on, the
 * answer that is expected. `test/http/README.md` describes the notation.
 */
import { readFileSync } from 'node:fs';

export type Values = ReadonlyMap<string, string>;

/** An answer as a file describes it. */
export interface ExpectedAnswer {
  /** `HTTP/1.1 200`, perhaps with the reason. */
  readonly status: string;
  /** `Name: pattern`, or `!Name` for one that must be missing. */
  readonly head: readonly string[];
  /** `undefined` if it does not matter. */
  readonly body: string | undefined;
}

export interface Exchange {
  readonly title: string;
  readonly rule: string;
  /** One for each row of the table; one without values if there is none. */
  readonly rows: readonly Values[];
  /** How much later than the one before it is sent, as in `2 hours`. */
  readonly later: string | undefined;
  /** The lines of the request. */
  readonly request: readonly string[];
  readonly answers: readonly ExpectedAnswer[];
  /** Whether the server closes the connection after the answer. */
  readonly closes: boolean;
}

export interface HttpFile {
  /** What `@name` stands for. */
  readonly definitions: Values;
  readonly exchanges: readonly Exchange[];
}

const CLOSED = '(closed)';
const isStatus = (line: string): boolean => /^HTTP\/1\.1 (?:\d|\{\{)/.test(line);
const isComment = (line: string): boolean => /^#(?!##)/.test(line);

export function readHttpFile(path: string): HttpFile {
  const [preamble = '', ...blocks] = readFileSync(path, 'utf8').split(/^### /m);
  return { definitions: definitionsOf(preamble.split('\n')), exchanges: blocks.map(exchangeOf) };
}

/** `@name = text`; the lines below that begin with two blanks belong to it. */
function definitionsOf(lines: readonly string[]): Values {
  const definitions = new Map<string, string>();
  let last = '';
  for (const line of lines.filter((one) => one !== '' && !isComment(one))) {
    const [, name, text = ''] = /^@([\w-]+) =\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      last = name;
      definitions.set(name, text);
    } else if (line.startsWith('  ')) {
      const before = definitions.get(last) ?? '';
      definitions.set(last, before === '' ? line.slice(2) : `${before}\n${line.slice(2)}`);
    } else throw new Error(`neither a comment nor a definition: ${line}`);
  }
  return definitions;
}

function exchangeOf(block: string): Exchange {
  const [title = '', ...lines] = block.split('\n');
  const start = lines.findIndex((line) => line !== '' && !/^[#|@]/.test(line));
  const above = lines.slice(0, start);
  const text = lines.slice(start);
  const firstAnswer = text.findIndex(isStatus);
  if (start < 0 || firstAnswer < 1) throw new Error(`${title}: a request and an answer are needed`);
  const below = text.slice(firstAnswer);
  const rule = above
    .filter(isComment)
    .map((line) => line.slice(1).trim())
    .join(' ');
  if (rule === '') throw new Error(`${title}: which rule is it about?`);
  return {
    title,
    rule,
    rows: rowsOf(above.filter((line) => line.startsWith('|'))),
    later: above.find((line) => line.startsWith('@later '))?.slice('@later '.length),
    request: withoutEnd(text.slice(0, firstAnswer)),
    answers: answersOf(below.filter((line) => line !== CLOSED)),
    closes: below.includes(CLOSED),
  };
}

/** A table as Markdown has it, whose head names the values; `\|` is a bar. */
function rowsOf(lines: readonly string[]): Values[] {
  if (lines.length === 0) return [new Map()];
  const [names = [], , ...rows] = lines.map((line) =>
    line
      .replace(/^\|\s*|\s*\|$/g, '')
      .split(/\s*(?<!\\)\|\s*/)
      .map((cell) => cell.replaceAll('\\|', '|').replace(/^`(.*)`$/, '$1')),
  );
  return rows.map((cells) => new Map(names.map((name, at) => [name, cells[at] ?? ''])));
}

function withoutEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}

function answersOf(lines: readonly string[]): ExpectedAnswer[] {
  const starts = lines.flatMap((line, at) => (isStatus(line) ? [at] : []));
  return starts.map((start, at) => {
    const [status = '', ...rest] = withoutEnd(lines.slice(start, starts[at + 1]));
    const blank = rest.indexOf('');
    const [head, body] = blank < 0 ? [rest, undefined] : [rest.slice(0, blank), rest.slice(blank + 1).join('\n')];
    return { status, head: head.filter((line) => !isComment(line)), body };
  });
}
