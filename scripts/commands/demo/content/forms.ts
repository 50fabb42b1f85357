/** Forms of the school and their submissions. */
import { diceOf, nth } from './dice.ts';
import type { Member } from './people.ts';
import { slugOf } from './slug.ts';
import { SETTLED, timeBetween } from './subscriptions.ts';
import { DAY, numberedIn, type Row, type Wave } from './wave.ts';

type Form = Row<'forms'>;
type Field = Form['fields'][number];

const field = (key: string, label: string, type = 'text', required = true): Field => ({ key, label, type, required });

const FORMS: readonly { name: string; status: Form['status']; age: number; fields: readonly Field[] }[] = [
  {
    name: 'Write to us',
    status: 'open',
    age: 950,
    fields: [field('subject', 'What is it about?'), field('message', 'Your message', 'textarea')],
  },
  {
    name: 'How did you hear of us?',
    status: 'open',
    age: 700,
    fields: [field('source', 'From whom?', 'select'), field('comment', 'Anything else?', 'textarea', false)],
  },
  {
    name: 'Timetable survey',
    status: 'closed',
    age: 300,
    fields: [field('evening', 'Which evening suits you?', 'select'), field('online', 'Online as well?', 'checkbox')],
  },
];

const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  subject: ['My invoice', 'A course as a present', 'Access on two devices', 'Lost property'],
  message: [
    'Could you send the invoice of March once more? Thank you.',
    'Can I give a course to a friend who has no account yet?',
    'I left a blue scarf in <b>studio 1</b> on Thursday.',
    'Is there a reduced price for students?',
  ],
  source: ['A friend', 'The library', 'A search engine', 'The market stall'],
  comment: ['', 'Keep going!', 'Your poster in the tram', ''],
  evening: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
  online: ['yes', 'no'],
};

const formId = (wave: Wave, name: string): string => `frm_demo_${wave.site.slug}_${slugOf(name)}`;

export const formsOf = (wave: Wave): Form[] =>
  FORMS.map(({ name, status, age, fields }) => {
    const createdAt = wave.now - age * DAY;
    const updatedAt = status === 'closed' ? createdAt + 60 * DAY : createdAt;
    return { id: formId(wave, name), name, fields: [...fields], status, createdAt, updatedAt };
  });

/** The forms are the same in every wave; the submissions differ. */
export const submissionsOf = (wave: Wave, members: readonly Member[]): Row<'formSubmissions'>[] =>
  members.flatMap((member, index) => {
    if (index % 2 === 1) return [];
    const { name, fields, age, status } = nth(FORMS, index / 2);
    const id = numberedIn(wave, 'fsb', index);
    const dice = diceOf(id);
    const opened = wave.now - age * DAY;
    const from = Math.max(opened, member.joinedAt + SETTLED);
    const to = Math.min(member.lastSeenAt, status === 'closed' ? opened + 60 * DAY : wave.now);
    if (from >= to) return [];
    const answers = Object.fromEntries(
      fields.map(({ key }) => [key, dice.pick(ANSWERS[key] ?? [''])]).filter(([, answer]) => answer !== ''),
    );
    // Some people submit a form without signing in.
    const personId = dice.percent(20) ? null : member.id;
    return [{ id, formId: formId(wave, name), personId, answers, submittedAt: timeBetween(dice, from, to) }];
  });
