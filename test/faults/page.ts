/** The tables of `docs/reliability.md`: what the long scripts found, and which tests show what is demanded of each fault. */
import { bareTitlesIn, collect, type Requirement, readRequirements } from '../../scripts/workshop/requirements.ts';
import { ROOT } from '../support/programs.ts';
import { FAULTS } from './catalogue/index.ts';
import { isMeasured, type Measured, readKept } from './kept.ts';
import { described } from './script.ts';

const PAGE = 'docs/reliability.md';
/** Any text that ends with codes, also if it is the title of a function that skips tests. */
const TITLES = /(['"`])((?:(?!\1)[^\\\n])+) \[([^[\]\n]+)\]\1/g;

/** What the page has between its markers, by the name in them. */
export const reliabilityTables = (): readonly [file: string, name: string, content: string][] => [
  [PAGE, 'long runs', longRuns()],
  [PAGE, 'tests', tests()],
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((cells) => cells.map(cell))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

function longRuns(): string {
  const kept = readKept();
  const names = Object.keys(FAULTS);
  const rows = names.flatMap((name) => {
    const found = kept[name];
    return isMeasured(found)
      ? [[name, found.engines, asserted(found), figuresOf(name, found), ranAt(name, found)]]
      : [];
  });
  const others = names.flatMap((name) => {
    const found = kept[name];
    if (isMeasured(found)) return [];
    return [`- ${name}: ${found === undefined ? 'not run yet' : `skipped, because ${found.skipped}`}`];
  });
  const machines = new Set(Object.values(kept).flatMap((one) => (isMeasured(one) ? [one.machine] : [])));
  return [
    table(['fault', 'database', 'asserted', 'figures', 'run and repeated'], rows),
    `Measured on: ${[...machines].join('; ') || 'nothing yet'}.`,
    ...(others.length === 0 ? [] : ['Without figures:', others.join('\n')]),
  ].join('\n\n');
}

const asserted = ({ asserted: held, broken }: Measured): string =>
  [...(broken.length === 0 ? [] : [`**does not hold:** ${broken.join('; ')}. Checked:`]), held.join('; ')].join(' ');

function figuresOf(name: string, { figures, seconds }: Measured): string {
  const { compared = {} } = described(FAULTS[name] ?? (async () => 'gone'));
  const shown = Object.entries(figures).map(([what, value]) => {
    const text = `${what} ${value}`;
    return Object.hasOwn(compared, what) ? `**${text}**` : text;
  });
  return [...shown, `whole run ${seconds} s`].join(', ');
}

const ranAt = (name: string, { date, commit, seed }: Measured): string =>
  `${date}, ${commit}: \`TEST_SEED=${seed} npm run machine -- faults "${name}"\``;

function tests(): string {
  /** Each code with the titles that end with it, and their files. */
  const shownBy = new Map<string, Map<string, string>>();
  const titled = collect(ROOT, 'test/**/*.test.ts', (source) =>
    [...source.matchAll(TITLES)].map(([, , title = '', codes = '']) => `${title}\n${codes}`),
  );
  for (const [entry, files] of titled) {
    const [title = '', codes = ''] = entry.split('\n');
    for (const code of codes.split(', ')) {
      const known = shownBy.get(code) ?? new Map<string, string>();
      shownBy.set(code, known.set(title, [...files][0] ?? ''));
    }
  }
  const bare = collect(ROOT, 'test/**/*.test.ts', bareTitlesIn);
  const shown = ([title, file]: [string, string]): string =>
    bare.get(title)?.has(file) && !title.includes('${')
      ? `[${title}](../${file})`
      : `${title.replace(/\$\{[^}]*\}/g, '…')} (\`${file}\`)`;
  return table(
    ['fault', 'what must hold', 'shown by'],
    readRequirements(ROOT, 'faults').map((requirement) => [
      requirement.code,
      requirement.sentence,
      proofOf(requirement, [...(shownBy.get(requirement.code) ?? [])].map(shown)),
    ]),
  );
}

function proofOf({ code, state, reason }: Requirement, titles: readonly string[]): string {
  if (state !== 'met') return `**${state}:** ${reason}`;
  const long = Object.keys(FAULTS).filter((name) => name.startsWith(code)).length;
  return [...titles, ...(long === 0 ? [] : [`at length: see ${code} above`])].join('; ');
}
