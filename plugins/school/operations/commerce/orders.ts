/**
 * Admin operations for reading orders. Orders come only from purchases; the admin API never creates or changes one.
 * What begins with a digit somewhere may be a number; where no order has it, the words are those of a buyer.
 */
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../../../schema/school/operation.ts';
import { notFound } from '../../../../schema/school/problem.ts';
import { maySeeEmails } from '../../../../schema/school/references.ts';
import { order, refund } from '../../../../schema/school/resources/orders.ts';
import type { Refund } from '../../stores.ts';
import { resourceOperations } from '../engine/crud.ts';
import { listOperation } from '../engine/listing.ts';
import { representation } from '../engine/resource-rows.ts';

export const ordersOperations = (app: FastifyInstance) => {
  const { members, orderNumbers } = app.school;
  const orders = resourceOperations(app, order, {
    async search({ siteId, scopes: granted = [] }, q) {
      const numbered = /\d/.test(q) ? await orderNumbers.beginningWith(siteId, q) : [];
      if (numbered === 'many') return { where: { number: { startsWith: q } } };
      const maySearchBuyers = numbered.length === 0 && maySeeEmails({ scope: order.read, granted });
      return maySearchBuyers ? { among: await members.search(siteId, q), isOfMembers: true } : { among: numbered };
    },
    async compute({ siteId }, rows) {
      const items = await app.school.sales.itemsOf(
        siteId,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => ({ ...row, items: items.get(row.id) ?? [] }));
    },
  });
  return [orders.list('list_orders'), orders.get('get_order'), refundOperation(app)];
};

function refundOperation(app: FastifyInstance) {
  const { refunds: store } = app.school;
  // An order may have several refunds, each at a time of its own.
  const { showAll } = representation<typeof refund, Refund>(refund, async (_operator, rows) =>
    rows.map((row) => ({ ...row, id: `rfd_${row.orderId.replace('ord_', '')}_${row.refundedAt}` })),
  );
  /** A refund has no row of its own: its id says where it is in the list. */
  const find = async (_operator: Operator, id: string): Promise<Refund> => {
    const [, order, at] = /^rfd_(.+)_(\d+)$/.exec(id) ?? [];
    if (order === undefined) throw notFound('refund');
    return { id: `ord_${order}`, refundedAt: Number(at) } as Refund;
  };
  return listOperation({ app, resource: refund, store, find, showAll }, 'list_refunds', {});
}
