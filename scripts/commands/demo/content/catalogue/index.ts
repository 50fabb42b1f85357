/** Content and people of the demo schools. All rows are generated from it. */
import { z } from 'zod';
import harbour from './harbour.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import riverside from './riverside.json' with { type: 'json' };

const course = z.strictObject({
  key: z.string(),
  title: z.string(),
  subtitle: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  lecturers: z.array(z.string()),
  /** Days since the first publication. */
  age: z.int(),
  /** Minor units; 0 is free. */
  price: z.int(),
  /** Titles of the sections, each with the topics of its lectures separated by bars. */
  sections: z.record(z.string(), z.string()),
  type: z.literal(['public_access', 'pre_order']).optional(),
  status: z.literal(['draft', 'archived']).optional(),
  accessDays: z.int().optional(),
  featured: z.boolean().optional(),
  unlisted: z.boolean().optional(),
});

const event = z.strictObject({
  title: z.string(),
  kind: z.literal(['online', 'in_person', 'hybrid']),
  /** Days from now, and the hour of the start. */
  day: z.int(),
  hour: z.int(),
  hours: z.int(),
  price: z.int().optional(),
  /** A small number of seats, so that there is a waiting list. */
  seats: z.int().optional(),
  status: z.literal(['draft', 'cancelled']).optional(),
});

const post = z.strictObject({
  title: z.string(),
  category: z.string(),
  /** Days from now. */
  day: z.int(),
  visibility: z.literal(['members', 'plan']).optional(),
  status: z.literal(['draft', 'scheduled']).optional(),
});

const plan = z.strictObject({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.int(),
  terms: z.discriminatedUnion('planType', [
    z.strictObject({
      planType: z.literal('recurring'),
      interval: z.literal(['month', 'year']),
      intervalCount: z.int(),
    }),
    z.strictObject({ planType: z.literal('fixed_length'), lengthDays: z.int() }),
    /** `endsIn` is in days from now. */
    z.strictObject({ planType: z.literal('fixed_date'), endsIn: z.int() }),
    z.strictObject({ planType: z.literal('lifetime') }),
  ]),
  trialDays: z.int().optional(),
  /** Keys of courses; default: all courses. */
  courses: z.array(z.string()).optional(),
  status: z.literal(['draft', 'archived']).optional(),
});

const product = z.strictObject({
  title: z.string(),
  description: z.string(),
  price: z.int(),
  files: z.array(z.string()),
  downloadLimit: z.int().optional(),
  status: z.literal(['draft', 'archived']).optional(),
});

const lecturer = z.strictObject({
  key: z.string(),
  name: z.string(),
  title: z.string(),
  bio: z.string(),
  /** The member account of the lecturer, if the lecturer can sign in. */
  memberId: z.string().optional(),
});

const catalogue = z.strictObject({
  /** The place of a course decides what its lectures are like. */
  courses: z.array(course),
  events: z.array(event),
  posts: z.array(post),
  plans: z.array(plan),
  products: z.array(product),
  lecturers: z.array(lecturer),
  /** People who write posts and upload files; the owner first. */
  staff: z.tuple([z.string()], z.string()),
  places: z.array(z.string()),
  look: z.strictObject({ themeColor: z.string(), accentColor: z.string(), font: z.string() }),
  about: z.string(),
  orderPrefix: z.string(),
  /** Added to every price. */
  taxPercent: z.number(),
});

export type CourseOutline = z.output<typeof course>;
export type EventOutline = z.output<typeof event>;
export type PlanOutline = z.output<typeof plan>;
export type Catalogue = z.output<typeof catalogue>;

export const RIVERSIDE_CATALOGUE = catalogue.parse(riverside);
export const HARBOUR_CATALOGUE = catalogue.parse(harbour);

/** Names of fictional students, more than there are students in a wave, so that none appears twice. */
export const { firstNames: FIRST_NAMES, lastNames: LAST_NAMES } = people;

/**
 * Comments of members on courses, lectures and posts; those that the school has hidden are unwanted. Some contain text
 * that resembles markup, or instructions to a language model; code that displays them must treat them as plain text.
 */
export const { comments: COMMENTS, replies: REPLIES, unwanted: UNWANTED } = people;
