// sqlite
import t from 'tap';
import {
  addDays,
  dateAt,
  daysBetween,
  endOfDay,
  endOfSameLength,
  lastDayOf,
  monthsAfter,
} from '../../schema/school/calendar.ts';

const ENDS: readonly [string, string, string, string][] = [
  ['UTC', '2026-11-21', '2026-11-22T00:00:00Z', 'an ordinary day'],
  ['Europe/Lisbon', '2026-01-15', '2026-01-16T00:00:00Z', 'winter is UTC there'],
  ['Europe/Lisbon', '2026-07-15', '2026-07-15T23:00:00Z', 'summer is an hour ahead'],
  ['Europe/Lisbon', '2026-03-28', '2026-03-29T00:00:00Z', 'the day before the clocks go forward'],
  ['Europe/Lisbon', '2026-03-29', '2026-03-29T23:00:00Z', 'a day of 23 hours'],
  ['Europe/Lisbon', '2026-10-25', '2026-10-26T00:00:00Z', 'a day of 25 hours'],
  ['America/New_York', '2026-03-08', '2026-03-09T04:00:00Z', 'a day of 23 hours'],
  ['America/New_York', '2026-11-01', '2026-11-02T05:00:00Z', 'a day of 25 hours'],
  ['America/New_York', '2026-12-31', '2027-01-01T05:00:00Z', 'the year ends'],
  ['Asia/Kolkata', '2024-02-29', '2024-02-29T18:30:00Z', 'half an hour, and a leap day'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-21T10:00:00Z', 'fourteen hours ahead'],
  ['Pacific/Pago_Pago', '2026-11-21', '2026-11-22T11:00:00Z', 'eleven hours behind'],
  ['Asia/Beirut', '2023-03-25', '2023-03-25T22:00:00Z', 'the next day begins at one o’clock'],
  ['Atlantic/Azores', '2026-10-24', '2026-10-25T00:00:00Z', 'the clocks go back from one to midnight: it comes twice'],
  ['America/St_Johns', '2006-10-28', '2006-10-29T02:30:00Z', 'a minute later it is the day before for an hour'],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-18T03:00:00Z', 'the clocks go back to eleven in the evening'],
  ['America/Sao_Paulo', '2018-11-03', '2018-11-04T03:00:00Z', 'there is no midnight'],
  ['America/Toronto', '1919-03-30', '1919-03-31T04:30:00Z', 'half past eleven is followed by half past midnight'],
  ['Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00Z', 'a day of the calendar is left out'],
];

for (const [timezone, date, end, why] of ENDS) {
  t.test(`${date} in ${timezone} ends at ${end}: ${why} [spec 3]`, (t) => {
    const instant = endOfDay(date, timezone);
    t.equal(new Date(instant).toISOString(), end.replace('Z', '.000Z'));
    t.ok(dateAt(instant, timezone) > date, 'then it is another day');
    t.equal(dateAt(instant - 1, timezone), date, 'and a moment before it was still this one');
    t.end();
  });
}

t.test('over four years every day lasts 23 to 25 hours and begins where the previous one ended', (t) => {
  const wrong: string[] = [];
  for (const timezone of ['Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo']) {
    let previous = endOfDay('2023-12-31', timezone);
    for (let date = '2024-01-01'; date < '2028-01-01'; date = addDays(date, 1)) {
      const end = endOfDay(date, timezone);
      const hours = (end - previous) / 3_600_000;
      const isWhole = dateAt(previous, timezone) === date && dateAt(end - 1, timezone) === date;
      if (hours < 23 || hours > 25 || !isWhole) wrong.push(`${date} in ${timezone}: ${hours} hours`);
      previous = end;
    }
  }
  t.strictSame(wrong, [], 'each is a whole day of 23 to 25 hours');
  t.end();
});

t.test('days are added by the calendar, across leap days, year ends and clock changes', (t) => {
  t.equal(addDays('2026-02-28', 1), '2026-03-01');
  t.equal(addDays('2024-02-28', 1), '2024-02-29');
  t.equal(addDays('2026-01-01', -1), '2025-12-31');
  t.equal(addDays('2026-03-28', 2), '2026-03-30', 'clocks do not matter');
  t.end();
});

t.test('an impossible date or an unknown timezone is refused with a RangeError', (t) => {
  for (const date of ['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-01T00:00', '', 'today']) {
    t.throws(() => endOfDay(date, 'UTC'), RangeError, date);
    t.throws(() => addDays(date, 1), RangeError, date);
  }
  t.throws(() => endOfDay('2026-01-01', 'Europe/Atlantis'), RangeError);
  t.throws(() => dateAt(0, 'Europe/Atlantis'), RangeError);
  t.end();
});

t.test('adding months keeps the day of the month, or takes the last day of a shorter month [D2]', (t) => {
  const cases = [
    ['2026-01-15T08:00:00Z', 1, '2026-02-15T08:00:00Z'],
    ['2026-01-31T23:59:59Z', 1, '2026-02-28T23:59:59Z'],
    ['2028-01-31T00:00:00Z', 1, '2028-02-29T00:00:00Z'],
    ['2026-10-31T00:00:00Z', 1, '2026-11-30T00:00:00Z'],
    ['2026-11-30T00:00:00Z', 3, '2027-02-28T00:00:00Z'],
    ['2028-02-29T00:00:00Z', 12, '2029-02-28T00:00:00Z'],
    ['2026-12-31T00:00:00Z', 36 * 12, '2062-12-31T00:00:00Z'],
  ] as const;
  for (const [from, months, to] of cases) {
    t.equal(monthsAfter(Date.parse(from), months, 'UTC'), Date.parse(to), `${from} + ${months}`);
  }
  // The clocks of Ramadan, from 23 February to 6 April 2025.
  const casablanca = monthsAfter(Date.parse('2025-02-10T11:00:00Z'), 1, 'Africa/Casablanca');
  t.equal(casablanca, Date.parse('2025-03-10T12:00:00Z'), 'noon is an hour later');
  const apia = monthsAfter(Date.parse('2011-11-30T20:00:00Z'), 1, 'Pacific/Apia');
  t.equal(apia, Date.parse('2011-12-30T20:00:00Z'), 'a day that the calendar left out is the next');
  t.end();
});

t.test('a period is as long as another by the calendar: in months, or in days and hours [D2]', (t) => {
  const cases = [
    ['2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z', '2027-03-15T10:00:00Z', '2027-04-15T09:00:00Z', 'a month'],
    ['2026-02-10T10:00:00Z', '2027-02-10T10:00:00Z', '2027-03-15T10:00:00Z', '2028-03-15T10:00:00Z', 'a year'],
    [
      '2027-01-01T10:00:00Z',
      '2027-01-08T12:00:00Z',
      '2027-03-25T10:00:00Z',
      '2027-04-01T11:00:00Z',
      'a week and 2 hours',
    ],
  ] as const;
  for (const [from, to, start, end, what] of cases) {
    const found = endOfSameLength(Date.parse(from), Date.parse(to), Date.parse(start), 'Europe/Lisbon');
    t.equal(new Date(found).toISOString(), end.replace('Z', '.000Z'), what);
  }
  t.end();
});

t.test('weeks end on Sunday and months on their last day; both ends of a range count', (t) => {
  t.equal(lastDayOf('2026-11-30', 'week'), '2026-12-06');
  t.equal(lastDayOf('2026-11-29', 'week'), '2026-11-29');
  t.equal(lastDayOf('2028-02-01', 'month'), '2028-02-29');
  t.equal(lastDayOf('2026-04-30', 'month'), '2026-04-30');
  t.equal(daysBetween('2026-03-28', '2026-03-30'), 3);
  t.equal(daysBetween('2026-03-30', '2026-03-28'), -1);
  t.equal(dateAt(Date.parse('9999-12-31T23:00:00Z'), 'Asia/Tokyo'), '9999-12-31', 'no year has five digits');
  t.end();
});
