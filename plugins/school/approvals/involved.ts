/** Reads what a call is about, as the school knows it. */
import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../../schema/data/objects.ts';
import type { Scope } from '../../../schema/oauth/scope.ts';
import type { Involved } from '../../../schema/school/approval.ts';
import type { Input, Operation, Operator } from '../../../schema/school/operation.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { type NamedResource, referredBy, scopeOfNames } from '../../../schema/school/references.ts';
import { FREE } from '../operations/engine/reference-names.ts';
import { objectReader } from './call.ts';

/** Calls with more are not shown in full anyway. */
const MOST = 20;

/** Files have no operation that reads one, so no names beside their ids either. */
type Kind = NamedResource | 'assets';

/** Returns what finds the object of a call, and what the object and the arguments refer to, as far as the person may see it. */
export function involvedReader(app: FastifyInstance, catalogue: readonly Operation[]) {
  const objectOf = objectReader(catalogue);

  async function referred(siteId: string, to: Kind, id: string): Promise<Involved | undefined> {
    const { members, records } = app.school;
    const row = to === 'members' ? await members.find(siteId, id) : await records(to).find(siteId, id);
    return row === undefined ? undefined : involved(id, row);
  }

  return async (
    operation: Operation,
    operator: Operator,
    given: Input,
    may: (scope: Scope) => boolean,
  ): Promise<readonly Involved[]> => {
    const object = await objectOf(operation, operator, given).catch((error: unknown) => {
      if (error instanceof ProblemError && error.type === 'not-found') return undefined;
      throw error;
    });
    const own = object?.id === undefined ? [] : [involved(object.id, object.output)];
    const file = operation.rest.path.startsWith('/assets/:id') ? { assetId: given.id } : {};
    const ids = new Map([file, object?.output, given].flatMap(idsIn).filter(([id]) => id !== object?.id));
    const others = [...ids].filter(([, to]) => may(to === 'assets' ? 'storage:write' : scopeOfNames(to)));
    const found = await Promise.all(others.slice(0, MOST).map(([id, to]) => referred(operator.siteId, to, id)));
    return [...own, ...found.filter((one) => one !== undefined)];
  };
}

/** The ids in a value, with what they are ids of. */
function idsIn(value: unknown): [string, Kind][] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([field, inner]): [string, Kind][] => {
    const to = /^assetId$|AssetId$/.test(field) ? 'assets' : referredBy(field, value);
    if (to === undefined) return FREE.has(field) ? [] : idsIn(inner);
    return [inner].flat().flatMap((id): [string, Kind][] => (typeof id === 'string' ? [[id, to]] : []));
  });
}

const NAMES = ['name', 'title', 'filename'] as const;
const ADDRESSES = ['email', 'slug', 'code', 'number'] as const;

function involved(id: string, row: object): Involved {
  const { role, joinedAt, createdAt, ...fields } = row as Input;
  return {
    id,
    name: firstText(fields, NAMES) ?? '',
    address: firstText(fields, ADDRESSES),
    role: typeof role === 'string' ? role : undefined,
    joinedAt: instantOf(joinedAt),
    createdAt: instantOf(createdAt),
  };
}

const firstText = (fields: Input, names: readonly string[]): string | undefined =>
  names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '') as string | undefined;

/** Rows have milliseconds, and what operations return has texts. */
const instantOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : undefined;
