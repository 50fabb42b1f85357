// slow
/**
 * One person with memberships at two schools: what each of their tokens shows is of its own school, through the admin API,
 * the Account API and the tools, whatever it asks for by name.
 */
import t from 'tap';
import { CONTENT_TABLES } from '../../db/school/school-content.ts';
import { SCOPES } from '../../schema/oauth/scope.ts';
import { ask, course, DAY, dataOf, enrollment, lecture, order } from '../support/account.ts';
import { adminApp, CALLERS, call, clientOf, HARBOUR, RIVERSIDE } from '../support/admin.ts';
import { Browser } from '../support/browser.ts';
import { askAdminApi, askTools, everyField, type Read } from '../support/crawl.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { obtainTokens, userinfo } from '../support/oauth-client.ts';
import { knownIds } from '../support/school-rows.ts';

t.setTimeout(240_000);

const RUTH = CALLERS.owner;
const SCHOOLS = [
  { site: RIVERSIDE, other: HARBOUR },
  { site: HARBOUR, other: RIVERSIDE },
] as const;

/** Ruth runs both schools, and learns at both. */
async function stage(siteToken = new Map<string, string>()) {
  const file = databaseFile(t);
  const { app, clock } = await adminApp(t, { databaseUrl: file.url });
  const { now } = clock;
  const elsewhere = { siteId: HARBOUR.id, personId: RUTH.id, role: 'owner' } as const;
  await app.school.platform.add({ createdAt: now, sites: [], people: [], memberships: [elsewhere] });
  const browser = new Browser(app);
  for (const { site } of SCHOOLS) {
    const id = `crs_own${site.slug}`;
    await app.school.content.add(site.id, {
      courses: [course(id, { createdAt: now })],
      lectures: [lecture(`lec_own${site.slug}`, id)],
      enrollments: [enrollment(`enr_own${site.slug}`, id, { personId: RUTH.id, startsAt: now - DAY })],
      orders: [order(`ord_own${site.slug}`, { personId: RUTH.id, placedAt: now })],
    });
    const walk = { email: RUTH.email, site: site.id, browser };
    const tokens = await obtainTokens(app, clientOf(site.id), { scope: SCOPES.join(' '), prompt: 'consent' }, walk);
    siteToken.set(site.id, tokens.access_token);
  }
  return { app, file, tokenAt: (siteId: string) => siteToken.get(siteId) ?? '' };
}

/** The ids of everything at a school, its members that are at no other school, and how it is called. */
async function marksOf(file: DatabaseFile, { id, slug, name }: { id: string; slug: string; name: string }) {
  const marks = new Set([id, slug, name]);
  const only = `site_id = ? and person_id not in (select person_id from memberships where site_id <> ?)`;
  for (const row of await file.rows(`select person_id as id from memberships where ${only}`, id, id))
    marks.add(`${row.id}`);
  for (const table of CONTENT_TABLES.filter((one) => !['appearances', 'orderItems', 'watchPositions'].includes(one))) {
    const named = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    for (const row of await file.rows(`select id from ${named} where site_id = ?`, id)) marks.add(String(row.id));
  }
  return marks;
}

/** Her own address names one of the schools. */
const wordsOf = (text: string): string[] => text.replaceAll(RUTH.email, '').match(/[A-Za-z][\w-]*/g) ?? [];

const { app, file, tokenAt } = await stage();

for (const { site, other } of SCHOOLS) {
  t.test(
    `a token for ${site.slug} shows nothing of ${other.slug}, where the person is an owner too [D1, W38]`,
    async (t) => {
      const token = tokenAt(site.id);
      const foreign = await marksOf(file, other);
      t.ok(foreign.size > 100, `${foreign.size} marks`);
      const own = new Set<string>();
      const seen: string[] = [];
      const read: Read = (place, text) => {
        for (const word of wordsOf(text)) {
          if (foreign.has(word)) seen.push(`${word} in ${place}`);
          if (word.endsWith(`own${site.slug}`)) own.add(word);
        }
      };
      const known = await knownIds(app, site.id);
      t.match((await userinfo(app, token)).json(), { org_id: site.id, roles: ['owner'] });
      t.ok((await askAdminApi(app, read, token, known)) > 30);
      t.ok((await askTools(app, read, 'the person', token, known)) > 30);
      read('the Account API', JSON.stringify(await dataOf(app, token, await everyField(app, token))));
      t.strictSame(seen, []);
      for (const kind of ['crs', 'enr', 'ord']) t.ok(own.has(`${kind}_own${site.slug}`), `and her own ${kind}`);
    },
  );

  t.test(`a token for ${site.slug} finds nothing of ${other.slug} by its name [D1, W38]`, async (t) => {
    const token = tokenAt(site.id);
    const theirs = await knownIds(app, other.id);
    const foreign = await marksOf(file, other);
    const seen: string[] = [];
    const read: Read = (place, text) => {
      for (const word of wordsOf(text)) {
        if (foreign.has(word)) seen.push(`${word} in ${place}`);
      }
    };
    await askAdminApi(app, read, token, theirs);
    await askTools(app, read, 'the person', token, theirs);
    t.strictSame(seen, []);
    for (const [kind, path] of [
      ['courses', '/courses/'],
      ['orders', '/orders/'],
      ['people', '/members/'],
      ['posts', '/posts/'],
      ['subscriptions', '/subscriptions/'],
    ] as const) {
      for (const id of theirs.get(kind) ?? []) t.equal((await call(app, token, 'GET', path + id)).status, 404, id);
    }
    const slug = `crs-own${other.slug}`;
    const outline = await ask(app, token, `{ viewer { courseOutline(slug: "${slug}") { lectures { id } } } }`);
    t.notMatch(outline.body, `lec_own${other.slug}`);
    const watched = `mutation { saveWatchPosition(lectureId: "lec_own${other.slug}", positionSeconds: 1) { url } }`;
    t.match((await ask(app, token, watched)).json(), { errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });
}
