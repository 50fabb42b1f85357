/**
 * How long the first asker waits for what the server makes when it is first asked for. Each thing is asked for twice on
 * a server that has just started.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LIST, resultOf } from '../mcp/messages.ts';
import { type School, startSchool } from '../school/start.ts';
import { median } from '../statistics.ts';
import { ServerProcess } from '../targets/server-process.ts';

const STARTS = 5;

/** Resolves when the whole answer has arrived. Rejects if it is not the right one. */
type Ask = (origin: URL, tokens: Pick<School, 'memberToken' | 'operatorToken'>) => Promise<unknown>;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const THINGS: Readonly<Record<string, Ask>> = {
  'GraphQL answer': (origin, { memberToken }) =>
    read(new URL('/account/graphql', origin), '"viewer":{"email"', {
      method: 'POST',
      headers: { ...bearer(memberToken), 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { email enrolledCourses(first: 20) { nodes { slug } } } }' }),
    }),
  'tools/list, anonymous': (origin) => resultOf(origin, LIST),
  'tools/list, operator': (origin, { operatorToken }) => resultOf(origin, LIST, operatorToken),
  'list of the admin API': (origin, { operatorToken }) =>
    read(new URL('/api/v1/courses', origin), '"nodes":[{', { headers: bearer(operatorToken) }),
  'openapi.json': (origin) => read(new URL('/openapi.json', origin), '"openapi":"3.1'),
  'API reference': (origin) => read(new URL('/docs/reference', origin), '</html>'),
  'auth.md': (origin) => read(new URL('/auth.md', origin), '## '),
  'page of the manual': (origin) => read(new URL('/docs/architecture', origin), '</html>'),
  'sign-in page, Japanese': (origin) =>
    read(new URL('/sign-in', origin), 'lang="ja"', { headers: { 'accept-language': 'ja' } }),
};

async function read(url: URL, proof: string, options: RequestInit = {}): Promise<void> {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok || !text.includes(proof)) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
}

/**
 * @param programs the commands that start the server, by name
 * @returns a table of the medians in milliseconds
 */
export async function measureFirstAnswers(
  parentFolder: string,
  programs: Readonly<Record<string, readonly string[]>>,
  { onProgress, signal }: { onProgress(line: string): void; signal: AbortSignal },
): Promise<string> {
  const folder = join(parentFolder, 'first answers');
  await mkdir(folder);
  const school = await startSchool('first answers', 1, folder, undefined);
  await school.server.stop();
  const lines: string[][] = [];
  for (const [name, ask] of Object.entries(THINGS)) {
    onProgress(`first answer: ${name}`);
    const line = [name];
    for (const command of Object.values(programs)) {
      const first: number[] = [];
      const second: number[] = [];
      for (let start = 0; start < STARTS; start += 1) {
        const server = await ServerProcess.start(command, school.environment, folder);
        first.push(await millisecondsOf(() => ask(server.origin, school)));
        second.push(await millisecondsOf(() => ask(server.origin, school)));
        await server.stop();
        signal.throwIfAborted();
      }
      line.push(median(first).toFixed(0), median(second).toFixed(0));
    }
    lines.push(line);
  }
  return `first and second answers of a server that has just started, medians of ${STARTS} starts\n\n${render(Object.keys(programs), lines)}`;
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function render(programs: readonly string[], lines: readonly string[][]): string {
  const headings = ['asked for', ...programs.flatMap((name) => [`${name}: first ms`, 'second ms'])];
  const rule = headings.map((_, column) => (column === 0 ? '---' : '---:'));
  return [headings, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
