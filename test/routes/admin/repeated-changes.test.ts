/** `Idempotency-Key` at every change and deletion of the admin API: it is made once, and a repeat gets the first answer. */
import t from 'tap';
import { type AdminApp, type Answer, adminApp, call } from '../../support/admin.ts';
import { uploaded } from '../../support/uploads.ts';

const PRICE = { amount: 100, currency: 'EUR' };
const TIMES = { timezone: 'Europe/Lisbon', startsAt: '2027-01-01T10:00:00Z', endsAt: '2027-01-01T11:00:00Z' };

/** Makes what is changed and then deleted: where it is created, with what, and its change. */
const RESOURCES: Readonly<Record<string, readonly [path: string, body: object, change: object]>> = {
  courses: ['/courses', { title: 'A', slug: 'a' }, { subtitle: 'x' }],
  sections: ['/courses/a/sections', { title: 'A' }, { title: 'B' }],
  lectures: ['/sections/{sections}/lectures', { title: 'A', kind: 'text' }, { title: 'B' }],
  members: ['/members', { email: 'new@people.example', name: 'New Person' }, { note: 'x' }],
  events: ['/events', { title: 'A', slug: 'a', ...TIMES }, { location: 'x' }],
  membership_plans: [
    '/membership_plans',
    { name: 'A', slug: 'a', planType: 'recurring', interval: 'month', intervalCount: 1, price: PRICE },
    { description: 'x' },
  ],
  coupons: ['/coupons', { code: 'AAA111', discountType: 'percent', percent: 5 }, { percent: 6 }],
  posts: ['/posts', { title: 'A', slug: 'a' }, { excerpt: 'x' }],
  digital_products: ['/digital_products', { title: 'A', slug: 'a', price: PRICE }, { description: 'x' }],
  lecturers: ['/lecturers', { name: 'A', slug: 'a' }, { title: 'x' }],
  pages: ['/pages', { title: 'A', slug: 'a' }, { seoTitle: 'x' }],
};
const SINGLE: Readonly<Record<string, object>> = {
  '/school': { description: 'x' },
  '/appearance': { themeColor: '#123456' },
};

type Make = (method: string, path: string, body?: object, key?: string) => Promise<Answer>;

function maker({ app }: AdminApp, token: string): Make {
  return (method, path, body, key) =>
    call(app, token, method, path, body, key === undefined ? {} : { 'idempotency-key': key });
}

/** The answers to a change with a key, and to its repeat after `between`. */
async function twice(make: Make, method: string, path: string, body: object | undefined, between = async () => {}) {
  const key = `${method} ${path}`.replaceAll(/[^a-z]/gi, '-');
  const first = await make(method, path, body, key);
  await between();
  return [first, await make(method, path, body, key)] as const;
}

const kept = ({ status, body, headers }: Answer) => [status, body, headers.etag];

t.test('each patch and each deletion with an Idempotency-Key is made once [D1]', async (t) => {
  const made = await adminApp(t);
  const token = await made.tokenOf('owner');
  const make = maker(made, token);
  const events = () =>
    made.app.school.catalogue.filter(({ rest }) => rest.method === 'PATCH' || rest.method === 'DELETE');
  const proved = new Set<string>();
  const prove = async (method: string, path: string, pattern: string, body?: object, between?: () => Promise<void>) => {
    const [first, again] = await twice(make, method, path, body, between);
    t.equal(first.status, method === 'PATCH' ? 200 : 204, `${method} ${path} ${first.body}`);
    t.strictSame(kept(again), kept(first), `${method} ${path}`);
    t.strictSame(
      [first, again].map(({ headers }) => headers['idempotent-replayed']),
      [undefined, 'true'],
      path,
    );
    proved.add(`${method} ${pattern}`);
  };
  const ids: Record<string, string> = {};
  for (const [name, [path, body]] of Object.entries(RESOURCES)) {
    const { json, body: text } = await make(
      'POST',
      path.replace(/\{(\w+)\}/, (_, one) => ids[one] ?? ''),
      body,
    );
    t.ok(json.id, `${name} ${text}`);
    ids[name] = String(json.id);
  }
  for (const [path, change] of Object.entries(SINGLE)) await prove('PATCH', path, path, change);
  for (const [name, [, , change]] of Object.entries(RESOURCES)) {
    const path = `/${name}/${ids[name]}`;
    // What another request changes in between stays.
    await prove('PATCH', path, `/${name}/:id`, change, async () => {
      const [[field, value] = []] = Object.entries(change);
      const other = { [String(field)]: typeof value === 'number' ? value + 1 : `${value}y` };
      const { status, body } = await make('PATCH', path, other);
      t.equal(status, 200, body);
    });
    const { json } = await make('GET', path);
    const [[field, value] = []] = Object.entries(change);
    t.not(json[String(field)] as unknown, value, `${name}: the repeat changes nothing`);
  }
  for (const name of Object.keys(RESOURCES).reverse()) await prove('DELETE', `/${name}/${ids[name]}`, `/${name}/:id`);
  await prove('DELETE', `/assets/${(await uploaded(made.app, token)).id}`, '/assets/:id');
  const all = events().map(({ rest }) => `${rest.method} ${rest.path}`);
  t.strictSame([...proved].sort(), all.sort());
});

t.test('a deletion whose answer was lost is not found by its repeat, and still answered as made [D1]', async (t) => {
  const made = await adminApp(t);
  const make = maker(made, await made.tokenOf('owner'));
  await make('POST', '/courses', { title: 'A', slug: 'a' });
  const { idempotencyKeys } = made.app.audit;
  const { keep } = idempotencyKeys;
  Object.assign(idempotencyKeys, { keep: () => Promise.reject(new Error('the process was killed')) });
  t.equal((await make('DELETE', '/courses/a', undefined, 'gone')).status, 500);
  Object.assign(idempotencyKeys, { keep });
  const again = await make('DELETE', '/courses/a', undefined, 'gone');
  t.match(again, { status: 204, body: '', headers: { 'idempotent-replayed': 'true' } });
});
