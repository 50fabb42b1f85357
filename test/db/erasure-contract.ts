/** What stores promise of accounts that are erased, and of lists of the columns that name people. */
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Test } from 'tap';
import type { Database, Values } from '../../db/engine/engine.ts';
import { PARTS_OF_PERSON_ROWS, PERSON_TABLES } from '../../db/personal-data/person-tables.ts';
import { hashCredential } from '../../schema/credential.ts';
import { registration, event as schoolEvent } from '../support/account.ts';
import { plan, subscription } from './entitlement-fixtures.ts';
import {
  contentsOf,
  event,
  eventsOf,
  insertRows,
  issuedRefreshToken,
  NOW,
  person,
  rowsOf,
  SITE,
  times,
} from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';

type TableName = keyof Database['tables'];

const ID = 'usr_gone';
const NAME = 'Gisela Gone';
const EMAIL = 'gisela@home.example';
const GISELA = person(ID, { email: EMAIL, emailKey: EMAIL, name: NAME, passwordHash: 'the hash of Gisela' });
const ERASED = event({ event: 'account_erased', personId: ID, target: 'operator/ola' });

/** Columns whose names sound as if they named a person, and do not. */
const NOT_PEOPLE = new Set([
  'eventRegistrations.cancelledBy',
  'grants.authenticatedBy',
  'grants.revokedBy',
  'providerIdentities.linkedBy',
  'sessions.authenticatedBy',
  'sites.signInBy',
]);
const SOUNDS_LIKE_A_PERSON = /person|author(?!ization)|member(?!ship)Id|user(?!Agent)|owner|By$/i;

const add = (stores: Stores, role: 'owner' | 'member' = 'member', id = ID) =>
  stores.platform.add({
    createdAt: NOW,
    sites: [],
    people: [id === ID ? GISELA : person(id)],
    memberships: [{ personId: id, siteId: SITE.id, role }],
  });

const erase = ({ erasures }: Stores, messages: string[] = []) => erasures.erase({ personId: ID, messages }, ERASED);

/** A row of a table that is about Gisela, whose other values are of the right type. */
function rowAbout(table: SQLiteTable, column: string, isPersonal: boolean): Values {
  const filling = (name: string, { dataType }: { dataType: string }): unknown => {
    if (name === column) return ID;
    if (name === 'siteId') return SITE.id;
    if (/email$/i.test(name)) return EMAIL;
    if (name === 'status' && dataType === 'string') return 'active';
    if (dataType === 'string')
      return isPersonal || name === 'body' ? `${NAME} ${column} ${name}` : `x ${column} ${name}`;
    if (dataType === 'json') return name === 'answers' ? { name: NAME } : [];
    if (dataType === 'boolean') return false;
    return dataType === 'number' ? 900 : hashCredential(`${column} ${name}`);
  };
  return Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, one]) => [name, filling(name, one)]));
}

/** Gisela was a member of another school, which keeps the address by which it knew her. */
async function leftAnother({ db, members, platform }: Stores, t: Test): Promise<void> {
  const siteId = 'site_left';
  await platform.add({
    createdAt: NOW,
    sites: [{ id: siteId, slug: 'left', name: 'Left' }],
    people: [person('usr_leads')],
    memberships: [
      { personId: 'usr_leads', siteId, role: 'owner' },
      { personId: ID, siteId, role: 'member' },
    ],
  });
  const removal = { changes: { status: 'removed' }, seen: NOW, by: { personId: 'usr_leads', role: 'owner' } } as const;
  const removed = event({ event: 'member_removed', siteId, personId: 'usr_leads', target: `member/${ID}` });
  t.equal(await members.changeRoleOrStatus(siteId, ID, removal, removed), true);
  const left = (await rowsOf(db, 'memberships')).find((row) => row.siteId === siteId && row.personId === ID);
  t.match(left, { status: 'removed', invitedEmail: EMAIL });
  t.same(await members.findRemoved(siteId, ` ${EMAIL.toUpperCase()}`), { id: ID });
  t.equal(await members.findRemoved(SITE.id, EMAIL), undefined, 'no other school finds her by it');
}

async function fill({ db }: Stores): Promise<void> {
  for (const { table, column, erased } of PERSON_TABLES) {
    if (table === 'people' || table === 'memberships') continue;
    await insertRows(db, table, [rowAbout(db.tables[table], column, erased === 'deleted')]);
  }
  await insertRows(db, 'searchEntries', [
    { id: 900, siteId: SITE.id, kind: 'formSubmissions', recordId: `${NAME} personId id`, scope: 's', text: NAME },
    { id: 901, siteId: SITE.id, kind: 'members', recordId: `${ID} ${SITE.id}`, scope: 's', text: EMAIL },
  ]);
}

export function erasureContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('every column that names a person says what becomes of it', async (t) => {
    const { db } = await node(t);
    const columns = Object.entries<SQLiteTable>(db.tables).flatMap(([table, definition]) =>
      Object.keys(getTableColumns(definition)).map((column) => `${table}.${column}`),
    );
    const listed = new Set(PERSON_TABLES.map(({ table, column }) => `${table}.${column}`));
    const named = columns.filter((column) => SOUNDS_LIKE_A_PERSON.test(column.split('.')[1] ?? ''));
    t.ok(named.length > 20, 'the rule finds them');
    t.strictSame(
      named.filter((column) => !listed.has(column) && !NOT_PEOPLE.has(column)),
      [],
      'none is new; if one is, add it to db/personal-data/person-tables.ts',
    );
    t.strictSame(
      [...listed, ...PARTS_OF_PERSON_ROWS.map(({ table, column }) => `${table}.${column}`)].filter(
        (column) => !columns.includes(column),
      ),
      [],
    );
  });

  t.test(
    'an erased account leaves no name, no address and nothing that opens it, and records keep the id',
    async (t) => {
      const stores = await node(t);
      await add(stores);
      await fill(stores);
      await leftAnother(stores, t);
      const message = {
        channel: 'security',
        kind: 'x',
        sealed: Buffer.alloc(1),
        createdAt: NOW,
        expiresAt: NOW,
      } as const;
      await stores.outbox.post({ id: 'out_1', ...message }, { id: 'out_2', ...message });
      const { token } = await issuedRefreshToken(stores, { personId: ID });
      t.equal(await erase(stores, ['out_1']), true);

      t.equal(await stores.tokens.findRefresh(token.id), undefined, 'a token finds no grant');
      const contents = await contentsOf(stores.db);
      const text = JSON.stringify(contents);
      for (const gone of [NAME, EMAIL, 'the hash of Gisela']) t.notOk(text.includes(gone), gone);
      const idIn = Object.entries(contents).filter(([, rows]) => rows.some((row) => Object.values(row).includes(ID)));
      const kept = PERSON_TABLES.filter(({ erased, table }) => erased !== 'deleted' && table !== 'lecturers');
      const derived: TableName[] = ['payments'];
      t.strictSame(
        idIn
          .map(([table]) => table)
          .filter((table) => !derived.includes(table as TableName))
          .sort(),
        [...new Set(kept.map(({ table }) => table))].sort(),
      );
      t.match((await stores.people.find(ID)) ?? {}, { active: false, erasedAt: NOW, name: 'Deleted account' });
      t.equal(
        await stores.members.findRemoved('site_left', EMAIL),
        undefined,
        'a school that she had left forgets her',
      );
      t.strictSame(
        (await rowsOf(stores.db, 'outbox')).map(({ id }) => id),
        ['out_2'],
      );

      // As a request does that was under way.
      await stores.account.renamePerson(ID, NAME);
      t.notOk(JSON.stringify(await contentsOf(stores.db)).includes(NAME), 'nobody gives it a name again');

      t.equal(await erase(stores), false, 'once');
      t.equal(await stores.accountAccess.enable(ID, event({ event: 'account_enabled' })), false, 'for ever');
      const invited = {
        siteId: SITE.id,
        personId: ID,
        email: EMAIL,
        account: undefined,
        role: 'member' as const,
        invitedBy: null,
        notes: {},
      };
      t.equal(
        await stores.members.invite(invited, event({ event: 'resource_created' })),
        false,
        'nobody is invited as it',
      );
      await add(stores, 'member', 'usr_new');
      t.equal((await stores.people.find(ID))?.name, 'Deleted account');
      await stores.platform
        .add({ createdAt: NOW, sites: [], people: [{ ...GISELA }], memberships: [] })
        .catch(() => undefined);
      t.equal((await stores.people.find(ID))?.name, 'Deleted account', 'and no account gets its id');
      t.equal(await stores.people.findByEmail(EMAIL), undefined, 'the address is free');
      await stores.auditChains.seal(NOW + 60_000);
      t.ok((await eventsOf(stores.db)).includes('account_erased'));
    },
  );

  t.test('an erased member gives up places to come, also while they get more, and subscriptions end', async (t) => {
    const [one, two] = await nodes(t);
    await add(one);
    await add(one, 'member', 'usr_waits');
    const place = (id: string, eventId: string, more: object = {}) =>
      registration(id, eventId, { personId: ID, registeredAt: NOW - 9, ...more });
    await one.schoolContent.add(SITE.id, {
      events: [
        schoolEvent('full', NOW + 1, { capacity: 1 }),
        schoolEvent('waited', NOW + 1, { capacity: 1 }),
        schoolEvent('begun', NOW),
        schoolEvent('late', NOW + 1, { capacity: null }),
      ],
      eventRegistrations: [
        place('reg_full', 'full'),
        registration('reg_next', 'full', { personId: 'usr_waits', status: 'waitlisted', registeredAt: NOW - 8 }),
        registration('reg_has', 'waited', { personId: 'usr_waits', registeredAt: NOW - 9 }),
        place('reg_waited', 'waited', { status: 'waitlisted' }),
        place('reg_begun', 'begun'),
      ],
    });
    const terms = { personId: ID, startedAt: NOW - 9 };
    await insertRows(one.db, 'membershipPlans', [plan('pln_x')]);
    await insertRows(one.db, 'subscriptions', [
      subscription('sub_active', 'pln_x', terms),
      subscription('sub_paused', 'pln_x', { ...terms, status: 'paused', endsAt: NOW + 5 }),
      subscription('sub_over', 'pln_x', { ...terms, endsAt: NOW }),
    ]);
    const late = { siteId: SITE.id, eventId: 'late', id: 'reg_late', personId: ID };
    const created = event({ event: 'resource_created', at: NOW });
    const [erased] = await Promise.all([
      erase(one),
      two.eventRegistrations.register(
        { ...late, status: 'registered', updatedAt: NOW },
        { now: NOW, seen: NOW },
        created,
      ),
    ]);
    t.equal(erased, true);
    const statuses = async (table: 'eventRegistrations' | 'subscriptions') =>
      Object.fromEntries((await rowsOf(one.db, table)).map(({ id, status }) => [String(id), status]));
    const { reg_late: registered, ...others } = await statuses('eventRegistrations');
    t.not(registered, 'registered', 'one that comes at the same moment is given up, or not made');
    t.strictSame(others, {
      ...{ reg_full: 'cancelled', reg_next: 'registered' },
      ...{ reg_has: 'registered', reg_waited: 'cancelled', reg_begun: 'registered' },
    });
    t.strictSame(await statuses('subscriptions'), {
      ...{ sub_active: 'cancelled', sub_paused: 'cancelled', sub_over: 'active' },
    });
    const changes = (await rowsOf(one.db, 'auditEvents')).filter((row) => row.event === 'resource_changed');
    t.strictSame(
      changes.map(({ target, siteId, personId }) => [target, siteId, personId]).sort(),
      [
        ['event_registration/reg_next', SITE.id, ID],
        ['subscription/sub_active', SITE.id, ID],
        ['subscription/sub_paused', SITE.id, ID],
      ],
      'the school finds what has changed',
    );
  });

  t.test('the only owner of a school is not erased, and of two owners at the same moment one', async (t) => {
    const [one, two] = await nodes(t);
    await add(one, 'owner');
    t.strictSame(await one.erasures.onlyOwnerOf(ID), [{ ...(await one.erasures.onlyOwnerOf(ID))[0], slug: SITE.slug }]);
    t.equal(await erase(one), false);
    t.equal((await one.people.find(ID))?.name, NAME, 'nothing has changed');
    await add(one, 'owner', 'usr_second');
    t.strictSame(await one.erasures.onlyOwnerOf(ID), []);
    const other = () =>
      two.erasures.erase({ personId: 'usr_second', messages: [] }, { ...ERASED, personId: 'usr_second' });
    const results = await Promise.all(times(10, (n) => (n % 2 === 0 ? erase(one) : other())));
    t.equal(results.filter(Boolean).length, 1);
    const verified = { personId: ID, messages: [], verified: 7 };
    t.equal(await one.erasures.erase(verified, ERASED), false, 'nor without what was verified');
  });
}
