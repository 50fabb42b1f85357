import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { STATEMENT_CHANNEL } from '../../../../db/engine/statement-channel.ts';
import { loadConfig } from '../../../../plugins/config.ts';
import { buildApp } from '../../../../routes/app.ts';

/** Housekeeping may run during a request, so the minimum of several attempts counts. */
const TRIES = 5;

/**
 * Counts the SQL statements of each request, in this process and on the server's own database.
 * @param requests complete HTTP requests
 */
export async function countStatements(
  environment: Readonly<Record<string, string | undefined>>,
  requests: readonly Buffer[],
): Promise<number[]> {
  const app = await buildApp(loadConfig(environment));
  let executed = 0;
  const count = (): void => {
    executed += 1;
  };
  subscribe(STATEMENT_CHANNEL, count);
  try {
    const counts: number[] = [];
    for (const request of requests) {
      let least = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES; tries += 1) {
        executed = 0;
        await app.inject(injected(request));
        least = Math.min(least, executed);
      }
      counts.push(least);
    }
    return counts;
  } finally {
    unsubscribe(STATEMENT_CHANNEL, count);
    await app.close();
  }
}

function injected(request: Buffer) {
  const [head = '', body = ''] = request.toString().split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const [method = 'GET', url = '/'] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { method: method as 'GET' | 'POST', url, headers, ...(body === '' ? {} : { payload: body }) };
}
