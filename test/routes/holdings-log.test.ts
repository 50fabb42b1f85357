/** What the audit log of a school says about the places of members in courses and at events. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/pages/kit/text/index.ts';
import { LANGUAGES } from '../../schema/language.ts';
import { HOUR } from '../support/account.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { callTool } from '../support/mcp.ts';
import { said, signedIn } from '../support/signed-in.ts';

const LOG = '/admin/riverside/audit';
const [ANA, BEN] = ['usr_demo_ana', 'usr_demo_ben'];
const [RUTHS_NAME, ANAS_NAME, BENS_NAME] = ['Ruth Adler', 'Ana Lima', 'Ben Okafor'];

/** A school with an event that has one seat. */
async function stage(t: Test) {
  const { app, clock, tokenOf } = await adminApp(t, { databaseUrl: databaseFile(t).url });
  const token = await tokenOf('owner');
  const ask = (method: string, path: string, body?: unknown) => call(app, token, method, path, body);
  const at = (hours: number): string => new Date(clock.now + hours * HOUR).toISOString();
  const event = async (slug: string, title: string) => {
    const times = { startsAt: at(48), endsAt: at(50), timezone: 'Europe/Lisbon' };
    await ask('POST', '/events', { slug, title, capacity: 1, ...times });
    await ask('POST', `/events/${slug}/publish`);
  };
  const register = async (slug: string, memberId: string): Promise<string> => {
    clock.advance(1);
    return String((await ask('POST', `/events/${slug}/registrations`, { memberId })).json.id);
  };
  const owner = await signedIn(app, CALLERS.owner.email);
  const log = async (query = ''): Promise<string> => said(await owner.get(`${LOG}${query}`));
  return { app, ask, clock, event, register, owner, log, member: await tokenOf('member') };
}

t.test('the log says who cancelled a registration or an event, who was present, and what was published', async (t) => {
  const { app, ask, clock, event, register, owner, log, member } = await stage(t);
  await event('moss', 'Moss walk');
  await event('fern', 'Fern walk');
  await event('tide', 'Tide walk');
  const mine = await register('moss', ANA);
  await register('moss', BEN);
  const bens = await register('fern', BEN);
  const seat = await register('tide', BEN);
  const before = (await app.audit.log.page(RIVERSIDE.id, {}, 1))[0]?.id ?? 0;

  clock.advance(1);
  const cancelled = await callTool(app, 'cancel_my_event_registration', { id: mine, confirm: true }, { token: member });
  t.notOk(cancelled.result?.isError, cancelled.text);
  t.equal((await ask('POST', `/registrations/${bens}/cancel`)).status, 200);
  t.equal((await ask('POST', `/registrations/${seat}/attended`)).status, 200);
  t.equal((await ask('POST', '/events/moss/cancel')).status, 200);
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const { audit } = textFor(language);
    const { ownPlaces, places, attended, movedUp, newStatus } = audit.change;
    const moss = { thing: 'Moss walk' };
    const shown = await log();
    for (const sentence of [
      ownPlaces.cancelled({ who: ANAS_NAME, person: ANAS_NAME, ...moss }),
      movedUp({ who: ANAS_NAME, person: BENS_NAME, ...moss }),
      places.waits({ who: RUTHS_NAME, person: BENS_NAME, ...moss }),
      places.cancelled({ who: RUTHS_NAME, person: BENS_NAME, thing: 'Fern walk' }),
      places.cancelled({ who: RUTHS_NAME, person: BENS_NAME, ...moss }),
      attended({ who: RUTHS_NAME, person: BENS_NAME, thing: 'Tide walk' }),
      newStatus.cancelled({ who: RUTHS_NAME, target: audit.named('Moss walk', audit.things.event) }),
      newStatus.published({ who: RUTHS_NAME, target: audit.named('Tide walk', audit.things.event) }),
    ]) {
      t.match(shown, sentence, language);
    }
  }
  owner.headers['accept-language'] = 'en';
  const since = (await app.audit.log.page(RIVERSIDE.id, { personId: ANA }, 20)).filter(({ id }) => id > before);
  const own = since.find(({ event: name }) => name === 'resource_changed');
  t.match(own, { target: `event_registration/${mine}`, personId: ANA, after: '{"newStatus":"cancelled"}' });
  t.notMatch(said(await owner.get(`${LOG}/${own?.id}`)), 'newStatus:', 'the sentence says it');
});

t.test('the log of a person has what was done to the person’s places, by whatever it is filtered', async (t) => {
  const { ask, event, register, log } = await stage(t);
  const course = await ask('POST', '/courses', { title: 'Oboe', slug: 'oboe' });
  await ask('POST', '/enrollments', { courseId: course.json.id, memberId: BEN, expireDate: null });
  await event('moss', 'Moss walk');
  const seat = await register('moss', ANA);
  await register('moss', BEN);
  await ask('POST', `/registrations/${seat}/cancel`);
  const enrolled = 'Ruth Adler enrolled Ben Okafor in “Oboe”.';
  const moved = 'Ben Okafor got a free seat at “Moss walk” from the waiting list.';
  const freed = 'Ruth Adler cancelled the registration of Ana Lima for “Moss walk”.';
  for (const person of [BEN, 'ben@riverside.example']) {
    const shown = await log(`?person=${encodeURIComponent(person)}`);
    t.match(shown, enrolled);
    t.match(shown, moved);
    t.notMatch(shown, freed, 'but not what was done to others');
  }
  t.match(await log(`?person=${ANA}`), freed);
  const filtered = await log(`?person=${BEN}&event=resource_changed`);
  t.match(filtered, moved, 'together with another filter');
  t.notMatch(filtered, freed);
  t.notMatch(filtered, enrolled);
  t.match(await log(`?person=${BEN}&event=resource_created`), enrolled);
});
