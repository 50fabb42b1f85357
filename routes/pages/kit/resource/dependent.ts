import { type Html, html } from '../html.ts';

/** Fields that mean something only for some values of a choice. Days are not among them: browsers do not tell if they are empty. */
export const DEPENDENT: readonly (readonly [choice: string, values: readonly string[], fields: readonly string[]])[] = [
  ['courseType', ['paid', 'pre_order'], ['price']],
  ['discountType', ['percent'], ['percent']],
  ['discountType', ['amount'], ['amount']],
  ['planType', ['recurring'], ['intervalCount']],
  ['planType', ['fixed_length'], ['lengthDays']],
  ['kind', ['in_person', 'hybrid'], ['location']],
  ['kind', ['online', 'hybrid'], ['joinUrl']],
];
const DEPENDING = new Set(DEPENDENT.flatMap(([, , fields]) => fields));
/** Stylesheets recognize an empty field by this. */
export const emptyMark = (name: string): Html | false => DEPENDING.has(name) && html` placeholder=" "`;
