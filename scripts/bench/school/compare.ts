/** The same requests to a small school and to one many times its size: a page must cost the same. */
import { CONNECTIONS } from '../load/callers.ts';
import { applyLoad } from '../load/load.ts';
import { cpuTime } from '../process-figures.ts';
import { median, quantile } from '../statistics.ts';
import { countStatements } from './count-statements.ts';
import { accept, SCHOOL_ROWS, type SchoolRow } from './rows.ts';
import { type School, startSchool } from './start.ts';

const SCALE = 100;

interface Figures {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  cpuMicroseconds: number;
}

interface Plan {
  rounds: number;
  seconds: number;
  onProgress(line: string): void;
  signal: AbortSignal;
}

/** @returns the table, a line per row */
export async function compareSchools(folder: string, plan: Plan): Promise<string> {
  const schools = [await startSchool('demo', 1, folder)];
  plan.onProgress(`filling a school of ${SCALE} times the size`);
  schools.push(await startSchool(`${SCALE} ×`, SCALE, folder));
  const results = new Map<SchoolRow, Figures[][]>(SCHOOL_ROWS.map((row) => [row, schools.map(() => [])]));
  for (let round = 0; round <= plan.rounds; round += 1) {
    plan.onProgress(round === 0 ? 'warm-up of the schools' : `schools, round ${round} of ${plan.rounds}`);
    for (const [row, measured] of results) {
      for (const [index, school] of schools.entries()) {
        plan.signal.throwIfAborted();
        const figures = await measure(row, school, round === 0 ? plan.seconds / 2 : plan.seconds);
        if (round > 0) measured[index]?.push(figures);
      }
    }
  }
  const statements: number[][] = [];
  for (const school of schools) {
    const requests = await Promise.all(SCHOOL_ROWS.map((row) => row.prepare(school)));
    statements.push(await countStatements(school.environment, requests));
  }
  await Promise.all(schools.map(({ server }) => server.stop()));
  return render([...results], statements);
}

async function measure(row: SchoolRow, school: School, seconds: number): Promise<Figures> {
  const request = await row.prepare(school);
  const callers = Array.from({ length: CONNECTIONS }, () => ({
    next: () => request,
    accept: (answer: Parameters<typeof accept>[1]) => accept(row, answer),
  }));
  const before = cpuTime(school.server.pid);
  const load = await applyLoad(school.server.origin, callers, seconds);
  return {
    requestsPerSecond: load.answers / load.seconds,
    p50: quantile(load.latencies, 0.5),
    p99: quantile(load.latencies, 0.99),
    cpuMicroseconds: (cpuTime(school.server.pid) - before) / load.answers,
  };
}

function render(results: readonly (readonly [SchoolRow, Figures[][]])[], statements: readonly number[][]): string {
  const lines = results.map(([row, [small = [], large = []]], index) => {
    const of = (figures: readonly Figures[], read: (one: Figures) => number): number => median(figures.map(read));
    const ratio = median(
      small.map((one, round) => (large[round]?.cpuMicroseconds ?? Number.NaN) / one.cpuMicroseconds),
    );
    return [
      row.name,
      of(small, (one) => one.requestsPerSecond).toFixed(0),
      of(large, (one) => one.requestsPerSecond).toFixed(0),
      of(small, (one) => one.p99).toFixed(2),
      of(large, (one) => one.p99).toFixed(2),
      of(small, (one) => one.cpuMicroseconds).toFixed(1),
      of(large, (one) => one.cpuMicroseconds).toFixed(1),
      ratio.toFixed(2),
      statements.map((counts) => counts[index]).join(' / '),
    ];
  });
  const headings = [
    'row',
    'req/s',
    `req/s ${SCALE} ×`,
    'p99 ms',
    `p99 ms ${SCALE} ×`,
    'CPU µs',
    `CPU µs ${SCALE} ×`,
    'CPU ratio',
    'SQL statements',
  ];
  return [headings, headings.map((_, index) => (index === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
