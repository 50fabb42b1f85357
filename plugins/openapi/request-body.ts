/** What an operation of the admin API takes beside its address. */
import { z } from 'zod';
import type { Operation } from '../../schema/school/operation.ts';
import { content, type Json, ref, typeName } from './form.ts';
import { sampleOf } from './samples.ts';
import type { Schemas } from './schemas.ts';

export function bodyOf({ name, input, rest }: Operation, keys: readonly string[], schemas: Schemas): Json {
  const body = z.strictObject(Object.fromEntries(keys.map((key) => [key, input.shape[key] as z.ZodType])));
  const called = `${typeName(name)}Request`;
  schemas.define(called, body, 'input');
  const schema = schemas.components[called] ?? {};
  schemas.components[called] = { ...schema, properties: withoutDefaults(schema.properties as Record<string, Json>) };
  const type = ref('schemas', called);
  const required = !body.safeParse({}).success;
  const example = sampleOf(type, schemas.components);
  const types = rest.method === 'PATCH' ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
  return {
    ...(required ? { required } : {}),
    content: Object.assign({}, ...types.map((one) => content(one, type, example))),
  };
}

/** Generators of clients take what has a default for always there, and would ask for it in every call: it is said in words. */
function withoutDefaults(properties: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { default: usual, ...schema }]) => {
      if (usual === undefined) return [name, schema];
      const said =
        usual === '' || (Array.isArray(usual) && usual.length === 0) ? 'empty by default' : `default: ${String(usual)}`;
      return [name, { ...schema, description: `${schema.description ?? name}; ${said}` }];
    }),
  );
}
