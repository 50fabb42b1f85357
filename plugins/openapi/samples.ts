/** Generates example values from types, so that nobody has to write them or keep them up to date. */
import { z } from 'zod';
import { onRequest, typeNames } from '../../schema/school/type-names.ts';
import { GUESSES, typicalOf, VALUES_OF_TYPE } from './sample-values.ts';

/** The samples that were made, by type and name: most types are used by several operations. */
const made = new WeakMap<z.core.$ZodType, Map<string, unknown>>();

/** @returns `undefined` if no known value matches */
export function sampleOf(type: z.core.$ZodType, name = ''): unknown {
  const known = made.get(type) ?? new Map<string, unknown>();
  if (!known.has(name)) known.set(name, makeSample(type, name));
  made.set(type, known);
  return known.get(name);
}

function makeSample(type: z.core.$ZodType, name: string): unknown {
  const examples = z.globalRegistry.get(type)?.examples;
  if (examples?.length) return examples[0];
  if (type instanceof z.ZodDefault) return type.def.defaultValue;
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return sampleOf(type.unwrap(), name);
  if (type instanceof z.ZodEnum) return type.options[0];
  if (type instanceof z.ZodLiteral) return type.values.values().next().value;
  if (type instanceof z.ZodObject) {
    const values = VALUES_OF_TYPE[typeNames.get(type)?.id ?? ''] ?? {};
    const entries = Object.entries(type.shape).filter(([, one]) => !onRequest.has(one));
    return Object.fromEntries(entries.map(([key, one]) => [key, key in values ? values[key] : sampleOf(one, key)]));
  }
  if (type instanceof z.ZodArray) return [sampleOf(type.element, name)];
  const typical = typicalOf(name);
  for (const guess of typical === undefined ? GUESSES : [typical, ...GUESSES]) {
    const { success, data } = z.safeParse(type, guess);
    // The parsed value, which the type may have changed, for example to capitals.
    if (success) return data;
  }
  return undefined;
}
