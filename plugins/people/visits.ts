/** Notes when members were last active at a school, to the hour. */
import fp from 'fastify-plugin';
import { boundedMap } from '../../schema/data/bounded-map.ts';
import { provide } from '../provide.ts';

declare module './stores.ts' {
  interface People {
    /** Call this for a person who proved to be a member of the school. Nothing fails if it cannot be stored. */
    readonly noteVisit: (personId: string, siteId: string) => Promise<void>;
  }
}

const HOUR = 3_600_000;
/** Of others, the database is asked again, which writes at most once an hour. */
const MAX_REMEMBERED = 20_000;

export default fp(
  async (app) => {
    const { clock, log } = app;
    const { memberships } = app.people;
    const noted = boundedMap<number>(MAX_REMEMBERED);

    provide(app.people, 'noteVisit', async (personId, siteId) => {
      const now = clock();
      const key = `${siteId} ${personId}`;
      if ((noted.get(key) ?? 0) > now - HOUR) return;
      // Requests at the same time write once.
      noted.set(key, now);
      try {
        await memberships.noteVisit({ personId, siteId, now, stale: now - HOUR });
      } catch (err) {
        log.warn({ err, reason: 'visit_not_stored' }, 'the last activity of a member could not be stored');
      }
    });
  },
  { name: 'visits', dependencies: ['stores'] },
);
