/**
 * The addresses of a school that states a domain of its own: in every answer they are on that domain, and what they name
 * is here when the domain leads back to this server, as the manual shows it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { dataOf } from '../support/account.ts';
import { ours, recordAnswers } from '../support/addresses.ts';
import { adminApp, call, RIVERSIDE } from '../support/admin.ts';
import { Browser } from '../support/browser.ts';
import { askAdminApi, askTools, everyField, walk } from '../support/crawl.ts';
import { callTool } from '../support/mcp.ts';
import { ROOT } from '../support/programs.ts';
import { knownIds } from '../support/school-rows.ts';

const DOMAIN = 'school.example';
const HERE = '/schools/riverside';
/** As a proxy fills in the rule of the manual, where the target of a request always begins with a slash. */
const [, RULE = ''] = /redir https:\/\/id\.example(\S+)\{uri\}/.exec(
  readFileSync(join(ROOT, 'docs/run/public-pages.md'), 'utf8'),
) ?? [''];

const onDomain = (text: string): string[] =>
  [...text.replaceAll('\\/', '/').matchAll(/https:\/\/school\.example([^\s"'`<>()[\]\\|]*)/g)].map(([, path = '']) =>
    path.replace(/[.,;:*]+$/, ''),
  );
const kindOf = (path: string): string =>
  path
    .split('/')
    .filter((_part, at) => at % 2 === 1)
    .join(' ');

t.test('the addresses of a school with a domain of its own are there, and lead back to its pages [D5]', async (t) => {
  const { app, tokenOf } = await adminApp(t, { env: { RATE_LIMITS: 'off' } });
  const owner = await tokenOf('owner');
  const member = await tokenOf('member', ['account:read', 'account:write']);
  const known = await knownIds(app, RIVERSIDE.id);
  t.equal((await call(app, owner, 'PATCH', '/school', { primaryDomain: DOMAIN })).status, 200);

  const there = new Map<string, string>();
  const here: string[] = [];
  const read = (place: string, text: string): void => {
    for (const path of onDomain(text)) there.set(path, place);
    for (const path of ours(text)) if (path.startsWith(HERE)) here.push(`${path} in ${place}`);
  };
  recordAnswers(app, (request, { headers }) => read(`a header of ${request}`, JSON.stringify(headers)));
  await askAdminApi(app, read, owner, known);
  await askTools(app, read, 'anybody', undefined, known);
  await askTools(app, read, 'the owner', owner, known);
  await askTools(app, read, 'a member', member, known);
  read('the Account API', JSON.stringify(await dataOf(app, member, await everyField(app, member))));
  const [startsAt, endsAt] = [1, 2].map((days) => new Date(app.clock() + days * 86_400_000).toISOString());
  const event = { title: 'Evening', slug: 'evening', startsAt, endsAt, timezone: 'UTC', kind: 'online' };
  await call(app, owner, 'POST', '/events', { ...event, price: { amount: 900, currency: 'EUR' } });
  t.equal((await call(app, owner, 'POST', '/events/evening/publish')).status, 200);
  const refused = await callTool(app, 'register_for_event', { event: 'evening' }, { token: member });
  t.match(refused.text, `https://${DOMAIN}/events/evening`, 'where it can be bought');
  read('a refusal', refused.text);
  t.strictSame(here, [], 'no address is on this server');
  const kinds = new Set([...there.keys()].map(kindOf));
  t.strictSame([...kinds].sort(), ['', 'courses', 'courses lectures', 'events', 'pages', 'posts']);

  const visitor = new Browser(app);
  for (const [path, place] of there) {
    const uri = path === '' ? '/' : path;
    t.equal((await visitor.get(`${RULE}${uri}`)).status, 200, `${uri}, in ${place}`);
  }
});

t.test('the public pages of a school name those of its domain, and are the same under its name [D5]', async (t) => {
  const { app, tokenOf } = await adminApp(t, { env: { RATE_LIMITS: 'off' } });
  const owner = await tokenOf('owner');
  t.equal((await call(app, owner, 'PATCH', '/school', { primaryDomain: DOMAIN })).status, 200);
  const pages = new Map<string, string>();
  const read = (place: string, text: string): void => {
    const [path = ''] = place.split(' ', 1);
    if (path.startsWith(HERE)) pages.set(path, text);
  };
  await walk(app, read, 'a visitor', new Browser(app), [HERE]);
  for (const [path, text] of pages) {
    const [, canonical] = /<link rel="canonical" href="([^"]*)">/.exec(text) ?? [];
    // What follows the first page of a list is at an address of its own, which is not meant to last.
    t.equal(canonical, path.includes('?') ? undefined : `https://${DOMAIN}${path.slice(HERE.length)}`, path);
    // A proxy may pass the name on that it was called by.
    const named = await app.inject({ url: path, headers: { host: DOMAIN, accept: 'text/html' } });
    t.equal(named.statusCode, 200, path);
    t.equal(named.body, (await app.inject({ url: path, headers: { accept: 'text/html' } })).body);
    t.strictSame(
      ours(named.body).filter((address) => address.startsWith(HERE)),
      [],
      'links are relative, or on the domain',
    );
  }
  t.ok(pages.size > 10, `${pages.size} pages`);
});
