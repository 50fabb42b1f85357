/** The list of an area as a file, with the filters of its page. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BYTE_ORDER_MARK, csvLine } from '../../../../schema/data/csv.ts';
import { isRecord } from '../../../../schema/data/objects.ts';
import { type Parameters, readParameters } from '../../../../schema/data/parameters.ts';
import { dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import { decimalOf } from '../../../../schema/school/money.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { beginningOf } from '../../../../schema/text/readable.ts';
import type { SignedInRequest } from '../signed-in.ts';
import { type Area, parentInput } from './area.ts';
import type { PageField } from './field.ts';
import type { Row } from './place.ts';

const AT_ONCE = 100;
const MAX_TARGET = 500;
/** Parameters of addresses that are no input of the operation. */
const OF_PAGES = new Set(['before', 'after', 'first', 'totalCount', 'include', 'done']);

/** The input that the address has, as it stands: the operation refuses what makes no sense. */
export function filterOf({ list }: Pick<Area, 'list'>, query: Parameters): Record<string, string> {
  const names = Object.keys(list?.input.shape ?? {}).filter((name) => !OF_PAGES.has(name) && name !== 'id');
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)?.trim() ?? '';
      return value === '' || value.includes('\0') ? [] : [[name, value]];
    }),
  );
}

/** Days of the form become instants in the zone of the school. */
export function inputOf<V extends SignedInRequest>(
  area: Area<V>,
  signedIn: V,
  filter: Readonly<Record<string, string>>,
  timeZone: string,
): Record<string, unknown> {
  const [from, to] = area.declaration.resource.rangeNames;
  const instants = Object.entries(filter).map(([name, value]): [string, string] => {
    if (!/^\d{4}-\d\d-\d\d$/.test(value) || (name !== from && name !== to)) return [name, value];
    try {
      const dayBefore = new Date(Date.parse(value) - 86_400_000).toISOString().slice(0, 10);
      return [name, new Date(endOfDay(name === from ? dayBefore : value, timeZone)).toISOString()];
    } catch {
      // No such day, which the operation refuses.
      return [name, value];
    }
  });
  return { ...Object.fromEntries(instants), ...parentInput(area, signedIn) };
}

/** A file has the names and values of the admin API, and amounts with their decimal point. */
function cell(field: PageField | undefined, row: Row, value: unknown): string | number | null {
  if (value == null) return null;
  const inUnits = (amount: number, currency: string): string => `${decimalOf(amount, currency)} ${currency}`;
  if (field?.kind === 'minor_units' && typeof row.currency === 'string') return inUnits(Number(value), row.currency);
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('; ');
  if (isRecord(value) && typeof value.amount === 'number' && typeof value.currency === 'string')
    return inUnits(value.amount, value.currency);
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** Streams the list with its filters, so that only one page of it is in memory at a time. */
export async function exportFile<V extends SignedInRequest>(
  app: FastifyInstance,
  area: Area<V>,
  signedIn: V,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { place, list, declaration, fields, reading } = area;
  if (list === undefined) return reading.missing(signedIn, reply);
  const timeZone = reading.timeZone(signedIn);
  const filter = filterOf(area, readParameters(signedIn.request.query));
  const input = { ...inputOf(area, signedIn, filter, timeZone), first: AT_ONCE };
  type Answer = { nodes: readonly Row[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  const page = async (after: string | null) =>
    (await place.run(signedIn, list, { ...input, ...(after === null ? {} : { after }) })) as Answer;
  // What is refused is refused before the file begins.
  const first = await page(null).catch((error: unknown) => {
    if (error instanceof ProblemError) return undefined;
    throw error;
  });
  if (first === undefined) return reading.missing(signedIn, reply);
  if (signedIn.request.method === 'HEAD')
    return reply.type('text/csv; charset=utf-8').header('cache-control', 'no-store').send();
  const columns = ['id', ...fields.keys()];
  const { many } = declaration.resource;
  const name = area.address(signedIn).slice(place.base(signedIn).length + 1);
  const target = beginningOf(`${name}?${new URLSearchParams(filter)}`.replace(/\?$/, ''), MAX_TARGET);
  // It is recorded before the file begins, too.
  await app.audit.record(signedIn.event('list_exported', { target }));

  async function* chunks(answer: Answer): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(columns);
    for (let present = answer; ; present = await page(present.pageInfo.endCursor)) {
      yield present.nodes.map((row) => csvLine(columns.map((name) => cell(fields.get(name), row, row[name])))).join('');
      if (!present.pageInfo.hasNextPage) return;
    }
  }

  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${many}-${dateAt(app.clock(), timeZone)}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(Readable.from(chunks(first), { objectMode: false }));
}
