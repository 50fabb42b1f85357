/** The same credential presented many times at once, to one process and to several (F01, F02, F03). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../support/server-process.ts';
import { errorOf, type FaultClient, tokensOf } from './client.ts';
import { check, inParallel, percentile, type Report } from './report.ts';

const CODES_AT_ONCE = 4;

/** What came back, each kind counted. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const kind = answer.status === 200 ? '200' : `${answer.status} ${answer.broken ?? errorOf(answer)}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort());
}

const won = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;

const durations = (answers: readonly Answer[]): Record<string, number> => ({
  'p50 ms': percentile(
    answers.map(({ ms }) => ms),
    0.5,
  ),
  'p99 ms': percentile(
    answers.map(({ ms }) => ms),
    0.99,
  ),
});

/**
 * Every code is presented by many requests at the same moment, spread over the processes (F01, F02).
 */
export async function redeemInParallel(
  client: FaultClient,
  origins: readonly [string, ...string[]],
  { codes: count, requests }: { codes: number; requests: number },
): Promise<Report> {
  const begin = performance.now();
  const alive = { families: 0 };
  const outcomes: Answer[][] = [];
  // A code lives for a minute, so only some are made ahead.
  for (let made = 0; made < count; made += 500) {
    const codes = await client.codes(origins[0], Math.min(500, count - made));
    outcomes.push(
      ...(await inParallel(codes, CODES_AT_ONCE, (code) =>
        Promise.all(
          Array.from({ length: requests }, (_, i) => client.redeem(origins[i % origins.length] ?? origins[0], code)),
        ),
      )),
    );
  }
  const answers = outcomes.flat();
  const winners = answers.filter(({ status }) => status === 200).map(tokensOf);
  await inParallel(winners, 16, async ({ access_token: access, refresh_token: refresh }) => {
    const live = await Promise.all(
      [access, refresh].flatMap((token) => origins.map((origin) => client.isActive(origin, token))),
    );
    if (live.includes(true)) alive.families += 1;
  });
  return {
    checks: [
      check('codes redeemed other than once', outcomes.filter((one) => won(one) !== 1).length, 0),
      check('answers of each kind', tally(answers), {
        '200': count,
        '400 invalid_grant': count * (requests - 1),
      }),
      check('families alive after the replay', alive.families, 0),
    ],
    figures: {
      codes: count,
      requests: answers.length,
      processes: origins.length,
      ...durations(answers),
      's in all': ((performance.now() - begin) / 1000).toFixed(1),
    },
  };
}

/** Settings with which nobody has to wait for the end of the grace period for long. */
export const SHORT_GRACE = { REFRESH_GRACE_SECONDS: '2' } as const;
const GRACE_OVER_MS = 2200;

/**
 * Every refresh token is presented by many requests at the same moment, spread over two processes. Until the successor is
 * used, all get one and the same. Once the grace period after its use is over, the token before it is refused and ends the
 * family (F03).
 */
export async function refreshInParallel(
  client: FaultClient,
  origins: readonly [string, ...string[]],
  { tokens: count, requests }: { tokens: number; requests: number },
): Promise<Report> {
  const families = (await client.tokens(origins[0], count)).map(({ refresh_token: token }) => token);
  const originOf = (i: number): string => origins[i % origins.length] ?? origins[0];
  const answers: Answer[] = [];
  const used: { token: string; next: string }[] = [];
  const seen = { forked: 0, lineages: 0, silent: 0, older: 0, revived: 0, accessDead: 0 };

  await inParallel(families, CODES_AT_ONCE, async (token, family) => {
    const given = await Promise.all(Array.from({ length: requests }, (_, i) => client.refresh(originOf(i), token)));
    answers.push(...given);
    const pairs = given.filter(({ status }) => status === 200).map(tokensOf);
    const successors = [...new Set(pairs.map(({ refresh_token: successor }) => successor))];
    if (pairs.length === 0) seen.silent += 1;
    if (successors.length > 1) seen.forked += 1;
    const live = await Promise.all([token, ...successors].map((one) => client.isActive(originOf(family), one)));
    if (live.filter(Boolean).length > 1) seen.lineages += 1;
    const access = await Promise.all(pairs.map((pair) => client.isActive(originOf(family + 1), pair.access_token)));
    if (access.includes(false)) seen.accessDead += 1;

    // Once the successor is used in turn, the first token is two generations old.
    const [successor] = successors;
    if (successor === undefined) return;
    const next = tokensOf(await client.refresh(originOf(family), successor));
    used.push({ token, next: next.refresh_token });
  });
  await sleep(GRACE_OVER_MS);
  await inParallel(used, CODES_AT_ONCE, async ({ token, next }, family) => {
    const late = await client.refresh(originOf(family + 1), token);
    if (late.status !== 400 || errorOf(late) !== 'invalid_grant') seen.older += 1;
    if (await client.isActive(originOf(family), next)) seen.revived += 1;
  });

  return {
    checks: [
      check('answers of each kind', tally(answers), { '200': count * requests }),
      check('families without any answer', seen.silent, 0),
      check('families with more than one successor', seen.forked, 0),
      check('families with more than one live lineage', seen.lineages, 0),
      check('families with a dead access token inside the grace period', seen.accessDead, 0),
      check('refresh tokens of an older generation that were not refused', seen.older, 0),
      check('families alive after that', seen.revived, 0),
    ],
    figures: { tokens: count, requests: answers.length, processes: origins.length, ...durations(answers) },
  };
}
