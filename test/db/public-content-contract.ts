/** What visitors see of a school, on either engine: only what is published and listed, in parts that join without a gap. */
import type { Test } from 'tap';
import type { PageKey } from '../../schema/data/list-page.ts';
import { NOW, SITE, times } from './fixtures.ts';
import type { NewNode, Stores } from './stores.ts';

const DAY = 86_400_000;
/** A school without anything yet. */
const HERE = 'site_2';

type List = 'courses' | 'posts' | 'upcoming' | 'past';
type Turn = { after?: PageKey | undefined; before?: PageKey | undefined };

const course = (id: string, more: object = {}) => ({ id, slug: id, title: id, createdAt: NOW, ...more });
const event = (id: string, endsAt: number, more: object = {}) => ({
  id,
  slug: id,
  title: id,
  description: '',
  kind: 'online' as const,
  startsAt: endsAt - DAY,
  endsAt,
  timezone: 'UTC',
  priceAmount: 0,
  priceCurrency: 'EUR',
  status: 'published' as const,
  createdAt: 0,
  updatedAt: 0,
  ...more,
});
const post = (id: string, more: object = {}) => ({
  id,
  slug: id,
  title: id,
  bodyMarkdown: '',
  authorId: 'usr_1',
  visibility: 'public' as const,
  status: 'published' as const,
  publishAt: NOW,
  createdAt: NOW,
  updatedAt: 0,
  ...more,
});
const page = (id: string, more: object = {}) => ({
  id,
  slug: id,
  title: id,
  status: 'published' as const,
  isHomepage: false,
  createdAt: NOW,
  updatedAt: 0,
  ...more,
});

const read = ({ publicContent }: Stores, list: List, first: number, turn: Turn = {}, now = NOW) => {
  const query = { siteId: HERE, first, now, ...turn };
  if (list === 'courses' || list === 'posts') return publicContent[list](query);
  return publicContent.events(list === 'upcoming', query);
};

const addSchool = ({ platform }: Stores) =>
  platform.add({
    createdAt: NOW,
    sites: [{ id: HERE, slug: 'harbour', name: 'Harbour' }],
    people: [],
    memberships: [],
  });

export function publicContentContract(t: Test, node: NewNode): void {
  t.test('a list of public content can be read forwards and backwards, each row once [D5]', async (t) => {
    const stores = await node(t);
    await addSchool(stores);
    // Of some, the time is the same.
    const at = (n: number) => Math.floor(n / 2) * DAY;
    await stores.schoolContent.add(HERE, {
      courses: times(11, (n) => course(`c${n}`, { createdAt: NOW - at(n) })),
      posts: times(11, (n) => post(`p${n}`, { publishAt: NOW - at(n), createdAt: NOW - 11 * DAY + at(n) })),
      events: [...times(11, (n) => event(`u${n}`, NOW + 1 + at(n))), ...times(11, (n) => event(`b${n}`, NOW - at(n)))],
    });
    for (const list of ['courses', 'posts', 'upcoming', 'past'] as const) {
      const all = await read(stores, list, 100);
      t.strictSame([all.rows.length, all.hasPrevious, all.hasNext], [11, false, false], list);
      const order = all.rows.map(({ at, id }) => [list === 'upcoming' ? at : -at, id] as const);
      t.strictSame(
        order.map(([time]) => time),
        order.map(([time]) => time).sort((a, b) => a - b),
        list,
      );
      const parts: string[][] = [];
      let turn: Turn | undefined = {};
      let last = all;
      while (turn !== undefined) {
        last = await read(stores, list, 4, turn);
        t.equal(last.hasPrevious, parts.length > 0, list);
        parts.push(last.rows.map(({ id }) => id));
        turn = last.hasNext ? { after: last.rows.at(-1) } : undefined;
      }
      t.strictSame(
        parts.map((part) => part.length),
        [4, 4, 3],
        list,
      );
      t.strictSame(
        parts.flat(),
        all.rows.map(({ id }) => id),
        list,
      );
      const back: string[][] = [last.rows.map(({ id }) => id)];
      while (last.hasPrevious) {
        last = await read(stores, list, 4, { before: last.rows[0] });
        t.equal(last.hasNext, true, list);
        back.unshift(last.rows.map(({ id }) => id));
      }
      t.strictSame(back, parts, list);
    }
  });

  t.test('public lists have only what is published and listed, at the very instant that it is [D5]', async (t) => {
    const stores = await node(t);
    const { publicContent } = stores;
    await addSchool(stores);
    await stores.schoolContent.add(SITE.id, {
      courses: [course('x')],
      posts: [post('x')],
      events: [event('x', NOW)],
      pages: [page('x')],
    });
    await stores.schoolContent.add(HERE, {
      courses: [
        course('c'),
        course('unlisted', { unlisted: true }),
        course('draft', { status: 'draft' as const }),
        course('archived', { status: 'archived' as const }),
      ],
      events: [
        event('ends', NOW),
        event('cancelled', NOW, { status: 'cancelled' as const }),
        event('draft', NOW, { status: 'draft' as const }),
      ],
      posts: [
        post('p'),
        post('later', { publishAt: NOW + 1 }),
        post('members', { visibility: 'members' as const }),
        post('plan', { visibility: 'plan' as const }),
        post('scheduled', { status: 'scheduled' as const }),
        post('draft', { status: 'draft' as const, publishAt: null }),
      ],
      pages: [page('home', { isHomepage: true }), page('about'), page('draft', { status: 'draft' as const })],
    });
    const idsOf = async (list: List, now = NOW) =>
      (await read(stores, list, 9, {}, now)).rows.map(({ id }) => id).sort();
    t.strictSame(await idsOf('courses'), ['c']);
    t.strictSame(await idsOf('posts', NOW - 1), []);
    t.strictSame(await idsOf('posts'), ['p']);
    t.strictSame(await idsOf('posts', NOW + 1), ['later', 'p']);
    t.strictSame([await idsOf('upcoming', NOW - 1), await idsOf('past', NOW - 1)], [['ends'], []]);
    const running = await read(stores, 'upcoming', 9, {}, NOW - 1);
    t.match(
      running.rows,
      [{ startsAt: NOW - DAY, endsAt: NOW }],
      'an event that has begun is no earlier one until it ends',
    );
    t.strictSame([await idsOf('upcoming'), await idsOf('past')], [[], ['ends']]);
    const after = { at: NOW - 1, id: '' };
    t.strictSame((await read(stores, 'upcoming', 9, { after })).rows, [], 'on a later page, too, nothing is over');
    t.strictSame(await publicContent.pages(HERE, 9), [{ slug: 'about', title: 'about' }]);
    t.equal((await publicContent.homepage(HERE))?.id, 'home');
    t.equal(await publicContent.homepage('site_none'), undefined);
    t.equal((await publicContent.school('harbour'))?.id, HERE);
    t.equal(await publicContent.school('nowhere'), undefined);
  });
}
