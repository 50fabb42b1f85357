/** The types of a school's catalogue, from which all rows are generated. */
import { slugOf } from '../slug.ts';

export interface CourseOutline {
  key: string;
  title: string;
  subtitle: string;
  category: string;
  tags: readonly string[];
  lecturers: readonly string[];
  /** Days since the first publication. */
  age: number;
  /** Minor units; 0 is free. */
  price: number;
  /** Titles of the sections, each with the topics of its lectures separated by bars. */
  sections: Readonly<Record<string, string>>;
  type?: 'public_access' | 'pre_order';
  status?: 'draft' | 'archived';
  accessDays?: number;
  featured?: boolean;
  unlisted?: boolean;
}

export interface EventOutline {
  title: string;
  kind: 'online' | 'in_person' | 'hybrid';
  /** Days from now, and the hour of the start. */
  day: number;
  hour: number;
  hours: number;
  price?: number;
  /** A small number of seats, so that there is a waiting list. */
  seats?: number;
  status?: 'draft' | 'cancelled';
}

export interface PostOutline {
  title: string;
  category: string;
  /** Days from now. */
  day: number;
  visibility?: 'members' | 'plan';
  status?: 'draft' | 'scheduled';
}

export interface PlanOutline {
  key: string;
  name: string;
  description: string;
  price: number;
  terms:
    | { planType: 'recurring'; interval: 'month' | 'year'; intervalCount: number }
    | { planType: 'fixed_length'; lengthDays: number }
    /** `endsIn` is in days from now. */
    | { planType: 'fixed_date'; endsIn: number }
    | { planType: 'lifetime' };
  trialDays?: number;
  /** Keys of courses; default: all courses. */
  courses?: readonly string[];
  status?: 'draft' | 'archived';
}

export interface ProductOutline {
  title: string;
  description: string;
  price: number;
  files: readonly string[];
  downloadLimit?: number;
  status?: 'draft' | 'archived';
}

export interface LecturerOutline {
  key: string;
  name: string;
  title: string;
  bio: string;
  /** The member account of the lecturer, if the lecturer can sign in. */
  memberId?: string;
}

export interface Catalogue {
  courses: readonly CourseOutline[];
  events: readonly EventOutline[];
  posts: readonly PostOutline[];
  plans: readonly PlanOutline[];
  products: readonly ProductOutline[];
  lecturers: readonly LecturerOutline[];
  /** People who write posts and upload files; the owner first. */
  staff: readonly [string, ...string[]];
  places: readonly string[];
  look: { themeColor: string; accentColor: string; font: string };
  about: string;
  orderPrefix: string;
  /** Added to every price. */
  taxPercent: number;
}

type Extras = Partial<Pick<CourseOutline, 'type' | 'status' | 'accessDays' | 'featured' | 'unlisted'>>;

/** Creates courses of one category, with their usual lecturers. */
export const coursesIn =
  (category: string, lecturers: readonly string[], ...shared: string[]) =>
  (
    [key, title, subtitle]: readonly [string, string, string],
    [price, age]: readonly [number, number],
    sections: Readonly<Record<string, string>>,
    extras: Extras = {},
  ): CourseOutline => ({
    key,
    title,
    subtitle,
    category,
    tags: [...new Set([slugOf(category), ...shared, key])],
    lecturers,
    price,
    age,
    sections,
    ...extras,
  });
