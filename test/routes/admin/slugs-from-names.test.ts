/** Whoever creates something need not invent its slug: it is made from the name, and a random one where nothing of it is left. */
import t from 'tap';
import { adminApp, call } from '../../support/admin.ts';
import { callTool } from '../../support/mcp.ts';

const { app, tokenOf } = await adminApp(t);
const token = await tokenOf('owner');

const NAMES: readonly (readonly [name: string, slug: string | RegExp])[] = [
  ['Piano for Beginners', 'piano-for-beginners'],
  ['  Klavier für Anfänger & Eltern ', 'klavier-fuer-anfaenger-and-eltern'],
  ['Łódź Straße Ærø', 'lodz-strasse-aero'],
  ['Школа музыки', 'shkola-muzyki'],
  ['Ελληνικά', 'ellinika'],
  ['Tiếng Việt', 'tieng-viet'],
  ['Ruth’s YouTube', 'ruths-youtube'],
  ['C++ / C#', 'c-c'],
  ['ＰＩＡＮＯ １２', 'piano-12'],
  ['Piano ピアノ', 'piano'],
  ['ピアノ入門', /^course-[0-9a-f]{8}$/],
  ['東京音楽学校', /^course-[0-9a-f]{8}$/],
  ['한국 학교', /^course-[0-9a-f]{8}$/],
  ['🎹', /^course-[0-9a-f]{8}$/],
  ['?!', /^course-[0-9a-f]{8}$/],
  ['مدرسة الموسيقى', /^[a-z]+(-[a-z]+)*$/],
  ['x'.repeat(200), 'x'.repeat(80)],
  [`${'a'.repeat(79)} ${'b'.repeat(50)}`, 'a'.repeat(79)],
];

t.test('a slug is made from the name of a new course', async (t) => {
  for (const [title, slug] of NAMES) {
    const { status, json } = await call(app, token, 'POST', '/courses', { title });
    t.equal(status, 201, title);
    t.match(json.slug, slug, title);
    if (typeof slug === 'string') t.equal(json.slug, slug);
  }
  const { result } = await callTool(app, 'create_course', { title: 'By a tool', slug: null }, { token });
  t.equal(result?.structuredContent?.slug, 'by-a-tool');
});

const PRICE = { amount: 100, currency: 'EUR' };
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/courses': { title: 'A Name' },
  '/posts': { title: 'A Name' },
  '/pages': { title: 'A Name' },
  '/lecturers': { name: 'A Name' },
  '/digital_products': { title: 'A Name', price: PRICE },
  '/events': { title: 'A Name', timezone: 'UTC', startsAt: '2027-01-01T10:00:00Z', endsAt: '2027-01-01T11:00:00Z' },
  '/membership_plans': { name: 'A Name', planType: 'lifetime', price: PRICE },
};

t.test('everything that has a slug gets one, and another where it is taken', async (t) => {
  const paths = app.school.catalogue.flatMap(({ rest, input }) =>
    rest.method === 'POST' && 'slug' in input.shape ? [rest.path] : [],
  );
  t.strictSame(paths.toSorted(), Object.keys(BODIES).toSorted());
  for (const path of paths) {
    const slugs: unknown[] = [];
    for (let n = 0; n < 7; n += 1) {
      const { status, json } = await call(app, token, 'POST', path, BODIES[path]);
      t.equal(status, 201, `${path}: ${JSON.stringify(json)}`);
      slugs.push(json.slug);
    }
    t.strictSame(slugs.slice(0, 5), ['a-name', 'a-name-2', 'a-name-3', 'a-name-4', 'a-name-5'], path);
    for (const slug of slugs.slice(5)) t.match(slug, /^a-name-[0-9a-f]{8}$/);
    t.equal(
      (await call(app, token, 'POST', path, { ...BODIES[path], slug: 'a-name' })).status,
      409,
      'given, it is kept',
    );
  }
  const many = Array.from({ length: 6 }, () => call(app, token, 'POST', '/courses', { title: 'At once' }));
  const made = await Promise.all(many);
  t.strictSame(new Set(made.map(({ status }) => status)), new Set([201]));
  t.equal(new Set(made.map(({ json }) => json.slug)).size, 6);
});

t.test('other faults of a creation are still reported once', async (t) => {
  t.match(await call(app, token, 'POST', '/courses', {}), { status: 400, json: { errors: [{ path: 'title' }] } });
  t.match(await call(app, token, 'POST', '/courses', { title: 'X', slug: '' }), { status: 400 });
  t.match(await call(app, token, 'POST', '/courses', { title: 'X', lecturerIds: ['none'] }), { status: 400 });
});

t.test('a school gets a slug as well', async (t) => {
  const by = { name: 'Ola' };
  const owner = 'una@north.example';
  const north = { name: 'North School', owner };
  t.match(await app.school.schools.create(north, by), { slug: 'north-school' });
  t.match(await app.school.schools.create(north, by), { slug: 'north-school-2' });
  t.match((await app.school.schools.create({ ...north, name: '東京音楽学校' }, by))?.slug, /^school-[0-9a-f]{8}$/);
  t.equal(await app.school.schools.create({ ...north, slug: 'riverside' }, by), undefined, 'given, it is kept');
});
