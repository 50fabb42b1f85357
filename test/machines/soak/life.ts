/**
 * What each connection of the long run does: it connects an app, uses it, and connects it again. One cycle is an
 * authorization, an exchange, and then forty requests with the tokens, of which every eighth is a refresh.
 */
import {
  authorizeCallers,
  CONNECTIONS,
  discoveryCallers,
  exchangeCallers,
  introspectionCallers,
  refreshCallers,
  type Tokens,
  userinfoCallers,
} from '../../../scripts/workshop/bench/load/callers.ts';
import type { Caller } from '../../../scripts/workshop/bench/load/load.ts';
import type { Target } from '../../../scripts/workshop/bench/targets/target.ts';

/** The order of the requests with the tokens of one connection, which is repeated. */
const USE = [
  'userinfo',
  'introspection',
  'introspection',
  'userinfo',
  'introspection',
  'userinfo',
  'discovery',
  'refresh',
] as const;
const USES_PER_CONNECTION = 40;

type Step = Caller & { following(): Step };

/** One caller for each connection. */
export const livingCallers = (target: Target): Caller[] =>
  Array.from({ length: CONNECTIONS }, () => livingCaller(target));

export function livingCaller(target: Target): Caller {
  let step = authorizing(target);
  return {
    next: () => step.next(),
    accept(answer) {
      step.accept(answer);
      step = step.following();
    },
  };
}

function authorizing(target: Target): Step {
  const codes: string[] = [];
  const asking = one(authorizeCallers(target, Number.POSITIVE_INFINITY, (code) => codes.push(code)));
  return { ...asking, following: () => exchanging(target, codes) };
}

function exchanging(target: Target, codes: string[]): Step {
  let tokens: Tokens | undefined;
  const redeeming = one(
    exchangeCallers(target, codes, (given) => {
      tokens = given;
    }),
  );
  return { ...redeeming, following: () => (tokens === undefined ? authorizing(target) : using(target, tokens)) };
}

function using(target: Target, { accessToken, refreshToken }: Tokens): Step {
  const callers: Record<(typeof USE)[number], Caller> = {
    userinfo: one(userinfoCallers(target, [accessToken])),
    introspection: one(introspectionCallers(target, [accessToken])),
    discovery: one(discoveryCallers(target)),
    refresh: one(refreshCallers(target, [refreshToken])),
  };
  const stepAt = (use: number): Step => {
    const name = USE[use % USE.length] ?? 'discovery';
    return {
      ...callers[name],
      following: () => (use + 1 < USES_PER_CONNECTION ? stepAt(use + 1) : authorizing(target)),
    };
  };
  return stepAt(0);
}

function one(callers: readonly Caller[]): Caller {
  const [first] = callers;
  if (first === undefined) throw new Error('a row without callers');
  return first;
}
