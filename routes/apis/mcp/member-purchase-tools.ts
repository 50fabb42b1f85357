/** Tools for what a member bought: orders, subscriptions, and digital products with links to their files. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  downloadItem,
  myDownload,
  myOrder,
  myProduct,
  mySubscription,
  orderItem,
  productItem,
  subscriptionItem,
} from './member-purchase-items.ts';
import { cursorScopeOf, memberOf, originOf, readingFor, siteUrlOf, writingFor } from './member-tool.ts';
import { pageArguments, pageOf, readPage } from './pages.ts';
import type { Tool } from './tool.ts';

export function purchaseTools(app: FastifyInstance): Tool[] {
  const { account } = app.school;
  const reading = readingFor(app);
  return [
    reading({
      name: 'list_my_orders',
      title: 'List my orders',
      description: "Lists the member's orders, newest first: what was bought, status and total.",
      input: z.strictObject(pageArguments),
      output: pageOf(myOrder),
      async run(caller, request) {
        const member = memberOf(caller);
        const { nodes, pageInfo } = await readPage(
          app,
          request,
          {
            cursorScope: cursorScopeOf(member, 'orders'),
            read: (page) => account.orders(member, page),
            keyOf: ({ placedAt, id }) => ({ at: placedAt, id }),
          },
          (order) => order,
        );
        const ids = nodes.map(({ id }) => id);
        const items = Map.groupBy(await account.orderItems(member, ids), ({ orderId }) => orderId);
        return { nodes: nodes.map((order) => orderItem(order, items.get(order.id) ?? [])), pageInfo };
      },
    }),
    subscriptionsTool(app),
    ...downloadTools(app),
  ];
}

const subscriptionsTool = (app: FastifyInstance): Tool =>
  readingFor(app)({
    name: 'list_my_subscriptions',
    title: 'List my subscriptions',
    description:
      "Lists the member's subscriptions, newest first: plan, status, what it includes, current period, and when it renews itself or ends.",
    input: z.strictObject(pageArguments),
    output: pageOf(mySubscription),
    async run(caller, request) {
      const member = memberOf(caller);
      const siteUrl = await siteUrlOf(app, member);
      return readPage(
        app,
        request,
        {
          cursorScope: cursorScopeOf(member, 'subscriptions'),
          read: (page) => app.school.account.ownSubscriptions(member, page, app.clock()),
          keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        },
        (subscription) => subscriptionItem(subscription, siteUrl),
      );
    },
  });

function downloadTools(app: FastifyInstance): Tool[] {
  const { memberDownloads } = app.school;
  return [
    readingFor(app)({
      name: 'list_my_downloads',
      title: 'List my downloads',
      description:
        'Lists the digital products that the member may download, by purchase or subscription, with their files and how many downloads of each are left.',
      input: z.strictObject(pageArguments),
      output: pageOf(myProduct),
      run(caller, request) {
        const member = memberOf(caller);
        return readPage(
          app,
          request,
          {
            cursorScope: cursorScopeOf(member, 'products'),
            read: (page) => memberDownloads.products(member, page, app.clock()),
            keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
          },
          productItem,
        );
      },
    }),
    writingFor(app)({
      name: 'request_my_download',
      title: 'Get a link to a file',
      description:
        'Returns a secret link to a file of a digital product, for 15 minutes. This counts as one download of the file; repeating the call while the link works does not. Call list_my_downloads first for the ids.',
      input: z.strictObject({
        productId: z.string().max(100).describe('Id of the product'),
        fileId: z.string().max(100).describe('Id of the file'),
      }),
      output: myDownload,
      run: async (caller, { productId, fileId: assetId }) =>
        downloadItem(await memberDownloads.request(memberOf(caller), { productId, assetId }, originOf(caller))),
    }),
  ];
}
