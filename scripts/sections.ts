/**
 * `npm run sections`: collects the sections that test titles prove into the matrix of `test/README.md`, and reports the
 * sections that the code cites and no test does.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const MATRIX = join(ROOT, 'test/README.md');
const START = '<!-- matrix: written by npm run sections -->';

const DOCUMENT =
  /\b(RFC \d{4}|OpenID Connect (?:Core|Discovery|RP-Initiated Logout)|OAuth 2\.1|CIMD|WCAG 2\.2 AA)(?: 1\.0)?,? (§\d[\d.]*(?:(?:,| and) §\d[\d.]*)*)/g;
const SPECIFICATION = /\bspec (\d[\d.]*\d|\d)/g;
const DECISION = /\b([EFW]-?\d{1,2}[a-h]?)\b/g;

/** `RFC 7636 §4.6`, `E-19`, `F03`: each citation in one spelling. */
function citations(text: string): string[] {
  const sections = [...text.matchAll(DOCUMENT)].flatMap(([, document, list = '']) =>
    (list.match(/§\d[\d.]*\d|§\d/g) ?? []).map((section) => `${document} ${section}`),
  );
  const paragraphs = [...text.matchAll(SPECIFICATION)].map(([, paragraph]) => `spec ${paragraph}`);
  return [...sections, ...paragraphs, ...[...text.matchAll(DECISION)].map(([, id]) => id ?? '')];
}

function collect(pattern: string, pick: (source: string) => string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync(pattern, { cwd: ROOT })) {
    if (file.includes('node_modules')) continue;
    for (const citation of pick(readFileSync(join(ROOT, file), 'utf8')).flatMap(citations)) {
      found.set(citation, (found.get(citation) ?? new Set()).add(file));
    }
  }
  return found;
}

const titles = (source: string): string[] =>
  [...source.matchAll(/\.test\(\s*(['"`])([\s\S]*?)\1\s*,/g)].map(([, , title]) => title ?? '');
const comments = (source: string): string[] => source.match(/\/\/.*|\/\*[\s\S]*?\*\//g) ?? [];

const proven = collect('test/**/*.ts', titles);
const cited = collect('{schema,db,plugins,routes}/**/*.ts', comments);

const byName = new Intl.Collator('en', { numeric: true });
const rows = [...proven]
  .sort(([one], [other]) => byName.compare(one, other))
  .map(
    ([citation, files]) =>
      `| ${citation} | ${[...files]
        .sort()
        .map((file) => file.slice(5))
        .join(', ')} |`,
  );
const open = [...cited.keys()].filter((citation) => !proven.has(citation)).sort(byName.compare);

const head = readFileSync(MATRIX, 'utf8').split(START)[0];
const table = ['| section | tests |', '| --- | --- |', ...rows].join('\n');
const remaining =
  open.length === 0
    ? 'None.'
    : open.map((citation) => `- ${citation}: ${[...(cited.get(citation) ?? [])].join(', ')}`).join('\n');
writeFileSync(MATRIX, `${head}${START}\n\n${table}\n\n### Cited in code, in no test title\n\n${remaining}\n`);
process.stdout.write(`${rows.length} sections proven, ${open.length} cited in code only\n`);
