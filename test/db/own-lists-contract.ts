/** What the store of members' own data promises of its lists: whose they are, their order, their pages. */
import type { Test } from 'tap';
import type { CourseFilter } from '../../db/school/own/own-courses.ts';
import type { EventFilter } from '../../db/school/own/own-registrations.ts';
import type { Page, PageKey, PageRequest } from '../../schema/data/list-page.ts';
import { course, enrollment, event, item, lecture, order, registration } from '../support/account.ts';
import { DAY, HOUR, NOW, SITE, times } from './fixtures.ts';
import type { NewNode } from './stores.ts';
import { ELSEWHERE, first, ME, NEIGHBOUR, NOBODY, withOthers } from './two-schools.ts';

/** Walks to the end. @returns the ids in the order they came, and the sizes of the pages */
async function walk<Row extends { id: string }>(
  read: (request: PageRequest) => Promise<Page<Row>>,
  keyOf: (row: Row) => PageKey,
  first: number,
): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let after: PageKey | undefined; sizes.length < 200; ) {
    const { rows, hasMore } = await read({ first, after });
    ids.push(...rows.map(({ id }) => id));
    sizes.push(rows.length);
    const last = rows.at(-1);
    if (!hasMore || last === undefined) break;
    after = keyOf(last);
  }
  return { ids, sizes };
}

export function ownListsContract(t: Test, node: NewNode): void {
  t.test(
    'enrolled courses come newest first, in pages that repeat and skip none, and by their state [D3]',
    async (t) => {
      const stores = await withOthers(t, node);
      const { account, schoolContent } = stores;
      const ends = { expireDate: '2026-11-21', expiresAt: NOW };
      const states = [
        {},
        { expireDate: '2026-11-22', expiresAt: NOW + 1 },
        ends,
        { status: 'expired' as const },
        { status: 'revoked' as const },
      ];
      const ids = times(50, (n) => `e${String(n).padStart(2, '0')}`);
      await schoolContent.add(SITE.id, {
        courses: ids.map((id) => course(`c_${id}`)),
        lectures: [
          lecture('lec_1', 'c_e48'),
          lecture('lec_2', 'c_e48'),
          lecture('lec_3', 'c_e48', { status: 'draft' }),
        ],
        // Five states, three rows of each at each time.
        enrollments: ids.map((id, n) =>
          enrollment(id, `c_${id}`, { personId: 'usr_1', startsAt: NOW + DAY + Math.floor(n / 15), ...states[n % 5] }),
        ),
      });
      await schoolContent.add(SITE.id, {
        enrollments: ids.map((id) => enrollment(`n_${id}`, `c_${id}`, { personId: 'usr_2', startsAt: NOW + 9 * DAY })),
      });
      const latestFirst = (states: number[]): string[] =>
        ids
          .map((id, n) => ({ id, n }))
          .filter(({ n }) => states.includes(n % 5))
          .sort((a, b) => Math.floor(b.n / 15) - Math.floor(a.n / 15) || b.n - a.n)
          .map(({ id }) => id);
      // The platform of all contracts has one enrollment, for ever and of long ago.
      const wanted: Record<CourseFilter, string[]> = {
        all: [...latestFirst([0, 1, 2, 3]), 'enr_1'],
        active: [...latestFirst([0, 1]), 'enr_1'],
        expired: latestFirst([2, 3]),
      };
      for (const filter of Object.keys(wanted) as CourseFilter[]) {
        for (const size of [1, 7, 100]) {
          const walked = await walk(
            (request) => account.enrolledCourses(ME, filter, request, NOW),
            ({ enrolledAt, id }) => ({ at: enrolledAt, id }),
            size,
          );
          t.strictSame(walked.ids, wanted[filter], `${filter}, ${size} at a time`);
          t.ok(walked.sizes.slice(0, -1).every((count) => count === size));
        }
        t.equal(await account.countEnrolledCourses(ME, filter, NOW), wanted[filter].length);
        t.equal((await account.enrolledCourses(ELSEWHERE, filter, first(9), NOW)).rows.length, 0);
        t.equal(await account.countEnrolledCourses(NOBODY, filter, NOW), 0);
      }
      const { rows } = await account.enrolledCourses(ME, 'all', first(100), NOW);
      t.strictSame(rows.find(({ id }) => id === 'e48') ?? rows.find(({ id }) => id === 'e47'), {
        id: 'e48',
        courseId: 'c_e48',
        slug: 'c-e48',
        title: 'Course c_e48',
        coverImageUrl: null,
        enrolledAt: NOW + DAY + 3,
        listedAt: NOW + DAY + 3,
        expireDate: null,
        expiresAt: null,
        source: 'grant',
        subscriptionIds: [],
        isExpired: true,
        progressPercent: 0,
        completedAt: null,
        lectureCount: 2,
        isPublished: true,
        lastWatched: undefined,
      });
      const counts = await Promise.all(
        [NOW - 1, NOW, NOW + 1].map((now) => account.countEnrolledCourses(ME, 'active', now)),
      );
      t.strictSame(counts, [31, 21, 11], 'each day ends at its very millisecond');
    },
  );

  t.test('orders come newest first with their items, and only the member’s own [D3]', async (t) => {
    const { account, schoolContent } = await withOthers(t, node);
    const ids = times(23, (n) => `o${String(n).padStart(2, '0')}`);
    const own = { personId: 'usr_1', paidAt: NOW, couponCode: 'SPRING', refundedAmount: 7, currency: 'JPY' };
    await schoolContent.add(SITE.id, {
      orders: [
        ...ids.map((id, n) => order(id, { ...own, placedAt: NOW - (n % 3) })),
        order('o_neighbour', { personId: 'usr_2', placedAt: NOW }),
      ],
      orderItems: ids.flatMap((id) => [item(id, 1), item(id, 0, { kind: 'event', quantity: 3 })]),
    });
    await schoolContent.add('site_2', { orders: [order('o_abbey', own)], orderItems: [item('o_abbey', 0)] });
    const walked = await walk(
      (request) => account.orders(ME, request),
      ({ placedAt, id }) => ({ at: placedAt, id }),
      4,
    );
    const wanted = [0, 1, 2].flatMap((rest) => ids.filter((_, n) => n % 3 === rest).reverse());
    t.strictSame(walked.ids, wanted);
    t.equal(await account.countOrders(ME), 23);
    t.strictSame((await account.orders(ELSEWHERE, first(5))).rows[0], {
      id: 'o_abbey',
      number: 'N-o_abbey',
      status: 'paid',
      placedAt: 0,
      paidAt: NOW,
      total: 1000,
      refundedAmount: 7,
      currency: 'JPY',
      couponCode: 'SPRING',
    });
    const lines = await account.orderItems(ME, ['o01', 'o00', 'o_abbey', 'unknown', "'"]);
    t.strictSame(
      lines.map(({ orderId, title }) => [orderId, title]),
      ['o00', 'o01'].flatMap((id) => [0, 1].map((position) => [id, `Item ${position} of ${id}`])),
      'none of another school',
    );
    t.strictSame(lines[0], { orderId: 'o00', kind: 'event', title: 'Item 0 of o00', quantity: 3, unitAmount: 500 });
    t.strictSame(await account.orderItems(ME, []), []);
    t.equal((await account.orderItems(ME, ids)).length, 46, 'of many orders at once');
  });

  t.test('event registrations come newest first, and by whether the event is over [D3]', async (t) => {
    const { account, schoolContent } = await withOthers(t, node);
    const ids = times(20, (n) => `r${String(n).padStart(2, '0')}`);
    // Every other one ends now.
    await schoolContent.add(SITE.id, {
      events: ids.map((id, n) => event(`e_${id}`, NOW - HOUR + (n % 2), { location: 'Hall' })),
      eventRegistrations: [
        ...ids.map((id, n) =>
          registration(id, `e_${id}`, { personId: 'usr_1', registeredAt: NOW + Math.floor(n / 4) }),
        ),
        registration('r_neighbour', 'e_r00', { personId: 'usr_2', registeredAt: NOW + DAY }),
      ],
    });
    const wanted: Record<EventFilter, string[]> = {
      all: ids.toReversed(),
      upcoming: ids.filter((_, n) => n % 2 === 1).reverse(),
      past: ids.filter((_, n) => n % 2 === 0).reverse(),
    };
    for (const filter of Object.keys(wanted) as EventFilter[]) {
      const walked = await walk(
        (request) => account.eventRegistrations(ME, filter, request, NOW),
        ({ registeredAt, id }) => ({ at: registeredAt, id }),
        3,
      );
      t.strictSame(walked.ids, wanted[filter], filter);
      t.equal(await account.countEventRegistrations(ME, filter, NOW), wanted[filter].length);
      t.equal((await account.eventRegistrations(ELSEWHERE, filter, first(5), NOW)).rows.length, 0);
      t.equal(await account.countEventRegistrations(ELSEWHERE, filter, NOW), 0);
    }
    t.strictSame(await account.findEventRegistration(ME, 'r01'), {
      id: 'r01',
      status: 'registered',
      cancelledBy: null,
      registeredAt: NOW,
      event: {
        id: 'e_r01',
        status: 'published',
        title: 'Event e_r01',
        slug: 'e-r01',
        startsAt: NOW - HOUR + 1,
        endsAt: NOW + 1,
        timezone: 'Europe/Berlin',
        location: 'Hall',
        joinUrl: 'https://meet.example/e_r01',
      },
    });
    for (const member of [NEIGHBOUR, ELSEWHERE, NOBODY]) {
      t.equal(await account.findEventRegistration(member, 'r01'), undefined);
    }
    t.equal(await account.findEventRegistration(ME, '\u0000'), undefined);
  });
}
