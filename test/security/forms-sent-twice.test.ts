// slow
/**
 * Every form that does something once, sent twice by the person who filled it in: at the same moment by a double click on a
 * slow line, once more by the browser that dropped the answers, and again after the back button. It is done once, and each
 * copy is answered as the first. The same form in somebody else's session is refused.
 */
import t, { type Test } from 'tap';
import { hashCredential, randomSecret } from '../../schema/credential.ts';
import { testApp } from '../support/app.ts';
import { devicePasskey } from '../support/authenticator.ts';
import { Browser } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { Mailbox } from '../support/emails.ts';
import { ONCE, type World, world } from '../support/once-forms.ts';
import { type FilledForm, filled, gotBy, keepCookies, reach, sendForm, type Walk } from '../support/sent-twice.ts';
import { PASSWORD } from '../support/settings.ts';
import { questionIn, withPasskeys } from '../support/with-passkeys.ts';

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

t.test('the form of the first start that is sent twice makes one school', async (t) => {
  const file = databaseFile(t);
  const { app, clock } = await testApp(t, { seed: false, databaseUrl: file.url });
  const token = randomSecret();
  await app.people.setup.openLink(hashCredential(token), clock.now + 60_000);
  const browser = new Browser(app);
  const fill = {
    school_name: 'Maple Street School',
    school_slug: 'maple-street',
    owner_name: 'Olga Berg',
    owner_email: 'olga@maple.example',
    password: 'seven quiet rivers',
  };
  const form = filled(await browser.get(`/setup?token=${token}`), { action: '/setup', fill });
  const [first, second] = await Promise.all([sendForm(app, form, browser), sendForm(app, form, browser)]);
  t.equal(first.statusCode, 200);
  t.strictSame(gotBy(second), gotBy(first));
  t.strictSame(gotBy(await sendForm(app, form, browser)), gotBy(first));
  t.equal(await file.read('select count(*) from sites'), 1);
  t.equal(await file.read("select count(*) from audit_events where event = 'setup_completed'"), 1);
  const tab = await browser.get(`/setup?token=${token}`);
  t.match(tab.body, 'href="/account"', 'another tab leads on');
});

t.test('a passkey that is sent twice is added once, and signs in once', async (t) => {
  const { app, browser, file } = await withPasskeys(t);
  const base = app.config.baseUrl;
  const twice = async (form: FilledForm, by: Browser): Promise<void> => {
    const [first, second] = await Promise.all([sendForm(app, form, by, base), sendForm(app, form, by, base)]);
    t.equal(first.statusCode, 303, String(first.headers.location));
    t.notMatch(first.headers.location, 'refused');
    t.strictSame(gotBy(second), gotBy(first));
    t.strictSame(gotBy(await sendForm(app, form, by, base)), gotBy(first));
    keepCookies(by, first);
  };
  const own = browser();
  await own.submit(await own.get('/sign-in'), '/sign-in', { email: 'ana@riverside.example', password: PASSWORD });
  const asked = await own.submit(await own.get('/account/passkeys/new'), '/passkeys/new', { password: PASSWORD });
  const device = devicePasskey(base);
  const fill = { name: 'Key', passkey: device.attest(questionIn(asked, 'create')) };
  await twice(filled(asked, { action: '/account/passkeys', fill }), own);
  t.equal(await file.read('select count(*) from passkeys'), 1);

  const other = browser();
  const page = await other.get('/sign-in');
  const before = await file.read('select count(*) from sessions');
  await twice(filled(page, { action: '/sign-in', fill: { passkey: device.assert(questionIn(page, 'get')) } }), other);
  t.equal(await file.read('select count(*) from sessions'), Number(before) + 1);
  t.equal((await other.get('/account')).status, 200);
});
