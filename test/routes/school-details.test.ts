/** Site admin: language, time zone, currency and contact of a school. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { testApp } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { said, signedIn } from '../support/signed-in.ts';

const SETTINGS = '/admin/riverside/settings';
const { details } = textFor('en').settings;

const DETAILS = {
  locale: 'de',
  timezone: 'America/New_York',
  currency: 'usd',
  contactEmail: 'office@riverside.example',
  supportUrl: 'https://riverside.example/help',
  termsUrl: 'https://riverside.example/terms',
  privacyUrl: 'https://riverside.example/privacy?a=1&b=2',
};

async function school(t: Test) {
  const file = databaseFile(t);
  const test = await testApp(t, { databaseUrl: file.url });
  const stored = () =>
    file.read(
      `select locale || ' ' || timezone || ' ' || currency || ' ' || coalesce(contact_email, '-') || ' ' || coalesce(support_url, '-') || ' ' || coalesce(terms_url, '-') || ' ' || coalesce(privacy_url, '-') from sites where slug = 'riverside'`,
    );
  const changes = () => file.read(`select count(*) from audit_events where event = 'resource_changed'`);
  return { ...test, stored, changes, ruth: await signedIn(test.app, 'ruth@riverside.example') };
}

const save = async (browser: Browser, fields: Record<string, string>): Promise<Page> =>
  browser.submit(await browser.get(SETTINGS), '/settings/details', fields);

t.test('the details of a school can be changed, and optional ones removed', async (t) => {
  const { ruth, stored } = await school(t);
  const form = said(await ruth.get(SETTINGS));
  for (const hint of ['localeHint', 'contactHint', 'supportHint'] as const) t.match(form, details[hint]);
  t.equal(form.split(details.legalHint).length, 3, 'of the terms and of the privacy policy');
  const page = await save(ruth, DETAILS);
  t.match(page.body, details.done);
  t.equal(
    await stored(),
    'de America/New_York USD office@riverside.example https://riverside.example/help https://riverside.example/terms https://riverside.example/privacy?a=1&b=2',
  );
  for (const value of ['America/New_York', 'USD', 'office@riverside.example']) t.match(page.body, `value="${value}"`);
  t.match(page.body, '<option value="de" selected>');

  await save(ruth, { ...DETAILS, contactEmail: '', supportUrl: '', termsUrl: '', privacyUrl: '' });
  t.equal(await stored(), 'de America/New_York USD - - - -');
});

t.test('what is saved without a change is not recorded as one', async (t) => {
  const { ruth, changes } = await school(t);
  await save(ruth, DETAILS);
  t.equal(await changes(), 1);
  t.match((await save(ruth, { locale: DETAILS.locale })).body, details.done, 'as it is shown');
  t.equal(await changes(), 1);
});

t.test('a wrong detail is refused beside its field with what was entered, and nothing changes', async (t) => {
  const { ruth, stored } = await school(t);
  const before = await stored();
  const wrong = {
    timezone: ['', 'Berlin', 'Europe/Atlantis', '+25:00'],
    currency: ['', 'EU', 'ABC', '€€€'],
    contactEmail: ['office', 'a@b@c.example'],
    supportUrl: ['riverside.example', 'http://riverside.example', 'javascript:alert(1)'],
    termsUrl: ['riverside.example', 'http://riverside.example', 'javascript:alert(1)'],
    privacyUrl: ['//riverside.example', 'http://riverside.example', 'data:text/html,x'],
  } as const;
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const page = await save(ruth, { ...DETAILS, [name]: value });
      t.equal(page.status, 400, `${name} ${value}`);
      t.match(page.body, `id="${name}-error">${details.problems[name as keyof typeof wrong]}`);
      if (name !== 'currency') t.match(page.body, `value="${value}"`);
    }
  }
  t.equal((await save(ruth, { ...DETAILS, locale: 'not a language' })).status, 400);
  t.equal(await stored(), before);
});

t.test('members, instructors, strangers and forged forms cannot change the details of a school', async (t) => {
  const { app, ruth, stored } = await school(t);
  const before = await stored();
  for (const email of ['ana@riverside.example', 'ivan@riverside.example', 'hugo@harbour.example']) {
    const other = await signedIn(app, email);
    t.equal((await other.post(`${SETTINGS}/details`, Object.entries(DETAILS))).status, 403, email);
  }
  t.ok((await ruth.post(`${SETTINGS}/details`, Object.entries(DETAILS))).status >= 400, 'a form without its token');
  t.equal(await stored(), before);
});
