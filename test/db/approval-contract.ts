/** What stores promise of a request that waits for a person, and of the answer to it: once, and whole. */
import type { Test } from 'tap';
import { authorizationRequestStore } from '../../db/oauth/authorization-requests.ts';
import { hashCredential } from '../../schema/credential.ts';
import type { NewCode } from '../../schema/oauth/approval.ts';
import type { AuthorizationCode } from '../../schema/oauth/token.ts';
import {
  CONCURRENT,
  CONSENT,
  contentsOf,
  DAY,
  event,
  eventsOf,
  HOUR,
  MINUTE,
  NOW,
  newCode,
  newPair,
  openRequest,
  rowsOf,
  SCOPES,
  SILENTLY,
  SITE,
  times,
  trues,
} from './fixtures.ts';
import type { NewNode, NewNodes } from './stores.ts';

export function approvalContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('a pending authorization request comes back as it was stored', async (t) => {
    const stores = await node(t);
    const { authorizationRequests } = stores;
    await openRequest(stores, 'req_1');
    await authorizationRequests.chooseSite('req_1', SITE.id);
    await authorizationRequests.confirmAccount('req_1', 'ses_1');
    t.strictSame(await authorizationRequests.find('req_1'), {
      id: 'req_1',
      browserHash: hashCredential('browser'),
      parameters: { client_id: 'c_1', resource: ['https://id.example', 'https://id.example/'] },
      signedInSince: 0,
      confirmedSessionId: 'ses_1',
      siteId: SITE.id,
      outcome: null,
      grantId: null,
      network: '192.0.2.1',
      fromOtherSite: false,
      createdAt: NOW,
      expiresAt: NOW + 30 * MINUTE,
    });
    t.equal(await authorizationRequests.find('req_2'), undefined);
  });

  t.test(
    'pending authorization requests are limited per network and in all, and no network drops those of another of its size [F14]',
    async (t) => {
      const { db } = await node(t);
      const authorizationRequests = authorizationRequestStore(db, { perNetwork: 4, overall: 10 });
      let opened = 0;
      const open = async (network: string, count: number): Promise<void> => {
        for (let index = 0; index < count; index += 1) {
          opened += 1;
          await openRequest({ db, authorizationRequests }, `${network}-${opened}`, {
            network,
            createdAt: NOW + opened,
          });
        }
      };
      const stored = async (): Promise<string[]> =>
        (await rowsOf(db, 'authorizationRequests')).map(({ id }) => String(id)).toSorted();
      await open('a', 2);
      await open('b', 7);
      t.strictSame(await stored(), ['a-1', 'a-2', 'b-6', 'b-7', 'b-8', 'b-9'], 'the newest of b, and all of a');
      await open('c', 4);
      t.equal((await stored()).length, 10);
      await open('d', 1);
      t.equal((await stored()).length, 10, 'one of a network that has most made room');
      t.match((await stored()).join(' '), /^a-1 a-2 .* d-14$/, 'and none of one that has few');

      const many = authorizationRequestStore(db, { perNetwork: 4, overall: 200 });
      for (let count = 0; count < 240; count += 1) {
        const from = { network: `198.51.100.${count}`, createdAt: NOW + 100 + count };
        await openRequest({ db, authorizationRequests: many }, `e-${count}`, from);
      }
      const left = (await stored()).length;
      t.ok(left >= 200 && left <= 201, `${left} requests of very many networks`);
    },
  );

  t.test(
    'the code of an approved request is replaced once, while it is unused and the person is signed in',
    async (t) => {
      const both = await nodes(t);
      const [stores] = both;
      const { codes, replacementCodes, db, authorizationRequests } = stores;
      const approve = async (requestId: string) => {
        await openRequest(stores, requestId);
        const code = await newCode(stores);
        t.equal(await codes.approve(code, { requestId, requested: SCOPES, granted: SCOPES, event: event() }), true);
        return code;
      };
      const given = { event: 'address_shown', at: NOW } as const;
      const replacing = ({ id, personId, siteId, sessionId }: NewCode, requestId: string) => ({
        ...{ id, personId, siteId, sessionId, requestId, identityId: null },
        hash: hashCredential(`another of ${requestId}`),
        expiresAt: NOW + 2 * MINUTE,
      });
      const code = await approve('req_1');
      const { id, personId, clientId } = code;
      t.equal((await authorizationRequests.find('req_1'))?.grantId, id, 'the request says which');
      const wanted = { id, personId, clientId, issuedAfter: NOW - MINUTE };
      t.strictSame(await replacementCodes.find(wanted), { id: code.id, siteId: SITE.id, identityId: null });
      for (const other of [{ personId: 'usr_2' }, { clientId: 'c_2' }, { id: id + 1 }, { issuedAfter: NOW }])
        t.equal(await replacementCodes.find({ ...wanted, ...other }), undefined, JSON.stringify(other));

      const ended = { ...replacing(code, 'req_1'), sessionId: 'ses_ended' };
      t.equal(await replacementCodes.replace(ended, given), false, 'without the session');
      t.equal((await authorizationRequests.find('req_1'))?.outcome, 'approved');
      const raced = await Promise.all(
        times(CONCURRENT, (index) =>
          both[index % 2 === 0 ? 0 : 1].replacementCodes.replace(replacing(code, 'req_1'), given),
        ),
      );
      t.equal(trues(raced), 1, 'of several at the same moment, on two nodes, one');
      t.equal((await authorizationRequests.find('req_1'))?.outcome, 'shown');
      const replaced = await codes.find(code.id);
      t.strictSame([replaced?.hash, replaced?.expiresAt], [hashCredential('another of req_1'), NOW + 2 * MINUTE]);
      t.equal((await eventsOf(db)).filter((one) => one === 'address_shown').length, 1);
      const before = { ...(await codes.find(code.id)), hash: code.hash } as AuthorizationCode;
      t.equal(await codes.redeem(before, await newPair(stores), NOW), false, 'the one before redeems nothing');
      t.equal((await codes.find(code.id))?.redeemedAt, null);

      const used = await approve('req_2');
      const found = await codes.find(used.id);
      if (found === undefined) throw new Error('no code');
      t.equal(await codes.redeem(found, await newPair(stores), NOW), true);
      t.equal(await replacementCodes.replace(replacing(used, 'req_2'), given), false, 'redeemed');
      t.equal((await authorizationRequests.find('req_2'))?.outcome, 'approved');
    },
  );

  t.test('an approval stores consent, code and audit event together, and takes effect once', async (t) => {
    const stores = await node(t);
    const { codes, consents, db, authorizationRequests } = stores;
    await openRequest(stores, 'req_1');
    const granted = SCOPES.slice(0, 1);
    const code = await newCode(stores);
    const decision = { requestId: 'req_1', requested: SCOPES, granted, event: event({ personId: 'usr_1' }) };
    t.equal(await codes.approve(code, decision), true);
    const key = { personId: 'usr_1', siteId: SITE.id, clientId: 'c_1' };
    t.strictSame(await consents.find(key), { requested: SCOPES, granted, decidedAt: NOW, lastUsedAt: NOW });
    t.equal((await authorizationRequests.find('req_1'))?.outcome, 'approved');
    t.ok(await codes.find(code.id));
    t.strictSame(await eventsOf(db), ['client_created', 'consent_given']);

    const before = await contentsOf(db);
    t.equal(await codes.approve(await newCode(stores), { ...decision, granted: SCOPES }), false, 'the Back button');
    t.equal(await codes.deny('req_1', event({ event: 'consent_denied' })), false);
    t.equal(await codes.issue(await newCode(stores), CONSENT, 'req_1', SILENTLY), false);
    await authorizationRequests.chooseSite('req_1', 'elsewhere');
    await authorizationRequests.confirmAccount('req_1', 'ses');
    t.strictSame(await contentsOf(db), before);

    await openRequest(stores, 'req_2');
    const later = await newCode(stores, { issuedAt: NOW + DAY });
    await codes.approve(later, { ...decision, requestId: 'req_2', granted: SCOPES });
    t.strictSame(
      await consents.find(key),
      { requested: SCOPES, granted: SCOPES, decidedAt: NOW + DAY, lastUsedAt: NOW + DAY },
      'the last word',
    );
  });

  t.test('the last use of a remembered consent is recorded at most once a day', async (t) => {
    const stores = await node(t);
    const { codes, consents } = stores;
    await openRequest(stores, 'req_1');
    await codes.approve(await newCode(stores), {
      requestId: 'req_1',
      requested: SCOPES,
      granted: SCOPES,
      event: event(),
    });
    const key = { personId: 'usr_1', siteId: SITE.id, clientId: 'c_1' };
    await codes.issue(await newCode(stores, { issuedAt: NOW + HOUR }), CONSENT, undefined, SILENTLY);
    t.equal((await consents.find(key))?.lastUsedAt, NOW);
    await codes.issue(await newCode(stores, { issuedAt: NOW + DAY + HOUR }), CONSENT, undefined, SILENTLY);
    t.equal((await consents.find(key))?.lastUsedAt, NOW + DAY + HOUR);
  });

  t.test('of 50 concurrent answers to one authorization request over two nodes, one counts', async (t) => {
    const both = await nodes(t);
    for (const round of times(5, (i) => i)) {
      const requestId = `req_${round}`;
      await openRequest(both[0], requestId);
      const prepared = await Promise.all(times(CONCURRENT, (i) => newCode(both[i % 2 === 0 ? 0 : 1])));
      const answers = await Promise.all(
        prepared.map((code, i) => {
          const { codes } = both[i % 2 === 0 ? 0 : 1];
          if (i % 3 === 0) return codes.deny(requestId, event({ event: 'consent_denied' }));
          if (i % 3 === 1) return codes.issue(code, CONSENT, requestId, SILENTLY);
          return codes.approve(code, { requestId, requested: SCOPES, granted: SCOPES, event: event() });
        }),
      );
      t.equal(trues(answers), 1);
      const winner = answers.indexOf(true);
      t.equal((await both[0].authorizationRequests.find(requestId))?.outcome, winner % 3 === 0 ? 'denied' : 'approved');
      const codesMade = (await rowsOf(both[0].db, 'grants')).filter(({ id }) =>
        prepared.some((code) => code.id === id),
      );
      t.equal(codesMade.length, winner % 3 === 0 ? 0 : 1);
    }
  });
}
