/** What the store of clients promises on either engine. */
import type { Test } from 'tap';
import { clientStore } from '../../db/oauth/clients.ts';
import { hashCredential } from '../../schema/credential.ts';
import { event, issuedRefreshToken, NOW, newClient, rowsOf, SCOPES, SITE } from './fixtures.ts';
import type { NewNode } from './stores.ts';

export function clientContract(t: Test, node: NewNode): void {
  t.test('a client comes back with its kind and every field it was stored with', async (t) => {
    const { clients, db } = await node(t);
    const expected = {
      id: 'c_1',
      name: 'Portal',
      authMethod: 'client_secret_post',
      redirectUris: ['https://portal.example/callback', 'https://portal.example/"quoted"?a=ü'],
      postLogoutRedirectUris: [],
      scopes: SCOPES,
      defaultScope: undefined,
      logo: undefined,
      active: true,
      createdAt: NOW,
      lastUsedAt: undefined,
      origin: 'site_application',
      siteId: SITE.id,
      redirectUrisChangedAt: undefined,
    };
    const credentials = {
      id: 'c_1',
      origin: 'site_application',
      authMethod: 'client_secret_post',
      secretHashes: [hashCredential('secret')],
      active: true,
      siteId: SITE.id,
      mayIntrospect: false,
      demandsProof: false,
    };
    t.strictSame(await clients.findCredentials('c_1', NOW), credentials);
    t.equal(await clients.findCredentials('c_2', NOW), undefined);
    t.strictSame(await clients.find('c_1'), expected);
    t.equal(await clients.find('c_2'), undefined);

    const { siteId: _, secretHash: _secret, ...shared } = newClient('c_2');
    await clients.create(
      { ...shared, origin: 'registered', authMethod: 'none', defaultScope: 'openid', createdAt: 2 ** 53 - 1 },
      event({
        event: 'client_registered',
        clientId: 'c_2',
        ip: '::1',
        userAgent: 'tool/1',
        requestId: 'r',
        target: 't',
      }),
    );
    const registered = await clients.find('c_2');
    t.match(registered, { origin: 'registered', defaultScope: 'openid', createdAt: 2 ** 53 - 1 });
    t.notOk(registered && 'siteId' in registered);
    t.match(
      (await rowsOf(db, 'auditEvents')).find(({ clientId }) => clientId === 'c_2'),
      {
        event: 'client_registered',
        at: NOW,
        siteId: null,
        personId: null,
        ip: '::1',
        userAgent: 'tool/1',
        requestId: 'r',
      },
    );

    t.match(await clients.findCredentials('c_2', NOW), { authMethod: 'none', secretHashes: [], siteId: undefined });

    await clients.replaceSecret('c_1', hashCredential('new'));
    t.strictSame(await clients.findCredentials('c_1', NOW), { ...credentials, secretHashes: [hashCredential('new')] });
  });

  t.test('vendor clients follow the configuration, and keep when they were created and last used', async (t) => {
    const stores = await node(t);
    const { clients } = stores;
    const vendor = (key: string, name: string) => {
      const { siteId: _, secretHash: _secret, ...shared } = newClient(`c_vendor_${key}`, { name });
      return { ...shared, origin: 'vendor' as const, authMethod: 'none' as const };
    };
    await clients.presetVendors([vendor('a', 'Alpha'), vendor('b', 'Beta')]);
    await issuedRefreshToken(stores, { clientId: 'c_vendor_a' });
    await clients.presetVendors([
      { ...vendor('a', 'Alpha 2'), redirectUris: ['https://a.example/2'], createdAt: NOW + 1 },
    ]);
    t.match(await clients.find('c_vendor_a'), {
      name: 'Alpha 2',
      redirectUris: ['https://a.example/2'],
      active: true,
      createdAt: NOW,
      lastUsedAt: NOW,
    });
    t.match(await clients.find('c_vendor_b'), { active: false }, 'a preset that is gone is switched off');
    t.match(await clients.find('c_1'), { active: true, name: 'Portal' }, 'a client of a school is left alone');
    await clients.presetVendors([vendor('a', 'Alpha'), vendor('b', 'Beta')]);
    t.match(await clients.find('c_vendor_b'), { active: true }, 'and comes back');
  });

  t.test(
    'registered clients that were never used are limited in all, and those of the network that has most make room [F32]',
    async (t) => {
      const stores = await node(t);
      const { audit, db, metadataClients } = stores;
      const dropped: number[] = [];
      const onDropped = (count: number): unknown => dropped.push(count);
      const clients = clientStore(db, audit, metadataClients, { limit: 8, onDropped });
      let time = NOW;
      const register = async (...names: string[]): Promise<void> => {
        for (const id of names) {
          time += 1;
          const { siteId: _, secretHash: _secret, ...shared } = newClient(id);
          const [network = ''] = id.split('-');
          const client = { ...shared, origin: 'registered', authMethod: 'none', network, createdAt: time } as const;
          await clients.register(client);
        }
      };
      const stored = async (): Promise<string> =>
        (await rowsOf(db, 'clients'))
          .filter(({ origin }) => origin === 'registered')
          .map(({ id }) => String(id))
          .toSorted()
          .join(' ');
      await register('a-1', 'a-2', 'a-3', 'b-1', 'c-1');
      await issuedRefreshToken(stores, { clientId: 'a-1' });
      t.match(
        (await rowsOf(db, 'clients')).find(({ id }) => id === 'a-1'),
        { network: null, lastUsedAt: NOW },
        'where a client that is used came from is forgotten',
      );
      await register('d-1', 'd-2', 'd-3', 'd-4');
      t.equal(await stored(), 'a-1 a-2 a-3 b-1 c-1 d-1 d-2 d-3 d-4', 'eight, and one that is used');
      await register('d-5');
      t.equal(await stored(), 'a-1 a-2 a-3 b-1 c-1 d-2 d-3 d-4 d-5', 'the oldest of the network that has most');
      await register('e-1', 'e-2');
      t.equal(await stored(), 'a-1 a-2 a-3 b-1 c-1 d-4 d-5 e-1 e-2');
      await register('f-1', 'g-1', 'h-1', 'i-1');
      t.equal(await stored(), 'a-1 b-1 c-1 d-5 e-2 f-1 g-1 h-1 i-1', 'the oldest of all if none has more than others');
      t.strictSame(dropped, Array(7).fill(1));

      const few = clientStore(db, audit, metadataClients, { limit: 3, onDropped });
      await few.create(
        { ...newClient('site'), id: 'c_of_the_site' },
        event({ event: 'client_created', clientId: 'c_of_the_site' }),
      );
      t.equal(dropped.length, 7, 'an application of a school drops none');
    },
  );

  t.test('registered clients of very many networks stay within their number, too [F32]', async (t) => {
    const { audit, db, metadataClients } = await node(t);
    const clients = clientStore(db, audit, metadataClients, { limit: 200, onDropped: () => undefined });
    for (let count = 0; count < 240; count += 1) {
      const { siteId: _, secretHash: _secret, ...shared } = newClient(`c_${count}`);
      const place = { network: `198.51.100.${count}`, createdAt: NOW + count };
      const client = { ...shared, ...place, origin: 'registered', authMethod: 'none' } as const;
      await clients.register(client);
    }
    const left = (await rowsOf(db, 'clients')).filter(({ origin }) => origin === 'registered');
    t.ok(left.length >= 200 && left.length <= 201, `${left.length} clients`);
    t.notOk(left.some(({ id }) => id === 'c_0'));
    t.ok(left.some(({ id }) => id === 'c_239'));
  });
}
