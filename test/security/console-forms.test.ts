/** Forms of the school admin as browsers send them, and as strangers and staff may abuse them. */
import t from 'tap';
import { CALLERS, RIVERSIDE } from '../support/admin.ts';
import { testApp } from '../support/app.ts';
import { formsOf, type Page } from '../support/browser.ts';
import { BASE } from '../support/settings.ts';
import { signedIn } from '../support/signed-in.ts';

const ADMIN = '/admin/riverside';
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** What a browser sends of a form that nobody touched: also long texts and choices. */
function untouched({ body }: Page, actionEnd: string): [string, string][] {
  const form = formsOf(body).find(({ action }) => action.endsWith(actionEnd));
  const areas = [...body.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)<\/textarea>/g)].map(
    ([, name = '', text = '']): [string, string] => [name, plain(text).replace(/^\n/, '').replaceAll('\n', '\r\n')],
  );
  const choices = [...body.matchAll(/<select[^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']): [string, string] => {
      const chosen = /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
      return [name, plain(chosen?.[1] ?? '')];
    },
  );
  const names = new Set([...areas, ...choices].map(([name]) => name));
  return [...(form?.fields ?? []).filter(([name]) => !names.has(name)), ...areas, ...choices];
}

t.test('a form that a browser sends back untouched changes nothing', async (t) => {
  const { app, clock } = await testApp(t);
  const ruth = await signedIn(app, CALLERS.owner.email);
  const courses = app.school.records('courses');
  const { rows } = await courses.page(RIVERSIDE.id, {
    first: 5,
    after: undefined,
    where: {},
    sort: 'createdAt',
    descending: true,
  });
  t.ok(rows.length > 0);
  for (const { id } of rows) {
    const before = await courses.find(RIVERSIDE.id, id);
    const shown = await ruth.get(`${ADMIN}/courses/${id}`);
    const at = `${ADMIN}/courses/${id}/edit`;
    clock.advance(1000);
    const sent = await ruth.post(at, untouched(shown, at));
    t.ok(sent.status < 400, `${sent.status}`);
    t.strictSame(await courses.find(RIVERSIDE.id, id), before, id);
  }
});

t.test('a stranger cannot make the server read a long form', async (t) => {
  const { app } = await testApp(t);
  const payload = Array.from({ length: 150_000 }, (_, n) => n).join('&');
  for (const path of [`${ADMIN}/courses/new`, '/admin/nowhere/courses/new']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: BASE };
    const { statusCode } = await app.inject({ method: 'POST', url: path, payload, headers });
    t.equal(statusCode, 413, path);
  }
});

t.test('days that do not exist, and searches that find nothing, are no faults of the server', async (t) => {
  const { app } = await testApp(t);
  const ruth = await signedIn(app, CALLERS.owner.email);
  for (const query of ['orders?from=2026-13-45', 'orders?to=2026-02-31', 'orders/export?from=2026-13-45']) {
    const { status } = await ruth.get(`${ADMIN}/${query}`);
    t.ok(status < 500, `${query}: ${status}`);
  }
  const page = await ruth.get(`${ADMIN}/courses/new`);
  for (const q of [' ', 'a b c d e f g h i j', 'x'.repeat(101)]) {
    const fields = untouched(page, '/courses/new');
    const { status } = await ruth.post(`${ADMIN}/courses/new`, [
      ...fields,
      ['search', 'lecturerIds'],
      ['q.lecturerIds', q],
    ]);
    t.ok(status < 500, `${q.slice(0, 10)}: ${status}`);
  }
  for (const preview of ['constructor', '__proto__', 'title']) {
    const { status } = await ruth.post(`${ADMIN}/courses/new`, [
      ...untouched(page, '/courses/new'),
      ['preview', preview],
    ]);
    t.ok(status < 500, `${preview}: ${status}`);
  }
});
