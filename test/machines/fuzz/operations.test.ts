// slow
/** Every operation of the REST API, the tool endpoint and the Account API with input made from what each serves of itself. */
import t from 'tap';
import { REPEATED_BY, seedOf } from '../../support/seed.ts';
import { IS_THOROUGH } from '../../support/thorough.ts';
import { graphqlDriver } from './apis/graphql.ts';
import { restDriver } from './apis/rest.ts';
import { type Schools, schools } from './apis/schools.ts';
import { toolDriver } from './apis/tools.ts';

t.setTimeout(240_000);

const DRIVERS = {
  'operation of the OpenAPI description': { driverOf: restDriver, calls: IS_THOROUGH ? 8000 : 2000 },
  'tool of the tool endpoint': { driverOf: toolDriver, calls: IS_THOROUGH ? 3000 : 800 },
  'field of the Account API': { driverOf: graphqlDriver, calls: IS_THOROUGH ? 3000 : 800 },
};

for (const [what, { driverOf, calls }] of Object.entries(DRIVERS)) {
  t.test(
    `every ${what} is answered as described, whatever is sent, and from its own school [A17, D1, W38]`,
    async (t) => {
      const made: Schools = await schools(t, seedOf(t));
      const { next, figures } = await driverOf(made);
      while (figures.calls < calls && figures.faults.length === 0) await next();
      t.strictSame(figures.faults, [], REPEATED_BY);
      const never = [...figures.done].filter(([, times]) => times === 0).map(([name]) => name);
      t.ok(never.length <= figures.done.size / 2, `${never.length} of ${figures.done.size} were never done: ${never}`);
      t.comment(JSON.stringify(Object.fromEntries(figures.statuses)));
      t.notMatch(made.logs.join(''), /"level":50/, 'nothing was a fault of ours');
    },
  );
}
