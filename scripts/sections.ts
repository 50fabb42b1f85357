/**
 * `npm run sections`: holds the requirements of `test/requirements` against the tests and the source. Fails on a code that
 * is cited and has no line there (so also on a misspelt one), on a requirement that no test cites and that is not said to
 * be unmet, and on one that is said to be unmet and has a test. With `--table`, prints every requirement with its proof as
 * Markdown. Another folder than the repository can be named.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Requirement {
  code: string;
  /** The heading that it stands under. */
  group: string;
  sentence: string;
  /** Why it is not met; `undefined` when it is. */
  unmet: string | undefined;
}

/** Codes by the files that cite them. */
type Citations = Map<string, Set<string>>;

/** In running text: sections of public documents, one or several of each, … */
const SECTIONS =
  /\b(RFC \w+|OpenID Connect (?:Core|Discovery|RP-Initiated Logout)|OAuth 2\.1|CIMD|WebAuthn)(?: 1\.0)?,? ((?:§\d[\d.]*|Appendix [A-Z][\d.]*)(?:(?:,| and) §\d[\d.]*)*)/g;
/** … and codes that are whole in themselves. Shorter ones, such as `A12`, could be anything there. */
const SINGLE =
  /\b(spec \d(?:\.\d+)*|ASVS \d+(?:\.\d+){1,2}|CVE-\d{4}-\d+|WCAG 2\.2 AA|E-\d{1,2}[a-h]?|[FW]\d{2}|A\d{1,2}\.\d+|H\d\.\d+|D[1-4])(?![\w-])/g;
/** How an entry begins that means to be a code, right or wrong. */
const CODE_LIKE = /^(?:RFC|OpenID|OAuth|CIMD|WebAuthn|WCAG|ASVS|CVE|spec|[A-Z] ?-? ?\d|[A-Z]\()/i;

/** Every code that running text cites, each section on its own. */
function citationsIn(text: string): string[] {
  const sections = [...text.matchAll(SECTIONS)].flatMap(([, document, list = '']) =>
    (list.match(/§\d[\d.]*\d|§\d|Appendix [A-Z](?:\.\d+)*/g) ?? []).map((section) => `${document} ${section}`),
  );
  return [...sections, ...[...text.matchAll(SINGLE)].map(([code]) => code)];
}

/** What a title proves stands at its end: `a code is redeemed once [RFC 6749 §4.1.2, F01]`. */
function provenBy(source: string): string[] {
  const titles = titlesIn(source).flatMap((title) => /\[([^[\]]*)\]$/.exec(title)?.[1]?.split(', ') ?? []);
  // Titles also come from tables and go through functions, where other brackets can end a text.
  const texts = [...source.matchAll(/\[([^[\]\n]+)\](?=['"`])/g)].map(([, list = '']) => list.split(', '));
  return [...titles, ...texts.filter((list) => list.some((entry) => CODE_LIKE.test(entry))).flat()];
}

const titlesIn = (source: string): string[] =>
  [...source.matchAll(/\.test\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g)].map(([, , title = '']) => title);

const isSentence = (title: string): boolean => !citationsIn(title).some((code) => title.startsWith(code));

/** What comments cite, in their sentences and in brackets. */
function citedBy(source: string): string[] {
  const comments = (source.match(/(?<![:'"`])\/\/.*|\/\*[\s\S]*?\*\//g) ?? []).join('\n');
  const lists = [...comments.matchAll(/ \[([^[\]]+)\]\./g)].map(([, list = '']) => list.split(/,\s[\s*]*/));
  return [...citationsIn(comments), ...lists.filter((list) => list.some((entry) => CODE_LIKE.test(entry))).flat()];
}

/** What is found in the files of a pattern, with the files it is found in. */
function collect(root: string, pattern: string, read: (source: string) => string[]): Citations {
  const found: Citations = new Map();
  for (const file of globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/generated/**'] })) {
    for (const entry of read(readFileSync(join(root, file), 'utf8'))) {
      found.set(entry, (found.get(entry) ?? new Set()).add(file));
    }
  }
  return found;
}

function readRequirements(root: string): Requirement[] {
  return globSync('test/requirements/*.md', { cwd: root })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      let group = file;
      return text.split(/\n(?=- |#)/).flatMap((part) => {
        group = /^#+ (.*)/.exec(part)?.[1] ?? group;
        const [, code = '', rest = ''] = /^- `([^`]+)` ([\s\S]*)/.exec(part) ?? [];
        if (code === '') return [];
        const [sentence = '', unmet] = rest.split(/\n\n/, 1)[0]?.split(/\n {2}Not met: /) ?? [];
        return [{ code, group, sentence: onOneLine(sentence), unmet: unmet && onOneLine(unmet) }];
      });
    });
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface Findings {
  requirements: readonly Requirement[];
  /** By titles of tests. */
  proven: Citations;
  /** By comments. */
  cited: Citations;
  /** Titles that begin with a code. */
  titles: Citations;
}

function faultsOf({ requirements, proven, cited, titles }: Findings): string[] {
  const lines = new Map(requirements.map((requirement) => [requirement.code, requirement]));
  const filesOf = (code: string): string => [...(proven.get(code) ?? cited.get(code) ?? [])].sort().join(', ');
  return [
    ...requirements
      .filter((requirement) => lines.get(requirement.code) !== requirement)
      .map(({ code }) => `${code} has two lines in test/requirements`),
    ...[...new Set([...proven.keys(), ...cited.keys()])]
      .filter((code) => !lines.has(code))
      .map((code) => `${code} is cited without a line in test/requirements: ${filesOf(code)}`),
    ...requirements
      .filter(({ code, unmet }) => unmet === undefined && !proven.has(code))
      .map(({ code }) => `${code} is demanded, and no test cites it`),
    ...requirements
      .filter(({ code, unmet }) => unmet !== undefined && proven.has(code))
      .map(({ code }) => `${code} is said to be unmet, and a test cites it: ${filesOf(code)}`),
    ...[...titles].map(([title, files]) => `a title begins with a code: ${title} (${[...files].join(', ')})`),
  ];
}

function tableOf(requirements: readonly Requirement[], proven: Citations): string {
  const rows = requirements.map(({ code, group, sentence, unmet }, n) => {
    const heading =
      group === requirements[n - 1]?.group ? '' : `\n## ${group}\n\n| | requirement | proof |\n| --- | --- | --- |\n`;
    const files = [...(proven.get(code) ?? [])].sort().map((file) => file.slice('test/'.length));
    return `${heading}| ${code} | ${sentence} | ${unmet === undefined ? files.join(', ') : `**not met:** ${unmet}`} |`;
  });
  return `# What is demanded, and what proves it\n${rows.join('\n')}\n`;
}

const { values, positionals } = parseArgs({
  options: { table: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [root = join(import.meta.dirname, '..')] = positionals;
const requirements = readRequirements(root);
const proven = collect(root, 'test/**/*.ts', provenBy);
const cited = collect(root, '{schema,db,plugins,routes,scripts,test}/**/*.{ts,js}', citedBy);
const titles = collect(root, 'test/**/*.ts', (source) => titlesIn(source).filter((title) => !isSentence(title)));
const faults = faultsOf({ requirements, proven, cited, titles });
if (values.table) process.stdout.write(tableOf(requirements, proven));
for (const fault of faults) process.stderr.write(`${fault}\n`);
const unmet = requirements.filter((requirement) => requirement.unmet !== undefined).length;
process.stderr.write(
  `${requirements.length} requirements: ${requirements.length - unmet} met, ${unmet} not met; ${faults.length} faults\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
