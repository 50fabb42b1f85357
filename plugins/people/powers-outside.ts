/** Powers of a person beyond a school, which none of its deeds on the account may open. */
import fp from 'fastify-plugin';
import { isPlatformOperator } from '../../schema/people/platform-operator.ts';
import { provide } from '../provide.ts';

declare module './stores.ts' {
  interface People {
    /**
     * Returns whether a person has rights that are not the school's to touch: at another school, or over the platform.
     * A school acts on the account of nobody who has, and a deed that takes effect later asks again then.
     */
    readonly powersOutside: (siteId: string, personId: string) => Promise<boolean>;
  }
}

export default fp(
  async ({ clock, config, people }) => {
    provide(people, 'powersOutside', async (siteId, personId) => {
      const person = await people.persons.find(personId);
      if (person !== undefined && isPlatformOperator(config.platformOperators, person)) return true;
      return people.memberships.hasPowersElsewhere({ siteId, personId, now: clock() });
    });
  },
  { name: 'powers-outside', dependencies: ['config', 'stores'] },
);
