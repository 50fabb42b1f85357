/**
 * Adds names beside the ids in what operations return, so that a reader need not fetch each of them: one statement for
 * each kind of thing that is referred to, however many rows there are. Tools always show them, REST where `include` asks
 * for them, and both only to callers who may see them.
 */
import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../../../schema/data/objects.ts';
import { BearerError } from '../../../../schema/oauth/oauth-error.ts';
import type { Operation, Operator } from '../../../../schema/school/operation.ts';
import {
  emailFieldOf,
  includedBy,
  includeNameOf,
  maySeeEmails,
  maySeeNames,
  type NamedResource,
  nameFieldOf,
  referredBy,
  scopeOfNames,
} from '../../../../schema/school/references.ts';

/** Fields whose content is of the caller's own making, in which an id proves nothing. */
export const FREE: ReadonlySet<string> = new Set([
  'blocks',
  'homepageSections',
  'customFields',
  'answers',
  'links',
  'socialLinks',
]);
/** Unless they are asked for, no names are shown for longer lists of ids: they would be more than the rest of the object. */
const MAX_NAMES = 20;

/** The label of a referenced object. A member who has not accepted the invitation may have no name yet. */
interface Label {
  readonly name: string | null;
  /** Only of members, and only for callers who may see it. */
  readonly email?: string;
}
type Labels = ReadonlyMap<NamedResource, ReadonlyMap<string, Label>>;

/** An id, or a list of ids, in an object. */
interface Reference {
  readonly field: string;
  readonly to: NamedResource;
  readonly ids: readonly string[];
}
/** Of which members the e-mail address is shown, too. */
type Emails = 'all' | 'unnamed' | 'none';
type IsShown = (reference: Reference) => boolean;

const NONE: readonly Reference[] = [];

function referencesIn(object: Readonly<Record<string, unknown>>, isShown: IsShown): readonly Reference[] {
  // An object without an id of its own that has a title or a name is what its reference refers to.
  const isNamed = object.id === undefined && ('title' in object || 'name' in object);
  if (isNamed) return NONE;
  let found: Reference[] | undefined;
  for (const field of Object.keys(object)) {
    const to = referredBy(field, object);
    if (to === undefined) continue;
    const ids = [object[field]].flat().filter((id): id is string => typeof id === 'string' && id !== object.id);
    const reference = { field, to, ids };
    if (ids.length === 0 || !isShown(reference)) continue;
    found ??= [];
    found.push(reference);
  }
  return found ?? NONE;
}

/** Adds all references in a value to those that were found before. */
function findReferences(value: unknown, isShown: IsShown, found: Reference[]): Reference[] {
  if (Array.isArray(value)) for (const item of value) findReferences(item, isShown, found);
  else if (isRecord(value)) {
    found.push(...referencesIn(value, isShown));
    for (const field of Object.keys(value)) {
      const inner = value[field];
      if (isRecord(inner) && !FREE.has(field)) findReferences(inner, isShown, found);
    }
  }
  return found;
}

/** The fields that follow a reference. What no longer exists has a name that is null, so that lists stay in line. */
function labelsBeside({ field, to, ids }: Reference, value: unknown, labels: Labels): [string, unknown][] {
  const found = ids.map((id) => labels.get(to)?.get(id));
  const names = found.map((label) => label?.name ?? null);
  if (Array.isArray(value)) return [[nameFieldOf(field), names]];
  const [name, email] = [names[0], found[0]?.email];
  return [
    [nameFieldOf(field), name],
    ...(email === undefined ? [] : [[emailFieldOf(field), email] as [string, string]]),
  ];
}

/** A copy in which each reference is followed by its name. */
function labelledCopy(value: unknown, labels: Labels, isShown: IsShown): unknown {
  if (Array.isArray(value)) return value.map((item) => labelledCopy(item, labels, isShown));
  if (!isRecord(value)) return value;
  const references = referencesIn(value, isShown);
  const entries: [string, unknown][] = [];
  for (const field of Object.keys(value)) {
    const inner = value[field];
    entries.push([field, FREE.has(field) ? inner : labelledCopy(inner, labels, isShown)]);
    const reference = references.find((one) => one.field === field);
    if (reference !== undefined) entries.push(...labelsBeside(reference, inner, labels));
  }
  return Object.fromEntries(entries);
}

export function referenceNames({ school }: Pick<FastifyInstance, 'school'>) {
  async function labelsOf(to: NamedResource, siteId: string, ids: readonly string[], emails: Emails) {
    const labels =
      to === 'members' ? await school.members.labels(siteId, ids) : await school.records(to).labels(siteId, ids);
    const isShown = ({ name }: Label): boolean => emails === 'all' || (emails === 'unnamed' && name === null);
    return new Map([...labels].map(([id, one]): [string, Label] => [id, isShown(one) ? one : { name: one.name }]));
  }

  async function labelled(siteId: string, output: unknown, isShown: IsShown, emails: Emails): Promise<unknown> {
    const wanted = Map.groupBy(findReferences(output, isShown, []), ({ to }) => to);
    const labels = await Promise.all(
      [...wanted].map(async ([to, references]) => {
        const ids = [...new Set(references.flatMap((reference) => reference.ids))];
        return [to, await labelsOf(to, siteId, ids, emails)] as const;
      }),
    );
    return labels.length === 0 ? output : labelledCopy(output, new Map(labels), isShown);
  }

  return {
    /** Returns what an operation returned, with all the names that the caller may see, or addresses of members without one. */
    withNames({ siteId, scopes: granted = [] }: Operator, { scope }: Pick<Operation, 'scope'>, output: unknown) {
      const isShown: IsShown = ({ to, ids }) => ids.length <= MAX_NAMES && maySeeNames(to, { scope, granted });
      return labelled(siteId, output, isShown, maySeeEmails({ scope, granted }) ? 'unnamed' : 'none');
    },

    /** @throws {BearerError} `insufficient_scope` if the caller may not see what `include` asks for */
    requireIncluded({ scopes: granted = [] }: Operator, { scope }: Pick<Operation, 'scope'>, include: string): void {
      for (const name of include.split(',')) {
        const hidden = includedBy(name).find((to) => !maySeeNames(to, { scope, granted }));
        if (hidden === undefined) continue;
        const needed = scopeOfNames(hidden);
        throw new BearerError('insufficient_scope', 'token_scope.include', needed, { name, scope: needed });
      }
    },

    /** Returns what an operation returned, with the names and e-mail addresses that `include` asks for. */
    including(
      { siteId, scopes: granted = [] }: Operator,
      { scope }: Pick<Operation, 'scope'>,
      output: unknown,
      include: string,
    ): Promise<unknown> {
      const names = new Set(include.split(','));
      const isAsked: IsShown = ({ field }) => names.has(includeNameOf(field));
      return labelled(siteId, output, isAsked, maySeeEmails({ scope, granted }) ? 'all' : 'none');
    },
  };
}
