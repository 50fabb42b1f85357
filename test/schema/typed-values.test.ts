/** What people type into the fields of forms: amounts of money, and times on the clocks of a place. */
import t from 'tap';
import { instantAt, localTime } from '../../schema/school/calendar.ts';
import { minorUnitsOf } from '../../schema/school/money.ts';

t.test('an amount is read as people write it, and refused where it could mean two', async (t) => {
  for (const [written, currency, amount] of [
    ['12,50', 'EUR', 1250],
    ['12.5', 'EUR', 1250],
    [' 12 ', 'EUR', 1200],
    [',50', 'EUR', 50],
    ['1.234,50', 'EUR', 123450],
    ['1,234.50', 'EUR', 123450],
    ["1'234.50", 'CHF', 123450],
    ['1 234 567', 'EUR', 123456700],
    ['12.345.678', 'EUR', 1234567800],
    ['1.234', 'EUR', undefined],
    ['1,234', 'EUR', undefined],
    ['1,234', 'JPY', 1234],
    ['5.5', 'JPY', undefined],
    ['12.500', 'KWD', 12500],
    ['12.345', 'EUR', undefined],
    ['1.23.4', 'EUR', undefined],
    ['-5', 'EUR', undefined],
    ['twelve', 'EUR', undefined],
    ['', 'EUR', undefined],
    ['99999999999999999999', 'EUR', undefined],
  ] as const)
    t.equal(minorUnitsOf(written, currency), amount, `${written} ${currency}`);
});

t.test('a time is read on the clocks of a place, also when they change', async (t) => {
  for (const [local, zone, instant] of [
    ['2027-07-01T21:30', 'America/New_York', '2027-07-02T01:30:00.000Z'],
    ['2027-01-01T00:00', 'Europe/Lisbon', '2027-01-01T00:00:00.000Z'],
    // The clocks skip this hour, and repeat the other.
    ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
    ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ] as const) {
    const at = instantAt(local, zone);
    t.equal(at === undefined ? at : new Date(at).toISOString(), instant, local);
  }
  for (const wrong of ['tomorrow', '2027-02-30T10:00', '2027-01-01', ''])
    t.equal(instantAt(wrong, 'UTC'), undefined, wrong);
  t.equal(instantAt('2027-01-01T10:00', 'Mars/Olympus'), undefined);
  t.equal(localTime(Date.parse('2027-07-02T01:30:59Z'), 'America/New_York'), '2027-07-01T21:30');
});
