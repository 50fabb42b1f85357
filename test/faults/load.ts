/** A mixed load that remembers everything a client was told. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultClient, tokensOf } from './client.ts';

/** One authorization, from its code on. */
export interface Chain {
  code: string;
  /** Whether the code's redemption was answered. */
  redeemed: boolean;
  access: string[];
  /** The newest refresh token; `undefined` when it may have been rotated by a request that was never answered. */
  current: string | undefined;
  /** Refresh tokens whose rotation was answered. */
  retired: string[];
}

export interface Load {
  readonly chains: readonly Chain[];
  /** How many requests were answered, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Resolves when no request is under way any more. */
  stop(): Promise<void>;
}

const WORKERS = 8;
const ROTATIONS = 3;

export function startLoad(client: FaultClient, origin: string, pauseMs: number, random: () => number): Load {
  const chains: Chain[] = [];
  const statuses = new Map<number, number>();
  let stopped = false;
  const count = ({ status }: { status: number }): boolean => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return status === 200;
  };

  async function chain(): Promise<void> {
    const { answer, code } = await client.code(origin);
    count(answer);
    if (code === undefined) return;
    const one: Chain = { code, redeemed: false, access: [], current: undefined, retired: [] };
    chains.push(one);
    const redeemed = await client.redeem(origin, code);
    if (!count(redeemed)) return;
    one.redeemed = true;
    keep(one, tokensOf(redeemed));
    for (let rotations = 0; rotations < ROTATIONS && !stopped; rotations += 1) {
      await sleep(random() * pauseMs);
      const presented = one.current;
      if (presented === undefined) return;
      one.current = undefined;
      const answer = await client.refresh(origin, presented);
      if (!count(answer)) return;
      one.retired.push(presented);
      keep(one, tokensOf(answer));
      count(await client.introspect(origin, one.access[0] ?? ''));
    }
  }

  const keep = (one: Chain, pair: { access_token: string; refresh_token: string }): void => {
    one.access.push(pair.access_token);
    one.current = pair.refresh_token;
  };

  const worker = async (): Promise<void> => {
    while (!stopped) {
      await chain();
      await sleep(random() * pauseMs);
    }
  };
  const workers = Promise.all(Array.from({ length: WORKERS }, worker));
  return {
    chains,
    statuses,
    async stop() {
      stopped = true;
      await workers;
    },
  };
}
