/** The pages of a member at a school: what they show, and what a member does there. */
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import {
  ADA,
  BOB,
  CYD,
  course,
  DAY,
  dataOf,
  enrollment,
  event,
  HOUR,
  item,
  lecture,
  NORTH,
  order,
  registration,
  SOUTH,
  schools,
  times,
} from '../support/account.ts';
import { temporaryFolder } from '../support/app.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const { learning: text } = textFor('en');
type Registration = { id: string; status: string; event: { slug: string } };
const HOME = `/account/schools/${NORTH.slug}`;

async function school(t: Test) {
  const made = await schools(t, { env: { STORAGE_DIR: temporaryFolder(t) } });
  const { app, clock } = made;
  const { now } = clock;
  const book = { siteId: NORTH.id, assetId: 'ast_book' };
  await app.school.storage.receive(book, Readable.from([Buffer.from('Chapter one')]), {
    ...{ size: 11, contentType: 'text/plain', checksum: null },
  });
  await app.school.storage.release(book);
  await app.school.content.add(NORTH.id, {
    courses: [course('knots'), course('sails'), course('stars')],
    sections: ['knots', 'sails', 'stars'].map((id) => ({
      ...{ id: `sec_${id}`, courseId: id, title: `Part of ${id}`, position: 1, createdAt: now, updatedAt: now },
    })),
    lectures: [
      lecture('lec_bowline', 'knots', { sectionId: 'sec_knots', position: 1 }),
      lecture('lec_hitch', 'knots', { sectionId: 'sec_knots', position: 2 }),
    ],
    enrollments: [
      enrollment('enr_knots', 'knots'),
      enrollment('enr_sails', 'sails', { expireDate: '2020-01-01', expiresAt: now - DAY }),
      enrollment('enr_stars', 'stars', { personId: BOB.id }),
    ],
    orders: [order('ord_1', { paidAt: now }), order('ord_2', { personId: BOB.id })],
    orderItems: [item('ord_1', 1, { kind: 'digital_product', refId: 'prd_book' }), item('ord_1', 2, { quantity: 3 })],
    events: [
      event('evt_soon', now + DAY, { joinUrl: 'https://meet.example/soon' }),
      event('evt_free', now + 2 * DAY),
      event('evt_paid', now + 3 * DAY, { priceAmount: 900 }),
      event('evt_past', now - DAY),
    ],
    eventRegistrations: [
      registration('reg_soon', 'evt_soon'),
      registration('reg_bob', 'evt_soon', { personId: BOB.id }),
    ],
    assets: [
      {
        ...{ id: 'ast_book', uploadedBy: BOB.id, filename: 'book.txt', contentType: 'text/plain', size: 11 },
        ...{ status: 'ready' as const, createdAt: now, updatedAt: now },
      },
    ],
    digitalProducts: [
      {
        ...{ id: 'prd_book', slug: 'book', title: 'The book', description: '', priceAmount: 900, priceCurrency: 'EUR' },
        ...{ downloadLimit: 1, files: [{ assetId: 'ast_book', name: 'book.txt', size: 11 }] },
        ...{ status: 'published' as const, createdAt: now, updatedAt: now },
      },
    ],
  });
  return { ...made, ada: await signedIn(app, ADA.email) };
}

t.test('the pages of a member have the bar of the school, which leads to all of them and to the account', async (t) => {
  const { ada } = await school(t);
  for (const path of ['', '/courses', '/courses/knots', '/orders', '/events', '/files']) {
    const { body, status } = await ada.get(`${HOME}${path}`);
    t.equal(status, 200, path);
    t.match(body, 'class="column area topped"', `${path}: a bar instead of the rail`);
    const [bar = ''] = /<nav .*?<\/nav>/s.exec(body) ?? [];
    t.strictSame(
      linksOf({ body: bar }),
      [HOME, `${HOME}/orders`, `${HOME}/events`, `${HOME}/files`, '/account/connected-apps', '/account'],
      path,
    );
    t.equal([...bar.matchAll(/aria-current="page"/g)].length, 1, `${path}: where it is`);
  }
  t.notMatch((await ada.get('/account')).body, 'topped', 'the account has more pages than a bar has room for');
});

t.test('a member sees the same courses, events and orders as over the Account API, and of nobody else', async (t) => {
  const { ada, app, tokenOf } = await school(t);
  const query = `{ viewer {
    enrolledCourses(first: 10) { nodes { title } } orders(first: 10) { nodes { number } }
    eventRegistrations(first: 10) { nodes { event { title } } } } }`;
  const data = JSON.stringify(await dataOf(app, await tokenOf(ADA), query));
  const listed = (name: string): string[] =>
    [...data.matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].map(([, value]) => String(value));
  const [home, list] = [said(await ada.get(HOME)), said(await ada.get(`${HOME}/courses`))];
  for (const title of listed('title').filter((one) => one.startsWith('Course'))) t.match(list, title);
  t.strictSame(listed('title').toSorted(), ['Course knots', 'Course sails', 'Event evt_soon']);
  t.match(home, `${text.nextIn} Course knots`);
  t.match(list, 'Access ended on');
  t.notMatch(list, 'Course stars', 'the course of another member');
  t.strictSame(listed('number'), ['N-ord_1']);
  const orders = said(await ada.get(`${HOME}/orders`));
  t.match(orders, 'Item 1 of ord_1 Item 2 of ord_1 × 3 N-ord_1');
  t.match(orders, '€10.00');
  t.notMatch(orders, 'N-ord_2', 'the order of another member');
  t.match(said(await ada.get(`${HOME}/events`)), 'Event evt_soon');
  const links = linksOf(await ada.get('/account'));
  t.ok(links.includes(HOME), 'the account links the school');
  const bob = await signedIn(app, BOB.email);
  t.notMatch(said(await bob.get(`${HOME}/courses`)), 'Course knots');
});

t.test('the page of a course leads to the next lecture', async (t) => {
  const { ada, app, tokenOf } = await school(t);
  const [first, second] = ['/lectures/lec_bowline', '/lectures/lec_hitch'];
  const next = async () => linksOf(await ada.get(`${HOME}/courses/knots`)).find((link) => link.includes('/lectures/'));
  t.match(await next(), first);
  const save = 'mutation { saveWatchPosition(lectureId: "lec_bowline", positionSeconds: 600) { lectureId } }';
  await dataOf(app, await tokenOf(ADA), save);
  t.match(await next(), second, 'one that was watched to its end is done');
  t.match(said(await ada.get(HOME)), '50%');
  t.equal((await ada.get(`${HOME}/courses/sails`)).status, 200, 'a course whose access ended is still there');
  t.match(said(await ada.get(`${HOME}/courses/nothing`)), text.noSuchCourse);
});

t.test('a member registers for an event that is free, and cancels', async (t) => {
  const { ada, app, clock, tokenOf } = await school(t);
  const path = `${HOME}/events`;
  const page = await ada.get(path);
  t.match(page.body, 'https://meet.example/soon', 'the address for joining');
  t.match(page.body, `${path}/evt-free/register`);
  t.notMatch(page.body, 'evt-paid/register', 'the school registers for what costs something');
  t.notMatch(page.body, 'evt-past/register');
  const done = await ada.submit(page, '/evt-free/register');
  t.match(said(done), `Event evt_free`);
  t.match(said(done), text.eventDone.registered);
  t.match(said(await ada.submit(page, '/evt-free/register')), text.eventDone.registered, 'sent twice');
  const mine = '{ viewer { eventRegistrations(first: 10) { nodes { id status event { slug } } } } }';
  const registrations = async () => {
    const { viewer } = await dataOf(app, await tokenOf(ADA), mine);
    const { eventRegistrations } = viewer as unknown as { eventRegistrations: { nodes: Registration[] } };
    return eventRegistrations.nodes;
  };
  const made = (await registrations()).find(({ event }) => event.slug === 'evt-free');
  t.equal(made?.status, 'REGISTERED');

  const asking = await ada.get(`${HOME}/registrations/${made?.id}/cancel`);
  t.match(said(asking), text.cancelText);
  t.match(said(await ada.submit(asking, '/cancel')), text.eventDone.cancelled);
  t.equal((await registrations()).find(({ id }) => id === made?.id)?.status, 'CANCELLED');
  const entries = await app.audit.log.page(NORTH.id, { personId: ADA.id }, 20);
  const about = entries.filter(({ target }) => target === `event_registration/${made?.id}`);
  t.equal(about.length, 2, 'the log of the school has both, and each once');

  t.equal((await ada.get(`${HOME}/registrations/reg_bob/cancel`)).status, 404, 'of another member');
  const late = await ada.get(`${HOME}/registrations/reg_soon/cancel`);
  clock.advance(DAY + HOUR);
  t.match(said(await ada.submit(late, '/cancel')), text.eventDone.none, 'after the event began');
});

t.test('a member downloads a file as often as the school allows', async (t) => {
  const { ada, app } = await school(t);
  const page = await ada.get(`${HOME}/files`);
  t.match(said(page), 'The book');
  const file = await ada.submit(page, '/files/prd_book/ast_book');
  t.match({ status: file.status, body: file.body }, { status: 200, body: 'Chapter one' });
  const again = await ada.get(`${HOME}/files`);
  t.match(said(again), text.usedUp);
  const bob = await signedIn(app, BOB.email);
  t.match(said(await bob.get(`${HOME}/files`)), text.noFiles);
});

t.test('nobody sees the pages of a school that they do not belong to, or no longer do', async (t) => {
  const { ada, app } = await school(t);
  const cyd = await signedIn(app, CYD.email);
  const paths = [
    '',
    '/courses',
    '/courses/knots',
    '/courses/stars/offer',
    '/courses/knots/lectures/lec_bowline',
    '/events/evt-free',
    '/orders',
    '/events',
    '/files',
    '/registrations/reg_soon/cancel',
  ];
  for (const path of paths) {
    t.equal((await cyd.get(HOME + path)).status, 404, path);
    t.equal((await ada.get(`/account/schools/nowhere${path}`)).status, 404, path);
  }
  t.equal((await ada.get(`/account/schools/${SOUTH.slug}`)).status, 200, 'Ada is a member of both');
  const stranger = await app.inject({ url: HOME, headers: { accept: 'text/html' } });
  t.match(stranger, { statusCode: 303, headers: { location: /^\/sign-in\?/ } });
});

t.test('a list of many orders is turned in both directions', async (t) => {
  const { ada, app } = await school(t);
  await app.school.content.add(NORTH.id, { orders: times(30, (n) => order(`ord_more_${n}`)) });
  const first = await ada.get(`${HOME}/orders`);
  const next = linksOf(first).find((link) => link.includes('from='));
  t.ok(next);
  const second = await ada.get(next ?? '');
  t.ok(linksOf(second).includes(`${HOME}/orders`), 'back to the first page');
});
