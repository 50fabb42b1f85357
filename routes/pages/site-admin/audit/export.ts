/** Exports the audit log as a file. The file is streamed, so that only one page of rows is in memory at a time. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuditEntry, AuditFilter } from '../../../../schema/audit/audit-event.ts';
import { memberTarget } from '../../../../schema/audit/audit-target.ts';
import type { EndedPeople } from '../../../../schema/audit/ended-connections.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../../schema/data/csv.ts';
import { dateAt } from '../../../../schema/school/calendar.ts';
import { beginningOf } from '../../../../schema/text/readable.ts';
import { textFor } from '../../../words/index.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { detailsOf } from './changes.ts';
import { type Outcomes, outcomesOf } from './outcome.ts';
import { endedLines } from './participants.ts';
import { namedIn, type Reader, sentenceOf, shownTarget } from './sentences.ts';

export const FORMATS = ['csv', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

const ROWS_AT_ONCE = 500;
const MAX_TARGET = 500;

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
};

/** The names of what entries are about, what else they say, and the person who reads them. */
type RowContext = {
  names: ReadonlyMap<string, string>;
  outcomes: Outcomes;
  /** Whose connections ended, by the id of the entry. */
  ended: ReadonlyMap<number, EndedPeople>;
  /** The members among them, by id. */
  members: ReadonlyMap<string, { name: string | null; email: string }>;
  reader: Reader;
};

/** What the list adds to the sentence, and whose connections ended. */
function addedTo(entry: AuditEntry, { names, outcomes, ended, members, reader }: RowContext): string {
  const text = textFor(reader.language);
  const outcome = outcomes.get(entry.id);
  const people = ended.get(entry.id);
  const lines = people === undefined ? [] : endedLines(people, names, members, text);
  return [
    ...detailsOf(entry, text, Number.POSITIVE_INFINITY),
    ...(outcome === undefined ? [] : [outcome.said]),
    ...(lines.length === 0 ? [] : [`${text.audit.change.whoseEnded}: ${lines.join('; ')}`]),
  ].join(' · ');
}

/** Returns the columns, with the names that both formats use. */
const rowOf = (entry: AuditEntry, context: RowContext, { names, reader } = context) => ({
  id: entry.id,
  at: new Date(entry.at).toISOString(),
  event: entry.event,
  person_id: entry.personId,
  person_email: entry.personEmail,
  person_name: entry.personName,
  client_id: entry.clientId,
  client_name: entry.clientName,
  target: entry.target,
  target_name: shownTarget(entry, names, textFor(reader.language)) ?? null,
  before: entry.before,
  after: entry.after,
  ip: entry.ip,
  user_agent: entry.userAgent,
  request_id: entry.requestId,
  sentence: sentenceOf(entry, names, textFor(reader.language), reader),
  details: addedTo(entry, context) || null,
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
  'target_name',
  'before',
  'after',
  'ip',
  'user_agent',
  'request_id',
  'sentence',
  'details',
] as const satisfies (keyof ReturnType<typeof rowOf>)[];

const WRITERS: Readonly<Record<Format, (entry: AuditEntry, context: RowContext) => string>> = {
  csv: (entry, context) => {
    const row = rowOf(entry, context);
    return csvLine(COLUMNS.map((name) => row[name]));
  },
  jsonl: (entry, context) => `${JSON.stringify(rowOf(entry, context))}\n`,
};

export async function sendExport(
  app: FastifyInstance,
  { frame, membership, session, request }: OperatorRequest,
  { format, filter, isVain }: { format: Format; filter: AuditFilter; isVain: boolean },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { audit, clock, originOf, school } = app;
  const { log: auditLog } = audit;
  const { siteId, slug, timezone } = membership;
  const now = clock();
  // The export is recorded in the audit log before it starts.
  await audit.record({
    ...originOf(request),
    event: 'audit_exported',
    at: now,
    siteId,
    personId: session.person.id,
    target: beginningOf(`${format} ${JSON.stringify(filter)}`, MAX_TARGET),
  });

  const reader: Reader = { language: frame.language, timeZone: timezone };

  async function* chunks(): AsyncGenerator<string> {
    if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(COLUMNS);
    if (isVain) return;
    for await (const entries of auditLog.pages(siteId, filter, ROWS_AT_ONCE)) {
      const ended = await auditLog.endedPeople(siteId, entries);
      const ids = [...ended.values()].flatMap(({ people }) => people.map(({ id }) => id));
      const context = {
        names: await auditLog.namesOf(siteId, [...entries.flatMap(namedIn), ...ids.map(memberTarget)]),
        outcomes: await outcomesOf(app, siteId, entries, reader),
        ended,
        members: await school.members.labels(siteId, ids),
        reader,
      };
      yield entries.map((entry) => WRITERS[format](entry, context)).join('');
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
