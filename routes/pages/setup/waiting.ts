/** Whether the server has no school yet, so that nobody can sign in. */
import type { FastifyInstance } from 'fastify';

/** Once there is an account, the database is not asked again. */
export function waitsForSetup({ people: { setup } }: FastifyInstance): () => Promise<boolean> {
  let isSetUp = false;
  return async () => {
    if (!isSetUp) isSetUp = !(await setup.isEmpty());
    return !isSetUp;
  };
}
