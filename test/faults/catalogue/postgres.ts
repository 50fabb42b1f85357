import { NO_POSTGRES, startPostgres } from '../../support/postgres.ts';
import { killServers } from '../../support/server-process.ts';
import {
  asService,
  exhaust,
  type Fault,
  type Faults,
  killBackend,
  killNode,
  killPostgres,
  lockTokens,
  repeatedly,
  shutDown,
  stopFor,
  terminateHalf,
  underFaults,
} from '../postgres-faults.ts';
import type { Report } from '../report.ts';
import type { Scripts } from '../script.ts';
import { freshSettings } from '../services.ts';

const ROUNDS = 5;
/** Within which both nodes work again; starting anew and restoring the log takes PostgreSQL a while. */
const AT_ONCE_MS = 1000;
const RECOVERY_MS = 5000;

/** Two nodes on a PostgreSQL that keeps what it has committed. */
const on =
  (faults: Faults, own: Readonly<Record<string, string>> = {}) =>
  async (): Promise<Report | string> => {
    const postgres = await startPostgres(undefined, { isDurable: true });
    if (postgres === undefined) return NO_POSTGRES;
    try {
      const DATABASE_URL = await asService(await postgres.createDatabase());
      return await underFaults(await freshSettings({ DATABASE_URL, ...own }), postgres, faults);
    } finally {
      await killServers();
      await postgres.stop();
    }
  };

const script = (name: string, inflict: Fault): Scripts[string] =>
  on(repeatedly(name, ROUNDS, { inflict, recoveryMs: RECOVERY_MS }));

const silent = (seconds: number) => ({ inflict: stopFor(seconds), recoveryMs: AT_ONCE_MS });

export const POSTGRES_FAULTS: Scripts = {
  'F04 kill -9 of a node on PostgreSQL': script('node killed', killNode),
  'F42 kill -9 of PostgreSQL': script('PostgreSQL killed', killPostgres),
  'F42 kill -9 of one process of PostgreSQL': script('process killed', killBackend),
  'F42 PostgreSQL stopped in order and started': script('stopped', shutDown('fast')),
  'F42 PostgreSQL stopped at once and started': script('stopped', shutDown('immediate')),
  'F42 half of the connections to PostgreSQL ended': script('connections ended', terminateHalf),
  'F42 too few connections to PostgreSQL': script('too few connections', exhaust),
  'F42 tokens locked in PostgreSQL': script('tokens locked', lockTokens),
  'F43 PostgreSQL silent for 20 s': on(repeatedly('silent', 3, silent(20))),
  'F43 PostgreSQL silent for 20 s, two workers a node': on({ silent: silent(20) }, { WORKERS: '2' }),
  'F43 PostgreSQL silent for 60 s': on({ silent: silent(60) }),
};
