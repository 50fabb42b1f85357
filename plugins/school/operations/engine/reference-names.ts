/**
 * Adds names beside the ids in what operations return, so that a reader need not fetch each of them: one statement for
 * each kind of thing that is referred to, however many rows there are.
 */
import type { FastifyInstance } from 'fastify';
import { isRecord } from '../../../../schema/record.ts';
import { type Named, nameFieldOf, referredBy } from '../../../../schema/school/references.ts';

/** Fields whose content is of the caller's own making, in which an id proves nothing. */
const FREE = new Set(['blocks', 'homepageSections', 'customFields', 'answers', 'links', 'socialLinks']);
/** Longer lists of ids are left as they are: the names would be more than the rest of the object. */
const MAX_NAMES = 20;

type Names = ReadonlyMap<Named, ReadonlyMap<string, string>>;

/** An id, or a list of ids, in an object. */
interface Reference {
  readonly field: string;
  readonly to: Named;
  readonly ids: readonly string[];
}

function referencesIn(object: Readonly<Record<string, unknown>>): Reference[] {
  // An object without an id of its own that has a title or a name is what its reference refers to.
  const isNamed = object.id === undefined && ('title' in object || 'name' in object);
  if (isNamed) return [];
  return Object.entries(object).flatMap(([field, value]) => {
    const to = referredBy(field, object);
    const ids = [value].flat().filter((id): id is string => typeof id === 'string' && id !== object.id);
    return to === undefined || ids.length === 0 || ids.length > MAX_NAMES ? [] : [{ field, to, ids }];
  });
}

function* allReferences(value: unknown): Generator<Reference> {
  if (Array.isArray(value)) for (const item of value) yield* allReferences(item);
  else if (isRecord(value)) {
    yield* referencesIn(value);
    yield* allReferences(Object.entries(value).flatMap(([field, inner]) => (FREE.has(field) ? [] : [inner])));
  }
}

/** A copy in which each reference is followed by its name. What no longer exists has none. */
function namedCopy(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => namedCopy(item, names));
  if (!isRecord(value)) return value;
  const references = new Map(referencesIn(value).map((reference) => [reference.field, reference]));
  const entries = Object.entries(value).flatMap(([field, inner]) => {
    const kept: [string, unknown] = [field, FREE.has(field) ? inner : namedCopy(inner, names)];
    const reference = references.get(field);
    if (reference === undefined) return [kept];
    const found = reference.ids.flatMap((id) => names.get(reference.to)?.get(id) ?? []);
    const name: [string, unknown] = [nameFieldOf(field, reference.to), Array.isArray(inner) ? found : found[0]];
    return found.length === 0 ? [kept] : [kept, name];
  });
  return Object.fromEntries(entries);
}

export function referenceNames({ school }: Pick<FastifyInstance, 'school'>) {
  const namesOf = (to: Named, siteId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    to === 'members' ? school.members.names(siteId, ids) : school.records(to).names(siteId, ids);

  /** Returns what an operation returned, with a name beside each id that refers to something with a name. */
  return async function withNames(siteId: string, output: unknown): Promise<unknown> {
    const wanted = Map.groupBy(allReferences(output), ({ to }) => to);
    const names = await Promise.all(
      [...wanted].map(async ([to, references]) => {
        const ids = [...new Set(references.flatMap((reference) => reference.ids))];
        return [to, await namesOf(to, siteId, ids)] as const;
      }),
    );
    return names.length === 0 ? output : namedCopy(output, new Map(names));
  };
}
