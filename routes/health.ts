/** Health checks: whether the process runs, and whether it can work. */
import type { FastifyInstance } from 'fastify';
import { sendJson } from './form.ts';

export default async function healthSurface(app: FastifyInstance): Promise<void> {
  app.get('/healthz', (_request, reply) => sendJson(reply, { status: 'ok' }));
  // Reading the signing keys requires the database, its tables and a key.
  app.get('/readyz', async (_request, reply) => {
    const keys = await app.oauth.keys.list();
    return sendJson(reply.code(keys.length > 0 ? 200 : 503), { status: keys.length > 0 ? 'ready' : 'no signing key' });
  });
}
