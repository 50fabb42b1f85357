/** Tables of the kit of pages: how time zones are called, and which fields depend on a choice. */
import t from 'tap';
import { momentText } from '../../routes/pages/kit/components.ts';
import { DEPENDENT } from '../../routes/pages/kit/resource/dependent.ts';
import { pageField } from '../../routes/pages/kit/resource/field.ts';
import { reasonOf } from '../../routes/pages/kit/resource/form-markup.ts';
import { coupon } from '../../schema/school/resources/coupons.ts';
import { course } from '../../schema/school/resources/courses.ts';
import { event } from '../../schema/school/resources/events.ts';
import { membershipPlan } from '../../schema/school/resources/membership-plans.ts';

const WINTER = Date.UTC(2026, 11, 1, 12);
const SUMMER = Date.UTC(2026, 6, 1, 12);
/** A language and a zone, and how times in it end in winter and in summer. */
const ZONES: readonly (readonly [language: string, zone: string, winter: string, summer: string])[] = [
  ['en', 'Europe/Lisbon', 'WET', 'WEST'],
  ['de', 'Europe/Lisbon', 'WEZ', 'WESZ'],
  ['es', 'Europe/Lisbon', 'WET', 'WEST'],
  ['ja', 'Europe/Lisbon', 'WET', 'WEST'],
  ['zh-Hant', 'Europe/Lisbon', 'WET', 'WEST'],
  ['en', 'Europe/Berlin', 'CET', 'CEST'],
  ['ja', 'Europe/Berlin', 'CET', 'CEST'],
  ['en', 'Europe/London', 'UTC', 'BST'],
  ['en', 'America/New_York', 'EST', 'EDT'],
  ['de', 'America/New_York', 'EST', 'EDT'],
  ['ja', 'Asia/Tokyo', 'JST', 'JST'],
  ['en', 'Asia/Tokyo', 'UTC+9', 'UTC+9'],
  ['es', 'Asia/Kolkata', 'UTC+5:30', 'UTC+5:30'],
  ['en', 'Australia/Lord_Howe', 'UTC+11', 'UTC+10:30'],
  ['de', 'UTC', 'UTC', 'UTC'],
];

t.test('a time names its zone as the language does, or as English does', (t) => {
  for (const [language, zone, winter, summer] of ZONES)
    for (const [at, name] of [
      [WINTER, winter],
      [SUMMER, summer],
    ] as const) {
      const said = momentText(at, language, zone);
      t.ok(said.split(/[\s[\]]/u).includes(name), `${language}, ${zone}: ${said} has ${name}`);
    }
  t.end();
});

t.test('each field that depends on a choice is one of a form with that choice and its values', (t) => {
  const resources = [course, coupon, membershipPlan, event];
  for (const [choice, values, fields] of DEPENDENT) {
    const owners = resources.filter((one) => fields.every((name) => name in one.fields) && choice in one.fields);
    t.equal(owners.length, 1, `${choice}: ${fields.join(', ')}`);
    for (const owner of owners) {
      const all = Object.entries(owner.fields).map(([name, field]) => pageField(name, field));
      const { options = [] } = all.find(({ name }) => name === choice) ?? {};
      t.ok(
        values.every((value) => options.includes(value)),
        `${choice} can be ${values.join(' and ')}`,
      );
      for (const { hasDefault, isNullable, name } of all.filter((one) => fields.includes(one.name)))
        t.ok(isNullable || hasDefault, `${name} may be empty while it is not asked for`);
    }
  }
  t.end();
});

t.test('a reason is a sentence', (t) => {
  for (const [message, sentence] of [
    ['the file is in use: lecture', 'The file is in use: lecture.'],
    ['Only owners can do this.', 'Only owners can do this.'],
    ['is it?', 'Is it?'],
  ] as const)
    t.match(reasonOf(message).toString(), `>${sentence}<`);
  t.end();
});
