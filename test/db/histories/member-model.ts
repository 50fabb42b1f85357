/** What the Account API lists for a member, worked out slowly from all rows, one after the other. */
import type { Database } from '../../../db/engine/engine.ts';
import { DAY } from '../fixtures.ts';

/** Returns a function that reads every row of a school that decides what a member is shown. */
export function schoolRows(db: Database) {
  const { tables } = db;
  const sites = db.many((q) => q.select().from(tables.sites));
  const courses = db.many((q) => q.select().from(tables.courses));
  const lectures = db.many((q) => q.select().from(tables.lectures));
  const enrollments = db.many((q) => q.select().from(tables.enrollments));
  const plans = db.many((q) => q.select().from(tables.membershipPlans));
  const subscriptions = db.many((q) => q.select().from(tables.subscriptions));
  const products = db.many((q) => q.select().from(tables.digitalProducts));
  const downloads = db.many((q) => q.select().from(tables.downloads));
  const orders = db.many((q) => q.select().from(tables.orders));
  const items = db.many((q) => q.select().from(tables.orderItems));
  const events = db.many((q) => q.select().from(tables.events));
  const registrations = db.many((q) => q.select().from(tables.eventRegistrations));
  const posts = db.many((q) => q.select().from(tables.posts));

  return async (siteId: string) => {
    const here = <Row extends { siteId: string }>(rows: readonly Row[]): Row[] =>
      rows.filter((row) => row.siteId === siteId);
    return {
      timezone: (await sites()).find(({ id }) => id === siteId)?.timezone,
      courses: here(await courses()),
      lectures: here(await lectures()),
      enrollments: here(await enrollments()),
      plans: here(await plans()),
      subscriptions: here(await subscriptions()),
      products: here(await products()),
      downloads: here(await downloads()),
      orders: here(await orders()),
      items: here(await items()),
      events: here(await events()),
      registrations: here(await registrations()),
      posts: here(await posts()),
    };
  };
}

export type Rows = Awaited<ReturnType<ReturnType<typeof schoolRows>>>;
type CourseRow = Rows['courses'][number];
type EnrollmentRow = Rows['enrollments'][number];

const upper = (text: string | null): string | null => (text === null ? null : text.toUpperCase());
const timeOf = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z');

/** Latest first; of the same time, the last id first. */
const newestFirst = <Row>(rows: readonly Row[], keyOf: (row: Row) => readonly [at: number, id: string]): Row[] =>
  rows.toSorted((one, other) => {
    const [[at, id], [otherAt, otherId]] = [keyOf(one), keyOf(other)];
    return otherAt - at || (id < otherId ? 1 : -1);
  });

const list = <Node>(nodes: readonly Node[]) => ({ nodes, totalCount: nodes.length });

export class MemberModel {
  readonly #rows: Rows;
  readonly #personId: string;
  readonly #now: number;

  constructor(rows: Rows, personId: string, now: number) {
    this.#rows = rows;
    this.#personId = personId;
    this.#now = now;
  }

  #mine = <Row extends { personId: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ personId }) => personId === this.#personId);

  /** The subscriptions that give access now, with their plans. */
  #giving() {
    return this.#mine(this.#rows.subscriptions).flatMap((held) => {
      const plan = this.#rows.plans.find(({ id }) => id === held.planId);
      const isRunning = ['active', 'trialing', 'past_due'].includes(held.status);
      const isNow = held.startedAt <= this.#now && (held.endsAt === null || held.endsAt > this.#now);
      return plan !== undefined && isRunning && isNow ? [{ held, plan }] : [];
    });
  }

  /** What opens a course to the member, or opened it before; `undefined` if nothing ever did. */
  #access(course: CourseRow) {
    const row = this.#mine(this.#rows.enrollments).find(({ courseId }) => courseId === course.id);
    const giving =
      course.status === 'published'
        ? this.#giving().filter(({ plan }) => plan.allCourses || (plan.courseIds ?? []).includes(course.id))
        : [];
    const isOwn =
      row !== undefined &&
      row.source !== 'subscription' &&
      row.status === 'active' &&
      (row.expiresAt === null || row.expiresAt > this.#now);
    const isOpen = isOwn || giving.length > 0;
    if (!isOpen && (row === undefined || row.status === 'revoked')) return undefined;
    const counted = row !== undefined && (isOwn || !isOpen || row.source === 'subscription') ? [row.startsAt] : [];
    const began = giving.map(({ held }) => held.startedAt);
    const since = isOpen ? Math.min(...counted, ...began) : Number(row?.startsAt);
    const ends = [
      ...(isOwn || !isOpen ? [endOfRow(row)] : []),
      ...giving.map(({ held, plan }) => this.#endOfSubscription(held, plan)),
    ];
    const latest = ends.reduce((one, other) => (other.at > one.at ? other : one));
    return { row, isOpen, source: isOpen && !isOwn ? 'subscription' : String(row?.source), since, lastDay: latest.day };
  }

  #endOfSubscription({ endsAt, currentPeriodEnd }: Rows['subscriptions'][number], { planType }: Rows['plans'][number]) {
    const at = endsAt ?? (planType === 'lifetime' ? Number.POSITIVE_INFINITY : currentPeriodEnd);
    if (at === Number.POSITIVE_INFINITY) return { at, day: null };
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: this.#rows.timezone, dateStyle: 'short' }).format(at - 1);
    return { at, day };
  }

  courses(status?: 'ACTIVE' | 'EXPIRED') {
    const shown = this.#rows.courses.flatMap((course) => {
      const access = this.#access(course);
      if (access === undefined || (status !== undefined && access.isOpen !== (status === 'ACTIVE'))) return [];
      const { row, isOpen, source, since, lastDay } = access;
      const id = row?.id ?? `enr_${course.id.slice(4)}-${this.#personId.slice(4)}`;
      const watched = this.#rows.lectures.find((lecture) => lecture.id === row?.lastLectureId);
      const node = {
        ...{ id, slug: course.slug, source: upper(source), enrolledAt: timeOf(since), isExpired: !isOpen },
        // What subscriptions gave before depends on all that happened to them, which other properties are about.
        expireDate: !isOpen && source === 'subscription' ? 'ended' : lastDay,
        progressPercent: row?.progressPercent ?? 0,
        lectureCount: this.#published(course).length,
        lastWatchedLecture:
          watched === undefined ? null : { lectureId: watched.id, positionSeconds: row?.lastPositionSeconds },
      };
      return [{ node, at: row?.startsAt ?? since }];
    });
    return list(newestFirst(shown, ({ node, at }) => [at, node.id]).map(({ node }) => node));
  }

  #published = (course: CourseRow) =>
    this.#rows.lectures
      .filter(({ courseId, status }) => courseId === course.id && status === 'published')
      .sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));

  /** The outline of each course; null for those that the member has nothing to do with. */
  outlines() {
    return this.#rows.courses.map((course) => {
      const access = this.#access(course);
      if (access === undefined) return [course.slug, null] as const;
      const lectures = this.#published(course).map(({ id, releaseAt, releaseAfterDays }) => {
        const opensAt = Math.max(releaseAt ?? 0, access.since + (releaseAfterDays ?? 0) * DAY);
        if (!access.isOpen) return { id, isOpen: false, closedBecause: 'ACCESS_ENDED', opensAt: null };
        if (opensAt <= this.#now) return { id, isOpen: true, closedBecause: null, opensAt: null };
        return { id, isOpen: false, closedBecause: 'NOT_RELEASED', opensAt: timeOf(opensAt) };
      });
      return [course.slug, { lectures: list(lectures) }] as const;
    });
  }

  subscriptions() {
    const { courses, products, plans } = this.#rows;
    const rows = newestFirst(this.#mine(this.#rows.subscriptions), ({ createdAt, id }) => [createdAt, id]);
    const nodes = rows.map((row) => {
      const plan = plans.find(({ id }) => id === row.planId);
      const isOver = row.endsAt !== null && row.endsAt <= this.#now && row.status !== 'cancelled';
      const renews =
        row.endsAt === null && plan?.planType === 'recurring' && this.#giving().some(({ held }) => held.id === row.id);
      const included = (plan?.courseIds ?? []).flatMap((id) =>
        courses.filter((course) => course.id === id && course.status === 'published'),
      );
      const given = (plan?.productIds ?? []).flatMap((id) =>
        products.filter((one) => one.id === id && one.status === 'published'),
      );
      return {
        ...{
          id: row.id,
          planSlug: plan?.slug,
          status: upper(isOver ? 'expired' : row.status),
          endsAt: timeOf(row.endsAt),
        },
        ...{ renewsAt: renews ? timeOf(row.currentPeriodEnd) : null },
        ...{ courses: included.map(({ slug }) => ({ slug })), products: given.map(({ id }) => ({ id })) },
      };
    });
    return list(nodes);
  }

  products() {
    const paid = this.#mine(this.#rows.orders).filter(
      ({ status }) => status === 'paid' || status === 'partially_refunded',
    );
    const bought = this.#rows.items.filter(
      ({ kind, orderId }) => kind === 'digital_product' && paid.some(({ id }) => id === orderId),
    );
    const given = this.#giving().flatMap(({ plan }) => plan.productIds ?? []);
    const shown = newestFirst(this.#rows.products, ({ createdAt, id }) => [createdAt, id]).flatMap((product) => {
      const { id, status, downloadLimit } = product;
      const isBought = bought.some(({ refId }) => refId === id) && status !== 'draft';
      if (!isBought && !(given.includes(id) && status === 'published')) return [];
      const leftOf = (assetId: string): number | null => {
        const count =
          this.#mine(this.#rows.downloads).find((row) => row.productId === id && row.assetId === assetId)?.count ?? 0;
        return downloadLimit === null ? null : Math.max(0, downloadLimit - count);
      };
      const files = (product.files ?? []).map(({ assetId }) => ({ id: assetId, downloadsLeft: leftOf(assetId) }));
      return [{ id, source: isBought ? 'ORDER' : 'SUBSCRIPTION', downloadLimit, files }];
    });
    return list(shown);
  }

  orders() {
    const rows = newestFirst(this.#mine(this.#rows.orders), ({ placedAt, id }) => [placedAt, id]);
    const itemsOf = (id: string) =>
      this.#rows.items
        .filter(({ orderId }) => orderId === id)
        .sort((one, other) => one.position - other.position)
        .map(({ kind, title }) => ({ kind: upper(kind), title }));
    return list(
      rows.map(({ id, status, couponCode }) => ({ id, status: upper(status), couponCode, items: itemsOf(id) })),
    );
  }

  registrations(isUpcoming?: boolean) {
    const rows = newestFirst(this.#mine(this.#rows.registrations), ({ registeredAt, id }) => [registeredAt, id]);
    const nodes = rows.flatMap(({ id, eventId, status, cancelledBy }) => {
      const event = this.#rows.events.find((one) => one.id === eventId);
      if (event === undefined || (isUpcoming !== undefined && event.endsAt > this.#now !== isUpcoming)) return [];
      const joinUrl = status === 'registered' && event.status === 'published' ? event.joinUrl : null;
      const state = event.status === 'cancelled' ? 'CANCELLED' : 'SCHEDULED';
      return [
        {
          id,
          status: upper(status),
          cancelledBy: upper(cancelledBy),
          event: { slug: event.slug, status: state, joinUrl },
        },
      ];
    });
    return list(nodes);
  }

  posts() {
    const readable = ['public', 'members', ...(this.#giving().length > 0 ? ['plan'] : [])];
    const published = this.#rows.posts.filter(
      ({ status, visibility, publishAt }) =>
        status === 'published' && readable.includes(visibility) && publishAt !== null && publishAt <= this.#now,
    );
    const rows = newestFirst(published, ({ publishAt, id }) => [publishAt ?? 0, id]);
    return list(
      rows.map(({ slug, visibility, publishAt }) => ({
        slug,
        visibility: upper(visibility),
        publishedAt: timeOf(publishAt),
      })),
    );
  }

  /** The text of each post that the member may read, and null for the others. */
  texts() {
    const readable = this.posts().nodes.map(({ slug }) => slug);
    return this.#rows.posts.map(
      ({ slug, bodyMarkdown }) => [slug, readable.includes(slug) ? { bodyMarkdown } : null] as const,
    );
  }
}

const endOfRow = (row: EnrollmentRow | undefined) => ({
  at: row?.expiresAt ?? Number.POSITIVE_INFINITY,
  day: row?.expireDate ?? null,
});
