import type { Target } from '../targets/target.ts';
import {
  authorizeCallers,
  CONNECTIONS,
  discoveryCallers,
  exchangeCallers,
  introspectionCallers,
  refreshCallers,
  type Tokens,
  userinfoCallers,
} from './callers.ts';
import { applyLoad, type Caller } from './load.ts';

export const ROW_NAMES = ['exchange', 'refresh', 'introspection', 'userinfo', 'authorize', 'discovery'] as const;
export type RowName = (typeof ROW_NAMES)[number];

/** Number of access tokens that the read-only rows use in turn. */
const TOKENS_IN_TURN = 256;
/** Issuing a code is cheaper than redeeming it, so slightly more than the measured time produces enough codes. */
const GATHERING_FACTOR = 1.25;

const ignore = (): void => {};

/** Prepares a row before the measurement starts; `seconds` is the duration of the load. */
export const prepareRow: Record<RowName, (target: Target, seconds: number) => Promise<Caller[]>> = {
  exchange: async (target, seconds) =>
    exchangeCallers(target, await gatherCodes(target, Number.POSITIVE_INFINITY, seconds * GATHERING_FACTOR), ignore),
  refresh: async (target) =>
    refreshCallers(
      target,
      (await gatherTokens(target, CONNECTIONS)).map((it) => it.refreshToken),
    ),
  introspection: async (target) => introspectionCallers(target, await gatherAccessTokens(target)),
  userinfo: async (target) => userinfoCallers(target, await gatherAccessTokens(target)),
  authorize: async (target) => authorizeCallers(target, Number.POSITIVE_INFINITY, ignore),
  discovery: async (target) => discoveryCallers(target),
};

async function gatherCodes(target: Target, limit: number, seconds: number): Promise<string[]> {
  const codes: string[] = [];
  await applyLoad(
    target.origin,
    authorizeCallers(target, limit, (code) => codes.push(code)),
    seconds,
  );
  return codes;
}

async function gatherTokens(target: Target, count: number): Promise<Tokens[]> {
  const tokens: Tokens[] = [];
  const codes = await gatherCodes(target, count, Number.POSITIVE_INFINITY);
  await applyLoad(
    target.origin,
    exchangeCallers(target, codes, (each) => tokens.push(each)),
    Number.POSITIVE_INFINITY,
  );
  return tokens;
}

export async function gatherAccessTokens(target: Target): Promise<string[]> {
  return (await gatherTokens(target, TOKENS_IN_TURN)).map(({ accessToken }) => accessToken);
}
