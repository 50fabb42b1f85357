/**
 * `npm run manual -- asvs`: writes `docs/asvs.md` from `test/requirements/asvs.md` and the titles of the tests. With `--check`,
 * writes nothing and fails if the page is not up to date. An argument selects another folder than the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHelp, readArguments } from '../commands/usage.ts';
import { type Citations, collect, type Proof, type Requirement, readRequirements, titlesIn } from './requirements.ts';

const PAGE = 'docs/asvs.md';
const REQUIREMENTS = 'test/requirements';
const CODES = / \[([^[\]]*)\]$/;
/** A code is proven by many tests. The page links to some of them. */
const LINKS_OF_CODE = 2;

const STATES = ['met', 'not met', 'not applicable'] as const;
const LEVELS = ['L1', 'L2', 'L3'] as const;

const INTRODUCTION = `# OWASP ASVS 5.0.0

<!-- written by npm run manual -- asvs from test/requirements/asvs.md -->

The requirements of levels 1 and 2 of the [Application Security Verification Standard](https://owasp.org/www-project-application-security-verification-standard/)
5.0.0, in short words of our own, and what shows that each is met. The requirements of level 3 are listed as far as they
were looked at. Chapter V17, WebRTC, does not apply. The numbers are those of the standard, where the full text is found.

The proof of a requirement is a test, another requirement of this project with its tests (a code such as \`W38\`, explained
in [test/requirements](../test/requirements/README.md)), or a document. \`npm run sections\` fails when one of them is gone.
What depends on how the server is operated is described in the [hardening guide](security.md#hardening-guide).
`;

const USAGE = `Usage: npm run manual -- asvs    write docs/asvs.md; with --check, fail if it is not up to date
`;
const args = process.argv.slice(2);
answerHelp(args, USAGE);
const { values, positionals } = readArguments(args, USAGE, { check: { type: 'boolean', default: false } });
const [root = join(import.meta.dirname, '../..')] = positionals;
const requirements = readRequirements(root, 'asvs');
/** The files of each title, with its codes. */
const titles = collect(root, 'test/**/*.test.ts', titlesIn);
/** The file in which each code has its line. */
const fileOfCode = collect(root, `${REQUIREMENTS}/*.md`, (text) =>
  [...text.matchAll(/^- `([^`]+)`/gm)].map(([, code = '']) => code),
);

const first = (files: Citations, key: string): string => files.get(key)?.values().next().value ?? '';
const plain = (title: string): string => title.replace(CODES, '');
const linkTo = (title: string): string => `[${plain(title)}](../${first(titles, title)})`;
const titlesOf = (code: string): string[] =>
  [...titles.keys()].filter((title) => CODES.exec(title)?.[1]?.split(', ').includes(code));

function proofText(proof: Proof): string {
  if ('file' in proof)
    return `[${proof.file}](${proof.file.startsWith('docs/') ? proof.file.slice(5) : `../${proof.file}`})`;
  if ('title' in proof) return linkTo([...titles.keys()].find((title) => plain(title) === proof.title) ?? proof.title);
  const links = titlesOf(proof.code);
  const list = [...links.slice(0, LINKS_OF_CODE).map(linkTo), ...(links.length > LINKS_OF_CODE ? ['and others'] : [])];
  return `[${proof.code}](../${first(fileOfCode, proof.code)}): ${list.join(', ')}`;
}

function rowOf({ code, level, sentence, state, reason, shownBy }: Requirement): string {
  const proofs = [...titlesOf(code).map(linkTo), ...shownBy.map(proofText)];
  const result = state === 'met' ? proofs.join('; ') : `**${state}:** ${reason}`;
  return `| ${code.replace('ASVS ', '')} | ${level} | ${sentence} | ${result} |`;
}

function summary(): string {
  const count = (level: string, state: string): number =>
    requirements.filter((requirement) => requirement.level === level && requirement.state === state).length;
  const rows = LEVELS.map((level) => `| ${level} | ${STATES.map((state) => count(level, state)).join(' | ')} |`);
  return `| level | ${STATES.join(' | ')} |\n| --- | --: | --: | --: |\n${rows.join('\n')}\n`;
}

const sections = Map.groupBy(requirements, ({ group }) => group);
const tables = [...sections].map(
  ([group, list]) =>
    `## ${group}\n\n| | level | requirement | shown by |\n| --- | --- | --- | --- |\n${list.map(rowOf).join('\n')}\n`,
);
const page = [INTRODUCTION, summary(), ...tables].join('\n');

if (!values.check) writeFileSync(join(root, PAGE), page);
else if (readFileSync(join(root, PAGE), 'utf8') !== page) {
  process.stderr.write(`${PAGE} is not up to date: npm run manual -- asvs\n`);
  process.exitCode = 1;
}
