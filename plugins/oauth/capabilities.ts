/** The capabilities of this server, derived from its configuration. */
import fp from 'fastify-plugin';
import { type Capabilities, capabilitiesOf } from '../../schema/oauth/capabilities.ts';
import { offer } from '../offer.ts';

declare module './stores.ts' {
  interface OAuth {
    readonly capabilities: Capabilities;
  }
}

export default fp(
  async (app) => {
    offer(app.oauth, 'capabilities', capabilitiesOf(app.config));
  },
  { name: 'capabilities', dependencies: ['stores'] },
);
