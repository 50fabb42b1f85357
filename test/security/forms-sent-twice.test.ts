/**
 * Every form that does something once, sent twice by the person who filled it in: at the same moment by a double click on a
 * slow line, once more by the browser that dropped the answers, and again after the back button. It is done once, and each
 * copy is answered as the first. The same form in somebody else's session is refused.
 */
import t, { type Test } from 'tap';
import { Mailbox } from '../support/emails.ts';
import { ONCE, type World, world } from '../support/once-forms.ts';
import { gotBy, keepCookies, reach, sendForm, type Walk } from '../support/sent-twice.ts';

t.setTimeout(300_000);

/** What the audit log holds since an entry. */
const happened = async ({ file }: World, since: number): Promise<string[]> =>
  (await file.rows('select event, target from audit_events where id > ? order by id', since)).map(({ event, target }) =>
    `${event} ${target ?? ''}`.trim(),
  );
const lastEvent = async ({ file }: World) => Number(await file.read('select coalesce(max(id), 0) from audit_events'));

/** Sends what is to be sent. @returns how many e-mails that were */
async function letters({ app, file }: World, mailbox: Mailbox): Promise<number> {
  while (Number(await file.read('select count(*) from outbox')) > 0) await app.outbox.sendDue();
  return mailbox.take().length;
}

async function sentTwice(t: Test, made: World, walk: Walk): Promise<void> {
  const { app, stranger } = made;
  const { browser } = walk;
  const form = await reach(walk);
  const dropping = browser.copy();
  const mailbox = new Mailbox(app.config.dataDir, { app, leavesOut: [] });
  await letters(made, mailbox);
  const since = await lastEvent(made);
  const [first, second] = await Promise.all([sendForm(app, form, dropping), sendForm(app, form, dropping)]);
  t.ok(first.statusCode < 400, `it is done: ${first.statusCode} ${first.headers.location ?? ''}`);
  t.strictSame(gotBy(second), gotBy(first), 'the second click is answered as the first');
  const sent = await letters(made, mailbox);
  const events = await happened(made, since);
  t.ok(events.length + sent > 0, 'something happened');
  t.strictSame([...new Set(events)], events, 'each event happened once');

  t.strictSame(gotBy(await sendForm(app, form, dropping)), gotBy(first), 'so is a copy that comes later');
  keepCookies(browser, first);
  t.strictSame(gotBy(await sendForm(app, form, browser)), gotBy(first), 'and one after the back button');
  t.ok((await sendForm(app, form, stranger)).statusCode >= 400, 'somebody else is refused');
  t.strictSame(await happened(made, since), events, 'nothing was done again');
  t.equal(await letters(made, mailbox), 0, 'and nothing was sent again');
}

for (const [area, forms] of Object.entries(ONCE)) {
  t.test(`a form that is sent twice has its effect once, and both are answered alike: ${area}`, async (t) => {
    for (const [title, walk] of forms) {
      await t.test(title, async (t) => {
        const made = await world(t);
        await sentTwice(t, made, await walk(made));
      });
    }
  });
}
