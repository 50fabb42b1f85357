/** What people read whose form is too large to be taken. */
import { connect } from 'node:net';
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { MAX_PARAMETER } from '../../schema/limits.ts';
import { LANGUAGES } from '../../schema/text/language.ts';
import { adminApp, CALLERS } from '../support/admin.ts';
import { BASE, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { routesOf } from '../support/routes.ts';
import { linksOf, said, signedIn } from '../support/signed-in.ts';

const LARGE: [string, string][] = [['text', 'x'.repeat(20_000)]];
/** Small enough as a whole. */
const LONG: [string, string][] = [['text', 'x'.repeat(MAX_PARAMETER + 1)]];
const { message } = textFor('en');
/** The links of the page itself, without those around it. */
const waysOn = (body: string): string[] => linksOf({ body: /<ul class="links">.*?<\/ul>/s.exec(body)?.[0] ?? '' });

t.test('a form that is too large leads back to its page, and blames no app, in five languages', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const FORM = '/admin/riverside/applications/new';
  for (const language of LANGUAGES) {
    const { too_large: large, toForm } = textFor(language).message;
    owner.headers['accept-language'] = language;
    const page = await owner.post(FORM, LARGE, { referer: `${BASE}${FORM}?for=explorer` });
    t.match(page, { status: 413, headers: { connection: 'close' } });
    t.match(page.body, `<h1>${large.title}</h1><p>${large.text}</p>`);
    t.match(page.body, `<a href="${FORM}?for=explorer">${toForm}</a>`);
  }
  t.match(message.too_large, { title: 'This is too large', text: /nothing was saved\. Go back and choose a smaller/ });
});

t.test('every form of our pages says so, whoever sends it, also of a single field', async (t) => {
  const { app } = await testApp(t, { env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'school@school.example' } });
  const browser = new Browser(app);
  const forms = routesOf(app).filter(({ method, path }) => method === 'POST' && isOfPages(path));
  t.ok(forms.length > 80, `${forms.length} forms`);
  for (const { path } of forms) {
    for (const fields of [LARGE, LONG]) {
      const page = await browser.post(path.replaceAll(/:[^/]+/g, 'x'), fields);
      t.match(said(page), message.too_large.title, path);
      t.strictSame(waysOn(page.body), ['/'], `${path}: without a referrer, to the start page`);
    }
  }
});

/** Logos, files and lists of people have answers of their own: their forms take more than others. */
const isOfPages = (path: string): boolean =>
  !/^\/(?:api|mcp|\.well-known)\b|\/(?:logo\/upload|cover|assets\/new|roster\/compare)$/.test(path) &&
  !['/account/graphql', '/oauth/authorize', '/oauth/logout'].includes(path);

t.test('the way back leads to a page of ours that can be opened', async (t) => {
  const { app } = await testApp(t);
  const wayFrom = async (referer: string, path = '/sign-in'): Promise<string[]> =>
    waysOn((await new Browser(app).post(path, LARGE, { referer })).body);
  t.strictSame(await wayFrom(`${BASE}/sign-in?next=/account`), ['/sign-in?next=/account']);
  t.strictSame(await wayFrom(`${BASE}/sign-in`), ['/sign-in']);
  t.strictSame(await wayFrom(`${BASE}/account/profile/email`, '/account/profile/email'), ['/'], 'the answer to a form');
  for (const other of ['https://evil.example/sign-in', 'https://evil.example', 'nonsense', `${BASE}//evil.example/`]) {
    t.strictSame(await wayFrom(other), ['/'], other);
  }
  t.strictSame(await wayFrom(`${BASE}/oauth/authorize?client_id=x`), ['/'], 'what another site has opened');
});

t.test('a form that an app sends, and a program that sends one, get the same answer as before', async (t) => {
  const { app } = await testApp(t);
  const browser = new Browser(app);
  const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site', referer: 'https://app.example/' };
  for (const path of ['/oauth/authorize', '/oauth/logout', '/sign-in']) {
    const page = await browser.post(path, LARGE, headers);
    t.equal(page.status, 413);
    t.match(page.body, `<h1>${message.bad_request.title}</h1>`, path);
  }
  const program = await browser.post('/sign-in', LARGE, { accept: 'application/json' });
  t.match(JSON.parse(program.body), { error: 'invalid_request', error_description: 'the request body is too large' });
});

t.test('a photo for a logo that is far too large is refused while it is sent, and the answer arrives', async (t) => {
  const { app } = await adminApp(t);
  const owner = await signedIn(app, CALLERS.owner.email);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const path = '/admin/riverside/look/logo/upload';
  const cookieOf = ({ cookies }: Browser): string => [...cookies].map((cookie) => cookie.join('=')).join('; ');
  const answer = await sendPhoto(origin, path, cookieOf(owner));
  t.match(answer, /^HTTP\/1\.1 413 [\s\S]*\r\nconnection: close\r\n/i);
  t.match(answer, 'This file is larger than 100 KB.');
  t.match(await sendPhoto(origin, path, ''), new RegExp(message.page_too_old.title), 'to nobody, who learns nothing');
  const stranger = await signedIn(app, 'hugo@harbour.example');
  t.match(
    await sendPhoto(origin, path, cookieOf(stranger)),
    new RegExp(message.no_operator.title),
    'nor does a stranger',
  );
});

/** Sends 18 MB without waiting for the answer. @returns the answer */
async function sendPhoto(origin: string, path: string, cookie: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (part) => {
    answer += String(part);
  });
  // The server closes while this is still sending.
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const size = 18 * 1024 * 1024;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nAccept-Language: en\r\nOrigin: ${BASE}\r\nCookie: ${cookie}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${size}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(size));
  await ended;
  return answer;
}
