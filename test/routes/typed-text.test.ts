/** Text as people type it, at the surfaces that take, search and show it. */
import { argon2Sync, pbkdf2Sync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { openDatabase } from '../../db/database.ts';
import { importPeople } from '../../scripts/commands/users/importing.ts';
import { type AdminApp, type Answer, adminApp, CALLERS, call } from '../support/admin.ts';
import { PASSWORD, temporaryFolder } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { ADDRESSES, FINDABLE, LINES, NO_ADDRESSES } from '../support/typed-texts.ts';
import { outcomeOf, signedIn, withEmails } from '../support/with-emails.ts';

const ANA = CALLERS.member.email;

interface School extends AdminApp {
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
}

async function school(t: Test, databaseUrl = databaseFile(t).url): Promise<School> {
  const made = await adminApp(t, { databaseUrl });
  const token = await made.tokenOf('owner');
  return { ...made, ask: (method, path, body) => call(made.app, token, method, path, body) };
}

/** Takes people over who have a name, at the school of the demo. */
async function addPeople(t: Test, app: FastifyInstance, people: readonly object[]): Promise<void> {
  const file = join(temporaryFolder(t), 'people.jsonl');
  const lines = people.map((one, n) => JSON.stringify({ email: `p${n}@names.example`, ...one }));
  writeFileSync(file, lines.join('\n'));
  const report = await importPeople(app, file, { by: { name: 'Ola' }, isTrial: false });
  process.exitCode = undefined;
  if (!report.includes(`created ${people.length},`)) throw new Error(report);
}

const idsOf = ({ json }: Answer): string[] => (json.nodes as unknown as { id: string }[]).map(({ id }) => id);

t.test('courses and members are found in whichever spelling their names are typed', async (t) => {
  const { app, ask } = await school(t);
  await addPeople(
    t,
    app,
    FINDABLE.filter(([name]) => !name.includes('\u00ad')).map(([name]) => ({ name, school: 'riverside' })),
  );
  for (const [n, [title, ...searches]] of FINDABLE.entries()) {
    const stored = title.replaceAll(/[\u00ad\u200b]/g, '');
    const course = (await ask('POST', '/courses', { title: stored, slug: `named-${n}` })).json;
    for (const search of searches) {
      const q = new URLSearchParams({ q: search, first: '100' });
      t.ok(idsOf(await ask('GET', `/courses?${q}`)).includes(String(course.id)), `${search} finds the course ${title}`);
      const { json } = await ask('GET', `/members?${q}`);
      const names = (json.nodes as unknown as { name: string }[]).map(({ name }) => name);
      t.ok(stored !== title || names.includes(stored.normalize('NFC')), `${search} finds ${title} among ${names}`);
    }
  }
});

t.test('the people who run the platform find accounts and schools in the same way', async (t) => {
  const { app } = await school(t);
  await addPeople(t, app, [
    { name: 'Lech Wałęsa', school: 'riverside' },
    { name: '김민수', school: 'riverside' },
    { name: 'Old Élan' },
  ]);
  for (const [part, name] of [
    ['WALESA', 'Lech Wałęsa'],
    ['민수', '김민수'],
    ['p0@NAMES', 'Lech Wałęsa'],
    ['p1@names.example\u200b', '김민수'],
    ['lan', 'Old Élan'],
  ] as const) {
    const { found } = await app.people.accountHelp.search(part);
    t.ok(
      found.some((one) => one.name === name),
      `${part} finds ${name}`,
    );
  }
  t.strictSame((await app.people.accountHelp.search('@@')).found, []);
  await app.school.schools.create(
    { slug: 'weiss', name: 'Schule Weiß', owner: 'una@north.example', locale: 'de', timezone: 'UTC', currency: 'EUR' },
    { name: 'Ola' },
  );
  const slugs = async (part: string, after = '') =>
    (await app.school.sites.list(part, after, 10)).map(({ slug }) => slug);
  for (const part of ['weiß', 'WEISS', 'schule w', 'eis']) t.strictSame(await slugs(part), ['weiss'], part);
  t.strictSame(await slugs('weiss', 'weiss'), []);
  const all = await slugs('');
  t.strictSame(all, all.toSorted());
});

t.test('what an earlier version put into the search index is renewed when the database is opened', async (t) => {
  const file = databaseFile(t);
  const { app, ask } = await school(t, file.url);
  await addPeople(t, app, [{ name: 'हिन्दी Wałęsa', school: 'riverside' }]);
  await ask('POST', '/members', { email: 'weiß@invited.example' });
  await ask('POST', '/courses', { title: 'हिन्दी', slug: 'hindi', description: 'Für Weiß' });
  // The answers in a form may be in another order.
  const texts = "select id, text from search_entries where kind <> 'formSubmissions' order by id";
  const before = await file.rows(texts);
  await file.run("update search_entries set text = 'हनद wałesa', is_folded = false");
  await (await openDatabase(file.url)).close();
  t.strictSame(await file.rows(texts), before);
  t.equal(await file.read('select count(*) from search_entries where not is_folded'), 0);
  for (const q of ['हिंदी', 'WALESA', 'p0'])
    t.equal(idsOf(await ask('GET', `/members?${new URLSearchParams({ q })}`)).length, 1, q);
  t.equal(idsOf(await ask('GET', `/courses?${new URLSearchParams({ q: 'हिंदी weiss' })}`)).length, 1);
  await file.run(
    "update search_entries set record_id = 'gone', text = 'wałesa', is_folded = false where kind = 'courses' and text like 'हइ%'",
  );
  await (await openDatabase(file.url)).close();
  t.equal(await file.read("select text from search_entries where record_id = 'gone'"), 'walesa', 'without its row');
});

t.test('what nobody can read is refused at every door that takes a name or a title', async (t) => {
  const { app, ask } = await school(t);
  const times = { startsAt: '2027-01-01T10:00:00Z', endsAt: '2027-01-01T11:00:00Z' };
  const course = (await ask('POST', '/courses', { title: 'A', slug: 'a' })).json;
  const member = `/members/${CALLERS.member.id}`;
  const browser = await signedIn(app, ANA);
  const doors: readonly (readonly [string, (text: string) => Promise<number>])[] = [
    ...(
      [
        ['POST', '/courses', (text: string) => ({ title: text, slug: 'b' })],
        ['PATCH', `/courses/${course.id}`, (text: string) => ({ subtitle: text })],
        ['PATCH', `/courses/${course.id}`, (text: string) => ({ tags: [text] })],
        ['POST', `/courses/${course.id}/sections`, (text: string) => ({ title: text })],
        ['POST', '/posts', (text: string) => ({ title: text, slug: 'b' })],
        ['POST', '/pages', (text: string) => ({ title: text, slug: 'b', bodyMarkdown: '' })],
        ['POST', '/events', (text: string) => ({ title: text, slug: 'b', ...times })],
        [
          'POST',
          '/membership_plans',
          (text: string) => ({ name: text, slug: 'b', kind: 'lifetime', allCourses: true }),
        ],
        ['POST', '/digital_products', (text: string) => ({ title: text, slug: 'b' })],
        ['POST', '/lecturers', (text: string) => ({ name: text, slug: 'b' })],
        ['PATCH', '/school', (text: string) => ({ name: text })],
        ['PATCH', '/appearance', (text: string) => ({ headerLinks: [{ label: text, url: '/courses' }] })],
        ['PATCH', member, (text: string) => ({ customFields: { [text]: 'x' } })],
        ['POST', '/members/tag', (text: string) => ({ memberIds: [CALLERS.member.id], add: [text] })],
        ['POST', '/members', (text: string) => ({ email: 'new@names.example', name: text })],
        ['POST', '/assets', (text: string) => ({ filename: text, contentType: 'image/png', size: 1 })],
      ] as const
    ).map(
      ([method, path, body]) =>
        [`${method} ${path}`, async (text: string) => (await ask(method, path, body(text))).status] as const,
    ),
    [
      'the profile',
      async (text) =>
        (await browser.submit(await browser.get('/account/profile'), '/account/profile', { name: text })).status,
    ],
  ];
  const wrong = LINES.filter(([line, problem]) => problem !== undefined && line.length < 90);
  for (const [door, send] of doors) {
    // A form has no half of a character.
    for (const [line] of wrong.filter(([line]) => door !== 'the profile' || line.isWellFormed()))
      t.equal(await send(line), 400, `${door} ${escape(line)}`);
  }
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
  t.match(await ask('PATCH', '/school', { name: family.repeat(14) }), {
    status: 200,
    json: { name: family.repeat(14) },
  });
  t.match(await ask('PATCH', '/school', { name: family.repeat(15) }), { status: 400 });
  t.match(await ask('PATCH', '/school', { description: 'a\u202eb\nc' }), {
    status: 200,
    json: { description: 'ab\nc' },
  });
});

t.test('NUL and halves of characters are refused wherever they stand, and are no internal error', async (t) => {
  const { ask } = await school(t);
  const { id } = (await ask('POST', '/courses', { title: 'A', slug: 'a' })).json;
  const member = `/members/${CALLERS.member.id}`;
  for (const bad of ['a\0b', '\0', 'a\ud800', '\udc00b']) {
    const name = escape(bad);
    for (const [method, path, body] of [
      ['PATCH', `/courses/${id}`, { description: bad }],
      ['PATCH', `/courses/${id}`, { tags: [bad] }],
      ['PATCH', `/courses/${id}`, { [bad]: 'x' }],
      ['PATCH', member, { customFields: { [bad]: 'x' } }],
      ['PATCH', member, { customFields: { x: bad } }],
      ['PATCH', member, { note: bad }],
      ['PATCH', '/school', { socialLinks: { [bad]: 'https://a.example' } }],
      ['POST', '/pages', { title: 'P', slug: 'p', blocks: [{ kind: 'text', [bad]: [bad] }] }],
      ['POST', '/members', { email: `${bad}@a.example` }],
    ] as const)
      t.match(await ask(method, path, body), { status: 400, json: { errors: [{ message: /./ }] } }, `${path} ${name}`);
    const inAddress = encodeURIComponent(bad.toWellFormed());
    for (const path of ['/courses?q=', '/members?q=', '/members?tag=', '/courses?after=', '/courses/', '/members/'])
      t.ok((await ask('GET', `${path}${inAddress}`)).status < 500, `${path}${name}`);
  }
  for (const key of ['__proto__', 'constructor', 'toString']) {
    const fields = JSON.stringify({ customFields: JSON.parse(`{"${key}": "x"}`) });
    const { status, body } = await ask('PATCH', member, fields);
    t.ok(status === 400 || body.includes(`"${key}":"x"`), `${key}: ${status}`);
  }
  t.match(await ask('PATCH', member, { customFields: { '': 'x' } }), { status: 400 });
});

t.test('a row that holds what is refused today is shown without it', async (t) => {
  const file = databaseFile(t);
  const { app } = await school(t, file.url);
  await file.edit("update sites set name = ? where slug = 'riverside'", `River\u202eside\u200b${'\u0301'.repeat(50)}`);
  await file.edit(
    "update posts set body_markdown = ? where slug = (select min(slug) from posts where status = 'published' and visibility = 'public' and site_id = ?)",
    'a\u202eb *c*',
    CALLERS.owner.siteId,
  );
  const browser = await signedIn(app, CALLERS.owner.email);
  for (const page of ['/account', '/admin/riverside', '/schools/riverside']) {
    const { body } = await browser.get(page);
    t.match(body, /River side/, page);
    t.notMatch(body, /\u202e|\u200b|\u0301{9}/, page);
  }
  const slug = await file.read("select slug from posts where body_markdown like 'a%*c*'");
  const { body } = await browser.get(`/schools/riverside/posts/${slug}`);
  t.match(body, /ab <em>c<\/em>/, 'and so is a text of several lines');
});

t.test('an address has the same account at every door, however it is spelt', async (t) => {
  const { app, ask } = await school(t);
  for (const [kept, ...spellings] of ADDRESSES) {
    const isNew = kept !== 'ana@riverside.example';
    const [first = kept] = spellings;
    if (isNew) t.match(await ask('POST', '/members', { email: first }), { status: 201, json: { email: /./ } }, first);
    for (const one of [kept, ...spellings]) {
      const name = escape(one);
      t.match(await ask('POST', '/members', { email: one }), { status: 409 }, `an invitation of ${name}`);
      t.match(await ask('PATCH', '/school', { contactEmail: one }), { status: 200 }, `the contact ${name}`);
      const { json } = await ask('GET', '/school');
      t.equal(String(json.contactEmail).toLowerCase(), kept.toLowerCase(), `is kept of ${name}`);
      if (!isNew) t.equal(await outcomeOf(app, one, PASSWORD), 'signed_in', `a sign-in with ${name}`);
    }
  }
  for (const no of NO_ADDRESSES) {
    t.match(await ask('POST', '/members', { email: no }), { status: 400 }, escape(no));
    t.match(await ask('PATCH', '/school', { contactEmail: no }), { status: 400 }, escape(no));
  }
});

t.test('a member is found by the address, whichever way its domain is written', async (t) => {
  const { app, ask } = await school(t);
  await addPeople(t, app, [{ name: 'Jörg', email: 'joerg@bücher.example', school: 'riverside' }]);
  for (const q of [
    'joerg@bücher.example',
    'joerg@BÜCHER.example.',
    'joerg@xn--bcher-kva.example',
    'Jorg joerg@bücher.example',
  ])
    t.equal(idsOf(await ask('GET', `/members?${new URLSearchParams({ q })}`)).length, 1, q);
  t.equal((await app.people.accountHelp.search('joerg@bücher.example')).found.length, 1);
});

t.test('the sign-in page takes an address that was pasted with what nobody sees', async (t) => {
  const { app } = await withEmails(t);
  const browser = new Browser(app);
  const page = await browser.get('/sign-in');
  t.match(page.body, /type="text"[^>]*inputmode="email"/, 'browsers refuse some addresses in fields of the type email');
  await browser.submit(page, '/sign-in', { email: `\u200b${ANA}\u00a0`, password: PASSWORD });
  t.equal((await browser.get('/account')).url, '/account');
});

const [COMPOSED, DECOMPOSED, NBSP] = ['caf\u00e9 bleu d\u2019hiver', 'cafe\u0301 bleu d\u2019hiver', '\u00a0'];
const SALT = Buffer.from('salt of a test');
const bare = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
/** As versions before this one hashed a password: as it was sent. */
const earlierHash = (message: string): string => {
  const tag = argon2Sync('argon2id', { message, nonce: SALT, memory: 8, passes: 1, parallelism: 1, tagLength: 32 });
  return `$argon2id$v=19$m=8,t=1,p=1$${bare(SALT)}$${bare(tag)}`;
};
const djangoHash = (message: string): string =>
  `pbkdf2_sha256$10000$salty$${pbkdf2Sync(message, 'salty', 10_000, 32, 'sha256').toString('base64')}`;
const FORMS = [COMPOSED, DECOMPOSED, COMPOSED.replace(' ', NBSP), DECOMPOSED.replaceAll(' ', '\u3000')];

t.test('a password is right in whichever form it was hashed and is typed, and is then hashed composed', async (t) => {
  const { app, file, clock } = await withEmails(t);
  for (const hashed of [COMPOSED, DECOMPOSED]) {
    for (const typed of FORMS) {
      await file.edit('update people set password_hash = ? where email_key = ?', earlierHash(hashed), ANA);
      t.equal(await outcomeOf(app, ANA, typed), 'signed_in', `${escape(hashed)} by ${escape(typed)}`);
      for (const again of FORMS)
        t.equal(await outcomeOf(app, ANA, again), 'signed_in', 'and from then on in every form');
      clock.advance(3_600_000);
    }
  }
  await file.edit('update people set password_hash = ? where email_key = ?', earlierHash(FORMS[2] ?? ''), ANA);
  t.equal(await outcomeOf(app, ANA, FORMS[2] ?? ''), 'signed_in', 'one with another space, as it was sent');
  t.equal(await outcomeOf(app, ANA, COMPOSED), 'signed_in');
  t.equal(await outcomeOf(app, ANA, COMPOSED.replace('\u00e9', 'e')), 'wrong_credentials');
});

t.test('so is a password that another program hashed', async (t) => {
  const { app, file } = await withEmails(t);
  const people = [COMPOSED, DECOMPOSED].flatMap((hashed) =>
    [COMPOSED, DECOMPOSED].map((typed) => ({ hashed, typed, password_hash: djangoHash(hashed) })),
  );
  await addPeople(
    t,
    app,
    people.map(({ password_hash }) => ({ name: 'P', password_hash })),
  );
  for (const [n, { hashed, typed }] of people.entries()) {
    const email = `p${n}@names.example`;
    t.equal(await outcomeOf(app, email, typed), 'signed_in', `${escape(hashed)} by ${escape(typed)}`);
    t.match(await file.read(`select password_hash from people where email_key = '${email}'`), /^\$argon2id/);
    for (const again of FORMS) t.equal(await outcomeOf(app, email, again), 'signed_in');
  }
});

t.test(
  'a wrong password with several forms takes the same time, whether there is an account and whatever its hash',
  async (t) => {
    const { app } = await withEmails(t, { oneNode: 'each node has answers of its own to wait with' });
    await addPeople(t, app, [{ name: 'P', password_hash: djangoHash(COMPOSED) }]);
    const begun = performance.now();
    const times = await Promise.all(
      ['p0@names.example', ANA, 'nobody@names.example'].map(async (email) => {
        t.equal(await outcomeOf(app, email, 'fausse clé d’hiver'), 'wrong_credentials', email);
        return performance.now() - begun;
      }),
    );
    t.ok(Math.min(...times) > 1950, `${times}`);
    t.ok(Math.max(...times) - Math.min(...times) < 900, `${times}`);
  },
);

t.test('a password that is set is compared and measured in the form in which it is hashed', async (t) => {
  const { app } = await withEmails(t);
  const browser = await signedIn(app, ANA);
  const change = async (password: string, wanted: string): Promise<string> =>
    (
      await browser.submit(await browser.get('/account/sign-in'), '/account/sign-in', {
        password,
        new_password: wanted,
      })
    ).url;
  const done = '/account/sign-in?done=password';
  t.equal(await change(PASSWORD, DECOMPOSED), done);
  t.equal(await outcomeOf(app, ANA, COMPOSED), 'signed_in');
  t.not(await change(DECOMPOSED, COMPOSED), done, 'the same password is no new one');
  t.not(await change(COMPOSED, 'e\u0301'.repeat(9)), done, 'nine characters are too few');
  t.not(await change(COMPOSED, 'ÁNÁ  LÍMÁ 2026'), done, 'nor is one of the name with accents');
  t.equal(await change(COMPOSED, 'ö\u0323 ruhige Flüsse'), done);
});
