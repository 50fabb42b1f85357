/** The processes of a server: the one that a test has started, and its workers (`WORKERS`). */
import { readdirSync, readFileSync } from 'node:fs';

/** The processes whose parent is a process. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === pid);

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** The processes that answer requests: the workers of a server, or itself. */
export function answeringProcesses(pid: number): [number, ...number[]] {
  if (Number(process.env.WORKERS ?? 1) === 1) return [pid];
  const [first, ...others] = childrenOf(pid);
  if (first === undefined) throw new Error('the server has no workers');
  return [first, ...others];
}
