/** What a school's catalogue says in a few words; the rest of every row is made from it. */
import { slugOf } from '../slug.ts';

export interface CourseOutline {
  key: string;
  title: string;
  subtitle: string;
  category: string;
  tags: readonly string[];
  lecturers: readonly string[];
  /** Days since it was first published. */
  age: number;
  /** Minor units; 0 is free. */
  price: number;
  /** Title of a section, and the topics of its lectures between bars. */
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
  /** Days from now, and the hour it begins. */
  day: number;
  hour: number;
  hours: number;
  price?: number;
  /** Few seats: some wait for one. */
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
    /** Days from now. */
    | { planType: 'fixed_date'; endsIn: number }
    | { planType: 'lifetime' };
  trialDays?: number;
  /** Keys of courses; all of them where none is named. */
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
  /** The person who teaches, where it is somebody who can sign in. */
  memberId?: string;
}

export interface Catalogue {
  courses: readonly CourseOutline[];
  events: readonly EventOutline[];
  posts: readonly PostOutline[];
  plans: readonly PlanOutline[];
  products: readonly ProductOutline[];
  lecturers: readonly LecturerOutline[];
  /** Who writes posts and uploads files; the owner first. */
  staff: readonly [string, ...string[]];
  places: readonly string[];
  look: { themeColor: string; accentColor: string; font: string };
  about: string;
  orderPrefix: string;
  /** On top of every price. */
  taxPercent: number;
}

type Extras = Partial<Pick<CourseOutline, 'type' | 'status' | 'accessDays' | 'featured' | 'unlisted'>>;

/** Courses of one category, with the people who usually teach it. */
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
