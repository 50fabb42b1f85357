/** Node measures the delay of its event loop by a timer of this interval, which is part of the result. */
const RESOLUTION_MS = 10;

/** Reads by how much timers of the server were late since it was last asked, in milliseconds (the 99th percentile). */
export async function loopDelay(metricsPort: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const value = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await response.text())?.[1];
  if (value === undefined) throw new Error('the metrics do not contain the delay of the event loop');
  return Math.max(0, Number(value) * 1000 - RESOLUTION_MS);
}
