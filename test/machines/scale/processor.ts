/** The processor time of a server and, on PostgreSQL, of the processes that execute its statements. */
import { readdirSync, readFileSync } from 'node:fs';
import { query } from '../../support/postgres.ts';

/** @returns what measures, from one call to the next, in milliseconds of all threads; zero where the system does not tell */
export function processorMeter(pid: number, databaseUrl: string): () => Promise<number> {
  const isPostgres = !databaseUrl.startsWith('file:');
  let before = new Map<string, number>();
  let backends: number[] = [];
  let listed = Number.NEGATIVE_INFINITY;
  return async () => {
    if (isPostgres && performance.now() - listed > LISTED_MS) {
      backends = (await query(databaseUrl, BACKENDS)).map((row) => Number(row.pid));
      listed = performance.now();
    }
    const now = new Map([pid, ...backends].flatMap(threadsOf));
    const used = Array.from(now, ([thread, ns]) => ns - (before.get(thread) ?? 0));
    before = now;
    return used.reduce((sum, ns) => sum + ns, 0) / 1e6;
  };
}

/** The server keeps its connections. */
const LISTED_MS = 3000;
const BACKENDS =
  'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by pid';

function threadsOf(pid: number): [thread: string, ns: number][] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [ns] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return [thread, Number(ns)];
    });
  } catch {
    // The process has ended, or this is another system.
    return [];
  }
}
