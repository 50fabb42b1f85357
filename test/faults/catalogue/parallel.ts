import type { Settings } from '../../support/server-process.ts';
import { redeemInParallel, refreshInParallel, SHORT_GRACE } from '../parallel.ts';
import type { Report } from '../report.ts';
import type { Scripts } from '../script.ts';
import { freshSettings, onPostgres, serving } from '../services.ts';

const redeem =
  (count: number, work: { codes: number; requests: number }) =>
  (settings: Settings): Promise<Report> =>
    serving(count, settings, (client, origins) => redeemInParallel(client, origins, work));

const refresh = (settings: Settings): Promise<Report> =>
  serving(2, { ...settings, ...SHORT_GRACE }, (client, origins) =>
    refreshInParallel(client, origins, { tokens: 300, requests: 10 }),
  );

export const PARALLEL_FAULTS: Scripts = {
  'F01 parallel redemption': async () => redeem(1, { codes: 1000, requests: 20 })(await freshSettings()),
  'F01 parallel redemption, 2 processes on PostgreSQL': () => onPostgres(redeem(2, { codes: 1000, requests: 20 })),
  'F02 parallel redemption, 3 processes on one file': async () =>
    redeem(3, { codes: 3000, requests: 3 })(await freshSettings()),
  'F03 parallel refresh, 2 processes on one file': async () => refresh(await freshSettings()),
  'F03 parallel refresh, 2 processes on PostgreSQL': () => onPostgres(refresh),
};
