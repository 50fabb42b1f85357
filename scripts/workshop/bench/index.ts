/**
 * `npm run bench`: compares the product with a minimal server and with `oidc-provider`. See README.md in this folder.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerHelp, parsingMistake } from '../../commands/usage.ts';
import { CONNECTIONS } from './load/callers.ts';
import { describeMachine, isInMemory } from './machine.ts';
import { compareTools } from './mcp/compare.ts';
import type { Plan } from './mcp/measure.ts';
import { measureMemory } from './memory.ts';
import { type Comparison, type Options, parseOptions, USAGE } from './options.ts';
import { residentLine } from './process-metrics.ts';
import { runRounds } from './rounds.ts';
import { renderTable } from './table.ts';
import { stopAllServers } from './targets/server-process.ts';
import { type RunningTarget, startTarget } from './targets/start.ts';
import { measureTools } from './tools/compare.ts';

const INTERRUPTED = 130;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** @returns the exit code */
async function main(): Promise<number> {
  answerHelp(process.argv.slice(2), `${USAGE}\n`);
  let options: Options;
  try {
    options = parseOptions(process.argv.slice(2));
  } catch (error) {
    complain(`${parsingMistake(error)}\n${USAGE}`);
    return 2;
  }

  const interruption = new AbortController();
  const interrupt = (): void => {
    interruption.abort();
    void stopAllServers();
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);

  const folder = await mkdtemp(join(tmpdir(), 'schoolgate-bench-'));
  try {
    return await compare(options, folder, interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    return INTERRUPTED;
  } finally {
    await stopAllServers();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compare(options: Options, folder: string, signal: AbortSignal): Promise<number> {
  if (await isInMemory(folder)) {
    complain(`bench: ${folder} is kept in memory, durable writes cost nothing there: set TMPDIR`);
  }
  const { rounds, seconds } = options;
  print(describeMachine());
  const failures = options.rows.length === 0 ? 0 : await compareTargets(options, folder, signal);
  for (const comparison of options.comparisons) {
    await stopAllServers();
    print(`\n${await TABLES[comparison](folder, { rounds, seconds, onProgress: complain, signal })}`);
  }
  return failures > 0 ? 1 : 0;
}

const TABLES: Record<Comparison, (folder: string, plan: Plan) => Promise<string>> = {
  mcp: compareTools,
  tools: measureTools,
  memory: measureMemory,
};

async function compareTargets(options: Options, folder: string, signal: AbortSignal): Promise<number> {
  const running: RunningTarget[] = [];
  for (const name of options.targets) {
    running.push(await startTarget(name, folder));
    signal.throwIfAborted();
  }

  const results = await runRounds(running, { ...options, onProgress: complain, signal });
  const { rounds, seconds } = options;
  print(`${rounds} interleaved rounds of ${seconds} s a row and target, ${CONNECTIONS} connections, medians`);
  print('');
  print(renderTable(results, options.targets));
  print(`\n${residentLine(running.map(({ target }) => target))}`);
  for (const { row, target, message } of results.failures) complain(`\n${row} of ${target} FAILED: ${message}`);
  return results.failures.length;
}

process.exitCode = await main();
