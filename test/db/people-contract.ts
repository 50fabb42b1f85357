/** What the stores of people, of their places at schools and of their sessions promise on either engine. */
import type { Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import { contentsOf, DAY, event, eventsOf, HOUR, insertRows, NOW, person, SITE } from './fixtures.ts';
import type { NewNode } from './stores.ts';

export function peopleContract(t: Test, node: NewNode): void {
  t.test('a person is found by e-mail address, with their memberships at active schools', async (t) => {
    const { people, platform, db } = await node(t);
    t.match(await people.findByEmail('usr_1@riverside.example'), {
      id: 'usr_1',
      email: 'usr_1@Riverside.example',
      name: 'Ána 🎻 O’Neill',
      passwordHash: null,
      emailVerified: true,
      active: true,
    });
    t.equal(await people.findByEmail('nobody@riverside.example'), undefined);
    await people.setPassword('usr_1', '$argon2id$x');
    t.equal((await people.findByEmail('usr_1@riverside.example'))?.passwordHash, '$argon2id$x');

    await platform.add({
      createdAt: NOW,
      sites: [
        { id: 'site_2', slug: 'abbey', name: 'Abbey' },
        { id: 'site_3', slug: 'closed', name: 'Closed' },
        { id: 'site_4', slug: 'former', name: 'Former' },
      ],
      people: [],
      memberships: [
        { personId: 'usr_1', siteId: 'site_2', role: 'admin' },
        { personId: 'usr_1', siteId: 'site_3', role: 'owner' },
      ],
    });
    await insertRows(db, 'memberships', [
      { personId: 'usr_1', siteId: 'site_4', role: 'owner', status: 'suspended', joinedAt: NOW },
    ]);
    await db.atomically(db.write((q) => q.update(db.tables.sites).set({ active: false }))());
    t.strictSame(await people.membershipsOf('usr_1'), []);
    await db.atomically(db.write((q) => q.update(db.tables.sites).set({ active: true }))());
    t.strictSame(
      (await people.membershipsOf('usr_1')).map(({ siteName, role }) => `${siteName}: ${role}`),
      ['Abbey: admin', 'Closed: owner', 'Riverside Academy: member'],
    );

    const profile = { emailVerified: true, name: 'Ána 🎻 O’Neill', enrolled: true };
    t.strictSame(await people.requireProfile({ personId: 'usr_1', siteId: SITE.id }), profile);
    t.strictSame(await people.requireProfile({ personId: 'usr_1', siteId: 'site_2' }), { ...profile, enrolled: false });
    await db.atomically(db.write((q) => q.update(db.tables.enrollments).set({ status: 'revoked' }))());
    t.strictSame(await people.requireProfile({ personId: 'usr_1', siteId: SITE.id }), { ...profile, enrolled: false });
    await t.rejects(people.requireProfile({ personId: 'nobody', siteId: SITE.id }));
  });

  t.test('adding people, sites and content that already exist changes nothing', async (t) => {
    const stores = await node(t);
    const before = await contentsOf(stores.db);
    t.equal(await stores.platform.hasSite(SITE.id), true);
    t.equal(await stores.platform.hasSite('nowhere'), false);
    await stores.platform.add({
      createdAt: NOW + DAY,
      sites: [{ ...SITE, name: 'Renamed' }],
      people: [person('usr_1', { name: 'Renamed', passwordHash: 'other' })],
      memberships: [{ personId: 'usr_1', siteId: SITE.id, role: 'owner' }],
    });
    await stores.schoolContent.add(SITE.id, {
      courses: [{ id: 'crs_1', slug: 'botany', title: 'Renamed', createdAt: NOW }],
      enrollments: [{ id: 'enr_1', personId: 'usr_1', courseId: 'crs_1', status: 'revoked', startsAt: NOW }],
    });
    t.strictSame(await contentsOf(stores.db), before);
  });

  t.test('a session is found by its hash as long as it lasts and its person is active', async (t) => {
    const { sessions, db } = await node(t);
    const session = (id: string) => ({
      id,
      hash: hashCredential(id),
      personId: 'usr_1',
      credentialsVersion: 0,
      authenticatedAt: NOW,
      authenticatedBy: 'password' as const,
      expiresAt: NOW + 30 * DAY,
      userAgent: 'Browser/1 “ü”',
    });
    await sessions.open(session('ses_1'), undefined, event({ event: 'sign_in' }));
    t.strictSame(await sessions.find(hashCredential('ses_1')), {
      id: 'ses_1',
      authenticatedAt: NOW,
      authenticatedBy: 'password' as const,
      lastSeenAt: NOW,
      expiresAt: NOW + 30 * DAY,
      person: {
        id: 'usr_1',
        email: 'usr_1@Riverside.example',
        emailVerified: true,
        name: 'Ána 🎻 O’Neill',
        credentialsVersion: 0,
      },
    });
    t.equal(await sessions.find(hashCredential('ses_2')), undefined);
    await sessions.touch('ses_1', NOW + HOUR);
    t.equal((await sessions.find(hashCredential('ses_1')))?.lastSeenAt, NOW + HOUR);

    await sessions.open(session('ses_2'), 'ses_1', event({ event: 'sign_in' }));
    t.equal(await sessions.find(hashCredential('ses_1')), undefined, 'no session outlives a new sign-in');
    await sessions.end('ses_2', NOW, event({ event: 'sign_out' }));
    await sessions.end('ses_2', NOW, event({ event: 'sign_out' }));
    t.equal(await sessions.find(hashCredential('ses_2')), undefined);
    t.strictSame(await eventsOf(db), ['client_created', 'sign_in', 'sign_in', 'sign_out']);

    await sessions.open(session('ses_3'), undefined, event({ event: 'sign_in' }));
    await db.atomically(db.write((q) => q.update(db.tables.people).set({ active: false }))());
    t.equal(await sessions.find(hashCredential('ses_3')), undefined, 'a person who was switched off is signed out');
  });

  t.test(
    'a hash is renewed only if it is still the one that was verified, and the credentials stay as they are',
    async (t) => {
      const { people } = await node(t);
      await people.setPassword('usr_1', 'the old hash');
      const renew = async (verified: string, renewed: string) => {
        await people.renewPasswordHash('usr_1', { verified, renewed });
        const { passwordHash, credentialsVersion } = (await people.find('usr_1')) ?? {};
        return { passwordHash, credentialsVersion };
      };
      const renewed = { passwordHash: 'the new hash', credentialsVersion: 0 };
      t.strictSame(await renew('the old hash', 'the new hash'), renewed);
      t.strictSame(await renew('the old hash', 'a later hash'), renewed, 'another sign-in was faster');
    },
  );

  t.test('password hashes are counted by a text in them, in the same case', async (t) => {
    const { people } = await node(t);
    await people.setPassword('usr_1', '$argon2id$keyid=Ab_$');
    t.strictSame(
      await Promise.all(['keyid=Ab_$', 'keyid=', 'keyid=ab_$', 'keyid=Ab%'].map(people.countPasswordHashes)),
      [1, 1, 0, 0],
    );
  });
}
