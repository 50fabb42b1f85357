/** The log says which fields of content a change gave another value, and has no value. */
import t, { type Test } from 'tap';
import { LANGUAGES } from '../../schema/text/language.ts';
import { type AdminApp, adminApp, CALLERS, call, RIVERSIDE } from '../support/admin.ts';
import { type DatabaseFile, databaseFile } from '../support/database-edit.ts';
import { callTool } from '../support/mcp.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const LOG = '/admin/riverside/audit';
const DIGEST = /^[0-9a-f]{64}$/;

interface School extends AdminApp {
  database: DatabaseFile;
  ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  tool(name: string, args: Record<string, unknown>): Promise<void>;
}

async function school(t: Test): Promise<School> {
  const database = databaseFile(t);
  const made = await adminApp(t, { databaseUrl: database.url });
  const token = await made.tokenOf('owner');
  return {
    ...made,
    database,
    async ask(method, path, body) {
      const answer = await call(made.app, token, method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
      return answer.json;
    },
    async tool(name, args) {
      const { result, text } = await callTool(made.app, name, args, { token });
      if (result?.isError !== undefined) throw new Error(`${name}: ${text}`);
    },
  };
}

/** The names that the newest changes of an object recorded, oldest first. */
async function namesOf(t: Test, { app }: School, target: string): Promise<unknown[]> {
  const entries = await app.audit.log.page(RIVERSIDE.id, { event: 'resource_changed' }, 50);
  const own = entries.filter((one) => one.target === target).toReversed();
  const states = own.map(({ after }) => JSON.parse(String(after)) as { changed: string[]; sha256: string });
  for (const [index, state] of states.entries()) {
    t.match(own[index]?.before, DIGEST);
    t.match(state, { sha256: DIGEST });
    t.strictSame(Object.keys(state), ['changed', 'sha256']);
    if (index > 0) t.equal(own[index]?.before, states[index - 1]?.sha256, 'what one left is what the next one found');
  }
  return states.map(({ changed }) => changed);
}

t.test('the audit log names the fields that REST and a tool changed, and has no value of them [E-49]', async (t) => {
  const here = await school(t);
  const { ask, tool, app, database } = here;
  const { id } = await ask('POST', '/courses', { title: 'Oboe for all', slug: 'oboe', tags: ['reed'] });
  const change = { title: 'Bassoon for all', price: { amount: 123456789, currency: 'EUR' }, tags: ['reed'] };
  await ask('PATCH', `/courses/${id}`, { ...change, courseType: 'paid' });
  await tool('update_course', { id, description: 'Lowest of all', accessDays: 3219 });
  await tool('update_course', { id, description: 'Lowest of all', tags: ['reed'] });
  t.strictSame(await namesOf(t, here, `course/${id}`), [
    ['title', 'courseType', 'price'],
    ['description', 'accessDays'],
    [],
  ]);
  await ask('PATCH', `/members/${CALLERS.member.id}`, {
    note: 'Plays at night',
    customFields: { 'shoe size': 'forty-three' },
  });
  t.strictSame(await namesOf(t, here, `member/${CALLERS.member.id}`), [['customFields', 'note']]);

  const rows = await database.rows('select before, after, target from audit_events');
  const stored = JSON.stringify(rows).replace(/[0-9a-f]{64}/g, 'digest');
  for (const value of ['Oboe', 'Bassoon', '123456789', 'EUR', 'Lowest', '3219', 'reed', 'night', 'shoe', 'forty']) {
    t.notOk(stored.includes(value), `no ${value}`);
  }

  const owner = await signedIn(app, CALLERS.owner.email);
  const page = await owner.get(LOG);
  t.match(said(page), 'edited “Bassoon for all” (course). Changed: title, type, price');
  t.match(said(page), 'Changed: description, length of access');
  t.match(said(page), 'edited “Bassoon for all” (course). Saved without changes');
  t.match(said(page), 'edited “Ana Lima” (member). Changed: custom fields, note');
  t.match(said(page), 'newest first, with current names.');
  t.notMatch(page.body, /sha256|123456789/);
  const entries = await Promise.all(
    linksOf(page)
      .filter((href) => /\/audit\/\d+$/.test(href))
      .map((href) => owner.get(href)),
  );
  const entry = entries.find((one) => said(one).includes('What changed title, type, price')) ?? page;
  t.match(
    said(entry),
    'which fields changed and the new status, but no other values. People and items appear with their current names.',
  );
  t.match(said(entry), /Fingerprint before [0-9a-f]{64} Fingerprint after [0-9a-f]{64}/);
  t.notMatch(entry.body, /sha256|123456789|Oboe/);
  const { body } = await owner.submit(page, '/audit/export', { format: 'csv' });
  t.match(body, /"\{""changed"":\[""title"",""courseType"",""price""\],""sha256"":""[0-9a-f]{64}""\}"/);
});

t.test(
  'the audit log says that the order of lectures or lecturers changed, and which fields a move changed',
  async (t) => {
    const here = await school(t);
    const { ask, app } = here;
    const course = await ask('POST', '/courses', { title: 'Oboe', slug: 'oboe' });
    const [one, two] = [
      await ask('POST', `/courses/${course.id}/sections`, { title: 'A' }),
      await ask('POST', `/courses/${course.id}/sections`, { title: 'B' }),
    ];
    const [a, b] = [
      await ask('POST', `/sections/${one.id}/lectures`, { title: 'a', kind: 'text' }),
      await ask('POST', `/sections/${one.id}/lectures`, { title: 'b', kind: 'text' }),
    ];
    const order = [
      { id: two.id, lectureIds: [] },
      { id: one.id, lectureIds: [a.id, b.id] },
    ];
    await ask('POST', `/courses/${course.id}/reorder_outline`, { sections: order });
    await ask('POST', `/courses/${course.id}/reorder_outline`, { sections: order });
    await ask('POST', `/lectures/${a.id}/move`, { sectionId: one.id, position: 1 });
    await ask('POST', `/lectures/${a.id}/move`, { sectionId: one.id, position: 1 });
    await ask('POST', `/lectures/${a.id}/move`, { sectionId: two.id });
    t.strictSame(await namesOf(t, here, `outline/${course.id}`), [['order'], [], ['order'], ['order']]);
    t.strictSame(await namesOf(t, here, `lecture/${a.id}`), [['position'], ['sectionId', 'position']]);

    for (const name of ['L', 'M']) await ask('POST', '/lecturers', { name, slug: name.toLowerCase() });
    const { nodes } = (await ask('GET', '/lecturers?first=100')) as { nodes: { id: string }[] };
    const lecturerIds = nodes.map((lecturer) => lecturer.id);
    await ask('POST', '/lecturers/reorder', { lecturerIds });
    await ask('POST', '/lecturers/reorder', { lecturerIds: lecturerIds.toReversed() });
    t.match((await namesOf(t, here, 'lecturers/order')).at(-1), ['order']);
    const log = said(await (await signedIn(app, CALLERS.owner.email)).get(LOG));
    t.match(log, 'edited “Oboe” (outline of the course). Changed: order');
    t.match(log, 'edited “a” (lecture). Changed: section, position');
    t.match(log, 'edited the lecturer profiles. Changed: order');
  },
);

t.test('the log of an earlier version, and a field without words, are shown in every language', async (t) => {
  const { app } = await adminApp(t);
  const digest = 'ab'.repeat(32);
  const by = { event: 'resource_changed' as const, siteId: RIVERSIDE.id, at: app.clock(), before: digest };
  const names = ['title', 'somethingNew', '<b>x</b>'];
  await app.audit.record({ ...by, target: 'course/crs_old', after: digest });
  const after = JSON.stringify({ changed: names, sha256: digest });
  await app.audit.record({ ...by, target: 'course/crs_new', after });
  const owner = await signedIn(app, CALLERS.owner.email);
  for (const language of LANGUAGES) {
    owner.headers['accept-language'] = language;
    const page = await owner.get(LOG);
    t.match(said(page), /[^a-z]somethingNew[,、] ?<b>x<\/b>/, language);
    t.notMatch(page.body, '<b>x');
    t.notMatch(page.body, /sha256|abab/);
    const entries = linksOf(page).filter((href) => /\/audit\/\d+$/.test(href));
    for (const href of entries.slice(0, 2)) {
      const entry = await owner.get(href);
      t.equal(entry.body.match(/(ab){32}/g)?.length, 2, `${language}: both fingerprints`);
      t.equal(said(entry).includes('somethingNew'), said(entry).includes('crs_new'));
    }
  }
});
