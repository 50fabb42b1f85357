/**
 * Amounts of money, which are whole numbers of the minor unit of a currency. ISO 4217 says how many digits of an amount
 * follow the point. What the runtime shows by default is a habit of display, which changes with its version.
 */
import { z } from 'zod';
import { boundedMap } from '../data/bounded-map.ts';
import { typeNames } from './type-names.ts';

/** The currencies of ISO 4217 (list one) by the number of their digits after the point. */
const CURRENCIES: readonly [digits: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [2, 'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW'],
  [2, 'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF'],
  [2, 'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK'],
  [2, 'MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP'],
  [2, 'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG'],
  [2, 'YER ZAR ZMW ZWG'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  // Withdrawn since 2021. Earlier versions took them as the currency of a school, whose prices may have them.
  [2, 'ANG BGN CUC HRK SLL ZWL'],
];
/** They have no minor unit, so an amount of them is whole. Nothing is priced in them. */
const WITHOUT_MINOR_UNIT = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX';
/** Of what is none of these, which earlier versions took for a price. */
const USUAL_DIGITS = 2;

const digitsOfEach = (digits: number, codes: string): [string, number][] =>
  codes.split(' ').map((code) => [code, digits]);
const priced: ReadonlyMap<string, number> = new Map(
  CURRENCIES.flatMap(([digits, codes]) => digitsOfEach(digits, codes)),
);
const whole: ReadonlyMap<string, number> = new Map(digitsOfEach(0, WITHOUT_MINOR_UNIT));

/** What a school can price in. */
export const CURRENCY_CODES: readonly string[] = [...priced.keys()].sort();

const NO_CODE = { error: 'must be an ISO 4217 code such as EUR', abort: true } as const;
export const currencyCode = z
  .string()
  .length(3, NO_CODE)
  .regex(/^[A-Z]{3}$/, NO_CODE)
  .refine((code) => priced.has(code), 'must be the ISO 4217 code of a currency with a minor unit, such as EUR');

/** Up to 9007199254740991, which every program reads from JSON as it was written. */
export const amountValue = z.int().min(0);
/** A sum of amounts, from which refunds are subtracted. */
export const sumValue = z.int();
const amounts = z.registry<{ isAmount: true }>();
amounts.add(amountValue, { isAmount: true }).add(sumValue, { isAmount: true });

/** Returns whether a value is a number of minor units, for which 32 bits are too few. */
export const isAmount = (value: z.core.$ZodType): boolean => amounts.get(value) !== undefined;

export const amountOfMoney = z
  .strictObject({
    amount: amountValue.describe('Minor units: 1.50 EUR is 150'),
    currency: currencyCode.describe('ISO 4217'),
  })
  .register(typeNames, { id: 'Money' });

/** How many digits of an amount follow the point. */
const digitsOf = (currency: string): number => priced.get(currency) ?? whole.get(currency) ?? USUAL_DIGITS;

/** Writes an amount with the point where it belongs: `12000` of `EUR` is `120.00`. */
export function decimalOf(amount: number, currency: string): `${number}` {
  // What is no number of minor units, as texts of pages can have it, is left as it is.
  if (!Number.isInteger(amount)) return `${amount}`;
  const digits = digitsOf(currency);
  const written = String(BigInt(Math.abs(amount))).padStart(digits + 1, '0');
  const point = written.length - digits;
  // The type is asserted: a text that is joined of digits.
  return `${amount < 0 ? '-' : ''}${written.slice(0, point)}${digits === 0 ? '' : '.'}${written.slice(point)}` as `${number}`;
}

/** With a sign between thousands: a space, an apostrophe, a point or a comma. */
const GROUPED = /^\d{1,3}([ .,'’\u00A0\u202F])\d{3}(?:\1\d{3})*$/;

/**
 * Reads an amount as people write it, with a point or a comma before the last digits: `12,50` of `EUR` is 1250.
 * @returns `undefined` for what is no amount of the currency, or has more digits than its minor unit
 */
export function minorUnitsOf(written: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const all = written.trim();
  const point = Math.max(all.lastIndexOf('.'), all.lastIndexOf(','));
  const end = all.slice(point + 1);
  const hasDecimals = point >= 0 && /^\d+$/.test(end) && end.length <= digits;
  const [whole, decimals] = hasDecimals ? [all.slice(0, point), end] : [all, ''];
  // Of 1.234 no one knows whether it is one or a thousand, where amounts have decimals.
  const isUnclear = digits > 0 && !hasDecimals && /^\d{1,3}[.,]\d{3}$/.test(all);
  const isNumber = GROUPED.test(whole) || /^\d+$/.test(whole) || (whole === '' && hasDecimals);
  if (isUnclear || !isNumber) return undefined;
  const amount = Number(whole.replaceAll(/\D/g, '') + decimals.padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Creating a formatter costs far more than using it. Languages come from members and schools, so the cache is bounded. */
const formatters = boundedMap<Intl.NumberFormat>(200);

/** Writes an amount as people read it. @param amount in minor units, such as cents */
export function formatMoney(amount: number, currency: string, language: string): string {
  const decimal = decimalOf(amount, currency);
  if (!/^[A-Z]{3}$/i.test(currency)) return `${decimal} ${currency}`;
  const digits = digitsOf(currency);
  const key = `${language} ${currency}`;
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formatters.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency, ...shown });
  formatters.set(key, format);
  // As a text, because a number would lose the last digits of a large amount.
  return format.format(decimal);
}
