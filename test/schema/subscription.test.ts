// sqlite
import t from 'tap';
import { firstPeriod, stateAt } from '../../schema/school/subscription.ts';

const at = (text: string): number => Date.parse(text);

t.test('a plan with an end date runs until the end of that day in the timezone of the school [D2]', async (t) => {
  const terms = { planType: 'fixed_date', interval: null, intervalCount: null, lengthDays: null } as const;
  const start = at('2026-06-01T00:00:00Z');
  const period = firstPeriod({ ...terms, endsOn: '2026-06-30' }, start, 'America/New_York');
  t.strictSame(period, { end: at('2026-07-01T04:00:00Z'), isLast: true });
});

t.test('a subscription that is stored as running counts as expired once its end has come [D2]', async (t) => {
  t.equal(stateAt('active', 100, 99), 'active');
  t.equal(stateAt('active', 100, 100), 'expired');
  t.equal(stateAt('paused', 100, 101), 'expired');
  t.equal(stateAt('past_due', null, 101), 'past_due');
  t.equal(stateAt('cancelled', 100, 101), 'cancelled');
});
