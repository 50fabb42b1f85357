/**
 * Finds, counts and lists the rows of any table that belongs to a school, with cursor pagination. Statements are
 * prepared once per combination of filters, sort order and range, so a list is only cheap if an index fits that
 * combination.
 */
import { and, eq } from 'drizzle-orm';
import type { Page } from '../../../schema/page.ts';
import type { Database } from '../../engine/engine.ts';
import { counted, howMany, inOrderOf, oneMore, pageOf } from '../../engine/lists.ts';
import { listOf } from '../../engine/placeholders.ts';
import { shapeOfWithin, taughtOnce, valuesOfWithin, type Within, type WithinShape } from '../learning/taught.ts';
import {
  filterValues,
  type RecordQuery,
  type Row,
  rangeShape,
  rangeValues,
  shapesOf,
  startOf,
  type TimeRange,
} from './record-query.ts';
import type { RecordTable } from './record-table.ts';

/** What a count is prepared by. */
interface CountShape {
  fields: readonly string[];
  isSearch: boolean;
  range: string | undefined;
  within: WithinShape | undefined;
}

interface ListShape extends CountShape {
  sort: string;
  descending: boolean;
}

/** Looks into a table: by id, by values, a page at a time. */
export function recordReads(db: Database, records: RecordTable) {
  const { courseLecturers } = db.tables;
  const { table, columns, column, once, here, one, matches, byKey, between, reachable } = records;

  // By the primary key.
  const read = db.one((q) => q.select(columns).from(table).where(one));
  const presentOf = db.many((q) => q.select({ id: table.id }).from(table).where(byKey('ids')));

  const conditions = ({ fields, isSearch, range }: CountShape) => [
    here,
    ...matches(fields),
    isSearch ? byKey('ids') : undefined,
    between(range),
  ];

  const listing = (shape: ListShape) => {
    const { fields, sort, descending, isSearch, range, within } = shape;
    return once(`list ${fields.join()} ${sort} ${descending} ${isSearch} ${range} ${within}`, () =>
      db.many((q) => {
        // What somebody teaches has its order in a table of its own; there may be little of it among all courses.
        const isOwnList = within?.startsWith('id ') && !isSearch && sort === 'createdAt';
        const [by, id] = isOwnList ? [courseLecturers.createdAt, courseLecturers.courseId] : [column(sort), table.id];
        const { isBehind, order } = inOrderOf(by, id, descending);
        const rows = q.select(columns);
        const from = isOwnList ? rows.from(courseLecturers).crossJoin(table) : rows.from(table);
        return from
          .where(
            and(
              ...conditions(shape),
              isOwnList ? and(taughtOnce(db), eq(table.id, courseLecturers.courseId)) : reachable(within),
              isBehind,
            ),
          )
          .orderBy(...order)
          .limit(oneMore);
      }),
    );
  };

  const counting = (shape: CountShape) => {
    const { fields, isSearch, range, within } = shape;
    return once(`count ${fields.join()} ${isSearch} ${range} ${within}`, () =>
      db.one((q) =>
        q
          .select(howMany)
          .from(table)
          .where(and(...conditions(shape), reachable(within))),
      ),
    );
  };

  return {
    find: (siteId: string, id: string): Promise<Row | undefined> => read({ siteId, id }) as Promise<Row | undefined>,

    /** Those of the ids that are not ones of the site. */
    async missing(siteId: string, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const found = new Set((await presentOf({ siteId, ids: listOf(ids) })).map(({ id }) => id));
      return ids.filter((id) => !found.has(id));
    },

    /** The first row, in no order, with these values. */
    async findBy(siteId: string, where: Row): Promise<Row | undefined> {
      const shapes = shapesOf(where);
      const look = once(`find ${shapes.join()}`, () =>
        db.one((q) =>
          q
            .select(columns)
            .from(table)
            .where(and(here, ...matches(shapes)))
            .limit(1),
        ),
      );
      return (await look({ siteId, ...filterValues(where) })) as Row | undefined;
    },

    async page(siteId: string, query: RecordQuery): Promise<Page<Row>> {
      const { first, sort, descending, where, among: ids, within } = query;
      const { at, id: afterId, range } = startOf(query);
      const shape = { ...shapeOf(where, ids, range, within), sort, descending };
      const values = { siteId, first, at, afterId, ...valuesOf(where, ids, range, within) };
      return pageOf(first, (await listing(shape)(values)) as Row[]);
    },

    async count(
      siteId: string,
      where: Row,
      ids?: readonly string[],
      range?: TimeRange,
      within?: Within,
    ): Promise<number> {
      const look = counting(shapeOf(where, ids, range, within));
      return counted(await look({ siteId, ...valuesOf(where, ids, range, within) }));
    },
  };
}

type Asked = [where: Row, ids: readonly string[] | undefined, range: TimeRange | undefined, within: Within | undefined];

const shapeOf = (...[where, ids, range, within]: Asked): CountShape => ({
  fields: shapesOf(where),
  isSearch: ids !== undefined,
  range: rangeShape(range),
  within: shapeOfWithin(within),
});

const valuesOf = (...[where, ids, range, within]: Asked): Row => ({
  ids: ids === undefined ? '' : JSON.stringify(ids),
  ...valuesOfWithin(within),
  ...rangeValues(range),
  ...filterValues(where),
});
