/**
 * Continues traces (W3C Trace Context): a valid `traceparent` is named in each log line of the request, and passed on
 * with the requests that the server makes for it to services of its operator. Without one, there is no trace, and
 * nothing is done.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fp from 'fastify-plugin';

interface Trace {
  readonly traceId: string;
  /** Of our part of the trace. */
  readonly spanId: string;
  readonly flags: string;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
/** The only flag of this version: whether the caller records the trace. */
const SAMPLED = 1;
/** All requests of undici are announced here before they are sent, and so are those of `fetch`. */
const REQUESTS = 'undici:request:create';

const current = new AsyncLocalStorage<Trace | undefined>();

/** @returns nothing for what is malformed, which counts as not sent */
export function parseTraceparent(value: string | string[] | undefined): Omit<Trace, 'spanId'> | undefined {
  const [, version, traceId = '', parentId = '', flags = '', more] =
    (typeof value === 'string' && FORM.exec(value)) || [];
  if (version === undefined || version === 'ff' || ZEROS.test(traceId) || ZEROS.test(parentId)) return undefined;
  // Later versions may have more fields, and this one has none.
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, flags: (Number.parseInt(flags, 16) & SAMPLED).toString(16).padStart(2, '0') };
}

/** Does what belongs to no trace: what strangers are sent, and what is done for others than the visitor as well. */
export const outsideTraces = <Result>(act: () => Result): Result => current.run(undefined, act);

export default fp(
  async (app) => {
    // Fastify keeps the asynchronous context while it reads a body.
    app.addHook('onRequest', (request, reply, done) => {
      const parent = parseTraceparent(request.headers.traceparent);
      if (parent === undefined) {
        done();
        return;
      }
      const trace = { ...parent, spanId: randomBytes(8).toString('hex') };
      request.log = request.log.child({ trace_id: trace.traceId, span_id: trace.spanId });
      reply.log = request.log;
      current.run(trace, done);
    });
  },
  { name: 'tracing' },
);

// Once for all servers in this process: each of them would add the header again.
subscribe(REQUESTS, passOn);

function passOn(message: unknown): void {
  const trace = current.getStore();
  if (trace === undefined) return;
  const { request } = message as { request: { addHeader(name: string, value: string): unknown } };
  request.addHeader('traceparent', `00-${trace.traceId}-${trace.spanId}-${trace.flags}`);
}
