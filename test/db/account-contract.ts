/** What the store of members' own data promises on either engine of their profile and of where they stopped. */
import type { Test } from 'tap';
import { course, enrollment, lecture } from '../support/account.ts';
import { HOUR, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode } from './stores.ts';
import { ELSEWHERE, first, ME, NEIGHBOUR, NOBODY, withOthers } from './two-schools.ts';

export function accountContract(t: Test, node: NewNode): void {
  t.test('a profile belongs to one person at one school [D3]', async (t) => {
    const { account } = await withOthers(t, node);
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

  t.test('a profile change applies whole: the name at every school, the rest at one [D3]', async (t) => {
    const { account, db } = await withOthers(t, node);
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

  t.test('a lecture is open once it is out, while the enrollment in its course lasts [D3]', async (t) => {
    const { account, schoolContent } = await withOthers(t, node);
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
    const opened = {
      courseSlug: 'botany',
      courseStatus: 'published' as const,
      title: 'Lecture lec',
      durationSeconds: 600,
    };
    t.strictSame(await account.findOpenLecture(ME, 'lec', NOW), { enrollment: { id: 'enr_1' }, ...opened });
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

  t.test('a watch position is kept per lecture, and the latest of them with the enrollment [D3]', async (t) => {
    const stores = await withOthers(t, node);
    const { account, schoolContent, db } = stores;
    await schoolContent.add(SITE.id, { lectures: [lecture('lec_1', 'crs_1'), lecture('lec_2', 'crs_1')] });
    const save = (lectureId: string, positionSeconds: number, watchedAt: number) =>
      account.saveWatchPosition(ME, { id: 'enr_1' }, { lectureId, positionSeconds, watchedAt });
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
}
