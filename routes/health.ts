/** Health checks: whether the process runs, and whether it can work. */
import type { FastifyInstance } from 'fastify';
import { sendJson } from './form.ts';

export default async function healthSurface(app: FastifyInstance): Promise<void> {
  app.get('/healthz', (request, reply) => {
    const seen = app.sightingOf(request);
    return sendJson(reply, { status: 'ok', ...(seen === undefined ? {} : { seen }) });
  });
  // The names of the checks say nothing that an outage does not show anyway.
  app.get('/readyz', async (_request, reply) => {
    const failed = await app.readiness.failures();
    if (failed.length === 0) return sendJson(reply, { status: 'ready' });
    return sendJson(reply.code(503), { status: 'not ready', failed });
  });
}
