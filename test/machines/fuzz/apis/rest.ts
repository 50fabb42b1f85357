/** Calls every operation of the OpenAPI description, and compares what it answers with what is described. */
import { isDeepStrictEqual } from 'node:util';
import { kindOfSegment } from '../../../support/school-rows.ts';
import type { Described } from './described.ts';
import { schemaOf } from './described.ts';
import type { Manner } from './drawing.ts';
import type { Caller, Schools } from './schools.ts';

export interface Figures {
  calls: number;
  /** How often each operation was called, and did what it was asked. */
  done: Map<string, number>;
  statuses: Map<number, number>;
  faults: string[];
}

/** Makes one call after the other. */
export interface Driver {
  figures: Figures;
  next(): Promise<void>;
}

interface Request {
  url: string;
  body: string | undefined;
  type: string | undefined;
  headers: Record<string, string>;
}

interface Reply {
  status: number;
  type: string;
  body: string;
  headers: Record<string, unknown>;
}

const isAdmin = ({ path }: Described): boolean => path.startsWith('/api/v1/');

/** Weighted, because most is behind what a caller may do. */
const ASKING: readonly Caller[] = [
  ...Array<Caller>(12).fill('own'),
  'other',
  'other',
  'other',
  'narrow',
  'member',
  'nobody',
];
const SENDING: readonly Manner[] = [...Array<Manner>(6).fill('fitting'), 'nearly', 'nearly', 'nearly', 'wild'];
const MOST_FAULTS = 60;
/** So that no address is too long. */
const MOST_MEMBERS = 60;

export function restDriver(schools: Schools): Driver {
  const { app, draw, description } = schools;
  const figures: Figures = { calls: 0, done: new Map(), statuses: new Map(), faults: [] };

  const known = new Set<string>();
  const hints = new Map<string, readonly string[]>();

  const note = (asked: Described, caller: Caller, request: Request, faults: readonly string[], reply: Reply): void => {
    if (faults.length === 0 || figures.faults.length >= MOST_FAULTS) return;
    const key = `${asked.operation.operationId} ${reply.status} ${faults[0]}`;
    if (known.has(key)) return;
    known.add(key);
    const sent = `${asked.method} ${request.url} as ${caller} ${request.body ?? ''}`.slice(0, 1500);
    figures.faults.push(
      `${asked.operation.operationId}: ${faults.slice(0, 3).join('; ')}\n  ${sent}\n  ${reply.status} ${reply.body.slice(0, 600)}`,
    );
  };

  function requestOf(
    asked: Described,
    caller: Caller,
    manner: Manner,
    fixed: Readonly<Record<string, string>>,
  ): Request {
    const { operationId } = asked.operation;
    const pool = caller === 'other' && draw.random() < 0.3 ? schools.other : schools.own;
    const path = asked.path.replace(/([^/]+)\/\{(\w+)\}/g, (_all, segment: string, name: string) => {
      return `${segment}/${encodeURIComponent(fixed[name] ?? draw.id(segment, pool))}`;
    });
    const inQuery = asked.parameters.filter((one) => one.in === 'query');
    const isBare = Object.keys(fixed).length > 0 || inQuery.length === 0;
    const query = isBare ? '{}' : draw.input(`${operationId} query`, schemaOf(inQuery), manner, pool);
    const pairs = pairsOf(JSON.parse(query)).map(([name, value]): [string, string] => {
      const learned = hints.get(`${operationId} ${name}`);
      return [name, learned !== undefined && draw.random() < 0.8 ? draw.oneOf(learned) : value.slice(0, 300)];
    });
    const body = asked.body && draw.input(operationId, asked.body.schema, manner, pool);
    return {
      url: pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`,
      body: asked.body?.type.endsWith('urlencoded') ? formOf(body) : body,
      type: asked.body?.type === '*/*' ? 'image/png' : asked.body?.type,
      headers: isBare && Object.keys(fixed).length > 0 ? {} : headersOf(asked),
    };
  }

  /** Headers that an operation knows, now and then. */
  function headersOf({ parameters }: Described): Record<string, string> {
    const values: Readonly<Record<string, readonly string[]>> = {
      'Idempotency-Key': ['once', 'twice', `key-${draw.below(1e9)}`, 'x'.repeat(256), 'a b'],
      'If-Match': ['*', '"2026-09-01T08:00:00.000Z"', 'W/"x"', 'nonsense', '"', '"a", "b"'],
      'If-None-Match': ['*', '"x"', 'W/"x", "y"'],
      Range: ['bytes=0-0', 'bytes=5-1', 'x'],
    };
    const given = parameters.filter((one) => one.in === 'header' && draw.random() < 0.15);
    return Object.fromEntries(given.map(({ name }) => [name, draw.oneOf(values[name] ?? ['x'])]));
  }

  async function send({ method }: Described, request: Request, token: string | undefined): Promise<Reply> {
    const answer = await app.inject({
      ...{ method: method as 'GET', url: request.url },
      headers: {
        ...request.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(request.type === undefined ? {} : { 'content-type': request.type }),
      },
      ...(request.body === undefined ? {} : { payload: request.body }),
    });
    const { statusCode: status, headers, body } = answer;
    return { status, headers, body, type: String(headers['content-type'] ?? '') };
  }

  /** What is wrong with an answer, whatever was sent. */
  function faultsOf(asked: Described, caller: Caller, request: Request, reply: Reply): string[] {
    const { status, body } = reply;
    const sent = `${decodeURIComponent(request.url)} ${request.body ?? ''}`;
    // The examples in documents for everybody are of some school.
    const leaked = asked.operation.security.length === 0 ? [] : schools.leakedTo(caller, sent, body);
    // The school may have removed its member meanwhile.
    const mustBe: Partial<Record<Caller, readonly number[]>> = { nobody: [401], narrow: [403], member: [403, 401] };
    const wanted = isAdmin(asked) ? mustBe[caller] : undefined;
    // Only what there is at this school was named.
    const isTaken =
      caller === 'other' &&
      status < 300 &&
      schools.own
        .kinds()
        .some((kind) => kind !== 'people' && schools.own.of(kind).some((id) => request.url.includes(`/${id}`)));
    return [
      ...(status >= 500 ? ['an internal error'] : []),
      ...description.faultsOf(asked.operation, reply),
      ...leaked.map((one) => `shows ${one} of the other school`),
      ...(wanted?.includes(status) === false ? [`${wanted[0]} was expected`] : []),
      ...(isTaken ? ['reached what belongs to the other school'] : []),
      ...(/node_modules|\.ts:\d|\n {4}at /.test(body) ? ['shows its insides'] : []),
    ];
  }

  /** What a schema cannot say is in answers: the next page, and what a list of names may hold. */
  function learn(operationId: string, body: string): void {
    const cursor = /"endCursor":"([^"]+)"/.exec(body)?.[1];
    const names = /include must be one or more of ([\w, ]+), separated by commas/.exec(body)?.[1]?.split(', ');
    if (cursor !== undefined) hints.set(`${operationId} after`, [cursor]);
    if (names !== undefined) hints.set(`${operationId} include`, [...names, names.join(',')]);
  }

  async function step(
    asked: Described,
    caller: Caller,
    manner: Manner,
    fixed: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const request = requestOf(asked, caller, manner, fixed);
    const reply = await send(asked, request, await schools.tokenOf(caller, asked.scope));
    figures.calls += 1;
    figures.statuses.set(reply.status, (figures.statuses.get(reply.status) ?? 0) + 1);
    const { operationId } = asked.operation;
    const isDone = reply.status < 400;
    if (isDone && request.body !== undefined) schools.keep(caller, String(request.body));
    figures.done.set(operationId, (figures.done.get(operationId) ?? 0) + (isDone ? 1 : 0));
    note(asked, caller, request, faultsOf(asked, caller, request, reply), reply);
    if (reply.type.includes('json')) learn(operationId, reply.body);
    return reply;
  }

  const operationAt = (method: string, path: string): Described | undefined =>
    description.operations.find((one) => one.method === method && one.path === path);

  /** What was made is found, changed and deleted by its id, and each answer is what is read afterwards. */
  async function follow(made: Described, { body }: Reply): Promise<void> {
    const created = JSON.parse(body) as { id?: string };
    const kind = kindOfSegment(made.path.split('/').at(-1) ?? '');
    if (created.id === undefined) return;
    if (kind !== undefined) schools.own.add(kind, created.id);
    const at = `${made.path.replace(/\/[^/]+\/\{\w+\}(?=\/)/, '')}/{id}`;
    const [get, patch, remove] = ['GET', 'PATCH', 'DELETE'].map((method) => operationAt(method, at));
    if (get === undefined) return;
    const fixed = { id: created.id };
    const read = async (said: unknown, what: string): Promise<void> => {
      const reply = await step(get, 'own', 'fitting', fixed);
      const isSame = reply.status === 200 && isDeepStrictEqual(pick(JSON.parse(reply.body), said), said);
      if (!isSame)
        figures.faults.push(
          `${get.operation.operationId}: not what ${what} said: ${JSON.stringify(said)}\n  ${reply.body}`,
        );
    };
    await read(created, made.operation.operationId);
    if (patch !== undefined) {
      const changed = await step(patch, 'own', 'fitting', fixed);
      if (changed.status === 200) await read(JSON.parse(changed.body), patch.operation.operationId);
    }
    if (remove === undefined || draw.random() < 0.5) return;
    const removed = await step(remove, 'own', 'fitting', fixed);
    if (removed.status !== 204) return;
    const { status } = await step(get, 'own', 'fitting', fixed);
    if (status !== 404)
      figures.faults.push(`${get.operation.operationId}: ${status} after ${remove.operation.operationId}`);
  }

  return {
    figures,
    /** One call, and for what it makes those that follow. */
    async next(): Promise<void> {
      const asked = draw.oneOf(description.operations);
      const caller = draw.oneOf(ASKING);
      const reply = await step(asked, caller, draw.oneOf(SENDING));
      if (caller === 'own' && reply.status === 201 && isAdmin(asked)) await follow(asked, reply);
    },
  };
}

/** Of an answer with more in it, the members that another one has. */
const pick = (from: object, like: unknown): object =>
  typeof like !== 'object' || like === null
    ? from
    : Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(like, name)));

/** A form of an object in JSON. */
function formOf(json: string | undefined): string {
  const given: unknown = json === undefined ? {} : JSON.parse(json);
  return typeof given === 'object' ? String(new URLSearchParams(pairsOf(given))) : String(given).toWellFormed();
}

/** The members of an object, as a query or a form has them. */
const pairsOf = (given: unknown): [name: string, value: string][] =>
  (typeof given === 'object' && given !== null ? Object.entries(given).slice(0, MOST_MEMBERS) : []).map(
    ([name, value]) => [
      name.toWellFormed(),
      (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
    ],
  );
