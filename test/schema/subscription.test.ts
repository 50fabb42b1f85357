import t from 'tap';
import { firstPeriod, monthsAfter, stateAt } from '../../schema/subscription.ts';

const at = (text: string): number => Date.parse(text);

t.test('D2: a month later is the same day, or the last one where there is no such day', async (t) => {
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

t.test('D2: a plan until a date ends with that day at the school', async (t) => {
  const terms = { planType: 'fixed_date', interval: null, intervalCount: null, lengthDays: null } as const;
  const start = at('2026-06-01T00:00:00Z');
  const period = firstPeriod({ ...terms, endsOn: '2026-06-30' }, start, 'America/New_York');
  t.strictSame(period, { end: at('2026-07-01T04:00:00Z'), isLast: true });
});

t.test('D2: what is kept as running is over once its end has come', async (t) => {
  t.equal(stateAt('active', 100, 99), 'active');
  t.equal(stateAt('active', 100, 100), 'expired');
  t.equal(stateAt('paused', 100, 101), 'expired');
  t.equal(stateAt('past_due', null, 101), 'past_due');
  t.equal(stateAt('cancelled', 100, 101), 'cancelled');
});
