/** The rows of a resource as its operations need them: found or refused, changed with their trail, shown as clients see them. */
import type { FastifyInstance } from 'fastify';
import type { AuditEvent, AuditEventName } from '../../../../schema/audit/audit-event.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import { notFound, ProblemError } from '../../../../schema/school/problem.ts';
import { digestOf, type Resource, resourceOfRow } from '../../../../schema/school/resource.ts';

export type Row = Record<string, unknown>;

/** A step of a unit of work, as the stores make them. */
export type Step = ReturnType<ReturnType<FastifyInstance['school']['records']>['steps']['update']>;

/** What a change does, as judged on the row as it is now. */
export interface Change {
  /** Columns and their new values; `updatedAt` comes by itself. */
  readonly columns: Row;
  /** What belongs to the same unit of work. */
  readonly further?: readonly Step[];
  readonly event?: AuditEventName;
}

/** What `computed` fields hold, for the rows of one answer at once. */
export type Compute = (operator: Operator, rows: readonly Row[]) => Promise<readonly Row[]>;

export type ResourceRows = ReturnType<typeof resourceRows>;

/** Many may change a row at once; whoever loses looks again. So many times nobody loses. */
const TRIES = 100;

export const humanize = (name: string): string => name.replaceAll('_', ' ');

const changedMeanwhile = (name: string): ProblemError =>
  new ProblemError('precondition-failed', `the ${name} has been modified since; get it again`);

/**
 * Looks and changes, again as long as somebody else was faster.
 * @param attempt answers `undefined` where it changed nothing, because what it looked at has changed
 * @throws {ProblemError} `precondition-failed` when somebody always is
 */
export async function retryOnConflict<Kept>(
  name: string,
  attempt: (tries: number) => Promise<Kept | undefined>,
  most = TRIES,
): Promise<Kept> {
  for (let tries = 0; tries < most; tries += 1) {
    const kept = await attempt(tries);
    if (kept !== undefined) return kept;
  }
  throw changedMeanwhile(name);
}

/**
 * Called on the row that the change is judged by, again whenever it is judged anew.
 * @param ifUpdatedAt what the input says
 * @throws {ProblemError} `precondition-failed` when the caller wants other versions than this
 */
export function requireVersion({ onlyVersions }: Operator, name: string, row: Row, ifUpdatedAt?: unknown): void {
  const asked = ifUpdatedAt === undefined ? undefined : Date.parse(String(ifUpdatedAt));
  const isAsked = asked === undefined || asked === row.updatedAt;
  if (!isAsked || onlyVersions?.includes(Number(row.updatedAt)) === false) throw changedMeanwhile(name);
}

/** @param target what it happened to, as in `course/crs_1` */
export const auditEventOf = (operator: Operator, event: AuditEventName, target: string): AuditEvent => ({
  event,
  at: operator.now,
  siteId: operator.siteId,
  personId: operator.personId,
  ...(operator.clientId === undefined ? {} : { clientId: operator.clientId }),
  target,
  requestId: operator.requestId,
  ...(operator.idempotencyKey === undefined ? {} : { idempotencyKey: operator.idempotencyKey }),
  ...(operator.ip === undefined ? {} : { ip: operator.ip }),
  ...(operator.userAgent === undefined ? {} : { userAgent: operator.userAgent }),
});

/** What there is for an operator, where that is not all of the school. `undefined` is all of it. */
export type Visibility = (
  operator: Operator,
) => Promise<Awaited<ReturnType<FastifyInstance['school']['teaching']['reachOf']>> | undefined>;

export function resourceRows(app: FastifyInstance, resource: Resource, compute?: Compute, visibility?: Visibility) {
  const { one, fields, alternateKey } = resource;
  const table = resource.table as Parameters<typeof app.school.records>[0];
  const rows = () => app.school.records(table);
  const name = humanize(one);

  /** @throws {ProblemError} `not-found` */
  async function find(operator: Operator, key: unknown): Promise<Row> {
    const { siteId } = operator;
    const id = String(key);
    const found = await rows().find(siteId, id);
    const row =
      found ?? (alternateKey && (await rows().findBy(siteId, fields[alternateKey]?.toRow(alternateKey, id) ?? {})));
    if (!row) throw notFound(name);
    const within = await visibility?.(operator);
    const isReached =
      within === undefined || (await app.school.teaching.reaches(siteId, within, String(row[within.column])));
    if (!isReached) throw notFound(name);
    return row;
  }

  async function showAll(operator: Operator, stored: readonly Row[]): Promise<Row[]> {
    const full = compute === undefined || stored.length === 0 ? stored : await compute(operator, stored);
    return full.map((row) => resourceOfRow(resource, row));
  }

  async function show(operator: Operator, row: Row): Promise<Row> {
    const [output] = await showAll(operator, [row]);
    if (output === undefined) throw new Error('a row vanished on its way out');
    return output;
  }

  /** @param rows as it was before and is after, where it was and is */
  const eventOf = (
    operator: Operator,
    event: AuditEventName,
    id: unknown,
    { before, after }: { before?: Row; after?: Row } = {},
  ): AuditEvent => ({
    ...auditEventOf(operator, event, `${one}/${id}`),
    ...(before === undefined ? {} : { before: digestOf(resource, before) }),
    ...(after === undefined ? {} : { after: digestOf(resource, after) }),
  });

  /**
   * Changes a row on what `judge` makes of it: nothing (`undefined`), or a change that is applied only while the row is
   * what was judged. When somebody else was faster, it is judged anew.
   * @returns the row as it is then
   * @throws {ProblemError} what `judge` throws; `not-found`; `precondition-failed` when it is no version that is asked for, or
   * a required further step touches nothing
   */
  async function change(
    operator: Operator,
    key: unknown,
    judge: (row: Row) => Change | undefined | Promise<Change | undefined>,
  ): Promise<Row> {
    return retryOnConflict(name, async () => {
      const before = await find(operator, key);
      requireVersion(operator, name, before);
      const change = await judge(before);
      if (change === undefined) return before;
      const { columns, further = [], event = 'resource_changed' } = change;
      const id = String(before.id);
      const seen = Number(before.updatedAt);
      // It always grows, so that who has seen the row before can tell.
      const changes = { ...columns, updatedAt: Math.max(operator.now, seen + 1) };
      const after = { ...before, ...changes };
      const trail = eventOf(operator, event, id, { before, after });
      if (await rows().update(operator.siteId, id, changes, trail, { seen, further })) {
        // What the database keeps in the row by itself may have moved with it.
        return (await rows().find(operator.siteId, id)) ?? after;
      }
      return undefined;
    });
  }

  /**
   * Ends a row with the steps that `judge` names, while it is what was judged, as `change` does.
   * @throws {ProblemError} what `judge` throws; `not-found`
   */
  async function end(operator: Operator, key: unknown, judge: (row: Row) => Promise<readonly Step[]>): Promise<void> {
    await retryOnConflict(name, async () => {
      const row = await find(operator, key);
      requireVersion(operator, name, row);
      const further = await judge(row);
      const id = String(row.id);
      // Where a table does not say when a row was changed, nothing about it changes.
      const guard = row.updatedAt == null ? {} : { seen: Number(row.updatedAt) };
      const trail = eventOf(operator, 'resource_deleted', id, { before: row });
      if (await rows().remove(operator.siteId, id, trail, { ...guard, further })) return true;
      return undefined;
    });
  }

  return { rows, find, show, showAll, eventOf, change, end };
}
