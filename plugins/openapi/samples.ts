/** Generates example values from types, so that nobody has to write them or keep them up to date. */
import { z } from 'zod';

/** Typical values by the name of a field, used if they match the type. */
const BY_NAME: readonly [RegExp, unknown][] = [
  [/^(title|name)$/, 'Piano for beginners'],
  [/^(.+Name)$/, 'Ana Example'],
  [/slug$/i, 'piano-for-beginners'],
  [/^subtitle$/, 'From the first note to the first song'],
  [/^(description|body|text|content)$/, 'Ten lessons, at your own pace.'],
  [/email$/i, 'ana@example.com'],
  [/^categories$/, 'Music'],
  [/^tags?$/, 'beginners'],
  [/^currency$/, 'EUR'],
  [/^amount$/, 4900],
  [/url$/i, 'https://example.com/piano.jpg'],
  [/(^i|I)ds?$/, 'xyz_4tP9vXk2Qm7LhB1wZ0cRtA'],
  [/locale$/i, 'en'],
  [/timezone$/i, 'Europe/Vienna'],
  [/colou?r$/i, '#17614a'],
  [/sha256$/i, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [/cursor$/i, 'eyJhdCI6MTc4ODI0OTYwMDAwMH0'],
];
/** Values that are tried in turn if the name does not help. */
const GUESSES = [
  'text',
  '2026-09-01T08:00:00.000Z',
  '2026-09-01',
  'www.example.com',
  '12:00',
  'TEXT',
  '/',
  1,
  false,
  {},
  null,
];

/** @returns `undefined` if no known value matches */
export function sampleOf(type: z.core.$ZodType, name = ''): unknown {
  const shown = z.globalRegistry.get(type)?.examples;
  if (shown?.length) return shown[0];
  if (type instanceof z.ZodDefault) return type.def.defaultValue;
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable) return sampleOf(type.unwrap(), name);
  if (type instanceof z.ZodEnum) return type.options[0];
  if (type instanceof z.ZodLiteral) return type.values.values().next().value;
  if (type instanceof z.ZodObject) {
    return Object.fromEntries(Object.entries(type.shape).map(([key, one]) => [key, sampleOf(one, key)]));
  }
  if (type instanceof z.ZodArray) return [sampleOf(type.element, name)];
  const typical = BY_NAME.find(([form]) => form.test(name))?.[1];
  for (const guess of typical === undefined ? GUESSES : [typical, ...GUESSES]) {
    const { success, data } = z.safeParse(type, guess);
    // The parsed value, which the type may have changed, for example to capitals.
    if (success) return data;
  }
  return undefined;
}
