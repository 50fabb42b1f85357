/**
 * Over random histories, what members may open is what a slow recomputation from what was done says: to subscriptions, to
 * the plans and courses of the school, and to the memberships themselves.
 */
import t, { type Test } from 'tap';
import { recordStores } from '../../../db/school/records/records.ts';
import {
  cancelAtPeriodEnd,
  cancelNow,
  extend,
  pause,
  resume,
} from '../../../plugins/school/operations/commerce/subscription-changes.ts';
import { ProblemError } from '../../../schema/school/problem.ts';
import { enrollment } from '../../support/account.ts';
import { randomFrom, seedOf } from '../../support/seed.ts';
import { fill, openCourses, type SubscriptionRow, subscription } from '../entitlement-fixtures.ts';
import { DAY, event, insertRows, NOW, person, SITE } from '../fixtures.ts';
import { openersFor } from '../new-stores.ts';
import type { Stores } from '../stores.ts';
import { first, withOthers } from '../two-schools.ts';
import { type Standing, World } from './entitlement-world.ts';
import { chanceOf } from './random-school.ts';

const HISTORIES = Number(process.env.HISTORIES ?? 40);

t.test('what is open after any history is what a slow recomputation says [D2]', async (t) => {
  const { node } = await openersFor(t);
  const stores = await withOthers(t, node);
  await fill(stores);
  const random = randomFrom(seedOf(t));
  const world = new World(stores, chanceOf(random));
  let [compared, open] = [0, 0];
  for (let number = 0; number < HISTORIES; number += 1) {
    const seen = await live(t, stores, world, `usr_h${number}`, random);
    compared += seen.compared;
    open += seen.open;
  }
  t.ok(compared >= 6 * HISTORIES, `${compared} instants were compared`);
  t.ok(open > compared / 4 && open < compared, `something was open at ${open} of them`);
  for (const [kind, count] of Object.entries(world.done)) t.ok(count > HISTORIES / 4, `${count} changes of ${kind}`);
});

/** When a subscription gives access, as it was told: from each start to the next stop. */
interface Told {
  row: SubscriptionRow;
  isGiving: boolean;
  /** When it was told to stop, unless it had not started. */
  stoppedAt?: number;
}

/**
 * Returns a function that says when a subscription stopped giving a course, if it ever did. Only what plans include now
 * is stored, so it is as if they had always included it.
 */
const stopsOf =
  (world: World, course: string, at: number) =>
  ({ row: { planId, startedAt, endsAt }, isGiving, stoppedAt }: Told): number[] => {
    if (!world.includes(planId, course) || startedAt > at) return [];
    const stop = isGiving ? endsAt : stoppedAt;
    return stop == null || stop > at || stop <= startedAt ? [] : [stop];
  };

/** One member gets subscriptions and an enrollment, to which things happen; after each, everything is asked. */
async function live(
  t: Test,
  stores: Stores,
  world: World,
  personId: string,
  random: () => number,
): Promise<{ compared: number; open: number }> {
  const { db, platform, audit, schoolContent } = stores;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  await platform.add({
    createdAt: NOW,
    sites: [],
    people: [person(personId)],
    memberships: [{ personId, siteId: SITE.id, role: 'member' }],
  });
  const ownEnd = random() < 0.5 ? null : NOW + Math.floor(random() * 40) * DAY;
  const ownCourse = pick(['crs_a', 'crs_b', 'crs_d']);
  await schoolContent.add(SITE.id, {
    enrollments: [
      enrollment(`e_${personId}`, ownCourse, {
        ...{
          personId,
          startsAt: NOW - DAY,
          expiresAt: ownEnd,
          status: pick(['active', 'active', 'expired', 'revoked']),
        },
        expireDate: ownEnd === null ? null : new Date(ownEnd - 1).toISOString().slice(0, 10),
      }),
    ],
  });
  const own = await recordStores(db, audit)('enrollments').find(SITE.id, `e_${personId}`);
  // The progress in a course that only subscriptions give.
  const watched = ownCourse === 'crs_b' ? 'crs_a' : 'crs_b';
  await schoolContent.add(SITE.id, {
    enrollments: [enrollment(`w_${personId}`, watched, { personId, startsAt: NOW, source: 'subscription' })],
  });
  const isStudent = watched === 'crs_a' || (ownCourse === 'crs_a' && own?.status !== 'revoked');
  const told: Told[] = [];
  let standing: Standing = 'active';
  const seen = { compared: 0, open: 0 };
  let now = NOW;

  const naive = (at: number): string[] => {
    const open = new Set<string>();
    if (own?.status === 'active' && (ownEnd === null || at < ownEnd)) open.add(ownCourse);
    for (const { row, isGiving } of told) {
      const isOver = row.endsAt !== null && at >= row.endsAt;
      if (isGiving && at >= row.startedAt && !isOver) for (const id of world.givenBy(row.planId)) open.add(id);
    }
    return [...open].sort();
  };
  const compare = async (at: number): Promise<void> => {
    const [found, wanted] = [
      await openCourses(t, stores, personId, at, isStudent && standing !== 'removed'),
      naive(at),
    ];
    seen.compared += 1;
    if (found.length > 0) seen.open += 1;
    const { rows } = await stores.account.enrolledCourses({ siteId: SITE.id, personId }, 'expired', first(9), at);
    const end = rows.find(({ courseId }) => courseId === watched)?.expiresAt;
    const wantedEnd = wanted.includes(watched)
      ? undefined
      : Math.max(NOW, ...told.flatMap(stopsOf(world, watched, at)));
    if (JSON.stringify(found) === JSON.stringify(wanted) && end === wantedEnd) return;
    const [got, ought] = [`${found} until ${end}`, `${wanted} until ${wantedEnd}`];
    t.fail(`${personId} at ${at}: ${got} instead of ${ought}; ${JSON.stringify(told)}`);
  };

  const act = async (): Promise<unknown> => {
    const roll = random();
    if (told.length === 0 || roll < 0.2)
      return told.push(await begin(stores, personId, pick(world.planIds), now, random, told.length));
    if (roll < 0.35) return world.editPlan(now);
    if (roll < 0.5) return world.moveCourse(now);
    if (roll < 0.6) standing = await world.moveMember(personId, standing, now);
    else await happen(stores, pick(told), now, random);
  };
  for (let step = 0; step < 8; step += 1) {
    now += Math.floor(random() * 9 * DAY);
    await act();
    // Of those who are no members, nothing is open to any app, whatever they keep for the day on which they are back.
    const schools = await stores.people.membershipsOf(personId);
    if ((schools.length === 1) !== (standing === 'active')) t.fail(`${personId} is ${standing}`);
    const ends = told.flatMap(({ row }) =>
      row.endsAt !== null && row.endsAt > now ? [row.endsAt - 1, row.endsAt] : [],
    );
    const next = ownEnd !== null && ownEnd > now ? [ownEnd - 1, ownEnd] : [];
    for (const at of [now, ...(ends.length > 0 ? ends.slice(-2) : []), ...next]) await compare(at);
  }
  return seen;
}

async function begin(
  { db }: Stores,
  personId: string,
  planId: string,
  now: number,
  random: () => number,
  number: number,
): Promise<Told> {
  const startedAt = random() < 0.2 ? now + DAY : now;
  const row = subscription(`sub_${personId}_${number}`, planId, {
    ...{ personId, startedAt, currentPeriodStart: startedAt, currentPeriodEnd: startedAt + 30 * DAY },
    ...{ endsAt: random() < 0.5 ? null : startedAt + Math.ceil(random() * 30 * DAY), createdAt: now, updatedAt: now },
  });
  await insertRows(db, 'subscriptions', [row]);
  return { row, isGiving: true };
}

/** Something that the school does to a subscription, if its state allows it. */
async function happen({ db, audit }: Stores, told: Told, now: number, random: () => number): Promise<void> {
  const isOver = told.row.endsAt !== null && told.row.endsAt <= now;
  const deeds: [() => Partial<SubscriptionRow> | undefined, boolean][] = [
    [() => pause(told.row, now), false],
    [() => resume(told.row, 'UTC', now), true],
    [() => cancelNow(told.row, now), false],
    [() => cancelAtPeriodEnd(told.row, undefined, 'UTC', now), told.isGiving],
    [
      () => extend(told.row, { days: 1 + Math.floor(random() * 20), timezone: 'UTC' }, false, now),
      isOver || told.isGiving,
    ],
  ];
  const [decide, isGiving] = deeds[Math.floor(random() * deeds.length)] ?? [];
  try {
    const changes = decide?.();
    if (changes === undefined) return;
    Object.assign(told.row, changes, { updatedAt: Math.max(now, told.row.updatedAt + 1) });
    if (told.isGiving && isGiving === false) told.stoppedAt = now;
    told.isGiving = isGiving ?? false;
    await recordStores(
      db,
      audit,
    )('subscriptions').update(
      SITE.id,
      told.row.id,
      { ...changes, updatedAt: told.row.updatedAt },
      event({ siteId: SITE.id }),
      {},
    );
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}
