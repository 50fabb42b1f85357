/** What the audit log of a school says about the places of members in courses and at events. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { HOUR } from '../support/account.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { callTool } from '../support/mcp.ts';
import { DEMO, obtainTokens } from '../support/oauth-client.ts';
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
    const { audit, events } = textFor(language);
    const { endedWithEvent, ownPlaces, places, attended, movedUp } = audit.change;
    const { cancelled, published } = events.resource_changed;
    const moss = { thing: 'Moss walk' };
    const shown = await log();
    for (const sentence of [
      ownPlaces.cancelled({ person: ANAS_NAME, ...moss }),
      movedUp({ person: BENS_NAME, ...moss }),
      places.waits({ who: RUTHS_NAME, person: BENS_NAME, ...moss }),
      places.cancelled({ who: RUTHS_NAME, person: BENS_NAME, thing: 'Fern walk' }),
      endedWithEvent({ person: BENS_NAME, ...moss }),
      attended({ who: RUTHS_NAME, person: BENS_NAME, thing: 'Tide walk' }),
      cancelled.log({ who: RUTHS_NAME, target: audit.named({ name: 'Moss walk', thing: audit.things.event }) }),
      published.log({ who: RUTHS_NAME, target: audit.named({ name: 'Tide walk', thing: audit.things.event }) }),
    ]) {
      t.match(shown, sentence, language);
    }
  }
  owner.headers['accept-language'] = 'en';
  const since = (await app.audit.log.page(RIVERSIDE.id, { personId: ANA }, 20)).filter(({ id }) => id > before);
  const own = since.find(({ event: name }) => name === 'resource_changed');
  t.match(own, { target: `event_registration/${mine}`, personId: ANA, after: '{"newStatus":"cancelled"}' });
  t.match(own, { clientId: `c_test_${RIVERSIDE.id}`, ip: '127.0.0.1' }, 'through which app');
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

t.test('the log says to which status a change led, and who registers again', async (t) => {
  const { app, ask, event, register, log, member } = await stage(t);
  const { id } = (await ask('POST', '/courses', { title: 'Oboe', slug: 'oboe' })).json;
  const enrollment = await ask('POST', '/enrollments', { courseId: id, memberId: BEN, expireDate: null });
  t.equal((await ask('POST', `/enrollments/${enrollment.json.id}/revoke`)).status, 200);
  await ask('POST', '/courses/oboe/publish');
  await ask('POST', '/courses/oboe/archive');
  await event('moss', 'Moss walk');
  await register('moss', ANA);
  const registered = await callTool(app, 'list_my_event_registrations', {}, { token: member });
  const [own] = (registered.result?.structuredContent?.nodes ?? []) as unknown as { id: string; status: string }[];
  await callTool(app, 'cancel_my_event_registration', { id: own?.id, confirm: true }, { token: member });
  const again = await callTool(app, 'register_for_event', { event: 'moss' }, { token: member });
  t.notOk(again.result?.isError, again.text);
  const shown = await log();
  t.match(shown, /edited “Oboe – Ben Okafor” \(enrollment\)\.[^.]*Changed: status \(now: ended\)/);
  t.match(shown, /edited “Oboe” \(course\)\.[^.]*Changed: status \(now: archived\)/);
  t.match(shown, /Ana Lima registered for “Moss walk”\..*Ana Lima cancelled their registration for “Moss walk”\./);
});

t.test('connections that end with the access of a member are in the logs of the app and of ends', async (t) => {
  const { app, ask, log } = await stage(t);
  await obtainTokens(app, DEMO.cli, {}, { email: 'ben@riverside.example' });
  await obtainTokens(app, DEMO.cli, {}, { email: 'ana@riverside.example' });
  await obtainTokens(app, DEMO.notebook, {}, { email: 'ana@riverside.example' });
  await ask('POST', `/members/${BEN}/suspend`);
  await ask('DELETE', `/members/${ANA}`);
  const [suspended, removed] = ['Ruth Adler suspended Ben Okafor.', 'Ruth Adler removed Ana Lima'];
  const ofApp = await log(`?client=${DEMO.cli.id}`);
  t.match(ofApp, suspended);
  t.match(ofApp, removed);
  const ofOther = await log(`?client=${DEMO.notebook.id}`);
  t.notMatch(ofOther, suspended, 'which had no connection of his');
  t.match(ofOther, removed);
  const ends = await log('?event=grant_revoked');
  t.match(ends, suspended);
  t.match(ends, removed);
  await app.audit.record({ event: 'client_disabled', at: app.clock(), siteId: RIVERSIDE.id, clientId: DEMO.cli.id });
  await app.audit.record({ event: 'token_revoked', at: app.clock(), siteId: RIVERSIDE.id, clientId: DEMO.cli.id });
  const after = '{"accessTokenOnly":true}';
  await app.audit.record({
    event: 'token_revoked',
    at: app.clock(),
    siteId: RIVERSIDE.id,
    clientId: DEMO.cli.id,
    after,
  });
  t.notMatch(await log('?event=grant_revoked'), 'stays connected');
  t.match(await log('?event=grant_revoked'), /Demo CLI ended its own connection .*disabled the app Demo CLI/);
  const [entry] = await app.audit.log.page(RIVERSIDE.id, { event: 'member_removed' }, 1);
  t.match(await log(`/${entry?.id}`), /Connections ended .*Demo Notebook/);
  await ask('POST', `/members/${BEN}/reinstate`);
  await ask('POST', `/members/${BEN}/suspend`);
  const all = (await log('?event=grant_revoked')).split(suspended).length - 1;
  t.equal(all, 1, 'a suspension that ended none is no end');
});
