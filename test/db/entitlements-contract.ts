/** What the stores promise of what members may open: by enrollments and subscriptions, at every instant. */
import type { Test } from 'tap';
import { enrollmentStore } from '../../db/school/learning/enrollments.ts';
import type { RowIn } from '../../db/school/records/record-table.ts';
import { recordStores } from '../../db/school/records/records.ts';
import { endOfDay } from '../../schema/school/calendar.ts';
import { enrollment, item, lecture, order } from '../support/account.ts';
import { fill, openCourses, subscription } from './entitlement-fixtures.ts';
import { DAY, event, HOUR, insertRows, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode } from './stores.ts';
import { first, ME, withOthers } from './two-schools.ts';

export function entitlementsContract(t: Test, node: NewNode): void {
  t.test('a subscription opens what its plan includes, exactly from its start to its end [D2]', async (t) => {
    const stores = await withOthers(t, node);
    const { account, db } = stores;
    await fill(stores);
    const end = NOW + 10 * DAY + 1;
    await insertRows(db, 'subscriptions', [subscription('sub_1', 'pln_some', { endsAt: end })]);
    const open = (now: number) => openCourses(t, stores, ME.personId, now);
    t.strictSame(await open(NOW - 1), ['crs_1'], 'one millisecond before it starts');
    t.strictSame(await open(NOW), ['crs_1', 'crs_a'], 'no draft');
    t.strictSame(await open(end - 1), ['crs_1', 'crs_a']);
    t.strictSame(await open(end), ['crs_1']);
    const given = (await account.enrolledCourses(ME, 'all', first(9), NOW)).rows.find(
      ({ courseId }) => courseId === 'crs_a',
    );
    t.match(given, {
      id: 'enr_a-1',
      source: 'subscription',
      subscriptionIds: ['sub_1'],
      enrolledAt: NOW,
      expireDate: '2026-12-01',
      expiresAt: end,
      isExpired: false,
      progressPercent: 0,
    });
    for (const status of ['trialing', 'past_due', 'paused', 'cancelled', 'expired'] as const) {
      const changes = { status, updatedAt: NOW + 1 };
      const records = recordStores(db, stores.audit)('subscriptions');
      await records.update(SITE.id, 'sub_1', changes, event({ siteId: SITE.id }), {});
      const isGiving = status === 'trialing' || status === 'past_due';
      t.strictSame(await open(NOW + 2), isGiving ? ['crs_1', 'crs_a'] : ['crs_1'], status);
    }
  });

  t.test('of two ways to a course the enrollment is named and the later end holds [D2]', async (t) => {
    const stores = await withOthers(t, node);
    const { account, db, schoolContent } = stores;
    await fill(stores);
    await insertRows(db, 'subscriptions', [
      subscription('sub_1', 'pln_some', { endsAt: NOW + 5 * DAY }),
      subscription('sub_2', 'pln_all', { startedAt: NOW + DAY, currentPeriodEnd: NOW + 2 * DAY }),
    ]);
    const last = '2026-11-24';
    await schoolContent.add(SITE.id, {
      enrollments: [
        enrollment('e_a', 'crs_a', { personId: 'usr_1', expireDate: last, expiresAt: endOfDay(last, 'UTC') }),
        enrollment('e_b', 'crs_b', { personId: 'usr_1', status: 'revoked' }),
      ],
    });
    const at = async (now: number) =>
      Object.fromEntries(
        (await account.enrolledCourses(ME, 'all', first(9), now)).rows.map((row) => [
          row.courseId,
          [row.source, row.expireDate, row.isExpired],
        ]),
      );
    t.strictSame(await at(NOW), { crs_1: ['grant', null, false], crs_a: ['grant', '2026-11-26', false] });
    t.strictSame(
      await at(NOW + DAY),
      {
        crs_1: ['grant', null, false],
        crs_a: ['grant', '2026-11-26', false],
        crs_b: ['subscription', '2026-11-23', false],
        crs_c: ['subscription', '2026-11-23', false],
      },
      'a revoked enrollment does not stop a subscription',
    );
    t.match(await at(NOW + 4 * DAY), { crs_a: ['subscription', '2026-12-23', false] }, 'the period went on elsewhere');
  });

  t.test('the progress in a given course is kept when it closes, and goes on when it opens again [D2]', async (t) => {
    const stores = await withOthers(t, node);
    const { account, audit, db } = stores;
    await fill(stores);
    await insertRows(db, 'subscriptions', [subscription('sub_1', 'pln_some', { endsAt: NOW + DAY })]);
    const lecture = await account.findOpenLecture(ME, 'lec_a', NOW);
    if (lecture === undefined) return t.fail('the lecture is open');
    const position = { lectureId: 'lec_a', positionSeconds: 600, watchedAt: NOW + HOUR };
    const saves = await Promise.all(times(5, () => account.saveWatchPosition(ME, lecture.enrollment, position)));
    t.equal(saves.filter(Boolean).length, 1, 'one of several creates the enrollment');
    const of = async (now: number) =>
      (await account.enrolledCourses(ME, 'all', first(9), now)).rows.find(({ courseId }) => courseId === 'crs_a');
    const id = 'enr_a-1';
    t.match(await of(NOW + HOUR), { id, enrolledAt: NOW, progressPercent: 100, isExpired: false });
    t.match(await of(NOW + DAY), {
      id,
      source: 'subscription',
      progressPercent: 100,
      isExpired: true,
      expireDate: '2026-11-22',
    });
    t.equal(await account.findOpenLecture(ME, 'lec_a', NOW + DAY), undefined);
    const records = recordStores(db, audit)('subscriptions');
    await records.update(SITE.id, 'sub_1', { endsAt: NOW + 9 * DAY }, event({ siteId: SITE.id }), {});
    t.match(await of(NOW + 3 * DAY), { id, progressPercent: 100, isExpired: false });

    const [kept] = (await rowsOf(db, 'enrollments')).filter((row) => row.id === id) as RowIn<'enrollments'>[];
    if (kept === undefined) return t.fail('the row is there');
    const row = { ...kept, source: 'grant' as const, startsAt: NOW + DAY, updatedAt: kept.updatedAt + 1 };
    const enrolling = { timezone: 'UTC', invitations: [], events: [] };
    const enroll = (seen: number) => enrollmentStore(db, audit).enroll(SITE.id, 'crs_a', [{ row, seen }], enrolling);
    t.equal(await enroll(kept.updatedAt - 1), false, 'only the row that was seen is replaced');
    t.equal(await enroll(kept.updatedAt), true, 'the school can enroll the student on top');
    t.match(await of(NOW + 99 * DAY), {
      id,
      source: 'grant',
      progressPercent: 100,
      isExpired: false,
      expireDate: null,
    });
  });

  t.test('a lecture opens some days after the start of each access, and at its time, to the second [D2]', async (t) => {
    const stores = await withOthers(t, node);
    const { account, db, schoolContent } = stores;
    await fill(stores);
    await schoolContent.add(SITE.id, {
      lectures: [
        lecture('lec_week', 'crs_a', { releaseAfterDays: 7 }),
        lecture('lec_own', 'crs_1', { releaseAfterDays: 3 }),
        lecture('lec_at', 'crs_a', { releaseAt: NOW + HOUR }),
      ],
    });
    await insertRows(db, 'subscriptions', [subscription('sub_1', 'pln_some')]);
    const opensAt = async (id: string, at: number) => [
      (await account.findOpenLecture(ME, id, at - 1)) !== undefined,
      (await account.findOpenLecture(ME, id, at)) !== undefined,
    ];
    t.strictSame(await opensAt('lec_week', NOW + 7 * DAY), [false, true]);
    t.strictSame(await opensAt('lec_own', NOW + 3 * DAY), [false, true]);
    t.strictSame(await opensAt('lec_at', NOW + HOUR), [false, true]);
  });

  t.test('products come from paid orders for good and from plans while they last, and posts follow [D2]', async (t) => {
    const stores = await withOthers(t, node);
    const { account, db, schoolContent } = stores;
    await fill(stores);
    const product = (id: string, status: 'draft' | 'published' | 'archived' = 'published') => ({
      ...{ id, slug: id, title: id, description: '', priceAmount: 1, priceCurrency: 'EUR', files: [] },
      ...{ status, createdAt: NOW, updatedAt: NOW },
    });
    const own = { personId: 'usr_1', paidAt: NOW };
    const states = ['paid', 'partially_refunded', 'refunded', 'pending', 'cancelled', 'failed'] as const;
    await schoolContent.add(SITE.id, {
      digitalProducts: [
        ...states.map((status) => product(`prd_${status}`)),
        product('prd_given'),
        product('prd_archived', 'archived'),
        product('prd_draft', 'draft'),
        product('prd_others'),
      ],
      orders: [
        ...states.map((status) => order(`o_${status}`, { ...own, status })),
        order('o_kept', own),
        order('o_others', { personId: 'usr_2' }),
      ],
      orderItems: [
        ...states.map((status) => item(`o_${status}`, 0, { kind: 'digital_product', refId: `prd_${status}` })),
        item('o_kept', 0, { kind: 'digital_product', refId: 'prd_archived' }),
        item('o_kept', 1, { kind: 'digital_product', refId: 'prd_draft' }),
        item('o_kept', 2, { kind: 'course', refId: 'prd_given' }),
        item('o_others', 0, { kind: 'digital_product', refId: 'prd_others' }),
      ],
    });
    await insertRows(db, 'subscriptions', [subscription('sub_1', 'pln_year', { endsAt: NOW + DAY })]);
    const ofNow = async (now: number) =>
      Object.fromEntries((await account.ownProducts(ME, first(20), now)).rows.map(({ id, source }) => [id, source]));
    const bought = { prd_partially_refunded: 'order', prd_paid: 'order', prd_archived: 'order' };
    t.same(await ofNow(NOW), { ...bought, prd_given: 'subscription' });
    t.same(await ofNow(NOW + DAY - 1), { ...bought, prd_given: 'subscription' });
    t.same(await ofNow(NOW + DAY), bought);
    t.equal(await account.countOwnProducts(ME, NOW), 4);
    t.match(await account.findOwnProduct(ME, 'prd_given', NOW), { source: 'subscription' });
    t.equal(await account.findOwnProduct(ME, 'prd_given', NOW + DAY), undefined);
    t.equal(await account.findOwnProduct(ME, 'prd_others', NOW), undefined);
    const post = (visibility: 'public' | 'members' | 'plan', more: object = {}) => ({
      ...{ id: `pst_${visibility}`, slug: visibility, title: visibility, bodyMarkdown: 'Text', authorId: 'usr_1' },
      ...{ visibility, status: 'published' as const, publishAt: NOW, createdAt: NOW, updatedAt: NOW, ...more },
    });
    await schoolContent.add(SITE.id, {
      posts: [
        // The one that was written last was published first.
        ...(['public', 'members', 'plan'] as const).map((visibility, n) =>
          post(visibility, { publishAt: NOW - n, createdAt: NOW - DAY + n }),
        ),
        post('plan', { id: 'pst_draft', slug: 'draft', status: 'draft' }),
        post('plan', { id: 'pst_later', slug: 'later', publishAt: NOW + 2 * DAY }),
      ],
    });
    const readable = async (now: number) => (await account.ownPosts(ME, first(20), now)).rows.map(({ slug }) => slug);
    t.strictSame(await readable(NOW + DAY - 1), ['public', 'members', 'plan']);
    t.strictSame(await readable(NOW + DAY), ['public', 'members']);
    t.equal(await account.countOwnPosts(ME, NOW + DAY), 2);
    t.match(await account.findOwnPost(ME, 'plan', NOW + DAY - 1), { bodyMarkdown: 'Text' });
    for (const slug of ['plan', 'draft', 'later', 'nothing']) {
      t.equal(await account.findOwnPost(ME, slug, NOW + DAY), undefined, slug);
    }
  });
}
