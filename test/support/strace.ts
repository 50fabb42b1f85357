/** System calls of a running process that fail or take long: strace tells the kernel to do so. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Why it cannot be done here; `false` if it can. */
export const NO_STRACE: string | false =
  spawnSync('strace', ['-f', '-o', '/dev/null', '-e', 'inject=fsync:error=EIO', 'true']).status === 0
    ? false
    : 'strace is not installed, or must not trace processes';

/** How long strace may take to let go of what it traces. */
const PATIENCE_MS = 3000;

const tracing = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of tracing) child.kill('SIGKILL');
});

/**
 * Until the returned function is called, system calls of the processes do as they are told.
 * @param calls names, such as `fsync,fdatasync`
 * @param how as for `-e inject` of strace: `error=EIO` or `delay_exit=200000`, in microseconds
 */
export async function inject(pids: readonly number[], calls: string, how: string): Promise<() => Promise<void>> {
  const attach = pids.flatMap((pid) => ['-p', String(pid)]);
  const child = spawn(
    'strace',
    ['-f', '-o', '/dev/null', ...attach, '-e', `trace=${calls}`, '-e', `inject=${calls}:${how}`],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  tracing.add(child);
  const ended = once(child, 'exit').finally(() => tracing.delete(child));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
      if (pids.every((pid) => said.includes(`Process ${pid} attached`))) resolve();
    });
    void ended.then(() => reject(new Error(`strace ended: ${said}`)));
  });
  return async () => {
    child.kill('SIGTERM');
    // It waits for ever for a process that was killed while a call of it was delayed. The kernel lets go of all others.
    const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    await ended.finally(() => clearTimeout(force));
  };
}
