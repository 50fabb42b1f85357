/** Writes all that is stored about a person as one JSON document, for the person. */
import fp from 'fastify-plugin';
import type { AuditEvent } from '../../schema/audit/audit-event.ts';
import { VERSION } from '../../schema/program/manifest.ts';
import { provide } from '../provide.ts';

const FORMAT = 'schoolgate-account/1';

export interface AccountExport {
  /** Records the export, and returns the document in parts. Rows are read while it is consumed. */
  write(personId: string, event: Omit<AuditEvent, 'event' | 'personId'>): Promise<AsyncGenerator<string>>;
}

declare module './stores.ts' {
  interface People {
    readonly accountExport: AccountExport;
  }
}

/** Times are stored as milliseconds since the epoch, in columns that are named like this. */
const TIME = /At$|^at$|^currentPeriod|^cancelledOn$/;
const readable = (name: string, value: unknown): unknown =>
  typeof value === 'number' && TIME.test(name) && Number.isFinite(value) ? new Date(value).toISOString() : value;

const rowText = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(name, value)])));

export default fp(
  async ({ audit, clock, people }) => {
    async function* document(personId: string, at: number): AsyncGenerator<string> {
      const head = {
        format: FORMAT,
        program: `schoolgate ${VERSION}`,
        exportedAt: new Date(at).toISOString(),
        personId,
      };
      yield `${JSON.stringify(head).slice(0, -1)},"tables":{`;
      let beforeTable = '\n';
      for (const { name, rows } of people.personRows.of(personId)) {
        yield `${beforeTable}${JSON.stringify(name)}:[`;
        beforeTable = ',\n';
        let beforeRow = '\n';
        for await (const row of rows) {
          yield `${beforeRow}${rowText(row)}`;
          beforeRow = ',\n';
        }
        yield ']';
      }
      yield '\n}}\n';
    }

    provide(people, 'accountExport', {
      async write(personId, event) {
        await audit.record({ ...event, event: 'account_exported', personId });
        return document(personId, clock());
      },
    } satisfies AccountExport);
  },
  { name: 'account-export', dependencies: ['stores'] },
);
