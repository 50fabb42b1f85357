/**
 * Serves metrics for Prometheus on a port of their own, which only the operator's network reaches. Without
 * `METRICS_PORT`, nothing is measured and the library is not loaded.
 */
import Fastify from 'fastify';
import fp from 'fastify-plugin';
import { answered } from './answers.ts';
import { gauges } from './gauges.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Begins to serve the metrics, if they are on. Each worker has a port of its own. @param worker from 1 */
    readonly listenForMetrics: (worker?: number) => Promise<void>;
  }
}

export default fp(
  async (app) => {
    const address = app.config.metrics;
    if (address === undefined) {
      app.decorate('listenForMetrics', async () => undefined);
      return;
    }
    const { default: library } = await import('prom-client');
    const register = new library.Registry();
    // Those of the process: processor time, memory, delays of the event loop, garbage collection.
    library.collectDefaultMetrics({ register });
    answered(app, library, register);
    const readGauges = gauges(app, library, register);

    const server = Fastify({ logger: false, forceCloseConnections: true, requestTimeout: 10_000 });
    server.get('/metrics', async (_request, reply) => {
      await readGauges();
      return reply.type(register.contentType).send(await register.metrics());
    });
    app.decorate('listenForMetrics', async (worker = 1) => {
      await server.listen({ ...address, port: address.port + worker - 1 });
    });
    app.addHook('onClose', () => server.close());
  },
  {
    name: 'metrics',
    dependencies: ['readiness', 'newest-backup', 'metadata-documents', 'passwords', 'mailer', 'webhooks', 'errors'],
  },
);
