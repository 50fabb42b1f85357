// slow
/** Site admin: what the school is called, and its colours. */
import t, { type Test } from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { MAX_LOGO_PIXELS } from '../../schema/school/logo-image.ts';
import { contrast } from '../../schema/school/school-colors.ts';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { BASE, testApp } from '../support/app.ts';
import type { Browser, Page } from '../support/browser.ts';
import { databaseFile } from '../support/database-edit.ts';
import { png, refusesAsLogo } from '../support/pictures.ts';
import { said, signedIn } from '../support/signed-in.ts';

const LOOK = '/admin/riverside/look';
const { look, shell } = textFor('en');

async function school(t: Test) {
  const file = databaseFile(t);
  const test = await testApp(t, { databaseUrl: file.url });
  return { ...test, file, ruth: await signedIn(test.app, 'ruth@riverside.example') };
}

const save = async (browser: Browser, form: 'name' | 'colors', fields: Record<string, string>): Promise<Page> =>
  browser.submit(await browser.get(LOOK), `/look/${form}`, fields);

/** Two colours, the contrasts of the chosen one in the light and the dark scheme, and the schemes of which it warns. */
const CONTRASTS: readonly (readonly [
  theme: string,
  accent: string,
  chosen: readonly string[],
  low: readonly string[],
])[] = [
  ['#1f5f5b', '#e0a526', ['7.3', '2.4'], ['dark']],
  ['#ffee00', '#ffee00', ['1.2', '14.9'], ['light']],
  ['#000000', '#000000', ['21', '1.1'], ['dark']],
  ['#767676', '#b00020', ['4.5', '3.9'], ['dark']],
  ['#777777', '#b00020', ['4.4', '4'], ['light', 'dark']],
];

t.test(
  'contrasts are shown before and after colours are saved, with a sentence where text could not be read [WCAG 2.2 AA]',
  async (t) => {
    const { ruth } = await school(t);
    for (const [themeColor, accentColor, chosen, low] of CONTRASTS) {
      const name = `${themeColor} ${accentColor}`;
      const tried = await tryOut(ruth, { themeColor, accentColor });
      const saved = await save(ruth, 'colors', { themeColor, accentColor });
      for (const page of [tried, saved]) {
        const part = page.body.slice(page.body.indexOf('id="contrast"'));
        const cells = [...part.matchAll(/<td class="number"[^>]*>([\d.]+):1</g)].map(([, ratio = '']) => ratio);
        t.equal(cells.length, 6, name);
        t.strictSame(cells.slice(0, 2), chosen, name);
        for (const at of [2, 3, 4, 5]) t.ok(Number(cells[at]) >= 4.5, `${name}: what is shown can be read`);
        for (const scheme of ['light', 'dark'])
          t.equal(said(page).includes(`On ${scheme} pages, text`), low.includes(scheme), `${name}: ${scheme}`);
        t.equal(said(page).includes(look.contrast.good), low.length === 0, name);
      }
    }
    const wrong = await tryOut(ruth, { themeColor: 'red', accentColor: '#000000' });
    t.equal(wrong.status, 400);
    t.match(said(wrong), look.contrast.title, 'of the stored ones, if those of the form are none');
  },
);

/** What the stylesheet of the school says, as far as a page names one. */
const stylesheetOf = (page: Page): string | undefined => /href="(\/assets\/colors\/[^"]+)"/.exec(page.body)?.[1];

t.test('a new name of the school is shown, escaped, and recorded in the audit log [E-49]', async (t) => {
  const { file, ruth } = await school(t);
  const page = await save(ruth, 'name', { name: ' Riverside <Academy> ' });
  t.match(page.body, look.done.name);
  t.match(page.body, 'value="Riverside &lt;Academy&gt;"', 'without the spaces around it');
  t.match((await ruth.get('/admin/riverside')).body, '<span>Riverside &lt;Academy&gt;</span>');
  const trail = await file.read(`select event || ' ' || target from audit_events order by id desc limit 1`);
  t.match(trail, /^resource_changed school\//);
});

t.test('new colours apply to the page that sets them, as chosen behind text and darkened as links [D2]', async (t) => {
  const { app, ruth } = await school(t);
  const before = stylesheetOf(await ruth.get(LOOK));
  const page = await save(ruth, 'colors', { themeColor: '#102030', accentColor: '#ffff00' });
  t.match(page.body, look.done.colors);
  t.match(page.body, /name="accentColor"[^>]*value="#ffff00"/i);
  const stylesheet = stylesheetOf(page);
  t.ok(stylesheet);
  t.not(stylesheet, before);
  const { statusCode, body } = await app.inject(stylesheet ?? '');
  t.equal(statusCode, 200);
  t.match(body, /^:root \{ --accent: #102030;/, 'links take the colour of the logo');
  t.match(body, /prefers-color-scheme: dark.*--accent: (?!#102030)/, 'which is made lighter on a dark ground');
  t.match(body, /--action: #ffff00; --action-hover: #ffff\w\w; --on-action: #1d1600;/, 'a yellow button has dark text');
  t.match(body, '--brand: #102030; --on-brand: #ffffff;');
});

/** The form with the colours, sent to be tried out, as its second button does. */
const tryOut = async (browser: Browser, fields: Record<string, string>): Promise<Page> => {
  const form = await browser.get(LOOK);
  t.match(form.body, `formaction="${LOOK}/preview#preview"`);
  return browser.submit(
    { ...form, body: form.body.replace('/look/colors"', '/look/preview"') },
    '/look/preview',
    fields,
  );
};

const previewOf = ({ body }: Page): string | undefined => /href="(\/assets\/previews\/[^"]+)"/.exec(body)?.[1];

t.test('colours can be tried out in light and dark without being saved [D2]', async (t) => {
  const { app, file, ruth } = await school(t);
  const before = await ruth.get(LOOK);
  t.match(before.body, look.preview.saved);
  const trail = await file.read('select count(*) from audit_events');
  const page = await tryOut(ruth, { themeColor: '#102030', accentColor: '#FDE047' });
  t.equal(page.status, 200);
  t.match(page.body, look.preview.unsaved);
  t.match(page.body, /name="accentColor"[^>]*value="#FDE047"/, 'the form keeps them, to be saved');
  t.equal(stylesheetOf(page), stylesheetOf(before), 'the page itself has the stored colours');
  t.equal(previewOf(page), '/assets/previews/102030-fde047.css');
  const { body, headers } = await app.inject(previewOf(page) ?? '');
  t.match(headers['content-type'], 'text/css');
  const [, light = '', dark = ''] = /\.look\.light\{([^}]*)\}\.look\.dark\{([^}]*)\}/.exec(body) ?? [];
  for (const scheme of [light, dark]) t.match(scheme, '--action:#fde047;', 'the button keeps the colour');
  for (const scheme of [light, dark])
    t.equal([...scheme.matchAll(/--on-action:([^;]+)/g)].at(-1)?.[1], '#1d1600', 'with dark text');
  t.match(light, 'color-scheme:light');
  t.match(dark, /color-scheme:dark;.*--page:#131817.*--accent:#/);
  for (const sample of ['signIn', 'consent', 'email', 'admin'] as const) t.match(page.body, look.preview[sample]);

  const after = await ruth.get(LOOK);
  t.equal(previewOf(after), previewOf(before), 'nothing is stored');
  t.equal(await file.read('select count(*) from audit_events'), trail);
  for (const accentColor of ['red', '', '#12345', '#fde047}*{}', 'url(https://evil.example)']) {
    const refused = await tryOut(ruth, { themeColor: '#102030', accentColor });
    t.equal(refused.status, 400, accentColor);
    t.match(refused.body, `id="accentColor-error">${look.invalid}`);
    t.equal(previewOf(refused), previewOf(before));
  }
  for (const wrong of ['x', 'ffff00', 'FFFF00-AABBCC', 'ffff00-%7D%7Dbody']) {
    t.equal((await app.inject(`/assets/previews/${wrong}.css`)).statusCode, 404, wrong);
  }
});

t.test('a school without colours of its own is shown those of its pages', async (t) => {
  const { file, ruth } = await school(t);
  await file.edit('delete from appearances where site_id = ?', RIVERSIDE.id);
  const page = await ruth.get(LOOK);
  t.equal(stylesheetOf(page), undefined);
  t.equal(previewOf(page), '/assets/previews/1f5f5b-e0a526.css');
  t.match(page.body, /name="accentColor"[^>]*value="#e0a526"/);
});

/** The last fields of the page, without the values that tell forms apart. */
const valuesOf = ({ body }: Page): string[] | undefined =>
  body
    .replaceAll(/name="once" value="[^"]*"/g, '')
    .match(/value="[^"]*"/g)
    ?.slice(-3);

t.test('an invalid name or colour is refused beside its field, and nothing changes [D2]', async (t) => {
  const { ruth } = await school(t);
  const before = valuesOf(await ruth.get(LOOK));
  for (const [name, said] of Object.entries({
    '': shell.required,
    '  ': shell.required,
    [`${'x'.repeat(101)}`]: shell.tooLong,
  })) {
    const page = await save(ruth, 'name', { name });
    t.equal(page.status, 400);
    t.match(page.body, `id="name-error">${said}`, JSON.stringify(name.slice(0, 5)));
  }
  for (const accentColor of ['red', '#12345', '#1234567', 'url(https://evil.example)', '}*{}', '']) {
    const page = await save(ruth, 'colors', { themeColor: '#102030', accentColor });
    t.equal(page.status, 400, accentColor);
    t.match(page.body, `id="accentColor-error">${look.invalid}`);
  }
  t.strictSame(valuesOf(await ruth.get(LOOK)), before);
});

t.test('a picture that is uploaded becomes the logo on sign-in pages, and nothing else does', async (t) => {
  const { app, file, ruth } = await school(t);
  t.notMatch(said(await ruth.get(LOOK)), look.logoNotShown, 'the demo is without faults');
  await file.edit("update appearances set logo_asset_id = 'ast_demo_riverside_logo' where site_id = ?", RIVERSIDE.id);
  const before = await ruth.get(LOOK);
  t.match(said(before), look.logoNotShown, 'there is no file of the logo');
  const without = said(await ruth.submit(before, '/look/logo/remove', {}));
  t.match(without, look.done.logo_removed);
  t.notMatch(without, look.logoNotShown);
  t.notMatch(without, look.logoRemove);
  const logos = ({ body }: Page) =>
    [...body.matchAll(/<img class="tile[^"]*" src="([^"]+)"/g)].map(([, src = '']) => src);
  t.same(logos(await ruth.get(LOOK)), []);
  const upload = async (bytes: Buffer) =>
    ruth.submitFile(await ruth.get(LOOK), '/look/logo/upload', { name: 'picture', bytes });

  const page = await upload(png(48, 48));
  t.match(page.body, look.done.logo);
  t.notMatch(said(page), look.logoNotShown);
  const log = said(await ruth.get('/admin/riverside/audit'));
  t.match(log, 'Ruth Adler completed the upload of “logo.png” (file).');
  t.notMatch(log, /checksum|edited “logo/, 'no change of fields');
  const [src = ''] = logos(page);
  t.same((await app.inject(src.replaceAll('&amp;', '&').replace(BASE, ''))).rawPayload, png(48, 48));
  const stored = () => file.read(`select logo_asset_id from appearances where site_id = '${RIVERSIDE.id}'`);
  const id = await stored();

  await refusesAsLogo(t, upload);
  t.match(await upload(png(MAX_LOGO_PIXELS + 1, 32)), {
    status: 400,
    body: new RegExp(`larger than ${MAX_LOGO_PIXELS} × ${MAX_LOGO_PIXELS} pixels`),
  });
  const form = await ruth.get(LOOK);
  const forged = { ...form, body: form.body.replaceAll(/name="csrf" value="[^"]+"/g, 'name="csrf" value="x"') };
  t.not((await ruth.submitFile(forged, '/look/logo/upload', { name: 'picture', bytes: png(64, 64) })).status, 200);
  const ana = await signedIn(app, 'ana@riverside.example');
  t.equal((await ana.submitFile(form, '/look/logo/upload', { name: 'picture', bytes: png(64, 64) })).status, 403);
  t.equal(await stored(), id);

  t.same(logos(await ruth.submit(await ruth.get(LOOK), '/look/logo/remove', {})), []);
  t.equal(await stored(), null);
});

t.test('members, instructors, strangers and forged forms cannot rename a school [D2, RFC 6749 §10.12]', async (t) => {
  const { app, ruth } = await school(t);
  for (const email of ['ana@riverside.example', 'ivan@riverside.example', 'hugo@harbour.example']) {
    const other = await signedIn(app, email);
    t.equal((await other.get(LOOK)).status, 403, email);
    t.equal((await other.post(`${LOOK}/name`, [['name', 'Mine']])).status, 403, `${email} writes`);
    t.equal((await other.post(`${LOOK}/preview`, [['accentColor', '#102030']])).status, 403, `${email} tries out`);
  }
  const forged = await ruth.post(`${LOOK}/name`, [['name', 'Mine']]);
  t.ok(forged.status >= 400, 'a form without its token');
  t.notMatch((await ruth.get(LOOK)).body, 'Mine');
});

t.test('that something is on is said in green, whatever the colours of the school are [WCAG 2.2 AA]', async (t) => {
  const { app, ruth } = await school(t);
  const page = await save(ruth, 'colors', { themeColor: '#b3261e', accentColor: '#b3261e' });
  const own = (await app.inject(stylesheetOf(page) ?? '')).body;
  const pages = (await app.inject(/href="(\/assets\/[^"]+\.css)"/.exec(page.body)?.[1] ?? '')).body;
  t.match(/\.badge ?\{[^}]*\}/.exec(pages)?.[0], /background: ?var\(--good-bg\); ?color: ?var\(--good\)/);
  t.notMatch(own, '--good');
  const valuesOf = (name: string) =>
    [...pages.matchAll(new RegExp(`--${name}: ?(#[0-9a-f]{6})`, 'g'))].map(([, value = '']) => value);
  const [inks, grounds] = [valuesOf('good'), valuesOf('good-bg')];
  t.equal(inks.length, 2, 'light and dark');
  for (const [scheme, ink] of inks.entries()) t.ok(contrast(ink, grounds[scheme] ?? '') >= 4.5, ink);
});

t.test('the audit log does not show a colour as changed of which only the case differs', async (t) => {
  const { ruth } = await school(t);
  await save(ruth, 'colors', { themeColor: '#1F5F5B', accentColor: '#C8553D' });
  await save(ruth, 'colors', { themeColor: '#1f5f5b', accentColor: '#2a6f97' });
  const { fields } = textFor('en').audit.change;
  const [latest = ''] = /<li><div><p><a href="\/admin\/riverside\/audit\/[\s\S]*?<\/li>/.exec(
    (await ruth.get('/admin/riverside/audit')).body,
  ) ?? [''];
  t.match(latest, `${fields.accentColor}: #C8553D → #2a6f97`);
  t.notMatch(latest, fields.themeColor);
});
