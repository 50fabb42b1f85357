/**
 * Finds, counts and lists the rows of any table that belongs to a school, with cursor pagination. Statements are
 * prepared once per combination of filters, sort order and range, so a list is only cheap if an index fits that
 * combination.
 */
import { and, eq } from 'drizzle-orm';
import type { Page } from '../../../schema/page.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, inOrderOf, type ListStart, oneMore, pageOf } from '../../engine/lists.ts';
import { listOf } from '../../engine/placeholders.ts';
import {
  shapeOfWithin,
  taughtOnce,
  valuesOfWithin,
  type Within,
  type WithinShape,
  type WithinValues,
} from '../learning/taught.ts';
import {
  type FilterShape,
  filterValues,
  type RangeShape,
  type RangeValues,
  type RecordQuery,
  rangeShape,
  rangeValues,
  shapesOf,
  startOf,
  type TimeRange,
  type Where,
} from './record-query.ts';
import type { RecordTable, RowIn, SiteTableName } from './record-table.ts';

/** What a count is prepared by. */
interface CountShape {
  fields: readonly FilterShape[];
  isSearch: boolean;
  range: RangeShape | undefined;
  within: WithinShape | undefined;
}

/** Beside these there is one for each column that is compared. `ids` is a JSON list. */
type CountValues = { siteId: string; ids: string } & RangeValues & WithinValues;
type ListValues = CountValues & ListStart & { first: number };

interface ListShape extends CountShape {
  sort: string;
  descending: boolean;
}

const listed = <Found>(row: Found | undefined): Found[] => (row === undefined ? [] : [row]);

/** Looks into a table: by id, by values, a page at a time. */
export function recordReads<Name extends SiteTableName>(db: Database, records: RecordTable<Name>) {
  type Row = RowIn<Name>;
  const { courseLecturers } = db.tables;
  const { table, columns, typed, column, once, here, one, matches, byKey, between, reachable } = records;

  // By the primary key.
  const read = db.one((q, p: Params<{ siteId: string; id: string }>) => q.select(columns).from(table).where(one(p)));
  const presentOf = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
    q.select({ id: table.id }).from(table).where(byKey(p.ids, p.siteId)),
  );

  const conditions = (p: Params<CountValues>, { fields, isSearch, range }: CountShape) => [
    here(p),
    ...matches(fields),
    isSearch ? byKey(p.ids, p.siteId) : undefined,
    between(p, range),
  ];

  const listing = (shape: ListShape) => {
    const { sort, descending, isSearch, within } = shape;
    return once({ list: shape }, () =>
      db.many((q, p: Params<ListValues>) => {
        // What somebody teaches has its order in a table of its own; there may be little of it among all courses.
        const isOwnList = within?.column === 'id' && !isSearch && sort === 'createdAt';
        const [by, id] = isOwnList ? [courseLecturers.createdAt, courseLecturers.courseId] : [column(sort), table.id];
        const { isBehind, order } = inOrderOf(by, id, descending);
        const rows = q.select(columns);
        const from = isOwnList ? rows.from(courseLecturers).crossJoin(table) : rows.from(table);
        return from
          .where(
            and(
              ...conditions(p, shape),
              isOwnList ? and(taughtOnce(db, p), eq(table.id, courseLecturers.courseId)) : reachable(p, within),
              isBehind(p),
            ),
          )
          .orderBy(...order)
          .limit(oneMore(p));
      }),
    );
  };

  const counting = (shape: CountShape) =>
    once({ count: shape }, () =>
      db.one((q, p: Params<CountValues>) =>
        q
          .select(howMany)
          .from(table)
          .where(and(...conditions(p, shape), reachable(p, shape.within))),
      ),
    );

  return {
    async find(siteId: string, id: string): Promise<Row | undefined> {
      return typed(listed(await read({ siteId, id })))[0];
    },

    /** Those of the ids that are not ones of the site. */
    async missing(siteId: string, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const found = new Set((await presentOf({ siteId, ids: listOf(ids) })).map(({ id }) => id));
      return ids.filter((id) => !found.has(id));
    },

    /** The first row, in no order, with these values. */
    async findBy(siteId: string, where: Where<Row>): Promise<Row | undefined> {
      const shapes = shapesOf(where);
      const look = once({ find: shapes }, () =>
        db.one((q, p: Params<{ siteId: string }>) =>
          q
            .select(columns)
            .from(table)
            .where(and(here(p), ...matches(shapes)))
            .limit(1),
        ),
      );
      return typed(listed(await look({ ...filterValues(where), siteId })))[0];
    },

    async page(siteId: string, query: RecordQuery<Where<Row>>): Promise<Page<Row>> {
      const { first, sort, descending, where, among: ids, within } = query;
      const { at, id: afterId, range } = startOf(query);
      const shape = { ...shapeOf(where, ids, range, within), sort, descending };
      const values = { ...valuesOf(where, ids, range, within), siteId, first, at, afterId };
      return pageOf(first, typed(await listing(shape)(values)));
    },

    async count(
      siteId: string,
      where: Where<Row>,
      ids?: readonly string[],
      range?: TimeRange,
      within?: Within,
    ): Promise<number> {
      const look = counting(shapeOf(where, ids, range, within));
      return counted(await look({ ...valuesOf(where, ids, range, within), siteId }));
    },
  };
}

type Asked = [
  where: object,
  ids: readonly string[] | undefined,
  range: TimeRange | undefined,
  within: Within | undefined,
];

const shapeOf = (...[where, ids, range, within]: Asked): CountShape => ({
  fields: shapesOf(where),
  isSearch: ids !== undefined,
  range: rangeShape(range),
  within: shapeOfWithin(within),
});

const valuesOf = (...[where, ids, range, within]: Asked) => ({
  ...filterValues(where),
  ids: ids === undefined ? '' : JSON.stringify(ids),
  ...valuesOfWithin(within),
  ...rangeValues(range),
});
