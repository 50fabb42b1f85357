/** E-mails in which a school tells its members what it has arranged for them. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/pages/kit/text/index.ts';
import { HOUR, times } from '../support/account.ts';
import { adminApp, call, RIVERSIDE } from '../support/admin.ts';
import { temporaryFolder } from '../support/app.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Letterbox } from '../support/letters.ts';
import { signedIn } from '../support/with-letters.ts';

const ANA = { id: 'usr_demo_ana', email: 'ana@riverside.example' };
const BEN = { id: 'usr_demo_ben', email: 'ben@riverside.example' };

async function stage(t: Test) {
  const dataDir = temporaryFolder(t);
  const file = databaseFile(t);
  const made = await adminApp(t, { dataDir, databaseUrl: file.url });
  const { app, clock, tokenOf } = made;
  const token = await tokenOf('owner');
  const ask = (method: string, path: string, body?: unknown) => call(app, token, method, path, body);
  const at = (hours: number): string => new Date(clock.now + hours * HOUR).toISOString();
  await file.edit("update memberships set locale = 'de' where person_id = 'usr_demo_ana'");
  await file.edit("update memberships set locale = 'ja' where person_id = 'usr_demo_ben'");
  const letters = new Letterbox(dataDir);
  const fields = { title: 'Moss walk', startsAt: at(48), endsAt: at(50), timezone: 'Europe/Lisbon' };
  return {
    ...{ ...made, file, ask, at, letters },
    /** The letters so far, by their recipients. */
    async told(count: number): Promise<Record<string, string>> {
      const all = await letters.wait(count);
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
  const { ask, at, clock, event, letters, register, told } = await stage(t);
  await event('moss', { capacity: 1, location: 'Hall' });
  const mine = await register('moss', ANA.id);
  await register('moss', BEN.id);
  await ask('PATCH', '/events/moss', { description: 'Bring boots.' });
  await ask('PATCH', '/events/moss', { startsAt: at(49), location: 'Greenhouse' });
  const moved = await letters.wait(2);
  t.strictSame(moved.map(({ to, subject }) => [to, subject]).sort(), [
    [ANA.email, de.event_moved.subject('Moss walk')],
    [BEN.email, ja.event_moved.subject('Moss walk')],
  ]);
  t.match(moved.find(({ to }) => to === ANA.email)?.text, de.event_moved.where('Greenhouse'));
  t.match(moved.find(({ to }) => to === ANA.email)?.text, 'Riverside Academy');

  await ask('POST', `/registrations/${mine}/cancel`);
  t.strictSame(await told(1), { [BEN.email]: ja.event_seat.subject('Moss walk') }, 'who moves up has a seat');
  clock.advance(1);
  await ask('POST', '/events/moss/cancel');
  t.strictSame(await told(1), { [BEN.email]: ja.event_cancelled.subject('Moss walk') }, 'who gave up is not told');
});

t.test('an enrollment and another role are told, and e-mails about courses can be turned off [D3]', async (t) => {
  const { app, ask, clock, letters, told } = await stage(t);
  const make = async (slug: string): Promise<string> => {
    const { json } = await ask('POST', '/courses', { title: `Course ${slug}`, slug });
    await ask('POST', `/courses/${slug}/publish`);
    return String(json.id);
  };
  const [one, two, draft] = [await make('one'), await make('two'), await make('three')];
  await ask('POST', '/courses/three/unpublish');
  await ask('POST', '/enrollments', { courseId: draft, memberId: ANA.id });
  await ask('POST', '/enrollments', { courseId: one, memberId: ANA.id, expireDate: '2027-01-31' });
  const [letter] = await letters.wait();
  t.equal(letter?.to, ANA.email);
  t.equal(letter?.subject, de.course_enrolled.subject('Course one'));
  t.match(letter?.text, '31. Januar 2027');
  t.match(letter?.headers.get('list-unsubscribe'), /^<http.*\/account\/profile>$/);

  const browser = await signedIn(app, ANA.email);
  const page = await browser.get('/account/profile');
  const saved = await browser.submit(page, '/account/profile/course-emails', { course_emails: 'no' });
  t.match(saved.body, textFor('en').profile.done.emails);
  t.notMatch(saved.body, 'value="yes" checked');
  clock.advance(1);
  await ask('POST', '/enrollments/bulk', { courseId: two, students: [{ memberId: ANA.id }, { memberId: BEN.id }] });
  t.strictSame(await told(1), { [BEN.email]: ja.course_enrolled.subject('Course two') });
  await ask('POST', `/members/${ANA.id}/role`, { role: 'staff' });
  t.strictSame(await told(1), { [ANA.email]: de.role_changed.subject('Riverside Academy') }, 'roles are always told');
  await ask('POST', `/members/${ANA.id}/role`, { role: 'staff' });
  await app.outbox.sendDue();
  t.strictSame(letters.take(), [], 'nothing else was sent');
});

t.test('cancelling an event with many registrations answers at once and tells everybody, once each [D3]', async (t) => {
  const { app, ask, clock, event, letters } = await stage(t);
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
  const sent = await letters.wait(many - 2);
  await app.outbox.sendDue();
  t.strictSame(letters.take(), [], 'none of them twice, and none to a disabled account or a suspended member');
  t.equal(new Set(sent.map(({ to }) => to)).size, many - 2);
});
