/** The results of tools about what a member bought. */
import { z } from 'zod';
import type {
  Download,
  Order,
  OrderItem,
  OwnProductWithFiles,
  OwnSubscription,
} from '../../../schema/school/account.ts';
import { coursePath } from '../../../schema/school/addresses.ts';
import { instant, momentOf, momentOrNull, money } from './pages.ts';

export const myOrder = z.object({
  number: z.string(),
  status: z.enum(['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'failed']),
  placedAt: instant,
  paidAt: instant.nullable(),
  total: money,
  refunded: money.nullable(),
  couponCode: z.string().nullable(),
  items: z.array(
    z.object({
      kind: z.enum(['course', 'membership_plan', 'digital_product', 'event']),
      title: z.string(),
      quantity: z.int(),
      unitPrice: money,
    }),
  ),
});

export const orderItem = (order: Order, items: readonly OrderItem[]) => ({
  number: order.number,
  status: order.status,
  placedAt: momentOf(order.placedAt),
  paidAt: momentOrNull(order.paidAt),
  total: { amount: order.total, currency: order.currency },
  refunded: order.refundedAmount === 0 ? null : { amount: order.refundedAmount, currency: order.currency },
  couponCode: order.couponCode,
  items: items.map(({ kind, title, quantity, unitAmount }) => ({
    kind,
    title,
    quantity,
    unitPrice: { amount: unitAmount, currency: order.currency },
  })),
});

export const mySubscription = z.object({
  id: z.string(),
  plan: z.string().describe('Name of the plan'),
  status: z
    .enum(['trialing', 'active', 'past_due', 'paused', 'cancelled', 'expired'])
    .describe('It gives access while it is trialing, active or past_due'),
  startedAt: instant,
  currentPeriodStart: instant,
  currentPeriodEnd: instant.nullable().describe('Null for a lifetime subscription'),
  renewsAt: instant.nullable().describe('When the subscription renews itself; null if it does not'),
  endsAt: instant.nullable().describe('When it ends or ended; null if no end is set'),
  price: money.describe('Price per period'),
  allCourses: z.boolean().describe('Whether the plan includes all courses of the school'),
  courses: z
    .array(z.object({ slug: z.string(), title: z.string(), url: z.string() }))
    .describe('Courses that the plan names'),
  products: z.array(z.object({ id: z.string(), title: z.string() })).describe('Digital products in the plan'),
});

export const subscriptionItem = (row: OwnSubscription, siteUrl: string): z.output<typeof mySubscription> => ({
  id: row.id,
  plan: row.planName,
  status: row.status,
  startedAt: momentOf(row.startedAt),
  currentPeriodStart: momentOf(row.currentPeriodStart),
  currentPeriodEnd: momentOrNull(row.currentPeriodEnd),
  renewsAt: momentOrNull(row.renewsAt),
  endsAt: momentOrNull(row.endsAt),
  price: { amount: row.priceAmount, currency: row.priceCurrency },
  allCourses: row.allCourses,
  courses: row.courses.map((course) => ({ ...course, url: `${siteUrl}${coursePath(course.slug)}` })),
  products: [...row.products],
});

const file = z.object({
  fileId: z.string().describe('For request_my_download'),
  name: z.string(),
  size: z.int().describe('In bytes'),
  downloadsLeft: z.int().nullable().describe('Null if the number is not limited'),
});

export const myProduct = z.object({
  productId: z.string().describe('For request_my_download'),
  title: z.string(),
  slug: z.string(),
  source: z.enum(['order', 'subscription']).describe('How the member got it. subscription: access ends with it'),
  files: z.array(file),
});

export const productItem = ({ id, title, slug, source, files }: OwnProductWithFiles): z.output<typeof myProduct> => ({
  productId: id,
  title,
  slug,
  source,
  files: files.map(({ assetId, name, size, downloadsLeft }) => ({ fileId: assetId, name, size, downloadsLeft })),
});

export const myDownload = file.omit({ fileId: true }).extend({
  url: z.string().describe('Link to the file; secret, as it works for anyone who has it'),
  expiresAt: instant,
});

export const downloadItem = ({ url, expiresAt, name, size, downloadsLeft }: Download) => ({
  url,
  expiresAt: momentOf(expiresAt),
  name,
  size,
  downloadsLeft,
});
