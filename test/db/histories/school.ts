/** A school to which things happen by chance, and what they add up to: the model of the metrics. */
import { eq, sql } from 'drizzle-orm';
import type { Params, Step } from '../../../db/engine/engine.ts';
import { text } from '../../../db/engine/placeholders.ts';
import { enrollmentStore } from '../../../db/school/learning/enrollments.ts';
import { METRICS, type Metric } from '../../../schema/school/analytics.ts';
import { stateAt } from '../../../schema/school/subscription.ts';
import { firstOfEach, type Happening } from '../../support/figures.ts';
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
    status: 'active' | 'trialing' | 'paused' | 'cancelled';
    endsAt: number | null;
  }[] = [];
  readonly #members = new Set(['ana', 'ben', 'cem', 'dea']);
  readonly #watchedHours = new Set<string>();
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
    await this.#stores.schoolContent.add(this.site, {
      lectures: times(2 * LECTURES, (n) => ({
        id: this.#lectureOf(n % 2, Math.floor(n / 2)),
        courseId: this.#courseOf(n % 2),
        sectionId: 'sec',
        title: 'x',
        kind: 'video' as const,
        durationSeconds: 60,
        contentMarkdown: '',
        freePreview: false,
        position: n,
        status: 'published' as const,
        createdAt: NOW,
        updatedAt: NOW,
      })),
    });
  }

  #personOf = (name: string): string => `usr_${this.site}_${name}`;
  #courseOf = (course: number): string => `crs_${this.site}_${course}`;
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
    if (roll === 13) return this.#leave();
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
    const row = { id, personId: person, courseId: this.#courseOf(course), source: 'grant' as const };
    this.#enrollments.push({
      id,
      person,
      course,
      isOpen: true,
      isComplete: false,
      done: new Set(),
      watched: new Map(),
    });
    return this.#apply(steps.insert(this.site, { ...row, ...started, ...blank, ...unwatched }));
  }

  async #watch(): Promise<void> {
    const enrollment = this.#one(this.#enrollments.filter(({ isOpen }) => isOpen));
    if (enrollment === undefined) return;
    const { person, course, done, watched } = enrollment;
    const lecture = this.#lectureOf(course, this.#roll(LECTURES));
    const before = watched.get(lecture);
    this.#note('activeStudents', 1, person);
    // Whoever starts again after a reset, in an hour in which the lecture was watched, does not begin to watch it.
    const hour = `${person} ${lecture} ${Math.floor(this.now / HOUR)}`;
    const isFirst = !this.#watchedHours.has(hour);
    this.#watchedHours.add(hour);
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

  async #leave(): Promise<void> {
    const name = this.#one([...this.#members]);
    if (name === undefined) return;
    this.#members.delete(name);
    const { db } = this.#stores;
    const { memberships } = db.tables;
    const remove = db.write((q, p: Params<{ personId: string }>) =>
      q
        .update(memberships)
        .set({ status: sql`'removed'` })
        .where(eq(memberships.personId, text(p.personId))),
    );
    await this.#apply(remove({ personId: this.#personOf(name) }));
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
    this.#subscriptions.push({ id, status, endsAt });
    const period = { startedAt: NOW, currentPeriodStart: NOW, currentPeriodEnd: NOW, createdAt: NOW, updatedAt: NOW };
    const terms = { cancelAtPeriodEnd: false, cancelledAt: null, priceAmount: 1, priceCurrency: 'EUR' };
    return this.#apply(
      steps.insert(this.site, { id, personId: id, planId: 'pln', status, endsAt, ...period, ...terms }),
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
    return this.#apply(steps.insert(this.site, { id, ...amounts, ...paid, ...terms }));
  }

  /** What counts for a metric. Only people are counted once in a period. */
  counting(metric: Metric): Happening[] {
    const all = this.happened[metric];
    if (metric === 'newStudents') return firstOfEach(all);
    if (metric === 'activeStudents') return all;
    return all.filter(({ who }) => metric !== 'revenue' || who === 'EUR').map(({ at, value }) => ({ at, value }));
  }

  /** The metrics of this moment. */
  current(): { students: number; members: number; publishedCourses: number; activeSubscriptions: number } {
    const present = new Set([...this.#members].map(this.#personOf));
    const students = new Set(
      this.#enrollments.filter(({ isOpen, person }) => isOpen && present.has(person)).map(({ person }) => person),
    );
    const activeSubscriptions = this.#subscriptions.filter(({ status, endsAt }) =>
      ['active', 'trialing'].includes(stateAt(status, endsAt, this.now)),
    ).length;
    return { students: students.size, members: present.size, publishedCourses: 0, activeSubscriptions };
  }
}
