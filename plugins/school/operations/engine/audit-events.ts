/** Audit events of operations: who did what to which object, and what it was like before and after. */
import {
  type AuditEvent,
  type AuditEventName,
  changedState,
  fieldValues,
  shortValue,
} from '../../../../schema/audit/audit-event.ts';
import { nameOfContent } from '../../../../schema/audit/audit-target.ts';
import type { Operator } from '../../../../schema/school/operation.ts';
import {
  changedFieldsOf,
  columnsOf,
  digestOf,
  digestOfOrder,
  type Fields,
} from '../../../../schema/school/resource.ts';

/** @param target what the event is about, as in `course/crs_1` */
export const auditEventOf = (operator: Operator, event: AuditEventName, target: string): AuditEvent => ({
  event,
  at: operator.now,
  siteId: operator.siteId,
  personId: operator.personId,
  ...(operator.clientId === undefined ? {} : { clientId: operator.clientId }),
  target,
  requestId: operator.requestId,
  ...(operator.idempotencyKeys === undefined ? {} : { idempotencyKeys: operator.idempotencyKeys }),
  ...(operator.approval === undefined ? {} : { approval: operator.approval }),
  ...(operator.isRehearsal === undefined ? {} : { isRehearsed: true }),
  ...(operator.ip === undefined ? {} : { ip: operator.ip }),
  ...(operator.userAgent === undefined ? {} : { userAgent: operator.userAgent }),
});

/** The event of the deletion of a resource. Of content it has the name, which is found nowhere else from then on. */
export function deletionEventOf(
  resource: { readonly one: string; readonly fields: Fields },
  operator: Operator,
  { id, row }: { id: string; row: object },
): AuditEvent {
  const event = resourceEventOf(resource, operator, 'resource_deleted', id, { before: row });
  const name = nameOfContent(resource.one, columnsOf(row));
  return name === undefined ? event : { ...event, after: fieldValues({ name }) };
}

/**
 * The event of a change to a resource, with digests of its row, and with the names of the fields that changed. Values stay
 * out of the log: they may be long or personal, and have to be erasable.
 * @param rows the row before the change unless it is created, and after the change unless it is deleted
 */
export function resourceEventOf(
  resource: { readonly one: string; readonly fields: Fields },
  operator: Operator,
  event: AuditEventName,
  id: string,
  { before, after }: { before?: object; after?: object },
): AuditEvent {
  const target = `${resource.one}/${id}`;
  operator.beforeWrite?.({
    target,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  });
  return {
    ...auditEventOf(operator, event, target),
    ...(before === undefined ? {} : { before: digestOf(resource, before) }),
    ...(after === undefined ? {} : { after: stateAfter(resource, before, after) }),
  };
}

function stateAfter(resource: { readonly fields: Fields }, before: object | undefined, after: object): string {
  const digest = digestOf(resource, after);
  if (before === undefined) return digest;
  const changed = changedFieldsOf(resource, before, after);
  const { status } = columnsOf(after);
  return changedState(changed, digest, changed.includes('status') && typeof status === 'string' ? status : undefined);
}

/** The event of a new order of objects, given as nested lists of ids. */
export function orderEventOf(
  operator: Operator,
  target: string,
  { before, after }: { before: readonly unknown[]; after: readonly unknown[] },
): AuditEvent {
  operator.beforeWrite?.({ target });
  const [was, is] = [digestOfOrder(before), digestOfOrder(after)];
  const state = changedState(was === is ? [] : ['order'], is);
  return { ...auditEventOf(operator, 'resource_changed', target), before: was, after: state };
}

/**
 * The event of a change whose old and new values are part of the log, because they decide who may do what, or what
 * other people rely on. None of them is a secret.
 * @param after the columns that the change sets
 */
export const changeEventOf = (
  operator: Operator,
  event: AuditEventName,
  target: string,
  { before, after }: { before: object; after: object },
): AuditEvent => {
  operator.beforeWrite?.({ target, before, after: { ...before, ...after } });
  const [was, is] = [columnsOf(before), columnsOf(after)];
  const changed = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  const valuesIn = (row: Readonly<Record<string, unknown>>) =>
    fieldValues(Object.fromEntries(changed.map((name) => [name, shortValue(row[name] ?? null)])));
  return { ...auditEventOf(operator, event, target), before: valuesIn(was), after: valuesIn(is) };
};
