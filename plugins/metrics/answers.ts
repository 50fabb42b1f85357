/** Counts answered requests and commits as they happen. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { notedReason } from '../http/log-context.ts';
import { COUNTERS, HISTOGRAMS } from './definitions.ts';

type Library = typeof import('prom-client');

/** The name of the channel of the database, which plugins do not import. */
const COMMITS = 'schoolgate:commit';
const TOKEN_ROUTE = '/api/oauth/token';

export function answered(app: FastifyInstance, { Counter, Histogram }: Library, register: Registry): void {
  const registers = [register];
  const requests = new Counter({ ...COUNTERS.requests, registers });
  const refusals = new Counter({ ...COUNTERS.refusals, registers });
  const tokens = new Counter({ ...COUNTERS.tokens, registers });
  const duration = new Histogram({ ...copied(HISTOGRAMS.duration), registers });
  const commitUnits = new Histogram({ ...copied(HISTOGRAMS.commitUnits), registers });
  const commitWait = new Histogram({ ...copied(HISTOGRAMS.commitWait), registers });
  const { grantTypes } = app.oauth.capabilities;

  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { statusCode: status } = reply;
    const route = request.routeOptions.url ?? 'none';
    const reason = notedReason(request);
    requests.inc({ method, route, status });
    duration.observe({ route }, reply.elapsedTime / 1000);
    if (reason !== undefined) refusals.inc({ reason });
    if (route === TOKEN_ROUTE && method === 'POST') tokens.inc(tokenLabels(request, reply));
    done();
  });

  function tokenLabels(request: FastifyRequest, reply: FastifyReply) {
    const grantType: unknown = Object(request.body).grant_type;
    return {
      grant_type: grantTypes.find((one) => one === grantType) ?? 'other',
      outcome: reply.statusCode === 200 ? 'issued' : (notedReason(request) ?? 'error'),
    };
  }

  const onCommit = (commit: unknown): void => {
    const { units, waitedMs } = commit as { units: number; waitedMs: number };
    commitUnits.observe(units);
    commitWait.observe(waitedMs / 1000);
  };
  subscribe(COMMITS, onCommit);
  app.addHook('onClose', async () => void unsubscribe(COMMITS, onCommit));
}

/** The library keeps the lists and may change them. */
const copied = <Definition extends { buckets: readonly number[]; labelNames: readonly string[] }>(
  definition: Definition,
) => ({ ...definition, buckets: [...definition.buckets], labelNames: [...definition.labelNames] });
