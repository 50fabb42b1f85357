/** What a question says of the arguments of a tool. */
import type { Schema } from './described.ts';
import { wordsOf } from './words.ts';

/** The value of an argument that the question gives, in words or with its name. */
export const valueIn = (question: string, name: string, schema: Schema): unknown =>
  givenAs(name, question) ?? plainValue(name, schema, question);

/** Things that a question names: what stands in quotation marks, or else words with capitals after the first word. */
export function namesIn(question: string): string[] {
  const quoted = [...question.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
  const rest = question.replace(/“[^”]+”/g, '').replace(/^\S+/, '');
  const capitals = [...rest.matchAll(/\b[A-Z][\w’-]*(?: (?:[A-Z][\w’-]*))*/g)].map(([name]) => name);
  return [...quoted, ...capitals.filter((name) => !MONTHS.some((month) => name.startsWith(month)))];
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Whether something is asked, and not to be changed. */
export const isReading = (question: string): boolean =>
  /^(?:Find|In which|Is|List|Outline|Revenue|Analytics|Show|Summary|Top|What|Which|Who)\b/.test(question);

/** What an id is of: what its description says, or else its name, or that of the tool. */
export function kindOf(argument: string, { description = '' }: Schema, tool: string): string {
  const [, said] = / of the (\w+(?: \w+)?)$/.exec(description) ?? [];
  if (said !== undefined) return said;
  return argument === 'id' ? tool.split('_').slice(1).join(' ') : argument.replace(/Id$/, '');
}

/** Whether an optional id is of what the question names. */
export function isAskedFor(argument: string, question: string): boolean {
  const kinds = wordsOf(argument.replace(/Id$/, ''));
  const asked = wordsOf(question);
  const isPerson = argument === 'memberId' && namesIn(question).some((name) => /^[A-Z]\w+ [A-Z]\w+$/.test(name));
  return kinds.every((kind) => asked.includes(kind)) || (isPerson && !asked.includes(wordsOf('course')[0] ?? ''));
}

/** A value that the question gives with the name of the argument: `slug “bread-at-home”`. */
const givenAs = (name: string, question: string): string | undefined =>
  new RegExp(`\\b${name} “([^”]+)”`).exec(question)?.[1];

/** A value that the question says in words: a number, a month, one of the values of an enumeration. */
function plainValue(name: string, schema: Schema, question: string): unknown {
  const values = (schema.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? []) ?? []).filter(
    (value) => typeof value === 'string',
  );
  if (schema.const === true) return true;
  if (values.length > 0 && name !== 'sort') {
    const words = wordsOf(question);
    return values.find((value) => wordsOf(String(value)).every((word) => words.includes(word)));
  }
  if (name === 'first') return undefined;
  const types = [schema.type].flat();
  if (types.includes('integer'))
    return Number(/\b(\d{1,4})\b(?! ?(?:EUR|%))/.exec(question)?.[1] ?? Number.NaN) || undefined;
  return dayIn(name, schema, question);
}

/** `from` and `to` of a month, and the last day of a month after “until”. The year is the one in the question. */
function dayIn(name: string, { format }: Schema, question: string): string | undefined {
  const [, month = '', year = ''] = new RegExp(`(${MONTHS.join('|')})(?: (\\d{4}))`).exec(question) ?? [];
  if (month === '' || (format !== 'date' && format !== 'date-time')) return undefined;
  const at = (offset: number, day: number) =>
    new Date(Date.UTC(Number(year), MONTHS.indexOf(month) + offset, day))
      .toISOString()
      .slice(0, format === 'date' ? 10 : 24);
  if (name === 'from') return at(0, 1);
  if (name === 'to') return format === 'date' ? at(1, 0) : at(1, 1);
  return /expire|until|ends/i.test(name) ? at(1, 0) : undefined;
}
