/** What the oracle knows of a grant: its code, its refresh tokens and its access tokens. It uses no code of the product. */
import type { Operation } from '../scheduler.ts';
import { must } from './invariants.ts';
import { Life } from './life.ts';

const SECOND = 1000;
export const LASTS = {
  code: 60 * SECOND,
  accessToken: 3600 * SECOND,
  refreshIdle: 30 * 86_400 * SECOND,
  grant: 90 * 86_400 * SECOND,
  grace: 30 * SECOND,
  repeat: 7 * 86_400 * SECOND,
} as const;

type Outcome = 'asked' | 'accepted' | 'refused' | 'nothing' | 'unknown';

/** Somebody presented a code or a refresh token, with all that belongs to it. */
export interface Attempt {
  readonly operation: Operation;
  /** `nothing` is an answer after which nothing has changed, `unknown` is no answer. */
  outcome: Outcome;
}

export interface Asked {
  readonly client: string;
  readonly person: string;
  readonly school: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly verifier: string;
}

export interface Access {
  readonly kind: 'access';
  readonly grant: Grant;
  readonly value: string;
  readonly scopes: readonly string[];
  readonly born: Operation;
  readonly life: Life;
  /** The first decision by which a resource has refused it for certain. */
  refusedBy: number;
}

export interface Refresh {
  readonly kind: 'refresh';
  readonly grant: Grant;
  readonly value: string;
  readonly born: Operation;
  readonly attempts: Attempt[];
  successor: Refresh | undefined;
  /** Whether it may have been given out once more, later than the time of grace. */
  isRepeated: boolean;
  /** Whether it has been, for certain. */
  isSurelyRepeated: boolean;
  /** The request by which another successor took its place, or may have, if it was not answered. */
  replaced: { readonly by: Operation; readonly isCertain: boolean } | undefined;
}

export type Token = Access | Refresh;

/** How far apart two spans of time are at least, and at most. */
const apart = (a: Operation['clock'], b: Operation['clock']) => ({
  least: Math.max(0, a.least - b.most, b.least - a.most),
  most: Math.max(a.most - b.least, b.most - a.least),
});

/** Whether each of two attempts can have come after the other has taken effect. */
const matters = ({ outcome }: Attempt): boolean => outcome !== 'nothing';

export class Grant {
  readonly asked: Asked;
  readonly code: string;
  /** The request that issued the code. */
  readonly born: Operation;
  /** What ends this grant alone. */
  readonly life = new Life();
  /** The lives that it depends on: the membership and the client. */
  readonly #above: readonly Life[];
  readonly redemptions: Attempt[] = [];
  readonly refreshes: Refresh[] = [];
  readonly accesses: Access[] = [];

  constructor(asked: Asked, code: string, born: Operation, above: readonly Life[]) {
    this.asked = asked;
    this.code = code;
    this.born = born;
    this.#above = above;
  }

  /** Whether the grant has ended for certain by that decision. */
  hasEnded(by: number): boolean {
    return [this.life, ...this.#above].some((life) => life.hasEnded(this.born, by)) || this.wasUsedAgain(by);
  }

  /** Whether a second use of its code, or of one of its refresh tokens, has ended it for certain by that decision. */
  wasUsedAgain(by: number): boolean {
    return this.#wasReplayed(by) || this.refreshes.some((token) => wasReused(token, by));
  }

  /** @param except a request that is not among those that can have ended it */
  mayHaveEnded(by: number, except?: Operation): boolean {
    const present = (attempts: readonly Attempt[]): readonly Attempt[] =>
      attempts.filter((one) => matters(one) && one.operation.began <= by && one.operation !== except);
    return (
      [this.life, ...this.#above].some((life) => life.mayHaveEnded(this.born, by)) ||
      present(this.redemptions).length > 1 ||
      this.refreshes.some((token) => mayBeReuse(present(token.attempts), token.replaced !== undefined))
    );
  }

  isExpired(clock: Operation['clock']): boolean {
    return this.born.clock.most + LASTS.grant <= clock.least;
  }

  mayBeExpired(highest: number): boolean {
    return this.born.clock.least + LASTS.grant <= highest;
  }

  #wasReplayed(by: number): boolean {
    const first = this.redemptions.find(({ outcome }) => outcome === 'accepted');
    if (first === undefined) return false;
    return this.redemptions.some(
      ({ operation, outcome }) =>
        outcome === 'refused' &&
        operation.ended <= by &&
        // A request that began before the first use can have found the code expired.
        (operation.began >= first.operation.ended || operation.clock.most < this.born.clock.least + LASTS.code),
    );
  }
}

/** Whether a refresh token was presented again, and refused. */
const wasReused = ({ attempts }: Refresh, by: number): boolean => {
  const rotations = attempts.filter(({ outcome }) => outcome === 'accepted');
  return attempts.some(
    ({ operation, outcome }) =>
      outcome === 'refused' &&
      operation.ended <= by &&
      rotations.some((rotation) => rotation.operation.ended <= operation.began),
  );
};

const mayBeReuse = (attempts: readonly Attempt[], isReplaced: boolean): boolean =>
  (attempts.length > 1 || isReplaced) && attempts.some(({ outcome }) => outcome !== 'accepted');

/** Whether a refresh token was exchanged for certain before that decision. */
export const isRotated = ({ attempts }: Refresh, by: number): boolean =>
  attempts.some(({ operation, outcome }) => outcome === 'accepted' && operation.ended <= by);

const mayBeRotated = ({ attempts }: Refresh, by: number): boolean =>
  attempts.some((one) => matters(one) && one.operation.began <= by);

/** The attempts at a token other than this one, which can have taken effect. */
const othersOf = ({ attempts }: Refresh, { operation }: Attempt): readonly Attempt[] =>
  attempts.filter((one) => one.operation !== operation && matters(one));

/**
 * How long ago the successor was issued or used, of which the later counts, at least and at most. It may still have been
 * unused for a request that no answer to its use precedes.
 */
function sinceLast(token: Refresh, attempt: Attempt) {
  const { successor } = token;
  const { clock, began } = attempt.operation;
  const uses = (successor?.attempts ?? []).filter(matters);
  const isUsed = successor !== undefined && isRotated(successor, began);
  const times = (isUsed ? uses : [...uses, ...othersOf(token, attempt)]).map((one) =>
    apart(one.operation.clock, clock),
  );
  return {
    least: Math.min(...times.map(({ least }) => least)),
    most: Math.max(...times.map(({ most }) => most)),
  };
}

/** Checks that the second of two answers to one refresh token was within the rules of the grace. */
export function checkGrace(token: Refresh, attempt: Attempt): void {
  const { successor } = token;
  if (successor === undefined) return;
  const { clock, began } = attempt.operation;
  must(
    othersOf(token, attempt).some((one) => apart(one.operation.clock, clock).least <= LASTS.repeat),
    'one_lineage',
    'a predecessor was accepted after a week',
  );
  must(
    !isRotated(successor, began) || sinceLast(token, attempt).least <= LASTS.grace,
    'one_lineage',
    'a predecessor was accepted after the time of grace',
  );
}

/** Whether somebody who has lost an answer must be given one again. */
export function mustBeGraced(token: Refresh, attempt: Attempt): boolean {
  const { clock, ended } = attempt.operation;
  const isUsed = token.successor !== undefined && mayBeRotated(token.successor, ended);
  return !isUsed && othersOf(token, attempt).every((one) => apart(one.operation.clock, clock).most <= LASTS.repeat);
}

/** Whether another successor may take the place of the one that was given out before: late, and not for the first time. */
export const mayBeReplaced = (token: Refresh, attempt: Attempt): boolean =>
  token.successor !== undefined &&
  !isRotated(token.successor, attempt.operation.began) &&
  token.isRepeated &&
  sinceLast(token, attempt).most > LASTS.grace;

/** Whether the successor cannot have been issued or used within the time of grace before this attempt. */
export const isLate = (token: Refresh, attempt: Attempt): boolean => sinceLast(token, attempt).least > LASTS.grace;

/** Whether the successor was given out late by this attempt. */
export const mayBeLate = (token: Refresh, attempt: Attempt): boolean => sinceLast(token, attempt).most > LASTS.grace;

const lifetimeOf = (token: Token): number => (token.kind === 'access' ? LASTS.accessToken : LASTS.refreshIdle);

/** What was exchanged in time may be presented again within the rules of the grace, which its expiry does not shorten. */
const mayHaveBeenExchanged = (token: Token, request: Operation): boolean =>
  token.kind === 'refresh' && token.attempts.some((one) => one.operation !== request && matters(one));

/** Why a token must not be accepted in a request, if anything forbids it. */
export function whyDead(token: Token, request: Operation): string | undefined {
  const { grant, born } = token;
  if (grant.hasEnded(request.began)) return 'its grant has ended';
  if (grant.isExpired(request.clock)) return 'its grant has expired';
  if (!mayHaveBeenExchanged(token, request) && born.clock.most + lifetimeOf(token) <= request.clock.least)
    return 'it has expired';
  if (token.kind === 'access' && token.life.hasEnded(born, request.began)) return 'it was revoked';
  if (wasReplaced(token, request.began)) return 'another one has taken its place';
  if (wasRefused(token, request.began)) return 'it had been refused, and the clock has gone back since';
  return undefined;
}

const wasReplaced = (token: Token, by: number): boolean =>
  token.kind === 'refresh' && token.replaced?.isCertain === true && token.replaced.by.ended <= by;

/** Whether it was refused for certain by that decision. Nothing of what a client is refused for ever changes back. */
const wasRefused = (token: Token, by: number): boolean =>
  token.kind === 'access' ? token.refusedBy <= by : isRefused(token.attempts, by);

export const isRefused = (attempts: readonly Attempt[], by: number): boolean =>
  attempts.some(({ operation, outcome }) => outcome === 'refused' && operation.ended <= by);

/**
 * Whether a token can have ended by the end of a request, other than by this request or by a rotation.
 * @param highest what the clock has ever shown
 */
export function mayBeOver(token: Token, request: Operation, highest: number): boolean {
  const { grant, born } = token;
  return (
    grant.mayHaveEnded(request.ended, request) ||
    grant.mayBeExpired(highest) ||
    born.clock.least + lifetimeOf(token) <= highest ||
    (token.kind === 'access' && token.life.mayHaveEnded(born, request.ended)) ||
    (token.kind === 'refresh' && token.replaced !== undefined && token.replaced.by.began <= request.ended)
  );
}

export const mayBeDead = (token: Token, request: Operation, highest: number): boolean =>
  mayBeOver(token, request, highest) || (token.kind === 'refresh' && mayBeRotated(token, request.ended));
