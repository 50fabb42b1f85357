/** Converts zod types to JSON Schema, and selects those that get names. */
import { z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';
import { writtenFlag } from '../../schema/school/fields.ts';
import { amountOfMoney, isAmount } from '../../schema/school/money.ts';
import type { Operation } from '../../schema/school/operation.ts';
import { typeNames } from '../../schema/school/type-names.ts';

/** For these formats, the `pattern` only repeats the `format`, which is easier to read. */
const SPOKEN_FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'date', 'email', 'uri']);

export const simplify: ZodOpenApiOverride = ({ zodSchema, jsonSchema }) => {
  if (SPOKEN_FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (isAmount(zodSchema)) jsonSchema.format = 'int64';
  // Responses may get new members, so an object is closed only if its type is declared as strict.
  if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined) delete jsonSchema.additionalProperties;
  // Each alternative contains its own type.
  if (jsonSchema.discriminator !== undefined) delete jsonSchema.type;
  // In a query, `true` is text that is interpreted as a boolean.
  if (zodSchema === writtenFlag) {
    delete jsonSchema.anyOf;
    jsonSchema.type = 'boolean';
  }
};

/** Returns the named types in the outputs of operations. */
export function namedTypes(operations: readonly Operation[]): Record<string, z.core.$ZodType> {
  const types = new Set([amountOfMoney, ...operations.flatMap(({ output }) => [output, ...partsOf(output)])]);
  return Object.fromEntries(
    [...types].flatMap((type) => {
      const name = typeNames.get(type)?.id;
      return name === undefined ? [] : [[name, type]];
    }),
  );
}

/** Returns the parts of an output, such as `nodes` and `pageInfo` of a list. */
const partsOf = (output: z.ZodType): z.core.$ZodType[] =>
  output instanceof z.ZodObject
    ? Object.values(output.shape).map((part) => (part instanceof z.ZodArray ? part.element : part))
    : [];
