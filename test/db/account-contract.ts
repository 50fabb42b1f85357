/** What the store of members' own data promises on either engine. */
import { type SQL, sql } from 'drizzle-orm';
import type { Test } from 'tap';
import type { CourseFilter, EventFilter } from '../../db/stores/account.ts';
import type { Member, Page, PageKey, PageRequest } from '../../schema/account.ts';
import { course, enrollment, event, item, lecture, order, registration } from '../support/account.ts';
import { DAY, HOUR, NOW, person, rowsOf, SITE, type Stores, times } from './fixtures.ts';

const ME: Member = { siteId: SITE.id, personId: 'usr_1' };
const NEIGHBOUR: Member = { siteId: SITE.id, personId: 'usr_2' };
const ELSEWHERE: Member = { siteId: 'site_2', personId: 'usr_1' };
const NOBODY: Member = { siteId: 'site_2', personId: 'usr_2' };

/** A second person, and a second school where only the first one is a member. */
async function addOthers({ platform }: Stores): Promise<void> {
  await platform.add({
    createdAt: NOW,
    sites: [
      {
        id: 'site_2',
        slug: 'abbey',
        name: 'Abbey „ü“',
        primaryDomain: 'abbey.example',
        locale: 'pt-BR',
        timezone: 'Europe/Lisbon',
      },
    ],
    people: [person('usr_2', { name: 'Neighbour' })],
    memberships: [
      { personId: 'usr_2', siteId: SITE.id, role: 'owner' },
      { personId: 'usr_1', siteId: 'site_2', role: 'member' },
    ],
  });
}

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

const first = (count: number): PageRequest => ({ first: count, after: undefined });

/**
 * Where transactions run side by side, makes whoever gets a place get it slowly, so that they do meet.
 * @returns what ends that
 */
async function slowDown({ db }: Stores): Promise<() => Promise<void>> {
  if (db.engine !== 'postgres') return async () => undefined;
  const run = async (statement: string): Promise<unknown> => {
    let done: Promise<unknown> | undefined;
    // On the database's own connections.
    db.one((q) => {
      done = (q as unknown as { execute(statement: SQL): Promise<unknown> }).execute(sql.raw(statement));
      return q.select().from(db.tables.sites);
    });
    return done;
  };
  await run(`create or replace function linger() returns trigger language plpgsql as
    $$ begin if new.status = 'registered' then perform pg_sleep(0.03); end if; return new; end $$`);
  // Nothing else shall make them wait for one another.
  await run('alter table event_registrations disable trigger user');
  await run('create trigger linger before update on event_registrations for each row execute function linger()');
  return async () => {
    await run('drop trigger if exists linger on event_registrations');
    await run('alter table event_registrations enable trigger user');
  };
}

export function accountContract(
  t: Test,
  node: (t: Test) => Promise<Stores>,
  nodes: (t: Test) => Promise<[Stores, Stores]>,
): void {
  const mine = async (t: Test): Promise<Stores> => {
    const stores = await node(t);
    await addOthers(stores);
    return stores;
  };

  t.test('D3: a profile is of a person at a school', async (t) => {
    const { account } = await mine(t);
    const person = { id: 'usr_1', email: 'usr_1@Riverside.example', name: 'Ána 🎻 O’Neill' };
    const site = { ...SITE, primaryDomain: null, locale: 'en', timezone: 'UTC' };
    t.strictSame(await account.profile(ME), { ...person, locale: null, marketingConsent: false, site });
    t.strictSame((await account.profile(ELSEWHERE))?.site, {
      id: 'site_2',
      name: 'Abbey „ü“',
      slug: 'abbey',
      primaryDomain: 'abbey.example',
      locale: 'pt-BR',
      timezone: 'Europe/Lisbon',
    });
    t.equal(await account.profile(NOBODY), undefined);
  });

  t.test('D3: a change of a profile applies whole; the name everywhere, the rest at one school', async (t) => {
    const { account, db } = await mine(t);
    const change = { name: 'Ünï „🎻“', locale: 'pt-BR', marketingConsent: true };
    await account.changeProfile(ME, change, NOW + HOUR);
    t.match(await account.profile(ME), change);
    t.match(await account.profile(ELSEWHERE), { name: change.name, locale: null, marketingConsent: false });
    t.match(await account.profile(NEIGHBOUR), { name: 'Neighbour', locale: null, marketingConsent: false });
    await account.changeProfile(ME, { locale: null }, NOW + 2 * HOUR);
    t.match(await account.profile(ME), { ...change, locale: null });
    await account.changeProfile(ME, {}, NOW + 3 * HOUR);
    await account.changeProfile(ME, { marketingConsent: false }, NOW + 2 * HOUR);
    const memberships = await rowsOf(db, 'memberships');
    t.strictSame(
      memberships.map(({ personId, siteId, updatedAt }) => [personId, siteId, updatedAt]).sort(),
      [
        ['usr_1', SITE.id, NOW + 2 * HOUR],
        ['usr_1', 'site_2', NOW],
        ['usr_2', SITE.id, NOW],
      ].sort(),
    );
  });

  t.test(
    'D3: courses come the latest first, a page at a time, also with equal times, and by their state',
    async (t) => {
      const stores = await mine(t);
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
        slug: 'c-e48',
        title: 'Course c_e48',
        coverImageUrl: null,
        enrolledAt: NOW + DAY + 3,
        expireDate: null,
        expiresAt: null,
        isEnded: true,
        progressPercent: 0,
        completedAt: null,
        lectureCount: 2,
        lastWatched: undefined,
      });
      const counts = await Promise.all(
        [NOW - 1, NOW, NOW + 1].map((now) => account.countEnrolledCourses(ME, 'active', now)),
      );
      t.strictSame(counts, [31, 21, 11], 'each day ends at its very millisecond');
    },
  );

  t.test('D3: orders come the latest first with their lines, and only the own', async (t) => {
    const { account, schoolContent } = await mine(t);
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

  t.test('D3: registrations come the latest first, and by whether the event is over', async (t) => {
    const { account, schoolContent } = await mine(t);
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
      registeredAt: NOW,
      event: {
        id: 'e_r01',
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

  t.test('D3: a lecture is open while it is out and an enrollment in its course is not over', async (t) => {
    const { account, schoolContent } = await mine(t);
    await schoolContent.add(SITE.id, {
      courses: [course('c_ending'), course('c_over'), course('c_other')],
      lectures: [
        lecture('lec', 'crs_1'),
        lecture('lec_draft', 'crs_1', { status: 'draft' }),
        lecture('lec_out', 'crs_1', { releaseAt: NOW }),
        lecture('lec_later', 'crs_1', { releaseAt: NOW + 1 }),
        lecture('lec_ending', 'c_ending'),
        lecture('lec_over', 'c_over'),
        lecture('lec_other', 'c_other'),
      ],
      enrollments: [
        enrollment('e_ending', 'c_ending', { personId: 'usr_1', expireDate: '2026-11-21', expiresAt: NOW + 1 }),
        enrollment('e_over', 'c_over', { personId: 'usr_1', status: 'revoked' }),
        enrollment('e_other', 'c_other', { personId: 'usr_2' }),
      ],
    });
    const opened = { courseSlug: 'botany', title: 'Lecture lec', durationSeconds: 600 };
    t.strictSame(await account.findOpenLecture(ME, 'lec', NOW), { enrollmentId: 'enr_1', ...opened });
    const open = async (id: string, now = NOW, member = ME) =>
      (await account.findOpenLecture(member, id, now)) !== undefined;
    t.ok(await open('lec_out'));
    t.ok(await open('lec_ending'));
    t.notOk(await open('lec_ending', NOW + 1));
    for (const id of ['lec_draft', 'lec_later', 'lec_over', 'lec_other', 'lec_x', '\u0000'])
      t.notOk(await open(id), id);
    t.ok(await open('lec_later', NOW + 1));
    for (const member of [NEIGHBOUR, ELSEWHERE, NOBODY]) t.notOk(await open('lec', NOW, member));
  });

  t.test('D3: a watch position is kept for each lecture, and the last of them with the enrollment', async (t) => {
    const stores = await mine(t);
    const { account, schoolContent, db } = stores;
    await schoolContent.add(SITE.id, { lectures: [lecture('lec_1', 'crs_1'), lecture('lec_2', 'crs_1')] });
    const save = (lectureId: string, positionSeconds: number, watchedAt: number) =>
      account.saveWatchPosition(ME, 'enr_1', { lectureId, positionSeconds, watchedAt });
    await save('lec_1', 10, NOW);
    await save('lec_2', 20, NOW + 1);
    await save('lec_1', 30, NOW + 2);
    const positions = (await rowsOf(db, 'watchPositions')).map(
      ({ lectureId, positionSeconds, watchedAt, siteId }) => `${siteId} ${lectureId} ${positionSeconds} ${watchedAt}`,
    );
    t.strictSame(positions.sort(), [`${SITE.id} lec_1 30 ${NOW + 2}`, `${SITE.id} lec_2 20 ${NOW + 1}`]);
    const { rows } = await account.enrolledCourses(ME, 'all', first(1), NOW);
    t.strictSame(rows[0]?.lastWatched, {
      lectureId: 'lec_1',
      title: 'Lecture lec_1',
      positionSeconds: 30,
      watchedAt: NOW + 2,
    });
    await Promise.all(times(20, (n) => save('lec_2', n, NOW + 3)));
    t.equal((await rowsOf(db, 'watchPositions')).length, 2, 'twenty at once are one');
  });

  /** Two with a place who will go, and who waits. */
  async function fullEvent(stores: Stores, id: string, capacity: number | null, waiting: number): Promise<void> {
    const people = ['usr_1', 'usr_2'];
    await stores.schoolContent.add(SITE.id, {
      events: [event(id, NOW + DAY, { capacity })],
      eventRegistrations: [
        ...people.map((personId) => registration(`${id}_${personId}`, id, { personId, registeredAt: NOW })),
        ...times(waiting, (n) =>
          registration(`${id}_w${n}`, id, {
            personId: `waiting_${n}`,
            status: 'waitlisted',
            registeredAt: NOW + 10 + Math.floor(n / 2),
          }),
        ),
      ],
    });
  }

  const having = async ({ db }: Stores, eventId: string, status: string): Promise<string[]> =>
    (await rowsOf(db, 'eventRegistrations'))
      .filter((row) => row.eventId === eventId && row.status === status)
      .map(({ id }) => String(id).slice(eventId.length + 1))
      .sort();

  async function cancel({ account }: Stores, member: Member, eventId: string): Promise<boolean> {
    const registration = await account.findEventRegistration(member, `${eventId}_${member.personId}`);
    if (registration === undefined) throw new Error(`no registration of ${member.personId} for ${eventId}`);
    return account.cancelEventRegistration(member, registration, NOW + HOUR);
  }

  t.test('D3: a place that is given up goes to who has waited longest, once', async (t) => {
    const stores = await mine(t);
    await fullEvent(stores, 'evt', 2, 3);
    await fullEvent(stores, 'free', null, 1);
    await fullEvent(stores, 'tight', 1, 1);
    t.equal(await cancel(stores, ME, 'evt'), true);
    t.strictSame(await having(stores, 'evt', 'registered'), ['usr_2', 'w0']);
    t.equal(await cancel(stores, ME, 'evt'), false, 'there is nothing to give up any more');
    t.strictSame(await having(stores, 'evt', 'waitlisted'), ['w1', 'w2']);
    t.equal(await cancel(stores, NEIGHBOUR, 'evt'), true);
    t.strictSame(await having(stores, 'evt', 'registered'), ['w0', 'w1']);
    await cancel(stores, ME, 'free');
    t.strictSame(await having(stores, 'free', 'registered'), ['usr_2', 'w0']);
    await cancel(stores, ME, 'tight');
    t.strictSame(await having(stores, 'tight', 'registered'), ['usr_2'], 'still as full as it may be');
    const trail = await rowsOf(stores.db, 'auditEvents');
    t.strictSame(
      trail
        .filter(({ event }) => event === 'resource_changed')
        .map(({ siteId, personId, target }) => [siteId, personId, target]),
      [
        [SITE.id, ME.personId, 'event_registration/evt_w0'],
        [SITE.id, NEIGHBOUR.personId, 'event_registration/evt_w1'],
        [SITE.id, ME.personId, 'event_registration/free_w0'],
      ],
      'who moved up, and because of whom',
    );
    const { updatedAt } = (await rowsOf(stores.db, 'events')).find(({ id }) => id === 'evt') ?? {};
    t.equal(updatedAt, 0, 'the event itself has not changed');
  });

  t.test('D3: places given up at once on two nodes are all filled, and never more than there are', async (t) => {
    const both = await nodes(t);
    await addOthers(both[0]);
    const hurry = await slowDown(both[0]);
    for (const [size, eventId] of times(16, (n) => [n < 6 ? 2 : 8, `evt${n}`] as const)) {
      if (size === 8) await hurry();
      const members = times(size, (n): Member => ({ siteId: SITE.id, personId: `going_${n}` }));
      const id = (kind: string, n: number) => `${eventId}_${kind}${n}`;
      await both[0].schoolContent.add(SITE.id, {
        events: [event(eventId, NOW + DAY, { capacity: size })],
        eventRegistrations: [
          ...members.map(({ personId }, n) => registration(id('g', n), eventId, { personId, registeredAt: n })),
          ...times(size + 2, (n) => ({ personId: `waiting_${n}`, status: 'waitlisted' as const, registeredAt: n })).map(
            (more, n) => registration(id('w', n), eventId, more),
          ),
        ],
      });
      const nodeOf = (n: number): Stores => both[n % 2 === 0 ? 0 : 1];
      const held = await Promise.all(
        members.map((member, n) => nodeOf(n).account.findEventRegistration(member, id('g', n))),
      );
      const done = await Promise.all(
        members.map((member, n) => {
          const own = held[n];
          return own !== undefined && nodeOf(n).account.cancelEventRegistration(member, own, NOW + HOUR);
        }),
      );
      t.strictSame(
        done,
        times(size, () => true),
      );
      const promoted = times(size, (n) => `w${n}`);
      t.strictSame(await having(both[0], eventId, 'registered'), promoted, `${size} at once`);
      t.strictSame(await having(both[1], eventId, 'waitlisted'), [`w${size}`, `w${size + 1}`]);
    }
  });

  t.test('D3: of the same place given up ten times at once on two nodes one counts', async (t) => {
    const both = await nodes(t);
    await addOthers(both[0]);
    for (const round of times(5, (n) => `evt${n}`)) {
      await fullEvent(both[0], round, 2, 3);
      const done = await Promise.all(times(10, (n) => cancel(both[n % 2 === 0 ? 0 : 1], ME, round)));
      t.equal(done.filter(Boolean).length, 1);
      t.strictSame(await having(both[0], round, 'registered'), ['usr_2', 'w0'], round);
    }
  });
}
