/** What the store of clients named by URL promises on either engine. */
import type { Test } from 'tap';
import { newMetadataClient } from '../../schema/oauth/client.ts';
import type { ClientMetadata } from '../../schema/oauth/client-metadata-document.ts';
import { type MetadataUrl, parseMetadataUrl } from '../../schema/oauth/metadata-url.ts';
import { DAY, HOUR, issuedRefreshToken, NOW, person, rowsOf, SITE } from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const ID = 'https://app.example/client.json';

function urlOf(value: string): MetadataUrl {
  const url = parseMetadataUrl(value);
  if (url === undefined) throw new Error(`${value} is no client_id URL`);
  return url;
}

const METADATA: ClientMetadata = {
  name: 'App „ü“',
  redirectUris: ['https://app.example/callback', 'http://127.0.0.1/callback'],
  droppedRedirectUris: ['https://elsewhere.example/callback'],
  postLogoutRedirectUris: ['https://app.example/bye'],
};

const fetchedAt = (at: number, metadata = METADATA) => ({ metadata, fetchedAt: at, freshUntil: at + HOUR });
const stranger = (id = ID) => newMetadataClient(urlOf(id), fetchedAt(NOW));
const by = { at: NOW + HOUR, ip: '127.0.0.1' };

export function metadataClientContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('a client identified by URL is stored once and found among all, with every field [E-15e]', async (t) => {
    const { clients, metadataClients } = await node(t);
    t.equal(await metadataClients.find(ID), undefined);
    await metadataClients.keep(stranger());
    await metadataClients.keep({ ...stranger(), name: 'another' });
    t.strictSame(await metadataClients.find(ID), stranger());
    t.strictSame(await clients.find(ID), stranger());
    t.strictSame(await metadataClients.list(), [stranger()]);
  });

  t.test('a withdrawn document stays withdrawn until it is fetched later than that [E-15d, F26]', async (t) => {
    const { metadataClients } = await node(t);
    await metadataClients.withdraw(ID, NOW);
    t.equal(await metadataClients.find(ID), undefined, 'a client that is not stored is not stored by that');
    await metadataClients.keep(stranger());
    await metadataClients.withdraw(ID, NOW - 1);
    t.equal((await read(metadataClients)).withdrawnAt, undefined, 'it was fetched since');
    await metadataClients.withdraw(ID, NOW + 2 * HOUR);
    t.match(await read(metadataClients), { withdrawnAt: NOW + 2 * HOUR, fetchedAt: NOW, metadata: METADATA });
    await metadataClients.confirm(stranger(), fetchedAt(NOW + HOUR));
    t.equal((await read(metadataClients)).withdrawnAt, NOW + 2 * HOUR, 'by a node that had fetched it before');
    const renamed = { ...METADATA, name: 'Other' };
    t.ok(await metadataClients.change(await read(metadataClients), fetchedAt(NOW + 90 * 60_000, renamed)));
    t.equal((await read(metadataClients)).withdrawnAt, NOW + 2 * HOUR, 'also by a changed one');
    await metadataClients.confirm(await read(metadataClients), fetchedAt(NOW + 3 * HOUR));
    t.equal((await read(metadataClients)).withdrawnAt, undefined);
  });

  t.test('a material change of its metadata withdraws an approval and keeps what was approved [E-15e]', async (t) => {
    const { db, metadataClients } = await node(t);
    t.equal(await metadataClients.approve(stranger(), by), true);
    const approved = await read(metadataClients);
    t.equal(approved.review, 'approved');
    await metadataClients.confirm(approved, fetchedAt(NOW + 2 * HOUR));
    const later = { ...METADATA, droppedRedirectUris: [] };
    t.equal(await metadataClients.change(await read(metadataClients), fetchedAt(NOW + 3 * HOUR, later)), true);
    t.match(await read(metadataClients), { review: 'approved', changedAt: NOW, metadata: later });

    const renamed = { ...later, name: 'Other', redirectUris: ['https://app.example/other'] };
    t.equal(await metadataClients.change(await read(metadataClients), fetchedAt(NOW + 4 * HOUR, renamed)), true);
    t.match(await read(metadataClients), {
      review: 'unreviewed',
      name: 'Other',
      redirectUris: ['https://app.example/other'],
      approvedMetadata: later,
      changedAt: NOW + 4 * HOUR,
      fetchedAt: NOW + 4 * HOUR,
      freshUntil: NOW + 5 * HOUR,
    });
    const again = { ...renamed, name: 'Third' };
    await metadataClients.change(await read(metadataClients), fetchedAt(NOW + 5 * HOUR, again));
    t.strictSame((await read(metadataClients)).approvedMetadata, later, 'still what was approved');
    t.equal(await metadataClients.approve(await read(metadataClients), by), true);
    t.match(await read(metadataClients), { review: 'approved', approvedMetadata: undefined });
    const events = (await rowsOf(db, 'auditEvents'))
      .map(({ event }) => event)
      .filter((event) => event !== 'client_created');
    t.strictSame(events, [
      'client_approved',
      'client_document_changed',
      'client_document_changed',
      'client_document_changed',
      'client_approved',
    ]);
  });

  t.test('a client whose metadata changed since it was reviewed is not approved [E-15e]', async (t) => {
    const { metadataClients } = await node(t);
    await metadataClients.keep(stranger());
    const seen = await read(metadataClients);
    await metadataClients.change(seen, fetchedAt(NOW + HOUR, { ...METADATA, name: 'Other' }));
    t.equal(await metadataClients.approve(seen, by), false);
    t.equal((await read(metadataClients)).review, 'unreviewed');
  });

  t.test('of two nodes that see a change of metadata at once, one records it', async (t) => {
    const [one, two] = await nodes(t);
    await one.metadataClients.approve(stranger(), by);
    const seen = await read(one.metadataClients);
    const fetched = fetchedAt(NOW + HOUR, { ...METADATA, name: 'Other' });
    const noted = await Promise.all([one, two].map(({ metadataClients }) => metadataClients.change(seen, fetched)));
    t.strictSame(noted.sort(), [false, true]);
    t.match(await read(two.metadataClients), { review: 'unreviewed', approvedMetadata: METADATA });
  });

  t.test('blocking a client revokes its grants at once, and approving it again restores none [E-15e]', async (t) => {
    const stores = await node(t);
    const { metadataClients, tokens } = stores;
    await metadataClients.keep(stranger());
    const { token, access } = await issuedRefreshToken(stores, { clientId: ID });
    const other = await issuedRefreshToken(stores);
    await metadataClients.block(await read(metadataClients), by);
    t.match(await read(metadataClients), { review: 'blocked', active: false, scopes: [] });
    t.match((await tokens.findAccess(access.id))?.grant, { grantRevokedAt: by.at, isActive: false });
    t.match((await tokens.findRefresh(other.token.id))?.grant, { grantRevokedAt: null, isActive: true });
    const ofClients = (await rowsOf(stores.db, 'consents')).map(({ clientId }) => clientId);
    t.strictSame(ofClients, [other.token.grant.clientId], 'what people allowed is forgotten');
    t.equal(await metadataClients.approve(await read(metadataClients), by), true);
    t.match((await tokens.findRefresh(token.id))?.grant, { grantRevokedAt: by.at, isActive: true });
  });

  t.test('a site adopts a client and releases it again, which revokes its grants there [CIMD §7]', async (t) => {
    const stores = await node(t);
    const { metadataClients, tokens } = stores;
    await metadataClients.adopt(stranger(), SITE.id, by);
    await metadataClients.adopt(stranger(), SITE.id, by);
    t.strictSame((await read(metadataClients)).adoptedBy, [SITE.id]);
    t.ok((await read(metadataClients)).scopes.includes('account:read'));
    t.notOk((await read(metadataClients)).scopes.includes('account:write'), 'still unreviewed');
    const { token } = await issuedRefreshToken(stores, { clientId: ID });
    await metadataClients.release(await read(metadataClients), 'site_2', by);
    t.equal((await rowsOf(stores.db, 'consents')).length, 1, 'another school ends nothing here');
    await metadataClients.release(await read(metadataClients), SITE.id, by);
    t.strictSame(await rowsOf(stores.db, 'consents'), []);
    t.strictSame((await read(metadataClients)).adoptedBy, []);
    t.equal((await tokens.findRefresh(token.id))?.grant.grantRevokedAt, by.at);
  });

  t.test('clients are listed by page, either all or those a site adopted or is connected to [E-15e]', async (t) => {
    const stores = await node(t);
    const { metadataClients } = stores;
    const idOf = (name: string): string => `https://${name}.example/client.json`;
    for (const name of ['a', 'b', 'c', 'd', 'e']) await metadataClients.keep(stranger(idOf(name)));
    await metadataClients.adopt(stranger(idOf('b')), SITE.id, by);
    await metadataClients.adopt(stranger(idOf('c')), 'site_2', by);
    await issuedRefreshToken(stores, { clientId: idOf('d') });
    await metadataClients.block(stranger(idOf('e')), by);
    const idsOf = async (query: Partial<Parameters<typeof metadataClients.page>[0]>) => {
      const { rows, hasMore } = await metadataClients.page({ first: 2, after: '', ...query });
      return [rows.map(({ id }) => id), hasMore];
    };
    t.strictSame(await idsOf({}), [[idOf('a'), idOf('b')], true]);
    t.strictSame(await idsOf({ after: idOf('b'), first: 3 }), [[idOf('c'), idOf('d'), idOf('e')], false]);
    t.strictSame(await idsOf({ review: 'blocked' }), [[idOf('e')], false]);
    t.strictSame(await idsOf({ siteId: SITE.id }), [[idOf('b'), idOf('d')], false]);
    t.strictSame(await idsOf({ siteId: SITE.id, review: 'unreviewed', after: idOf('b') }), [[idOf('d')], false]);
    t.strictSame(await idsOf({ siteId: 'site_2' }), [[idOf('c')], false]);
    t.strictSame(await idsOf({ siteId: SITE.id, review: 'blocked' }), [[], false]);
  });

  t.test('the audit log records who reviewed a client, from where and for which site [W46]', async (t) => {
    const { db, metadataClients } = await node(t);
    const reviewer = { ...by, personId: 'usr_1', siteId: SITE.id, requestId: 'r' };
    await metadataClients.approve(stranger(), reviewer);
    await metadataClients.block(stranger(), reviewer);
    const { at: _, ...who } = reviewer;
    const events = (await rowsOf(db, 'auditEvents')).filter(({ clientId }) => clientId === ID);
    t.match(events, [
      { event: 'client_approved', ...who },
      { event: 'client_blocked', ...who },
    ]);
  });

  t.test('the last decision about a client is found with its person, whichever school offers the client', async (t) => {
    const { metadataClients, reviewDecisions } = await node(t);
    t.equal(await reviewDecisions.last(ID), undefined);
    await metadataClients.adopt(stranger(), SITE.id, by);
    t.equal(await reviewDecisions.last(ID), undefined, 'a school decides for itself alone');
    await metadataClients.approve(await read(metadataClients), { ...by, personId: 'usr_1' });
    const approved = { event: 'client_approved', at: by.at, personId: 'usr_1', personName: person('usr_1').name };
    t.strictSame(await reviewDecisions.last(ID), approved);
    await metadataClients.block(stranger('https://app.example/other.json'), { at: by.at + 1 });
    t.strictSame(await reviewDecisions.last(ID), approved);
    await metadataClients.block(await read(metadataClients), { at: by.at + 1 });
    t.match(await reviewDecisions.last(ID), { event: 'client_blocked', personId: null, personName: null });
  });

  t.test('an unused client without a review or adoption is purged', async (t) => {
    const { clients, metadataClients, db, purge } = await node(t);
    await metadataClients.keep(stranger());
    await metadataClients.approve(stranger('https://app.example/approved.json'), by);
    await metadataClients.block(stranger('https://app.example/blocked.json'), by);
    await metadataClients.adopt(stranger('https://app.example/adopted.json'), SITE.id, by);
    await purge.batch(() => NOW + 6 * DAY);
    t.ok(await clients.find(ID));
    await purge.batch(() => NOW + 8 * DAY);
    t.equal(await clients.find(ID), undefined);
    t.equal((await rowsOf(db, 'metadataDocuments')).length, 3);
    t.equal((await metadataClients.list()).length, 3);
  });
}

async function read(store: Stores['metadataClients']) {
  const client = await store.find(ID);
  if (client === undefined) throw new Error('the client is not there');
  return client;
}
