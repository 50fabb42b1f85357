/** `schoolgate connect`: an OAuth client that runs the whole flow against a server and explains each step. */
import { createInterface } from 'node:readline';
import { openBrowser } from './connect/browser.ts';
import { ConnectError } from './connect/errors.ts';
import { connect } from './connect/flow.ts';
import { parseArguments, USAGE } from './connect/options.ts';
import { type RenewOptions, renew } from './connect/renew.ts';
import { formatJson } from './connect/report.ts';
import { endWithUsage } from './usage.ts';

export { USAGE };

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

export async function main(args: readonly string[]): Promise<void> {
  process.exitCode = await run(args);
}

/** @returns the exit code */
async function run(args: readonly string[]): Promise<number> {
  const command = parseArguments(args);
  if (command.kind === 'mistake') return endWithUsage(USAGE, `connect: ${command.message}\n`);
  if (command.kind === 'renew') return runRenew(command.options);

  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());

  const { openInBrowser, paste, ...options } = command.options;
  const pasted = paste ? createInterface({ input: process.stdin }) : undefined;
  const openAuthorizationUrl = async (url: string): Promise<void> => {
    if (!openInBrowser) return;
    try {
      await openBrowser(url);
    } catch {
      complain('     (no browser could be started; open the URL above yourself)');
    }
  };

  try {
    await connect({ ...options, signal: stop.signal, openAuthorizationUrl, print, pasted });
    return 0;
  } catch (error) {
    if (stop.signal.aborted) {
      complain('connect: stopped');
      return 130;
    }
    if (!(error instanceof ConnectError)) throw error;
    if (options.json) print(formatJson({ event: 'failure', error: error.message }));
    complain(`connect: ${error.message}`);
    return 1;
  } finally {
    pasted?.close();
  }
}

/** @returns the exit code */
async function runRenew(options: RenewOptions): Promise<number> {
  try {
    const { access_token: token, expires_at: end } = await renew(options);
    print(
      options.prints ? token : `${options.file}: the access token lasts until ${new Date(end * 1000).toISOString()}`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    complain(`connect: ${error.message}`);
    return 1;
  }
}
