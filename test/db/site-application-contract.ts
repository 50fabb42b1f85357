/** What the store promises of the applications that a school makes, and of what it tries out. */
import type { Test } from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import type { ApplicationSettings, StoredApplication } from '../../schema/oauth/site-application.ts';
import { effectiveScopes } from '../../schema/oauth/token.ts';
import {
  DAY,
  event,
  insertRows,
  issuedCode,
  issuedRefreshToken,
  NOW,
  newClient,
  person,
  rowsOf,
  SCOPES,
  SITE,
  times,
} from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

const OTHER = { id: 'site_2', slug: 'harbour', name: 'Harbour' };

async function found({ siteApplications }: Stores, id = 'c_1', siteId = SITE.id): Promise<StoredApplication> {
  const application = await siteApplications.find(siteId, id);
  if (application === undefined) throw new Error(`no application ${id}`);
  return application;
}

const settingsOf = (application: StoredApplication): ApplicationSettings => ({
  name: application.name,
  description: application.description,
  redirectUris: application.redirectUris,
  postLogoutRedirectUris: application.postLogoutRedirectUris,
  scopes: application.scopes,
  defaultScope: application.defaultScope,
  mayIntrospect: application.mayIntrospect,
  demandsProof: application.demandsProof,
});

const names = async ({ db }: Stores): Promise<unknown[]> =>
  (await rowsOf(db, 'auditEvents')).map((row) => row.event).filter((name) => String(name).startsWith('client_'));

const ours = (client: ReturnType<typeof newClient>) => ({ ...client, siteId: SITE.id });

export function siteApplicationContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('an application comes back as it was created, at its own school only [E-33]', async (t) => {
    const stores = await node(t);
    const { siteApplications } = stores;
    const made = ours(newClient('c_9', { name: 'Zwölf “x”', description: 'Für\nalle', createdAt: NOW + 1 }));
    const twice = () => siteApplications.create(made, event({ event: 'client_created', clientId: 'c_9' }));
    t.strictSame(await Promise.all([twice(), twice(), twice()]).then((all) => all.filter(Boolean)), [true]);
    t.match(await found(stores, 'c_9'), {
      origin: 'site_application',
      siteId: SITE.id,
      name: 'Zwölf “x”',
      description: 'Für\nalle',
      scopes: SCOPES,
      active: true,
      previousSecretEndsAt: undefined,
    });
    t.strictSame(
      (await siteApplications.ofSite(SITE.id)).map(({ id }) => id),
      ['c_9', 'c_1'],
      'newest first',
    );
    t.strictSame(await siteApplications.ofSite(OTHER.id), []);
    t.equal(await siteApplications.find(OTHER.id, 'c_9'), undefined);
    t.strictSame(await names(stores), ['client_created', 'client_created'], 'recorded once');
  });

  t.test('no operation reaches an application through another school [E-33]', async (t) => {
    const stores = await node(t);
    const { siteApplications } = stores;
    await stores.platform.add({ createdAt: NOW, sites: [OTHER], people: [], memberships: [] });
    const { token } = await issuedRefreshToken(stores);
    const own = await found(stores);
    const foreign = { ...own, siteId: OTHER.id };
    const next = { hash: hashCredential('next'), endsAt: NOW + DAY };
    t.equal(await siteApplications.change(foreign, { ...settingsOf(own), name: 'Taken' }, event()), false);
    t.equal(await siteApplications.rotateSecret(foreign, next, event()), false);
    t.equal(await siteApplications.endPreviousSecret(foreign, event()), false);
    t.equal(await siteApplications.disable(foreign, event()), false);
    t.equal(await siteApplications.enable({ ...foreign, active: false }, event()), false);
    t.equal(await siteApplications.remove(foreign, event()), false);
    t.strictSame(await found(stores), own);
    t.match((await stores.tokens.findRefresh(token.id))?.grant, { grantRevokedAt: null, isActive: true });
  });

  t.test('of two changes made from the same state, one is saved [E-33]', async (t) => {
    const [one, two] = await nodes(t);
    const seen = await found(one);
    const saves = [one, two].map(({ siteApplications }, n) =>
      siteApplications.change(seen, { ...settingsOf(seen), name: `Name ${n}` }, event({ event: 'client_changed' })),
    );
    const saved = await Promise.all(saves);
    t.strictSame(saved.filter(Boolean), [true]);
    t.equal((await found(one)).name, `Name ${saved.indexOf(true)}`);
    const [trail] = (await rowsOf(one.db, 'auditEvents')).filter((row) => row.event === 'client_changed');
    t.match(trail, {
      before: JSON.stringify({ name: seen.name }),
      after: JSON.stringify({ name: `Name ${saved.indexOf(true)}` }),
    });
  });

  t.test('a change made from an outdated state is refused, whichever field has changed since [E-33]', async (t) => {
    const stores = await node(t);
    const { siteApplications } = stores;
    const others = [
      { name: 'Another' },
      { description: 'Another' },
      { redirectUris: ['https://another.example/'] },
      { postLogoutRedirectUris: ['https://another.example/out'] },
      { scopes: ['openid'] },
      { defaultScope: 'openid' },
      { mayIntrospect: true },
    ] as const;
    for (const other of others) {
      const seen = await found(stores);
      const [field = ''] = Object.keys(other);
      t.equal(await siteApplications.change(seen, { ...settingsOf(seen), ...other }, event()), true, field);
      t.equal(await siteApplications.change(seen, { ...settingsOf(seen), name: 'Late' }, event()), false, field);
      t.match(await found(stores), other);
    }
  });

  t.test('an added redirect URI is recorded with its time, and every change is audited [RFC 9700 §4.1]', async (t) => {
    const stores = await node(t);
    const { siteApplications, clients } = stores;
    const save = async (redirectUris: string[], at: number) => {
      const seen = await found(stores);
      await siteApplications.change(
        seen,
        { ...settingsOf(seen), redirectUris },
        event({ event: 'client_changed', at }),
      );
      const known = await found(stores);
      t.match(await clients.find('c_1'), { redirectUrisChangedAt: known.redirectUrisChangedAt });
      return known.redirectUrisChangedAt;
    };
    t.equal((await found(stores)).redirectUrisChangedAt, undefined);
    t.equal(await save(['https://portal.example/callback'], NOW + 1), undefined, 'one that goes is none that comes');
    t.equal(await save(['https://portal.example/callback', 'https://b.example/'], NOW + 2), NOW + 2);
    t.equal(await save(['https://b.example/'], NOW + 3), NOW + 2);
    t.equal(await save([`https://c.example/${'x'.repeat(2000)}`], NOW + 4), NOW + 4);
    const targets = (await rowsOf(stores.db, 'auditEvents'))
      .filter((row) => row.event === 'client_changed')
      .map((row) => String(row.target));
    t.strictSame(targets.slice(0, 3), [
      'redirect_uris -https://portal.example/"quoted"?a=ü',
      'redirect_uris +https://b.example/',
      'redirect_uris -https://portal.example/callback',
    ]);
    t.match(targets[3], /^redirect_uris \+https:\/\/c\.example\/x+… -https:\/\/b\.example\/$/);
    t.ok((targets[3] ?? '').length < 400);
  });

  t.test('a scope taken from an application disappears from its existing tokens and codes [ASVS 8.3.2]', async (t) => {
    const stores = await node(t);
    const { token } = await issuedRefreshToken(stores);
    const seen = await found(stores);
    t.strictSame(effectiveScopes(token.scopes, token.grant), SCOPES);
    await stores.siteApplications.change(seen, { ...settingsOf(seen), scopes: ['openid'] }, event());
    const narrowed = await stores.tokens.findRefresh(token.id);
    t.ok(narrowed && effectiveScopes(narrowed.scopes, narrowed.grant).join() === 'openid');
    const code = await issuedCode(stores);
    t.strictSame(effectiveScopes(code.scopes, code.grant), ['openid'], 'a code that slipped in as well');
  });

  t.test('after a rotation two secrets are valid, until the previous one expires or is ended [E-30]', async (t) => {
    const stores = await node(t);
    const { siteApplications, clients } = stores;
    const [first, second, third] = ['secret', 'second', 'third'].map(hashCredential) as [never, never, never];
    const hashesAt = async (now: number) => (await clients.findCredentials('c_1', now))?.secretHashes;
    const endsAt = NOW + DAY;
    const seen = await found(stores);
    t.equal(await siteApplications.rotateSecret(seen, { hash: second, endsAt }, event()), true);
    t.equal(await siteApplications.rotateSecret(seen, { hash: third, endsAt }, event()), false, 'once per secret');
    t.strictSame(await hashesAt(NOW), [second, first]);
    t.strictSame(await hashesAt(endsAt - 1), [second, first]);
    t.strictSame(await hashesAt(endsAt), [second]);
    await siteApplications.rotateSecret(await found(stores), { hash: third, endsAt }, event());
    t.strictSame(await hashesAt(NOW), [third, second], 'two at most');
    t.equal(await siteApplications.endPreviousSecret(await found(stores), event()), true);
    t.strictSame(await hashesAt(NOW), [third]);
    t.equal(await siteApplications.endPreviousSecret(await found(stores), event()), false);
  });

  t.test('disabling an application revokes all its grants, and enabling it restores none [spec 3]', async (t) => {
    const stores = await node(t);
    const { siteApplications, clients, tokens } = stores;
    await clients.create(ours(newClient('c_2')), event());
    const { token } = await issuedRefreshToken(stores);
    const { token: other } = await issuedRefreshToken(stores, { clientId: 'c_2' });
    const standing = async (id: number) => (await tokens.findRefresh(id))?.grant;
    t.equal(await siteApplications.disable(await found(stores), event({ at: NOW + 5 })), true);
    t.match(await standing(token.id), { grantRevokedAt: NOW + 5, isActive: false });
    const late = await issuedCode(stores);
    t.equal(await siteApplications.enable(await found(stores), event({ at: NOW + 9 })), true);
    t.match(await standing(token.id), { grantRevokedAt: NOW + 5, isActive: true });
    t.equal((await stores.codes.find(late.grant.grantId))?.grant.grantRevokedAt, NOW + 9, 'nor what slipped in');
    t.match(await standing(other.id), { grantRevokedAt: null, isActive: true }, 'another application is untouched');
  });

  t.test('disabling and enabling an application each delete the consents for it [spec 3]', async (t) => {
    const stores = await node(t);
    const { siteApplications, db } = stores;
    const key = (clientId: string) => ({ personId: 'usr_1', siteId: SITE.id, clientId });
    const consent = { askedScope: 'openid', grantedScope: 'openid', decidedAt: NOW, lastUsedAt: NOW };
    const allow = (clientId: string) => insertRows(db, 'consents', [{ ...key(clientId), ...consent }]);
    const remembered = async () => (await rowsOf(db, 'consents')).map(({ clientId }) => clientId);
    await allow('c_2');
    for (const step of ['disable', 'enable'] as const) {
      await allow('c_1');
      t.equal(await siteApplications[step](await found(stores), event()), true);
      t.strictSame(await remembered(), ['c_2'], step);
    }
  });

  t.test('deleting an application ends its grants, tokens and remembered consents [spec 3]', async (t) => {
    const stores = await node(t);
    const { siteApplications, tokens } = stores;
    await stores.platform.add({
      createdAt: NOW,
      sites: [],
      people: [person('usr_2')],
      memberships: [{ personId: 'usr_2', siteId: SITE.id, role: 'member' }],
    });
    const { token } = await issuedRefreshToken(stores);
    await issuedRefreshToken(stores);
    await issuedRefreshToken(stores, { personId: 'usr_2' });
    await issuedCode(stores);
    await issuedRefreshToken(stores, { grantExpiresAt: NOW });
    t.strictSame(await siteApplications.use(await found(stores), NOW), { grants: 3, people: 2 });
    t.strictSame([...(await siteApplications.uses(SITE.id, NOW))], [['c_1', 3]]);
    const application = await found(stores);
    t.equal(await siteApplications.remove(application, event({ event: 'client_deleted' })), true);
    t.equal(await siteApplications.remove(application, event({ event: 'client_deleted' })), false);
    t.equal(await tokens.findRefresh(token.id), undefined, 'whatever hung on it is dead');
    t.ok((await rowsOf(stores.db, 'grants')).every(({ revokedAt }) => revokedAt !== null));
    t.strictSame(await rowsOf(stores.db, 'consents'), []);
    t.equal(await stores.clients.find('c_1'), undefined);
  });

  t.test('beta features are switched one by one over two nodes, and each switch is recorded once [E-33]', async (t) => {
    const both = await nodes(t);
    const [one] = both;
    const flip = (n: number, feature: 'mcp_connections' | 'chatgpt_sign_in', on: boolean) =>
      (both[n % 2] ?? one).betaFeatures.switch(SITE.id, feature, on, { at: event().at });
    const features = async () => (await rowsOf(one.db, 'sites'))[0]?.betaFeatures;
    t.strictSame(await Promise.all([flip(0, 'mcp_connections', true), flip(1, 'chatgpt_sign_in', true)]), [true, true]);
    t.strictSame(((await features()) as string[]).toSorted(), ['chatgpt_sign_in', 'mcp_connections']);
    t.strictSame((await Promise.all(times(4, (n) => flip(n, 'mcp_connections', false)))).filter(Boolean), [true]);
    t.strictSame(await features(), ['chatgpt_sign_in']);
    t.equal(await one.betaFeatures.switch('nowhere', 'mcp_connections', true, { at: 1 }), false);
    const trail = (await rowsOf(one.db, 'auditEvents')).filter((row) => String(row.event).startsWith('beta_feature_'));
    t.equal(trail.length, 3);
  });
}
