/**
 * Writes sealed audit events to the destination that `AUDIT_LOG` names, as JSON lines. The database keeps how far each
 * chain was written, so a restart loses nothing; lines that were written just before an interruption may appear twice.
 */
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { auditLine } from '../schema/audit/audit-chain.ts';
import type { AuditDestination } from '../schema/audit/audit-destination.ts';
import { makeIdentifier } from '../schema/credential.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Writes what is sealed and was not written yet. Returns false if the destination failed. */
    readonly shipAuditLog: () => Promise<boolean>;
  }
}

const INTERVAL_MS = 1000;
const DELIVERED_WITHIN_MS = 10_000;
/** Longer than a delivery may take, so that two nodes rarely write the same events. */
const LEASE_MS = 30_000;
const ALARM_INTERVAL_MS = 60_000;

export default fp<{ isOn: boolean }>(
  async (app, { isOn }) => {
    const { auditLog: destination } = app.config;
    const shipTo = shipping(app);
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
    app.addHook('onClose', async () => clearInterval(timer));
  },
  { name: 'audit-shipping', dependencies: ['stores'] },
);

function shipping({ audit: { chains }, clock, leases, log }: FastifyInstance) {
  const node = makeIdentifier('node');
  let alarmAgainAt = 0;

  return async function shipTo(destination: AuditDestination): Promise<boolean> {
    try {
      for (const { id, shipped, sequence } of await chains.unshipped()) {
        if (!(await leases.take('audit_log', node, clock(), LEASE_MS))) return true;
        const events = await chains.after(id, shipped);
        if (events.length > 0) await deliver(destination, events.map(auditLine).join(''));
        await chains.shipped(id, events.at(-1)?.sequence ?? sequence);
      }
      return true;
    } catch (error) {
      if (performance.now() >= alarmAgainAt) {
        alarmAgainAt = performance.now() + ALARM_INTERVAL_MS;
        log.error({ err: error }, 'the audit log cannot be written to AUDIT_LOG; it is tried again');
      }
      return false;
    }
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

/**
 * Sends the lines on a connection of their own. They have arrived when the receiver, which sees the end of the data,
 * closes its side too.
 */
function send(address: AuditDestination & { kind: 'socket' }, lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect('path' in address ? { path: address.path } : { host: address.host, port: address.port });
    const timer = setTimeout(
      () => socket.destroy(new Error('the receiver did not answer in time')),
      DELIVERED_WITHIN_MS,
    );
    let isEnded = false;
    socket.once('error', reject);
    socket.once('end', () => {
      isEnded = true;
    });
    socket.once('close', () => {
      clearTimeout(timer);
      if (isEnded && socket.writableFinished) resolve();
      else reject(new Error('the receiver closed the connection early'));
    });
    socket.resume();
    socket.end(lines);
  });
}
