/** `mcp-remote` as a desktop program starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { freePort } from '../support/live-server.ts';

const PROXY = join(import.meta.dirname, 'node_modules/mcp-remote/dist/proxy.js');

export interface Answer {
  id?: number;
  result?: { tools?: { name: string }[]; structuredContent?: unknown; isError?: boolean };
  error?: unknown;
}

interface Surroundings {
  /** Where it listens for the answer, if not at any port. It registers again if it finds that it registered with another. */
  port?: number;
  environment?: Readonly<Record<string, string>>;
}

/** The bridge as a desktop program starts it: messages by line, and a browser that does not open. */
export async function bridge(
  t: Test,
  url: string,
  folder: string,
  options: readonly string[] = [],
  { port, environment = {} }: Surroundings = {},
) {
  const args = [PROXY, url, String(port ?? (await freePort())), '--allow-http', '--transport', 'http-only', ...options];
  const env = { PATH: '', HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, ...environment };
  const child = spawn(process.execPath, args, { env });
  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'close');
  }
  t.teardown(stop);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  let id = 0;
  async function says(expected: RegExp): Promise<string> {
    const lines: string[] = [];
    for (let line = await said.next(); !line.done; line = await said.next()) {
      if (expected.test(line.value)) return line.value;
      lines.push(line.value);
    }
    throw new Error(`it ended before ${expected}: ${lines.join('\n')}`);
  }
  return {
    stop,
    /** The address it asks the person to visit. */
    asked: () => says(/^http\S+\/oauth\/authorize\?/),
    /** When it signs in at its start, it loses a denial that arrives before this. */
    waits: () => says(/Waiting for authorization/),
    send(method: string, params: object = {}): void {
      id += 1;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    },
    async answer(): Promise<Answer> {
      for (let line = await answers.next(); !line.done; line = await answers.next()) {
        const message: Answer = JSON.parse(line.value);
        if (message.id === id) return message;
      }
      throw new Error('it ended without an answer');
    },
  };
}

/** It names the address before it listens for the answer, as no person would notice. */
export async function arrive(callback: URL): Promise<number> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return (await fetch(callback)).status;
    } catch (error) {
      if (attempts === 100) throw error;
      await sleep(100);
    }
  }
}

export const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'Desktop', version: '1' } };
