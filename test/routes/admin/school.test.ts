import t from 'tap';
import { endOfDay } from '../../../schema/school/calendar.ts';
import { call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';

t.test('the school of the token is read, and its own settings are updated [D2]', async (t) => {
  const { ask, askAs, trail } = await learning(t);
  t.match(await ask('GET', '/school'), {
    status: 200,
    json: {
      id: RIVERSIDE.id,
      slug: RIVERSIDE.slug,
      name: RIVERSIDE.name,
      timezone: RIVERSIDE.timezone,
      status: 'active',
    },
  });
  const change = {
    name: 'Riverside',
    primaryDomain: 'school.riverside.example',
    description: 'By the river.',
    locale: 'pt-br',
    currency: 'USD',
    contactEmail: null,
    supportUrl: 'https://help.example/',
    termsUrl: 'https://riverside.example/terms',
    privacyUrl: null,
    socialLinks: { video: 'https://video.example/x' },
    status: 'paused',
  };
  t.match(await ask('PATCH', '/school', change), { status: 200, json: { ...change, locale: 'pt-BR' } });
  t.match((await ask('GET', '/school')).json, { ...change, locale: 'pt-BR', slug: RIVERSIDE.slug });
  t.strictSame(await trail(`school/${RIVERSIDE.id}`), ['resource_changed']);
  t.match((await askAs('foreignOwner', 'GET', '/school')).json, { id: HARBOUR.id, name: HARBOUR.name });
});

t.test('read-only and invalid fields of a school are refused [D2]', async (t) => {
  const { ask } = await learning(t);
  const wrong: [string, object][] = [
    ['id', { id: 'site_x' }],
    ['slug', { slug: 'other' }],
    ['betaFeatures', { betaFeatures: [] }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['description', { description: 'x'.repeat(1001) }],
    ['timezone', { timezone: 'Europe/Atlantis' }],
    ['timezone', { timezone: '+02:00' }],
    ['timezone', { timezone: null }],
    ['locale', { locale: 'not a language' }],
    ['currency', { currency: 'ZZZ' }],
    ['currency', { currency: 'eur' }],
    ['primaryDomain', { primaryDomain: 'https://x.example' }],
    ['contactEmail', { contactEmail: 'nobody' }],
    ['supportUrl', { supportUrl: 'http://x.example' }],
    ['termsUrl', { termsUrl: 'http://x.example' }],
    ['privacyUrl', { privacyUrl: 'javascript:alert(1)' }],
    ['socialLinks.video', { socialLinks: { video: 'javascript:alert(1)' } }],
    ['status', { status: 'closed' }],
  ];
  for (const [path, change] of wrong) {
    t.match(
      await ask('PATCH', '/school', change),
      { status: 400, json: { errors: [{ path }] } },
      JSON.stringify(change),
    );
  }
});

t.test('a school update honours If-Match, and needs the role and the write scope [D1]', async (t) => {
  const { app, askAs, tokenOf } = await learning(t);
  const token = await tokenOf('owner');
  const { headers } = await call(app, token, 'GET', '/school');
  const change = (name: string) => call(app, token, 'PATCH', '/school', { name }, { 'if-match': String(headers.etag) });
  t.strictSame((await Promise.all([change('A'), change('B')])).map(({ status }) => status).sort(), [200, 412]);
  t.equal((await askAs('staff', 'GET', '/school')).status, 200);
  t.equal((await askAs('staff', 'PATCH', '/school', { name: 'C' })).status, 403);
  t.equal((await call(app, await tokenOf('owner', ['school:read']), 'PATCH', '/school', { name: 'C' })).status, 403);
});

t.test('enrollments end with a day of the school’s time zone, even after that changes [spec 3]', async (t) => {
  const { app, ask } = await learning(t);
  const row = (number: number, siteId: string, timezone: string) => {
    const expireDate = number % 10 === 0 ? null : `2027-0${(number % 9) + 1}-1${number % 7}`;
    return {
      id: `enr_${siteId}_${number}`,
      personId: `usr_x${number}`,
      courseId: 'crs_x',
      status: 'active' as const,
      // Many began at the same time.
      startsAt: Math.floor(number / 300),
      expireDate,
      expiresAt: expireDate === null ? null : endOfDay(expireDate, timezone),
    };
  };
  const numbers = Array.from({ length: 600 }, (_, number) => number);
  for (const { id, timezone } of [RIVERSIDE, HARBOUR]) {
    await app.school.content.add(id, { enrollments: numbers.map((number) => row(number, id, timezone)) });
  }
  const wrongAt = async (siteId: string, timezone: string): Promise<number> => {
    let wrong = 0;
    for (const number of numbers) {
      const stored = await app.school.records('enrollments').find(siteId, `enr_${siteId}_${number}`);
      const { expireDate } = row(number, siteId, timezone);
      if (stored?.expiresAt !== (expireDate === null ? null : endOfDay(expireDate, timezone))) wrong += 1;
    }
    return wrong;
  };
  t.equal((await ask('PATCH', '/school', { timezone: 'Pacific/Auckland' })).status, 200);
  t.equal(await wrongAt(RIVERSIDE.id, 'Pacific/Auckland'), 0);
  t.equal(await wrongAt(HARBOUR.id, HARBOUR.timezone), 0, 'another school stays where it is');
  const moved = [{ id: `enr_${RIVERSIDE.id}_1`, expireDate: '2027-02-11', expiresAt: 1 }];
  await app.school.enrollmentExpiry.move(RIVERSIDE.id, 'Europe/Lisbon', moved, app.clock());
  t.equal(await wrongAt(RIVERSIDE.id, 'Pacific/Auckland'), 0, 'a change that was overtaken moves nothing more');
  await Promise.all(['America/New_York', 'Asia/Tokyo'].map((timezone) => ask('PATCH', '/school', { timezone })));
  const { timezone } = (await ask('GET', '/school')).json;
  t.equal(await wrongAt(RIVERSIDE.id, String(timezone)), 0, 'of two at once');
});
