/** The forms in which a date-time and a timezone may be written: the same at every place that takes one. */
import t from 'tap';
import { readParameters } from '../../schema/data/parameters.ts';
import { parseNewSchool } from '../../schema/school/new-school.ts';
import { parseSetupRequest } from '../../schema/school/setup-request.ts';
import { dataOf } from '../support/account.ts';
import { adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { databaseFile } from '../support/database-edit.ts';
import { callTool, type Json } from '../support/mcp.ts';

const file = databaseFile(t);
const { app, clock, tokenOf } = await adminApp(t, { databaseUrl: file.url });
const token = await tokenOf('owner');
const ask = (method: string, path: string, body?: unknown) => call(app, token, method, path, body);

/** RFC 3339 §5.6 and §4.3, and what it means. */
const DATE_TIMES: readonly [written: string, instant: string][] = [
  ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
  ['2030-01-01t00:00:00z', '2030-01-01T00:00:00.000Z'],
  ['2030-01-01T00:00:00.5Z', '2030-01-01T00:00:00.500Z'],
  ['2030-01-01T00:00:00.123456789Z', '2030-01-01T00:00:00.123Z'],
  ['2030-01-01T05:45:00+05:45', '2030-01-01T00:00:00.000Z'],
  ['2030-01-01T00:00:00-00:00', '2030-01-01T00:00:00.000Z'],
  ['2030-01-01T23:59:00+23:59', '2030-01-01T00:00:00.000Z'],
  ['2029-12-31t16:00:00.000-08:00', '2030-01-01T00:00:00.000Z'],
  ['2032-02-29T00:00:00Z', '2032-02-29T00:00:00.000Z'],
  // A leap second is the last of a month of UTC, wherever it is read.
  ['2030-06-30T23:59:60Z', '2030-06-30T23:59:59.000Z'],
  ['2030-06-30T23:59:60.25z', '2030-06-30T23:59:59.250Z'],
  ['2030-12-31T15:59:60-08:00', '2030-12-31T23:59:59.000Z'],
  ['2031-01-01T08:59:60+09:00', '2030-12-31T23:59:59.000Z'],
  // Not of the RFC, but taken from the beginning.
  ['2030-01-01T00:00Z', '2030-01-01T00:00:00.000Z'],
  ['2030-01-01t00:00+00:00', '2030-01-01T00:00:00.000Z'],
];
const NO_DATE_TIMES = [
  ...['2030-01-01', '2030-01-01T00:00:00', '2030-01-01 00:00:00Z', '2030-01-01T24:00:00Z', '2030-01-01T00:60:00Z'],
  ...['2030-02-29T00:00:00Z', '2030-02-30T00:00:00Z', '2030-13-01T00:00:00Z', '2030-00-10T00:00:00Z'],
  ...['2030-01-01T00:00:61Z', '2030-06-15T23:59:60Z', '2030-06-30T12:00:60Z', '2030-06-30T23:59:60+01:00'],
  ...['2030-01-01T00:00:00+24:00', '2030-01-01T00:00:00+0100', '2030-01-01T00:00:00+01', '2030-01-01T00:00:00,5Z'],
  ...[
    '2030-01-01T00:00:00.Z',
    '20300101T000000Z',
    '2030-W01-1T00:00:00Z',
    '+002030-01-01T00:00:00Z',
    '30-01-01T00:00:00Z',
  ],
  ...['2030-1-1T00:00:00Z', '2030-01-01T0:00:00Z', '2030-01-01T00Z', '2030-01-01T00:00:00 Z', ' 2030-01-01T00:00:00Z'],
  ...['2030-01-01T00:00:00Z[UTC]', '2030-01-01T00:00:00Zulu', '١٩٩٠-01-01T00:00:00Z', 'now', '', '1893456000'],
  ...['0000-12-31T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'],
];

t.test('a date-time means the same in fields, filters, actions and tools [RFC 3339 §4.3, RFC 3339 §5.6]', async (t) => {
  const { json } = await ask('POST', '/coupons', { code: 'WHEN', discountType: 'percent', percent: 5 });
  const coupon = `/coupons/${json.id}`;
  const post = (await ask('POST', '/posts', { title: 'When', slug: 'when' })).json.id;
  const wrong: string[] = [];
  const is = (place: string, found: unknown, wanted: unknown) => found === wanted || wrong.push(`${place}: ${found}`);
  for (const [written, instant] of DATE_TIMES) {
    is(`field ${written}`, (await ask('PATCH', coupon, { endsAt: written })).json.endsAt, instant);
    const scheduled = await ask('POST', `/posts/${post}/schedule`, { publishAt: written });
    is(`action ${written}`, scheduled.json.publishAt, instant);
    const range = `from=${encodeURIComponent(written)}&to=${encodeURIComponent(written)}`;
    is(`filter ${written}`, (await ask('GET', `/orders?${range}`)).status, 200);
    const { result } = await callTool(app, 'update_coupon', { id: json.id, endsAt: written }, { token });
    is(`tool ${written}`, result?.structuredContent?.endsAt, instant);
  }
  for (const written of NO_DATE_TIMES) {
    const faulty = await ask('PATCH', coupon, { endsAt: written });
    is(`field ${written}`, faulty.json.errors?.[0]?.path, 'endsAt');
    is(`field ${written}`, faulty.json.errors?.length, 1);
    is(`action ${written}`, (await ask('POST', `/posts/${post}/schedule`, { publishAt: written })).status, 400);
    is(`filter ${written}`, (await ask('GET', `/orders?from=${encodeURIComponent(written)}`)).status, 400);
    is(`version ${written}`, (await ask('PATCH', coupon, { perMember: 1, ifUpdatedAt: written })).status, 400);
    const { result } = await callTool(app, 'update_coupon', { id: json.id, endsAt: written }, { token });
    // Blanks around an argument of a tool are dropped before it is read.
    if (written === written.trim()) is(`tool ${written}`, result?.isError, true);
  }
  t.strictSame(wrong, []);
  const { updatedAt } = (await ask('GET', coupon)).json;
  const spelled = String(updatedAt).toLowerCase();
  t.equal((await ask('PATCH', coupon, { perMember: 2, ifUpdatedAt: spelled })).status, 200, 'it names the version');
});

const TIMEZONES: readonly [written: string, stored: string][] = [
  ['europe/lisbon', 'Europe/Lisbon'],
  ['EUROPE/LISBON', 'Europe/Lisbon'],
  ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires'],
  ['america/port-au-prince', 'America/Port-au-Prince'],
  ['Asia/Kathmandu', 'Asia/Kathmandu'],
  ['asia/kathmandu', 'Asia/Kathmandu'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['europe/kyiv', 'Europe/Kyiv'],
  ['antarctica/mcmurdo', 'Antarctica/McMurdo'],
  ['africa/dar_es_salaam', 'Africa/Dar_es_Salaam'],
  ['etc/gmt+5', 'Etc/GMT+5'],
  ['us/pacific', 'US/Pacific'],
  ['utc', 'UTC'],
];
const NO_TIMEZONES = ['+01:00', 'UTC+1', 'GMT+01:00', 'Z', 'Europe/Atlantis', 'Europe', '', ' Europe/Lisbon', 'Lisbon'];

t.test('a timezone is kept in its usual spelling, however it was sent', async (t) => {
  const startsAt = new Date(clock.now + 86_400_000).toISOString();
  const endsAt = new Date(clock.now + 90_000_000).toISOString();
  const event = { title: 'x', kind: 'online', joinUrl: 'https://meet.example/x', startsAt, endsAt };
  const newSchool = { name: 'x', slug: 'x', owner: 'x@x.example', locale: 'en', currency: 'EUR' };
  for (const [index, [written, stored]] of TIMEZONES.entries()) {
    t.match(await ask('PATCH', '/school', { timezone: written }), { status: 200, json: { timezone: stored } }, written);
    const held = await ask('POST', '/events', { ...event, slug: `zone-${index}`, timezone: written });
    t.match(held, { status: 201, json: { timezone: stored } }, written);
    t.match(parseNewSchool({ ...newSchool, timezone: written }), { timezone: stored }, written);
    const { result } = await callTool(app, 'update_school', { timezone: written }, { token });
    t.match(result?.structuredContent, { timezone: stored }, `the tool: ${written}`);
  }
  for (const timezone of NO_TIMEZONES) {
    t.match(
      await ask('PATCH', '/school', { timezone }),
      { status: 400, json: { errors: [{ path: 'timezone' }] } },
      timezone,
    );
  }
  t.match(parseNewSchool({ ...newSchool, timezone: 'UTC', locale: 'PT-br' }), { locale: 'pt-BR' }, 'so is a language');
  const entered = { school_timezone: 'europe/lisbon', school_locale: 'PT-br', school_currency: 'uyw' };
  const form = readParameters(entered);
  const { request, problems } = parseSetupRequest(form, () => undefined);
  t.match(
    request,
    { school_timezone: 'Europe/Lisbon', school_locale: 'pt-BR', school_currency: 'UYW' },
    'at the start',
  );
  t.notOk('school_timezone' in problems);
});

t.test('a timezone that an earlier version stored as it was sent is read in its usual spelling', async (t) => {
  await ask('PATCH', '/school', { timezone: 'Asia/Tokyo' });
  await file.edit("update sites set timezone = 'asia/TOKYO' where id = ?", RIVERSIDE.id);
  await file.edit("update events set timezone = 'europe/lisbon' where slug = 'zone-0'");
  t.match((await ask('GET', '/school')).json, { timezone: 'Asia/Tokyo' });
  t.match((await ask('GET', '/events/zone-0')).json, { timezone: 'Europe/Lisbon' });
  const { viewer } = (await dataOf(app, await tokenOf('member'), '{ viewer { site { timezone } } }')) as Json;
  t.equal(viewer?.site?.timezone, 'Asia/Tokyo' as never);
  const { result } = await callTool(app, 'get_school_info', { school: RIVERSIDE.slug });
  t.match(result?.structuredContent, { timezone: 'Asia/Tokyo' });
  const course = await ask('POST', '/courses', { title: 'x', slug: 'zone-course' });
  const enrolled = await ask('POST', '/enrollments', {
    courseId: course.json.id,
    memberId: CALLERS.member.id,
    expireDate: '2030-01-01',
  });
  t.match(enrolled, { status: 201 }, 'its last days are counted');
  const moved = await ask('PATCH', '/school', { timezone: 'asia/tokyo' });
  t.match(moved, { status: 200, json: { timezone: 'Asia/Tokyo' } });
});
