import type { InferInsertModel } from 'drizzle-orm';
import type { Database, Step } from '../engine.ts';
import { inserting } from '../insert.ts';
import type { Tables } from '../tables/index.ts';

/** Every table that holds what a school is made of, people and clients aside. */
export const CONTENT_TABLES = [
  'appearances',
  'assets',
  'courses',
  'sections',
  'lectures',
  'enrollments',
  'watchPositions',
  'lecturers',
  'orders',
  'orderItems',
  'membershipPlans',
  'subscriptions',
  'coupons',
  'digitalProducts',
  'events',
  'eventRegistrations',
  'posts',
  'comments',
  'forms',
  'formSubmissions',
  'pages',
] as const satisfies readonly (keyof Tables)[];

export type ContentTable = (typeof CONTENT_TABLES)[number];

/** Rows for some of the tables; the site is said once, for all of them. */
export type SchoolContent = {
  readonly [Name in ContentTable]?: readonly Omit<InferInsertModel<Tables[Name]>, 'siteId'>[];
};

/** Rows per unit of work: others must not wait long for their commit. */
const BATCH = 250;

export type SchoolContentStore = ReturnType<typeof schoolContentStore>;

/** Puts whole schools in, for the demo and for imports. */
export function schoolContentStore(db: Database) {
  const inserts = Object.fromEntries(
    CONTENT_TABLES.map((name) => [name, inserting(db, db.tables[name] as Tables['courses'])]),
  ) as unknown as Record<ContentTable, (row: object) => Step>;

  return {
    /** Rows that are there already stay as they are. */
    async add(siteId: string, content: SchoolContent): Promise<void> {
      for (const name of CONTENT_TABLES) {
        const rows = content[name] ?? [];
        for (let from = 0; from < rows.length; from += BATCH) {
          const batch = rows.slice(from, from + BATCH);
          await db.atomically(...batch.map((row) => inserts[name]({ ...row, siteId })));
        }
      }
    },
  };
}
