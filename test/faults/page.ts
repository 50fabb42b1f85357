/** The tables of `docs/reliability.md`: what the long scripts found, and which tests show what must hold for each fault. */
import { collect, type Requirement, readRequirements } from '../../scripts/workshop/requirements.ts';
import { ROOT } from '../support/programs.ts';
import { FAULTS } from './catalogue/index.ts';
import { isMeasured, type Measured, readKept } from './kept.ts';
import { described } from './script.ts';

const PAGE = 'docs/reliability.md';
/** Any text that ends with codes, also if it is the title of a function that skips tests. */
const TITLES = /(['"`])(?:(?!\1)[^\\\n])+ \[([^[\]\n]+)\]\1/g;

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
    return isMeasured(found) ? [[name, found.engines, figuresOf(name, found), ranAt(found)]] : [];
  });
  const others = names.flatMap((name) => {
    const found = kept[name];
    if (isMeasured(found)) return [];
    return [`- ${name}: ${found === undefined ? 'not run yet' : `skipped, because ${found.skipped}`}`];
  });
  const machines = new Set(Object.values(kept).flatMap((one) => (isMeasured(one) ? [one.machine] : [])));
  return [
    table(['trial', 'database', 'figures', 'run'], rows),
    `Measured on: ${[...machines].join('; ') || 'nothing yet'}.`,
    ...(others.length === 0 ? [] : ['Without figures:', others.join('\n')]),
  ].join('\n\n');
}

function figuresOf(name: string, { broken, figures, seconds }: Measured): string {
  const { compared = {} } = described(FAULTS[name] ?? (async () => 'gone'));
  const shown = Object.entries(overRounds(figures)).map(([what, value]) => {
    const text = `${what} ${value}`;
    return Object.hasOwn(compared, what) ? `**${text}**` : text;
  });
  const faults = broken.length === 0 ? '' : `**does not hold:** ${broken.join('; ')}. `;
  return `${faults}${[...shown, `whole run ${seconds} s`].join(', ')}`;
}

/** Figures of several rounds, such as `node killed, 1`, become one with ranges. The answers of single rounds are left out. */
function overRounds(figures: Measured['figures']): Measured['figures'] {
  const rounds = new Map<string, string[]>();
  const result: Record<string, string | number> = {};
  for (const [what, value] of Object.entries(figures)) {
    const [, name] = /^(.+), \d+$/.exec(what) ?? [];
    if (name === undefined) {
      if (!what.endsWith(', answers')) result[what] = value;
      continue;
    }
    const values = [...(rounds.get(name) ?? []), String(value)];
    rounds.set(name, values);
    result[name] = `${values.length} times: ${rangesOf(values)}`;
  }
  return result;
}

/** Texts that differ in their numbers become one, with the smallest and the largest of each. */
function rangesOf(texts: readonly string[]): string {
  const numbers = texts.map((text) => (text.match(/\d+/g) ?? []).map(Number));
  let index = 0;
  return (texts[0] ?? '').replace(/\d+/g, () => {
    const all = numbers.map((each) => each[index] ?? 0);
    index += 1;
    return `${Math.min(...all)} to ${Math.max(...all)}`;
  });
}

const ranAt = ({ date, commit, seed }: Measured): string => `${date}, ${commit}, seed ${seed}`;

function tests(): string {
  /** The files with titles that end with each code. */
  const shownBy = new Map<string, Set<string>>();
  const codesIn = (source: string): string[] => [...source.matchAll(TITLES)].map(([, , codes = '']) => codes);
  for (const [codes, files] of collect(ROOT, 'test/**/*.test.ts', codesIn)) {
    for (const code of codes.split(', ')) shownBy.set(code, new Set([...(shownBy.get(code) ?? []), ...files]));
  }
  return table(
    ['fault', 'what must hold', 'shown by'],
    readRequirements(ROOT, 'faults').map((requirement) => [
      requirement.code,
      requirement.sentence,
      proofOf(requirement, [...(shownBy.get(requirement.code) ?? [])].sort()),
    ]),
  );
}

const proofOf = ({ state, reason }: Requirement, files: readonly string[]): string =>
  state === 'met' ? files.map((file) => `\`${file.slice('test/'.length)}\``).join(', ') : `**${state}:** ${reason}`;
