/** JSON Schemas from zod, each resource once under its own name. */
import { z } from 'zod';
import { type Json, ref } from './form.ts';

/** What is built by many resources in the same way; known by its members. */
const SHARED_SHAPES: Readonly<Record<string, string>> = {
  'amount,currency': 'Money',
  'endCursor,hasNextPage': 'PageInfo',
};
/** Their `format` says the same, and can be read. */
const SPOKEN_FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'date', 'email', 'uri']);

export interface Schemas {
  /** Under a name, for others to refer to. */
  define(name: string, type: z.ZodType, io: 'input' | 'output', more?: Json): Json;
  /** In place, with references to what has a name. */
  inline(type: z.ZodType, io: 'input' | 'output'): Json;
  /** Everything that was defined, by name. */
  readonly components: Record<string, Json>;
}

/** @param names types that are referred to by name wherever they stand inside others */
export function schemaCollection(names: ReadonlyMap<z.core.$ZodType, string>): Schemas {
  const components: Record<string, Json> = {};

  const convert = (type: z.ZodType, io: 'input' | 'output', isNamed: boolean): Json => {
    const { $schema: _, ...schema } = z.toJSONSchema(type, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) => {
        const name = names.get(zodSchema);
        if (name !== undefined && !(isNamed && zodSchema === type)) replace(jsonSchema, ref('schemas', name));
        else simplify(zodSchema, jsonSchema);
      },
    }) as Json;
    // Parts may be the same objects: from here on each is its own.
    return share(structuredClone(schema), components) as Json;
  };

  return {
    components,
    define(name, type, io, more = {}) {
      if (components[name] !== undefined) throw new Error(`the schema ${name} is defined twice`);
      components[name] = { ...convert(type, io, true), ...more };
      return ref('schemas', name);
    },
    inline: (type, io) => {
      const name = names.get(type);
      return name === undefined ? convert(type, io, false) : ref('schemas', name);
    },
  };
}

function replace(target: object, source: object): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, source);
}

function simplify(type: z.core.$ZodType, schema: Json): void {
  if (type instanceof z.ZodPipe && !(type.out instanceof z.ZodTransform)) {
    // What is brought into a form first (trimmed, read from a query string) is described by that form.
    const { $schema: _, ...form } = z.toJSONSchema(type.out as z.ZodType, {
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema),
    }) as Json;
    replace(schema, { ...form, ...described(schema) });
  }
  if (SPOKEN_FORMATS.has(schema.format)) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // What goes out may grow: only what says that it is strict is closed.
  if (type instanceof z.ZodObject && type._zod.def.catchall === undefined) delete schema.additionalProperties;
}

const described = ({ description }: Json): Json => (description === undefined ? {} : { description });

/** Takes shapes that many resources have out into components of their own. */
function share(schema: unknown, components: Record<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => share(one, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const shared = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, share(value, components)]),
  ) as Json;
  const name =
    shared.type === 'object' &&
    SHARED_SHAPES[
      Object.keys(shared.properties ?? {})
        .sort()
        .join()
    ];
  if (!name) return shared;
  const { description, ...shape } = shared;
  components[name] ??= shape;
  return { ...ref('schemas', name), ...described({ description }) };
}
