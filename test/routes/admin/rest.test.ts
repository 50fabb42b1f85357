// slow
import t, { type Test } from 'tap';
import { type AdminApp, type Answer, adminApp, CALLERS, call, HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { BASE } from '../../support/app.ts';
import { type DatabaseFile, databaseFile } from '../../support/database-edit.ts';
import { kindOfSegment, knownIds } from '../../support/school-rows.ts';

t.setTimeout(240_000);

const MINUTE = 60_000;
const OPERATIONAL = ['title', 'status', 'detail', 'requestId', 'type'];

interface School extends AdminApp {
  token: string;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

async function school(t: Test, options: Parameters<typeof adminApp>[1] = {}): Promise<School> {
  const made = await adminApp(t, options);
  const token = await made.tokenOf('owner');
  return { ...made, token, ask: (method, path, body, headers) => call(made.app, token, method, path, body, headers) };
}

const newCourse = async ({ ask }: School, columns: Record<string, unknown> = {}): Promise<Answer> => {
  const answer = await ask('POST', '/courses', { title: 'Deep Water', slug: 'deep-water', ...columns });
  if (answer.status !== 201) throw new Error(answer.body);
  return answer;
};

/** A problem document (RFC 9457) with the members that every refusal of the API has [D1]. */
function problem(t: Test, answer: Answer, status: number, type: string, message: string): void {
  t.equal(answer.status, status, `${message}: ${answer.body.slice(0, 200)}`);
  t.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8', message);
  t.equal(answer.headers['cache-control'], 'no-store', message);
  t.strictSame(
    Object.keys(answer.json)
      .filter((name) => name !== 'errors')
      .sort(),
    [...OPERATIONAL].sort(),
    message,
  );
  t.match(answer.json, { status, type, title: /./, detail: /./ }, message);
  t.equal(String(answer.json.requestId), answer.headers['x-request-id'], message);
}

t.test('a text of one line that people would see as nothing is refused [D1]', async (t) => {
  const here = await school(t);
  const { ask } = here;
  const { json } = await newCourse(here);
  for (const blank of ['\u200b', '\u3164', '\u2800 \u2800', '\u00ad\u200d', '\u{e0041}\u{e0042}'])
    for (const [method, path, body, at] of [
      ['PATCH', '/school', { name: blank }, 'name'],
      ['POST', '/courses', { title: blank, slug: 'blank' }, 'title'],
      ['PATCH', `/courses/${json.id}`, { subtitle: blank }, 'subtitle'],
      ['PATCH', `/courses/${json.id}`, { tags: ['deep', blank] }, 'tags.1'],
      ['POST', '/posts', { title: 'A', slug: 'blank', category: blank }, 'category'],
      ['PATCH', `/members/${CALLERS.member.id}`, { customFields: { [blank]: 'x' } }, `customFields.${blank}`],
      ['POST', '/members/tag', { memberIds: [CALLERS.member.id], add: [blank] }, 'add.0'],
      ['PATCH', '/appearance', { headerLinks: [{ label: blank, url: '/courses' }] }, 'headerLinks.0.label'],
    ] as const) {
      const answer = await ask(method, path, body);
      t.match(
        answer,
        { status: 400, json: { errors: [{ path: at, message: /^(is blank|Invalid key in record)$/ }] } },
        `${path} ${escape(blank)}`,
      );
    }
  t.equal((await ask('PATCH', `/courses/${json.id}`, { subtitle: '\u0645\u06cc\u200c\u062e' })).status, 200);
});

t.test('a created resource is answered whole, with Location and ETag, just as it is read [D1]', async (t) => {
  const here = await school(t);
  const { ask } = here;
  const made = await newCourse(here, { title: '  Deep Wate\u0301r ' });
  t.match(made.headers, {
    location: `/api/v1/courses/${made.json.id}`,
    etag: `"${made.json.updatedAt}"`,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  t.match(String(made.json.id), /^crs_[A-Za-z0-9_-]{16,60}$/);
  t.match(made.json, { title: 'Deep Wat\u00e9r', status: 'draft', price: { amount: 0, currency: 'EUR' }, tags: [] });
  const got = await ask('GET', String(made.headers.location).replace('/api/v1', ''));
  t.strictSame(got.json, made.json);
  t.equal(got.headers.etag, made.headers.etag);
  t.equal(got.headers['cache-control'], 'no-store');
  t.strictSame((await ask('GET', '/courses/deep-water')).json, made.json, 'by its slug');
  const gone = await ask('DELETE', '/courses/deep-water');
  t.match(gone, { status: 204, body: '' });
  t.equal(gone.headers['content-type'], undefined);
  problem(t, await ask('GET', `/courses/${made.json.id}`), 404, `${BASE}/docs/problems#not-found`, 'gone');
});

t.test('the response to an invalid request lists every faulty field by its path [D1]', async (t) => {
  const { ask } = await school(t);
  const bad = await ask('POST', '/courses', {
    title: '',
    slug: 'Not A Slug',
    nope: 1,
    price: { amount: -1, currency: 'eur', tax: 2 },
    tags: ['ok', '', 'x'.repeat(101)],
    accessDays: 0,
    coverImageUrl: 'http://a.example/x',
  });
  problem(t, bad, 400, `${BASE}/docs/problems#invalid-input`, 'many faults');
  const paths = bad.json.errors?.map(({ path }) => String(path)).sort();
  const expected = [
    'accessDays',
    'coverImageUrl',
    'nope',
    'price.amount',
    'price.currency',
    'price.tax',
    'slug',
    'tags.1',
    'tags.2',
    'title',
  ];
  t.strictSame(paths, expected);
  for (const fault of bad.json.errors ?? []) t.match(fault, { code: /^[a-z_]+$/, message: /./ });
  t.match((await ask('POST', '/courses', { slug: 'a' })).json.errors, [{ path: 'title', message: 'is required' }]);
  t.match((await ask('POST', '/courses', { slug: 'a', title: 5 })).json.errors, [
    { path: 'title', message: 'must be of the type string, not number' },
  ]);
  for (const [query, path, message] of [
    ['first=500', 'first', 'must be at most 100'],
    ['first=0', 'first', 'must be at least 1'],
    ['sort=odd', 'sort', /^must be one of "\w+", "/],
  ] as const) {
    t.match((await ask('GET', `/courses?${query}`)).json.errors, [{ path, message }], query);
  }
  const taken = await ask('POST', '/courses', { title: 'x', slug: 'field-botany' });
  problem(t, taken, 409, `${BASE}/docs/problems#conflict`, 'taken');
  t.match(taken.json.errors, [{ path: 'slug', code: 'taken' }]);
});

t.test('a merge patch changes the fields it names, null clears, omitted fields stay [RFC 7396 §2, D1]', async (t) => {
  const here = await school(t);
  const { ask } = here;
  const made = await newCourse(here, { subtitle: 'Below', accessDays: 30, tags: ['a', 'b'], featured: true });
  const path = `/courses/${made.json.id}`;
  const changed = await ask('PATCH', path, { subtitle: null, accessDays: null, tags: ['c'] });
  t.match(changed, {
    status: 200,
    json: { subtitle: null, accessDays: null, tags: ['c'], featured: true, title: 'Deep Water' },
  });
  const { subtitle, accessDays, tags, updatedAt, ...others } = changed.json;
  t.match(made.json, others, 'nothing else changed');
  t.not(updatedAt, made.json.updatedAt);
  t.equal(changed.headers.etag, `"${updatedAt}"`);
  const merged = await ask('PATCH', path, { title: 'Other' }, { 'content-type': 'application/merge-patch+json' });
  t.match(merged, { status: 200, json: { title: 'Other', tags: ['c'] } });
  for (const [body, faulty] of [
    [{ title: null }, 'title'],
    [{ tags: null }, 'tags'],
    [{ price: { amount: 5 } }, 'price.currency'],
    [{ status: 'published' }, 'status'],
    [{ createdAt: '2026-01-01T00:00:00Z' }, 'createdAt'],
    [{ siteId: HARBOUR.id }, 'siteId'],
    [{ id: 'crs_other' }, 'id'],
    [{ studentCount: 7 }, 'studentCount'],
  ] as const) {
    t.match(await ask('PATCH', path, body), { status: 400, json: { errors: [{ path: faulty }] } }, faulty);
  }
  const last = await ask('GET', path);
  t.equal(last.body, merged.body, 'a change that is refused changes nothing');
});

t.test('a PATCH with If-Match succeeds only if no one else has changed the resource [D1]', async (t) => {
  const here = await school(t);
  const { ask } = here;
  const made = await newCourse(here);
  const path = `/courses/${made.json.id}`;
  const version = String(made.headers.etag);
  const change = (condition: string, body: unknown = { subtitle: condition.slice(0, 9) }): Promise<Answer> =>
    ask('PATCH', path, body, { 'if-match': condition });
  const second = await change(version);
  t.equal(second.status, 200);
  for (const stale of [
    version,
    `W/${second.headers.etag}`,
    '"x"',
    '""',
    'W/"x"',
    '"2026-02-30T00:00:00.000Z"',
    '"or_1=1"',
  ]) {
    problem(t, await change(stale), 412, `${BASE}/docs/problems#precondition-failed`, stale);
  }
  t.equal((await ask('GET', path)).body, second.body, 'nothing was changed');
  t.equal((await change(`${version}, ${second.headers.etag}`, {})).status, 200, 'one of several');
  for (const odd of ['x', '"a", "b"', '"a",, "b"', `${second.headers.etag} x`, '"', '"a" ', 'W/*', '**']) {
    const { status } = await change(odd);
    t.ok(status === 400 || status === 412, `${odd}: ${status}`);
  }
  t.equal((await change('*')).status, 200, '* is any version');
  t.equal((await change('*', {})).status, 200);
  t.equal((await ask('PATCH', '/courses/none_such', { title: 'x' }, { 'if-match': '*' })).status, 404);
  t.equal((await ask('PATCH', '/courses/none_such', { title: 'x' }, { 'if-match': version })).status, 404);
  problem(t, await change('"x"', { title: '' }), 400, `${BASE}/docs/problems#invalid-input`, 'the input comes first');

  const current = String((await ask('GET', path)).headers.etag);
  const racing = await Promise.all(Array.from({ length: 20 }, (_, n) => change(current, { subtitle: `racer ${n}` })));
  t.equal(racing.filter(({ status }) => status === 200).length, 1, 'one of many is the first');
  t.equal(racing.filter(({ status }) => status === 412).length, 19);
  const unconditional = await Promise.all(
    Array.from({ length: 20 }, (_, n) => ask('PATCH', path, { tags: [`t${n}`] })),
  );
  t.strictSame([...new Set(unconditional.map(({ status }) => status))], [200]);
  const named = new Map(unconditional.map(({ headers, body }) => [headers.etag, body]));
  for (const { headers, body } of unconditional) t.equal(named.get(headers.etag), body, 'a version has one name');
  t.equal(new Set(named.values()).size, named.size, 'and no two have the same');
  t.ok(named.size > 1);
});

t.test(
  'If-Match is evaluated by every write to one resource, and fails where nothing has a version [RFC 9110 §13.1.1]',
  async (t) => {
    const { ask, app, token } = await school(t);
    await call(app, token, 'POST', '/assets', { filename: 'a.png', contentType: 'image/png', size: 1 });
    for (const { isConditional, rest, name } of app.school.catalogue) {
      if (rest.method === 'GET') continue;
      const known = await knownIds(app, RIVERSIDE.id);
      const path = rest.path.replace(/([^/]+)\/:\w+/g, (_, segment: string) => {
        const kind = kindOfSegment(segment);
        return `${segment}/${(kind && known.get(kind)?.[0]) ?? 'none'}`;
      });
      const answer = await ask(rest.method, path, rest.method === 'DELETE' ? undefined : {}, { 'if-match': '"x"' });
      // An input that does not fit comes first, where there is one.
      t.ok(
        answer.status === 412 || (isConditional && answer.status === 400),
        `${name}: ${answer.status} ${answer.body}`,
      );
    }
  },
);

t.test(
  'a deletion or action with If-Match is carried out on the version it names and on no other [RFC 9110 §13.1.1]',
  async (t) => {
    const here = await school(t);
    const { ask } = here;
    const made = await newCourse(here);
    const path = `/courses/${made.json.id}`;
    const only = (etag: unknown) => ({ 'if-match': String(etag) });
    const stale = made.headers.etag;
    const current = (await ask('PATCH', path, { subtitle: 'x' })).headers.etag;
    for (const [method, below] of [
      ['POST', '/publish'],
      ['POST', '/unpublish'],
      ['DELETE', ''],
    ] as const) {
      const answer = await ask(method, `${path}${below}`, undefined, only(stale));
      problem(t, answer, 412, `${BASE}/docs/problems#precondition-failed`, `${method} ${below}`);
    }
    t.equal((await ask('GET', path)).headers.etag, current, 'nothing was done');
    const published = await ask('POST', `${path}/publish`, undefined, only(current));
    t.match(published, { status: 200, json: { status: 'published' } });
    const racing = await Promise.all(
      Array.from({ length: 10 }, () => ask('POST', `${path}/unpublish`, undefined, only(published.headers.etag))),
    );
    t.strictSame(racing.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)], 'one of many is the first');
    t.equal((await ask('DELETE', path, undefined, only('*'))).status, 204);
    t.equal((await ask('DELETE', path, undefined, only('*'))).status, 404);
    const again = await newCourse(here);
    t.equal((await ask('DELETE', `/courses/${again.json.id}`, undefined, only(again.headers.etag))).status, 204);
  },
);

t.test('every refusal below /api/v1 is a problem document, even of a malformed request [RFC 9457 §3]', async (t) => {
  const { app, token } = await school(t);
  const refused = async (method: string, url: string, status: number, further: object = {}): Promise<void> => {
    const authorization = `Bearer ${token}`;
    const { statusCode, headers, body } = await app.inject({
      method: method as 'GET',
      url,
      ...further,
      headers: { authorization, ...(further as { headers?: object }).headers },
    });
    t.equal(statusCode, status, url.slice(0, 40));
    t.equal(headers['content-type'], 'application/problem+json; charset=utf-8', url.slice(0, 40));
    const json = JSON.parse(body);
    t.match(json, { status, title: /./, detail: /./, type: /./, requestId: headers['x-request-id'] }, url.slice(0, 40));
  };
  const long = 'x'.repeat(101);
  for (const method of ['GET', 'PATCH', 'DELETE']) await refused(method, `/api/v1/courses/${long}`, 414);
  await refused('POST', `/api/v1/courses/${long}/publish`, 414);
  await refused('GET', `/api/v1/courses/${'x'.repeat(9000)}`, 414);
  await refused('GET', `/api/v1/courses?q=${'x'.repeat(9000)}`, 414);
  await refused('GET', `/api/v1/nothing?q=${'x'.repeat(9000)}`, 414);
  await refused('GET', '/api/v1/courses/%zz', 400);
  await refused('GET', '/api/v1/nothing/here', 404);
  await refused('PUT', '/api/v1/courses', 405, { payload: 'x', headers: { 'content-type': 'text/x-odd' } });
  await refused('POST', '/api/v1/courses', 415, { payload: 'x', headers: { 'content-type': 'text/x-odd' } });
});

t.test('a body that is not a JSON object, not of a JSON type or too large is refused [D1]', async (t) => {
  const { ask, app, token } = await school(t);
  for (const body of [
    '{',
    '[]',
    '[{"title":"x"}]',
    '"text"',
    '1',
    'true',
    '{"title":"x",}',
    '\u0000',
    '{"__proto__":{"title":"x"}}',
  ]) {
    problem(t, await ask('POST', '/courses', body), 400, `${BASE}/docs/`, body);
  }
  t.match((await ask('POST', '/courses', '{')).json, {
    type: `${BASE}/docs/errors#invalid_request`,
    detail: 'the request body is not valid JSON',
  });
  t.match(await ask('POST', '/courses', 'null'), {
    status: 400,
    json: { errors: [{ path: 'title' }] },
  });
  t.match(await ask('POST', '/courses', ''), { status: 400, json: { errors: [{ path: 'title' }] } });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'x',
  ]) {
    problem(
      t,
      await ask('POST', '/courses', '{"title":"x","slug":"x"}', { 'content-type': type }),
      415,
      `${BASE}/docs/`,
      type,
    );
  }
  const named = await ask(
    'POST',
    '/courses',
    { title: 'x', slug: 'utf' },
    { 'content-type': 'application/json; charset=utf-8' },
  );
  t.equal(named.status, 201);

  const large = { title: 'x', slug: 'large', description: 'x'.repeat(1024 * 1024) };
  problem(t, await ask('POST', '/courses', large), 413, `${BASE}/docs/`, 'more than 1 MB');
  const refusedFirst = await call(app, 'nonsense', 'POST', '/courses', large);
  t.equal(refusedFirst.status, 401, 'whoever may not ask is not listened to');
  const long = await ask('POST', '/courses', { title: 'x', slug: 'long', description: 'x'.repeat(20_001) });
  t.match(long, { status: 400, json: { errors: [{ path: 'description' }] } });
  t.equal((await ask('GET', `/courses/${'x'.repeat(9000)}`)).status, 414);
  t.match(await call(app, token, 'GET', `/courses/${'x'.repeat(101)}`), {
    status: 414,
    headers: { 'cache-control': 'no-store' },
  });
});

t.test('unknown paths get 404 and unsupported methods 405 with Allow [RFC 9457 §4.2.1, E-40]', async (t) => {
  const { ask, app } = await school(t);
  for (const path of ['/', '/nothing', '/courses/x/nothing/at/all', '/Courses', '/courses/x/publish/y']) {
    problem(t, await ask('GET', path), 404, 'about:blank', path);
  }
  const wrong = await ask('PUT', '/courses/x', {});
  problem(t, wrong, 405, 'about:blank', 'PUT');
  t.match(wrong.headers.allow, /GET/);
  const byPath = new Map<string, Set<string>>();
  for (const { rest } of app.school.catalogue) {
    const methods = byPath.get(rest.path) ?? new Set(['OPTIONS']);
    byPath.set(rest.path, methods.add(rest.method));
    if (rest.method === 'GET') methods.add('HEAD');
  }
  for (const [pattern, methods] of byPath) {
    const path = pattern.replace(/:\w+/g, 'x');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !methods.has(one))) {
      const answer = await ask(method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
      // A path of fixed words may also be read as one with an id.
      const isElsewhere = [...byPath].some(
        ([other, ways]) => other !== pattern && ways.has(method) && fits(other, path),
      );
      if (isElsewhere) continue;
      t.equal(answer.status, 405, `${method} ${path}`);
      t.strictSame(String(answer.headers.allow).split(', ').sort(), [...methods].sort(), `${path} allows`);
    }
  }
});

const fits = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);

t.test('HEAD has the status and headers of GET, without the body [E-40]', async (t) => {
  const { ask, app, tokenOf } = await school(t);
  for (const path of ['/courses', '/courses/field-botany', '/courses/none-such']) {
    const [head, get] = [await ask('HEAD', path), await ask('GET', path)];
    t.equal(head.status, get.status, path);
    t.equal(head.body, '');
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      t.equal(head.headers[name], get.headers[name], `${path}: ${name}`);
    }
  }
  t.equal((await call(app, undefined, 'HEAD', '/courses')).status, 401);
  t.equal((await call(app, await tokenOf('owner', ['pages:read']), 'HEAD', '/courses')).status, 403);
});

t.test('scripts of any origin may call with a token and read the headers they need [A18]', async (t) => {
  const { app, ask } = await school(t);
  const headers = ['authorization', 'content-type', 'idempotency-key', 'if-match'];
  for (const [path, method] of [
    ['/courses', 'POST'],
    ['/courses/x', 'PATCH'],
    ['/courses/x', 'DELETE'],
    ['/courses/x', 'PUT'],
  ] as const) {
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: `/api/v1${path}`,
      headers: {
        origin: 'https://tool.example',
        'access-control-request-method': method,
        'access-control-request-headers': headers.join(', '),
      },
    });
    t.equal(preflight.statusCode, 204);
    t.equal(preflight.headers['access-control-allow-origin'], '*');
    t.equal(preflight.headers['access-control-allow-credentials'], undefined);
    const listed = (name: string): string[] => String(preflight.headers[name]).toLowerCase().split(/, */);
    t.ok(listed('access-control-allow-methods').includes(method.toLowerCase()), method);
    for (const name of headers) t.ok(listed('access-control-allow-headers').includes(name), name);
  }
  for (const answer of [
    await ask('GET', '/courses'),
    await ask('GET', '/courses/x'),
    await call(app, undefined, 'GET', '/courses'),
  ]) {
    t.equal(answer.headers['access-control-allow-origin'], '*');
    t.equal(answer.headers['access-control-allow-credentials'], undefined);
    for (const name of [
      'ETag',
      'Location',
      'WWW-Authenticate',
      'Retry-After',
      'X-Request-Id',
      'RateLimit-Reset',
      'Idempotent-Replayed',
    ]) {
      t.match(String(answer.headers['access-control-expose-headers']), new RegExp(`\\b${name}\\b`), name);
    }
  }
});

t.test('a token may send 300 requests a minute, and a school 1,000 [E-38]', async (t) => {
  const { app, clock, tokenOf } = await adminApp(t, { env: { RATE_LIMITS: 'on' } });
  const statuses = async (token: string, count: number): Promise<number[]> => {
    const all: number[] = [];
    // A few at once: how long requests wait for a connection to the database is limited too.
    for (let sent = 0; sent < count; sent += 20) {
      const some = Array.from({ length: 20 }, () => call(app, token, 'GET', '/courses/field-botany'));
      all.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    return all;
  };
  const limited = async (token: string, max: number): Promise<void> => {
    const answer = await call(app, token, 'GET', '/courses');
    problem(t, answer, 429, `${BASE}/docs/`, 'too many');
    t.equal(answer.headers['ratelimit-limit'], String(max));
    t.equal(answer.headers['ratelimit-remaining'], '0');
    const seconds = Number(answer.headers['retry-after']);
    t.ok(seconds > 0 && seconds <= 60, `again in ${seconds} s`);
    t.equal(answer.headers['ratelimit-reset'], String(seconds));
  };
  const [owner, admin, staff, other] = [
    await tokenOf('owner'),
    await tokenOf('admin'),
    await tokenOf('staff'),
    await tokenOf('owner', ['courses:read']),
  ];
  const foreign = await tokenOf('foreignOwner');
  // A window of its own for what follows.
  clock.advance(2 * MINUTE);
  for (const token of [owner, admin, staff]) {
    t.strictSame([...new Set(await statuses(token, 300))], [200]);
    await limited(token, 300);
  }
  t.strictSame([...new Set(await statuses(other, 100))], [200], 'what was refused does not count for the school');
  await limited(other, 1000);
  t.equal((await call(app, foreign, 'GET', '/courses')).status, 200, 'another school has its own');
  for (const token of ['nonsense', undefined]) {
    const title = 'Access token missing or invalid';
    t.match(await call(app, token, 'GET', '/courses'), { status: 401, json: { title } });
  }
  clock.advance(MINUTE);
  t.equal((await call(app, owner, 'GET', '/courses')).status, 200);
});

interface Trail {
  event: string;
  target: string;
  site_id: string;
  person_id: string;
  client_id: string;
  request_id: string;
  before: string | null;
  after: string | null;
  ip: string | null;
  user_agent: string | null;
}

const trailOf = async (database: DatabaseFile, target: string): Promise<Trail[]> =>
  (await database.rows(
    `select event, target, site_id, person_id, client_id, request_id, before, after, ip, user_agent
     from audit_events where target = ? order by id`,
    target,
  )) as unknown as Trail[];

t.test('each write to a course is audited with person, client, IP address and chained digests [E-49]', async (t) => {
  const database = databaseFile(t);
  const here = await school(t, { databaseUrl: database.url });
  const { ask, app, tokenOf } = here;
  const marked = { 'user-agent': 'Admin Test/1' };
  const made = await ask(
    'POST',
    '/courses',
    { title: 'x', slug: 'trail', courseType: 'paid', tags: ['b', 'a'], price: { currency: 'EUR', amount: 5 } },
    marked,
  );
  const path = `/courses/${made.json.id}`;
  const changed = await ask('PATCH', path, { subtitle: 'y', accessDays: 3 }, marked);
  const refused = await ask('PATCH', path, { subtitle: 'z' }, { 'if-match': '"x"' });
  t.equal(refused.status, 412);
  await call(app, await tokenOf('owner', ['courses:read']), 'PATCH', path, { subtitle: 'z' });
  await call(app, await tokenOf('foreignOwner'), 'PATCH', path, { subtitle: 'z' });
  await ask('GET', path);
  const by = await call(app, await tokenOf('admin'), 'PATCH', path, { subtitle: 'y' });
  const deleted = await ask('DELETE', path, undefined, marked);
  const trail = await trailOf(database, `course/${made.json.id}`);
  t.strictSame(
    trail.map(({ event }) => event),
    ['resource_created', 'resource_changed', 'resource_changed', 'resource_deleted'],
  );
  const requests = [made, changed, by, deleted].map(({ headers }) => headers['x-request-id']);
  t.strictSame(
    trail.map(({ request_id }) => request_id),
    requests,
  );
  t.strictSame(
    trail.map(({ person_id }) => person_id),
    [CALLERS.owner.id, CALLERS.owner.id, CALLERS.admin.id, CALLERS.owner.id],
  );
  for (const one of trail) {
    t.match(one, { site_id: CALLERS.owner.siteId, client_id: `c_test_${CALLERS.owner.siteId}`, ip: '127.0.0.1' });
  }
  t.strictSame([trail[0]?.user_agent, trail[3]?.user_agent], ['Admin Test/1', 'Admin Test/1']);
  t.equal(trail[0]?.before, null);
  t.strictSame(Object.keys(JSON.parse(String(trail[3]?.after))), ['name'], 'and the last one what it was called');
  for (const [index, { event, after }] of trail.slice(0, -1).entries()) {
    const digest = event === 'resource_changed' ? (JSON.parse(String(after)) as { sha256: string }).sha256 : after;
    t.match(digest, /^[0-9a-f]{64}$/);
    t.equal(trail[index + 1]?.before, digest, 'what one left is what the next one found');
  }
  t.equal(new Set(trail.map(({ before }) => before)).size, 4, 'each state has its own digest');
});

t.test('responses of the admin API, including errors, must not be stored by any cache [E-44]', async (t) => {
  const here = await school(t);
  const { ask, app } = here;
  const made = await newCourse(here);
  const answers: [string, Answer][] = [
    ['list', await ask('GET', '/courses')],
    ['get', await ask('GET', '/courses/deep-water')],
    ['created', made],
    ['changed', await ask('PATCH', '/courses/deep-water', { subtitle: 'x' })],
    ['deleted', await ask('DELETE', '/courses/deep-water')],
    ['none', await ask('GET', '/courses/deep-water')],
    ['anonymous', await call(app, undefined, 'GET', '/courses')],
    ['unknown', await ask('GET', '/nothing')],
  ];
  for (const [name, { headers }] of answers) {
    t.equal(headers['cache-control'], 'no-store', name);
    t.equal(headers['x-content-type-options'], 'nosniff', name);
  }
});

t.test('an internal error is a generic problem document, with its cause in the log only [D1]', async (t) => {
  const { app, ask, logs } = await school(t);
  const secret = 'select secret from nowhere';
  const store = app.school.records('courses');
  const { page } = store;
  Object.assign(store, { page: () => Promise.reject(new Error(secret)) });
  t.teardown(() => Object.assign(store, { page }));
  const answer = await ask('GET', '/courses');
  problem(t, answer, 500, `${BASE}/docs/errors#server_error`, 'ours');
  t.notMatch(answer.body, secret);
  t.ok(
    logs.some((line) => line.includes(secret) && line.includes(String(answer.json.requestId))),
    'our log tells',
  );
});
