/**
 * Finds, counts and lists the rows of any table that belongs to a school, with cursor pagination. Statements are
 * prepared once per combination of filters, sort order and range, so a list is only cheap if an index fits that
 * combination.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Page } from '../../../schema/data/list-page.ts';
import { isRecord } from '../../../schema/data/objects.ts';
import type { Database, Params } from '../../engine/engine.ts';
import {
  counted,
  howMany,
  inOrderOf,
  type ListEnd,
  type ListStart,
  oneMore,
  preparedPerShape,
  type SortValue,
  sortValueOf,
} from '../../engine/lists.ts';
import { listOf, parameterNamed } from '../../engine/placeholders.ts';
import type { SearchResult } from '../../engine/search-index.ts';
import { lastOfStretch, readPage, type SearchShape, type SearchValues, searchShape } from '../../engine/searching.ts';
import { labelledRows, withLabel } from '../labels.ts';
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
  type RecordQuery,
  rangeShapes,
  rangeValues,
  shapesOf,
  startOf,
  type TimeRange,
  type Where,
} from './record-query.ts';
import type { RecordTable, RowIn, SiteTableName } from './record-table.ts';

interface CountShape {
  fields: readonly FilterShape[];
  search: SearchShape | undefined;
  isOfMembers: boolean;
  ranges: readonly RangeShape[];
  visibility: VisibilityShape | undefined;
}

interface ListShape extends CountShape {
  sort: string;
  descending: boolean;
}

/** The parameters of every count, in addition to one for each filter. */
type CountValues = { siteId: string } & SearchValues & VisibilityValues;
type ListValues = CountValues & ListStart & { first: number };

/** The parts of a query that determine its shape and its values. */
type QueryParts = [
  where: object,
  found: SearchResult | undefined,
  ranges: readonly TimeRange[] | undefined,
  visibility: Visibility | undefined,
  isOfMembers: boolean | undefined,
];

const shapeOf = (...[where, found, ranges, visibility, isOfMembers = false]: QueryParts): CountShape => ({
  fields: shapesOf(where),
  search: searchShape(found),
  isOfMembers,
  ranges: rangeShapes(ranges),
  visibility: shapeOfVisibility(visibility),
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
  const readLabels = db.many((q, p: Params<{ siteId: string; ids: string }>) =>
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

  return { read, readPresent, readLabels, readingBy };
}

/** Prepares the lists and counts. */
function listStatements<Name extends SiteTableName>(db: Database, records: RecordTable<Name>) {
  const { courseLecturers, labels } = db.tables;
  const { table, columns, sortKey, inOrder, isText, matches, isFoundAtSite, isBetween, isVisible } = records;
  const { listOf: labelListOf } = records;

  const conditions = (
    p: Params<CountValues>,
    { fields, search, isOfMembers, ranges }: CountShape,
  ): (SQL | undefined)[] => [isFoundAtSite(p, search, isOfMembers), ...matches(fields), ...isBetween(ranges)];

  /** The order of a list, its table, and the condition for the rows after a position. */
  function listParts({ fields, sort, descending, search, visibility }: ListShape) {
    // The courses of an instructor may be few among all courses, so their list goes through the table that has them in
    // this order, unless a search has found the rows.
    const goesAlong = search === undefined || search.by === 'text';
    const isOwnCourses = visibility?.column === 'id' && goesAlong && sort === 'createdAt';
    if (isOwnCourses) {
      const [by, id] = [courseLecturers.createdAt, courseLecturers.courseId];
      const isSeen = (p: Params<CountValues>) => and(taughtOnce(db, p), eq(table.id, id));
      return { by, id, along: courseLecturers, isSeen, ...inOrderOf(by, id, descending) };
    }
    // Rows with a label may be few, too.
    const labelled = goesAlong && sort === 'createdAt' ? fields.find(({ compare }) => compare === 'lists') : undefined;
    if (labelled !== undefined) {
      const { column } = labelled;
      const [by, id] = [labels.at, labels.recordId];
      const isSeen = (p: Params<CountValues>) =>
        and(
          withLabel(db, labelListOf(column), p, parameterNamed(`is_${column}`)),
          eq(table.id, id),
          isVisible(p, visibility),
        );
      return { by, id, along: labels, isSeen, ...inOrderOf(by, id, descending) };
    }
    const isSeen = (p: Params<CountValues>) => isVisible(p, visibility);
    return { by: sortKey(sort), id: table.id, along: undefined, isSeen, ...inOrder(sort, descending) };
  }

  const listing = preparedPerShape((shape: ListShape) =>
    db.scan((q, p: Params<ListValues & ListEnd>) => {
      const { along, isSeen, isAfter, isUpTo, order } = listParts(shape);
      const rows = q.select(columns);
      const from = along === undefined ? rows.from(table) : rows.from(along).crossJoin(table);
      const isInStretch = shape.search?.by === 'text' ? isUpTo(p) : undefined;
      return from
        .where(and(...conditions(p, shape), isSeen(p), isAfter(p), isInStretch))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
  const stretching = preparedPerShape((shape: ListShape) =>
    db.scanOne((q, p: Params<ListValues>) => {
      const { by, id, along, isSeen, isAfter, order } = listParts(shape);
      const at = sql<SortValue>`${by}`.mapWith(isText(shape.sort) ? String : Number);
      const ends = q.select({ at, id: sql<string>`${id}` });
      const from = along === undefined ? ends.from(table) : ends.from(along).crossJoin(table);
      return from
        .where(and(...conditions(p, shape), isSeen(p), isAfter(p)))
        .orderBy(...order)
        .limit(lastOfStretch.limit)
        .offset(lastOfStretch.offset);
    }),
  );
  const counting = preparedPerShape((shape: CountShape) =>
    db.scanOne((q, p: Params<CountValues>) =>
      q
        .select(howMany)
        .from(table)
        .where(and(...conditions(p, shape), isVisible(p, shape.visibility, true))),
    ),
  );

  return { listing, stretching, counting };
}

export function recordReads<Name extends SiteTableName>(db: Database, records: RecordTable<Name>) {
  type Row = RowIn<Name>;
  const { typed, searchValues, isText, beginningBy } = records;
  const { read, readPresent, readLabels, readingBy } = lookupStatements(db, records);
  const { listing, stretching, counting } = listStatements(db, records);

  const valuesOf = (siteId: string, ...[where, found, ranges, visibility, isOfMembers = false]: QueryParts) => ({
    ...filterValues(where),
    ...searchValues(siteId, found, isOfMembers),
    ...valuesOfVisibility(visibility),
    ...rangeValues(ranges),
    siteId,
  });

  const labelled = labelledRows(db);

  /** The rows with a label, if they are few, for a list in another order than that of labels. */
  async function fewLabelled(
    siteId: string,
    { where, sort }: RecordQuery<Where<Row>>,
  ): Promise<SearchResult | undefined> {
    const filter = Object.entries<unknown>(where).find(([, value]) => isRecord(value) && 'lists' in value);
    if (filter === undefined || sort === 'createdAt') return undefined;
    const [field, { lists }] = filter as [string, { lists: string }];
    return labelled.few(siteId, records.listOf(field), lists);
  }

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
    async labels(siteId: string, ids: readonly string[]): Promise<ReadonlyMap<string, { name: string }>> {
      const rows = ids.length === 0 ? [] : await readLabels({ siteId, ids: listOf(ids) });
      return new Map(rows.map(({ id, ...label }) => [id, label]));
    },

    /** Finds any row with these values. */
    async findBy(siteId: string, where: Where<Row>): Promise<Row | undefined> {
      const readBy = readingBy(shapesOf(where));
      return typed(asList(await readBy({ ...filterValues(where), siteId })))[0];
    },

    async page(siteId: string, query: RecordQuery<Where<Row>>): Promise<Page<Row>> {
      const { first, sort, descending, where, visibility, isOfMembers } = query;
      const found = query.among ?? (await fewLabelled(siteId, query));
      const beginning = beginningBy(sort);
      const { at, id: afterId, ranges } = startOf(query, beginning);
      const shape = { ...shapeOf(where, found, ranges, visibility, isOfMembers), sort, descending };
      const values = { ...valuesOf(siteId, where, found, ranges, visibility, isOfMembers), first, at, afterId };
      const reads = {
        rows: async (search: SearchShape | undefined, end: ListEnd) =>
          typed(await listing({ ...shape, search })({ ...values, ...end })),
        endOfStretch: () => stretching({ ...shape, search: undefined })(values),
      };
      return readPage({ ...query, ...(found === undefined ? {} : { among: found }) }, reads, beginning);
    },

    sortValueOf: (row: Row, sort: string): SortValue =>
      isText(sort) ? String(Reflect.get(row, sort)) : sortValueOf(row, sort, Number.MAX_SAFE_INTEGER),

    async count(
      siteId: string,
      where: Where<Row>,
      found?: SearchResult,
      ranges?: readonly TimeRange[],
      visibility?: Visibility,
      isOfMembers?: boolean,
    ): Promise<number> {
      const parts: QueryParts = [where, found, ranges, visibility, isOfMembers];
      return counted(await counting(shapeOf(...parts))(valuesOf(siteId, ...parts)));
    },
  };
}
