/** What the admin pages of a school are told, on either engine: apps to choose from, people by address, names of things. */
import type { Test } from 'tap';
import { event, issuedRefreshToken, NOW, newClient, person, SITE, times } from './fixtures.ts';
import type { NewNode, Stores } from './stores.ts';

const OTHER = 'site_2';
const MOST = 50;

async function addOther({ platform }: Stores): Promise<void> {
  await platform.add({
    createdAt: NOW,
    sites: [{ id: OTHER, slug: 'harbour', name: 'Harbour' }],
    people: ['usr_2', 'usr_invited', 'usr_removed', 'usr_elsewhere'].map((id) => person(id)),
    memberships: [
      { personId: 'usr_2', siteId: SITE.id, role: 'member', status: 'suspended' },
      { personId: 'usr_invited', siteId: SITE.id, role: 'member', status: 'invited' },
      { personId: 'usr_removed', siteId: SITE.id, role: 'member', status: 'removed' },
      { personId: 'usr_elsewhere', siteId: OTHER, role: 'member' },
    ],
  });
}

export function schoolViewsContract(t: Test, node: NewNode): void {
  t.test('the apps of a school are those it created and those connected to it', async (t) => {
    const stores = await node(t);
    const { clients, connections, tokens } = stores;
    await addOther(stores);
    const offered = async (siteId = SITE.id, withOwn = true) =>
      (await connections.clientsOfSite(siteId, withOwn))?.map(({ id }) => id);
    t.strictSame(await offered(), ['c_1'], 'its own, before anybody uses it');
    t.strictSame(await offered(OTHER), []);
    for (const id of ['c_b', 'c_a', 'c_ended', 'c_unused', 'c_elsewhere']) {
      const { siteId: _, ...rest } = newClient(id, { name: `Name of ${id}` });
      await clients.create({ ...rest, origin: 'registered' }, event());
    }
    for (const clientId of ['c_a', 'c_b', 'c_a', 'c_b']) await issuedRefreshToken(stores, { clientId });
    await issuedRefreshToken(stores, { clientId: 'c_elsewhere', siteId: OTHER, personId: 'usr_elsewhere' });
    const { token } = await issuedRefreshToken(stores, { clientId: 'c_ended' });
    await tokens.revokeGrant(token.grant, 'client', NOW, event());
    t.strictSame(await offered(), ['c_a', 'c_b', 'c_1'], 'each once, by name');
    t.strictSame(await offered(SITE.id, false), ['c_a', 'c_b'], 'those that are connected');
    const logged = async (siteId = SITE.id) => (await connections.clientsOfLog(siteId))?.map(({ id }) => id);
    t.strictSame(await logged(), ['c_a', 'c_b', 'c_1'], 'what the log does not name is not chosen from');
    await stores.audit.record({ ...event(), event: 'grant_revoked', siteId: SITE.id, clientId: 'c_ended' });
    await stores.audit.record({ ...event(), event: 'client_blocked', siteId: OTHER, clientId: 'c_unused' });
    t.strictSame(await logged(), ['c_a', 'c_b', 'c_ended', 'c_1'], 'with an app whose connections ended');
    t.strictSame(await logged(OTHER), ['c_elsewhere', 'c_unused']);
    t.strictSame(await offered(OTHER), ['c_elsewhere']);
    for (const n of times(MOST - 3, (i) => i)) await clients.create(newClient(`c_own_${n}`), event());
    t.equal((await offered())?.length, MOST);
    await clients.create(newClient('c_one_more'), event());
    t.equal(await offered(), undefined, 'too many to choose from');
    t.strictSame(await offered(OTHER), ['c_elsewhere']);
  });

  t.test('an e-mail address finds only people with a membership at the school [W38]', async (t) => {
    const stores = await node(t);
    await addOther(stores);
    const found = async (id: string, siteId = SITE.id) =>
      (await stores.members.findKnown(siteId, ` ${id}@RIVERSIDE.example`))?.id;
    for (const id of ['usr_1', 'usr_2', 'usr_invited']) t.equal(await found(id), id);
    t.equal(await found('usr_removed'), undefined, 'whatever the address is by now');
    t.equal(await found('usr_elsewhere'), undefined);
    t.equal(await found('usr_elsewhere', OTHER), 'usr_elsewhere');
    t.equal(await found('usr_1', OTHER), undefined);
    t.equal(await found('usr_nobody'), undefined);
  });

  t.test('audit targets are named at their own school only, people as far as it may know them [E-49]', async (t) => {
    const stores = await node(t);
    await addOther(stores);
    const times = { createdAt: NOW, updatedAt: NOW };
    const page = { slug: 'p', status: 'draft' as const, isHomepage: false, ...times };
    await stores.schoolContent.add(SITE.id, { pages: [{ ...page, id: 'pag_1', title: 'Our “house”' }] });
    await stores.schoolContent.add(OTHER, { pages: [{ ...page, id: 'pag_2', title: 'Of others' }] });
    const people = ['usr_1', 'usr_2', 'usr_invited', 'usr_removed', 'usr_elsewhere'].map((id) => `member/${id}`);
    const others = [
      'page/pag_1',
      'page/pag_2',
      'post/pag_1',
      'page/pag_0',
      'page/pag_1/x',
      'lecturers/order',
      '/',
      'x\ud800',
    ];
    t.strictSame(Object.fromEntries(await stores.auditLog.namesOf(SITE.id, [...people, ...others, 'page/pag_1'])), {
      'member/usr_1': person('usr_1').name,
      'member/usr_2': person('usr_2').name,
      'member/usr_invited': person('usr_invited').email,
      'member/usr_removed': '',
      'page/pag_1': 'Our “house”',
    });
    t.equal((await stores.auditLog.namesOf(SITE.id, [])).size, 0);
  });
}
