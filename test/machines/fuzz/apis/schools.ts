/** Two schools, each full of rows that say to which of them they belong. */
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { MEMBER_SCOPES, OPERATOR_SCOPES, SCOPES, type Scope } from '../../../../schema/oauth/scope.ts';
import {
  type AdminApp,
  adminApp,
  CALLERS as CALLERS_OF_ADMIN,
  call,
  HARBOUR,
  RIVERSIDE,
} from '../../../support/admin.ts';
import type { JsonSchema } from '../../../support/arbitrary-input.ts';
import { knownIds } from '../../../support/school-rows.ts';
import { type Described, type Description, described } from './described.ts';
import { Draw, Pool } from './drawing.ts';

/** Who asks: for everything at a school or at the other, with another scope only, as a member, or with no token. */
export const CALLERS = ['own', 'other', 'narrow', 'member', 'nobody'] as const;
export type Caller = (typeof CALLERS)[number];

export interface Schools {
  app: FastifyInstance;
  logs: string[];
  description: Description;
  draw: Draw;
  /** What is at Riverside, where `own` asks, and at Harbour, where `other` does. */
  own: Pool;
  other: Pool;
  tokenOf(caller: Caller, scope: string | undefined): Promise<string | undefined>;
  tokenFor: AdminApp['tokenOf'];
  /** @returns what an answer shows of the school that its caller has nothing to do with, and did not name */
  leakedTo(caller: Caller, sent: string, answer: string): string[];
  /** Remembers what a caller has stored: an id of the other school is shown to its own school from then on, as any text. */
  keep(caller: Caller, sent: string): void;
}

/** In the rows of Harbour. */
const MARK = 'Zaunkönig';
const EACH = 2;

/** What is not a free text, though the schema does not say so. */
const MEANT = /(?:Ids?|timezone|locale|currency|email|slug|language|Url|country)$/i;

/** Every free text is the mark. */
function marked(schema: JsonSchema, name = ''): JsonSchema {
  const { type, format, pattern, enum: values, const: fixed, properties, items } = schema;
  const isFree = type === 'string' && [format, pattern, values, fixed].every((one) => one === undefined);
  if (isFree && !MEANT.test(name) && (schema.maxLength ?? 99) >= MARK.length) return { const: MARK };
  return {
    ...schema,
    ...(items === undefined ? {} : { items: marked(items, name) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, marked(one, key)])) }),
  };
}

/** Makes a few of everything at Harbour. */
async function fillHarbour(app: FastifyInstance, token: string, operations: readonly Described[], draw: Draw) {
  for (const { method, path, body, operation } of operations) {
    if (method !== 'POST' || path.includes('{') || body === undefined || !operation.operationId.startsWith('create_'))
      continue;
    const schema = marked(body.schema);
    const pool = new Pool(await knownIds(app, HARBOUR.id));
    for (let made = 0, tries = 0; made < EACH && tries < 60; tries += 1) {
      const sent = draw.input(`mark ${operation.operationId}`, schema, 'fitting', pool);
      const { status } = await call(app, token, 'POST', path.replace('/api/v1', ''), sent);
      if (status === 201) made += 1;
    }
  }
}

/** A scope that is not this one. */
const otherThan = (scope: string | undefined): Scope => (scope === 'courses:read' ? 'orders:read' : 'courses:read');

export async function schools(t: Test, seed: number, options: Parameters<typeof adminApp>[1] = {}): Promise<Schools> {
  const made: AdminApp = await adminApp(t, { housekeeping: false, ...options });
  const { app, logs, tokenOf } = made;
  const description = await described(app);
  const draw = new Draw(seed, [...(await knownIds(app, RIVERSIDE.id)).keys()]);
  await fillHarbour(app, await tokenOf('foreignOwner', OPERATOR_SCOPES), description.operations, draw);
  const [here, there] = [await knownIds(app, RIVERSIDE.id), await knownIds(app, HARBOUR.id)];
  // A person can be at both.
  const idsOf = (known: typeof here): string[] =>
    [...known].flatMap(([kind, ids]) => (kind === 'people' ? [] : [...ids]));
  const own = { foreign: [MARK, HARBOUR.id, ...idsOf(there)], kept: new Set<string>() };
  const other = { foreign: [RIVERSIDE.id, ...idsOf(here)], kept: new Set<string>() };
  // A call may have suspended the member, who gets no token then.
  const isMember = async (): Promise<boolean> =>
    (await app.school.members.find(RIVERSIDE.id, CALLERS_OF_ADMIN.member.id))?.status === 'active';
  const sideOf = (caller: Caller) => (caller === 'other' ? other : own);
  return {
    ...{ app, logs, description, draw, own: new Pool(here), other: new Pool(there) },
    tokenFor: tokenOf,
    async tokenOf(caller, scope) {
      if (caller === 'nobody') return undefined;
      if (caller === 'narrow') return tokenOf('owner', [otherThan(scope)]);
      if (caller === 'member') return (await isMember()) ? tokenOf('member', [...SCOPES]) : undefined;
      return tokenOf(caller === 'own' ? 'owner' : 'foreignOwner', [...OPERATOR_SCOPES, ...MEMBER_SCOPES]);
    },
    leakedTo(caller, sent, answer) {
      const { foreign, kept } = sideOf(caller);
      return foreign.filter((one) => answer.includes(one) && !sent.includes(one) && !kept.has(one));
    },
    keep(caller, sent) {
      const { foreign, kept } = sideOf(caller);
      for (const one of foreign) if (sent.includes(one)) kept.add(one);
    },
  };
}
