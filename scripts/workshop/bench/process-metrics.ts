import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/**
 * Returns the user and system time of the process with all threads in microseconds, with the resolution of a clock
 * tick.
 */
export function cpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // proc_pid_stat(5): the command in brackets may hold spaces; utime and stime are fields 14 and 15, the first after it is 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
}

/** Resets the peak memory to the current value (proc_pid_clear_refs(5)). */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Returns the largest resident set since the last reset, in bytes. */
export const peakMemory = (pid: number): number => memory(pid, 'VmHWM');

/** Returns the resident set in bytes. */
export const residentMemory = (pid: number): number => memory(pid, 'VmRSS');

/** Returns the memory of servers that have just been under load, as a line of a report. */
export const residentLine = (servers: readonly { name: string; pid: number }[]): string =>
  `resident after the load: ${servers.map(({ name, pid }) => `${name} ${(residentMemory(pid) / 2 ** 20).toFixed(0)} MiB`).join(', ')}`;

/** The process, and all that it and its children have started. */
export function processTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processTree)];
}

function memory(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}
