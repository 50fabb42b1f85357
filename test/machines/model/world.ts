/**
 * The state of the model: what one person has given one application at one school, and who holds what of it. It knows
 * nothing of the product. Times are steps of a clock, so that there are few of them.
 */

/** `less` is a part of `more`. */
export type Scopes = 'less' | 'more';
/** The client, and somebody with a copy of what it has. */
export type Holder = 'client' | 'thief';
/** Twenty seconds, an hour, twenty-eight days, and a year. */
export type Step = 'moment' | 'hour' | 'month' | 'year';

/** How many steps something lasts. After one more it is over. */
export const LASTS = {
  /** 60 seconds are three moments. */
  code: 3,
  /** 30 seconds are one moment and a half. */
  grace: 1,
  /** Seven days are over after 28: one more than what is longer than the grace period. */
  repeat: 2,
  /** 30 days without use are one month and a bit. */
  refresh: 1,
  /** 90 days are three months and a bit. */
  grant: 3,
} as const;

/** Everything that came of one authorization code. */
export interface Grant {
  readonly scopes: Scopes;
  /** Moments since the code was issued. */
  readonly codeAge: number;
  readonly isRedeemed: boolean;
  /** Whether somebody or something has ended it, for good. */
  readonly isEnded: boolean;
  /** Months since the approval. */
  readonly age: number;
  readonly refresh: readonly RefreshToken[];
  readonly access: readonly AccessToken[];
  /** The newest that each holder has. */
  readonly has: Readonly<Record<Holder, number>>;
}

export const NOTHING = -2;
export const THE_CODE = -1;

export interface RefreshToken {
  /** What it was exchanged for: `THE_CODE`, or another refresh token. */
  readonly from: number;
  readonly successor: number | null;
  /** Moments since it was superseded; one more than the grace period for whatever is longer, and two for months. */
  readonly supersededFor: number;
  /** The same since its latest successor was issued. */
  readonly succeededFor: number;
  /** Whether it was given out once more, later than the grace period allows. */
  readonly isRepeated: boolean;
  /** Whether another successor has taken its place. */
  readonly isReplaced: boolean;
  /** Months since it was issued. */
  readonly age: number;
  readonly isRevoked: boolean;
}

export interface AccessToken {
  readonly scopes: Scopes;
  /** Expired or revoked by itself. */
  readonly isOver: boolean;
}

export interface Consent {
  readonly asked: Scopes;
  readonly granted: Scopes;
}

/** A request on its way at one of two nodes, which has read what it needs and not written yet. */
export interface Underway {
  readonly request: Exchange | Refresh;
  /** The grant as it was read. */
  readonly seen: Grant;
  /** Whether another request was faster, so that everything is read again. */
  readonly hasLost: boolean;
}

export interface World {
  readonly isSuspended: boolean;
  readonly consent: Consent | null;
  readonly grants: readonly Grant[];
  readonly nodes: readonly [Underway | null, Underway | null];
}

export const BEGINNING: World = { isSuspended: false, consent: null, grants: [], nodes: [null, null] };

/** A request for authorization, and what the person does if asked. */
export interface Ask {
  readonly kind: 'ask';
  readonly scopes: Scopes;
  readonly decision: 'allow' | 'allow less' | 'deny';
  /** Whether the client demands that the person is asked (`prompt=consent`). */
  readonly insists: boolean;
}

export interface Exchange {
  readonly kind: 'exchange';
  readonly grant: number;
  readonly by: Holder;
  readonly with: 'what belongs to it' | 'another client' | 'another verifier';
}

export interface Refresh {
  readonly kind: 'refresh';
  readonly grant: number;
  readonly token: number;
  readonly by: Holder;
  readonly with: 'what belongs to it' | 'another client';
  /** The scopes that are asked for; those of the grant if there are none. */
  readonly scopes?: Scopes;
  /** Whether the answer never arrives. */
  readonly isLost?: boolean;
}

export interface Revoke {
  readonly kind: 'revoke';
  readonly grant: number;
  readonly token: { readonly refresh: number } | { readonly access: number };
  readonly with: 'what belongs to it' | 'another client';
}

export interface Steal {
  readonly kind: 'steal';
  readonly grant: number;
}

export interface Wait {
  readonly kind: 'wait';
  readonly step: Step;
}

export type Simple = { readonly kind: 'disconnect' } | { readonly kind: 'suspend' } | { readonly kind: 'reinstate' };

/** What happens in one go, as far as anybody can tell. */
export type Whole = Ask | Exchange | Refresh | Revoke | Steal | Wait | Simple;
/** The two halves of a request at a node: it reads, and it writes and answers. */
export type Half =
  | { readonly kind: 'read'; readonly node: 0 | 1; readonly request: Exchange | Refresh }
  | { readonly kind: 'write'; readonly node: 0 | 1 };
export type Event = Whole | Half;

export type Refusal =
  | 'not a member'
  | 'denied'
  | 'code of another client'
  | 'token of another client'
  | 'another verifier'
  | 'code replayed'
  | 'code expired'
  | 'revoked'
  | 'expired'
  | 'wider scopes'
  | 'token reused';

export type Answer =
  | { readonly is: 'a code'; readonly wasAsked: boolean; readonly scopes: Scopes }
  | { readonly is: 'tokens'; readonly scopes: Scopes; readonly refresh: number }
  | { readonly is: 'refused'; readonly why: Refusal }
  | { readonly is: 'done' };

export const isWithin = (scopes: Scopes, limit: Scopes): boolean => scopes === 'less' || limit === 'more';

export const isPast = (grant: Grant): boolean => grant.age > LASTS.grant;
export const isSuperseded = (token: RefreshToken): boolean => token.successor !== null;

/** What introspection says of each credential: the refresh tokens, and then the access tokens. */
export const isGrantAlive = (world: World, grant: Grant): boolean =>
  !world.isSuspended && !grant.isEnded && !isPast(grant);
export const isRefreshAlive = (world: World, grant: Grant, token: RefreshToken): boolean =>
  isGrantAlive(world, grant) &&
  !token.isRevoked &&
  !token.isReplaced &&
  !isSuperseded(token) &&
  token.age <= LASTS.refresh;
export const isAccessAlive = (world: World, grant: Grant, token: AccessToken): boolean =>
  isGrantAlive(world, grant) && !token.isOver;

/** Whether anything of a grant is good for anything. */
export const isFamilyAlive = (world: World, grant: Grant): boolean =>
  grant.refresh.some((token) => isRefreshAlive(world, grant, token)) ||
  grant.access.some((token) => isAccessAlive(world, grant, token));

/** Whether the code is good for tokens. */
export const isCodeAlive = (world: World, grant: Grant): boolean =>
  isGrantAlive(world, grant) && !grant.isRedeemed && grant.codeAge <= LASTS.code;

export const replaced = <Item>(list: readonly Item[], index: number, item: Item): Item[] =>
  list.map((one, i) => (i === index ? item : one));

export function item<Item>(list: readonly Item[], index: number): Item {
  const found = list[index];
  if (found === undefined) throw new RangeError(`there is no ${index} of ${list.length}`);
  return found;
}

export const withGrant = (world: World, index: number, change: Partial<Grant>): World => ({
  ...world,
  grants: replaced(world.grants, index, { ...item(world.grants, index), ...change }),
});
