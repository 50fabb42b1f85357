import { and, asc, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type {
  EnrolledCourse,
  EventRegistration,
  Member,
  MemberProfile,
  Order,
  OrderItem,
  Page,
  PageRequest,
  ProfileChange,
  WatchPosition,
} from '../../schema/account.ts';
import { type Database, required, type Step } from '../engine.ts';
import { inserting } from '../insert.ts';
import { amongAtSite, encoded, integer, text, value } from '../placeholders.ts';
import type { AuditTrail } from './audit.ts';
import { registrationStatements } from './event-registrations.ts';
import { memberIndex } from './member-index.ts';
import { progressSteps } from './progress.ts';
import { waitingList } from './waiting-list.ts';

/** What a filter on courses means: all that are not revoked, those that can be opened, those whose time is over. */
export type CourseFilter = 'all' | 'active' | 'expired';
export type EventFilter = 'all' | 'upcoming' | 'past';

/** No row comes after it: where a list without a cursor begins. */
const BEGINNING = { at: Number.MAX_SAFE_INTEGER, id: '' };

export type AccountStore = ReturnType<typeof accountStore>;

/** One member's own data at one school. Every query names both, so another's row is as good as none. */
export function accountStore(db: Database, audit: AuditTrail) {
  const t = db.tables;
  const { courses, enrollments, eventRegistrations, events, lectures, orderItems, orders } = t;
  const { hold, cancel } = registrationStatements(db);
  const waiting = waitingList(db, audit);
  const { rename } = memberIndex(db);
  const progress = progressSteps(db);

  /** One row more than asked for tells whether there is more. Backwards in time, along the index. */
  const behind = (at: SQLiteColumn, id: SQLiteColumn): SQL => sql`(${at}, ${id}) < (${integer('at')}, ${text('id')})`;
  const oneMore = sql`${integer('first')} + 1`;

  const mine = (table: { siteId: SQLiteColumn; personId: SQLiteColumn }): SQL | undefined =>
    and(eq(table.siteId, text('siteId')), eq(table.personId, text('personId')));

  // By the primary keys.
  const readProfile = db.one((q) =>
    q
      .select({
        id: t.people.id,
        email: t.people.email,
        name: t.people.name,
        locale: t.memberships.locale,
        marketingConsent: t.memberships.marketingConsent,
        siteId: t.sites.id,
        siteName: t.sites.name,
        slug: t.sites.slug,
        primaryDomain: t.sites.primaryDomain,
        siteLocale: t.sites.locale,
        timezone: t.sites.timezone,
      })
      .from(t.memberships)
      .innerJoin(t.people, eq(t.people.id, t.memberships.personId))
      .innerJoin(t.sites, eq(t.sites.id, t.memberships.siteId))
      .where(mine(t.memberships)),
  );

  const isOver = sql`(${enrollments.status} = 'expired' or coalesce(${enrollments.expiresAt} <= ${integer('now')}, false))`;
  const listed: Record<CourseFilter, SQL | undefined> = {
    all: sql`${enrollments.status} <> 'revoked'`,
    active: and(sql`${enrollments.status} <> 'revoked'`, sql`not ${isOver}`),
    expired: and(sql`${enrollments.status} <> 'revoked'`, isOver),
  };
  const courseColumns = {
    id: enrollments.id,
    slug: courses.slug,
    title: courses.title,
    coverImageUrl: courses.coverImageUrl,
    enrolledAt: enrollments.startsAt,
    expireDate: enrollments.expireDate,
    expiresAt: enrollments.expiresAt,
    status: enrollments.status,
    progressPercent: enrollments.progressPercent,
    completedAt: enrollments.completedAt,
    lectureCount: courses.lectureCount,
    lectureId: enrollments.lastLectureId,
    lectureTitle: lectures.title,
    positionSeconds: enrollments.lastPositionSeconds,
    watchedAt: enrollments.lastWatchedAt,
  };
  // By enrollments_by_time.
  const readCourses = perFilter(listed, (filter) =>
    db.many((q) =>
      q
        .select(courseColumns)
        .from(enrollments)
        .innerJoin(courses, eq(courses.id, enrollments.courseId))
        .leftJoin(lectures, eq(lectures.id, enrollments.lastLectureId))
        .where(and(mine(enrollments), behind(enrollments.startsAt, enrollments.id), filter))
        .orderBy(desc(enrollments.startsAt), desc(enrollments.id))
        .limit(oneMore as never),
    ),
  );
  // By courses_by_slug and enrollments_by_person.
  const readCourse = db.one((q) =>
    q
      .select(courseColumns)
      .from(enrollments)
      .innerJoin(courses, eq(courses.id, enrollments.courseId))
      .leftJoin(lectures, eq(lectures.id, enrollments.lastLectureId))
      .where(and(mine(enrollments), eq(courses.siteId, text('siteId')), eq(courses.slug, text('slug')), listed.all)),
  );
  const countCourses = perFilter(listed, (filter) => counting(enrollments, and(mine(enrollments), filter)));

  // By orders_by_person.
  const readOrders = db.many((q) =>
    q
      .select({
        id: orders.id,
        number: orders.number,
        status: orders.status,
        placedAt: orders.placedAt,
        paidAt: orders.paidAt,
        total: orders.total,
        refundedAmount: orders.refundedAmount,
        currency: orders.currency,
        couponCode: orders.couponCode,
      })
      .from(orders)
      .where(and(mine(orders), behind(orders.placedAt, orders.id)))
      .orderBy(desc(orders.placedAt), desc(orders.id))
      .limit(oneMore as never),
  );
  const countOrders = counting(orders, mine(orders));
  // By the primary key.
  const readItems = db.many((q) =>
    q
      .select({
        orderId: orderItems.orderId,
        kind: orderItems.kind,
        title: orderItems.title,
        quantity: orderItems.quantity,
        unitAmount: orderItems.unitAmount,
      })
      .from(orderItems)
      .where(amongAtSite(db, orderItems.orderId, orderItems.siteId, 'ids'))
      .orderBy(asc(orderItems.orderId), asc(orderItems.position)),
  );

  const when: Record<EventFilter, SQL | undefined> = {
    all: undefined,
    upcoming: gt(events.endsAt, integer('now')),
    past: sql`${events.endsAt} <= ${integer('now')}`,
  };
  const registrationColumns = {
    id: eventRegistrations.id,
    status: eventRegistrations.status,
    registeredAt: eventRegistrations.registeredAt,
    eventId: events.id,
    title: events.title,
    slug: events.slug,
    startsAt: events.startsAt,
    endsAt: events.endsAt,
    timezone: events.timezone,
    location: events.location,
    joinUrl: events.joinUrl,
  };
  // By event_registrations_by_person.
  const readRegistrations = perFilter(when, (filter) =>
    db.many((q) =>
      q
        .select(registrationColumns)
        .from(eventRegistrations)
        .innerJoin(events, eq(events.id, eventRegistrations.eventId))
        .where(and(mine(eventRegistrations), behind(eventRegistrations.registeredAt, eventRegistrations.id), filter))
        .orderBy(desc(eventRegistrations.registeredAt), desc(eventRegistrations.id))
        .limit(oneMore as never),
    ),
  );
  const countRegistrations = perFilter(when, (filter) =>
    db.one((q) =>
      q
        .select({ count: sql<number>`count(*)`.mapWith(Number) })
        .from(eventRegistrations)
        .innerJoin(events, eq(events.id, eventRegistrations.eventId))
        .where(and(mine(eventRegistrations), filter)),
    ),
  );
  // By the primary key.
  const readRegistration = db.one((q) =>
    q
      .select(registrationColumns)
      .from(eventRegistrations)
      .innerJoin(events, eq(events.id, eventRegistrations.eventId))
      .where(and(eq(eventRegistrations.id, text('id')), mine(eventRegistrations))),
  );

  // By the primary key, and enrollments_by_person.
  const readOpenLecture = db.one((q) =>
    q
      .select({
        enrollmentId: enrollments.id,
        courseSlug: courses.slug,
        title: lectures.title,
        durationSeconds: lectures.durationSeconds,
      })
      .from(lectures)
      .innerJoin(courses, eq(courses.id, lectures.courseId))
      .innerJoin(
        enrollments,
        and(
          eq(enrollments.courseId, lectures.courseId),
          eq(enrollments.siteId, lectures.siteId),
          eq(enrollments.personId, text('personId')),
        ),
      )
      .where(
        and(
          eq(lectures.id, text('lectureId')),
          eq(lectures.siteId, text('siteId')),
          sql`${lectures.status} = 'published'`,
          or(isNull(lectures.releaseAt), sql`${lectures.releaseAt} <= ${integer('now')}`),
          listed.active,
        ),
      ),
  );
  const insertPosition = inserting(db, t.watchPositions);
  const setPosition = db.write((q) =>
    q
      .update(t.watchPositions)
      .set({
        positionSeconds: value('positionSeconds'),
        watchedAt: value('now'),
        // Watched to its end, once and for all; what takes no time is done when it is opened.
        completedAt: sql`coalesce(${t.watchPositions.completedAt}, case when ${integer('positionSeconds')} >= (select ${lectures.durationSeconds} from ${lectures} where ${lectures.id} = ${text('lectureId')}) then ${integer('now')} end)`,
      })
      .where(
        and(eq(t.watchPositions.enrollmentId, text('enrollmentId')), eq(t.watchPositions.lectureId, text('lectureId'))),
      ),
  );
  const setLastWatched = db.write((q) =>
    q
      .update(enrollments)
      .set({
        lastLectureId: value('lectureId'),
        lastPositionSeconds: value('positionSeconds'),
        lastWatchedAt: value('now'),
        updatedAt: value('now'),
      })
      .where(eq(enrollments.id, text('enrollmentId'))),
  );

  const setName = db.write((q) =>
    q
      .update(t.people)
      .set({ name: value('name') })
      .where(eq(t.people.id, text('personId'))),
  );
  const setLocale = db.write((q) =>
    q
      .update(t.memberships)
      .set({ locale: value('locale'), updatedAt: value('now') })
      .where(mine(t.memberships)),
  );
  const setMarketingConsent = db.write((q) =>
    q
      .update(t.memberships)
      .set({ marketingConsent: encoded('marketingConsent'), updatedAt: value('now') })
      .where(mine(t.memberships)),
  );

  function counting(table: typeof orders | typeof enrollments, condition: SQL | undefined) {
    return db.one((q) =>
      q
        .select({ count: sql<number>`count(*)`.mapWith(Number) })
        .from(table)
        .where(condition),
    );
  }

  type CourseRow = NonNullable<Awaited<ReturnType<typeof readCourse>>>;

  const toCourse = (course: CourseRow): EnrolledCourse => {
    const { lectureId, lectureTitle, positionSeconds, watchedAt, status, ...row } = course;
    const wasWatched = lectureId !== null && lectureTitle !== null && positionSeconds !== null && watchedAt !== null;
    return {
      ...row,
      isEnded: status === 'expired',
      lastWatched: wasWatched ? { lectureId, title: lectureTitle, positionSeconds, watchedAt } : undefined,
    };
  };

  type RegistrationRow = NonNullable<Awaited<ReturnType<typeof readRegistration>>>;

  const toRegistration = (row: RegistrationRow): EventRegistration => {
    const { id, status, registeredAt, eventId, ...event } = row;
    return { id, status, registeredAt, event: { id: eventId, ...event } };
  };

  const valuesOf = ({ siteId, personId }: Member, { first, after = BEGINNING }: PageRequest, now: number) => ({
    siteId,
    personId,
    first,
    at: after.at,
    id: after.id,
    now,
  });

  const counted = (row: { count: number } | undefined): number => row?.count ?? 0;

  return {
    async profile({ siteId, personId }: Member): Promise<MemberProfile | undefined> {
      const row = await readProfile({ siteId, personId });
      if (row === undefined) return undefined;
      const { siteId: id, siteName, siteLocale, slug, primaryDomain, timezone, ...person } = row;
      return { ...person, site: { id, name: siteName, slug, primaryDomain, locale: siteLocale, timezone } };
    },

    /** The latest enrollment first. */
    async enrolledCourses(
      member: Member,
      filter: CourseFilter,
      request: PageRequest,
      now: number,
    ): Promise<Page<EnrolledCourse>> {
      const rows = await readCourses[filter](valuesOf(member, request, now));
      return pageOf(request, rows, toCourse);
    },

    /** One of those, by the short name of the course. */
    async findEnrolledCourse({ siteId, personId }: Member, slug: string): Promise<EnrolledCourse | undefined> {
      const row = await readCourse({ siteId, personId, slug });
      return row && toCourse(row);
    },

    countEnrolledCourses: async ({ siteId, personId }: Member, filter: CourseFilter, now: number): Promise<number> =>
      counted(await countCourses[filter]({ siteId, personId, now })),

    /** The latest first. */
    orders: async (member: Member, request: PageRequest): Promise<Page<Order>> =>
      pageOf(request, await readOrders(valuesOf(member, request, 0)), (row) => row),

    countOrders: async ({ siteId, personId }: Member): Promise<number> =>
      counted(await countOrders({ siteId, personId })),

    /** The lines of some of the member's orders, in the order of each. */
    orderItems: ({ siteId }: Member, orderIds: readonly string[]): Promise<OrderItem[]> =>
      readItems({ siteId, ids: JSON.stringify(orderIds) }),

    /** The latest first. */
    async eventRegistrations(
      member: Member,
      filter: EventFilter,
      request: PageRequest,
      now: number,
    ): Promise<Page<EventRegistration>> {
      return pageOf(request, await readRegistrations[filter](valuesOf(member, request, now)), toRegistration);
    },

    countEventRegistrations: async ({ siteId, personId }: Member, filter: EventFilter, now: number): Promise<number> =>
      counted(await countRegistrations[filter]({ siteId, personId, now })),

    async findEventRegistration({ siteId, personId }: Member, id: string): Promise<EventRegistration | undefined> {
      const row = await readRegistration({ siteId, personId, id });
      return row && toRegistration(row);
    },

    async changeProfile({ siteId, personId }: Member, change: ProfileChange, now: number): Promise<void> {
      const { name, locale, marketingConsent } = change;
      const steps: Step[] = [
        ...(name === undefined ? [] : [setName({ personId, name }), ...(await rename(personId, name))]),
        ...(locale === undefined ? [] : [setLocale({ siteId, personId, locale, now })]),
        ...(marketingConsent === undefined ? [] : [setMarketingConsent({ siteId, personId, marketingConsent, now })]),
      ];
      if (steps.length > 0) await db.atomically(...steps);
    },

    /** A lecture that the member can open now, by an enrollment that is not over. */
    findOpenLecture: ({ siteId, personId }: Member, lectureId: string, now: number) =>
      readOpenLecture({ siteId, personId, lectureId, now }),

    async saveWatchPosition(
      { siteId }: Member,
      enrollmentId: string,
      { lectureId, positionSeconds, watchedAt }: Omit<WatchPosition, 'title'>,
    ): Promise<void> {
      const position = { enrollmentId, lectureId, positionSeconds };
      await db.atomically(
        setLastWatched({ ...position, now: watchedAt }),
        insertPosition({ ...position, siteId, watchedAt }),
        setPosition({ ...position, now: watchedAt }),
        progress.recountOne(enrollmentId, watchedAt),
      );
    },

    /**
     * Gives a place or a wait up; a free place goes to the first who waits.
     * @returns false when there was nothing to give up any more
     */
    async cancelEventRegistration(
      { siteId, personId }: Member,
      { id, event }: EventRegistration,
      now: number,
    ): Promise<boolean> {
      const place = { siteId, eventId: event.id };
      const by = { event: 'resource_changed', at: now, siteId, personId } as const;
      const movingUp = await waiting.moveUp(place, by, now);
      return db.atomically(hold(place), required(cancel({ ...place, id, now })), ...movingUp);
    },
  };
}

const perFilter = <Filter extends string, Prepared>(
  conditions: Record<Filter, SQL | undefined>,
  prepare: (condition: SQL | undefined) => Prepared,
): Record<Filter, Prepared> =>
  Object.fromEntries(
    Object.entries(conditions).map(([name, condition]) => [name, prepare(condition as SQL | undefined)]),
  ) as Record<Filter, Prepared>;

const pageOf = <Row, Value>(
  { first }: PageRequest,
  rows: readonly Row[],
  toValue: (row: Row) => Value,
): Page<Value> => ({ rows: rows.slice(0, first).map(toValue), hasMore: rows.length > first });
