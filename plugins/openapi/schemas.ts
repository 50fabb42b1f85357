/** What JSON Schemas say of zod types here, and which of them have names of their own. */
import { z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { amountOfMoney, writtenFlag } from '../../schema/school/fields.ts';
import type { Operation } from '../../schema/school/operation.ts';
import { typeNames } from '../../schema/school/type-names.ts';

/** Their `format` says the same as their `pattern`, and can be read. */
const SPOKEN_FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'date', 'email', 'uri']);

export const simplify: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  if (SPOKEN_FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // What goes out may grow: only what says that it is strict is closed.
  if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) delete jsonSchema.additionalProperties;
  // Each alternative says so itself.
  if (jsonSchema.discriminator !== undefined) delete jsonSchema.type;
  // In an address, true is a word like any other, and read as what it means.
  if (zodSchema === writtenFlag) {
    delete jsonSchema.anyOf;
    jsonSchema.type = 'boolean';
  }
};

/** What operations answer with, by name. */
export function namedTypes(operations: readonly Operation[]): Record<string, z.core.$ZodType> {
  const types = new Set([amountOfMoney, ...operations.flatMap(({ output }) => [output, ...partsOf(output)])]);
  return Object.fromEntries(
    [...types].flatMap((type) => {
      const name = typeNames.get(type)?.id;
      return name === undefined ? [] : [[name, type]];
    }),
  );
}

/** As `nodes` and `pageInfo` of a list. */
const partsOf = (output: z.ZodType): z.core.$ZodType[] =>
  output instanceof z.ZodObject
    ? Object.values(output.shape).map((part) => (part instanceof z.ZodArray ? part.element : part))
    : [];
