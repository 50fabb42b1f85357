/**
 * Finds, counts and lists the rows of any table that belongs to a school, with cursor pagination. Statements are
 * prepared once per combination of filters, sort order and range, so a list is only cheap if an index fits that
 * combination.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../schema/page.ts';
import type { Database, Params } from '../../engine/engine.ts';
import { counted, howMany, inOrderOf, type ListStart, oneMore, pageOf, preparedPerShape } from '../../engine/lists.ts';
import { listOf } from '../../engine/placeholders.ts';
import {
  shapeOfVisibility,
  taughtOnce,
  type Visibility,
  type VisibilityShape,
  type VisibilityValues,
  valuesOfVisibility,
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

interface CountShape {
  fields: readonly FilterShape[];
  isSearch: boolean;
  range: RangeShape | undefined;
  within: VisibilityShape | undefined;
}

interface ListShape extends CountShape {
  sort: string;
  descending: boolean;
}

/** The parameters of every count, in addition to one for each filter. `ids` is a JSON list. */
type CountValues = { siteId: string; ids: string } & RangeValues & VisibilityValues;
type ListValues = CountValues & ListStart & { first: number };

/** The parts of a query that determine its shape and its values. */
type QueryParts = [
  where: object,
  ids: readonly string[] | undefined,
  range: TimeRange | undefined,
  within: Visibility | undefined,
];

const shapeOf = (...[where, ids, range, within]: QueryParts): CountShape => ({
  fields: shapesOf(where),
  isSearch: ids !== undefined,
  range: rangeShape(range),
  within: shapeOfVisibility(within),
});

const valuesOf = (...[where, ids, range, within]: QueryParts) => ({
  ...filterValues(where),
  ids: ids === undefined ? '' : JSON.stringify(ids),
  ...valuesOfVisibility(within),
  ...rangeValues(range),
});

const asList = <Row>(row: Row | undefined): Row[] => (row === undefined ? [] : [row]);

/** Prepares the reads of single rows. */
function lookupStatements<Name extends SiteTableName>(db: Database, records: RecordTable<Name>) {
  const { table, columns, atSite, isRow, matches, isAmong } = records;

  // Uses the primary key.
  const read = db.one((q, p: Params<{ siteId: string; id: string }>) => q.select(columns).from(table).where(isRow(p)));
  const readPresent = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
    q.select({ id: table.id }).from(table).where(isAmong(p.ids, p.siteId)),
  );
  const { title, name = title } = columns;
  const readNames = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
    q
      .select({ id: sql<string>`${table.id}`, name: sql<string>`${name ?? table.id}` })
      .from(table)
      .where(isAmong(p.ids, p.siteId)),
  );
  const readingBy = preparedPerShape((shapes: readonly FilterShape[]) =>
    db.one((q, p: Params<{ siteId: string }>) =>
      q
        .select(columns)
        .from(table)
        .where(and(atSite(p), ...matches(shapes)))
        .limit(1),
    ),
  );

  return { read, readPresent, readNames, readingBy };
}

/** Prepares the lists and counts. */
function listStatements<Name extends SiteTableName>(db: Database, records: RecordTable<Name>) {
  const { courseLecturers } = db.tables;
  const { table, columns, column, atSite, matches, isAmong, isBetween, isVisible } = records;

  const conditions = (p: Params<CountValues>, { fields, isSearch, range }: CountShape): (SQL | undefined)[] => [
    atSite(p),
    ...matches(fields),
    isSearch ? isAmong(p.ids, p.siteId) : undefined,
    isBetween(p, range),
  ];

  const listing = preparedPerShape((shape: ListShape) =>
    db.many((q, p: Params<ListValues>) => {
      const { sort, descending, isSearch, within } = shape;
      // The courses of an instructor may be few among all courses, so their list goes through the table that has them
      // in this order.
      const isOwnCourses = within?.column === 'id' && !isSearch && sort === 'createdAt';
      const [by, id] = isOwnCourses ? [courseLecturers.createdAt, courseLecturers.courseId] : [column(sort), table.id];
      const { isAfter, order } = inOrderOf(by, id, descending);
      const rows = q.select(columns);
      const from = isOwnCourses ? rows.from(courseLecturers).crossJoin(table) : rows.from(table);
      return from
        .where(
          and(
            ...conditions(p, shape),
            isOwnCourses ? and(taughtOnce(db, p), eq(table.id, courseLecturers.courseId)) : isVisible(p, within),
            isAfter(p),
          ),
        )
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
  const counting = preparedPerShape((shape: CountShape) =>
    db.one((q, p: Params<CountValues>) =>
      q
        .select(howMany)
        .from(table)
        .where(and(...conditions(p, shape), isVisible(p, shape.within))),
    ),
  );

  return { listing, counting };
}

export function recordReads<Name extends SiteTableName>(db: Database, records: RecordTable<Name>) {
  type Row = RowIn<Name>;
  const { typed } = records;
  const { read, readPresent, readNames, readingBy } = lookupStatements(db, records);
  const { listing, counting } = listStatements(db, records);

  return {
    async find(siteId: string, id: string): Promise<Row | undefined> {
      return typed(asList(await read({ siteId, id })))[0];
    },

    /** Returns the ids that do not belong to a row of the school. */
    async missing(siteId: string, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const found = new Set((await readPresent({ siteId, ids: listOf(ids) })).map(({ id }) => id));
      return ids.filter((id) => !found.has(id));
    },

    /** Returns the names or titles of rows of the school, by id. */
    async names(siteId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = ids.length === 0 ? [] : await readNames({ siteId, ids: listOf(ids) });
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** Finds any row with these values. */
    async findBy(siteId: string, where: Where<Row>): Promise<Row | undefined> {
      const readBy = readingBy(shapesOf(where));
      return typed(asList(await readBy({ ...filterValues(where), siteId })))[0];
    },

    async page(siteId: string, query: RecordQuery<Where<Row>>): Promise<Page<Row>> {
      const { first, sort, descending, where, among: ids, within } = query;
      const { at, id: afterId, range } = startOf(query);
      const list = listing({ ...shapeOf(where, ids, range, within), sort, descending });
      const values = { ...valuesOf(where, ids, range, within), siteId, first, at, afterId };
      return pageOf(first, typed(await list(values)));
    },

    async count(
      siteId: string,
      where: Where<Row>,
      ids?: readonly string[],
      range?: TimeRange,
      within?: Visibility,
    ): Promise<number> {
      const count = counting(shapeOf(where, ids, range, within));
      return counted(await count({ ...valuesOf(where, ids, range, within), siteId }));
    },
  };
}
