/** Exports the audit log as a file. The file is streamed, so that only one page of rows is in memory at a time. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuditEntry, AuditFilter } from '../../../../schema/audit/audit-event.ts';
import { csvLine } from '../../../../schema/csv.ts';
import { dateAt } from '../../../../schema/school/calendar.ts';
import type { OperatorRequest } from '../operator-pages.ts';

export const FORMATS = ['csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

const ROWS_AT_ONCE = 500;
const MAX_TARGET = 500;

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** Returns the columns, with the names that both formats use. */
const rowOf = (entry: AuditEntry) => ({
  id: entry.id,
  at: new Date(entry.at).toISOString(),
  event: entry.event,
  person_id: entry.personId,
  person_email: entry.personEmail,
  person_name: entry.personName,
  client_id: entry.clientId,
  client_name: entry.clientName,
  target: entry.target,
  before: entry.before,
  after: entry.after,
  ip: entry.ip,
  user_agent: entry.userAgent,
  request_id: entry.requestId,
});

const COLUMNS = [
  'id',
  'at',
  'event',
  'person_id',
  'person_email',
  'person_name',
  'client_id',
  'client_name',
  'target',
  'before',
  'after',
  'ip',
  'user_agent',
  'request_id',
] as const satisfies (keyof ReturnType<typeof rowOf>)[];

const WRITERS: Readonly<Record<Format, (entry: AuditEntry) => string>> = {
  csv: (entry) => {
    const row = rowOf(entry);
    return csvLine(COLUMNS.map((name) => row[name]));
  },
  jsonl: (entry) => `${JSON.stringify(rowOf(entry))}\n`,
};

export async function sendCopy(
  { audit, clock, originOf, audit: { log: auditLog } }: FastifyInstance,
  { membership, session, request }: OperatorRequest,
  { format, filter, isVain }: { format: Format; filter: AuditFilter; isVain: boolean },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { siteId, slug, timezone } = membership;
  const now = clock();
  // The export is recorded in the audit log before it starts.
  await audit.record({
    ...originOf(request),
    event: 'audit_exported',
    at: now,
    siteId,
    personId: session.person.id,
    target: `${format} ${JSON.stringify(filter)}`.slice(0, MAX_TARGET),
  });

  async function* chunks(): AsyncGenerator<string> {
    if (format === 'csv') yield csvLine(COLUMNS);
    if (isVain) return;
    for await (const entries of auditLog.pages(siteId, filter, ROWS_AT_ONCE)) {
      yield entries.map(WRITERS[format]).join('');
    }
  }

  return reply
    .headers({
      'content-type': TYPES[format],
      'content-disposition': `attachment; filename="audit-${slug}-${dateAt(now, timezone)}.${format}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(Readable.from(chunks(), { objectMode: false }));
}
