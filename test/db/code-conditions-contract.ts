/** What a new authorization code relies on: an open session, an active membership, and the consent that was read. */
import type { Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import type { NewCode } from '../../schema/oauth/approval.ts';
import {
  allow,
  CONSENT,
  contentsOf,
  event,
  HOUR,
  insertRows,
  issuedRefreshToken,
  NOW,
  newCode,
  openRequest,
  person,
  rowsOf,
  SCOPES,
  SILENTLY,
  SITE,
  times,
} from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const KEY = { personId: 'usr_1', siteId: SITE.id, clientId: 'c_1' };
const ended = event({ event: 'sign_out', personId: 'usr_1' });

const approve = ({ codes }: Stores, code: NewCode, requestId: string): Promise<boolean> =>
  codes.approve(code, { requestId, requested: SCOPES, granted: SCOPES, event: event() });

/** Ways in which an operator or the person ends everything that an approval could lead to. */
const ENDS: Readonly<Record<string, (stores: Stores, round: number) => Promise<unknown>>> = {
  suspension: (stores) => changeStatus(stores, 'suspended'),
  removal: (stores) => changeStatus(stores, 'removed'),
  async 'password reset'({ db, passwordChanges }, round) {
    const hash = hashCredential(`link ${round}`);
    const email = person('usr_1').email;
    const link = { hash, purpose: 'reset_password', personId: 'usr_1', siteId: null, email, usedAt: null };
    await insertRows(db, 'mailLinks', [{ ...link, createdAt: NOW, expiresAt: NOW + HOUR }]);
    const reset = { personId: 'usr_1', email, passwordHash: 'fresh', endApps: true, endPasskeys: false };
    return passwordChanges.reset(hash, reset, event({ event: 'password_reset' }));
  },
};

export function codeConditionsContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('no code is issued in a session that has ended or is another person’s', async (t) => {
    const stores = await node(t);
    await openRequest(stores, 'req_1');
    const refused = async (code: NewCode, what: string): Promise<void> => {
      const before = await contentsOf(stores.db);
      t.equal(await approve(stores, code, 'req_1'), false, what);
      t.equal(await stores.codes.issue(code, CONSENT, 'req_1', SILENTLY), false, what);
      t.strictSame(await contentsOf(stores.db), before, `${what}: nothing is stored`);
    };
    const code = await newCode(stores);
    await allow(stores, await newCode(stores, { personId: 'usr_2' }));
    await allow(stores, code);
    await refused({ ...code, sessionId: 'ses_usr_2' }, 'the session of another person');
    await refused({ ...code, sessionId: 'none' }, 'no session');
    await stores.sessions.end(code.sessionId, NOW, ended);
    await refused(code, 'a session that has ended');
  });

  t.test('no code is issued to a person whose membership is not active', async (t) => {
    const stores = await node(t);
    const { db } = stores;
    await openRequest(stores, 'req_1');
    const code = await newCode(stores);
    await allow(stores, code);
    for (const status of ['invited', 'suspended', 'removed'] as const) {
      await db.atomically(db.write((q) => q.update(db.tables.memberships).set({ status }))());
      t.equal(await approve(stores, code, 'req_1'), false, status);
      t.equal(await stores.codes.issue(code, CONSENT, undefined, SILENTLY), false, status);
    }
    await db.atomically(db.write((q) => q.update(db.tables.memberships).set({ status: 'active' }))());
    t.equal(await approve(stores, { ...code, siteId: 'site_other' }, 'req_1'), false, 'no member of this school');
    t.equal(await approve(stores, code, 'req_1'), true);
  });

  t.test('no code is issued silently for a consent that was withdrawn or given anew in the meantime', async (t) => {
    const stores = await node(t);
    const { codes, connections } = stores;
    const { token } = await issuedRefreshToken(stores);
    t.equal(
      await codes.issue(await newCode(stores), { ...CONSENT, decidedAt: NOW - 1 }, undefined, SILENTLY),
      false,
      'anew',
    );
    const connection = await connections.findOfPerson('usr_1', token.grant.grantId, NOW);
    t.ok(connection && (await connections.endApp(connection, event({ event: 'grant_revoked' }))));
    t.equal(await codes.issue(await newCode(stores), CONSENT, undefined, SILENTLY), false, 'withdrawn');
    t.strictSame(
      (await rowsOf(stores.db, 'grants')).filter(({ revokedAt }) => revokedAt === null),
      [],
    );
  });

  t.test('no grant or consent survives an end that happens while codes are issued, over two nodes', async (t) => {
    for (const [name, end] of Object.entries(ENDS)) {
      const both = await nodes(t);
      const [one, two] = both;
      await one.platform.add({
        createdAt: NOW,
        sites: [],
        people: [person('usr_owner')],
        memberships: [{ personId: 'usr_owner', siteId: SITE.id, role: 'owner' }],
      });
      let issued = 0;
      for (const round of times(8, (n) => n)) {
        await reopen(one);
        await allow(one, await newCode(one));
        for (const n of times(5, (i) => i)) await openRequest(one, `req_${round}_${n}`);
        const prepared = await Promise.all(times(10, (n) => newCode(n % 2 === 0 ? one : two)));
        const answer = (code: NewCode, n: number): Promise<boolean> => {
          const stores = n % 2 === 0 ? one : two;
          return n < 5
            ? approve(stores, code, `req_${round}_${n}`)
            : stores.codes.issue(code, CONSENT, undefined, SILENTLY);
        };
        const first = prepared.slice(0, round).map(answer);
        const ending = end(round % 2 === 0 ? one : two, round);
        const answers = await Promise.all([
          ...first,
          ...prepared.slice(round).map((code, n) => answer(code, n + round)),
        ]);
        t.equal(await ending, true, name);
        issued += answers.filter(Boolean).length;
        const live = (await rowsOf(two.db, 'grants')).filter(({ revokedAt }) => revokedAt === null);
        t.strictSame(live, [], `${name}: no grant is live`);
        t.equal(await two.consents.find(KEY), undefined, `${name}: no consent is left`);
      }
      t.comment(`${name}: ${issued} of 80 codes were issued before the end`);
    }
  });
}

const changeStatus = ({ members }: Stores, status: 'suspended' | 'removed'): Promise<boolean> =>
  members.changeRoleOrStatus(
    SITE.id,
    'usr_1',
    { changes: { status }, seen: NOW, by: { personId: 'usr_owner', role: 'owner' } },
    event({ event: 'resource_changed' }),
  );

/** Makes the session and the membership of `usr_1` what they were at first. */
async function reopen({ db }: Stores): Promise<void> {
  const { memberships, sessions } = db.tables;
  await db.atomically(
    db.write((q) => q.update(sessions).set({ endedAt: null }))(),
    db.write((q) => q.update(memberships).set({ status: 'active', updatedAt: NOW }))(),
  );
}
