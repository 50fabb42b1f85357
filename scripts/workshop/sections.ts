/**
 * `npm run sections`: compares the requirements in `test/requirements` with the tests and the source. Fails on a cited
 * code without a requirement (such as a misspelt one), on a requirement without a test that is not marked as unmet, on
 * a test of a requirement that is marked as unmet, and on a test or file that a requirement names and nobody has. With
 * `--table`, prints every requirement with its proof as Markdown. An argument selects another folder than the repository.
 */
import { join } from 'node:path';
import { answerHelp, readArguments } from '../commands/usage.ts';
import {
  bareTitlesIn,
  type Citations,
  citationsIn,
  citedBy,
  collect,
  exists,
  provenBy,
  type Requirement,
  readRequirements,
  titlesIn,
} from './requirements.ts';

const isSentence = (title: string): boolean => !citationsIn(title).some((code) => title.startsWith(code));

interface Findings {
  root: string;
  requirements: readonly Requirement[];
  /** Codes in test titles. */
  proven: Citations;
  /** Codes in comments. */
  cited: Citations;
  /** Test titles without their codes. */
  titles: Citations;
  /** Titles that begin with a code. */
  misnamed: Citations;
}

function faultsOf(findings: Findings): string[] {
  const { requirements, proven, cited, misnamed } = findings;
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
      .filter(({ code, state, shownBy }) => state === 'met' && shownBy.length === 0 && !proven.has(code))
      .map(({ code }) => `${code} is demanded, and no test cites it`),
    ...requirements
      .filter(({ code, state, shownBy }) => state !== 'met' && (proven.has(code) || shownBy.length > 0))
      .map(({ code }) => `${code} is said to be unmet, and a test cites it: ${filesOf(code)}`),
    ...requirements.flatMap((requirement) => missingProofs(requirement, findings)),
    ...[...misnamed].map(([title, files]) => `a title begins with a code: ${title} (${[...files].join(', ')})`),
  ];
}

/** Returns the proofs of a requirement that do not exist. */
function missingProofs({ code, shownBy }: Requirement, { root, proven, titles }: Findings): string[] {
  return shownBy.flatMap((proof) => {
    if ('title' in proof) return titles.has(proof.title) ? [] : [`${code} names a test that is gone: ${proof.title}`];
    if ('file' in proof) return exists(root, proof.file) ? [] : [`${code} names a file that is gone: ${proof.file}`];
    return proven.has(proof.code) ? [] : [`${code} names a code that no test proves: ${proof.code}`];
  });
}

function tableOf(requirements: readonly Requirement[], proven: Citations): string {
  const rows = requirements.map(({ code, group, sentence, state, reason, shownBy }, n) => {
    const heading =
      group === requirements[n - 1]?.group ? '' : `\n## ${group}\n\n| | requirement | proof |\n| --- | --- | --- |\n`;
    const files = [...(proven.get(code) ?? [])].map((file) => file.slice('test/'.length));
    const proofs = [...files, ...shownBy.flatMap((proof) => Object.values(proof))];
    return `${heading}| ${code} | ${sentence} | ${state === 'met' ? proofs.join(', ') : `**${state}:** ${reason}`} |`;
  });
  return `# What is demanded, and what proves it\n${rows.join('\n')}\n`;
}

const USAGE = `Usage: npm run sections -- [--table] [<folder>]    compare the requirements with the tests and the source;
                                                   --table prints them with their proofs
`;
const args = process.argv.slice(2);
answerHelp(args, USAGE);
const { values, positionals } = readArguments(args, USAGE, { table: { type: 'boolean', default: false } });
const [root = join(import.meta.dirname, '../..')] = positionals;
const requirements = readRequirements(root);
const met = new Set(requirements.filter(({ state }) => state === 'met').map(({ code }) => code));
const proven = collect(root, 'test/**/*.ts', provenBy);
// Exchanges cite many sections, of which some are requirements.
const rules = (source: string): string[] => citationsIn((source.match(/^#(?!##).*$/gm) ?? []).join('\n'));
for (const [code, files] of collect(root, 'test/http/*.http', (source) => rules(source).filter((one) => met.has(one))))
  proven.set(code, new Set([...(proven.get(code) ?? []), ...files]));
const faults = faultsOf({
  root,
  requirements,
  proven,
  cited: collect(root, '{schema,db,plugins,routes,scripts,test}/**/*.{ts,js}', citedBy),
  titles: collect(root, 'test/**/*.ts', bareTitlesIn),
  misnamed: collect(root, 'test/**/*.ts', (source) => titlesIn(source).filter((title) => !isSentence(title))),
});
if (values.table) process.stdout.write(tableOf(requirements, proven));
for (const fault of faults) process.stderr.write(`${fault}\n`);
const count = (state: Requirement['state']): number =>
  requirements.filter((requirement) => requirement.state === state).length;
process.stderr.write(
  `${requirements.length} requirements: ${count('met')} met, ${count('not met')} not met, ${count('not applicable')} not applicable; ${faults.length} faults\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
