/** A resource of the school, with its rows and builders of its operations: `courses.get('get_course')`. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Where } from '../../stores.ts';
import { type Action, actionOperation } from './action.ts';
import {
  type Creation,
  createOperation,
  type Deletion,
  deleteOperation,
  getOperation,
  type Update,
  updateOperation,
} from './crud.ts';
import { type Listing, listOperation } from './listing.ts';
import { type RowFor, type RowOptions, resourceRows, type SiteResource } from './resource-rows.ts';

/** Every call names its operation in full, so that a search for the name finds the definition. */
export function resourceOperations<R extends SiteResource>(
  app: FastifyInstance,
  resource: R,
  options: RowOptions<R> = {},
) {
  const rows = resourceRows(app, resource, options);
  return {
    ...rows,
    list: <const Name extends string, Shape extends z.ZodRawShape = Record<never, never>>(
      name: Name,
      listing: Listing<R, Where<RowFor<R>>, Shape> = {},
    ) => listOperation(rows, name, listing),
    get: <const Name extends string>(name: Name) => getOperation(rows, name),
    create: <const Name extends string>(name: Name, creation: Creation<R> = {}) =>
      createOperation(rows, name, creation),
    update: <const Name extends string>(name: Name, update: Update<R> = {}) => updateOperation(rows, name, update),
    delete: <const Name extends string>(name: Name, deletion: Deletion<R> = {}) =>
      deleteOperation(rows, name, deletion),
    action: <const Name extends string, Shape extends z.ZodRawShape = Record<never, never>>(
      name: Name,
      action: Action<R, Shape>,
    ) => actionOperation(rows, name, action),
  };
}
