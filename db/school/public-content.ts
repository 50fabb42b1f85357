/**
 * Reads the lists of a school's public pages: what is published and listed, in columns that a list shows. A page of a list
 * begins after or ends before the position of a row, so that there are links in both directions.
 */
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { PageKey } from '../../schema/data/list-page.ts';
import { LISTED_COURSES, LISTED_EVENTS, OPEN_PAGES, OPEN_POSTS } from '../../schema/school/visibility.ts';
import type { Database, Params, Values } from '../engine/engine.ts';
import { beginningOf, inOrderOf, type ListStart, oneMore, preparedPerShape } from '../engine/lists.ts';
import { integer, limit, text } from '../engine/placeholders.ts';
import { filterValues, shapesOf } from './records/record-query.ts';
import { recordTable, type SiteTableName } from './records/record-table.ts';

/** Which part of a list: its beginning, or what follows or precedes a position. */
export interface PublicQuery {
  siteId: string;
  first: number;
  /** Milliseconds since the epoch. What is to be published later is not public, and what ends later is not over. */
  now: number;
  after?: PageKey | undefined;
  before?: PageKey | undefined;
}

export interface PublicList<Row> {
  rows: readonly Row[];
  hasPrevious: boolean;
  hasNext: boolean;
}

type ListValues = { siteId: string; first: number; now: number } & ListStart;
type Read<Row> = (values: ListValues & Values) => Promise<Row[]>;
type At = Params<{ siteId: string }>;

/** Selects the rows of a school that meet a condition. The values of the condition are parameters. */
function whereAtSite(db: Database, name: SiteTableName, where: object) {
  const { atSite, matches } = recordTable(db, name);
  return (p: At) => and(atSite(p), ...matches(shapesOf(where)));
}

/** A list in its order, with the position before its first row. Rows up to that position do not belong to it. */
interface Order {
  descending: boolean;
  beginning: PageKey;
}

/**
 * Reads part of a list. Before a position, rows are read in reverse order. A position that the list has passed in the
 * meantime is its beginning, because an engine uses only one of two conditions on the same side of an index.
 */
async function partOf<Row>(
  reading: (isReversed: boolean) => Read<Row>,
  where: object,
  { siteId, first, now, after, before }: PublicQuery,
  { descending, beginning }: Order,
): Promise<PublicList<Row>> {
  const isReversed = before !== undefined;
  const isPassed = after === undefined || (descending ? after.at > beginning.at : after.at < beginning.at);
  const { at, id: afterId } = before ?? (isPassed ? beginning : after);
  const read = await reading(isReversed)({ siteId, first, now, at, afterId, ...filterValues(where) });
  const rows = read.slice(0, first);
  const hasMore = read.length > first;
  return isReversed
    ? { rows: rows.reverse(), hasPrevious: hasMore, hasNext: true }
    : { rows, hasPrevious: after !== undefined, hasNext: hasMore };
}

function courseReads(db: Database) {
  const { courses } = db.tables;
  const isListed = whereAtSite(db, 'courses', LISTED_COURSES);

  // Uses the index courses_by_status.
  return preparedPerShape((isReversed: boolean) =>
    db.many((q, p: Params<ListValues>) => {
      const { isAfter, order } = inOrderOf(courses.createdAt, courses.id, !isReversed);
      return q
        .select({
          id: courses.id,
          at: courses.createdAt,
          slug: courses.slug,
          title: courses.title,
          subtitle: courses.subtitle,
          courseType: courses.courseType,
          priceAmount: courses.priceAmount,
          priceCurrency: courses.priceCurrency,
        })
        .from(courses)
        .where(and(isListed(p), isAfter(p)))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
}

function postReads(db: Database) {
  const { posts } = db.tables;
  const isOpen = whereAtSite(db, 'posts', OPEN_POSTS);

  // Uses the index posts_by_visibility.
  return preparedPerShape((isReversed: boolean) =>
    db.many((q, p: Params<ListValues>) => {
      const { isAfter, order } = inOrderOf(posts.publishAt, posts.id, !isReversed);
      return q
        .select({
          id: posts.id,
          at: sql<number>`${posts.publishAt}`.mapWith(Number),
          slug: posts.slug,
          title: posts.title,
          excerpt: posts.excerpt,
          publishAt: posts.publishAt,
        })
        .from(posts)
        .where(and(isOpen(p), isReversed ? lte(posts.publishAt, integer(p.now)) : undefined, isAfter(p)))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
}

/** Both use the index pages_by_status. */
function pageReads(db: Database) {
  const { pages } = db.tables;
  const isOpen = whereAtSite(db, 'pages', OPEN_PAGES);
  const readPages = db.many((q, p: Params<{ siteId: string; first: number } & Values>) =>
    q
      .select({ slug: pages.slug, title: pages.title })
      .from(pages)
      .where(and(isOpen(p), sql`not ${pages.isHomepage}`))
      .orderBy(pages.createdAt, pages.id)
      .limit(limit(p.first)),
  );
  const readHomepage = db.one((q, p: Params<{ siteId: string } & Values>) =>
    q
      .select()
      .from(pages)
      .where(and(isOpen(p), sql`${pages.isHomepage}`))
      .limit(1),
  );

  return { readPages, readHomepage };
}

/** Lists the events that are not over in the order in which they end, and the others with the latest first. */
function eventReads(db: Database) {
  const { events } = db.tables;
  const isListed = whereAtSite(db, 'events', LISTED_EVENTS);

  // Uses the index events_by_status_and_end.
  return preparedPerShape(({ isUpcoming, isReversed }: { isUpcoming: boolean; isReversed: boolean }) =>
    db.many((q, p: Params<ListValues>) => {
      const { isAfter, order } = inOrderOf(events.endsAt, events.id, isUpcoming === isReversed);
      const isWithin = isUpcoming ? gt(events.endsAt, integer(p.now)) : lte(events.endsAt, integer(p.now));
      return q
        .select({
          id: events.id,
          at: events.endsAt,
          slug: events.slug,
          title: events.title,
          kind: events.kind,
          startsAt: events.startsAt,
          endsAt: events.endsAt,
          timezone: events.timezone,
          location: events.location,
          capacity: events.capacity,
          registeredCount: events.registeredCount,
          priceAmount: events.priceAmount,
          priceCurrency: events.priceCurrency,
        })
        .from(events)
        .where(and(isListed(p), isReversed ? isWithin : undefined, isAfter(p)))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
}

/** The position between the rows of this millisecond and those of the next. */
const justAfter = (now: number): PageKey => ({ at: now + 1, id: '' });

export function publicContentStore(db: Database) {
  const { sites } = db.tables;
  const courseList = courseReads(db);
  const postList = postReads(db);
  const { readPages, readHomepage } = pageReads(db);
  const eventList = eventReads(db);
  // Uses the index sites_by_slug.
  const readSchool = db.one((q, p: Params<{ slug: string }>) =>
    q
      .select({
        id: sites.id,
        slug: sites.slug,
        name: sites.name,
        description: sites.description,
        supportUrl: sites.supportUrl,
        primaryDomain: sites.primaryDomain,
        locale: sites.locale,
        timezone: sites.timezone,
        status: sites.status,
        active: sites.active,
      })
      .from(sites)
      .where(eq(sites.slug, text(p.slug))),
  );

  return {
    /** Finds a school, also if it is paused, or closed by the platform. */
    school: (slug: string) => readSchool({ slug }),

    /** Lists courses with the newest first. */
    courses: (query: PublicQuery) =>
      partOf(courseList, LISTED_COURSES, query, { descending: true, beginning: beginningOf(true) }),

    /** Lists posts that everyone may read, with the newest first. */
    posts: (query: PublicQuery) =>
      partOf(postList, OPEN_POSTS, query, { descending: true, beginning: justAfter(query.now) }),

    /** Lists the events that are not over, with the next to end first, or those that are, with the latest first. */
    events: (isUpcoming: boolean, query: PublicQuery) =>
      partOf((isReversed) => eventList({ isUpcoming, isReversed }), LISTED_EVENTS, query, {
        descending: !isUpcoming,
        beginning: justAfter(query.now),
      }),

    /** Lists pages besides the homepage, with the oldest first. */
    pages: (siteId: string, first: number) => readPages({ siteId, first, ...filterValues(OPEN_PAGES) }),

    homepage: (siteId: string) => readHomepage({ siteId, ...filterValues(OPEN_PAGES) }),
  };
}

export type PublicContent = ReturnType<typeof publicContentStore>;
