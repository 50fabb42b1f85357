import t, { type Test } from 'tap';
import { HARBOUR, RIVERSIDE } from '../../support/admin.ts';
import { learning } from '../../support/learning.ts';
import { callTool } from '../../support/mcp.ts';

const NOW = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
const MANY = 620;
/** More rows than are compared with the words, row by row, before the full-text index is asked for all. */
const OTHERS = 2100;

const times = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));

const made = await learning(t);
const { app, ask, askAs } = made;

/** Reads a list page by page. @returns the ids, and the number that each page says there are */
async function walk(path: string, page = 100, asker: typeof ask = ask): Promise<{ ids: string[]; counts: number[] }> {
  const ids: string[] = [];
  const counts: number[] = [];
  for (let after = ''; ; ) {
    const { status, json, body } = await asker('GET', `${path}&totalCount=true&first=${page}${after}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    ids.push(...(json.nodes ?? []).map((node) => String(node.id ?? node.memberId)));
    counts.push(Number(json.totalCount));
    if (String(json.pageInfo?.hasNextPage) !== 'true') return { ids, counts };
    after = `&after=${json.pageInfo?.endCursor}`;
  }
}

/** That a list has exactly these, in this order, and says so on each page. */
async function isWhole(t: Test, path: string, expected: readonly string[], asker = ask): Promise<void> {
  const { ids, counts } = await walk(path, 100, asker);
  t.strictSame(ids, expected, `${path}: every row once, in order`);
  t.strictSame([...new Set(counts)], [expected.length], `${path}: the number of all rows`);
}

t.test('a search of members and students lists and counts all that match, with each filter [D1]', async (t) => {
  const people = times(MANY, (n) => ({
    id: `usr_found_${n}`,
    email: `found.${n}@marble.example`,
    name: `Marble Person ${n}`,
    emailKey: `found.${n}@marble.example`,
    emailVerified: true,
    passwordHash: null,
    active: true,
    createdAt: NOW,
  }));
  const statusOf = (n: number): 'active' | 'invited' | 'suspended' => {
    if (n % 5 === 0) return 'invited';
    return n % 7 === 0 ? 'suspended' : 'active';
  };
  const memberships = people.map(({ id: personId, email }, n) => ({
    ...{ personId, siteId: RIVERSIDE.id, role: n % 50 === 1 ? ('staff' as const) : ('member' as const) },
    ...{ status: statusOf(n), joinedAt: NOW + Math.floor(n / 3) * MINUTE },
    ...(statusOf(n) === 'invited' ? { invitedEmail: email } : {}),
  }));
  const elsewhere = people.map(({ id: personId }) => ({ personId, siteId: HARBOUR.id, role: 'member' as const }));
  await app.school.platform.add({ createdAt: NOW, sites: [], people, memberships: [] });
  const all = [...memberships, ...elsewhere];
  for (let start = 0; start < all.length; start += 100) {
    const some = all.slice(start, start + 100);
    await app.school.platform.add({ createdAt: NOW, sites: [], people: [], memberships: some });
  }
  const order = memberships.toSorted((a, b) => b.joinedAt - a.joinedAt || (a.personId < b.personId ? 1 : -1));
  const ids = (rows: typeof order) => rows.map(({ personId }) => personId);
  await isWhole(t, '/members?q=marble', ids(order));
  await isWhole(t, '/members?q=marb&sort=joinedAt', ids(order).toReversed());
  await isWhole(t, '/members?q=found%20marble%20exam', ids(order));
  await isWhole(t, '/members?q=marble&status=invited', ids(order.filter(({ status }) => status === 'invited')));
  await isWhole(t, '/members?q=marble&status=suspended', ids(order.filter(({ status }) => status === 'suspended')));
  await isWhole(t, '/members?q=marble&role=staff', ids(order.filter(({ role }) => role === 'staff')));
  await isWhole(t, '/members?q=marble%20600', ['usr_found_600']);
  await isWhole(t, '/members?q=marble%20nobody', []);

  const students = order.filter(({ personId }) => Number(personId.slice('usr_found_'.length)) % 11 !== 0);
  await app.school.content.add(RIVERSIDE.id, {
    courses: [{ id: 'crs_marble', slug: 'carving', title: 'Carving', createdAt: NOW }],
    enrollments: students.map(({ personId }, n) => ({
      ...{ id: `enr_${personId}`, personId, courseId: 'crs_marble', startsAt: NOW },
      status: n % 4 === 0 ? ('expired' as const) : ('active' as const),
    })),
  });
  await isWhole(t, '/students?q=marble', ids(students));
  await isWhole(t, '/students?q=marble&active=true', ids(students.filter((_row, n) => n % 4 !== 0)));
  const inCourse = ids(students.filter((_row, n) => n % 4 === 0))
    .toSorted()
    .toReversed();
  await isWhole(t, '/students?q=marble&courseId=crs_marble&active=false', inCourse);
});

t.test(
  'a search of courses lists and counts all that match, however old, and leaves out drafts in public [D1, D4]',
  async (t) => {
    const course = (id: string, n: number, title: string) => ({
      ...{ id, slug: id.replaceAll('_', '-'), title, description: 'Of plants', createdAt: NOW + n * MINUTE },
      ...{ status: n % 2 === 0 ? ('draft' as const) : ('published' as const), featured: n % 3 === 0 },
    });
    const old = times(2 * MANY, (n) => course(`crs_old_${n}`, n, `Ferns ${n}`));
    await app.school.content.add(RIVERSIDE.id, {
      courses: [...old, ...times(OTHERS, (n) => course(`crs_new_${n}`, 10_000 + n, `Quartzite ${n}`))],
      lecturers: [
        {
          ...{ id: 'lct_ferns', slug: 'ferns', name: 'Ivan', bioMarkdown: '', memberId: 'usr_demo_ivan', position: 9 },
          ...{ createdAt: NOW, updatedAt: NOW },
        },
      ],
    });
    const ids = old.map(({ id }) => id).toReversed();
    const published = old.filter(({ status }) => status === 'published').toReversed();
    await isWhole(t, '/courses?q=ferns', ids);
    await isWhole(t, '/courses?q=fern&sort=createdAt', ids.toReversed());
    await isWhole(
      t,
      '/courses?q=ferns&status=published',
      published.map(({ id }) => id),
    );
    const featured = old.filter((row) => row.featured).toReversed();
    await isWhole(
      t,
      '/courses?q=plants%20ferns&featured=true',
      featured.map(({ id }) => id),
    );
    const others = await walk('/courses?q=quartzite');
    t.equal(new Set(others.ids).size, OTHERS);
    t.strictSame([...new Set(others.counts)], [OTHERS]);

    const seen: string[] = [];
    for (let after: unknown; ; ) {
      const args = { school: RIVERSIDE.slug, query: 'ferns', first: 100, ...(after === undefined ? {} : { after }) };
      const { result, text } = await callTool(app, 'search_public_courses', args);
      const page = result?.structuredContent;
      if (page === undefined) throw new Error(text);
      seen.push(...(page.nodes ?? []).map(({ slug }) => String(slug)));
      if (String(page.pageInfo?.hasNextPage) !== 'true') break;
      after = page.pageInfo?.endCursor;
    }
    t.strictSame(
      seen,
      published.map(({ slug }) => slug),
      'drafts take no place',
    );

    for (const n of times(60, (n) => n)) {
      const { status } = await ask('PATCH', `/courses/crs_old_${n * 10}`, { lecturerIds: ['lct_ferns'] });
      t.equal(status, 200);
    }
    const taught = times(60, (n) => `crs_old_${n * 10}`).toReversed();
    await isWhole(t, '/courses?q=ferns', taught, (...request) => askAs('instructor', ...request));
  },
);

t.test('a search of more words than are looked for is refused, on every surface, with what to do [D1]', async (t) => {
  const words = 'one two three four five six seven eight';
  const bound = { status: 400, json: { errors: [{ path: 'q', message: /at most 8 different words; leave out/ }] } };
  for (const path of ['/courses', '/members', '/students', '/orders', '/events', '/posts']) {
    t.equal((await ask('GET', `${path}?q=${encodeURIComponent(words)}`)).status, 200, `${path}: eight`);
    t.match(await ask('GET', `${path}?q=${encodeURIComponent(`${words} nine`)}`), bound, `${path}: nine`);
  }
  const args = { school: RIVERSIDE.slug, query: `${words} nine` };
  const { result, text } = await callTool(app, 'search_public_courses', args);
  t.equal(result?.isError, true);
  t.match(text, /query must have at most 8 different words/);
  const { paths } = (await app.inject('/openapi.json')).json();
  const q = paths['/api/v1/courses'].get.parameters.find(({ name }: { name: string }) => name === 'q');
  t.match(q.description, /at most 8 different words/);
});
