/** What the store of clients promises on either engine. */
import type { Test } from 'tap';
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
    };
    t.strictSame(await clients.findCredentials('c_1', NOW), credentials);
    t.equal(await clients.findCredentials('c_2', NOW), undefined);
    t.strictSame(await clients.find('c_1'), expected);
    t.strictSame(await clients.ofSite(SITE.id), [expected]);
    t.strictSame(await clients.ofSite('another'), []);
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
}
