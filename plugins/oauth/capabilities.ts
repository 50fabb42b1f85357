/** The capabilities of this server, derived from its configuration. */
import fp from 'fastify-plugin';
import { type Capabilities, capabilitiesOf } from '../../schema/oauth/capabilities.ts';
import { provide } from '../provide.ts';

declare module './stores.ts' {
  interface OAuth {
    readonly capabilities: Capabilities;
  }
}

export default fp(
  async (app) => {
    provide(app.oauth, 'capabilities', capabilitiesOf(app.config));
  },
  { name: 'capabilities', dependencies: ['stores'] },
);
