/** The capability record of this deployment. */
import fp from 'fastify-plugin';
import { type Capabilities, capabilitiesOf } from '../../schema/oauth/capabilities.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly capabilities: Capabilities;
  }
}

export default fp(
  async (app) => {
    app.decorate('capabilities', capabilitiesOf(app.config));
  },
  { name: 'capabilities', dependencies: ['config'] },
);
