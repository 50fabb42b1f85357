// slow
import t, { type Test } from 'tap';
import { type CallerName, call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

const HOUR = 3_600_000;
const MEMBERS = ['usr_demo_ana', 'usr_demo_ben', 'usr_demo_chie', 'usr_demo_ivan', 'usr_demo_noor'];

async function stage(t: Test) {
  const made = await learning(t);
  const { ask, clock } = made;
  const at = (hours: number): string => new Date(clock.now + hours * HOUR).toISOString();
  const fields = (slug: string, more: object = {}) => ({
    title: `Event ${slug}`,
    slug,
    startsAt: at(48),
    endsAt: at(50),
    timezone: 'Europe/Lisbon',
    ...more,
  });
  return {
    ...made,
    at,
    fields,
    async event(slug: string, more: object = {}): Promise<string> {
      const { json } = await ask('POST', '/events', fields(slug, more));
      await ask('POST', `/events/${json.id}/publish`);
      return String(json.id);
    },
    async register(slug: string, memberId: string): Promise<string> {
      return String((await ask('POST', `/events/${slug}/registrations`, { memberId })).json.id);
    },
    async states(slug: string): Promise<Record<string, string>> {
      const { json } = await ask('GET', `/events/${slug}/registrations?sort=registeredAt&first=100`);
      return Object.fromEntries((json.nodes ?? []).map(({ memberId, status }) => [String(memberId), String(status)]));
    },
  };
}

t.test('a draft event is published, a cancelled one stays cancelled, and only drafts are deleted [D2]', async (t) => {
  const { ask, at, clock, event, fields, register, states, trail } = await stage(t);
  const made = await ask('POST', '/events', fields('talk', { joinUrl: 'https://meet.example/x', capacity: 5 }));
  t.match(made, { status: 201, json: { status: 'draft', kind: 'online', capacity: 5, registeredCount: 0 } });
  t.equal(made.headers.location, `/api/v1/events/${made.json.id}`);
  t.equal((await ask('POST', '/events/talk/cancel')).status, 409, 'a draft is deleted instead');
  t.match(await ask('POST', '/events/talk/publish'), { status: 200, json: { status: 'published' } });
  t.equal((await ask('POST', '/events/talk/publish')).status, 200, 'again changes nothing');
  t.equal((await ask('DELETE', '/events/talk')).status, 409, 'only drafts are deleted');
  t.match(await ask('POST', '/events/talk/cancel'), { status: 200, json: { status: 'cancelled' } });
  t.equal((await ask('POST', '/events/talk/publish')).status, 409);
  t.equal((await ask('DELETE', '/events/talk')).status, 409);
  t.strictSame(await trail(`event/${made.json.id}`), ['resource_created', 'resource_changed', 'resource_changed']);
  await event('over', { startsAt: at(-3), endsAt: at(0.5) });
  await register('over', 'usr_demo_ana');
  clock.advance(0.6 * HOUR);
  t.match(await ask('POST', '/events/over/cancel'), { status: 200, json: { status: 'cancelled' } });
  t.strictSame(await states('over'), { usr_demo_ana: 'registered' }, 'nobody was there in vain');
  const draft = await ask('POST', '/events', fields('draft'));
  t.equal((await ask('DELETE', '/events/draft')).status, 204);
  t.equal((await ask('GET', '/events/draft')).status, 404);
  t.strictSame(await trail(`event/${draft.json.id}`), ['resource_created', 'resource_deleted']);
});

t.test('event fields are validated, and events end after they start even under racing updates [D2, W55]', async (t) => {
  const { ask, at, fields, event } = await stage(t);
  const wrong: [string, object][] = [
    ['endsAt', { endsAt: at(48) }],
    ['joinUrl', { joinUrl: 'http://meet.example/x' }],
    ['capacity', { capacity: 0 }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { timezone: '+01:00' }],
    ['kind', { kind: 'elsewhere' }],
    ['location', { location: 'x'.repeat(301) }],
    ['price.amount', { price: { amount: -1, currency: 'EUR' } }],
    ['status', { status: 'published' }],
  ];
  for (const [path, more] of wrong) {
    t.match(await ask('POST', '/events', fields('wrong', more)), { status: 400, json: { errors: [{ path }] } }, path);
  }
  await event('late');
  t.equal((await ask('PATCH', '/events/late', { startsAt: at(60) })).status, 400);
  t.equal((await ask('PATCH', '/events/late', { startsAt: at(60), endsAt: at(61) })).status, 200);
  const moved = await Promise.all([
    ask('PATCH', '/events/late', { startsAt: at(60.9) }),
    ask('PATCH', '/events/late', { endsAt: at(60.5) }),
  ]);
  t.strictSame(moved.map(({ status }) => status).sort(), [200, 400], 'also when two change it at once');
});

t.test('events are filtered by start time, status and words, and sorted by start time [D2]', async (t) => {
  const { ask, at, event } = await stage(t);
  for (const [slug, hours] of [
    ['one', 90_000],
    ['two', 90_010],
    ['three', 90_020],
  ] as const) {
    await event(slug, { startsAt: at(hours), endsAt: at(hours + 1) });
  }
  const list = async (query: string) =>
    (await ask('GET', `/events?${query}`)).json.nodes?.map(({ slug }) => String(slug));
  t.strictSame(await list(`from=${at(90_000)}&to=${at(90_020)}&sort=startsAt`), ['one', 'two']);
  t.strictSame(await list(`from=${at(90_010)}`), ['three', 'two']);
  t.strictSame(await list(`from=${at(90_000)}&status=draft`), []);
  t.strictSame(await list('q=event%20thr'), ['three']);
  t.equal((await ask('GET', '/events?from=yesterday')).status, 400);
});

t.test('a full event waitlists registrations, and a cancellation promotes the first of them [D2]', async (t) => {
  const { ask, clock, event, register, states, trail } = await stage(t);
  await event('small', { capacity: 1 });
  const [first = '', second = '', third = ''] = MEMBERS;
  const place = await register('small', first);
  clock.advance(1);
  const next = await register('small', second);
  clock.advance(1);
  const last = await register('small', third);
  t.strictSame(await states('small'), { [first]: 'registered', [second]: 'waitlisted', [third]: 'waitlisted' });
  t.match(await ask('GET', '/events/small'), { json: { registeredCount: 1 } });
  t.equal((await ask('POST', '/events/small/registrations', { memberId: second })).status, 409, 'once each');
  t.match(await ask('POST', `/registrations/${place}/cancel`), { status: 200, json: { status: 'cancelled' } });
  t.match(await ask('POST', `/registrations/${place}/cancel`), { status: 200, json: { status: 'cancelled' } }, 'again');
  t.strictSame(await states('small'), { [first]: 'cancelled', [second]: 'registered', [third]: 'waitlisted' });
  clock.advance(1);
  t.equal(await register('small', first), place, 'who comes back has one registration');
  t.strictSame(await states('small'), { [first]: 'waitlisted', [second]: 'registered', [third]: 'waitlisted' });
  t.match(await ask('GET', `/registrations/${place}`), { json: { id: place, memberId: first, status: 'waitlisted' } });
  t.strictSame(await trail(`event_registration/${place}`), [
    'resource_created',
    'resource_changed',
    'resource_changed',
  ]);
  t.strictSame(
    await trail(`event_registration/${next}`),
    ['resource_created', 'resource_changed'],
    'moved up by another',
  );
  t.strictSame(await trail(`event_registration/${last}`), ['resource_created'], 'who still waits has not changed');
});

t.test('raising the capacity promotes those waitlisted, and it cannot drop below the registrations [D2]', async (t) => {
  const { ask, clock, event, register, states, trail } = await stage(t);
  await event('grows', { capacity: 1 });
  const registered: string[] = [];
  for (const member of MEMBERS.slice(0, 4)) {
    registered.push(await register('grows', member));
    clock.advance(1);
  }
  t.equal((await ask('PATCH', '/events/grows', { capacity: 3 })).json.registeredCount, 3);
  t.strictSame(Object.values(await states('grows')), ['registered', 'registered', 'registered', 'waitlisted']);
  t.equal((await ask('PATCH', '/events/grows', { capacity: 2 })).status, 409);
  t.match(await ask('PATCH', '/events/grows', { capacity: null }), { status: 200, json: { registeredCount: 4 } });
  const movedUp: number[] = [];
  for (const id of registered) movedUp.push((await trail(`event_registration/${id}`)).length - 1);
  t.strictSame(movedUp, [0, 1, 1, 1], 'each has an event of its own, once');
});

t.test('registrations never exceed the capacity, even when members register and cancel at once [D2]', async (t) => {
  const { app, ask, event, states } = await stage(t);
  await event('rush', { capacity: 2 });
  const { rows } = await app.school.members.page(RIVERSIDE.id, {
    first: 30,
    after: undefined,
    sort: 'joinedAt',
    descending: true,
    where: { status: 'active' },
  });
  const answers = await Promise.all(rows.map(({ id }) => ask('POST', '/events/rush/registrations', { memberId: id })));
  t.ok(answers.every(({ status }) => status === 201));
  const counted = async () => {
    const all = Object.values(await states('rush'));
    return ['registered', 'waitlisted', 'cancelled'].map((state) => all.filter((one) => one === state).length);
  };
  t.strictSame(await counted(), [2, rows.length - 2, 0]);
  await Promise.all([
    ...answers.slice(0, 10).map(({ json }) => ask('POST', `/registrations/${json.id}/cancel`)),
    ask('PATCH', '/events/rush', { capacity: 4 }),
  ]);
  t.strictSame(await counted(), [4, rows.length - 14, 10]);
  const twice = await Promise.all(
    Array.from({ length: 6 }, () => ask('POST', '/events/rush/registrations', { memberId: rows[0]?.id })),
  );
  t.strictSame(twice.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409], 'one of several at once');
});

t.test('only active members of the school can be registered, and only for a published event [D2]', async (t) => {
  const { ask, at, clock, fields, event } = await stage(t);
  const memberId = 'usr_demo_ana';
  await ask('POST', '/events', fields('draft'));
  t.equal((await ask('POST', '/events/draft/registrations', { memberId })).status, 409);
  await event('open', { registrationClosesAt: at(-1) });
  for (const stranger of ['usr_demo_hugo', 'usr_none']) {
    const refused = await ask('POST', '/events/open/registrations', { memberId: stranger });
    t.match(refused, { status: 400, json: { errors: [{ path: 'memberId' }] } });
  }
  t.equal(
    (await ask('POST', '/events/open/registrations', { memberId })).status,
    201,
    'operators may when it is closed',
  );
  await ask('POST', '/members/usr_demo_ben/suspend');
  t.equal((await ask('POST', '/events/open/registrations', { memberId: 'usr_demo_ben' })).status, 409);
  clock.advance(51 * HOUR);
  const late = await ask('POST', '/events/open/registrations', { memberId: 'usr_demo_chie' });
  t.match(late, { status: 409, json: { detail: /over|ended/ } }, 'nor when it is over');
});

t.test('only a registered member can be marked as attended, and their registration still counts [D2]', async (t) => {
  const { ask, event, register } = await stage(t);
  await event('met', { capacity: 1 });
  const [came, waited] = [await register('met', 'usr_demo_ana'), await register('met', 'usr_demo_ben')];
  t.match(await ask('POST', `/registrations/${came}/attended`), { status: 200, json: { status: 'attended' } });
  t.equal((await ask('POST', `/registrations/${came}/attended`)).status, 200, 'again changes nothing');
  t.equal((await ask('POST', `/registrations/${waited}/attended`)).status, 409);
  t.equal((await ask('POST', `/registrations/${came}/cancel`)).status, 409);
  t.match(await ask('GET', '/events/met'), { json: { registeredCount: 1 } }, 'the place stays taken');
});

t.test('events and registrations are not found from another school [D1]', async (t) => {
  const { app, askAs, event, register, tokenOf } = await stage(t);
  const id = await event('mine');
  const place = await register('mine', 'usr_demo_ana');
  const foreign = (method: string, path: string, body?: unknown, caller: CallerName = 'foreignOwner') =>
    askAs(caller, method, path, body);
  for (const [method, path, body] of [
    ['GET', `/events/${id}`],
    ['PATCH', `/events/${id}`, { title: 'x' }],
    ['DELETE', `/events/${id}`],
    ['POST', `/events/${id}/publish`],
    ['POST', `/events/${id}/cancel`],
    ['GET', `/events/${id}/registrations`],
    ['POST', `/events/${id}/registrations`, { memberId: 'usr_demo_mila' }],
    ['POST', `/registrations/${place}/cancel`],
    ['POST', `/registrations/${place}/attended`],
    ['GET', `/registrations/${place}`],
  ] as const) {
    t.equal((await foreign(method, path, body)).status, 404, `${method} ${path}`);
  }
  t.equal(await app.school.records('eventRegistrations').find(HARBOUR.id, place), undefined);
  const reader = await tokenOf('owner', ['events:read']);
  const refused = await call(app, reader, 'POST', `/events/${id}/registrations`, { memberId: 'usr_demo_ben' });
  t.equal(refused.status, 403);
  t.match(refused.headers['www-authenticate'], /insufficient_scope.*events:write/);
});
