/** Finds the arguments of a tool in a question. */
import type { Schema } from './described.ts';
import { wordsOf } from './words.ts';

/** A question, and when it is asked, in milliseconds since the epoch: “in March” depends on it. */
export interface AskedQuestion {
  readonly ask: string;
  readonly now: number;
}

/** The value of an argument that the question gives, in words or with its name. */
export const valueIn = (asked: AskedQuestion, name: string, schema: Schema): unknown =>
  givenAs(name, asked.ask) ?? peopleIn(asked.ask, schema) ?? plainValue(name, schema, asked);

/** Things that a question names: what stands in quotation marks, or else words with capitals after the first word. */
export function namesIn(question: string): string[] {
  const quoted = [...question.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
  const rest = question.replace(QUOTED, '').replace(/^\S+/, '');
  const capitals = [...rest.matchAll(/\b[A-Z][\w’-]*(?: (?:[A-Z][\w’-]*))*/g)].map(([name]) => name);
  return [...quoted, ...capitals.filter((name) => ![...MONTHS, ...DAYS].some((time) => name.startsWith(time)))];
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY = 86_400_000;
const QUOTED = /“[^”]+”/g;

/** The next day of the week that a question names, from its start to its end: “Friday’s event”. */
export function dayNamedIn({ ask, now }: AskedQuestion): { from: string; to: string } | undefined {
  const words = ask.replace(QUOTED, '');
  const weekday = DAYS.findIndex((name) => words.includes(name));
  if (weekday < 0) return undefined;
  const today = now - (now % DAY);
  const start = today + ((weekday - new Date(today).getUTCDay() + 7) % 7) * DAY;
  return { from: new Date(start).toISOString(), to: new Date(start + DAY).toISOString() };
}

/** Returns whether something is asked, and not to be changed. */
export const isReading = (question: string): boolean =>
  /^(?:Find|In which|Is|List|Outline|Revenue|Analytics|Show|Summary|Top|What|Which|Who)\b/.test(question);

/** Returns the kind of object of an id: as its description says, or else its name, or that of the tool. */
export function kindOf(argument: string, { description = '' }: Schema, tool: string): string {
  const [, noun] = / of the (\w+(?: \w+)?)$/.exec(description) ?? [];
  if (noun !== undefined) return noun;
  return argument === 'id' ? tool.split('_').slice(1).join(' ') : argument.replace(/Id$/, '');
}

/** Returns whether an optional id is of what the question names. */
export function isAskedFor(argument: string, question: string): boolean {
  const kinds = wordsOf(argument.replace(/Id$/, ''));
  const asked = wordsOf(question);
  const isPerson = argument === 'memberId' && namesIn(question).some((name) => /^[A-Z]\w+ [A-Z]\w+$/.test(name));
  return kinds.every((kind) => asked.includes(kind)) || (isPerson && !asked.includes(wordsOf('course')[0] ?? ''));
}

/** A value that the question gives with the name of the argument: `slug “bread-at-home”`. */
const givenAs = (name: string, question: string): string | undefined =>
  new RegExp(`\\b${name} “([^”]+)”`).exec(question)?.[1];

/** For a list of people: those whose e-mail addresses the question gives. */
function peopleIn(question: string, { items }: Schema): { email: string }[] | undefined {
  const emails = question.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g);
  return emails === null || items?.properties?.email === undefined ? undefined : emails.map((email) => ({ email }));
}

/** A value that the question says in words: a number, a month, one of the values of an enumeration. */
function plainValue(name: string, schema: Schema, asked: AskedQuestion): unknown {
  const question = asked.ask;
  const values = (schema.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? []) ?? []).filter(
    (value) => typeof value === 'string',
  );
  if (schema.const === true) return true;
  if (values.length > 0 && name !== 'sort') {
    const words = wordsOf(question);
    return values.find((value) => wordsOf(String(value)).every((word) => words.includes(word)));
  }
  if (name === 'first') return undefined;
  const types = [schema.type, ...(schema.anyOf ?? []).map(({ type }) => type)].flat();
  if (types.includes('integer'))
    return (
      Number(
        new RegExp(`\\b(\\d{1,4}) ${name}\\b|\\b${name} (\\d{1,4})\\b`).exec(question)?.slice(1).join('') ?? Number.NaN,
      ) || undefined
    );
  return dayIn(name, schema, asked);
}

/**
 * `from` and `to` of a month, and the last day of a month after “until”. If the question names no year, a range is of the
 * last such month that has begun, and an end of the next that has not ended.
 */
function dayIn(name: string, { format }: Schema, { ask, now }: AskedQuestion): string | undefined {
  const [, month = '', year] = new RegExp(`\\b(${MONTHS.join('|')})\\b(?: (\\d{4}))?`).exec(ask) ?? [];
  if (month === '' || (format !== 'date' && format !== 'date-time')) return undefined;
  const today = new Date(now);
  const passed = today.getUTCMonth() - MONTHS.indexOf(month);
  const at = (offset: number, day: number, turn: number) =>
    new Date(
      Date.UTC(year === undefined ? today.getUTCFullYear() + turn : Number(year), MONTHS.indexOf(month) + offset, day),
    )
      .toISOString()
      .slice(0, format === 'date' ? 10 : 24);
  const last = passed >= 0 ? 0 : -1;
  if (name === 'from') return at(0, 1, last);
  if (name === 'to') return format === 'date' ? at(1, 0, last) : at(1, 1, last);
  return /expire|until|ends/i.test(name) ? at(1, 0, passed > 0 ? 1 : 0) : undefined;
}
