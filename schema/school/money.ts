/** Writes amounts of money as people read them. */
import { boundedMap } from '../data/bounded-map.ts';

/** Creating a formatter costs far more than using it. Languages come from members and schools, so the cache is bounded. */
const formatters = boundedMap<Intl.NumberFormat>(200);

/** @param amount in minor units, such as cents */
export function formatMoney(amount: number, currency: string, language: string): string {
  const key = `${language} ${currency}`;
  const format = formatters.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency });
  formatters.set(key, format);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
