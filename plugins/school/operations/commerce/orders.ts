/**
 * Admin operations for reading orders. Orders come only from purchases; the admin API never creates or changes one.
 */
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../../../schema/school/operation.ts';
import { order } from '../../../../schema/school/resources/orders.ts';
import { crud } from '../engine/crud.ts';

/** Spec 2.8: orders are read only. */
export const ordersOperations = (app: FastifyInstance): Operation[] =>
  crud(app, order, {
    compute: async ({ siteId }, rows) => {
      const items = await app.school.sales.itemsOf(
        siteId,
        rows.map(({ id }) => String(id)),
      );
      return rows.map((row) => ({ ...row, items: items.get(String(row.id)) ?? [] }));
    },
  });
