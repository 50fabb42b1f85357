/** What the store of live grants promises on either engine. */
import type { Test } from 'tap';
import { newMetadataClient } from '../../schema/oauth/client.ts';
import { type MetadataUrl, parseMetadataUrl } from '../../schema/oauth/metadata-url.ts';
import {
  DAY,
  event,
  HOUR,
  issuedCode,
  issuedRefreshToken,
  MINUTE,
  NOW,
  newClient,
  newPair,
  person,
  rowsOf,
  SITE,
  times,
} from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const OTHER = { id: 'site_2', slug: 'other', name: 'Other School' };
const URL_CLIENT = 'https://app.example/client.json';
const ended = event({ event: 'grant_revoked', at: NOW + HOUR, siteId: SITE.id, personId: 'usr_1' });

export function connectionsContract(t: Test, node: NewNode, nodes: NewNodes): void {
  listing(t, node);
  paging(t, node);
  ending(t, node);
  endingMany(t, node);
  atOnce(t, nodes);
}

function listing(t: Test, node: NewNode): void {
  t.test('a person sees each of their connections with its client, school, scopes and last use [W10]', async (t) => {
    const stores = await node(t);
    await addOthers(stores);
    const mine = await connect(stores);
    const document = await connect(stores, { clientId: URL_CLIENT, siteId: OTHER.id, issuedAt: NOW + 1 });
    await connect(stores, { personId: 'usr_2' });
    t.strictSame(await stores.connections.ofPerson('usr_1', NOW), [
      {
        grantId: document,
        client: { id: URL_CLIENT, name: 'App', origin: 'metadata_document', host: 'app.example', review: 'approved' },
        person: { id: 'usr_1', name: 'Ána 🎻 O’Neill', email: 'usr_1@Riverside.example' },
        site: { id: OTHER.id, name: OTHER.name },
        identityId: null,
        scopes: ['openid', 'email', 'account:read'],
        since: NOW + 1,
        lastUsedAt: NOW + 1,
      },
      {
        grantId: mine,
        client: { id: 'c_1', name: 'Portal', origin: 'site_application', logo: undefined },
        person: { id: 'usr_1', name: 'Ána 🎻 O’Neill', email: 'usr_1@Riverside.example' },
        site: { id: SITE.id, name: SITE.name },
        identityId: null,
        scopes: ['openid', 'email', 'account:read'],
        since: NOW,
        lastUsedAt: NOW,
      },
    ]);
    t.match(await stores.connections.findOfPerson('usr_1', mine, NOW), { grantId: mine });
    t.equal(await stores.connections.findOfPerson('usr_2', mine, NOW), undefined, 'only of the person');
    t.match(await stores.connections.findAtSite(SITE.id, mine, NOW), { grantId: mine });
    t.equal(await stores.connections.findAtSite(OTHER.id, mine, NOW), undefined, 'only at the site');
  });

  t.test('a grant is valid from the redemption of its code until it is revoked or expires [spec 3]', async (t) => {
    const stores = await node(t);
    const { connections, tokens } = stores;
    await issuedCode(stores);
    t.strictSame(await connections.ofPerson('usr_1', NOW), [], 'not yet redeemed');
    const grantId = await connect(stores);
    t.equal((await connections.ofPerson('usr_1', NOW + 90 * DAY - 1)).length, 1);
    t.equal((await connections.ofPerson('usr_1', NOW + 90 * DAY)).length, 0, 'expired');
    t.strictSame(await connections.sizeAtSite(SITE.id, undefined, NOW + 90 * DAY), { connections: 0, people: 0 });
    t.equal(await connections.findOfPerson('usr_1', grantId, NOW + 90 * DAY), undefined);
    const { token } = await issuedRefreshToken(stores);
    await tokens.revokeGrant(token.grant, 'client', NOW, ended);
    t.strictSame(
      (await connections.ofPerson('usr_1', NOW)).map((one) => one.grantId),
      [grantId],
    );
  });

  t.test('a connection shows only the scopes that its client and its membership still allow', async (t) => {
    const stores = await node(t);
    const { connections, db } = stores;
    await connect(stores);
    const scopes = async () => (await connections.ofPerson('usr_1', NOW))[0]?.scopes;
    const narrow = db.write((q) => q.update(db.tables.clients).set({ scope: 'openid email' }));
    await db.atomically(narrow());
    t.strictSame(await scopes(), ['openid', 'email']);
    const suspend = db.write((q) => q.update(db.tables.memberships).set({ status: 'suspended' }));
    await db.atomically(suspend());
    t.strictSame(await scopes(), [], 'and it is still there to be ended');
    await db.atomically(db.write((q) => q.delete(db.tables.memberships))());
    t.strictSame(await scopes(), []);
  });
}

function paging(t: Test, node: NewNode): void {
  t.test('a site pages through its own connections, of one client, one person or both', async (t) => {
    const stores = await node(t);
    const { connections } = stores;
    await addOthers(stores);
    const made: { grantId: number; clientId: string; personId: string }[] = [];
    for (const n of times(12, (i) => i)) {
      const clientId = n % 3 === 0 ? 'c_shared' : 'c_1';
      const personId = n % 2 === 0 ? 'usr_1' : 'usr_2';
      made.push({ grantId: await connect(stores, { clientId, personId }), clientId, personId });
    }
    await connect(stores, { clientId: 'c_shared', siteId: OTHER.id });
    const inOrder = (['c_1', 'c_shared'] as const).flatMap((id) => made.filter(({ clientId }) => clientId === id));

    const all = async (filter: { clientId?: string; personId?: string }, siteId = SITE.id): Promise<number[]> => {
      const found: number[] = [];
      for (let after: number | undefined; ; after = found.at(-1)) {
        const page = await connections.pageOfSite(siteId, filter, { first: 5, after }, NOW);
        t.ok(page.connections.length <= 5);
        found.push(...page.connections.map(({ grantId }) => grantId));
        if (!page.hasMore) return found;
      }
    };
    /** From the last connection back to the first, in the order of the list. */
    const allBackwards = async (filter: { clientId?: string; personId?: string }, last: number): Promise<number[]> => {
      let found = [last];
      for (;;) {
        const page = await connections.pageOfSite(
          SITE.id,
          filter,
          { first: 3, after: undefined, before: found[0] },
          NOW,
        );
        t.ok(page.connections.length <= 3);
        found = [...page.connections.map(({ grantId }) => grantId), ...found];
        if (!page.hasMore) return found;
      }
    };
    const filters = [{}, { clientId: 'c_1' }, { personId: 'usr_2' }, { clientId: 'c_shared', personId: 'usr_1' }];
    for (const filter of filters) {
      const expected = inOrder.filter((one) =>
        Object.entries(filter).every(([key, id]) => Reflect.get(one, key) === id),
      );
      t.strictSame(
        await all(filter),
        expected.map(({ grantId }) => grantId),
        JSON.stringify(filter),
      );
      const ids = expected.map(({ grantId }) => grantId);
      t.strictSame(await allBackwards(filter, ids.at(-1) ?? 0), ids, `${JSON.stringify(filter)} backwards`);
    }
    t.equal((await all({}, OTHER.id)).length, 1, 'another site sees its own');
    t.strictSame(await all({ clientId: 'c_1' }, OTHER.id), []);
    const [second] = inOrder.slice(4);
    const connection = await connections.findAtSite(SITE.id, second?.grantId ?? 0, NOW);
    t.ok(connection && (await connections.end(connection, 'school', ended)));
    const page = await connections.pageOfSite(SITE.id, {}, { first: 5, after: second?.grantId }, NOW);
    t.equal(page.connections[0]?.grantId, inOrder[5]?.grantId, 'goes on behind one that ended meanwhile');
    t.strictSame(await connections.sizeAtSite(SITE.id, undefined, NOW), { connections: 11, people: 2 });
    t.strictSame(await connections.sizeAtSite(SITE.id, 'c_shared', NOW), { connections: 4, people: 2 });
    t.strictSame(await connections.sizeAtSite(OTHER.id, 'c_1', NOW), { connections: 0, people: 0 });
  });
}

function ending(t: Test, node: NewNode): void {
  t.test('ending one connection keeps the client’s others, and deletes the consent behind it [spec 3]', async (t) => {
    const stores = await node(t);
    const { connections, consents } = stores;
    const [one, other] = [await connect(stores), await connect(stores)];
    const connection = await found(stores, one);
    t.equal(await connections.end(connection, 'person', ended), true);
    t.match(await grantRow(stores, one), { revokedAt: NOW + HOUR, revokedBy: 'person' });
    t.match(await grantRow(stores, other), { revokedAt: null });
    t.equal(await consents.find({ personId: 'usr_1', siteId: SITE.id, clientId: 'c_1' }), undefined);
    t.equal(await connections.end(connection, 'school', ended), false, 'once');
    t.match(await grantRow(stores, one), { revokedBy: 'person' });
    t.equal(await endings(stores), 1, 'and once on record');
  });

  t.test('ending an app ends all its connections of a person at the school, and pending codes [spec 3]', async (t) => {
    const stores = await node(t);
    const { codes, connections, consents } = stores;
    await addOthers(stores);
    const shared = { clientId: 'c_shared' };
    const mine = [await connect(stores, shared), await connect(stores, shared)];
    const pending = await issuedCode(stores, shared);
    const kept = [
      await connect(stores, { ...shared, siteId: OTHER.id }),
      await connect(stores, { ...shared, personId: 'usr_2' }),
      await connect(stores),
    ];
    const connection = await found(stores, mine[0] ?? 0);
    t.equal(await connections.endApp(connection, ended), true);
    for (const id of mine) t.match(await grantRow(stores, id), { revokedBy: 'person' });
    for (const id of kept) t.match(await grantRow(stores, id), { revokedAt: null });
    t.equal(await codes.redeem(pending, await newPair(stores), NOW + MINUTE), false, 'the code is dead too');
    t.equal(await consents.find({ personId: 'usr_1', siteId: SITE.id, clientId: 'c_shared' }), undefined);
    t.equal((await rowsOf(stores.db, 'consents')).length, kept.length, 'the other consents are kept');
    t.equal(await connections.endApp(connection, ended), false);
    t.equal(await endings(stores), 1);
  });
}

function endingMany(t: Test, node: NewNode): void {
  t.test('an operator ends all connections of a client, or all of the school, and no others', async (t) => {
    const stores = await node(t);
    const { connections, db } = stores;
    await addOthers(stores);
    const shared = { clientId: 'c_shared' };
    const ofClient = [await connect(stores, shared), await connect(stores, { ...shared, personId: 'usr_2' })];
    const ofSite = [await connect(stores)];
    const elsewhere = [await connect(stores, { ...shared, siteId: OTHER.id })];
    const consented = async () =>
      (await rowsOf(db, 'consents')).map(({ siteId, clientId }) => `${siteId} ${clientId}`).sort();

    t.equal(await connections.endClient(SITE.id, 'c_shared', ended), true);
    for (const id of ofClient) t.match(await grantRow(stores, id), { revokedAt: NOW + HOUR, revokedBy: 'school' });
    for (const id of [...ofSite, ...elsewhere]) t.match(await grantRow(stores, id), { revokedAt: null });
    t.strictSame(await consented(), ['site_1 c_1', 'site_2 c_shared']);
    t.equal(await connections.endClient(SITE.id, 'c_shared', ended), false, 'nothing is left');

    t.equal(await connections.endAll(SITE.id, ended), true);
    for (const id of ofSite) t.match(await grantRow(stores, id), { revokedBy: 'school' });
    for (const id of elsewhere) t.match(await grantRow(stores, id), { revokedAt: null });
    t.strictSame(await consented(), ['site_2 c_shared']);
    t.equal(await connections.endAll(SITE.id, ended), false);
    t.equal(await endings(stores), 2);
  });
}

function atOnce(t: Test, nodes: NewNodes): void {
  t.test('of many simultaneous endings of a connection over two nodes, one is recorded', async (t) => {
    const both = await nodes(t);
    const [one, two] = both;
    const grantId = await connect(one);
    const connection = await found(two, grantId);
    const results = await Promise.all(
      times(20, (n) => (n % 2 === 0 ? one : two).connections.end(connection, 'person', ended)),
    );
    t.equal(results.filter(Boolean).length, 1);
    t.equal(await endings(one), 1);
  });
}

async function addOthers({ platform, clients, metadataClients }: Stores): Promise<void> {
  await platform.add({
    createdAt: NOW,
    sites: [OTHER],
    people: [person('usr_2')],
    memberships: [
      { personId: 'usr_2', siteId: SITE.id, role: 'member' },
      { personId: 'usr_1', siteId: OTHER.id, role: 'member' },
    ],
  });
  const { siteId: _, ...shared } = newClient('c_shared', { origin: 'registered', name: 'Shared' });
  await clients.create(shared, event({ event: 'client_registered', clientId: 'c_shared' }));
  const metadata = { name: 'App', redirectUris: [], droppedRedirectUris: [], postLogoutRedirectUris: [] };
  const client = newMetadataClient(urlOf(URL_CLIENT), { metadata, fetchedAt: NOW, freshUntil: NOW });
  await metadataClients.approve(client, { at: NOW });
}

function urlOf(value: string): MetadataUrl {
  const url = parseMetadataUrl(value);
  if (url === undefined) throw new Error(`${value} is no client_id URL`);
  return url;
}

/** @returns the id of a grant whose code was redeemed */
async function connect(stores: Stores, overrides: Parameters<typeof issuedCode>[1] = {}): Promise<number> {
  return (await issuedRefreshToken(stores, overrides)).token.grant.grantId;
}

async function found({ connections }: Stores, grantId: number) {
  const connection = await connections.findOfPerson('usr_1', grantId, NOW);
  if (connection === undefined) throw new Error('the connection is not there');
  return connection;
}

const grantRow = async ({ db }: Stores, grantId: number) =>
  (await rowsOf(db, 'grants')).find(({ id }) => id === grantId);

const endings = async ({ db }: Stores): Promise<number> =>
  (await rowsOf(db, 'auditEvents')).filter((row) => row.event === 'grant_revoked').length;
