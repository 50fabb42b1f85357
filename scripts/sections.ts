/**
 * `npm run sections`: compares the requirements in `test/requirements` with the tests and the source. Fails on a cited
 * code without a requirement (such as a misspelt one), on a requirement without a test that is not marked as unmet, and
 * on a test of a requirement that is marked as unmet. With `--table`, prints every requirement with its proof as
 * Markdown. An argument selects another folder than the repository.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

interface Requirement {
  code: string;
  /** The heading above the requirement. */
  group: string;
  sentence: string;
  /** The reason why it is not met; `undefined` if it is met. */
  unmet: string | undefined;
}

/** The files that cite each code. */
type Citations = Map<string, Set<string>>;

/** Citations in running text: one or several sections of a public document, … */
const SECTIONS =
  /\b(RFC \w+|OpenID Connect (?:Core|Discovery|RP-Initiated Logout)|OAuth 2\.1|CIMD|WebAuthn)(?: 1\.0)?,? ((?:§\d[\d.]*|Appendix [A-Z][\d.]*)(?:(?:,| and) §\d[\d.]*)*)/g;
/** … and complete codes. Shorter ones, such as `A12`, are ambiguous in running text. */
const SINGLE =
  /\b(spec \d(?:\.\d+)*|ASVS \d+(?:\.\d+){1,2}|CVE-\d{4}-\d+|WCAG 2\.2 AA|E-\d{1,2}[a-h]?|[FW]\d{2}|A\d{1,2}\.\d+|H\d\.\d+|D[1-4])(?![\w-])/g;
/** The start of an entry that is intended as a code, whether or not it is valid. */
const CODE_LIKE = /^(?:RFC|OpenID|OAuth|CIMD|WebAuthn|WCAG|ASVS|CVE|spec|[A-Z] ?-? ?\d|[A-Z]\()/i;

/** Returns every code that running text cites, one per section. */
function citationsIn(text: string): string[] {
  const sections = [...text.matchAll(SECTIONS)].flatMap(([, document, list = '']) =>
    (list.match(/§\d[\d.]*\d|§\d|Appendix [A-Z](?:\.\d+)*/g) ?? []).map((section) => `${document} ${section}`),
  );
  return [...sections, ...[...text.matchAll(SINGLE)].map(([code]) => code)];
}

/** Returns the codes at the end of test titles, as in `a code is redeemed once [RFC 6749 §4.1.2, F01]`. */
function provenBy(source: string): string[] {
  const titles = titlesIn(source).flatMap((title) => /\[([^[\]]*)\]$/.exec(title)?.[1]?.split(', ') ?? []);
  // Titles also come from tables and functions, where other brackets can end a text.
  const texts = [...source.matchAll(/\[([^[\]\n]+)\](?=['"`])/g)].map(([, list = '']) => list.split(', '));
  return [...titles, ...texts.filter((list) => list.some((entry) => CODE_LIKE.test(entry))).flat()];
}

const titlesIn = (source: string): string[] =>
  [...source.matchAll(/\.test\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g)].map(([, , title = '']) => title);

const isSentence = (title: string): boolean => !citationsIn(title).some((code) => title.startsWith(code));

/** Returns the codes that comments cite, in sentences and in brackets. */
function citedBy(source: string): string[] {
  const comments = (source.match(/(?<![:'"`])\/\/.*|\/\*[\s\S]*?\*\//g) ?? []).join('\n');
  const lists = [...comments.matchAll(/ \[([^[\]]+)\]\./g)].map(([, list = '']) => list.split(/,\s[\s*]*/));
  return [...citationsIn(comments), ...lists.filter((list) => list.some((entry) => CODE_LIKE.test(entry))).flat()];
}

/** Applies a function to the files of a pattern, and collects its results with their files. */
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
  /** Codes in test titles. */
  proven: Citations;
  /** Codes in comments. */
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
