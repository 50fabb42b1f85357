import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS } from '../support/admin.ts';
import { Browser, type Page } from '../support/browser.ts';
import { signedIn } from '../support/signed-in.ts';

const titleOf = ({ body }: Page): string => /<title>([^<]*)<\/title>/.exec(body)?.[1] ?? '';
const idsOf = (markup: string): string[] => [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);

/** The links of the summary; nothing where there is none. */
const summaryOf = ({ body }: Page): string[] | undefined => {
  const summary = /<div [^>]*id="summary"[^>]*>([\s\S]*?)<\/div>/.exec(body)?.[1];
  return summary === undefined ? undefined : [...summary.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
};

interface Wrong {
  at: string;
  form: string;
  fill: Record<string, string>;
  fields: readonly string[] | undefined;
}

const HOME = '/admin/riverside';
const WRONG: readonly Wrong[] = [
  {
    at: '/account/sign-in',
    form: '/account/sign-in',
    fill: { password: 'x', new_password: 'y' },
    fields: ['new_password'],
  },
  { at: '/account/profile', form: '/account/profile', fill: { name: '' }, fields: ['name'] },
  {
    at: '/account/profile',
    form: '/account/profile/email',
    fill: { email: 'no address', password: '' },
    fields: ['email'],
  },
  { at: `${HOME}/members/invite`, form: '/invite', fill: { email: '', name: '' }, fields: ['email'] },
  {
    at: `${HOME}/members/invite`,
    form: '/invite',
    fill: { email: 'new@school.example', name: 'N'.repeat(300) },
    fields: ['name'],
  },
  {
    at: `${HOME}/applications/new`,
    form: '/applications/new',
    fill: { name: '', redirect_uris: 'nonsense' },
    fields: ['name', 'redirect_uris'],
  },
  { at: `${HOME}/reviews`, form: '/look', fill: { client: 'no address' }, fields: undefined },
  { at: `${HOME}/connections/end-all`, form: '/end-all', fill: { password: 'wrong' }, fields: undefined },
];

t.test('a refused form says so in the page title, and lists its wrong fields first [WCAG 2.2 AA]', async (t) => {
  const { app, tokenOf } = await adminApp(t);
  await tokenOf('owner', ['courses:read']);
  const owner = await signedIn(app, CALLERS.owner.email);
  for (const { at, form, fill, fields } of WRONG) {
    const before = await owner.get(at);
    t.equal(before.status, 200, at);
    t.notMatch(titleOf(before), /^Error/, at);
    t.equal(summaryOf(before), undefined, at);
    const page = await owner.submit(before, form, fill);
    t.ok(page.status >= 400, `${form} is refused`);
    t.equal(titleOf(page), `Error: ${titleOf(before)}`, form);
    const listed = summaryOf(page);
    t.strictSame(listed, fields, form);
    for (const id of listed ?? []) t.ok(idsOf(page.body).includes(id), `#${id} is there`);
    if (listed === undefined) continue;
    t.match(page.body, 'role="alert"', form);
    t.match(/<[^>]* autofocus/.exec(page.body)?.[0], 'id="summary"', 'what has the focus first');
  }
});

t.test(
  'sign-in, password recovery and the audit log report wrong entries in the title too [WCAG 2.2 AA]',
  async (t) => {
    const { app } = await adminApp(t);
    const browser = new Browser(app);
    for (const language of LANGUAGES) {
      const { layout, signIn } = textFor(language);
      browser.headers['accept-language'] = language;
      const asked = await browser.get('/sign-in');
      const refused = await browser.submit(asked, '/sign-in', { email: `${language}@x.example`, password: 'wrong' });
      t.equal(titleOf(refused), `${layout.wrong({ title: signIn.title })} – Schoolgate`);
    }
    const forgot = await browser.get('/password/forgot', { 'accept-language': 'en' });
    browser.headers['accept-language'] = 'en';
    t.match(titleOf(await browser.submit(forgot, '/password/forgot', { email: 'none' })), /^Error: /);
    const owner = await signedIn(app, CALLERS.owner.email);
    const log = await owner.get(`${HOME}/audit?from=2026-02-30&to=2026-02-31`);
    t.match(titleOf(log), /^Error: Audit log/);
    t.strictSame(summaryOf(log), ['from', 'to']);
  },
);
