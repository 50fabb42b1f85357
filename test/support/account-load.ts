/** A school with a hundred of everything, and what its answers cost. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { LightMyRequestResponse } from 'fastify';
import type { SchoolContent } from '../../db/stores/school-content.ts';
import { course, enrollment, event, item, order, registration, times } from './account.ts';

/** What an answer may take of the processor (F12). */
export const CPU_MS = 100;

export const filled = (): SchoolContent => ({
  courses: times(100, (n) => course(`crs_${n}`)),
  enrollments: times(100, (n) => enrollment(`enr_${n}`, `crs_${n}`, { startsAt: n })),
  orders: times(100, (n) => order(`ord_${n}`, { placedAt: n })),
  orderItems: times(300, (n) => item(`ord_${n % 100}`, Math.floor(n / 100))),
  events: times(100, (n) => event(`evt_${n}`, 4e12)),
  eventRegistrations: times(100, (n) => registration(`reg_${n}`, `evt_${n}`, { registeredAt: n })),
});

export interface Measured {
  response: LightMyRequestResponse;
  cpuMs: number;
}

export async function measured(request: () => Promise<LightMyRequestResponse>): Promise<Measured> {
  const before = process.threadCpuUsage();
  const response = await request();
  const { user, system } = process.threadCpuUsage(before);
  return { response, cpuMs: (user + system) / 1000 };
}

/**
 * Watches the loop while something runs.
 * @returns its longest pause in milliseconds: to be printed, for on a busy machine it says more about the others
 */
export async function longestPause(run: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await run();
  delay.disable();
  return delay.max / 1e6;
}
