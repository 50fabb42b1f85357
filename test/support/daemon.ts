/** Servers of others, as long as a test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;

/**
 * Resolves when the program accepts connections.
 * @param command the program, which stays in the foreground, and its arguments
 * @param log what it wrote so far, for the message if it does not start
 */
export async function startDaemon(
  t: Test,
  [program, ...args]: readonly [string, ...string[]],
  port: number,
  log: () => string,
): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'close');
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  // A test that ends early must not leave it behind.
  const abandon = (): boolean => child.kill('SIGTERM');
  process.once('exit', abandon);
  t.teardown(async () => {
    process.off('exit', abandon);
    if (!running()) return;
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended.finally(() => clearTimeout(impatience));
  });
  for (const deadline = Date.now() + READY_WITHIN_MS; ; await sleep(50)) {
    if (await accepts(port)) return;
    if (!running() || Date.now() > deadline) throw new Error(`${program} does not start\n${log()}`);
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const accepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return accepted;
}
