/**
 * Reports the code coverage per folder, as V8 measured it in the processes that ran test files. Separate server
 * processes that tests start are not included.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
/**
 * Minimum coverage in percent, just below the measured coverage and never lowered: `{ "routes": { "lines": 98.2, … }
 * }`.
 */
const FLOORS = join(import.meta.dirname, 'coverage-floors.json');
const FOLDERS = ['schema', 'db', 'plugins', 'routes'] as const;
const KINDS = ['lines', 'functions', 'branches'] as const;

/** Random inputs and concurrency change the coverage slightly between runs. */
const SLACK = 0.5;

type Percentages = Record<(typeof KINDS)[number], number>;

/** The part of istanbul's coverage map that is used here. */
interface CoverageMap {
  files(): string[];
  fileCoverageFor(file: string): { toSummary(): Summary };
}
interface Summary {
  data: Record<(typeof KINDS)[number], { pct: number; total: number; covered: number }>;
  merge(other: Summary): void;
}
interface Report {
  getCoverageMapFromAllCoverageFiles(): Promise<CoverageMap>;
  run(): Promise<void>;
}

const { Report } = createRequire(import.meta.url)('c8') as { Report: new (options: object) => Report };

/**
 * Prints a table, and writes a report of every line to `coverage/index.html`.
 * @param folder the output folder of V8
 * @returns a description of each value below its minimum
 */
export async function reportCoverage(folder: string): Promise<string[]> {
  const report = new Report({
    tempDirectory: folder,
    include: FOLDERS.map((name) => `${name}/**/*.ts`),
    exclude: ['db/migrations/**', 'db/drizzle.*.ts', ...filesOfTypes()],
    extension: ['.ts'],
    excludeNodeModules: true,
    reporter: ['html'],
    reportsDirectory: join(ROOT, 'coverage'),
    src: [ROOT],
    all: true,
    mergeAsync: true,
    resolve: '',
    omitRelative: true,
    wrapperLength: 0,
  });
  await report.run();
  const map = await report.getCoverageMapFromAllCoverageFiles();
  const measured = Object.fromEntries(FOLDERS.map((name) => [name, percentagesOf(map, name)]));
  console.log(`\ncoverage   ${KINDS.map((kind) => kind.padStart(10)).join('')}`);
  for (const [name, percentages] of Object.entries(measured)) {
    console.log(name.padEnd(11) + KINDS.map((kind) => `${percentages[kind].toFixed(1)} %`.padStart(10)).join(''));
  }
  const floors: Record<string, Percentages> = existsSync(FLOORS) ? JSON.parse(readFileSync(FLOORS, 'utf8')) : {};
  if (process.env.COVERAGE === 'write') {
    const raised = Object.entries(measured).map(([name, percentages]) => [name, raise(percentages, floors[name])]);
    writeFileSync(FLOORS, `${JSON.stringify(Object.fromEntries(raised), null, 2)}\n`);
    return [];
  }
  return Object.entries(floors).flatMap(([name, floor]) =>
    KINDS.filter((kind) => (measured[name]?.[kind] ?? 0) < floor[kind]).map(
      (kind) => `${name}: ${measured[name]?.[kind]} % of ${kind}, at least ${floor[kind]} % are demanded`,
    ),
  );
}

/** Files of types only, which no process loads, so that V8 cannot count them. */
function filesOfTypes(): string[] {
  const sources = globSync(
    FOLDERS.map((name) => `${name}/**/*.ts`),
    { cwd: ROOT },
  );
  const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;
  return sources.filter(
    (file) =>
      stripTypeScriptTypes(readFileSync(join(ROOT, file), 'utf8'))
        .replace(comments, '')
        .trim() === '',
  );
}

const raise = (measured: Percentages, floor: Percentages = { lines: 0, functions: 0, branches: 0 }): Percentages => {
  const least = (kind: keyof Percentages): number =>
    Math.max(floor[kind], Math.round(10 * measured[kind] - 10 * SLACK) / 10);
  return { lines: least('lines'), functions: least('functions'), branches: least('branches') };
};

/** Rounded down to a tenth. */
function percentagesOf(map: CoverageMap, folder: string): Percentages {
  const sums = { lines: [0, 0], functions: [0, 0], branches: [0, 0] } satisfies Record<string, [number, number]>;
  for (const file of map.files().filter((one) => one.startsWith(join(ROOT, folder)))) {
    const { data } = map.fileCoverageFor(file).toSummary();
    for (const kind of KINDS) {
      sums[kind][0] += data[kind].covered;
      sums[kind][1] += data[kind].total;
    }
  }
  const percent = ([covered, total]: number[]): number => Math.floor((1000 * (covered ?? 0)) / (total || 1)) / 10;
  return { lines: percent(sums.lines), functions: percent(sums.functions), branches: percent(sums.branches) };
}
