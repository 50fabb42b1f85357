/** Asks a server for a garbage collection by its inspector, so that what it holds can be told from what it has not freed yet. */

/** What a server listens to. @param port of its inspector */
export const inspectedAt = (port: number): { NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--inspect=127.0.0.1:${port}`,
});

const LONGEST_MS = 10_000;

/** @param port of the inspector of the server */
export async function collectGarbage(port: number): Promise<void> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(targets[0].webSocketDebuggerUrl);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('the inspector does not answer')), LONGEST_MS);
  socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  socket.onmessage = () => resolve();
  socket.onerror = () => reject(new Error('the inspector cannot be reached'));
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}
