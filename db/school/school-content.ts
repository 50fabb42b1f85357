/**
 * Inserts the content of a school, such as courses, orders and posts, for the demo and for tests, and adds it to the
 * search index. Rows are committed in batches and existing ones are left unchanged, so an interrupted run can simply be
 * repeated.
 */
import type { InferInsertModel } from 'drizzle-orm';
import { isRecord } from '../../schema/data/objects.ts';
import { course } from '../../schema/school/resources/courses.ts';
import { digitalProduct } from '../../schema/school/resources/digital-products.ts';
import { event } from '../../schema/school/resources/events.ts';
import { formSubmission } from '../../schema/school/resources/forms.ts';
import { lecturer } from '../../schema/school/resources/lecturers.ts';
import { membershipPlan } from '../../schema/school/resources/membership-plans.ts';
import { page } from '../../schema/school/resources/pages.ts';
import { post } from '../../schema/school/resources/posts.ts';
import type { Database, Step } from '../engine/engine.ts';
import { insertingInto } from '../engine/rows.ts';
import { searchIndex } from '../engine/search-index.ts';
import type { Tables } from '../tables/index.ts';

/** The tables with the content of a school, which excludes people and clients. */
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

/** A row without its `siteId`, which is the same for all rows. */
export type ContentRow<Name extends ContentTable> = Omit<InferInsertModel<Tables[Name]>, 'siteId'>;

/** Rows for some of the tables. */
export type SchoolContent = { readonly [Name in ContentTable]?: readonly ContentRow<Name>[] };

/** The fields of each table that `q` searches. */
export const SEARCHED: ReadonlyMap<string, readonly string[]> = new Map(
  [course, digitalProduct, event, formSubmission, lecturer, membershipPlan, page, post].map(({ table, search }) => [
    table,
    search,
  ]),
);

const textsIn = (cell: unknown): string[] => (isRecord(cell) ? Object.values(cell) : [cell ?? '']).map(String);

export const entryOf = (row: object, searched: readonly string[]): [recordId: string, content: string] => {
  const cells: Readonly<Record<string, unknown>> = { ...row };
  return [String(cells.id), searched.flatMap((field) => textsIn(cells[field])).join('\n')];
};

/** Rows per unit of work. A larger batch would delay the commits of requests. */
const BATCH = 250;

/** Returns a function that yields the steps which insert the rows of a school. Existing rows stay unchanged. */
export function schoolContentSteps(db: Database) {
  // Few processes ever insert the content of a school, so the statement of a table is prepared on first use.
  const inserts = new Map<ContentTable, (row: object) => Step>();
  const insertInto = (name: ContentTable): ((row: object) => Step) => {
    const insert = inserts.get(name) ?? insertingInto(db, db.tables[name]);
    inserts.set(name, insert);
    return insert;
  };

  const index = searchIndex(db);

  return async function* (siteId: string, content: SchoolContent): AsyncGenerator<Step> {
    for (const name of CONTENT_TABLES) {
      const insert = insertInto(name);
      const searched = SEARCHED.get(name);
      for (const row of content[name] ?? []) {
        yield insert({ ...row, siteId });
        if (searched !== undefined) yield index.add(siteId, name, ...entryOf(row, searched));
      }
    }
  };
}

export function schoolContentStore(db: Database) {
  const stepsOf = schoolContentSteps(db);
  return {
    /** Inserts the rows of a school in batches. Existing rows stay unchanged. */
    async add(siteId: string, content: SchoolContent): Promise<void> {
      let unit: Step[] = [];
      for await (const step of stepsOf(siteId, content)) {
        if (unit.push(step) < BATCH) continue;
        await db.atomically(...unit);
        unit = [];
      }
      if (unit.length > 0) await db.atomically(...unit);
    },
  };
}
