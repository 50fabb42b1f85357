/** A school to which things happen by chance, and what they add up to: the model of the metrics. */
import { eq } from 'drizzle-orm';
import type { Params, Step } from '../../../db/engine/engine.ts';
import { text, value } from '../../../db/engine/placeholders.ts';
import { enrollmentStore } from '../../../db/school/learning/enrollments.ts';
import { METRICS, type Metric } from '../../../schema/school/analytics.ts';
import { stateAt } from '../../../schema/school/subscription.ts';
import { firstOfEach, type Happening } from '../../support/metric-rows.ts';
import { DAY, HOUR, insertRows, MINUTE, NOW, times } from '../fixtures.ts';
import type { Stores } from '../stores.ts';

/** When the days of Kolkata and Kathmandu begin, in UTC. */
const MIDNIGHTS = [18.5 * HOUR, 18.25 * HOUR];
const LECTURES = 2;

const nextAt = (now: number, timeOfDay: number): number => Math.ceil((now - timeOfDay) / DAY) * DAY + timeOfDay;

type Happened = Record<Metric, (Happening & { at: number; who: string })[]>;

interface Enrollment {
  id: string;
  person: string;
  course: number;
  isOpen: boolean;
  isComplete: boolean;
  /** The lectures that were watched to the end. */
  done: Set<string>;
  watched: Map<string, number>;
}
interface Order {
  id: string;
  currency: string;
  total: number;
  refunded: number;
  isPaid: boolean;
}

/** A school to which things happen, and everything that happened. */
export class School {
  readonly site: string;
  readonly happened: Happened;
  readonly #stores: Stores;
  readonly #roll: (below: number) => number;
  readonly #enrollments: Enrollment[] = [];
  readonly #orders: Order[] = [];
  readonly #subscriptions: {
    id: string;
    person: string;
    status: 'active' | 'trialing' | 'paused' | 'cancelled';
    endsAt: number | null;
  }[] = [];
  readonly #members = new Set(['ana', 'ben', 'cem', 'dea']);
  readonly #watchedQuarters = new Set<string>();
  now = NOW;

  constructor(stores: Stores, site: string, random: () => number) {
    this.#stores = stores;
    this.site = site;
    this.#roll = (below) => Math.floor(random() * below);
    this.happened = Object.fromEntries(METRICS.map((metric) => [metric, []])) as unknown as Happened;
  }

  async open(): Promise<void> {
    const membership = { siteId: this.site, role: 'member', status: 'active', joinedAt: NOW, updatedAt: NOW };
    await insertRows(
      this.#stores.db,
      'memberships',
      [...this.#members].map((name) => ({ ...membership, personId: this.#personOf(name) })),
    );
    const terms = { slug: 'p', name: 'x', description: '', planType: 'lifetime', allCourses: false, status: 'active' };
    const made = { createdAt: NOW, updatedAt: NOW };
    const price = { priceAmount: 1, priceCurrency: 'EUR', trialDays: 0, ...made };
    await insertRows(this.#stores.db, 'membershipPlans', [{ id: this.plan, siteId: this.site, ...terms, ...price }]);
    await this.#stores.schoolContent.add(this.site, {
      courses: times(2, (n) => ({ id: this.courseOf(n), slug: `c-${n}`, title: 'x', status: 'draft', createdAt: NOW })),
      sections: [{ id: `sec_${this.site}`, courseId: this.courseOf(0), title: 'x', position: 0, ...made }],
      lectures: times(2 * LECTURES, (n) => ({
        id: this.#lectureOf(n % 2, Math.floor(n / 2)),
        courseId: this.courseOf(n % 2),
        sectionId: `sec_${this.site}`,
        title: 'x',
        kind: 'video' as const,
        durationSeconds: 60,
        contentMarkdown: '',
        freePreview: false,
        position: n,
        status: 'published' as const,
        ...made,
      })),
    });
  }

  #personOf = (name: string): string => `usr_${this.site}_${name}`;
  get plan(): string {
    return `pln_${this.site}`;
  }
  courseOf = (course: number): string => `crs_${this.site}_${course}`;
  #lectureOf = (course: number, lecture: number): string => `lec_${this.site}_${course}_${lecture}`;
  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#roll(items.length)];
  }

  /** Makes something happen a while later. */
  async change(): Promise<void> {
    this.now += this.#one([1000, 10 * MINUTE, 59 * MINUTE, HOUR, 7 * HOUR, 2 * DAY]) ?? 0;
    if (this.#roll(8) === 0) this.now = nextAt(this.now, this.#one(MIDNIGHTS) ?? 0) - 1000;
    const roll = this.#roll(20);
    if (roll < 4) return this.#enroll();
    if (roll < 11) return this.#watch();
    if (roll === 11) return this.#revoke();
    if (roll === 12) return this.#reset();
    if (roll === 13) return this.#leaveOrReturn();
    if (roll < 16) return this.#subscribe();
    return this.#order();
  }

  async #apply(...steps: Step[]): Promise<void> {
    await this.#stores.db.atomically(...steps);
  }

  #note(metric: Metric, value: number, who: string): void {
    this.happened[metric].push({ at: this.now, value, who });
  }

  async #enroll(): Promise<void> {
    const { steps } = this.#stores.records('enrollments');
    const person = this.#personOf(this.#one(['ana', 'ben', 'cem', 'dea']) ?? '');
    const course = this.#roll(2);
    const known = this.#enrollments.find((one) => one.person === person && one.course === course);
    if (known?.isOpen) return;
    this.#note('newStudents', 1, person);
    const started = { status: 'active', startsAt: this.now, updatedAt: this.now } as const;
    if (known !== undefined) {
      known.isOpen = true;
      return this.#apply(steps.update(this.site, known.id, started));
    }
    const id = `enr_${this.site}_${this.#enrollments.length}`;
    const blank = { expireDate: null, expiresAt: null, progressPercent: 0, completedAt: null };
    const unwatched = { lastLectureId: null, lastPositionSeconds: null, lastWatchedAt: null };
    const row = { id, personId: person, courseId: this.courseOf(course), source: 'grant' as const };
    const fresh = { isOpen: true, isComplete: false, done: new Set<string>(), watched: new Map<string, number>() };
    this.#enrollments.push({ id, person, course, ...fresh });
    return this.#apply(steps.insert(this.site, { ...row, ...started, ...blank, ...unwatched }));
  }

  async #watch(): Promise<void> {
    const enrollment = this.#one(this.#enrollments.filter(({ isOpen }) => isOpen));
    if (enrollment === undefined) return;
    const { person, course, done, watched } = enrollment;
    const lecture = this.#lectureOf(course, this.#roll(LECTURES));
    const before = watched.get(lecture);
    this.#note('activeStudents', 1, person);
    // Whoever starts again after a reset, in a quarter of an hour in which the lecture was watched, does not begin it.
    const quarter = `${person} ${lecture} ${Math.floor(this.now / (15 * MINUTE))}`;
    const isFirst = !this.#watchedQuarters.has(quarter);
    this.#watchedQuarters.add(quarter);
    if (isFirst && (before === undefined || this.now - before >= HOUR)) this.#note('lectureViews', 1, person);
    watched.set(lecture, this.now);
    const positionSeconds = this.#one([30, 60]) ?? 0;
    if (positionSeconds === 60) done.add(lecture);
    if (done.size === LECTURES && !enrollment.isComplete) {
      enrollment.isComplete = true;
      this.#note('completions', 1, person);
    }
    const position = { lectureId: lecture, positionSeconds, watchedAt: this.now };
    await this.#stores.account.saveWatchPosition(
      { siteId: this.site, personId: person },
      { id: enrollment.id },
      position,
    );
  }

  async #revoke(): Promise<void> {
    const enrollment = this.#one(this.#enrollments.filter(({ isOpen }) => isOpen));
    if (enrollment === undefined) return;
    enrollment.isOpen = false;
    const changes = { status: 'revoked', updatedAt: this.now } as const;
    await this.#apply(this.#stores.records('enrollments').steps.update(this.site, enrollment.id, changes));
  }

  async #reset(): Promise<void> {
    const enrollment = this.#one(this.#enrollments);
    if (enrollment === undefined) return;
    enrollment.isComplete = false;
    enrollment.done.clear();
    enrollment.watched.clear();
    const { records, db, audit } = this.#stores;
    const changes = { progressPercent: 0, completedAt: null, updatedAt: this.now };
    await this.#apply(
      records('enrollments').steps.update(this.site, enrollment.id, changes),
      enrollmentStore(db, audit).steps.forgetPositions(this.site, enrollment.id),
    );
  }

  async #leaveOrReturn(): Promise<void> {
    const name = this.#one(['ana', 'ben', 'cem', 'dea']) ?? '';
    const status = this.#members.delete(name) ? ('removed' as const) : ('active' as const);
    if (status === 'active') this.#members.add(name);
    const { db } = this.#stores;
    const { memberships } = db.tables;
    const change = db.write((q, p: Params<{ personId: string; status: typeof status }>) =>
      q
        .update(memberships)
        .set({ status: value(p.status) })
        .where(eq(memberships.personId, text(p.personId))),
    );
    await this.#apply(change({ personId: this.#personOf(name), status }));
  }

  async #subscribe(): Promise<void> {
    const { steps } = this.#stores.records('subscriptions');
    const known = this.#one(this.#subscriptions);
    if (known !== undefined && this.#roll(3) === 0) {
      known.status = 'cancelled';
      return this.#apply(steps.update(this.site, known.id, { status: 'cancelled', cancelledAt: this.now }));
    }
    const id = `sub_${this.site}_${this.#subscriptions.length}`;
    const status = this.#one(['active', 'active', 'trialing', 'paused'] as const) ?? 'active';
    const endsAt = this.#one([null, this.now + HOUR, this.now + 3 * DAY]) ?? null;
    const person = this.#personOf(this.#one(['ana', 'ben', 'cem', 'dea']) ?? '');
    this.#subscriptions.push({ id, person, status, endsAt });
    const period = { startedAt: NOW, currentPeriodStart: NOW, currentPeriodEnd: NOW, createdAt: NOW, updatedAt: NOW };
    const terms = { cancelAtPeriodEnd: false, cancelledAt: null, priceAmount: 1, priceCurrency: 'EUR' };
    return this.#apply(
      steps.insert(this.site, { id, personId: person, planId: this.plan, status, endsAt, ...period, ...terms }),
    );
  }

  async #order(): Promise<void> {
    const { steps } = this.#stores.records('orders');
    const known = this.#one(this.#orders);
    if (known !== undefined && this.#roll(2) === 0) {
      if (!known.isPaid) {
        known.isPaid = true;
        this.#note('orders', 1, known.currency);
        this.#note('revenue', known.total, known.currency);
        return this.#apply(steps.update(this.site, known.id, { status: 'paid', paidAt: this.now }));
      }
      const part = Math.min(known.total - known.refunded, 1 + this.#roll(600));
      if (part === 0) return;
      known.refunded += part;
      this.#note('refunds', part, known.currency);
      this.#note('revenue', -part, known.currency);
      const status = known.refunded === known.total ? ('refunded' as const) : ('partially_refunded' as const);
      const refund = { status, refundedAmount: known.refunded, refundedAt: this.now };
      return this.#apply(steps.update(this.site, known.id, refund));
    }
    const isPaid = this.#roll(2) === 0;
    const id = `ord_${this.site}_${this.#orders.length}`;
    const order = { id, currency: this.#one(['EUR', 'EUR', 'USD']) ?? 'EUR', total: 1000, refunded: 0, isPaid };
    this.#orders.push(order);
    if (isPaid) {
      this.#note('orders', 1, order.currency);
      this.#note('revenue', order.total, order.currency);
    }
    const { currency, total } = order;
    const amounts = { subtotal: total, discount: 0, tax: 0, total, currency, couponCode: null, refundedAmount: 0 };
    const paid = { status: isPaid ? ('paid' as const) : ('pending' as const), paidAt: isPaid ? this.now : null };
    const terms = { number: id, personId: 'x', paymentMethod: 'card' as const, placedAt: this.now, refundedAt: null };
    await this.#stores.schoolContent.add(this.site, { orderItems: this.#itemsOf(id) });
    return this.#apply(steps.insert(this.site, { id, ...amounts, ...paid, ...terms }));
  }

  /** Items whose prices need not add up to what is paid for them, because of discounts and taxes. */
  #itemsOf(orderId: string) {
    return times(1 + this.#roll(3), (position) => {
      const kind = this.#roll(4) === 0 ? ('event' as const) : ('course' as const);
      const [refId, unitAmount] = [this.courseOf(this.#roll(2)), this.#one([0, 333, 500, 700]) ?? 0];
      return { orderId, position, kind, refId, title: 'x', quantity: 1 + this.#roll(2), unitAmount };
    });
  }

  /** What counts for a metric. Only people are counted once in a period. */
  counting(metric: Metric): Happening[] {
    const all = this.happened[metric];
    if (metric === 'newStudents') return firstOfEach(all);
    if (metric === 'activeStudents') return all;
    return all
      .filter(({ who }) => !['revenue', 'refunds'].includes(metric) || who === 'EUR')
      .map(({ at, value }) => ({ at, value }));
  }

  /** The metrics of this moment. */
  current(): { students: number; members: number; publishedCourses: number; activeSubscriptions: number } {
    const present = new Set([...this.#members].map(this.#personOf));
    const enrolled = this.#enrollments.filter(({ isOpen }) => isOpen).map(({ person }) => person);
    const students = new Set(enrolled.filter((person) => present.has(person)));
    const current = this.#subscriptions
      .filter(({ person }) => present.has(person))
      .filter(({ status, endsAt }) => ['active', 'trialing'].includes(stateAt(status, endsAt, this.now)));
    return { students: students.size, members: present.size, publishedCourses: 0, activeSubscriptions: current.length };
  }
}
