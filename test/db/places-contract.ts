/** What stores promise where only so many can have something: registrations for an event, the homepage, the last owner. */
import type { Test } from 'tap';
import { event, HOUR, NOW, person, SITE, times } from './fixtures.ts';
import type { NewNodes, Stores } from './stores.ts';

const audited = event({ event: 'resource_changed', siteId: SITE.id });

export function placesContract(t: Test, nodes: NewNodes): void {
  t.test('an event never takes more registrations than its capacity, over two nodes [D2]', async (t) => {
    const both = await nodes(t);
    const [one] = both;
    await addPeople(one, 20);
    await one.schoolContent.add(SITE.id, {
      events: [
        {
          id: 'evt_1',
          slug: 'e',
          title: 'E',
          description: '',
          kind: 'online',
          startsAt: NOW,
          endsAt: NOW + HOUR,
          timezone: 'UTC',
          capacity: 3,
          priceAmount: 0,
          priceCurrency: 'EUR',
          status: 'published',
          createdAt: NOW,
          updatedAt: NOW,
        },
      ],
    });
    const place = { siteId: SITE.id, eventId: 'evt_1' };
    type Wanted = Omit<Parameters<typeof one.eventRegistrations.register>[0], 'status' | 'updatedAt'>;
    /** A place, or a wait where there is none. */
    const registerAs = async (wanted: Wanted, now: number, { eventRegistrations, records } = one) => {
      const seen = Number((await records('eventRegistrations').find(wanted.siteId, wanted.id))?.updatedAt ?? now);
      const as = (status: 'registered' | 'waitlisted') =>
        eventRegistrations.register({ ...wanted, status, updatedAt: seen + 1 }, { now, seen }, audited);
      return (await as('registered')) || (await as('waitlisted'));
    };
    const register = (n: number, node = pick(both, n)) =>
      registerAs({ ...place, id: `reg_${n}`, personId: `usr_p${n}` }, NOW + n, node);
    const results = await Promise.all(times(20, (n) => register(n)));
    t.strictSame(new Set(results), new Set([true]));
    const states = async () => {
      const { rows } = await one.records('eventRegistrations').page(SITE.id, {
        first: 100,
        after: undefined,
        sort: 'registeredAt',
        descending: false,
        where: { eventId: 'evt_1' },
      });
      const count = (status: string) => rows.filter((row) => row.status === status).length;
      return { registered: count('registered'), waitlisted: count('waitlisted'), cancelled: count('cancelled') };
    };
    t.strictSame(await states(), { registered: 3, waitlisted: 17, cancelled: 0 });
    t.equal((await one.records('events').find(SITE.id, 'evt_1'))?.registeredCount, 3, 'kept in the row');
    t.equal(await register(0), false, 'once each');
    const cancel = async (n: number, { eventRegistrations, records } = pick(both, n)): Promise<boolean> => {
      const row = await records('eventRegistrations').find(SITE.id, `reg_${n}`);
      if (row?.status === 'cancelled') return false;
      const seen = { ...place, id: `reg_${n}`, seen: Number(row?.updatedAt) };
      // Another one that was given up may have passed its place on to this one.
      return (await eventRegistrations.cancel(seen, NOW + 100, audited)) || cancel(n);
    };
    await Promise.all(times(10, (n) => cancel(n)));
    t.strictSame(await states(), { registered: 3, waitlisted: 7, cancelled: 10 });
    const gone = { ...place, id: 'reg_0', seen: NOW + 100 };
    t.equal(await both[1].eventRegistrations.cancel(gone, NOW + 101, audited), false);
    t.equal(await both[1].eventRegistrations.cancel({ ...place, id: 'reg_15', seen: 1 }, NOW + 101, audited), false);
    t.equal(await register(1), true, 'who gave up can come again');
    t.strictSame(await states(), { registered: 3, waitlisted: 8, cancelled: 9 });
    const late = { ...place, id: 'reg_x', personId: 'usr_p2' };
    t.equal(await registerAs({ ...late, id: 'reg_2' }, NOW + HOUR), false, 'it is over');
    t.equal(await registerAs({ ...late, siteId: 'other' }, NOW), false);
    t.equal(await registerAs({ ...late, personId: 'usr_nobody' }, NOW), false, 'who is no member of the school');
    t.strictSame(await states(), { registered: 3, waitlisted: 8, cancelled: 9 }, 'and nothing is left of those');
  });

  t.test('exactly one page is the homepage, however many are set at once over two nodes [D2]', async (t) => {
    const both = await nodes(t);
    const [one] = both;
    const page = (n: number) => ({
      id: `pag_${n}`,
      slug: `p-${n}`,
      title: 'P',
      status: n === 9 ? ('draft' as const) : ('published' as const),
      isHomepage: false,
      createdAt: n,
      updatedAt: n,
    });
    await one.schoolContent.add(SITE.id, { pages: times(10, page) });
    await one.schoolContent.add('site_2', { pages: [{ ...page(20), isHomepage: true }] });
    const homepages = () => one.records('pages').count(SITE.id, { isHomepage: true });
    const turned = (id: string, seen: unknown) => ({ id, seen: Number(seen), updatedAt: Number(seen) + 1 });
    const former = async () => {
      const row = await one.records('pages').findBy(SITE.id, { isHomepage: true });
      return row && turned(String(row.id), row.updatedAt);
    };
    for (const round of times(10, (n) => n)) {
      await Promise.all(
        times(9, async (n) => {
          const node = pick(both, n + round);
          const row = await node.records('pages').find(SITE.id, `pag_${n}`);
          return node.homepages.set(SITE.id, turned(`pag_${n}`, row?.updatedAt), await former(), [audited]);
        }),
      );
      t.equal(await homepages(), 1);
    }
    const current = await former();
    t.equal(await one.homepages.set(SITE.id, turned('pag_9', 9), current, [audited]), false, 'no draft');
    t.equal(await one.homepages.set(SITE.id, turned('pag_20', 20), current, [audited]), false, 'of another school');
    const other = times(9, (n) => `pag_${n}`).find((id) => id !== current?.id) ?? '';
    const seen = (await one.records('pages').find(SITE.id, other))?.updatedAt;
    t.equal(await one.homepages.set(SITE.id, turned(other, seen), undefined, [audited]), false, 'there is one');
    t.equal(await homepages(), 1);
    t.equal(await one.records('pages').count('site_2', { isHomepage: true }), 1, 'which keeps its own');
  });

  t.test('a school always keeps an active owner, whatever changes at once over two nodes [D2]', async (t) => {
    const both = await nodes(t);
    const [one] = both;
    for (const round of times(6, (n) => n)) {
      const owners = ['a', 'b', 'c'].map((name) => `usr_${round}${name}`);
      const siteId = `site_o${round}`;
      await one.platform.add({
        createdAt: NOW,
        sites: [{ id: siteId, slug: `o-${round}`, name: 'O' }],
        people: owners.map((id) => person(id)),
        memberships: owners.map((personId) => ({ personId, siteId, role: 'owner' as const })),
      });
      const changes = [{ role: 'member' }, { status: 'suspended' }, { status: 'removed' }] as const;
      await Promise.all(
        owners.map((id, n) =>
          pick(both, n).members.changeRoleOrStatus(
            siteId,
            id,
            {
              changes: changes[(n + round) % 3] ?? {},
              seen: NOW,
              by: { personId: owners[(n + 1) % 3] ?? '', role: 'owner' },
            },
            audited,
          ),
        ),
      );
      t.ok((await one.members.count(siteId, { role: 'owner', status: 'active' })) >= 1);
    }
  });

  t.test('members are searched and listed, and an e-mail address is invited once, over two nodes [D2]', async (t) => {
    const both = await nodes(t);
    const [one, two] = both;
    await addPeople(one, 5);
    t.match(await two.members.find(SITE.id, 'usr_p1'), { id: 'usr_p1', role: 'member', status: 'active', tags: null });
    t.equal(await two.members.find('other', 'usr_p1'), undefined);
    t.strictSame(await two.members.missing(SITE.id, ['usr_p1', 'usr_x', 'usr_p2']), ['usr_x']);
    const where = { role: 'member', status: 'active' } as const;
    const query = { first: 2, sort: 'joinedAt', descending: true, where };
    const first = await one.members.page(SITE.id, { ...query, after: undefined });
    t.match(first, { rows: [{ id: 'usr_p4' }, { id: 'usr_p3' }], hasMore: true });
    const key = { at: Number(first.rows[1]?.joinedAt), id: String(first.rows[1]?.id) };
    t.match(await one.members.page(SITE.id, { ...query, after: key }), { rows: [{ id: 'usr_p2' }, { id: 'usr_p1' }] });
    t.strictSame(await one.members.search(SITE.id, 'p3 riverside'), ['usr_p3']);
    t.strictSame(await one.members.search('other', 'p3'), []);
    await one.account.changeProfile({ siteId: SITE.id, personId: 'usr_p3' }, { name: 'Zoë Kvist' }, NOW);
    t.strictSame(await two.members.search(SITE.id, 'zoe'), ['usr_p3']);
    await two.account.renamePerson('usr_p3', 'Åsa Berg');
    t.strictSame(await one.members.search(SITE.id, 'asa'), ['usr_p3'], 'by the name that people give themselves');
    t.strictSame(await one.members.search(SITE.id, 'zoe'), []);

    const invitation = (id: string) => ({
      siteId: SITE.id,
      personId: id,
      email: 'new@school.example',
      account: person(id, { email: 'new@school.example', emailKey: 'new@school.example' }),
      role: 'staff' as const,
      invitedBy: null,
      notes: { tags: ['x'], customFields: { a: 'b' }, marketingConsent: true },
    });
    const invited = await Promise.all(times(8, (n) => pick(both, n).members.invite(invitation(`usr_n${n}`), audited)));
    t.equal(invited.filter(Boolean).length, 1);
    const account = await two.members.findAccount('New@School.example');
    t.match(await two.members.find(SITE.id, account?.id ?? ''), {
      status: 'invited',
      role: 'staff',
      tags: ['x'],
      customFields: { a: 'b' },
      marketingConsent: true,
    });
    const member = { id: 'usr_p1', notes: { tags: ['y'] }, seen: NOW + 1 };
    t.equal(await one.members.updateNotes(SITE.id, [member], [audited]), true);
    t.equal(
      await two.members.updateNotes(SITE.id, [{ ...member, id: 'usr_p2', seen: NOW + 2 }, member], [audited]),
      false,
    );
    t.match(await two.members.find(SITE.id, 'usr_p2'), { tags: null }, 'all of them or none');
  });

  t.test('ends of access follow the timezone, and of two simultaneous school settings one is saved [D2]', async (t) => {
    const [one, two] = await nodes(t);
    await one.schoolContent.add(SITE.id, {
      enrollments: times(4, (n) => ({
        id: `enr_d${n}`,
        personId: `usr_d${n}`,
        courseId: 'crs_1',
        status: 'active' as const,
        startsAt: 5,
        expireDate: n === 3 ? null : '2027-01-01',
        expiresAt: n === 3 ? null : 1,
      })),
    });
    const [first, ...rest] = await two.lastDays.page(SITE.id, 10);
    t.match(first, { id: 'enr_d0', startsAt: 5, expireDate: '2027-01-01', expiresAt: 1 });
    t.match(await two.lastDays.page(SITE.id, 1, first), [{ id: rest[0]?.id }]);
    const days = [{ id: 'enr_d0', expireDate: '2027-01-01', expiresAt: 2 }];
    await one.lastDays.move(SITE.id, 'Asia/Tokyo', days, NOW);
    t.match(await two.lastDays.page(SITE.id, 1), [{ expiresAt: 1 }], 'the school is not there');
    await one.lastDays.move(SITE.id, 'UTC', [...days, { id: 'enr_d1', expireDate: '2027-01-02', expiresAt: 2 }], NOW);
    t.match(await two.lastDays.page(SITE.id, 2), [{ expiresAt: 2 }, { expiresAt: 1 }], 'nor a day that changed');

    const seen = Number((await one.school.find(SITE.id))?.updatedAt);
    const updates = [one, two].map(({ school }, n) =>
      school.update(
        SITE.id,
        { timezone: n ? 'Asia/Tokyo' : 'UTC', socialLinks: { a: 'b' }, updatedAt: seen + 1 },
        seen,
        audited,
      ),
    );
    t.strictSame((await Promise.all(updates)).sort(), [false, true]);
    t.match(await two.school.find(SITE.id), { socialLinks: { a: 'b' }, updatedAt: seen + 1 });
    const defaults = {
      themeColor: '#000000',
      accentColor: '#000000',
      font: 'system',
      headerLinks: [],
      footerMarkdown: '',
      homepageSections: [],
      customCss: '',
      updatedAt: 7,
    };
    const paint = ({ school }: Stores, themeColor: string) =>
      school.updateAppearance(SITE.id, { themeColor, updatedAt: 8 }, { seen: 7, defaults }, audited);
    t.strictSame((await Promise.all([paint(one, '#111111'), paint(two, '#222222')])).sort(), [false, true]);
    t.match(await two.school.findAppearance(SITE.id), { accentColor: '#000000', headerLinks: [], updatedAt: 8 });
  });

  t.test('a scheduled post is published at its time, and not earlier [D2]', async (t) => {
    const [one, two] = await nodes(t);
    const post = (id: string, status: 'draft' | 'scheduled', publishAt: number) => ({
      id,
      slug: id.replace('_', '-'),
      title: 'P',
      bodyMarkdown: '',
      authorId: 'usr_1',
      visibility: 'public' as const,
      status,
      publishAt,
      createdAt: 1,
      updatedAt: 1,
    });
    await one.schoolContent.add(SITE.id, {
      posts: [post('pst_1', 'scheduled', NOW), post('pst_2', 'scheduled', NOW + 1), post('pst_3', 'draft', NOW)],
    });
    await two.scheduledPosts.publishDue(NOW);
    const statusOf = async (id: string) => (await one.records('posts').find(SITE.id, id))?.status;
    t.strictSame(await Promise.all(['pst_1', 'pst_2', 'pst_3'].map(statusOf)), ['published', 'scheduled', 'draft']);
  });
}

const pick = ([one, two]: [Stores, Stores], n: number): Stores => (n % 2 === 0 ? one : two);

const addPeople = ({ platform }: Stores, count: number): Promise<void> =>
  platform.add({
    createdAt: NOW,
    sites: [],
    people: times(count, (n) => person(`usr_p${n}`)),
    memberships: times(count, (n) => ({
      personId: `usr_p${n}`,
      siteId: SITE.id,
      role: 'member' as const,
      joinedAt: NOW + n,
    })),
  });
