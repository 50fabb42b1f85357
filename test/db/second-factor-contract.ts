/** What the store of second factors promises on either engine: each code works once, whatever the node. */
import type { Test } from 'tap';
import type { AuditEventName } from '../../schema/audit/audit-event.ts';
import { hashCredential } from '../../schema/credential.ts';
import { DAY, event, MINUTE, NOW, person, times } from './fixtures.ts';
import type { NewNodes } from './stores.ts';

const personId = 'usr_1';
const AT_ONCE = 8;

export function secondFactorContract(t: Test, nodes: NewNodes): void {
  async function withApp(t: Test) {
    const [one, other] = await nodes(t);
    const session = {
      id: 'ses_1',
      hash: hashCredential('ses_1'),
      personId,
      credentialsVersion: 0,
      authenticatedAt: NOW,
      authenticatedBy: 'password' as const,
      expiresAt: NOW + DAY,
      userAgent: '',
    };
    await one.sessions.open(session, undefined, event({ event: 'sign_in' }));
    await one.sessions.open(
      { ...session, id: 'ses_2', hash: hashCredential('ses_2') },
      undefined,
      event({ event: 'sign_in' }),
    );
    const app = { personId, sealedSecret: Buffer.from('sealed'), lastStep: 100, createdAt: NOW };
    const hashes = times(3, (i) => hashCredential(`recovery ${i}`));
    const added = event({ event: 'second_factor_added', personId });
    const add = (version: number, node = one) =>
      node.secondFactors.add(app, hashes, { sessionId: 'ses_1', version }, added);
    return { one, other, app, hashes, add };
  }

  t.test('one authenticator app is added, for the credentials and the session that were verified', async (t) => {
    const { one, other, app, add } = await withApp(t);
    t.equal(await add(1), false, 'other credentials');
    t.equal(await one.secondFactors.find(personId), undefined);
    const added = await Promise.all(times(AT_ONCE, (i) => add(0, i % 2 === 0 ? one : other)));
    t.equal(added.filter(Boolean).length, 1, 'of several at once, one');
    t.strictSame(await other.secondFactors.find(personId), app);
    t.equal(await other.secondFactors.recoveryCodesLeft(personId), 3);
    t.ok(await other.sessions.find(hashCredential('ses_1')), 'the session goes on');
    t.equal(await other.sessions.find(hashCredential('ses_2')), undefined, 'the others end');
    t.equal((await one.people.find(personId))?.credentialsVersion, 1);
    t.equal(await add(1), false, 'there is one already');
  });

  t.test('of any number of uses of a code, on two nodes, one succeeds', async (t) => {
    const { one, other, hashes, add } = await withApp(t);
    await add(0);
    const twice = <Result>(use: (node: typeof one) => Promise<Result>) =>
      Promise.all(times(AT_ONCE, (i) => use(i % 2 === 0 ? one : other)));
    const steps = await twice((node) => node.secondFactors.useStep(personId, 101));
    t.equal(steps.filter(Boolean).length, 1);
    t.equal(await one.secondFactors.useStep(personId, 100), false, 'the code of an earlier step');
    t.equal(await one.secondFactors.useStep('usr_2', 105), false, 'somebody without an app');

    const used = event({ event: 'recovery_code_used', personId });
    const [hash = hashCredential('')] = hashes;
    t.equal(await one.secondFactors.useRecoveryCode('usr_2', hash, used), false, 'the code of somebody else');
    const codes = await twice((node) => node.secondFactors.useRecoveryCode(personId, hash, used));
    t.equal(codes.filter(Boolean).length, 1);
    t.equal(await one.secondFactors.recoveryCodesLeft(personId), 2);
  });

  t.test('a reset takes effect once, between its delay and its end, unless it is cancelled', async (t) => {
    const { one, other, add } = await withApp(t);
    await add(0);
    const at = (time: number, name: AuditEventName = 'second_factor_removed') => ({
      ...event({ event: name, personId }),
      at: time,
    });
    const owner = { personId: 'usr_owner', siteId: 'site_1', role: 'owner' } as const;
    await one.platform.add({ createdAt: NOW, sites: [], people: [person('usr_owner')], memberships: [owner] });
    const reset = { personId, siteId: 'site_1', approvedBy: 'usr_owner', effectiveAt: NOW + DAY };
    const approve = (time = NOW, node = one) =>
      node.secondFactorResets.approve({ ...reset, effectiveAt: time + DAY }, at(time, 'second_factor_reset_approved'));
    t.equal(await approve(), true);
    const complete = (time: number, version = 1, node = one) =>
      node.secondFactorResets.complete(personId, version, at(time));
    t.equal(await complete(NOW + DAY - MINUTE), false, 'too early');
    t.equal(await complete(NOW + 9 * DAY), false, 'too late');
    t.equal(await complete(NOW + DAY, 0), false, 'for other credentials');
    t.equal(await approve(NOW + MINUTE), false, 'one is pending');
    const cancelled = at(NOW, 'second_factor_reset_cancelled');
    const cancel = (given: object = {}, node = one) =>
      node.secondFactorResets.cancel({ ...reset, ...given }, cancelled);
    t.equal(await cancel({ siteId: 'site_2' }), false, 'of another school');
    t.equal(await cancel({ effectiveAt: NOW }), false, 'another reset');
    const ends = await Promise.all(times(AT_ONCE, (i) => cancel({}, i % 2 === 0 ? one : other)));
    t.equal(ends.filter(Boolean).length, 1, 'it is cancelled once');
    t.equal(await complete(NOW + DAY), false, 'cancelled');
    await approve();
    t.equal(await one.secondFactors.useStep(personId, 200, cancelled), true);
    t.equal(await complete(NOW + DAY), false, 'whoever uses the app has not lost it');
    t.equal(await one.secondFactors.useStep(personId, 201, cancelled), true, 'there is none any more');
    t.equal(await one.secondFactors.useStep(personId, 201, cancelled), false, 'used before');
    const orders = await Promise.all(times(AT_ONCE, (i) => approve(NOW + i, i % 2 === 0 ? one : other)));
    t.equal(orders.filter(Boolean).length, 1, 'of several at once, one');
    t.equal((await one.secondFactorResets.find(personId))?.siteId, 'site_1');
    t.equal(await approve(NOW + 8 * DAY + MINUTE), true, 'in place of one whose time has passed');
    await one.secondFactors.useStep(personId, 202);
    await approve();
    const done = await Promise.all(times(AT_ONCE, (i) => complete(NOW + DAY, 1, i % 2 === 0 ? one : other)));
    t.equal(done.filter(Boolean).length, 1);
    t.equal(await other.secondFactors.find(personId), undefined);
    t.equal(await other.secondFactors.recoveryCodesLeft(personId), 0);
    t.equal(await other.sessions.find(hashCredential('ses_1')), undefined);
    t.equal((await other.people.find(personId))?.credentialsVersion, 2);
  });
}
