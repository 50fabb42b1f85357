// slow
/** Months, days and periods as people count them: in the timezone of the school, over changes of the clocks. */
import t from 'tap';
import { SCOPES } from '../../schema/oauth/scope.ts';
import { dataOf } from '../support/account.ts';
import { type AdminApp, adminApp, CALLERS, call, clientOf, RIVERSIDE } from '../support/admin.ts';
import { Browser } from '../support/browser.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { callTool, type Json } from '../support/mcp.ts';
import { obtainTokens } from '../support/oauth-client.ts';

const file: DatabaseFile = databaseFile(t);
const made: AdminApp = await adminApp(t, { databaseUrl: file.url, housekeeping: false });
const { app, clock } = made;
const memberId = CALLERS.member.id;
// A subscription of hers gives all courses since before the first test.
await file.edit('delete from subscriptions where person_id = ?', memberId);
const at = (text: string): number => Date.parse(text);
const iso = (text: string): string => new Date(at(text)).toISOString();

/** Tokens and sessions do not last from one time to the next. */
async function tokenOf(caller: 'owner' | 'member'): Promise<string> {
  const scope = caller === 'owner' ? ['openid', ...SCOPES].join(' ') : 'openid account:read account:write';
  const walk = { email: CALLERS[caller].email, site: RIVERSIDE.id, browser: new Browser(app) };
  return (await obtainTokens(app, clientOf(RIVERSIDE.id), { scope, prompt: 'consent' }, walk)).access_token;
}

/** Asks as the owner of a school in a timezone, at a time. */
async function school(timezone: string, now: string) {
  clock.now = at(now);
  const token = await tokenOf('owner');
  const ask = (method: string, path: string, body?: unknown) => call(app, token, method, path, body);
  const set = await ask('PATCH', '/school', { timezone });
  if (set.status !== 200) throw new Error(set.body);
  const granted = async (terms: object) => {
    plans += 1;
    const slug = `plan-${plans}`;
    const price = { amount: 0, currency: 'EUR' };
    const plan = await ask('POST', '/membership_plans', { name: slug, slug, price, ...terms });
    await ask('POST', `/membership_plans/${plan.json.id}/publish`);
    const { json, body, status } = await ask('POST', '/subscriptions', { memberId, planId: plan.json.id });
    if (status !== 201) throw new Error(body);
    return json;
  };
  return { ask, token, granted };
}

/** What the member reads of the subscription. */
async function termOf(id: unknown) {
  const token = await tokenOf('member');
  const query =
    '{ viewer { subscriptions(first: 100) { nodes { id currentPeriodStart currentPeriodEnd renewsAt } } } }';
  const { viewer } = (await dataOf(app, token, query)) as Json;
  const { result } = await callTool(app, 'list_my_subscriptions', { first: 100 }, { token });
  const [one, other] = [viewer?.subscriptions?.nodes, result?.structuredContent?.nodes].map((nodes) =>
    (nodes ?? []).find((node) => node.id === id),
  );
  const term = (node: Json | undefined) =>
    [node?.currentPeriodStart, node?.currentPeriodEnd, node?.renewsAt].map((time) => iso(String(time)));
  t.strictSame(term(other), term(one), 'the tool says the same');
  return term(one);
}

let plans = 0;
const monthly = { planType: 'recurring', interval: 'month', intervalCount: 1 };

// From, months, to: computed with Python's zoneinfo.
const MONTHS: readonly [string, string, number, string, string][] = [
  ['Asia/Tokyo', '2027-02-28T15:31:00Z', 1, '2027-03-31T15:31:00Z', 'the first of a month, which is the 28th in UTC'],
  ['America/New_York', '2027-03-01T02:00:00Z', 1, '2027-03-29T01:00:00Z', 'the 28th, which is the first in UTC'],
  ['America/New_York', '2027-02-14T07:30:00Z', 1, '2027-03-14T07:30:00Z', 'half past two is skipped'],
  ['America/New_York', '2028-10-05T05:30:00Z', 1, '2028-11-05T05:30:00Z', 'half past one comes twice'],
  ['America/Santiago', '2027-08-05T04:30:00Z', 1, '2027-09-05T04:30:00Z', 'midnight is skipped'],
  ['America/Santiago', '2027-03-04T02:30:00Z', 1, '2027-04-04T02:30:00Z', 'the last hour comes twice'],
  ['Australia/Lord_Howe', '2027-03-03T14:45:00Z', 1, '2027-04-03T14:45:00Z', 'half an hour comes twice'],
  ['Australia/Lord_Howe', '2027-09-02T15:40:00Z', 1, '2027-10-02T15:40:00Z', 'half an hour is skipped'],
  ['Europe/Lisbon', '2027-01-31T00:30:00Z', 1, '2027-02-28T00:30:00Z', 'the 31st'],
  ['Europe/Lisbon', '2027-02-28T01:30:00Z', 1, '2027-03-28T01:30:00Z', 'half past one is skipped'],
  ['Europe/Lisbon', '2028-02-29T12:00:00Z', 12, '2029-02-28T12:00:00Z', 'the 29th of February'],
  ['Asia/Kathmandu', '2027-01-30T18:25:00Z', 1, '2027-02-27T18:25:00Z', 'the 31st, which is the 30th in UTC'],
  ['Africa/Cairo', '2027-03-29T22:15:00Z', 1, '2027-04-29T22:15:00Z', 'midnight is skipped'],
  ['Asia/Tehran', '2027-03-20T20:29:59Z', 1, '2027-04-20T20:29:59Z', 'clocks that no longer change'],
  ['Pacific/Apia', '2027-01-31T10:59:00Z', 1, '2027-02-28T10:59:00Z', 'thirteen hours ahead'],
  ['Pacific/Kiritimati', '2027-01-30T10:30:00Z', 3, '2027-04-29T10:30:00Z', 'fourteen hours ahead'],
  ['UTC', '2027-01-31T00:00:00Z', 1, '2027-02-28T00:00:00Z', 'no clocks at all'],
];
const DAYS: readonly [string, string, number, string][] = [
  ['Europe/Lisbon', '2027-03-20T12:00:00Z', 10, '2027-03-30T11:00:00Z'],
  ['America/New_York', '2027-03-13T07:30:00Z', 1, '2027-03-14T07:30:00Z'],
  ['America/Santiago', '2027-09-04T04:30:00Z', 1, '2027-09-05T04:30:00Z'],
  ['Australia/Lord_Howe', '2027-04-01T01:00:00Z', 7, '2027-04-08T01:30:00Z'],
  ['Africa/Cairo', '2027-04-28T22:15:00Z', 1, '2027-04-29T22:15:00Z'],
  ['Asia/Tehran', '2027-03-20T04:30:00Z', 2, '2027-03-22T04:30:00Z'],
  ['America/New_York', '2028-11-04T16:00:00Z', 2, '2028-11-06T17:00:00Z'],
];

for (const [timezone, from, months, to, why] of MONTHS) {
  t.test(`${months} months from ${from} in ${timezone}: ${why} [D2]`, async (t) => {
    const { ask, granted } = await school(timezone, from);
    const { id, currentPeriodEnd } = await granted({ ...monthly, intervalCount: months });
    t.equal(currentPeriodEnd, iso(to) as never);
    // A pause that outlasts the period: the new one is as long.
    const long = await ask('POST', `/subscriptions/${id}/pause`);
    t.equal(long.status, 200);
    await file.edit(
      'update subscriptions set current_period_start = ?, current_period_end = ? where id = ?',
      ...[at(from) - 90 * 86_400_000, at(from) - 86_400_000, String(id)],
    );
    await ask('POST', `/subscriptions/${id}/resume`);
    await file.edit(
      'update subscriptions set status = ?, paused_at = ?, current_period_start = ?, current_period_end = ? where id = ?',
      ...['paused', at(from), at(from), at(to), String(id)],
    );
    const resumedAt = new Date(at(to)).toISOString();
    const later = await school(timezone, resumedAt);
    const { json } = await later.ask('POST', `/subscriptions/${id}/resume`);
    const again = await later.granted({ ...monthly, intervalCount: months });
    t.equal(json.currentPeriodStart, resumedAt as never);
    t.equal(json.currentPeriodEnd, again.currentPeriodEnd, 'as if it had been granted now');
  });
}

for (const [timezone, from, days, to] of DAYS) {
  t.test(`${days} days from ${from} in ${timezone} end at the same time of day [D2]`, async (t) => {
    const { ask, granted } = await school(timezone, from);
    const slug = `days-${clock.now}-${days}`;
    const course = await ask('POST', '/courses', { title: slug, slug });
    const section = await ask('POST', `/courses/${course.json.id}/sections`, { title: 'First' });
    const lecture = { title: 'One', kind: 'text', status: 'published', releaseAfterDays: days };
    await ask('POST', `/sections/${section.json.id}/lectures`, lecture);
    await ask('POST', `/courses/${course.json.id}/publish`);
    const courseIds = [course.json.id];
    const { id, endsAt } = await granted({ planType: 'fixed_length', lengthDays: days, courseIds });
    t.equal(endsAt, iso(to) as never);
    await file.edit(
      'update subscriptions set ends_at = ?, current_period_end = ? where id = ?',
      at(from),
      at(from),
      String(id),
    );
    t.match((await ask('POST', `/subscriptions/${id}/extend`, { days })).json, {
      endsAt: iso(to),
      currentPeriodEnd: iso(to),
    });
    const outline = `{ viewer { courseOutline(slug: "${slug}") { lectures { nodes { isOpen opensAt } } } } }`;
    const { viewer } = (await dataOf(app, await tokenOf('member'), outline)) as Json;
    const [first] = viewer?.courseOutline?.lectures?.nodes ?? [];
    t.equal(iso(String(first?.opensAt)), iso(to), 'the lecture opens at that time');
  });
}

t.test('a period that began on the 31st ends on the last day of each month [D2]', async (t) => {
  const { granted } = await school('Asia/Tokyo', '2027-01-31T00:30:00+09:00');
  const { id } = await granted(monthly);
  for (const [now, start, end] of [
    ['2027-01-31T01:00:00+09:00', '2027-01-31T00:30:00+09:00', '2027-02-28T00:30:00+09:00'],
    ['2027-02-28T00:30:00+09:00', '2027-02-28T00:30:00+09:00', '2027-03-31T00:30:00+09:00'],
    ['2027-03-31T00:29:59+09:00', '2027-02-28T00:30:00+09:00', '2027-03-31T00:30:00+09:00'],
    ['2027-03-31T00:30:00+09:00', '2027-03-31T00:30:00+09:00', '2027-04-30T00:30:00+09:00'],
    ['2028-02-29T00:30:00+09:00', '2028-02-29T00:30:00+09:00', '2028-03-31T00:30:00+09:00'],
    ['2047-12-31T12:00:00+09:00', '2047-12-31T00:30:00+09:00', '2048-01-31T00:30:00+09:00'],
  ] as const) {
    clock.now = at(now);
    t.strictSame(await termOf(id), [iso(start), iso(end), iso(end)], now);
  }
});

t.test('a period that an earlier version counted in UTC is followed by those of the school [D2]', async (t) => {
  const { granted } = await school('Asia/Tokyo', '2027-03-01T00:31:00+09:00');
  const { id } = await granted(monthly);
  await file.edit(
    'update subscriptions set current_period_end = ? where id = ?',
    at('2027-03-28T15:31:00Z'),
    String(id),
  );
  for (const [now, start, end] of [
    ['2027-03-02T00:00:00+09:00', '2027-03-01T00:31:00+09:00', '2027-03-29T00:31:00+09:00'],
    ['2027-04-02T00:00:00+09:00', '2027-03-29T00:31:00+09:00', '2027-05-01T00:31:00+09:00'],
    ['2027-05-02T00:00:00+09:00', '2027-05-01T00:31:00+09:00', '2027-06-01T00:31:00+09:00'],
  ] as const) {
    clock.now = at(now);
    t.strictSame(await termOf(id), [iso(start), iso(end), iso(end)], now);
  }
});

t.test('an end whose year would have five digits is refused, and no list fails at the ends of time [D2]', async (t) => {
  const { ask, granted } = await school('America/New_York', '2029-06-01T00:00:00Z');
  const { id } = await granted({ planType: 'fixed_length', lengthDays: 1 });
  const until = '9999-12-31T23:59:59.999Z';
  t.match(await ask('POST', `/subscriptions/${id}/extend`, { until }), { status: 200, json: { endsAt: until } });
  t.match(await ask('POST', `/subscriptions/${id}/extend`, { days: 1 }), {
    status: 409,
    json: { detail: /out of range/ },
  });
  const price = { amount: 0, currency: 'EUR' };
  const plan = { name: 'x', slug: 'end-of-time', planType: 'fixed_date', price };
  t.match(await ask('POST', '/membership_plans', { ...plan, endsOn: '9999-12-31' }), { status: 400 });
  t.match(await ask('POST', '/membership_plans', { ...plan, endsOn: '9999-12-30' }), { status: 201 });
  for (const [from, to] of [
    ['0000-01-01', '0000-01-02'],
    ['0001-01-01', '0001-01-02'],
    ['9999-12-01', '9999-12-31'],
  ] as const) {
    t.equal((await ask('GET', `/analytics/summary?from=${from}&to=${to}`)).status, 400, from);
    t.equal(
      (await ask('GET', `/analytics/series?metric=orders&interval=week&from=${from}&to=${to}`)).status,
      400,
      from,
    );
  }
  for (const to of ['0001-01-15', '9999-12-30']) {
    t.equal((await ask('GET', `/analytics/summary?to=${to}`)).status, 200, to);
  }
});

t.test('an event over a change of the clocks names the zone at both ends, and no other does', async (t) => {
  const { ask } = await school('Europe/Lisbon', '2029-06-01T00:00:00Z');
  const ROWS = [
    ['America/New_York', '2029-11-04T00:30:00-04:00', '2029-11-04T01:30:00-05:00', '12:30 AM EDT', '1:30 AM EST'],
    ['America/New_York', '2030-03-10T01:00:00-05:00', '2030-03-10T05:00:00-04:00', '1:00 AM EST', '5:00 AM EDT'],
    ['Europe/Lisbon', '2030-03-30T22:00:00Z', '2030-03-31T03:00:00+01:00', '10:00 PM WET', '3:00 AM WEST'],
    ['Australia/Lord_Howe', '2030-04-06T12:00:00+11:00', '2030-04-08T12:00:00+10:30', 'UTC+11', 'UTC+10:30'],
    ['Asia/Tokyo', '2030-03-30T22:00:00+09:00', '2030-03-31T03:00:00+09:00', '10:00 PM', '3:00 AM UTC+9'],
  ] as const;
  for (const [index, [timezone, startsAt, endsAt, begin, end]] of ROWS.entries()) {
    const slug = `clocks-${index}`;
    const event = { title: slug, slug, kind: 'online', joinUrl: 'https://meet.example/x', startsAt, endsAt, timezone };
    const { json, body } = await ask('POST', '/events', event);
    t.ok(json.id, body);
    await ask('POST', `/events/${json.id}/publish`);
    const page = (await app.inject(`/schools/${RIVERSIDE.slug}/events/${slug}`)).body;
    const [from = '', to = ''] = [...page.matchAll(/<time[^>]*>([^<]*)<\/time>/g)].map(([, words = '']) =>
      words.replace(/\s/g, ' '),
    );
    t.ok(from.endsWith(begin), `${timezone}: ${from}`);
    t.ok(to.endsWith(end), `${timezone}: ${to}`);
  }
});

t.test(
  'a subscription ends with the period that is the present one, although its renewal was not recorded [D2]',
  async (t) => {
    const { granted } = await school('Asia/Tokyo', '2031-01-31T00:30:00+09:00');
    const { id } = await granted(monthly);
    const { ask } = await school('Asia/Tokyo', '2031-03-15T12:00:00+09:00');
    const cancelled = await ask('POST', `/subscriptions/${id}/cancel`);
    t.match(cancelled.json, { status: 'active', cancelAtPeriodEnd: true, endsAt: iso('2031-03-31T00:30:00+09:00') });
    t.match((await ask('POST', `/subscriptions/${id}/resume`)).json, { endsAt: null });
  },
);
