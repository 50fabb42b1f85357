/** What stores promise of links that are sent by mail, and of what is done by them. */
import type { Test } from 'tap';
import { hashCredential, makeMailLinkToken } from '../../schema/credential.ts';
import type { MailLinkPurpose } from '../../schema/people/mail-link.ts';
import { DAY, event, HOUR, NOW, person, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNodes, Stores } from './stores.ts';

const KEI = person('usr_kei', { email: 'kei@riverside.example', emailKey: 'kei@riverside.example', name: 'Kei' });
const newcomer = { ...KEI, emailVerified: false };
const audited = event({ event: 'password_reset' });

async function open(
  { db, mailLinks }: Stores,
  purpose: MailLinkPurpose,
  more: { siteId?: string; email?: string } = {},
  now = NOW,
) {
  const hash = hashCredential(makeMailLinkToken());
  await db.atomically(...mailLinks.opening({ hash, purpose, personId: KEI.id, email: KEI.email, ...more }, now));
  return hash;
}

async function invite({ members, invitations }: Stores) {
  const place = { siteId: SITE.id, personId: KEI.id, email: KEI.email, account: newcomer, role: 'staff' as const };
  await members.invite({ ...place, invitedBy: null, notes: {} }, event({ event: 'resource_created', siteId: SITE.id }));
  const found = await invitations.find(KEI.id, SITE.id);
  if (found === undefined) throw new Error('no invitation');
  return found;
}

export function mailLinkContract(t: Test, nodes: NewNodes): void {
  t.test('a mailed link is valid until it is replaced or expires, and for its own purpose only [W32]', async (t) => {
    const [one, two] = await nodes(t);
    await invite(one);
    const first = await open(one, 'reset_password');
    t.match(await two.mailLinks.find(first, 'reset_password', NOW + HOUR / 2 - 1), {
      purpose: 'reset_password',
      personId: KEI.id,
      siteId: null,
      email: KEI.email,
      person: { name: 'Kei', email: KEI.email, hasPassword: false },
    });
    t.equal(await two.mailLinks.find(first, 'verify_email', NOW), undefined);
    t.equal(await two.mailLinks.find(first, 'reset_password', NOW + HOUR / 2), undefined);
    const second = await open(two, 'reset_password');
    t.equal(await one.mailLinks.find(first, 'reset_password', NOW), undefined, 'replaced');
    t.ok(await one.mailLinks.find(second, 'reset_password', NOW));
    const verify = await open(one, 'verify_email');
    const [here, there] = [
      await open(one, 'invitation', { siteId: SITE.id }),
      await open(one, 'invitation', { siteId: 'site_2' }),
    ];
    for (const [hash, purpose] of [
      [second, 'reset_password'],
      [verify, 'verify_email'],
      [here, 'invitation'],
      [there, 'invitation'],
    ] as const) {
      t.ok(await two.mailLinks.find(hash, purpose, NOW), 'other purposes and other schools replace nothing');
    }
    await one.purge.batch(() => NOW + DAY + 1);
    t.equal((await rowsOf(one.db, 'mailLinks')).length, 2);
    await one.purge.batch(() => NOW + 7 * DAY + 1);
    t.equal((await rowsOf(one.db, 'mailLinks')).length, 0);
  });

  t.test('of fifty password resets with one link on two nodes, one succeeds and ends the sessions [W32]', async (t) => {
    const both = await nodes(t);
    const [one] = both;
    await invite(one);
    const session = {
      personId: KEI.id,
      credentialsVersion: 0,
      authenticatedAt: NOW,
      authenticatedBy: 'password' as const,
      expiresAt: NOW + DAY,
      userAgent: '',
    };
    const cookie = hashCredential('cookie');
    await one.sessions.open({ ...session, id: 'ses_1', hash: cookie }, undefined, event({ event: 'sign_in' }));
    const hash = await open(one, 'reset_password');
    const reset = (n: number) => ({
      personId: KEI.id,
      email: KEI.email,
      passwordHash: `hash ${n}`,
      endApps: n % 2 === 0,
      endPasskeys: true,
    });
    const results = await Promise.all(
      times(50, (n) => (n % 2 === 0 ? both[0] : both[1]).passwordChanges.reset(hash, reset(n), audited)),
    );
    t.equal(results.filter(Boolean).length, 1);
    t.match(await one.people.find(KEI.id), { passwordHash: `hash ${results.indexOf(true)}`, emailVerified: true });
    t.equal(await one.sessions.find(cookie), undefined);
    t.equal((await rowsOf(one.db, 'auditEvents')).filter((row) => row.event === 'password_reset').length, 1);
  });

  t.test('a password verified before a reset opens no session and sets no password, over two nodes', async (t) => {
    const [one, two] = await nodes(t);
    await invite(one);
    const login = {
      personId: KEI.id,
      authenticatedAt: NOW,
      authenticatedBy: 'password' as const,
      expiresAt: NOW + DAY,
      userAgent: '',
    };
    const signIn = ({ sessions }: Stores, n: number, credentialsVersion: number): Promise<boolean> =>
      sessions.open(
        { ...login, credentialsVersion, id: `ses_${n}`, hash: hashCredential(`ses_${n}`) },
        undefined,
        event({ event: 'sign_in' }),
      );
    const versionNow = async (): Promise<number> => Number((await two.people.find(KEI.id))?.credentialsVersion);
    const renewed = (id: string) => ({ id, from: hashCredential(id), to: hashCredential(`${id} renewed`) });
    const changeBy = ({ passwordChanges }: Stores, sessionId: string, verified: number): Promise<boolean> =>
      passwordChanges.change(
        { personId: KEI.id, passwordHash: 'evil', session: renewed(sessionId), verified },
        audited,
      );
    const isOpen = async (n: number): Promise<boolean> =>
      (await two.sessions.find(hashCredential(`ses_${n}`))) !== undefined;

    for (const round of times(10, (n) => 100 * n)) {
      const verified = await versionNow();
      t.equal(await signIn(one, round, verified), true);
      const hash = await open(two, 'reset_password');
      const reset = {
        personId: KEI.id,
        email: KEI.email,
        passwordHash: `fresh ${round}`,
        endApps: false,
        endPasskeys: false,
      };
      const [isReset] = await Promise.all([
        two.passwordChanges.reset(hash, reset, audited),
        ...times(20, (n) => signIn(n % 2 === 0 ? one : two, round + 1 + n, verified)),
      ]);
      t.equal(isReset, true);
      t.match(await one.people.find(KEI.id), { passwordHash: `fresh ${round}` }, 'the reset is what remains');
      t.equal(await changeBy(one, `ses_${round}`, verified), false);
      t.equal(await signIn(one, round + 50, verified), false);
      const goingOn = await Promise.all(times(21, (n) => isOpen(round + n)));
      t.notOk(goingOn.includes(true), 'no session of the old password goes on');
    }

    for (const round of times(10, (n) => 2000 + 100 * n)) {
      const verified = await versionNow();
      await signIn(one, round, verified);
      const hash = await open(two, 'reset_password');
      const reset = { personId: KEI.id, email: KEI.email, passwordHash: 'fresh', endApps: false, endPasskeys: false };
      const [isReset, isChanged] = await Promise.all([
        two.passwordChanges.reset(hash, reset, audited),
        changeBy(one, `ses_${round}`, verified),
      ]);
      t.not(isReset, isChanged, 'of a reset and a change at once, one succeeds');
      t.match(await one.people.find(KEI.id), { passwordHash: isReset ? 'fresh' : 'evil' }, 'and that one remains');
    }

    const verified = await versionNow();
    t.equal(await signIn(one, 5000, verified), true);
    await two.sessions.endAllOf(KEI.id, undefined, event({ event: 'sign_out' }));
    t.equal(await signIn(one, 5001, verified), false, 'nor after a sign-out everywhere');
    t.equal(await signIn(one, 5002, await versionNow()), true);
    await two.sessions.end('ses_5002', NOW, event({ event: 'sign_out' }));
    t.equal(await changeBy(one, 'ses_5002', await versionNow()), false, 'an ended session changes no password');
    t.equal(await signIn(one, 5003, await versionNow()), true);
    t.equal(await changeBy(one, 'ses_5003', await versionNow()), true, 'one that goes on does');
    t.equal(await isOpen(5003), false, 'and its cookie is another one');
    t.match(await two.sessions.find(hashCredential('ses_5003 renewed')), { id: 'ses_5003' });
  });

  t.test('of fifty acceptances of an invitation on two nodes, one sets up account and membership [W32]', async (t) => {
    const both = await nodes(t);
    const [one] = both;
    const invitation = await invite(one);
    t.match(await both[1].invitations.ofPerson(KEI.id), [{ siteName: SITE.name, role: 'staff', locale: 'en' }]);
    const hash = await open(one, 'invitation', { siteId: SITE.id });
    const accepted = event({ event: 'invitation_accepted', siteId: SITE.id });
    const results = await Promise.all(
      times(50, (n) =>
        (n % 2 === 0 ? both[0] : both[1]).invitations.acceptAnew(
          hash,
          invitation,
          { name: `Kei ${n}`, passwordHash: `hash ${n}`, provenAddress: KEI.email },
          accepted,
        ),
      ),
    );
    t.equal(results.filter(Boolean).length, 1);
    const winner = results.indexOf(true);
    t.match(await one.people.find(KEI.id), {
      name: `Kei ${winner}`,
      passwordHash: `hash ${winner}`,
      emailVerified: true,
    });
    t.match(await one.members.find(SITE.id, KEI.id), { status: 'active', role: 'staff' });
    t.equal(await one.invitations.accept(invitation, accepted), false);
    t.equal(await one.invitations.decline(invitation, accepted), false);
    t.equal(await one.invitations.find(KEI.id, SITE.id), undefined);
    t.strictSame(await one.members.search(SITE.id, `kei ${winner}`), [KEI.id]);
  });

  t.test('an invitation link sets no password for an account that has one by now [W32]', async (t) => {
    const [one, two] = await nodes(t);
    const invitation = await invite(one);
    const hash = await open(one, 'invitation', { siteId: SITE.id });
    await two.people.setPassword(KEI.id, 'theirs');
    const account = { name: 'Eve', passwordHash: 'mine', provenAddress: KEI.email };
    t.equal(
      await one.invitations.acceptAnew(hash, invitation, account, event({ event: 'invitation_accepted' })),
      false,
    );
    t.match(await one.people.find(KEI.id), { name: 'Kei', passwordHash: 'theirs' });
    t.ok(await one.mailLinks.find(hash, 'invitation', NOW), 'nor is it spent');
    t.equal(await one.invitations.decline(invitation, event({ event: 'invitation_declined' })), true);
    t.equal(await one.members.find(SITE.id, KEI.id), undefined);
    t.equal(await one.mailLinks.find(hash, 'invitation', NOW), undefined, 'it ends with the invitation');
  });

  t.test('of twenty changes to one e-mail address one succeeds, and no other account gets it [W61]', async (t) => {
    const [one, two] = await nodes(t);
    await invite(one);
    const email = 'New@Riverside.example';
    const hash = await open(one, 'verify_email', { email });
    const moved = event({ event: 'email_changed' });
    for (const personId of [KEI.id, 'usr_1']) {
      const login = {
        personId,
        credentialsVersion: 0,
        authenticatedAt: NOW,
        authenticatedBy: 'password' as const,
        expiresAt: NOW + DAY,
        userAgent: '',
      };
      const session = { ...login, id: personId, hash: hashCredential(personId) };
      await one.sessions.open(session, undefined, event({ event: 'sign_in' }));
    }
    const change = (personId: string, name: string, former: string) => ({
      ...{ personId, name, email, sessionId: personId },
      former: { email: former, restoredBy: hashCredential(makeMailLinkToken()) },
    });
    const results = await Promise.all(
      times(20, (n) => (n % 2 === 0 ? one : two).emailAddresses.change(hash, change(KEI.id, 'Kei', KEI.email), moved)),
    );
    t.equal(results.filter(Boolean).length, 1);
    t.match(await one.people.findByEmail('new@riverside.example'), { id: KEI.id, email, emailVerified: true });
    t.strictSame(
      await one.members.search(SITE.id, 'new'),
      [],
      'a school that only invited somebody learns nothing of it',
    );
    t.strictSame(
      await one.members.search(SITE.id, 'kei@riverside'),
      [KEI.id],
      'and finds them by the address it invited',
    );

    const taken = hashCredential(makeMailLinkToken());
    await one.db.atomically(
      ...one.mailLinks.opening({ hash: taken, purpose: 'verify_email', personId: 'usr_1', email }, NOW),
    );
    t.equal(await two.emailAddresses.change(taken, change('usr_1', 'Ana', 'usr_1@riverside.example'), moved), false);
    t.equal(await one.emailAddresses.verify(taken, 'usr_1', email, moved), false, 'it is not that person’s');
    t.equal((await one.people.findByEmail('new@riverside.example'))?.id, KEI.id);
  });

  t.test('a school finds a member’s e-mail address, with the language and timezone to write in', async (t) => {
    const [one] = await nodes(t);
    await invite(one);
    t.match(await one.contacts.at(SITE.id, KEI.id), {
      email: KEI.email,
      locale: 'en',
      siteName: SITE.name,
      timezone: 'UTC',
    });
    t.equal(await one.contacts.at('site_2', KEI.id), undefined);
  });

  t.test('the language of a person is the one that they have chosen, or else that of a school', async (t) => {
    const [one] = await nodes(t);
    const { memberships, sites } = one.db.tables;
    const language = () => one.contacts.languageOf(KEI.id);
    t.equal(await language(), undefined);
    await invite(one);
    await one.db.atomically(one.db.write((q) => q.update(sites).set({ locale: 'de' }))());
    t.equal(await language(), 'de');
    await one.db.atomically(one.db.write((q) => q.update(memberships).set({ locale: 'ja' }))());
    t.equal(await language(), 'ja');
    await one.db.atomically(one.db.write((q) => q.update(memberships).set({ status: 'removed' }))());
    t.equal(await language(), undefined);
  });
}
