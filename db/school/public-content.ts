/**
 * Reads the lists of a school's public pages: what is published and listed, in columns that a list shows. A page of a list
 * begins after or ends before the position of a row, so that there are links in both directions.
 */
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { PageKey } from '../../schema/page.ts';
import type { Database, Params } from '../engine/engine.ts';
import { beginningOf, inOrderOf, type ListStart, oneMore, preparedPerShape } from '../engine/lists.ts';
import { integer, limit, text } from '../engine/placeholders.ts';

/** Which part of a list: its beginning, or what follows or precedes a position. */
export interface PublicQuery {
  siteId: string;
  first: number;
  /** Milliseconds since the epoch. What is to be published or begins later is not public or not over yet. */
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
type Read<Row> = (values: ListValues) => Promise<Row[]>;
type At = Params<{ siteId: string }>;

/** Reads part of a list. Before a position, rows are read in reverse order. */
async function partOf<Row>(
  reading: (isReversed: boolean) => Read<Row>,
  { siteId, first, now, after, before }: PublicQuery,
  beginning: PageKey,
): Promise<PublicList<Row>> {
  const isReversed = before !== undefined;
  const { at, id: afterId } = before ?? after ?? beginning;
  const read = await reading(isReversed)({ siteId, first, now, at, afterId });
  const rows = read.slice(0, first);
  const hasMore = read.length > first;
  return isReversed
    ? { rows: rows.reverse(), hasPrevious: hasMore, hasNext: true }
    : { rows, hasPrevious: after !== undefined, hasNext: hasMore };
}

function courseReads(db: Database) {
  const { courses } = db.tables;

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
        .where(
          and(
            eq(courses.siteId, text(p.siteId)),
            sql`${courses.status} = 'published'`,
            sql`not ${courses.unlisted}`,
            isAfter(p),
          ),
        )
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
}

function postReads(db: Database) {
  const { posts } = db.tables;

  // Uses the index posts_by_status.
  return preparedPerShape((isReversed: boolean) =>
    db.many((q, p: Params<ListValues>) => {
      const { isAfter, order } = inOrderOf(posts.createdAt, posts.id, !isReversed);
      return q
        .select({
          id: posts.id,
          at: posts.createdAt,
          slug: posts.slug,
          title: posts.title,
          excerpt: posts.excerpt,
          publishAt: posts.publishAt,
        })
        .from(posts)
        .where(
          and(
            eq(posts.siteId, text(p.siteId)),
            sql`${posts.status} = 'published'`,
            sql`${posts.visibility} = 'public'`,
            lte(posts.publishAt, integer(p.now)),
            isAfter(p),
          ),
        )
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
}

/** Both use the index pages_by_status. */
function pageReads(db: Database) {
  const { pages } = db.tables;
  const readPages = db.many((q, p: Params<{ siteId: string; first: number }>) =>
    q
      .select({ slug: pages.slug, title: pages.title })
      .from(pages)
      .where(and(eq(pages.siteId, text(p.siteId)), sql`${pages.status} = 'published'`, sql`not ${pages.isHomepage}`))
      .orderBy(pages.createdAt, pages.id)
      .limit(limit(p.first)),
  );
  const readHomepage = db.one((q, p: At) =>
    q
      .select()
      .from(pages)
      .where(and(eq(pages.siteId, text(p.siteId)), sql`${pages.status} = 'published'`, sql`${pages.isHomepage}`))
      .limit(1),
  );

  return { readPages, readHomepage };
}

/** Lists the events to come in the order in which they begin, and the others with the latest first. */
function eventReads(db: Database) {
  const { events } = db.tables;

  // Uses the index events_by_status_and_start.
  return preparedPerShape(({ isUpcoming, isReversed }: { isUpcoming: boolean; isReversed: boolean }) =>
    db.many((q, p: Params<ListValues>) => {
      const { isAfter, order } = inOrderOf(events.startsAt, events.id, isUpcoming === isReversed);
      const isWithin = isUpcoming ? gt(events.startsAt, integer(p.now)) : lte(events.startsAt, integer(p.now));
      return q
        .select({
          id: events.id,
          at: events.startsAt,
          slug: events.slug,
          title: events.title,
          kind: events.kind,
          startsAt: events.startsAt,
          endsAt: events.endsAt,
          timezone: events.timezone,
          location: events.location,
          priceAmount: events.priceAmount,
          priceCurrency: events.priceCurrency,
        })
        .from(events)
        .where(and(eq(events.siteId, text(p.siteId)), sql`${events.status} = 'published'`, isWithin, isAfter(p)))
        .orderBy(...order)
        .limit(oneMore(p));
    }),
  );
}

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
    courses: (query: PublicQuery) => partOf(courseList, query, beginningOf(true)),

    /** Lists posts that everyone may read, with the newest first. */
    posts: (query: PublicQuery) => partOf(postList, query, beginningOf(true)),

    /** Lists the events that have not begun, with the next one first, or those that have, with the latest first. */
    events: (isUpcoming: boolean, query: PublicQuery) =>
      partOf((isReversed) => eventList({ isUpcoming, isReversed }), query, { at: query.now + 1, id: '' }),

    /** Lists pages besides the homepage, with the oldest first. */
    pages: (siteId: string, first: number) => readPages({ siteId, first }),

    homepage: (siteId: string) => readHomepage({ siteId }),
  };
}

export type PublicContent = ReturnType<typeof publicContentStore>;
