/** Plans, subscriptions and courses for the contracts of entitlements, and what is open by all stores together. */
import type { Test } from 'tap';
import { studentStore } from '../../db/school/learning/students.ts';
import type { RowIn } from '../../db/school/records/record-table.ts';
import { course, lecture } from '../support/account.ts';
import { DAY, insertRows, NOW, SITE } from './fixtures.ts';
import type { Stores } from './stores.ts';
import { first, ME } from './two-schools.ts';

export type SubscriptionRow = RowIn<'subscriptions'>;

export const plan = (id: string, more: object = {}) => ({
  ...{ id, slug: id, name: id, description: '', planType: 'recurring', interval: 'month', intervalCount: 1 },
  ...{ priceAmount: 1, priceCurrency: 'EUR', trialDays: 0, allCourses: false, status: 'active' },
  ...{ siteId: SITE.id, createdAt: NOW, updatedAt: NOW, ...more },
});

export const subscription = (id: string, planId: string, more: Partial<SubscriptionRow> = {}): SubscriptionRow => ({
  ...{ id, siteId: SITE.id, personId: ME.personId, planId, status: 'active', startedAt: NOW },
  ...{ currentPeriodStart: NOW, currentPeriodEnd: NOW + 30 * DAY, cancelAtPeriodEnd: false, cancelledAt: null },
  ...{ endsAt: null, pausedAt: null, priceAmount: 0, priceCurrency: 'EUR', createdAt: NOW, updatedAt: NOW },
  ...more,
});

/** The courses a to c are published, and d is a draft. Each has a lecture. */
export async function fill(stores: Stores): Promise<void> {
  await stores.schoolContent.add(SITE.id, {
    courses: ['a', 'b', 'c', 'd'].map((id) =>
      course(`crs_${id}`, { slug: id, status: id === 'd' ? 'draft' : 'published' }),
    ),
    lectures: ['a', 'b', 'c', 'd'].map((id) => lecture(`lec_${id}`, `crs_${id}`)),
  });
  await insertRows(stores.db, 'membershipPlans', [
    plan('pln_some', { courseIds: ['crs_a', 'crs_d'] }),
    plan('pln_all', { allCourses: true, status: 'archived' }),
    plan('pln_year', { courseIds: ['crs_b'], interval: 'year', productIds: ['prd_given'] }),
  ]);
}

/**
 * The courses that a member may open, by the list, the count, each lecture and the list of students, which must agree.
 * @param isStudent whether the member has an enrollment in the course a that is not revoked
 */
export async function openCourses(
  t: Test,
  { account, db }: Stores,
  personId: string,
  now: number,
  isStudent = false,
): Promise<string[]> {
  const member = { siteId: SITE.id, personId };
  const { rows } = await account.enrolledCourses(member, 'active', first(100), now);
  const ids = rows.map(({ courseId }) => courseId).sort();
  const all = await account.enrolledCourses(member, 'all', first(100), now);
  const expired = await account.enrolledCourses(member, 'expired', first(100), now);
  const split = [...rows, ...expired.rows].map(({ courseId }) => courseId).sort();
  if (JSON.stringify(all.rows.map(({ courseId }) => courseId).sort()) !== JSON.stringify(split)) {
    t.fail(`${personId} at ${now}: all courses are the open and the closed ones`);
  }
  if ((await account.countEnrolledCourses(member, 'active', now)) !== ids.length) t.fail('the count');
  for (const id of ['a', 'b', 'c', 'd']) {
    const isOpen = (await account.findOpenLecture(member, `lec_${id}`, now)) !== undefined;
    if (isOpen !== ids.includes(`crs_${id}`)) t.fail(`${personId} at ${now}: the lecture of ${id} is ${isOpen}`);
  }
  const active = { first: 1, after: undefined, sort: 'since', descending: true, among: [personId] } as const;
  const where = { active: true, now, courseId: 'crs_a' };
  const students = await studentStore(db).page(SITE.id, { ...active, where });
  const isListed = students.rows.some(({ id }) => id === personId);
  if (isListed !== (isStudent && ids.includes('crs_a'))) t.fail(`${personId} at ${now}: as a student ${isListed}`);
  return ids;
}
