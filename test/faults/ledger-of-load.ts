/** Holds a server to what it told the clients of a load. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultClient } from './client.ts';
import type { Chain, Load } from './load.ts';
import { inParallel } from './report.ts';

/** @returns how many acknowledged tokens there are, and how many of them are dead */
export async function lostOf(
  client: FaultClient,
  origin: string,
  chains: readonly Chain[],
): Promise<{ tokens: number; lost: number }> {
  const tokens = chains.flatMap(({ access, current }) => (current === undefined ? access : [...access, current]));
  let lost = 0;
  await inParallel(tokens, 16, async (token) => {
    if (!(await client.isActive(origin, token))) lost += 1;
  });
  return { tokens: tokens.length, lost };
}

/** Answers that are neither success nor an outage, by status; 0 is a broken connection. */
export const unexpected = ({ statuses }: Load): [number, number][] =>
  [...statuses].filter(([status]) => ![200, 302, 303, 503].includes(status));

/** Waits until the clients of a load have been given some tokens more. */
export async function givenMore({ chains }: Load, count = 20): Promise<void> {
  const given = (): number => chains.reduce((sum, { access }) => sum + access.length, 0);
  for (const enough = given() + count; given() < enough; ) await sleep(20);
}
