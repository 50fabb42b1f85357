/** A school by chance: few things of each kind, in any state, at times around now. */
import type { SchoolContent } from '../../../db/school/school-content.ts';
import { course, enrollment, event, item, lecture, order, registration } from '../../support/account.ts';
import { DAY, times } from '../fixtures.ts';

export interface Chance {
  below(count: number): number;
  one<Item>(items: readonly Item[]): Item;
  some<Item>(items: readonly Item[]): Item[];
}

export const chanceOf = (random: () => number): Chance => {
  const below = (count: number): number => Math.floor(random() * count);
  return {
    below,
    one: (items) => items[below(items.length)] as (typeof items)[number],
    some: (items) => items.filter(() => random() < 0.4),
  };
};

const EXPIRE_DATES = ['2026-11-20', '2026-11-21', '2026-11-22'];

/** @param mark is in every id, so that no two schools have the same */
export function randomSchool(chance: Chance, mark: string, people: readonly string[], now: number) {
  const { below, one, some } = chance;
  const near = (): number => now + one([-3 * DAY, -DAY, -1, 0, 1, DAY, 3 * DAY]);
  const before = (): number => now - one([0, 1, DAY, 2 * DAY, 2 * DAY]);
  const ids = (kind: string, count: number): string[] => times(count, (n) => `${kind}_${mark}_${n}`);
  const slugOf = (id: string): string => id.replaceAll('_', '-').toLowerCase();
  const named = (id: string) => ({ ...{ id, slug: slugOf(id), title: `Title of ${id}` }, ...stamps() });
  const stamps = () => ({ createdAt: before(), updatedAt: now });
  const courses = ids('crs', 5);
  const products = ids('prd', 4);
  const plans = ids('pln', 3);
  const events = ids('evt', 4);
  const files = (id: string) => [0, 1].slice(below(2)).map((n) => ({ assetId: `ast_${id}_${n}`, name: 'x', size: 1 }));
  const lectureIds = (courseId: string): string[] => [0, 1, 2].map((n) => `lec_${courseId}_${n}`);

  return {
    courses: courses.map((id) =>
      course(id, {
        ...named(id),
        status: one(['published', 'published', 'draft', 'archived']),
        unlisted: one([true, false]),
      }),
    ),
    sections: courses.map((id) => ({ id: `${id}_s`, courseId: id, title: 'x', position: 0, ...stamps() })),
    lectures: courses.flatMap((courseId) =>
      lectureIds(courseId).map((id) =>
        lecture(id, courseId, {
          ...{ status: one(['published', 'published', 'draft']), freePreview: one([true, false]), position: below(2) },
          ...one([{}, { releaseAt: near() }, { releaseAfterDays: below(3) }]),
        }),
      ),
    ),
    // At most one of each person in each course.
    enrollments: people.flatMap((personId) =>
      some(courses).map((courseId) => {
        const end = one([undefined, near()]);
        return enrollment(`enr_${courseId.slice(4)}-${personId.slice(4)}`, courseId, {
          ...{
            personId,
            startsAt: before(),
            source: one(['grant', 'order', 'import', 'subscription', 'subscription']),
          },
          ...{ status: one(['active', 'active', 'expired', 'revoked']), progressPercent: below(101) },
          ...(end === undefined ? {} : { expiresAt: end, expireDate: one(EXPIRE_DATES) }),
          ...one([{}, { lastLectureId: one(lectureIds(courseId)), lastPositionSeconds: 7, lastWatchedAt: before() }]),
        });
      }),
    ),
    membershipPlans: plans.map((id) => ({
      ...{ ...named(id), name: id, description: '', planType: one(['recurring', 'recurring', 'lifetime']) },
      ...{ interval: 'month' as const, intervalCount: 1, priceAmount: 1, priceCurrency: 'EUR', trialDays: 0 },
      ...{ allCourses: below(4) === 0, status: one(['active', 'archived']) },
      ...{ courseIds: one([null, some(courses)]), productIds: one([null, some(products)]) },
    })),
    subscriptions: ids('sub', below(7)).map((id) => ({
      ...{
        id,
        personId: one(people),
        planId: one(plans),
        startedAt: one([before(), near()]),
        endsAt: one([null, near()]),
      },
      ...{ status: one(['active', 'active', 'active', 'trialing', 'past_due', 'paused', 'cancelled', 'expired']) },
      ...{ currentPeriodStart: now - DAY, currentPeriodEnd: now + one([1, DAY]), cancelAtPeriodEnd: false },
      ...{ priceAmount: 1, priceCurrency: 'EUR', ...stamps() },
    })),
    digitalProducts: products.map((id) => ({
      ...{ ...named(id), description: '', priceAmount: 1, priceCurrency: 'EUR', files: one([null, files(id)]) },
      ...{ downloadLimit: one([null, 1, 3]), status: one(['published', 'published', 'archived', 'draft']) },
    })),
    orders: ids('ord', 5).map((id) =>
      order(id, {
        ...{ personId: one(people), placedAt: before(), couponCode: one([null, 'SPRING']) },
        status: one(['paid', 'paid', 'partially_refunded', 'refunded', 'pending', 'cancelled', 'failed']),
      }),
    ),
    orderItems: ids('ord', 5).flatMap((id) =>
      times(below(3), (n) =>
        item(id, n, {
          kind: one(['digital_product', 'digital_product', 'course']),
          refId: one([...products, ...courses]),
        }),
      ),
    ),
    events: events.map((id) =>
      event(id, near(), { ...named(id), status: one(['published', 'published', 'cancelled', 'draft']) }),
    ),
    eventRegistrations: people.flatMap((personId) =>
      some(events).map((eventId) =>
        registration(`reg_${eventId}_${personId}`, eventId, {
          ...{
            personId,
            registeredAt: before(),
            status: one(['registered', 'registered', 'waitlisted', 'cancelled', 'attended']),
          },
          cancelledBy: one([null, 'school', 'member']),
        }),
      ),
    ),
    posts: ids('pst', 6).map((id) => ({
      ...{ ...named(id), bodyMarkdown: `Text of ${id}`, authorId: one(people), publishAt: one([null, near(), near()]) },
      ...{
        visibility: one(['public', 'members', 'plan', 'plan']),
        status: one(['published', 'published', 'draft', 'scheduled']),
      },
    })),
  } as const satisfies SchoolContent;
}

/** How often each person was given links to some of the files. */
export const randomDownloads = (
  { one, some, below }: Chance,
  siteId: string,
  people: readonly string[],
  { digitalProducts }: ReturnType<typeof randomSchool>,
) =>
  people.flatMap((personId) =>
    digitalProducts.flatMap(({ id: productId, files }) =>
      some(files ?? []).map(({ assetId }) => ({
        ...{ id: `dl_${personId}_${assetId}`, siteId, personId, productId, assetId },
        ...{ count: one([1, 2, below(5)]), linkExpiresAt: 0, updatedAt: 0 },
      })),
    ),
  );
