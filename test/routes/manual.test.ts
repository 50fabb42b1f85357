// slow
/** The manual as the server shows it: its pages, their links, and the search. */
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { MANUAL, urlOf } from '../../routes/documents/manual/contents.ts';
import { renderMarkdown } from '../../routes/documents/manual/markdown.ts';
import { BASE, testApp } from '../support/app.ts';

const PAGES = MANUAL.flatMap(({ pages }) => pages).map(({ path }) => urlOf(path));

const open = async (app: FastifyInstance, url: string, language = 'en') => {
  const headers = { accept: 'text/html', 'accept-language': language };
  const { statusCode, body, headers: sent } = await app.inject({ url, headers });
  return { statusCode, body, sent, main: body.slice(body.indexOf('<main'), body.indexOf('</main>')) };
};

const found = (body: string): string[] =>
  [...body.matchAll(/<p class="name"><a href="([^"]*)"/g)].map(([, url = '']) => url);

t.test('every page of the manual is served, and every link and picture on it is there', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const pages = new Map<string, string>();
  for (const url of PAGES) {
    const { statusCode, body, sent } = await open(app, url);
    t.equal(statusCode, 200, url);
    t.equal(sent['cache-control'], 'no-store', url);
    t.match(
      sent['content-security-policy'],
      /^default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'/,
    );
    t.equal(body.match(/aria-current="page"/g)?.length, 1, `${url} is marked in the table of contents`);
    const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    t.equal(new Set(ids).size, ids.length, `${url}: every id is there once`);
    pages.set(url, body);
  }
  const links = [...pages].flatMap(([page, body]) =>
    [...body.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, href = '']) => (href.startsWith('#') ? page + href : href)),
  );
  const own = [...new Set(links)].filter((href) => href.startsWith('/'));
  t.ok(own.length > 150, `${own.length} links`);
  for (const link of own) {
    const [path = '', fragment] = link.split('#');
    const body = pages.get(path) ?? (await open(app, path)).body;
    // A page of a person asks to sign in.
    t.match(String((await open(app, path)).statusCode), path.startsWith('/docs') ? '200' : /^(?:200|303)$/, link);
    if (fragment !== undefined) t.ok(body.includes(` id="${fragment}"`), link);
  }
  t.strictSame(
    [...new Set(links)].filter((href) => !/^(?:\/|https:\/\/)/.test(href)),
    [],
    'nothing leads to a file of the repository, or to the address of another server',
  );
});

t.test('a drawing that is opened as a page may have its own colours, and run and load nothing', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const { headers, body } = await app.inject('/docs/images/roles.svg');
  t.equal(headers['content-type'], 'image/svg+xml; charset=utf-8');
  t.equal(headers['x-content-type-options'], 'nosniff');
  t.equal(
    headers['content-security-policy'],
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  );
  t.match(body, /^<svg /);
});

t.test('error_uri and the type of a problem lead to their entries', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const { error_uri: uri } = (await app.inject({ method: 'POST', url: '/api/oauth/token' })).json();
  const { type } = (await app.inject({ url: '/api/v1/courses' })).json();
  for (const address of [uri, type]) {
    const [url, id] = String(address).replace(BASE, '').split('#');
    t.match((await open(app, url ?? '')).body, `<h2 id="${id}">`, address);
  }
});

t.test('commands and links of the manual name this server', async (t) => {
  const BASE_URL = 'http://localhost:3000';
  const { app } = await testApp(t, { seed: false, env: { BASE_URL } });
  const { main } = await open(app, '/docs/tour');
  t.match(main, `schoolgate connect --server ${BASE_URL} `);
  t.match(main, `curl -s ${BASE_URL}/.well-known/`);
  t.notMatch(main, 'http://127.0.0.1:3000');
  const proxy = (await open(app, '/docs/run/proxy')).main;
  t.match(proxy, 'proxy_pass http://127.0.0.1:3000;', 'not where it is the address behind the proxy');
});

t.test('a page of the manual is Markdown for callers that ask for it, with the addresses of this server', async (t) => {
  const BASE_URL = 'http://localhost:3000';
  const { app } = await testApp(t, { seed: false, env: { BASE_URL } });
  const { headers, body } = await app.inject({ url: '/docs/tour', headers: { accept: 'text/markdown' } });
  t.equal(headers['content-type'], 'text/markdown; charset=utf-8');
  t.equal(headers.vary, 'Accept');
  t.match(body, /^# A tour in five minutes\n/);
  t.match(body, `curl -s ${BASE_URL}/.well-known/`);
  t.equal((await app.inject('/docs/tour')).headers['content-type'], 'text/html; charset=utf-8', 'and a page otherwise');
});

t.test('the frame of the manual is in the language of the reader, its content in English', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const { body } = await open(app, '/docs/run/backup', 'de-AT');
  t.match(body, '<html lang="de">');
  t.match(body, '<main id="content" lang="en">');
  t.match(body, 'Handbuch durchsuchen');
  t.match(body, '<h1 id="backup">Backup</h1>');
});

t.test(
  'the search finds sections that contain all words, headings first, and shows what was entered as text',
  async (t) => {
    const { app } = await testApp(t, { seed: false });
    const search = (q: string, language?: string) => open(app, `/docs/search?${new URLSearchParams({ q })}`, language);
    t.strictSame(found((await search('lost master key')).main).slice(0, 1), ['/docs/run/runbook#lost-master-key']);
    t.ok(found((await search('MASTER_KEY_FILE')).main).includes('/docs/run/install#install-it-as-a-service'));
    t.ok(found((await search('Grant_Revoked')).main).length > 0);
    t.match((await search('xylophone zeppelin')).main, 'No section contains all of these words.');
    t.match((await search('xylophone', 'ja')).main, 'マニュアルにありません');
    for (const url of ['/docs/search', '/docs/search?q=', '/docs/search?q=a&q=b', '/docs/search?q=%00%ff']) {
      t.equal((await open(app, url)).statusCode, 200, url);
    }
    const hostile = '"><script>alert(1)</script> $& \\';
    const { body } = await search(hostile.repeat(20));
    t.notMatch(body, '<script');
    t.match(body, '&quot;&gt;&lt;script&gt;');
    t.ok(found((await search('a')).main).length <= 30, 'the list is limited');
  },
);

t.test('a query of the start page of the manual is a search, also for a reader without scripts', async (t) => {
  const { app } = await testApp(t, { seed: false });
  for (const q of ['lost master key', 'Ä & b', '']) {
    const { statusCode, headers } = await app.inject(`/docs?${new URLSearchParams({ q })}`);
    t.equal(statusCode, 303);
    t.equal(headers.location, `/docs/search?${new URLSearchParams({ q })}`);
  }
  t.equal((await app.inject('/docs?other=x')).statusCode, 200);
  t.equal((await app.inject('/docs?q=a&q=b')).statusCode, 200);
});

t.test('the manual calls the program as it is called where it runs', async (t) => {
  const { app } = await testApp(t, { seed: false });
  for (const path of ['/docs/tour', '/docs/run/mail', '/docs/run/second-factor']) {
    const { main } = await open(app, path);
    t.notMatch(main, /npm start|npx schoolgate/, path);
    t.match(main, 'schoolgate serve', path);
  }
  t.match((await open(app, '/docs/run/install')).main, 'npm start', 'the page about a checkout is about a checkout');
});

t.test('a scope is searched as one word, a question by its telling words, and auth.md is found too', async (t) => {
  const { app } = await testApp(t, { seed: false });
  const search = async (q: string) => {
    const { main } = await open(app, `/docs/search?${new URLSearchParams({ q })}`);
    return { urls: found(main), main };
  };
  const scope = await search('account:read');
  t.ok(scope.urls.includes('/docs/reference/scopes'));
  t.ok(scope.urls.includes('/auth.md#9-scopes'));
  t.notOk(scope.urls.includes('/docs/run/runbook#account-taken-over'), 'nothing that has only its parts');
  t.ok((await search('account:rotation')).urls.length > 0, 'unless nothing has it as one word');
  for (const q of ['how do I get a token', 'How can I get a token?', 'get a token']) {
    const { urls, main } = await search(q);
    t.equal(urls[0], '/auth.md', q);
    t.match(main, 'how to get a token', q);
  }
  t.equal((await search('what is a lost master key')).urls[0], '/docs/run/runbook#lost-master-key');
  t.ok((await search('how')).urls.length > 0, 'a little word alone is searched');
});

t.test('the manual shows HTML as text, and links to nothing that runs', (t) => {
  const source = [
    '# A <b>title</b> & `<i>`',
    '<script>alert(1)</script>',
    '[runs](javascript:alert(1)) [file](../x.ts) <img src=x onerror=alert(1)> [safe](https://safe.example/?a="b")',
    '| a | <u> |\n| --- | --- |\n| <td> | `</td>` |',
    '```sh"><script>\n</code><script>\n```',
    '![<x>](javascript:x)',
    '5. fifth',
  ];
  const addresses = {
    adapted: (text: string): string => text,
    linkOf: (href: string) => (href.startsWith('https:') ? href : undefined),
  };
  const { title, heading, body } = renderMarkdown(source.join('\n\n'), addresses);
  t.equal(title, 'A title & <i>');
  const markup = `${heading}${body}`;
  const tags = new Set([...markup.matchAll(/<([a-z1-6]+)/g)].map(([, tag]) => tag));
  t.strictSame([...tags].toSorted(), [
    'a',
    'code',
    'div',
    'h1',
    'li',
    'ol',
    'p',
    'pre',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
  ]);
  t.strictSame(
    [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    ['https://safe.example/?a=&quot;b&quot;'],
  );
  t.match(markup, '<ol start="5">', 'a list that a command interrupts goes on counting');
  t.end();
});

t.test('with a documentation elsewhere, the server shows no manual', async (t) => {
  const { app } = await testApp(t, { seed: false, env: { DOCS_URL: 'https://docs.example.com' } });
  for (const url of ['/docs', '/docs/tour', '/docs/search?q=key', '/docs/reference', '/docs/images/consent.webp']) {
    t.equal((await open(app, url)).statusCode, 404, url);
  }
});
