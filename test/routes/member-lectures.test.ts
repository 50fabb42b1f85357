/** Where a member goes on in a course, what there is to read and open, and how to get a course that the member lacks. */
import { Readable } from 'node:stream';
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import {
  ADA,
  BOB,
  course,
  DAY,
  enrollment,
  event,
  HOUR,
  lecture,
  NORTH,
  registration,
  schools,
} from '../support/account.ts';
import { temporaryFolder } from '../support/app.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const { learning: text, publicPages } = textFor('en');
const HOME = `/account/schools/${NORTH.slug}`;
const KNOTS = `${HOME}/courses/knots`;
const DOMAIN = 'north-school.example';
const CHANGED = { event: 'resource_changed', at: 0 } as const;

async function school(t: Test) {
  const made = await schools(t, { env: { STORAGE_DIR: temporaryFolder(t) } });
  const { app, clock } = made;
  const { now } = clock;
  const asset = (id: string) => ({
    ...{ id, uploadedBy: BOB.id, filename: `${id}.pdf`, contentType: 'application/pdf', size: 5 },
    ...{ status: 'ready' as const, createdAt: now, updatedAt: now },
  });
  await app.school.storage.receive({ siteId: NORTH.id, assetId: 'ast_sheet' }, Readable.from([Buffer.from('%PDF-')]), {
    ...{ size: 5, contentType: 'application/pdf', checksum: null },
  });
  await app.school.storage.release({ siteId: NORTH.id, assetId: 'ast_sheet' });
  const section = (courseId: string) => ({
    ...{ id: `${courseId}_s`, courseId, title: 'Part', position: 1, createdAt: now, updatedAt: now },
  });
  const priced = { priceAmount: 4900, priceCurrency: 'EUR', status: 'published' as const };
  await app.school.content.add(NORTH.id, {
    courses: [
      course('knots', { status: 'published' }),
      course('ended', { status: 'published' }),
      course('paid', { ...priced, courseType: 'paid' }),
      course('free', { ...priced, courseType: 'free', priceAmount: 0 }),
      course('open', { ...priced, courseType: 'public_access', priceAmount: 0 }),
      course('early', { ...priced, courseType: 'pre_order' }),
      course('draft', { status: 'draft' }),
    ],
    sections: [section('knots'), section('ended')],
    lectures: [
      lecture('lec_text', 'knots', {
        kind: 'text',
        durationSeconds: 0,
        contentMarkdown: '## Bends\n\nTie **two** ropes.',
      }),
      lecture('lec_file', 'knots', { kind: 'file', position: 1, mediaAssetId: 'ast_sheet' }),
      lecture('lec_lost', 'knots', { position: 2, mediaAssetId: 'ast_lost' }),
      lecture('lec_later', 'knots', { position: 3, contentMarkdown: 'zzsecret', releaseAt: now + 9 * DAY }),
      lecture('lec_ended', 'ended', { contentMarkdown: 'zzsecret', mediaAssetId: 'ast_sheet' }),
      lecture('lec_draft', 'knots', { position: 4, status: 'draft', contentMarkdown: 'zzsecret' }),
    ],
    assets: [asset('ast_sheet'), asset('ast_lost')],
    enrollments: [
      enrollment('enr_knots', 'knots'),
      enrollment('enr_ended', 'ended', { expireDate: '2020-01-01', expiresAt: now - DAY }),
    ],
    events: [
      event('evt_free', now + DAY),
      event('evt_full', now + DAY, { capacity: 1, registeredCount: 1 }),
      event('evt_paid', now + DAY, { priceAmount: 900 }),
      event('evt_shut', now + DAY, { registrationClosesAt: now - 1 }),
      event('evt_past', now - DAY),
      event('evt_off', now + DAY, { status: 'cancelled' }),
      event('evt_mine', now + DAY),
      event('evt_waiting', now + DAY),
      event('evt_left', now + DAY),
      event('evt_refused', now + DAY),
      event('evt_draft', now + DAY, { status: 'draft' }),
    ],
    eventRegistrations: [
      registration('reg_mine', 'evt_mine'),
      registration('reg_full', 'evt_full', { personId: BOB.id }),
      registration('reg_waiting', 'evt_waiting', { status: 'waitlisted' }),
      registration('reg_left', 'evt_left', { status: 'cancelled', cancelledBy: 'member' }),
      registration('reg_refused', 'evt_refused', { status: 'cancelled', cancelledBy: 'school' }),
    ],
  });
  const change = (id: string, changes: object) => app.school.records('lectures').update(NORTH.id, id, changes, CHANGED);
  const setSchool = async (changes: object) => {
    const seen = (await app.school.settings.find(NORTH.id))?.updatedAt ?? 0;
    const event = { event: 'resource_changed', at: now, siteId: NORTH.id, target: 'school' } as const;
    t.ok(await app.school.settings.update(NORTH.id, { ...changes, updatedAt: seen + 1 }, seen, event));
  };
  return { ...made, ada: await signedIn(app, ADA.email), change, setSchool };
}

t.test(
  'a member goes on where the lecture is, and Continue never leads to the page that sells the course',
  async (t) => {
    const { ada, change, setSchool } = await school(t);
    const here = `${KNOTS}/lectures/lec_text`;
    const there = `https://${DOMAIN}/courses/knots/lectures/lec_text`;
    const empty = { contentMarkdown: ' \n', mediaAssetId: null };
    const cases: readonly (readonly [what: string, primaryDomain: string | null, lecture: object, leadsTo: string])[] =
      [
        ['a text', null, {}, here],
        ['a text, at a school with a site', DOMAIN, {}, here],
        ['a file, at a school with a site', DOMAIN, { ...empty, mediaAssetId: 'ast_sheet' }, here],
        ['a file that is lost, at a school with a site', DOMAIN, { ...empty, mediaAssetId: 'ast_lost' }, there],
        ['nothing, at a school with a site', DOMAIN, empty, there],
        ['nothing', null, empty, here],
      ];
    for (const [what, primaryDomain, changes, leadsTo] of cases) {
      await setSchool({ primaryDomain });
      if (Object.keys(changes).length > 0) await change('lec_text', changes);
      for (const path of [HOME, KNOTS]) {
        const [, href] = /class="primary" href="([^"]*)"/.exec((await ada.get(path)).body) ?? [];
        t.equal(href, leadsTo, `${what}: ${path}`);
      }
    }
  },
);

t.test('a member reads a text, opens a file, and marks both as done', async (t) => {
  const { ada } = await school(t);
  const outline = await ada.get(KNOTS);
  t.match(outline.body, /aria-current="step".*lec_text/s, 'the next lecture is marked');
  t.notMatch(outline.body, 'lec_draft');
  const reading = await ada.get(`${KNOTS}/lectures/lec_text`);
  t.match(reading.body, '<strong>two</strong>');
  t.match(reading.body, `<div lang="${NORTH.locale}">`);
  const second = await ada.submit(reading, '/done');
  t.match(said(second), 'Lecture lec_file');
  t.match(said(await ada.get(`${KNOTS}/lectures/lec_text`)), text.following({ lecture: 'Lecture lec_file' }));
  const file = await ada.submit(second, '/file');
  t.match({ status: file.status, body: file.body }, { status: 200, body: '%PDF-' });
  const third = await ada.submit(second, '/done');
  t.match(said(third), text.noContent, 'the file of this one is lost');
  t.match(said(await ada.submit(third, '/done')), text.finished, 'what opens later is not next');
  t.match(said(await ada.get(KNOTS)), '75%');
});

t.test('a lecture shows nothing of itself to those who may not open it', async (t) => {
  const { ada, app } = await school(t);
  const bob = await signedIn(app, BOB.email);
  const cases: readonly (readonly [who: typeof ada, path: string, status: number, says?: string])[] = [
    [ada, `${KNOTS}/lectures/lec_later`, 200, text.opens],
    [ada, `${HOME}/courses/ended/lectures/lec_ended`, 200, text.closed],
    [ada, `${KNOTS}/lectures/lec_draft`, 404],
    [ada, `${KNOTS}/lectures/lec_ended`, 404],
    [bob, `${KNOTS}/lectures/lec_text`, 404],
  ];
  for (const [who, path, status, says = /./] of cases) {
    const page = await who.get(path);
    t.equal(page.status, status, path);
    t.match(said(page), says, path);
    t.notMatch(page.body, /zzsecret|\/file"|\/done"/, path);
  }
});

t.test('a link to the file of a lecture ends with the access to the lecture', async (t) => {
  const { app, change } = await school(t);
  const member = { siteId: NORTH.id, personId: ADA.id };
  const link = (lectureId: string, of = member) => app.school.memberDownloads.lectureLink(of, lectureId, 'ast_sheet');
  const statusOf = async (url: string) => (await app.inject(url)).statusCode;
  const good = link('lec_file');
  t.equal(await statusOf(good), 200);
  const bad: readonly (readonly [what: string, url: string])[] = [
    ['another lecture', link('lec_text')],
    ['an access that ended', link('lec_ended')],
    ['someone who has not the course', link('lec_file', { ...member, personId: BOB.id })],
    ['a link without its lecture', good.replace('&lecture=lec_file', '')],
    ['a link without its person', good.replace(`&person=${ADA.id}`, '')],
    ['a lecture twice', `${good}&lecture=lec_file`],
  ];
  for (const [what, url] of bad) t.equal(await statusOf(url), 403, what);
  await change('lec_file', { mediaAssetId: null });
  t.equal(await statusOf(good), 403, 'the lecture has another file by now');
  await change('lec_file', { mediaAssetId: 'ast_sheet' });
  const row = await app.school.records('enrollments').find(NORTH.id, 'enr_knots');
  t.ok(row);
  await app.school.records('enrollments').update(NORTH.id, 'enr_knots', { status: 'revoked' }, CHANGED);
  t.equal(await statusOf(good), 403, 'revoked');
});

t.test('a course that a member lacks has its name, its price, and whom to ask', async (t) => {
  const { ada, setSchool } = await school(t);
  await setSchool({ contactEmail: 'office@north.example', supportUrl: null });
  const names = { school: NORTH.name };
  const { howToGet } = text;
  const cases: readonly (readonly [slug: string, price: string, how: string])[] = [
    ['paid', '€49.00', howToGet.paid(names)],
    ['free', publicPages.access.free, howToGet.free(names)],
    ['open', publicPages.access.public_access, howToGet.public_access(names)],
    ['early', '€49.00', howToGet.pre_order(names)],
  ];
  for (const [slug, price, how] of cases) {
    const page = await ada.get(`${HOME}/courses/${slug}`);
    for (const says of [`Course ${slug}`, price, how, 'office@north.example']) t.match(said(page), says, slug);
    t.ok(linksOf(page).includes(`mailto:office@north.example?subject=Course%20${slug}`), slug);
  }
  for (const other of ['draft', 'nothing', '%3Cb%3E'])
    t.match(said(await ada.get(`${HOME}/courses/${other}`)), text.noSuchCourse, other);
  t.match(said(await ada.get(`${HOME}/courses/ended`)), 'office@north.example', 'an access that ended');
});

t.test('the page of an event has what a member can do about it', async (t) => {
  const { ada } = await school(t);
  const at = (id: string) => `${HOME}/events/${id.replaceAll('_', '-')}`;
  const cases: readonly (readonly [id: string, says: string, may: 'register' | 'cancel' | undefined])[] = [
    ['evt_free', 'Online', 'register'],
    ['evt_full', publicPages.full, 'register'],
    ['evt_left', 'Online', 'register'],
    ['evt_mine', text.eventDone.registered, 'cancel'],
    ['evt_waiting', text.eventDone.waitlisted, 'cancel'],
    ['evt_paid', text.eventCosts, undefined],
    ['evt_shut', text.eventClosed, undefined],
    ['evt_refused', text.turnedAway, undefined],
    ['evt_past', publicPages.over, undefined],
    ['evt_off', publicPages.cancelled, undefined],
  ];
  for (const [id, says, may] of cases) {
    const page = await ada.get(at(id));
    t.match(said(page), says, id);
    t.equal(page.body.includes('/register"'), may === 'register', `${id}: register`);
    t.equal(page.body.includes('/cancel"'), may === 'cancel', `${id}: cancel`);
  }
  t.equal((await ada.get(at('evt_draft'))).status, 404);
  const waiting = await ada.submit(await ada.get(at('evt_full')), '/register');
  t.match(said(waiting), text.eventDone.waitlisted);
});

t.test('the list of events begins with those that come, and leaves out what is past and never was', async (t) => {
  const { ada, app, clock } = await school(t);
  await app.school.content.add(NORTH.id, {
    events: [event('evt_was', clock.now - DAY), event('evt_waited', clock.now - DAY)],
    eventRegistrations: [
      registration('reg_was', 'evt_was', { status: 'attended' }),
      registration('reg_waited', 'evt_waited', { status: 'waitlisted' }),
    ],
  });
  const list = said(await ada.get(`${HOME}/events`));
  const order = [text.yourEvents, 'evt_mine', text.offered, 'evt_free', publicPages.pastEvents, 'evt_was'];
  t.strictSame(
    order.map((one) => list.indexOf(one)).toSorted((a, b) => a - b),
    order.map((one) => list.indexOf(one)),
  );
  t.notMatch(list, 'evt_waited');
  t.equal(list.split('evt_left').length, 2, 'one that was left can be chosen again, and is listed once');
  clock.advance(2 * DAY + HOUR);
  t.match(said(await ada.get(`${HOME}/events`)), text.noEvents);
});
