/**
 * Admin operations for reading orders. Orders come only from purchases; the admin API never creates or changes one.
 */
import type { FastifyInstance } from 'fastify';
import { order } from '../../../../schema/school/resources/orders.ts';
import { resourceOperations } from '../engine/resource-operations.ts';

export const ordersOperations = (app: FastifyInstance) => {
  const orders = resourceOperations(app, order, {
    async compute({ siteId }, rows) {
      const items = await app.school.sales.itemsOf(
        siteId,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({ ...row, items: items.get(row.id) ?? [] }));
    },
  });
  return [orders.list('list_orders'), orders.get('get_order')];
};
