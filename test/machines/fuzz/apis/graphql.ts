/** Asks for every field of the Account API, and compares what comes with the types of the schema that is served. */
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { ask } from '../../../support/account.ts';
import { kindOfMember } from '../../../support/school-rows.ts';
import type { Driver, Figures } from './rest.ts';
import type { Schools } from './schools.ts';

/** A field of a query with what is asked of it, under the name that its value will have. */
interface Selected {
  name: string;
  field: GraphQLField<unknown, unknown>;
  args: string;
  inner: readonly Selected[];
}

const MOST_FAULTS = 20;
const CODES = new Set(['BAD_USER_INPUT', 'QUERY_TOO_COMPLEX', 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN']);
const TEXTS = ['', 'x', '\0', "'; drop table people; --", '__proto__', '../..', '%00', 'é🎻', 'x'.repeat(300), 'crs_1'];

const printed = (selections: readonly Selected[]): string =>
  `{ ${selections.map(({ name, field, args, inner }) => `${name === field.name ? '' : `${name}: `}${field.name}${args} ${inner.length === 0 ? '' : printed(inner)}`).join(' ')} }`;

const DAY = /^\d{4}-\d\d-\d\d$/;
const isScalar: Readonly<Record<string, (value: unknown) => boolean>> = {
  Int: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  Float: (value) => Number.isFinite(value),
  String: (value) => typeof value === 'string' && value.isWellFormed(),
  ID: (value) => typeof value === 'string' && value !== '',
  Boolean: (value) => typeof value === 'boolean',
  Date: (value) => typeof value === 'string' && DAY.test(value),
  DateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)) && value.endsWith('Z'),
};

/** @returns what about a value is not of its type */
function typeFaults(type: GraphQLOutputType, value: unknown, selections: readonly Selected[], at: string): string[] {
  if (isNonNullType(type)) return value === null ? [`${at} is null`] : typeFaults(type.ofType, value, selections, at);
  if (value === null) return [];
  if (isListType(type)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((one, n) => typeFaults(type.ofType, one, selections, `${at}[${n}]`));
  }
  if (isObjectType(type)) {
    if (typeof value !== 'object') return [`${at} is no object`];
    const row = value as Record<string, unknown>;
    const extra = Object.keys(row).filter((key) => !selections.some(({ name }) => name === key));
    return [
      ...extra.map((key) => `${at}.${key} was not asked for`),
      ...selections.flatMap(({ name, field, inner }) =>
        typeFaults(field.type, row[name] ?? null, inner, `${at}.${name}`),
      ),
    ];
  }
  if (isEnumType(type)) return type.getValue(String(value)) == null ? [`${at}: ${value} is not of ${type.name}`] : [];
  const judge = isScalar[getNamedType(type).name];
  if (judge === undefined) throw new Error(`the scalar ${getNamedType(type).name} is not known here`);
  return judge(value) ? [] : [`${at}: ${JSON.stringify(value)} is not of ${getNamedType(type).name}`];
}

/** Makes queries. @param seen values of earlier answers, by the name of their field */
function queries(schema: GraphQLSchema, { draw, own: pool }: Schools, seen: ReadonlyMap<string, readonly string[]>) {
  const text = (name: string): string => {
    const kind = name === 'event' ? 'events' : kindOfMember(name);
    const known = [...pool.of(kind), ...(seen.get(name) ?? []), ...(/id$/i.test(name) ? (seen.get('id') ?? []) : [])];
    return JSON.stringify(known.length > 0 && draw.random() < 0.8 ? draw.oneOf(known) : draw.oneOf(TEXTS));
  };
  const literal = (type: GraphQLInputType, name: string): string => {
    const named = getNamedType(type);
    if (draw.random() < 0.04)
      return draw.oneOf(['null', '1', '"x"', '[]', '{}', 'true', 'NOPE', '-1', '1e400', '{ a: 1 }']);
    if (isEnumType(named)) return draw.oneOf(named.getValues()).name;
    if (isInputObjectType(named)) {
      const some = Object.values(named.getFields()).filter(() => draw.random() < 0.5);
      return `{ ${some.map((one) => `${one.name}: ${literal(one.type, one.name)}`).join(', ')} }`;
    }
    if (named.name === 'Int') return String(draw.oneOf([0, 1, 2, 3, 5, 20, 100, 101, -1, 2 ** 31 - 1]));
    return named.name === 'Boolean' ? draw.oneOf(['true', 'false']) : text(name);
  };
  const argsOf = ({ args }: GraphQLField<unknown, unknown>): string => {
    const given = args.filter(
      ({ type, name }) => isNonNullType(type) || draw.random() < (name === 'after' ? 0.15 : 0.4),
    );
    return given.length === 0 ? '' : `(${given.map(({ name, type }) => `${name}: ${literal(type, name)}`).join(', ')})`;
  };
  const selectionOf = (type: GraphQLOutputType, depth: number): Selected[] => {
    const named = getNamedType(type);
    if (!isObjectType(named)) return [];
    const all = Object.values(named.getFields());
    const some = all.filter((one) => draw.random() < (isObjectType(getNamedType(one.type)) ? 0.3 : 0.6));
    return (some.length === 0 ? [draw.oneOf(all)] : some).map((field) => ({
      name: draw.random() < 0.03 ? `a${draw.below(1000)}` : field.name,
      ...{ field, args: argsOf(field), inner: selectionOf(field.type, depth + 1) },
    }));
  };
  return (isMutation: boolean): Selected[] => {
    const root = isMutation ? schema.getMutationType() : schema.getQueryType();
    const field = draw.oneOf(Object.values(root?.getFields() ?? {}));
    return [{ name: field.name, field, args: argsOf(field), inner: selectionOf(field.type, 0) }];
  };
}

export async function graphqlDriver(schools: Schools): Promise<Driver> {
  const { app, draw } = schools;
  const figures: Figures = { calls: 0, done: new Map(), statuses: new Map(), faults: [] };
  const schema = buildSchema((await app.inject('/account/schema.graphql')).body);
  const seen = new Map<string, string[]>();
  const query = queries(schema, schools, seen);

  /** Ids, slugs and cursors can be asked for next. */
  const learn = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      learn(one);
      const key = name === 'endCursor' ? 'after' : name;
      if (typeof one === 'string' && /^(id|slug|after)$/.test(key))
        seen.set(key, [one, ...(seen.get(key) ?? [])].slice(0, 40));
    }
  };

  return {
    figures,
    async next(): Promise<void> {
      const isMutation = draw.random() < 0.3;
      const selections = query(isMutation);
      const text = `${isMutation ? 'mutation' : 'query'} ${printed(selections)}`;
      const caller = draw.oneOf([
        'member',
        'member',
        'member',
        'member',
        'member',
        'other',
        'nobody',
        'reader',
      ] as const);
      const token =
        caller === 'reader'
          ? await schools.tokenFor('member', ['account:read'])
          : await schools.tokenOf(caller, undefined);
      const response = await ask(app, token, text);
      const { statusCode: status, body } = response;
      figures.calls += 1;
      figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1);
      const { data, errors = [] } = response.json<{
        data?: Record<string, unknown> | null;
        errors?: { message: string; extensions?: { code?: string } }[];
      }>();
      const wanted = caller === 'nobody' ? [401] : caller === 'reader' && isMutation ? [403, 400] : [200, 400];
      const codes = errors.map(({ extensions }) => extensions?.code ?? 'none');
      const isWhole = errors.length === 0 && data != null;
      if (status === 200)
        figures.done.set(
          selections[0]?.name ?? '',
          (figures.done.get(selections[0]?.name ?? '') ?? 0) + (isWhole ? 1 : 0),
        );
      const root = isMutation ? schema.getMutationType() : schema.getQueryType();
      const faults = [
        ...(wanted.includes(status) ? [] : [`${wanted} was expected`]),
        ...codes.filter((code) => status <= 400 && !CODES.has(code)).map((code) => `an error ${code}`),
        ...schools
          .leakedTo(caller === 'other' ? 'other' : 'own', text, body)
          .map((one) => `shows ${one} of the other school`),
        ...(data == null || root == null ? [] : typeFaults(root, data, selections, 'data')),
      ];
      if (caller === 'member') learn(data);
      if (faults.length === 0 || figures.faults.length >= MOST_FAULTS) return;
      figures.faults.push(
        `${faults.slice(0, 3).join('; ')}\n  as ${caller} ${text}\n  ${status} ${body.slice(0, 1000)}`,
      );
    },
  };
}
