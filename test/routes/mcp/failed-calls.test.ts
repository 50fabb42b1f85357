/** A tool call that failed does not read like one that did what it was called for. */
import t from 'tap';
import { textFor } from '../../../routes/words/index.ts';
import { type AuditEventName, fieldValues } from '../../../schema/audit/audit-event.ts';
import type { ToolFailure } from '../../../schema/audit/tool-failure.ts';
import { LANGUAGES } from '../../../schema/text/language.ts';
import { adminApp, CALLERS, RIVERSIDE } from '../../support/admin.ts';
import { askModern, callTool } from '../../support/mcp.ts';
import { linksOf, said, signedIn } from '../../support/signed-in.ts';

const LOG = '/admin/riverside/audit';
const CLIENT = `c_test_${RIVERSIDE.id}`;

t.test('the audit log says that a tool call failed, and why, in the language of the reader [E-49]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  const token = await tokenOf('owner');
  const browser = await signedIn(app, CALLERS.owner.email);
  const name = (await app.audit.log.page(RIVERSIDE.id, {}, 1))[0]?.clientName ?? CLIENT;
  const failures: [tool: string, given: object, reason: ToolFailure][] = [
    ['get_course', { id: 'crs_none' }, 'not-found'],
    ['delete_course', { id: 'crs_none' }, 'not-found'],
    ['list_courses', { first: 0 }, 'invalid-input'],
    ['list_courses', { confirm: true }, 'invalid-input'],
    ['remove_member', { id: CALLERS.owner.id, confirm: true }, 'conflict'],
  ];
  for (const [index, [tool, given, reason]] of failures.entries()) {
    const params = { name: tool, arguments: given };
    const answers = [
      await callTool(app, tool, { ...given }, { token }),
      await askModern(app, 'tools/call', params, { token }),
    ];
    for (const { json } of answers) t.equal(json.result?.isError as unknown, true, tool);
    const entries = await app.audit.log.page(RIVERSIDE.id, { clientId: CLIENT, ofTools: true }, 50);
    t.strictSame(
      entries.slice(0, 2).map(({ event, target }) => [event, target]),
      ['tool_failed', 'tool_failed'].map((event) => [event, tool]),
    );
    t.equal(entries.length, 2 * (index + 1), 'each call has one entry');
    t.match(JSON.parse(entries[0]?.after ?? ''), { reason, connectionId: Number }, tool);
    for (const language of LANGUAGES) {
      browser.headers['accept-language'] = language;
      const { audit, events } = textFor(language);
      const happened = { who: 'Ruth Adler', app: name, target: tool, was: '', is: '', from: '' };
      const sentence = events.tool_failed.log({ ...happened, why: audit.change.toolFailures[reason] });
      t.match(said(await browser.get(`${LOG}?event=tool_failed`)), sentence, language);
      t.match(said(await browser.get(`${LOG}/${entries[0]?.id}`)), sentence, language);
    }
  }
  const before = await app.audit.log.page(RIVERSIDE.id, { event: 'tool_failed' }, 50);
  await callTool(app, 'list_courses', {}, { token });
  const [done] = await app.audit.log.page(RIVERSIDE.id, {}, 1);
  t.equal(done?.event, 'tool_called');
  await callTool(app, 'get_course', { id: 'crs_none' });
  t.equal((await app.audit.log.page(RIVERSIDE.id, { event: 'tool_failed' }, 50)).length, before.length);
});

t.test(
  'up to version 1.1, the failure of a call has an entry beside it, which that of the call leads to [E-49]',
  async (t) => {
    const { app, clock } = await adminApp(t);
    const browser = await signedIn(app, CALLERS.owner.email);
    const of = { siteId: RIVERSIDE.id, personId: CALLERS.owner.id, clientId: CLIENT, target: 'get_course' };
    const record = (event: AuditEventName, requestId: string, after?: string) =>
      app.audit.record({ event, at: clock.now, ...of, requestId, ...(after === undefined ? {} : { after }) });
    await record('tool_called', 'r_1');
    await record('tool_failed', 'r_1', fieldValues({ reason: 'not-found' }));
    await record('tool_called', 'r_2');
    const [done, failure, call] = await app.audit.log.page(RIVERSIDE.id, {}, 3);
    for (const language of LANGUAGES) {
      browser.headers['accept-language'] = language;
      const { change } = textFor(language).audit;
      const ofCall = change.failedCall({ why: change.toolFailures['not-found'] });
      const page = await browser.get(`${LOG}/${call?.id}`);
      t.match(said(page), ofCall, `${language}: the entry of the call says it too`);
      t.ok(linksOf(page).includes(`${LOG}/${failure?.id}`), 'and leads to that of the failure');
      t.equal(said(await browser.get(`${LOG}?event=tool_called`)).split(ofCall).length - 1, 1, language);
      t.notMatch(said(await browser.get(`${LOG}/${done?.id}`)), ofCall, 'another call of the same tool did not fail');
    }
    browser.headers['accept-language'] = 'en';
    const { body } = await browser.submit(await browser.get(LOG), '/audit/export', { format: 'csv' });
    t.match(body, /used the tool “get_course” through [^,]*,This call failed: it asked for an item/, 'in the export');
  },
);
