/** What stores promise of accounts that are disabled, secured or given back to the owner of their address. */
import type { Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import {
  A,
  addPasskey,
  addressOf,
  B,
  byOperator,
  C,
  isSignedIn,
  ME,
  move,
  open,
  restoreBy,
  signIn,
} from './account-access-fixtures.ts';
import {
  CONCURRENT,
  DAY,
  event,
  eventsOf,
  HOUR,
  insertRows,
  issuedRefreshToken,
  NOW,
  person,
  rowsOf,
  times,
  trues,
} from './fixtures.ts';
import type { NewNode, NewNodes } from './stores.ts';

export function accountAccessContract(t: Test, node: NewNode, nodes: NewNodes): void {
  disabling(t, node);
  restoring(t, node, nodes);
  securing(t, node);
}

function disabling(t: Test, node: NewNode): void {
  t.test(
    'a disabled account has no session, token or link, and enabling it brings none of them back [W35, ASVS 7.4.2]',
    async (t) => {
      const stores = await node(t);
      const { accountAccess, mailLinks, people, tokens } = stores;
      await signIn(stores, 'ses_1');
      const { token } = await issuedRefreshToken(stores);
      const reset = await open(stores, 'reset_password', A);
      const seen = await people.find(ME);
      t.equal(await accountAccess.disable(ME, byOperator({ event: 'account_disabled' })), true);
      t.equal(await accountAccess.disable(ME, byOperator({ event: 'account_disabled' })), false, 'once');
      t.equal(await accountAccess.disable('nobody', byOperator({ event: 'account_disabled' })), false);
      t.equal(await signIn(stores, 'ses_2'), false, 'nobody signs in');
      t.equal((await tokens.findRefresh(token.id))?.grant.isActive, false);
      t.equal(await accountAccess.enable(ME, byOperator({ event: 'account_enabled' })), true);
      t.equal(await accountAccess.enable(ME, byOperator({ event: 'account_enabled' })), false, 'once');
      t.equal(await isSignedIn(stores, 'ses_1'), false);
      t.ok((await tokens.findRefresh(token.id))?.grant.grantRevokedAt, 'the grant has ended');
      t.equal(await mailLinks.find(reset, 'reset_password', NOW), undefined);
      const login = {
        personId: ME,
        authenticatedAt: NOW,
        authenticatedBy: 'password' as const,
        expiresAt: NOW + DAY,
        userAgent: '',
      };
      const late = {
        ...login,
        credentialsVersion: Number(seen?.credentialsVersion),
        id: 'l',
        hash: hashCredential('l'),
      };
      t.equal(await stores.sessions.open(late, undefined, event()), false, 'nor a sign-in that was under way');
      t.equal(await signIn(stores, 'ses_3'), true);
      const recorded = (await rowsOf(stores.db, 'auditEvents')).filter((row) =>
        String(row.event).startsWith('account_'),
      );
      t.strictSame(
        recorded.map((row) => [row.event, row.personId, row.siteId, row.target]),
        ['account_disabled', 'account_enabled'].map((name) => [name, ME, null, 'operator/ola']),
      );
    },
  );
}

function restoring(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test(
    'the first former address wins over every later change, and nobody else gets it meanwhile [E-48d]',
    async (t) => {
      const stores = await node(t);
      const { emailAddresses, db, mailLinks, people, platform } = stores;
      await people.setPassword(ME, 'known to somebody else');
      await platform.add({ createdAt: NOW, sites: [], people: [person('usr_2')], memberships: [] });
      const first = await move(stores, A, B, NOW);
      t.equal(await isSignedIn(stores, `ses_${NOW}`), true, 'the session of the change goes on');
      const second = await move(stores, B, C, NOW + HOUR);
      t.equal(await isSignedIn(stores, `ses_${NOW}`), false, 'the others end');
      await addPasskey(stores, 'pk_1');
      const { token } = await issuedRefreshToken(stores);

      const theirs = hashCredential('theirs');
      await db.atomically(
        ...mailLinks.opening({ hash: theirs, purpose: 'verify_email', personId: 'usr_2', email: A }, NOW),
      );
      await insertRows(db, 'sessions', [
        {
          id: 'ses_2',
          hash: hashCredential('2'),
          personId: 'usr_2',
          authenticatedAt: NOW,
          authenticatedBy: 'password',
          lastSeenAt: NOW,
          expiresAt: NOW + 30 * DAY,
          userAgent: '',
        },
      ]);
      const taking = (email: string, at: number) =>
        emailAddresses.change(
          theirs,
          {
            personId: 'usr_2',
            name: 'Eve',
            email,
            former: { email: 'usr_2@Riverside.example', restoredBy: hashCredential('r') },
            sessionId: 'ses_2',
          },
          event({ event: 'email_changed', at }),
        );
      t.equal(await taking(A, NOW + HOUR), false, 'the address is reserved');
      t.equal(await emailAddresses.isReserved('usr_1@riverside.example', NOW + 7 * DAY - 1), true);
      t.equal(await emailAddresses.isReserved('usr_1@riverside.example', NOW + 7 * DAY), false);
      t.strictSame(
        (await emailAddresses.former(ME, NOW + HOUR)).map(({ email }) => email),
        [A, B],
      );

      const at = NOW + 2 * HOUR;
      t.equal(await restoreBy(stores, first, A, at), true);
      t.equal(await addressOf(stores), A);
      t.match(await people.find(ME), { passwordHash: null, emailVerified: true });
      t.equal(await isSignedIn(stores, `ses_${NOW + HOUR}`), false);
      t.ok((await stores.tokens.findRefresh(token.id))?.grant.grantRevokedAt);
      t.strictSame(await rowsOf(db, 'passkeys'), []);
      t.equal(await restoreBy(stores, second, B, at), false, 'whoever has the later link gets nothing');
      t.equal(await restoreBy(stores, first, A, at), false, 'once');
      t.strictSame(
        (await eventsOf(db)).filter((name) => name === 'email_restored' || name === 'passkey_removed'),
        ['email_restored', 'passkey_removed'],
      );
      t.strictSame(await emailAddresses.former(ME, at), []);
    },
  );

  t.test('a change is undone once over two nodes, for seven days, by an operator too [E-48d]', async (t) => {
    const both = await nodes(t);
    const [one] = both;
    const link = await move(one, A, B, NOW);
    t.equal(await restoreBy(one, link, A, NOW + 7 * DAY), false, 'too late');
    const results = await Promise.all(
      times(CONCURRENT, (n) => restoreBy(n % 2 === 0 ? both[0] : both[1], link, A, NOW + 7 * DAY - 1)),
    );
    t.equal(trues(results), 1);
    const again = await move(one, A, B, NOW + 8 * DAY);
    const restored = { personId: ME, name: 'Ana', email: A, keepsPasskeys: false };
    const operator = byOperator({ event: 'email_restored', at: NOW + 8 * DAY });
    t.equal(await one.emailAddresses.restore({ ...restored, email: C }, undefined, operator), false, 'never had it');
    t.equal(await one.emailAddresses.restore(restored, undefined, operator), true);
    t.equal(await restoreBy(one, again, A, NOW + 8 * DAY), false);
    t.equal(await one.emailAddresses.restore(restored, undefined, operator), false, 'once');
  });

  t.test('a link that was left behind at an address in between brings nobody back', async (t) => {
    const stores = await node(t);
    await move(stores, A, B, NOW);
    const between = await move(stores, B, A, NOW + 1);
    const last = await move(stores, A, C, NOW + 2);
    t.equal(await restoreBy(stores, last, A, NOW + HOUR), true);
    t.equal(await restoreBy(stores, between, B, NOW + HOUR), false);
    t.equal(await addressOf(stores), A);
  });
}

function securing(t: Test, node: NewNode): void {
  t.test('an account is secured once by each link, at the address that the link was sent to', async (t) => {
    const stores = await node(t);
    const { accountAccess, people } = stores;
    await people.setPassword(ME, 'known to somebody else');
    await addPasskey(stores, 'pk_1');
    await signIn(stores, 'ses_1');
    const earlier = await open(stores, 'secure_account', A, NOW);
    const later = await open(stores, 'secure_account', A, NOW + 1);
    const secured = event({ event: 'account_secured', personId: ME });
    const account = { personId: ME, email: A, keepsPasskeys: false };
    t.equal(await accountAccess.secure(earlier, account, secured), true, 'a later link does not replace it');
    t.equal(await accountAccess.secure(earlier, account, secured), false, 'once');
    t.equal((await people.find(ME))?.passwordHash, null);
    t.equal(await isSignedIn(stores, 'ses_1'), false);
    t.strictSame(await rowsOf(stores.db, 'passkeys'), []);

    await move(stores, A, B, NOW + HOUR);
    t.equal(await accountAccess.secure(later, account, secured), false, 'the account has another address');
    t.equal(await restoreBy(stores, later, A, NOW + 2 * HOUR, 'secure_account'), true, 'which the link can undo');
    t.equal(await addressOf(stores), A);
  });

  t.test('a second factor that has settled stays, and a young one goes', async (t) => {
    const stores = await node(t);
    const { accountAccess, secondFactors, secondFactorResets } = stores;
    const at = NOW + 8 * DAY;
    const secured = event({ event: 'account_secured', personId: ME, at });
    const secure = async (keepsPasskeys: boolean) => {
      const link = await open(stores, 'secure_account', A, at + Number(keepsPasskeys));
      return accountAccess.secure(link, { personId: ME, email: A, keepsPasskeys }, secured);
    };
    const addApp = async (createdAt: number) => {
      await signIn(stores, `ses_${createdAt}`);
      const version = (await stores.people.find(ME))?.credentialsVersion ?? -1;
      return secondFactors.add(
        { personId: ME, sealedSecret: Buffer.from('sealed'), lastStep: 1, createdAt },
        [hashCredential(`recovery ${createdAt}`)],
        { sessionId: `ses_${createdAt}`, version },
        event({ event: 'second_factor_added', personId: ME }),
      );
    };
    await addPasskey(stores, 'pk_settled', at - 7 * DAY);
    await addPasskey(stores, 'pk_young', at - 7 * DAY + 1);
    t.equal(await addApp(at - 7 * DAY), true);
    const reset = { personId: ME, siteId: 'site_1', approvedBy: 'usr_2', effectiveAt: at + DAY };
    await secondFactorResets.approve(reset, event({ event: 'second_factor_reset_approved' }));

    t.equal(await secure(true), true);
    t.strictSame(
      (await stores.passkeys.ofPerson(ME)).map(({ id }) => id),
      ['pk_settled'],
    );
    t.not(await secondFactors.find(ME), undefined);
    t.equal(await secondFactors.recoveryCodesLeft(ME), 1);
    t.equal(await secondFactorResets.find(ME), undefined, 'a stranger may have asked for it');
    t.equal(await secure(false), true);
    t.strictSame(await stores.passkeys.ofPerson(ME), [], 'where no second factor is demanded, passkeys are none');
    t.not(await secondFactors.find(ME), undefined);
  });

  t.test('an authenticator app that was added lately goes, with its recovery codes', async (t) => {
    const stores = await node(t);
    const { accountAccess, secondFactors } = stores;
    await signIn(stores, 'ses_1');
    await secondFactors.add(
      { personId: ME, sealedSecret: Buffer.from('sealed'), lastStep: 1, createdAt: NOW },
      [hashCredential('recovery')],
      { sessionId: 'ses_1', version: 0 },
      event({ event: 'second_factor_added', personId: ME }),
    );
    const at = NOW + 7 * DAY - 1;
    const link = await open(stores, 'secure_account', A, at);
    const secured = event({ event: 'account_secured', personId: ME, at });
    const account = { personId: ME, email: A, keepsPasskeys: true };
    t.equal(await accountAccess.secure(link, account, secured), true);
    t.equal(await secondFactors.find(ME), undefined);
    t.equal(await secondFactors.recoveryCodesLeft(ME), 0);
    t.ok((await eventsOf(stores.db)).includes('second_factor_removed'));
  });

  t.test('a session that has ended adds no passkey', async (t) => {
    const stores = await node(t);
    await signIn(stores, 'ses_1');
    const passkey = (id: string) => ({
      ...{ id, personId: ME, name: 'x', publicKey: Buffer.alloc(1), counter: 0, transports: [], isBackedUp: false },
      createdAt: NOW,
      lastUsedAt: null,
    });
    const add = (id: string) =>
      stores.passkeys.add(
        passkey(id),
        { sessionId: 'ses_1', verified: 0 },
        { hash: hashCredential(id), expiresAt: NOW + DAY },
        event(),
      );
    t.equal(await add('pk_1'), true);
    await stores.sessions.endAllOf(ME, undefined, event({ event: 'sign_out' }));
    t.equal(await add('pk_2'), false);
    t.strictSame(
      (await stores.passkeys.ofPerson(ME)).map(({ id }) => id),
      ['pk_1'],
    );
  });
}
