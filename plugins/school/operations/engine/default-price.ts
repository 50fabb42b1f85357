/** The price of a new row whose creator states none: free, in the currency of the school. */
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../../../schema/school/operation.ts';

interface Price {
  readonly priceAmount?: number;
  readonly priceCurrency?: string;
}

export async function defaultPrice({ school }: FastifyInstance, { siteId }: Operator, price: Price): Promise<Price> {
  if (price.priceCurrency != null) return {};
  const settings = await school.settings.find(siteId);
  if (settings === undefined) throw new Error(`the school ${siteId} is gone`);
  return { priceAmount: 0, priceCurrency: settings.currency };
}
