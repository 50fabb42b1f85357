/**
 * Writes sealed audit events to the destination that `AUDIT_LOG` names, as JSON lines. The database keeps how far each
 * chain was written, so a restart loses nothing; lines that were written just before an interruption may appear twice.
 */
import { open } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { auditLine } from '../../schema/audit/audit-chain.ts';
import type { AuditDestination } from '../../schema/audit/audit-destination.ts';
import { makeIdentifier } from '../../schema/credential.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes what is sealed and was not written yet. Returns false if the destination failed. */
    readonly shipAuditLog: () => Promise<boolean>;
  }
}

const LEASE = 'audit_log';
const INTERVAL_MS = 1000;
const DELIVERED_WITHIN_MS = 10_000;
/** How long the end of the data is held back, or as long as the connection took, if that is longer. */
const HELD_BACK_MS = { least: 50, most: 1000 } as const;
/** Longer than a delivery may take, so that two nodes rarely write the same events. */
const LEASE_MS = 30_000;
const ALARM_INTERVAL_MS = 60_000;

export default fp<{ isOn: boolean }>(
  async (app, { isOn }) => {
    const { auditLog: destination } = app.config;
    const { shipTo, stop } = shipping(app);
    let current: Promise<boolean> | undefined;
    app.decorate('shipAuditLog', async () => {
      if (destination === undefined) return true;
      // A slow destination never has two deliveries at once.
      current ??= shipTo(destination).finally(() => {
        current = undefined;
      });
      return current;
    });

    let timer: NodeJS.Timeout | undefined;
    app.addHook('onReady', async () => {
      if (!isOn || destination === undefined) return;
      timer = setInterval(app.shipAuditLog, INTERVAL_MS);
      timer.unref();
    });
    // Runs before the stores close.
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await stop(current);
    });
  },
  { name: 'audit-shipping', dependencies: ['stores'] },
);

function shipping({ audit: { chains }, clock, leases, log }: FastifyInstance) {
  const node = makeIdentifier('node');
  let hasLease = false;
  let isStopping = false;
  let alarmAgainAt = 0;

  async function shipAll(destination: AuditDestination): Promise<void> {
    for (const { id, shipped, sequence } of await chains.unshipped()) {
      if (isStopping) return;
      hasLease = await leases.take(LEASE, node, clock(), LEASE_MS);
      if (!hasLease) return;
      const events = await chains.after(id, shipped);
      if (events.length > 0) await deliver(destination, events.map(auditLine).join(''));
      await chains.shipped(id, events.at(-1)?.sequence ?? sequence);
    }
  }

  async function shipTo(destination: AuditDestination): Promise<boolean> {
    try {
      await shipAll(destination);
      return true;
    } catch (error) {
      if (performance.now() >= alarmAgainAt) {
        alarmAgainAt = performance.now() + ALARM_INTERVAL_MS;
        log.error({ err: error }, 'the audit log cannot be written to AUDIT_LOG; it is tried again');
      }
      return false;
    }
  }

  return {
    shipTo,

    /** Waits for the delivery of one chain, if one is under way, and lets another node go on at once. */
    async stop(current: Promise<boolean> | undefined): Promise<void> {
      isStopping = true;
      await current;
      if (!hasLease) return;
      await leases.release(LEASE, node).catch((error: unknown) => {
        log.warn({ err: error }, 'the lease of the audit log was not released; it expires by itself');
      });
    },
  };
}

const deliver = (destination: AuditDestination, lines: string): Promise<void> =>
  destination.kind === 'file' ? append(destination.path, lines) : send(destination, lines);

/** The file is opened each time, so that it can be rotated. */
async function append(path: string, lines: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(lines);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** With TLS, the certificate must be valid for the host. */
function connectionTo(address: AuditDestination & { kind: 'socket' }): Socket {
  if ('path' in address) return connect(address.path);
  const { host, port, secure } = address;
  return secure
    ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connect({ host, port });
}

/**
 * Sends the lines on a connection of their own. Neither TCP nor syslog over TLS (RFC 5425) acknowledges them. They count as
 * delivered when the receiver, which sees the end of the data, closes its side after it. The end is held back until a
 * receiver that closes without waiting for it has been heard.
 */
function send(address: AuditDestination & { kind: 'socket' }, lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const socket = connectionTo(address);
    const timer = setTimeout(
      () => socket.destroy(new Error('the receiver did not answer in time')),
      DELIVERED_WITHIN_MS,
    );
    let isEnded = false;
    // Broken TLS is an error, and the reset of the connection that may follow is another one.
    socket.on('error', reject);
    socket.once('end', () => {
      isEnded = socket.writableFinished;
    });
    socket.once('close', () => {
      clearTimeout(timer);
      if (isEnded) resolve();
      else reject(new Error('the receiver closed the connection early'));
    });
    socket.resume();
    socket.write(lines, () => {
      const took = Math.max(HELD_BACK_MS.least, performance.now() - began);
      setTimeout(() => socket.end(), Math.min(HELD_BACK_MS.most, took));
    });
  });
}
