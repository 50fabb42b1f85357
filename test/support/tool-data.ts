/** What a tool returned, without what it adds to what REST returns. */
import type { Json } from './mcp.ts';

/** Without names beside ids. */
export function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (typeof value !== 'object' || value === null) return value;
  const added = Object.keys(value).flatMap((field) => {
    const [, what, plural] = /^(.*)Id(s?)$/.exec(field) ?? [];
    return what === undefined ? [] : [`${what}Name${plural}`, `${what}Title${plural}`];
  });
  const kept = Object.entries(value).filter(([field]) => !added.includes(field));
  return Object.fromEntries(kept.map(([field, inner]) => [field, withoutNames(inner)]));
}

/** Without the school, either. */
export function dataOfTool(result: Json | undefined): unknown {
  const { school, schoolSlug, ...data } = (result?.structuredContent ?? {}) as Record<string, unknown>;
  return withoutNames(data);
}
