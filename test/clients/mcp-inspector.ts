/** The command line of the MCP Inspector, in a home of its own, with a person who visits what it asks for. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { temporaryFolder } from '../support/app.ts';
import { freePort } from '../support/live-server.ts';

const CLI = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js');

export interface Inspected {
  code: number | null;
  /** What it printed: the result of the method, or why there is none. */
  result: {
    tools?: { name: string }[];
    contents?: { text: string }[];
    content?: { text: string }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
  };
  error: { code?: string; message?: string };
  /** The scopes of each authorization request it made, in order. */
  asked: (string | null)[];
}

export interface Asking {
  /** What the person does with an address that is to be visited. @returns where the browser is sent back to */
  visit?: (url: URL) => Promise<URL>;
  /** To whether it may ask for more scopes. */
  answer?: 'y' | 'n';
}

export async function inspector(t: Test) {
  const home = temporaryFolder(t);
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const env = { PATH: '', HOME: home, MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'file' };
  const secrets = join(home, '.mcp-inspector/secrets.json');

  async function run(args: readonly string[], { visit, answer = 'n' }: Asking = {}): Promise<Inspected> {
    const child = spawn(process.execPath, [CLI, '--format', 'json', '--callback-url', callback, ...args], { env });
    t.teardown(() => child.kill());
    const visited = new Map<string, Promise<unknown>>();
    let said = '';
    let answered = 0;
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk);
      for (const [url] of said.matchAll(/http:\S+\/oauth\/authorize\?\S+(?=\s)/g)) {
        if (visit === undefined || visited.has(url)) continue;
        visited.set(
          url,
          visit(new URL(url)).then((answer) => fetch(answer)),
        );
      }
      const questions = said.split('[y/N]').length - 1;
      for (; answered < questions; answered += 1) child.stdin.write(`${answer}\n`);
    });
    const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
    await Promise.all(visited.values());
    const complaint = /^\{"error".*$/m.exec(said)?.[0] ?? /(?<=\[y\/N\] )\{"error".*$/m.exec(said)?.[0];
    return {
      code: child.exitCode,
      result: printed === '' ? {} : JSON.parse(printed).result,
      error: complaint === undefined ? {} : JSON.parse(complaint).error,
      asked: [...visited.keys()].map((url) => new URL(url).searchParams.get('scope')),
    };
  }

  return {
    run,

    /** A file of servers, as a project keeps one. @returns the arguments that name it */
    configure(url: string, oauth: Record<string, unknown>): string[] {
      const file = join(home, 'servers.json');
      writeFileSync(file, JSON.stringify({ mcpServers: { school: { type: 'streamable-http', url, oauth } } }));
      return ['--config', file, '--server', 'school'];
    },

    /** What it keeps of its tokens. */
    kept: (): string => readFileSync(secrets, 'utf8'),
    keep: (changed: string): void => writeFileSync(secrets, changed),
  };
}
