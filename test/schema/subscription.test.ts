// sqlite
import t from 'tap';
import { firstPeriod, monthsAfter, stateAt } from '../../schema/school/subscription.ts';

const at = (text: string): number => Date.parse(text);

t.test('adding months keeps the day of the month, or takes the last day of a shorter month [D2]', async (t) => {
  const cases = [
    ['2026-01-15T08:00:00Z', 1, '2026-02-15T08:00:00Z'],
    ['2026-01-31T23:59:59Z', 1, '2026-02-28T23:59:59Z'],
    ['2028-01-31T00:00:00Z', 1, '2028-02-29T00:00:00Z'],
    ['2026-10-31T00:00:00Z', 1, '2026-11-30T00:00:00Z'],
    ['2026-11-30T00:00:00Z', 3, '2027-02-28T00:00:00Z'],
    ['2028-02-29T00:00:00Z', 12, '2029-02-28T00:00:00Z'],
    ['2026-12-31T00:00:00Z', 36 * 12, '2062-12-31T00:00:00Z'],
  ] as const;
  for (const [from, months, to] of cases) t.equal(monthsAfter(at(from), months), at(to), `${from} + ${months}`);
});

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
