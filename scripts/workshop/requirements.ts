/** Reads the requirements in `test/requirements`, and what the tests and the source say of them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Requirement {
  code: string;
  /** The heading above the requirement. */
  group: string;
  /** The level of ASVS, such as `L1`. */
  level: string | undefined;
  sentence: string;
  state: 'met' | 'not met' | 'not applicable';
  /** Why it is not met or not applicable. */
  reason: string | undefined;
  /** Proofs besides the titles that end with its code. */
  shownBy: readonly Proof[];
}

/** Another requirement, the title of a test without its codes, or a file, possibly with a heading. */
export type Proof = { code: string } | { title: string } | { file: string };

/** The files that cite each code. */
export type Citations = Map<string, Set<string>>;

/** Citations in running text: one or several sections of a public document, … */
const SECTIONS =
  /\b(RFC \w+|OpenID Connect (?:Core|Discovery|RP-Initiated Logout)|OAuth 2\.1|CIMD|WebAuthn)(?: 1\.0)?,? ((?:§\d[\d.]*|Appendix [A-Z][\d.]*)(?:(?:,| and) §\d[\d.]*)*)/g;
/** … and complete codes. Shorter ones, such as `A12`, are ambiguous in running text. */
const SINGLE =
  /\b(spec \d(?:\.\d+)*|ASVS \d+(?:\.\d+){1,2}|CVE-\d{4}-\d+|WCAG 2\.2 AA|E-\d{1,2}[a-h]?|[FW]\d{2}|A\d{1,2}\.\d+|H\d\.\d+|D[1-4])(?![\w-])/g;
/** The start of an entry that is intended as a code, whether or not it is valid. */
const CODE_LIKE = /^(?:RFC|OpenID|OAuth|CIMD|WebAuthn|WCAG|ASVS|CVE|spec|[A-Z] ?-? ?\d|[A-Z]\()/i;
/** The codes at the end of a title. */
const CODES = / \[[^[\]]*\]$/;

/** Returns every code that running text cites, one per section. */
export function citationsIn(text: string): string[] {
  const sections = [...text.matchAll(SECTIONS)].flatMap(([, document, list = '']) =>
    (list.match(/§\d[\d.]*\d|§\d|Appendix [A-Z](?:\.\d+)*/g) ?? []).map((section) => `${document} ${section}`),
  );
  return [...sections, ...[...text.matchAll(SINGLE)].map(([code]) => code)];
}

/** Returns the codes at the end of test titles, as in `a code is redeemed once [RFC 6749 §4.1.2, F01]`. */
export function provenBy(source: string): string[] {
  const titles = titlesIn(source).flatMap((title) => /\[([^[\]]*)\]$/.exec(title)?.[1]?.split(', ') ?? []);
  // Titles also come from tables and functions, where other brackets can end a text.
  const texts = [...source.matchAll(/\[([^[\]\n]+)\](?=['"`])/g)].map(([, list = '']) => list.split(', '));
  return [...titles, ...texts.filter((list) => list.some((entry) => CODE_LIKE.test(entry))).flat()];
}

export const titlesIn = (source: string): string[] =>
  [...source.matchAll(/(?:\.test|\bonSqlite)\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g)].map(([, , title = '']) => title);

/** Returns the titles without their codes. */
export const bareTitlesIn = (source: string): string[] => titlesIn(source).map((title) => title.replace(CODES, ''));

/** Returns the codes that comments cite, in sentences and in brackets. */
export function citedBy(source: string): string[] {
  const comments = (source.match(/(?<![:'"`])\/\/.*|\/\*[\s\S]*?\*\//g) ?? []).join('\n');
  const lists = [...comments.matchAll(/ \[([^[\]]+)\]\./g)].map(([, list = '']) => list.split(/,\s[\s*]*/));
  return [...citationsIn(comments), ...lists.filter((list) => list.some((entry) => CODE_LIKE.test(entry))).flat()];
}

/** Applies a function to the files of a pattern, and collects its results with their files. */
export function collect(root: string, pattern: string, read: (source: string) => string[]): Citations {
  const found: Citations = new Map();
  for (const file of globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/generated/**'] }).sort()) {
    for (const entry of read(readFileSync(join(root, file), 'utf8'))) {
      found.set(entry, (found.get(entry) ?? new Set()).add(file));
    }
  }
  return found;
}

/** Returns the requirements of one file, or of all files. */
export function readRequirements(root: string, name = '*'): Requirement[] {
  return globSync(`test/requirements/${name}.md`, { cwd: root })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      let group = file;
      return text.split(/\n(?=- |#)/).flatMap((part) => {
        group = /^#+ (.*)/.exec(part)?.[1] ?? group;
        const [, code = '', level, rest = ''] = /^- `([^`]+)` (?:\((L[1-3])\) )?([\s\S]*)/.exec(part) ?? [];
        return code === '' ? [] : [requirementOf(code, group, level, rest.split(/\n\n/, 1)[0] ?? '')];
      });
    });
}

function requirementOf(code: string, group: string, level: string | undefined, text: string): Requirement {
  const [sentence = '', ...parts] = text.split(/\n {2}(?=Not met: |Not applicable: |Shown by: )/).map(onOneLine);
  const after = (start: string): string | undefined =>
    parts.find((part) => part.startsWith(start))?.slice(start.length + 1);
  const unmet = after('Not met:');
  const inapplicable = after('Not applicable:');
  return {
    code,
    group,
    level,
    sentence,
    state: unmet !== undefined ? 'not met' : inapplicable !== undefined ? 'not applicable' : 'met',
    reason: unmet ?? inapplicable,
    shownBy: proofsIn(after('Shown by:') ?? ''),
  };
}

/** Codes and files stand in backticks, and titles in quotation marks. */
const proofsIn = (text: string): Proof[] =>
  [...text.matchAll(/`([^`]+)`|"([^"]+)"/g)].map(([, name = '', title]) => {
    if (title !== undefined) return { title };
    return name.includes('/') || name.includes('.md') || name.endsWith('.json') ? { file: name } : { code: name };
  });

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns whether a file exists, and the heading that follows the `#` in it. */
export function exists(root: string, address: string): boolean {
  const [file = '', heading] = address.split('#');
  const path = join(root, file);
  if (!existsSync(path)) return false;
  if (heading === undefined) return true;
  const headings = readFileSync(path, 'utf8').match(/^#+ .*$/gm) ?? [];
  return headings.some((line) => slugOf(line.replace(/^#+ /, '')) === heading);
}

/** The anchor of a heading in rendered Markdown. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
