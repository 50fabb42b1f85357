/** What resources are called in the description, so that a generated client has a type for each. */
import { z } from 'zod';
import type { Operation } from '../../schema/school/operation.ts';
import { typeName } from './form.ts';

/** What an operation answers with, if its name or address says what that is. */
type Naming = (operation: Operation) => { noun: string | undefined; type: unknown };

/** Each is tried on all operations before the next one. */
const NAMINGS: readonly Naming[] = [
  // As in `get_course`.
  ({ name, output }) => ({ noun: /^(?:get|create|update)_(.+)$/.exec(name)?.[1], type: output }),
  // As in `list_form_submissions`.
  ({ name, output }) => ({ noun: /^list_(.+)s$/.exec(name)?.[1], type: listed(output) }),
  // As in `POST /assets/:id/complete`.
  ({ rest, output }) => ({ noun: /^\/(\w+)s\/:id\//.exec(rest.path)?.[1], type: output }),
];

function listed(output: z.ZodType): unknown {
  const nodes = output instanceof z.ZodObject ? output.shape.nodes : undefined;
  return nodes instanceof z.ZodArray ? nodes.element : undefined;
}

export function resourceNames(operations: readonly Operation[]): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const { noun, type } of NAMINGS.flatMap((naming) => operations.map(naming))) {
    if (noun === undefined || !(type instanceof z.ZodObject) || names.has(type) || taken.has(typeName(noun))) continue;
    names.set(type, typeName(noun));
    taken.add(typeName(noun));
  }
  return names;
}
