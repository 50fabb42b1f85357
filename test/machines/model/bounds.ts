/** How far a search goes, and what can happen next. Each search looks at one side of the whole. */
import {
  type Ask,
  type Event,
  type Exchange,
  type Grant,
  type Holder,
  LASTS,
  type Refresh,
  type Revoke,
  type Scopes,
  type Step,
  THE_CODE,
  type World,
} from './world.ts';

export interface Bounds {
  /** Codes, and with them grants. */
  readonly codes: number;
  /** Refresh tokens of a grant, one after the other. */
  readonly generations: number;
  /** Access tokens of a grant. */
  readonly accessTokens: number;
  readonly holders: readonly Holder[];
  readonly steps: readonly Step[];
  /** Whether two nodes handle requests at the same time, each in two halves. */
  readonly isConcurrent: boolean;
  /** What a client can ask for, at the beginning and later. */
  readonly scopes: readonly Scopes[];
  /** Whether a refresh can ask for scopes, and an answer can be lost. */
  readonly hasVariants: boolean;
  readonly others: readonly ('revoke' | 'disconnect' | 'suspend' | 'foreign' | 'decisions')[];
}

/** The whole life of one grant, in the hands of the client and of a thief. */
const FAMILY: Bounds = {
  codes: 1,
  generations: 4,
  accessTokens: 4,
  holders: ['client', 'thief'],
  steps: ['moment', 'hour', 'month'],
  isConcurrent: false,
  scopes: ['more'],
  hasVariants: true,
  others: ['revoke', 'foreign'],
};

/** Client and thief take turns, and neither comes soon. */
const TURNS: Bounds = {
  ...FAMILY,
  accessTokens: 5,
  steps: ['hour', 'month'],
  hasVariants: false,
  others: [],
};

/** Two requests at two nodes at a time, and everything that can come between their halves. */
const RACES: Bounds = {
  codes: 1,
  generations: 4,
  accessTokens: 5,
  holders: ['client'],
  steps: ['moment'],
  isConcurrent: true,
  scopes: ['more'],
  hasVariants: false,
  others: ['disconnect', 'suspend'],
};

/** The same, between the client and a thief. */
const RIVALS: Bounds = { ...RACES, generations: 2, accessTokens: 3, holders: ['client', 'thief'] };

/** What a person decides of two grants, and what ends them. */
const CONSENT: Bounds = {
  codes: 2,
  generations: 2,
  accessTokens: 2,
  holders: ['client'],
  steps: ['moment', 'year'],
  isConcurrent: false,
  scopes: ['less', 'more'],
  hasVariants: false,
  others: ['revoke', 'disconnect', 'suspend', 'foreign', 'decisions'],
};

/** What `npm run machine -- model` looks at. */
export const SEARCHES = {
  family: FAMILY,
  turns: { ...TURNS, generations: 5, accessTokens: 7 },
  races: RACES,
  rivals: RIVALS,
  consent: CONSENT,
} as const;
/** What the tests look at, in a few seconds. */
export const SMALL_SEARCHES = {
  family: { ...FAMILY, generations: 3, accessTokens: 3 },
  turns: TURNS,
  races: { ...RACES, generations: 2, accessTokens: 3 },
  consent: { ...CONSENT, steps: ['year'], others: ['revoke', 'disconnect', 'suspend', 'decisions'] },
} as const satisfies Record<string, Bounds>;

/** Whether a state is outside: the change that leads to it is looked at, and what follows it is not. */
export const isBeyond = ({ grants }: World, { generations, accessTokens }: Bounds): boolean =>
  grants.some(({ refresh, access }) => refresh.length > generations || access.length > accessTokens);

const indexes = (list: readonly unknown[]): number[] => list.map((_, i) => i);

export function eventsIn(world: World, bounds: Bounds): Event[] {
  const requests = indexes(world.grants).flatMap((grant) => requestsFor(world, grant, bounds));
  return [
    ...asks(world, bounds),
    ...(bounds.isConcurrent ? halves(world, requests) : requests),
    ...indexes(world.grants).flatMap((grant) => [
      ...revocations(world, grant, bounds),
      ...thefts(world, grant, bounds),
    ]),
    ...ofPeople(world, bounds),
    ...(world.grants.length === 0 ? [] : bounds.steps.map((step): Event => ({ kind: 'wait', step }))),
  ];
}

function asks({ grants }: World, { codes, scopes, others }: Bounds): Ask[] {
  if (grants.length >= codes) return [];
  const simple = scopes.map((asked): Ask => ({ kind: 'ask', scopes: asked, decision: 'allow', insists: false }));
  if (!others.includes('decisions')) return simple;
  return [
    ...simple,
    { kind: 'ask', scopes: 'more', decision: 'allow less', insists: false },
    { kind: 'ask', scopes: 'more', decision: 'deny', insists: false },
    { kind: 'ask', scopes: 'less', decision: 'allow', insists: true },
  ];
}

function requestsFor(world: World, index: number, bounds: Bounds): (Exchange | Refresh)[] {
  const grant = world.grants[index];
  if (grant === undefined) return [];
  return bounds.holders.flatMap((by) => [
    ...(grant.has[by] >= THE_CODE ? exchanges(index, by, bounds) : []),
    ...indexes(grant.refresh)
      .filter((token) => token <= grant.has[by])
      .flatMap((token) => refreshes(index, token, by, bounds)),
  ]);
}

function exchanges(grant: number, by: Holder, { others }: Bounds): Exchange[] {
  const right: Exchange = { kind: 'exchange', grant, by, with: 'what belongs to it' };
  const isForeign = others.includes('foreign') && by === 'client';
  return isForeign ? [right, { ...right, with: 'another client' }, { ...right, with: 'another verifier' }] : [right];
}

function refreshes(grant: number, token: number, by: Holder, { hasVariants, others }: Bounds): Refresh[] {
  const right: Refresh = { kind: 'refresh', grant, token, by, with: 'what belongs to it' };
  if (by === 'thief') return [right];
  return [
    right,
    ...(others.includes('foreign') ? [{ ...right, with: 'another client' } as const] : []),
    ...(hasVariants ? [{ ...right, isLost: true }, { ...right, scopes: 'less' } as const] : []),
    ...(others.includes('decisions') ? [{ ...right, scopes: 'more' } as const] : []),
  ];
}

const halves = ({ nodes }: World, requests: readonly (Exchange | Refresh)[]): Event[] =>
  ([0, 1] as const).flatMap((node): Event[] =>
    nodes[node] === null ? requests.map((request) => ({ kind: 'read', node, request })) : [{ kind: 'write', node }],
  );

function revocations(world: World, grant: number, { others }: Bounds): Revoke[] {
  const found = world.grants[grant];
  if (found === undefined || !others.includes('revoke')) return [];
  const right = { kind: 'revoke', grant, with: 'what belongs to it' } as const;
  const tokens = [
    ...indexes(found.refresh).map((refresh) => ({ refresh })),
    ...indexes(found.access).map((access) => ({ access })),
  ];
  const foreign = tokens.slice(0, 1).map((token): Revoke => ({ ...right, token, with: 'another client' }));
  return [...tokens.map((token) => ({ ...right, token })), ...(others.includes('foreign') ? foreign : [])];
}

const thefts = ({ grants }: World, grant: number, { holders }: Bounds): Event[] => {
  const has = grants[grant]?.has;
  return has === undefined || !holders.includes('thief') || has.thief >= has.client ? [] : [{ kind: 'steal', grant }];
};

/** A person can end connections that there are: whose code was redeemed. */
const isConnected = ({ isRedeemed, isEnded, age }: Grant): boolean => isRedeemed && !isEnded && age <= LASTS.grant;

function ofPeople(world: World, { others }: Bounds): Event[] {
  const hasGrants = world.grants.length > 0;
  return [
    ...(others.includes('disconnect') && world.grants.some((grant) => isConnected(grant))
      ? [{ kind: 'disconnect' } as const]
      : []),
    ...(others.includes('suspend') && hasGrants
      ? [world.isSuspended ? ({ kind: 'reinstate' } as const) : ({ kind: 'suspend' } as const)]
      : []),
  ];
}
