/** Encrypts everything again under the current master key, so that the previous one is not needed any more. */
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

type SealedColumn = FastifyInstance['sealedColumns'][number];
type SealedValue = Awaited<ReturnType<SealedColumn['list']>>[number];

/** The number of values by what became of them. */
export interface ResealingReport {
  /** The purpose for which the values are encrypted. */
  purpose: string;
  /** Were under the previous key, and now are under the current one. */
  resealed: number;
  /** Were under the current key already. */
  current: number;
  /** Changed in the meantime; to be looked at again. */
  changed: number;
  /** No key of the ring decrypts them. */
  unreadable: number;
}

type Outcome = Exclude<keyof ResealingReport, 'purpose'>;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * May run while nodes are serving, and may be repeated.
     * @param onRow is called with the number of rows that were read; an error of it ends the work
     */
    readonly reseal: (onRow?: (rows: number) => void) => Promise<ResealingReport[]>;
  }
}

export default fp(
  async (app) => {
    const { keyRing, sealedColumns } = app;

    async function resealRow({ purpose, replace }: SealedColumn, row: SealedValue): Promise<Outcome> {
      if (keyRing.isCurrent(purpose, row.sealed)) return 'current';
      let plain: Buffer;
      try {
        plain = keyRing.open(purpose, row.sealed);
      } catch {
        return 'unreadable';
      }
      return (await replace(row, keyRing.seal(purpose, plain))) ? 'resealed' : 'changed';
    }

    async function resealColumn(column: SealedColumn, onRow: () => void): Promise<ResealingReport> {
      const report = { purpose: column.purpose, resealed: 0, current: 0, changed: 0, unreadable: 0 };
      for (let rows = await column.list(''); rows.length > 0; rows = await column.list(rows.at(-1)?.id ?? '')) {
        for (const row of rows) {
          onRow();
          report[await resealRow(column, row)] += 1;
        }
      }
      return report;
    }

    app.decorate('reseal', async (onRow = () => undefined) => {
      let read = 0;
      const reports: ResealingReport[] = [];
      for (const column of sealedColumns) reports.push(await resealColumn(column, () => onRow(read++)));
      return reports;
    });
  },
  { name: 'resealing', dependencies: ['key-ring', 'stores'] },
);
