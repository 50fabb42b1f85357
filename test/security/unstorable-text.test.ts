// slow
/** Text with a NUL character, which PostgreSQL cannot store: an answer, and never an error of the server. */
import t from 'tap';
import { hashCredential } from '../../schema/credential.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { post } from '../support/interaction.ts';
import { routesOf } from '../support/routes.ts';
import { signedIn } from '../support/signed-in.ts';

const OWNER = 'ruth@riverside.example';
const NUL = 'a\0b';
/** Rows that exist, so that a form gets as far as it can. */
const THERE: Readonly<Record<string, string>> = {
  school: 'riverside',
  member: 'usr_demo_ben',
  client: 'c_demo_portal',
  application: 'c_demo_portal',
};
/** Every field that a form or a query has. */
const FIELDS =
  `after again before changedAt client client_id client_name client_secret code code_challenge code_verifier
  accent contact contact_email contactEmail css custom_css decision description done email event feature format
  from grant_type id_token_hint kind language locale logo max_age name new_email new_password next nonce note on once org_id
  passkey person post_logout_redirect_uri post_logout_redirect_uris primary_domain prompt q redirect_uri redirect_uris
  refresh_token request resource review role school school_id scope secret seen site slug someone_else state support_url timezone title
  to token token_type_hint ui_locales undone`.split(/\s+/);

const fill = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '%00x');

t.setTimeout(180_000);

t.test('NUL in a path, a query or a form field is refused or finds nothing at every route [F11]', async (t) => {
  const { app } = await testApp(t, { housekeeping: false });
  const { formToken } = app.people.loginSession;
  const fields = Object.fromEntries(FIELDS.map((name) => [name, NUL]));
  const query = FIELDS.map((name) => `${name}=%00`).join('&');
  const failed: string[] = [];
  let reached = 0;
  const note = (what: string, statusCode: number): void => {
    if (statusCode >= 500) failed.push(`${what}: ${statusCode}`);
  };

  for (const { method, path } of routesOf(app)) {
    const urls = new Set([fill(path, {}), fill(path, { school: 'riverside' }), fill(path, THERE)]);
    for (const url of urls) {
      const browser = await signedIn(app, OWNER);
      browser.cookies.set('pre', 'browser');
      const session = await app.people.sessions.find(hashCredential(browser.cookies.get('sid') ?? ''));
      const tokens = {
        page: formToken('page', session?.id ?? 'nobody'),
        'sign in': formToken('sign in', hashCredential('browser')),
        forgot: formToken('forgot', hashCredential('browser')),
      };
      const headers = { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') };
      if (method === 'GET') note(`GET ${url}`, (await app.inject({ url: `${url}?${query}`, headers })).statusCode);
      if (method !== 'POST') continue;
      for (const [form, csrf] of Object.entries(tokens)) {
        const response = await post(app, browser, url, { ...fields, password: PASSWORD, csrf });
        note(`POST ${url} (${form})`, response.statusCode);
        if (response.statusCode !== 403) reached += 1;
      }
    }
  }
  t.ok(reached > 100, `${reached} forms are accepted as ours`);
  t.strictSame(failed, []);
});
