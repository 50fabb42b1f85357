// slow
/** E-mails in which a school tells its members what it has arranged for them. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { contrast, lightColors } from '../../schema/school/school-colors.ts';
import { HOUR, times } from '../support/account.ts';
import { adminApp, call, RIVERSIDE } from '../support/admin.ts';
import { BASE, temporaryFolder } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { RUTH } from '../support/interaction.ts';
import { linksOf, said } from '../support/signed-in.ts';
import { pathOf, signedIn } from '../support/with-emails.ts';

const ANA = { id: 'usr_demo_ana', email: 'ana@riverside.example' };
const BEN = { id: 'usr_demo_ben', email: 'ben@riverside.example' };

async function stage(t: Test) {
  const dataDir = temporaryFolder(t);
  const file = databaseFile(t);
  const made = await adminApp(t, { dataDir, databaseUrl: file.url });
  const { app, clock, tokenOf } = made;
  const ask = async (method: string, path: string, body?: unknown) =>
    call(app, await tokenOf('owner'), method, path, body);
  const at = (hours: number): string => new Date(clock.now + hours * HOUR).toISOString();
  await file.edit("update memberships set locale = 'de' where person_id = 'usr_demo_ana'");
  await file.edit("update memberships set locale = 'ja' where person_id = 'usr_demo_ben'");
  const mailbox = new Mailbox(dataDir, made);
  const fields = { title: 'Moss walk', startsAt: at(48), endsAt: at(50), timezone: 'Europe/Lisbon' };
  return {
    ...{ ...made, file, ask, at, mailbox },
    /** The letters so far, by their recipients. */
    async told(count: number): Promise<Record<string, string>> {
      const all = await mailbox.wait(count);
      return Object.fromEntries(all.map(({ to, subject }) => [to, subject]));
    },
    async event(slug: string, more: object = {}): Promise<void> {
      await ask('POST', '/events', { ...fields, slug, ...more });
      await ask('POST', `/events/${slug}/publish`);
    },
    async register(slug: string, memberId: string): Promise<string> {
      const { json } = await ask('POST', `/events/${slug}/registrations`, { memberId });
      clock.advance(1);
      return String(json.id);
    },
  };
}

const [de, ja] = [textFor('de').mail, textFor('ja').mail];

t.test('members are told of events that are moved or cancelled, and of seats, in their language [D3]', async (t) => {
  const { app, ask, at, clock, event, mailbox, register, told } = await stage(t);
  await event('moss', { capacity: 1, location: 'Hall' });
  const mine = await register('moss', ANA.id);
  await register('moss', BEN.id);
  await ask('PATCH', '/events/moss', { description: 'Bring boots.' });
  await ask('PATCH', '/events/moss', { startsAt: at(49), location: 'Greenhouse' });
  const moved = await mailbox.wait(2);
  t.strictSame(moved.map(({ to, subject }) => [to, subject]).sort(), [
    [ANA.email, de.event_moved.subject({ event: 'Moss walk' })],
    [BEN.email, ja.event_moved.subject({ event: 'Moss walk' })],
  ]);
  t.match(moved.find(({ to }) => to === ANA.email)?.text, de.event_moved.where({ location: 'Greenhouse' }));
  t.match(moved.find(({ to }) => to === ANA.email)?.text, 'Riverside Academy');
  for (const { link } of moved) t.equal(link, `${BASE}/account/schools/riverside/events/moss`, 'the page of the event');
  const ana = await signedIn(app, ANA.email);
  t.match((await ana.get(pathOf(moved[0]?.link ?? ''))).body, 'Moss walk');

  await ask('POST', `/registrations/${mine}/cancel`);
  t.strictSame(
    await told(1),
    { [BEN.email]: ja.event_seat.subject({ event: 'Moss walk' }) },
    'who moves up has a seat',
  );
  clock.advance(1);
  await ask('POST', '/events/moss/cancel');
  t.strictSame(
    await told(1),
    { [BEN.email]: ja.event_cancelled.subject({ event: 'Moss walk' }) },
    'who gave up is not told',
  );
});

t.test('an e-mail about an event leads to its page, wherever that is, or to the school without one [D3]', async (t) => {
  const { app, ask, clock, event, file, mailbox, register } = await stage(t);
  await event('moss', { capacity: 1 });
  const mine = await register('moss', ANA.id);
  await register('moss', BEN.id);
  await file.edit("update sites set primary_domain = 'academy.example' where id = ?", RIVERSIDE.id);
  await ask('POST', `/registrations/${mine}/cancel`);
  t.equal((await mailbox.next()).link, 'https://academy.example/events/moss', 'on the domain of the school');
  await file.edit('update sites set primary_domain = null where id = ?', RIVERSIDE.id);
  clock.advance(1);
  await ask('POST', '/events/moss/cancel');
  const { link } = await mailbox.next();
  t.equal(link, `${BASE}/account/schools/riverside/events/moss`);
  const ana = await signedIn(app, ANA.email);
  t.equal((await ana.get(pathOf(link))).status, 200, 'a cancelled event has a page, too');

  await event('secret');
  await register('secret', ANA.id);
  const { id } = (await ask('GET', '/events/secret')).json;
  await file.edit("update events set status = 'draft' where id = ?", String(id));
  const announced = { id: String(id), title: 'Secret', startsAt: clock.now, timezone: 'UTC', location: null };
  await app.people.mailer.post({ order: 'event_moved', siteId: RIVERSIDE.id, event: announced });
  const other = (await mailbox.next()).link;
  t.equal(other, `${BASE}/account/schools/riverside`);
  t.equal((await ana.get(pathOf(other))).status, 200);
});

t.test('an e-mail of a school has its name and its colours, and shows what it quotes as text [D3]', async (t) => {
  const { ask, event, mailbox, register } = await stage(t);
  await ask('PATCH', '/appearance', { themeColor: '#aa0033', accentColor: '#ffcc00' });
  const title = 'Moss & <img src="https://evil.example/x.png">';
  await event('moss', { title });
  await register('moss', ANA.id);
  await ask('POST', '/events/moss/cancel');
  const { html, text, link } = await mailbox.next();
  t.match(text, /\n\nRiverside Academy\n$/, 'it is signed by the school');
  t.match(text, title);
  t.match(html, 'Moss &amp; &lt;img src=&quot;https://evil.example');
  t.notMatch(html, '<img');
  t.match(html, `<a href="${link}"`);
  const { onAction, accent } = lightColors({ theme: '#aa0033', accent: '#ffcc00' });
  for (const style of [`color: ${accent}`, `background: #ffcc00; color: ${onAction}`]) t.match(html, style);
  t.ok(contrast('#ffcc00', onAction) >= 4.5, 'the label of the link can be read');
  t.match(html, /background: #aa0033; color: #ffffff[^>]*>R<\/span>/, 'the initial stands for a logo');
});

t.test(
  'who moves up is told, whether a member gave up the place, an account was deleted or seats were added [D3]',
  async (t) => {
    const { app, ask, clock, event, mailbox, register, told } = await stage(t);
    const seat = { [BEN.email]: ja.event_seat.subject({ event: 'Moss walk' }) };
    const statusOf = async (slug: string, id: string): Promise<string> => {
      const { json } = await ask('GET', `/events/${slug}/registrations`);
      return String(json.nodes?.find(({ memberId }) => String(memberId) === id)?.status);
    };
    for (const slug of ['given-up', 'larger', 'deleted']) {
      await event(slug, { capacity: 1 });
      await register(slug, ANA.id);
      await register(slug, BEN.id);
      t.equal(await statusOf(slug, BEN.id), 'waitlisted', slug);
    }
    await event('waiting', { capacity: 1 });
    await register('waiting', BEN.id);
    await register('waiting', ANA.id);

    const member = { siteId: RIVERSIDE.id, personId: ANA.id };
    const { json } = await ask('GET', '/events/given-up/registrations');
    const mine = String(json.nodes?.find(({ memberId }) => String(memberId) === ANA.id)?.id);
    await app.school.memberAccount.cancelEventRegistration(member, mine, {});
    t.strictSame(await told(1), seat, 'a member gave up the place');

    await ask('PATCH', '/events/larger', { capacity: 2 });
    t.strictSame(await told(1), seat, 'there is one more seat');
    t.equal(await statusOf('larger', ANA.id), 'registered', 'and nobody lost one');

    const plan = { name: 'For life', slug: 'for-life', planType: 'lifetime', price: { amount: 1, currency: 'EUR' } };
    const { id: planId } = (await ask('POST', '/membership_plans', plan)).json;
    await ask('POST', '/membership_plans/for-life/publish');
    const { id: subscription } = (await ask('POST', '/subscriptions', { memberId: ANA.id, planId })).json;
    t.equal((await ask('GET', `/subscriptions/${subscription}`)).json.status as unknown, 'active');
    clock.advance(1);
    const ana = await app.people.persons.findByEmail(ANA.email);
    if (ana === undefined) return t.fail('the account is there');
    t.equal(await app.people.accountErasure.erase(ana, { at: clock.now, target: 'operator/dana' }), true);
    t.match(await told(3), seat, 'an account was deleted, which had a place at an event of the demo as well');
    t.equal(await statusOf('deleted', ANA.id), 'cancelled');
    t.equal(await statusOf('larger', ANA.id), 'cancelled', 'also where nobody waits');
    t.equal(await statusOf('waiting', ANA.id), 'cancelled', 'and on a waiting list');
    t.match((await ask('GET', `/subscriptions/${subscription}`)).json, { status: 'cancelled' });
    t.match((await ask('GET', '/membership_plans/for-life')).json, { subscriberCount: 0 });
    await app.outbox.sendDue();
    t.strictSame(mailbox.take(), [], 'nobody else is told');
  },
);

t.test('a member who is removed gives up the place, and one who is suspended is passed over [D3]', async (t) => {
  const { app, ask, clock, event, mailbox, register, told } = await stage(t);
  const clara = 'usr_demo_riverside_11';
  const statuses = async (slug: string): Promise<Record<string, string>> => {
    const { json } = await ask('GET', `/events/${slug}/registrations`);
    return Object.fromEntries(json.nodes?.map(({ memberId, status }) => [String(memberId), String(status)]) ?? []);
  };
  await event('moss', { capacity: 1 });
  for (const id of [ANA.id, clara, BEN.id]) await register('moss', id);
  await event('waiting', { capacity: 1 });
  for (const id of [BEN.id, ANA.id]) await register('waiting', id);
  await ask('POST', `/members/${clara}/suspend`);
  clock.advance(1);
  t.equal((await ask('DELETE', `/members/${ANA.id}`)).status, 204);
  t.strictSame(await statuses('moss'), { [ANA.id]: 'cancelled', [clara]: 'waitlisted', [BEN.id]: 'registered' });
  t.strictSame(await statuses('waiting'), { [BEN.id]: 'registered', [ANA.id]: 'cancelled' });
  // She had a seat at an event of the demo, too.
  t.match(await told(2), { [BEN.email]: ja.event_seat.subject({ event: 'Moss walk' }) });
  const ruth = await signedIn(app, RUTH);
  const log = said(await ruth.get('/admin/riverside/audit'));
  t.match(log, /Ben \S+ got a free seat at “Moss walk” from the waiting list\./, 'nobody edited that');
  t.match(log, /Ruth Adler put Ben \S+ on the waiting list of “Moss walk”\./);
  t.notMatch(log, 'edited “Moss walk – ');
  const removals = await ruth.get('/admin/riverside/audit?event=member_removed');
  t.match(
    said(removals),
    /removed Ana Lima .* from the school\. .*Waiting lists left: .*Moss walk/,
    'also in the list',
  );
  t.notMatch(said(removals), 'Status:', 'which the sentence has');
  const removal = linksOf(removals).find((href) => /\/audit\/\d+$/.test(href)) ?? '';
  t.match(
    said(await ruth.get(removal)),
    /Status Active → Removed Seats given up .*Moss walk.* Waiting lists left .*Moss walk/,
    'with what became of her places',
  );

  clock.advance(1);
  await ask('PATCH', '/events/moss', { capacity: 2 });
  t.match(await statuses('moss'), { [clara]: 'waitlisted' }, 'not while she is suspended');
  clock.advance(1);
  await ask('POST', `/members/${clara}/reinstate`);
  t.match(await statuses('moss'), { [clara]: 'registered' }, 'and then at once, as a seat is free');
  t.equal((await mailbox.wait(1)).length, 1);
  t.match(
    said(await ruth.get('/admin/riverside/audit')),
    /Clara \S+ got a free seat at “Moss walk” from the waiting list\./,
  );
});

t.test(
  'an enrollment and another role are told, and e-mails about courses can be turned off [D3, RFC 3834 §5, RFC 8058 §3.1]',
  async (t) => {
    const { app, ask, clock, mailbox, told } = await stage(t);
    const make = async (slug: string): Promise<string> => {
      const { json } = await ask('POST', '/courses', { title: `Course ${slug}`, slug });
      await ask('POST', `/courses/${slug}/publish`);
      return String(json.id);
    };
    const [one, two, draft] = [await make('one'), await make('two'), await make('three')];
    await ask('POST', '/courses/three/unpublish');
    await ask('POST', '/enrollments', { courseId: draft, memberId: ANA.id });
    await ask('POST', '/enrollments', { courseId: one, memberId: ANA.id, expireDate: '2027-01-31' });
    const [message] = await mailbox.wait();
    t.equal(message?.to, ANA.email);
    t.equal(message?.subject, de.course_enrolled.subject({ course: 'Course one' }));
    t.match(message?.text, '31. Januar 2027');
    t.match(message?.headers.get('list-unsubscribe'), /^<http.*\/unsubscribe\?token=[\w-]+>$/);
    t.match(message?.text, `${BASE}/account/schools/riverside/courses/one`, 'the course is linked');
    t.match(message?.headers.get('x-auto-response-suppress'), 'All');
    t.match(message?.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    const link = new URL(String(message?.headers.get('list-unsubscribe')).slice(1, -1));
    const url = link.pathname + link.search;
    const wantsEmails = async (): Promise<boolean> =>
      (await (await signedIn(app, ANA.email)).get('/account/profile')).body.includes('value="yes" checked');
    for (const method of ['HEAD', 'GET'] as const) {
      const opened = await app.inject({ method, url, headers: { 'sec-purpose': 'prefetch' } });
      t.equal(opened.statusCode, 200, 'a mail scanner opens the link');
      t.ok(await wantsEmails(), 'which changes nothing');
    }
    const forged = await app.inject({ method: 'POST', url: `${url.slice(0, -4)}AAAA` });
    t.equal(forged.statusCode, 404);
    t.ok(await wantsEmails());
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ] as const) {
      await app.people.persons.chooseCourseEmails(ANA.id, true);
      const headers = { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
      const off = await app.inject({ method: 'POST', url, headers, payload });
      t.equal(off.statusCode, 200, `a mail program sends ${type} from anywhere, without cookies`);
      t.notOk(await wantsEmails());
    }
    await app.people.persons.chooseCourseEmails(ANA.id, true);

    const browser = await signedIn(app, ANA.email);
    const page = await browser.get('/account/profile');
    const saved = await browser.submit(page, '/account/profile/course-emails', { course_emails: 'no' });
    t.match(saved.body, textFor('en').profile.done.emails);
    t.notMatch(saved.body, 'value="yes" checked');
    clock.advance(1);
    await ask('POST', '/enrollments/bulk', { courseId: two, students: [{ memberId: ANA.id }, { memberId: BEN.id }] });
    t.strictSame(await told(1), { [BEN.email]: ja.course_enrolled.subject({ course: 'Course two' }) });
    await ask('POST', `/members/${ANA.id}/role`, { role: 'staff' });
    t.strictSame(
      await told(1),
      { [ANA.email]: de.role_changed.subject({ school: 'Riverside Academy' }) },
      'roles are always told',
    );
    await ask('POST', `/members/${ANA.id}/role`, { role: 'staff' });
    await app.outbox.sendDue();
    t.strictSame(mailbox.take(), [], 'nothing else was sent');
  },
);

t.test('a subscription that begins to give access is told, once each time, with what it opens [D3]', async (t) => {
  const { app, ask, clock, mailbox } = await stage(t);
  const courseIds: string[] = [];
  for (let n = 1; n <= 8; n += 1) {
    const { json } = await ask('POST', '/courses', { title: `Course ${n}`, slug: `course-${n}` });
    if (n !== 2) await ask('POST', `/courses/course-${n}/publish`);
    courseIds.push(String(json.id));
  }
  const planOf = async (slug: string, more: object): Promise<unknown> => {
    const price = { amount: 900, currency: 'EUR' };
    await ask('POST', '/membership_plans', { name: `Plan ${slug}`, slug, price, planType: 'lifetime', ...more });
    return (await ask('POST', `/membership_plans/${slug}/publish`)).json.id;
  };
  const grant = async (memberId: string, planId: unknown): Promise<string> => {
    const { json } = await ask('POST', '/subscriptions', { memberId, planId });
    clock.advance(1);
    return `/subscriptions/${json.id}`;
  };
  const length = { planType: 'fixed_length', lengthDays: 10 };
  const some = await planOf('some', { courseIds, ...length });
  const everything = await planOf('everything', { allCourses: true });
  const none = await planOf('none', { courseIds: courseIds.slice(1, 2) });
  const opened = de.subscription_opened;

  const path = await grant(ANA.id, some);
  const message = await mailbox.next();
  t.strictSame([message.to, message.subject], [ANA.email, opened.subject({ plan: 'Plan some' })]);
  t.match(message.text, opened.some({ plan: 'Plan some', school: 'Riverside Academy' }));
  t.strictSame(
    message.text.match(/^• .*/gm),
    [1, 3, 4, 5, 6].map((n) => `• Course ${n}`).concat(`• ${opened.others({ count: 2 })}`),
    'the first of those that are published',
  );
  const end = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'Europe/Lisbon' });
  t.match(message.text, de.course_enrolled.until({ day: end.format(clock.now + 240 * HOUR) }));
  t.match(message.text, /\n\nRiverside Academy\n\n[^\n]*\/unsubscribe\?token=\S+\n$/);
  t.match(message.headers.get('list-unsubscribe'), `<${BASE}/unsubscribe?token=`);

  await ask('POST', `${path}/pause`);
  await ask('POST', `${path}/extend`, { days: 1 });
  await ask('POST', `${path}/resume`);
  t.equal((await mailbox.next()).subject, opened.subject({ plan: 'Plan some' }), 'it is resumed');
  await ask('POST', `${path}/extend`, { days: 1 });
  clock.advance(300 * HOUR);
  await ask('POST', `${path}/extend`, { days: 3 });
  t.equal((await mailbox.next()).subject, opened.subject({ plan: 'Plan some' }), 'it had expired');

  const grants = await Promise.all(
    [1, 2].map(() => ask('POST', '/subscriptions', { memberId: BEN.id, planId: everything })),
  );
  t.strictSame(grants.map(({ status }) => status).toSorted(), [201, 409], 'sold twice at the same time');
  const all = `/subscriptions/${grants.find(({ status }) => status === 201)?.json.id}`;
  const { to, text } = await mailbox.next();
  t.equal(to, BEN.email);
  t.match(text, ja.subscription_opened.all({ plan: 'Plan everything', school: 'Riverside Academy' }));
  t.notMatch(text, '•');
  await ask('POST', `${all}/cancel`, { when: 'now' });
  await grant(ANA.id, none);
  await ask('POST', `/members/${BEN.id}/suspend`);
  await grant(BEN.id, some);
  await app.people.persons.chooseCourseEmails(ANA.id, false);
  await grant(ANA.id, everything);
  t.equal((await ask('POST', '/subscriptions', { memberId: ANA.id, planId: everything })).status, 409);
  await app.outbox.sendDue();
  t.strictSame(mailbox.take(), [], 'nothing is opened, the member is suspended, or wants no such e-mails');
});

t.test('cancelling an event with many registrations answers at once and tells everybody, once each [D3]', async (t) => {
  const { app, ask, clock, event, mailbox } = await stage(t);
  await event('big');
  const { json } = await ask('GET', '/events/big');
  const many = 300;
  const ids = times(many, (n) => `usr_many_${n}`);
  await app.school.platform.add({
    createdAt: clock.now,
    sites: [],
    people: ids.map((id) => ({
      ...{ id, email: `${id}@many.example`, emailKey: `${id}@many.example`, emailVerified: true, name: id },
      ...{ passwordHash: null, active: id !== 'usr_many_7', createdAt: clock.now },
    })),
    memberships: ids.map((personId) => ({ personId, siteId: RIVERSIDE.id, role: 'member' as const })),
  });
  await app.school.content.add(RIVERSIDE.id, {
    eventRegistrations: ids.map((personId, n) => ({
      ...{ id: `reg_many_${n}`, eventId: String(json.id), personId, registeredAt: clock.now, updatedAt: clock.now },
      status: n % 3 === 0 ? ('waitlisted' as const) : ('registered' as const),
    })),
  });
  t.equal((await ask('POST', `/members/${ids[3]}/suspend`)).status, 200);
  clock.advance(1);
  t.equal((await ask('POST', '/events/big/cancel')).status, 200);
  const sent = await mailbox.wait(many - 2);
  await app.outbox.sendDue();
  t.strictSame(mailbox.take(), [], 'none of them twice, and none to a disabled account or a suspended member');
  t.equal(new Set(sent.map(({ to }) => to)).size, many - 2);
});
