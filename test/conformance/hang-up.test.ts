// slow
/** What log rotation, `systemctl reload` and a closed terminal do to a server: they send SIGHUP. */
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { startServer, TEST_SETTINGS } from '../support/live-server.ts';
import { childrenOf } from '../support/processes.ts';

for (const WORKERS of ['1', '2']) {
  t.test(`SIGHUP does not stop a server, and the log says so, with WORKERS=${WORKERS}`, async (t) => {
    const server = await startServer(t, { ...TEST_SETTINGS, LOG_LEVEL: 'info', WORKERS });
    for (let n = 0; n < 2; n += 1) {
      for (const pid of [server.pid, ...childrenOf(server.pid)]) process.kill(pid, 'SIGHUP');
      await sleep(500);
      t.equal((await fetch(`${server.origin}/readyz`)).status, 200);
    }
    const { code, stdout, stderr } = await server.stop();
    t.equal(code, 0, 'SIGTERM stops it');
    t.equal((stdout + stderr).match(/SIGHUP does not stop the server, and nothing is read again/g)?.length, 2);
  });
}
