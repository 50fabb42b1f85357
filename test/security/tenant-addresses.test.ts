// slow
/**
 * Addresses that schools enter. A school could have linked a page of ours on which the click of somebody else does
 * something, so none is taken that leads to this server, none is shown as a link, and none reads as another.
 */
import * as fc from 'fast-check';
import t from 'tap';
import { RIVERSIDE } from '../support/admin.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { bodySchemaOf, fitting, type JsonSchema } from '../support/arbitrary-input.ts';
import { Browser } from '../support/browser.ts';
import { walk } from '../support/crawl.ts';
import { databaseFile } from '../support/database-edit.ts';
import { filesWith, productLines } from '../support/sources.ts';

const OWN = 'https://id.example';
const TRAP = '/oauth/authorize?client_id=c_vendor_claude&response_type=code';
const env = { BASE_URL: OWN, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
const OWNER = 'ruth@riverside.example';

/** Ways to write an address of this server that is no public page of a school. */
const OWN_ADDRESSES = [
  `${OWN}${TRAP}`,
  `${OWN}/`,
  `https://ID.example${TRAP}`,
  `https://id.example.${TRAP}`,
  `https://id.example:8443${TRAP}`,
  `https://%69d.example${TRAP}`,
  `https://ｉd.example${TRAP}`,
  `${OWN}/schools/../oauth/authorize`,
  `${OWN}/schools/riverside/..%2f..%2foauth/authorize`,
];
/** What reads as another address, or hides a part of itself. */
const MISLEADING = [
  'https://id.example@evil.example/',
  'https://user:word@evil.example/',
  'https://evil.example/\u202Efdp.exe',
  'https://evil.example/a\u200Bb',
  'https://evil.example/\u2066x',
];
const HONEST = [
  'https://school.example/terms?a=1#b',
  'https://school.example:8443/@teacher',
  'https://schule-köln.example/über',
  `${OWN}/schools/riverside/pages/terms`,
  `${OWN}/schools/riverside`,
];

/** The paths of the members of a schema that are URLs, each with a value that has one there. */
function urlMembers(schema: JsonSchema, make: (url: string) => unknown = (url) => url): ((url: string) => unknown)[] {
  const { anyOf = [], format, pattern, items, properties = {}, additionalProperties } = schema;
  return [
    // The library leaves the format out where there is a pattern.
    ...(format === 'uri' || pattern?.startsWith('^https') ? [make] : []),
    ...anyOf.flatMap((one) => urlMembers(one, make)),
    ...(items === undefined ? [] : urlMembers(items, (url) => make([url] as never))),
    ...(typeof additionalProperties === 'object'
      ? urlMembers(additionalProperties, (url) => make({ of: url } as never))
      : []),
    ...Object.entries(properties).flatMap(([name, one]) => urlMembers(one, (url) => make({ [name]: url } as never))),
  ];
}

t.test('no operation takes an address of this server, or one that reads as another', async (t) => {
  const { app } = await testApp(t, { env });
  const operator = {
    siteId: RIVERSIDE.id,
    personId: 'usr_demo_ruth',
    role: 'owner',
    now: app.clock(),
    requestId: 'r',
  } as const;
  const fields: string[] = [];
  for (const operation of app.school.catalogue) {
    const schema = bodySchemaOf(operation);
    const needed = Object.fromEntries(
      (schema.required ?? []).map((name) => [
        name,
        fc.sample(fitting(schema.properties?.[name] ?? {}, new Map(), name), { seed: 3, numRuns: 1 })[0],
      ]),
    );
    const inPath = Object.fromEntries([...operation.rest.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'none']));
    for (const member of urlMembers(schema)) {
      const call = (url: string) =>
        app.school.runOperation(operation, operator, { ...needed, ...inPath, ...(member(url) as object) }).then(
          () => [],
          ({ faults = [] }) => faults as { path: string; message: string }[],
        );
      const [field = ''] = Object.keys(member('') as object);
      fields.push(`${operation.name} ${field}`);
      const at = async (url: string) => (await call(url)).filter(({ path }) => path.split('.')[0] === field).length;
      for (const url of [...OWN_ADDRESSES, ...MISLEADING])
        t.equal(await at(url), 1, `${operation.name} ${field} ${url}`);
      for (const url of HONEST) t.equal(await at(url), 0, `${operation.name} ${field} ${url}`);
    }
  }
  t.strictSame(fields.length, new Set(fields).size);
  t.ok(fields.length >= 12, `${fields.length} fields: ${fields.join(', ')}`);
  const domain = app.school.operations.update_school;
  const refused = app.school.runOperation(domain, operator, { primaryDomain: 'id.example' });
  const faults = await refused.then(
    () => undefined,
    (error: { faults: object }) => error.faults,
  );
  t.match(faults, [{ path: 'primaryDomain' }]);
});

t.test('no form takes an address of this server', async (t) => {
  const { app } = await testApp(t, { env });
  const browser = new Browser(app, OWN);
  await browser.submit(await browser.get('/sign-in'), '/sign-in', { email: OWNER, password: PASSWORD });
  const found = new Map<string, string>();
  const read = (place: string, body: string) => {
    for (const [, form = ''] of body.matchAll(/(<form [^>]*method="post".*?<\/form>)/gs)) {
      const [, action = ''] = /action="([^"]*)"/.exec(form) ?? [];
      for (const [, name = ''] of form.matchAll(
        /<(?:input|textarea)\b(?=[^>]*(?:type="url"|_uris))[^>]* name="([^"]*)"/g,
      )) {
        if (/new$|details$|edit$/.test(action))
          found.set(
            `${action.replace(/(applications|webhooks)\/[^/]+\/edit/, '$1/edit')} ${name}`,
            `${place.split(' ')[0]} ${action}`,
          );
      }
    }
  };
  await walk(app, read, 'the owner', browser, ['/admin/riverside', '/admin/riverside/webhooks/new']);
  const application = { name: 'An app', kind: 'public', scope: 'openid' };
  const details = { locale: 'en', timezone: 'UTC', currency: 'EUR' };
  const EXTRA: Record<string, string> = { ...application, ...details, event: 'member.added' };
  t.ok(found.size >= 8, [...found.keys()].join(', '));
  for (const [field, where] of found) {
    const [, name = ''] = field.split(' ');
    const [page = '', action = ''] = where.split(' ');
    for (const url of OWN_ADDRESSES) {
      const { status, body } = await browser.submit(await browser.get(page), action, { ...EXTRA, [name]: url });
      t.equal(status, 400, `${field} ${url}`);
      t.match(body, new RegExp(`id="${name}-error"|aria-invalid="true"`), `${field} ${url}`);
    }
  }
});

t.test('what is stored already is no link on any page if it leads to this server', async (t) => {
  const file = databaseFile(t);
  const { app } = await testApp(t, { databaseUrl: file.url, env });
  const place = async (url: string, domain: string) => {
    await file.edit(
      'update sites set terms_url = ?, privacy_url = ?, support_url = ?, primary_domain = ? where slug = ?',
      ...[url, url, url, domain, 'riverside'],
    );
  };
  /** Every link on every page. */
  const linksOn = async (): Promise<string[]> => {
    const links: string[] = [];
    const read = (_place: string, body: string) => links.push(...(body.match(/<a\b[^>]*>[^<]*/g) ?? []));
    for (const email of [undefined, 'ana@riverside.example', OWNER]) {
      const browser = new Browser(app, OWN);
      const before = await browser.get('/sign-in?school=site_demo_riverside');
      if (email !== undefined) await browser.submit(before, '/sign-in', { email, password: PASSWORD });
      const starts = ['/', '/schools/riverside', '/sign-in?school=site_demo_riverside', '/account/assistants'];
      starts.push('/password/forgot?school=site_demo_riverside', '/admin/riverside', '/account');
      await walk(app, read, email ?? 'a stranger', browser, starts);
    }
    return links;
  };
  await place(`${OWN}${TRAP}`, 'id.example');
  const trapped = await linksOn();
  t.ok(trapped.length > 200, `${trapped.length} links`);
  t.strictSame(
    trapped.filter((link) => link.includes('c_vendor_claude') || link.includes('"https://id.example/"')),
    [],
  );

  await place('https://раypal.example/\u202Ex', 'learn.riverside.example');
  const shown = (await linksOn()).filter((link) => /xn--|learn\.riverside|[\u0400-\u04ff]/.test(link));
  t.ok(shown.length >= 4, `${shown.length} links`);
  for (const link of shown) {
    t.match(link, 'rel="nofollow ugc noopener noreferrer"');
    t.notMatch(link, /[\u0400-\u04ff\u202e]/, 'the host is shown as it is resolved');
  }
});

t.test('one function alone makes the link to an address of a school', async (t) => {
  const lines = productLines().filter(({ file }) => file.startsWith('routes/'));
  t.strictSame(filesWith(lines, /nofollow ugc/), ['routes/pages/kit/tenant-anchor.ts']);
  t.strictSame(filesWith(lines, /href="\$\{[^}]*(?:supportUrl|termsUrl|privacyUrl|primaryDomain|legal)/), []);
  t.strictSame(
    filesWith(productLines(), /as TenantLink\b/),
    ['schema/text/tenant-link.ts'],
    'nothing else counts as judged',
  );
});
