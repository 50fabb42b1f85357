/** What becomes of a registration for an event that its member cancels, on either engine. */
import { type SQL, sql } from 'drizzle-orm';
import type { Test } from 'tap';
import { fieldValues, MOVED_UP, statusState } from '../../schema/audit/audit-event.ts';
import type { Member } from '../../schema/school/account.ts';
import { event, registration } from '../support/account.ts';
import { DAY, HOUR, NOW, rowsOf, SITE, times } from './fixtures.ts';
import type { NewNode, NewNodes, Stores } from './stores.ts';
import { addOthers, ME, NEIGHBOUR, withOthers } from './two-schools.ts';

/**
 * Where transactions run side by side, makes whoever gets a place get it slowly, so that they do meet.
 * @returns what ends that
 */
async function slowDown({ db }: Stores): Promise<() => Promise<void>> {
  if (db.engine !== 'postgres') return async () => undefined;
  const run = async (statement: string): Promise<unknown> => {
    let done: Promise<unknown> | undefined;
    // On the database's own connections.
    db.one((q) => {
      done = (q as unknown as { execute(statement: SQL): Promise<unknown> }).execute(sql.raw(statement));
      return q.select().from(db.tables.sites);
    });
    return done;
  };
  await run(`create or replace function linger() returns trigger language plpgsql as
    $$ begin if new.status = 'registered' then perform pg_sleep(0.03); end if; return new; end $$`);
  // Nothing else shall make them wait for one another.
  await run('alter table event_registrations disable trigger user');
  await run('create trigger linger before update on event_registrations for each row execute function linger()');
  return async () => {
    await run('drop trigger if exists linger on event_registrations');
    await run('alter table event_registrations enable trigger user');
  };
}

/** Two with a place who will go, and who waits. */
async function fullEvent(stores: Stores, id: string, capacity: number | null, waiting: number): Promise<void> {
  const people = ['usr_1', 'usr_2'];
  await stores.schoolContent.add(SITE.id, {
    events: [event(id, NOW + DAY, { capacity })],
    eventRegistrations: [
      ...people.map((personId) => registration(`${id}_${personId}`, id, { personId, registeredAt: NOW })),
      ...times(waiting, (n) =>
        registration(`${id}_w${n}`, id, {
          personId: `waiting_${n}`,
          status: 'waitlisted',
          registeredAt: NOW + 10 + Math.floor(n / 2),
        }),
      ),
    ],
  });
}

const having = async ({ db }: Stores, eventId: string, status: string): Promise<string[]> =>
  (await rowsOf(db, 'eventRegistrations'))
    .filter((row) => row.eventId === eventId && row.status === status)
    .map(({ id }) => String(id).slice(eventId.length + 1))
    .sort();

async function cancel({ account }: Stores, member: Member, eventId: string): Promise<boolean> {
  const registration = await account.findEventRegistration(member, `${eventId}_${member.personId}`);
  if (registration === undefined) throw new Error(`no registration of ${member.personId} for ${eventId}`);
  return account.cancelEventRegistration(member, registration, { at: NOW + HOUR });
}

export function givenUpPlacesContract(t: Test, node: NewNode, nodes: NewNodes): void {
  t.test('a cancelled registration promotes the longest-waiting member, once [D3]', async (t) => {
    const stores = await withOthers(t, node);
    await fullEvent(stores, 'evt', 2, 3);
    await fullEvent(stores, 'free', null, 1);
    await fullEvent(stores, 'tight', 1, 1);
    t.equal(await cancel(stores, ME, 'evt'), true);
    t.strictSame(await having(stores, 'evt', 'registered'), ['usr_2', 'w0']);
    t.equal(await cancel(stores, ME, 'evt'), false, 'there is nothing to give up any more');
    t.strictSame(await having(stores, 'evt', 'waitlisted'), ['w1', 'w2']);
    t.equal(await cancel(stores, NEIGHBOUR, 'evt'), true);
    t.strictSame(await having(stores, 'evt', 'registered'), ['w0', 'w1']);
    await cancel(stores, ME, 'free');
    t.strictSame(await having(stores, 'free', 'registered'), ['usr_2', 'w0']);
    await cancel(stores, ME, 'tight');
    t.strictSame(await having(stores, 'tight', 'registered'), ['usr_2'], 'still as full as it may be');
    const trail = await rowsOf(stores.db, 'auditEvents');
    t.strictSame(
      trail
        .filter(({ after }) => after === fieldValues({ [MOVED_UP]: true }))
        .map(({ siteId, personId, target }) => [siteId, personId, target]),
      [
        [SITE.id, ME.personId, 'event_registration/evt_w0'],
        [SITE.id, NEIGHBOUR.personId, 'event_registration/evt_w1'],
        [SITE.id, ME.personId, 'event_registration/free_w0'],
      ],
      'who moved up, and because of whom',
    );
    t.strictSame(
      trail.filter(({ after }) => after === statusState('cancelled')).map(({ personId }) => personId),
      [ME.personId, NEIGHBOUR.personId, ME.personId, ME.personId],
      'and who cancelled, once each',
    );
    const { updatedAt } = (await rowsOf(stores.db, 'events')).find(({ id }) => id === 'evt') ?? {};
    t.equal(updatedAt, 0, 'the event itself has not changed');
  });

  t.test('registrations cancelled at once on two nodes are all refilled, and never beyond capacity [D3]', async (t) => {
    const both = await nodes(t);
    await addOthers(both[0]);
    const hurry = await slowDown(both[0]);
    for (const [size, eventId] of times(16, (n) => [n < 6 ? 2 : 8, `evt${n}`] as const)) {
      if (size === 8) await hurry();
      const members = times(size, (n): Member => ({ siteId: SITE.id, personId: `going_${n}` }));
      const id = (kind: string, n: number) => `${eventId}_${kind}${n}`;
      await both[0].schoolContent.add(SITE.id, {
        events: [event(eventId, NOW + DAY, { capacity: size })],
        eventRegistrations: [
          ...members.map(({ personId }, n) => registration(id('g', n), eventId, { personId, registeredAt: n })),
          ...times(size + 2, (n) => ({ personId: `waiting_${n}`, status: 'waitlisted' as const, registeredAt: n })).map(
            (more, n) => registration(id('w', n), eventId, more),
          ),
        ],
      });
      const nodeOf = (n: number): Stores => both[n % 2 === 0 ? 0 : 1];
      const held = await Promise.all(
        members.map((member, n) => nodeOf(n).account.findEventRegistration(member, id('g', n))),
      );
      const done = await Promise.all(
        members.map((member, n) => {
          const own = held[n];
          return own !== undefined && nodeOf(n).account.cancelEventRegistration(member, own, { at: NOW + HOUR });
        }),
      );
      t.strictSame(
        done,
        times(size, () => true),
      );
      const promoted = times(size, (n) => `w${n}`);
      t.strictSame(await having(both[0], eventId, 'registered'), promoted, `${size} at once`);
      t.strictSame(await having(both[1], eventId, 'waitlisted'), [`w${size}`, `w${size + 1}`]);
    }
  });

  t.test('of ten simultaneous cancellations of one registration on two nodes, one counts [D3]', async (t) => {
    const both = await nodes(t);
    await addOthers(both[0]);
    for (const round of times(5, (n) => `evt${n}`)) {
      await fullEvent(both[0], round, 2, 3);
      const done = await Promise.all(times(10, (n) => cancel(both[n % 2 === 0 ? 0 : 1], ME, round)));
      t.equal(done.filter(Boolean).length, 1);
      t.strictSame(await having(both[0], round, 'registered'), ['usr_2', 'w0'], round);
    }
  });
}
