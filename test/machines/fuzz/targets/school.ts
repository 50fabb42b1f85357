/** What schools write and what is sent to them: texts, styles, addresses, times, files and webhooks. */
import { createHmac } from 'node:crypto';
import { descriptionOf, schoolText } from '../../../../routes/pages/school/school-text.ts';
import { parseBucketUrl } from '../../../../schema/school/bucket.ts';
import { instantOf, instantValue } from '../../../../schema/school/calendar.ts';
import { faultsOfCss } from '../../../../schema/school/custom-css.ts';
import { fitsName } from '../../../../schema/school/file-content.ts';
import { readLogo } from '../../../../schema/school/logo-image.ts';
import { dispositionOf, rangeOf } from '../../../../schema/school/upload.ts';
import { makeWebhookSecret, readWebhookUrl, webhookHeaders } from '../../../../schema/school/webhook.ts';
import { must, PART, parts, type Target } from '../target.ts';

const CONTEXT = { label: 'Table', base: '/schools/riverside' as const, baseUrl: 'https://id.example' };
const ELEMENTS = new Set(
  'div p h2 h3 h4 ul ol li blockquote pre code em strong del br hr a table thead tbody tr th td input label span'.split(
    ' ',
  ),
);

/** Everything in a text of a school is one of a few elements, each closed, and links lead where they may. */
function markdown(input: string): void {
  const markup = String(schoolText(input, CONTEXT).markup);
  const open: string[] = [];
  for (const [, slash, element = '', attributes = ''] of markup.matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)) {
    must(ELEMENTS.has(element), `an element ${element}`);
    must(!/\s(?:on\w+|style|src)=/i.test(attributes.replaceAll(/"[^"]*"/g, '')), `attributes ${attributes}`);
    if (slash === '/') must(open.pop() === element, `${element} is not open`);
    else if (!['br', 'hr', 'input'].includes(element)) open.push(element);
    const href = /href="([^"]*)"/.exec(attributes)?.[1];
    const url = href === undefined ? null : URL.parse(href.replaceAll('&amp;', '&'), CONTEXT.baseUrl);
    if (href !== undefined) must(url !== null && /^(https?|mailto):$/.test(url.protocol), `a link to ${href}`);
    if (url?.hostname.replace(/\.$/, '') === 'id.example') must(/^\/schools\//.test(url.pathname), `a link to ${href}`);
  }
  must(open.length === 0, `${open} is not closed`);
  const said = descriptionOf(input);
  must(said.length <= 161 && !/[\n\r]/.test(said), 'a description is short and one line');
}

function css(input: string): void {
  const faults = faultsOfCss(input);
  must(faults.length < 20 && faults.every((fault) => fault.length > 0 && fault.length < 100), 'faults are short');
  if (faults.length > 0) return;
  const bare = input
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/g, '""');
  const outside = bare.replaceAll(/url\([^)]*\)/gi, 'url()');
  must(!/<\/?style|@import|@charset|(?<![\w-])expression\(|javascript:/i.test(outside), 'what no style may hold');
  must(!/url\(\s*["']?\s*(?:[a-z][a-z0-9+.-]*:|\/\/|\\)/i.test(bare), 'an address elsewhere');
  must(faultsOfCss(`${input}\na { color: red }`).length === 0, 'it changes what follows it');
}

function addresses(input: string): void {
  const [text = ''] = parts(input);
  const bucket = parseBucketUrl(text);
  if (bucket !== undefined) {
    const url = new URL(bucket.endpoint);
    must(url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname), 'without TLS');
    must(url.username + url.password + url.search + url.hash === '' && url.pathname.length > 1, 'more than an address');
    const again = `${url.protocol}//${encodeURIComponent(bucket.accessKeyId)}:${encodeURIComponent(bucket.secretAccessKey)}@${url.host}${url.pathname}`;
    must(JSON.stringify(parseBucketUrl(again)) === JSON.stringify(bucket), 'written again, it is another');
  }
  for (const mayBeLoopback of [true, false]) {
    const address = readWebhookUrl(text, 'https://id.example', mayBeLoopback);
    if (address === undefined) continue;
    const { protocol, hostname, username, password, hash } = new URL(address);
    must(protocol === 'https:' && username + password + hash === '', 'more than an address');
    must(mayBeLoopback || hostname !== 'localhost', 'this machine');
    must(!/^[\d.]+$|^\[/.test(hostname), 'an address of the network');
    must(readWebhookUrl(address, 'https://id.example', mayBeLoopback) === address, 'read once more, it is another');
  }
}

function instant(input: string): void {
  const { success, data } = instantValue.safeParse(input);
  if (!success) return;
  const at = instantOf(data);
  const written = new Date(at).toISOString();
  must(/^\d{4}-/.test(written) && instantValue.safeParse(written).success, `${written} is refused`);
  must(Date.parse(written) === at, 'written again, it is another time');
}

function file(input: string): void {
  const [filename = '', range, size = '10'] = parts(input);
  const name = filename.toWellFormed();
  for (const type of ['image/png', 'text/csv', 'application/pdf']) {
    const header = dispositionOf(type, name);
    const [, ascii = '', encoded = ''] =
      /^(?:inline|attachment); filename="([^"]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(header) ?? [];
    must(decodeURIComponent(encoded) === name, `the name is lost in ${header}`);
    must(ascii.length === name.length && /^[\x20-\x7e]*$/.test(header), `not a header: ${header}`);
    if (/\.(exe|html|js|svg|bat)[. ]*$/i.test(name)) must(!fitsName(type, name), 'a program');
  }
  const length = Number(size) >= 0 && Number(size) < 1e12 ? Math.floor(Number(size)) : 10;
  const found = rangeOf(range, length);
  if (found === undefined || found === 'unsatisfiable') return;
  must(found.first >= 0 && found.first <= found.last && found.last < length, 'outside of the file');
}

const logo = (input: string): void => {
  const read = readLogo(Buffer.from(input, 'latin1'));
  if (typeof read !== 'string') must(/^[0-9a-f]{32}\.(png|jpg|webp)$/.test(read.name), 'its name');
};

/** What a receiver does that follows the Standard Webhooks. */
function webhook(input: string): void {
  const [payload = '', id = 'msg_1', at = '1'] = parts(input.toWellFormed());
  const secrets = [makeWebhookSecret(), makeWebhookSecret()];
  const now = Math.abs(Number(at)) < 1e12 ? Math.abs(Number(at)) : 1;
  const headers = webhookHeaders(id, payload, secrets, now);
  const signatures = String(headers['webhook-signature']).split(' ');
  must(signatures.length === secrets.length, 'one signature for each secret');
  for (const [index, secret] of secrets.entries()) {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${payload}`;
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    must(signatures[index] === expected && key.length >= 24, 'a receiver would refuse it');
  }
  must(/^\d{1,10}$/.test(String(headers['webhook-timestamp'])), 'seconds');
}

export const SCHOOL: readonly Target[] = [
  {
    name: 'markdown',
    code: ['routes/pages/school/school-text', 'routes/pages/kit/markdown'],
    words: [
      '[a](',
      '](javascript:x)',
      '![',
      '<a href=x>',
      '&#x6a;',
      '# ',
      '> ',
      '- ',
      '1. ',
      '```\n',
      '~~~',
      '|a|b|\n|-|-|\n',
      '**',
      '_',
      '~~',
      '\n\n',
      '    ',
      '[x]: ',
      '<!--',
      '\\',
      '- [ ] ',
      'https://id.example/',
      '//id.example./admin',
    ],
    examples: [
      '# Title\n\nText with **strong** and [a link](https://a.example/x?a=1&b=2).\n\n- one\n  - two\n\n> quoted',
      '| a | b |\n| --- | :-: |\n| 1 | `2` |\n\n```js\nx\n```\n\n[r]: /courses/x\n\n[r] <https://id.example./oauth/authorize>',
    ],
    run: markdown,
  },
  {
    name: 'css',
    code: ['schema/school/custom-css'],
    words: [
      '@import',
      '@media',
      'url(',
      '"',
      "'",
      '/*',
      '*/',
      '{',
      '}',
      '\\',
      '\\69',
      ';',
      'image-set(',
      '</style',
      'expression(',
      '//',
      '#a',
      '/x.png',
      '\n',
    ],
    examples: [
      '@media (min-width: 40em) { .a:hover > b::after { content: "\\201C "; background: url(/img/x.png) } }',
      'a { color: red } /* } */',
    ],
    run: css,
  },
  {
    name: 'address',
    code: ['schema/school/bucket', 'schema/school/webhook', 'schema/url-part'],
    words: [
      'https://',
      'http://',
      'key:secret@',
      'localhost',
      '127.0.0.1',
      '[::1]',
      '%2F',
      '%zz',
      ':8443',
      '/bucket',
      '?',
      '#',
      '.',
      ' ',
    ],
    examples: [
      'https://key:se%2Fcret@s3.example/my-bucket',
      'http://k:s@localhost:9000/bucket/',
      'https://hooks.school.example/in?x=1',
    ],
    run: addresses,
  },
  {
    name: 'instant',
    code: ['schema/school/calendar'],
    words: [
      '0000',
      '0001-01-01',
      '9999-12-31',
      'T24:00:00',
      'T23:59:60',
      'Z',
      '+23:59',
      '-23:59',
      '+00:00',
      '.999999999',
      '-02-29',
      '-02-30',
      '+010000',
    ],
    examples: [
      '2026-09-01T08:00:00Z',
      '0001-01-01T00:00:00+23:59',
      '9999-12-31T23:59:59.999-00:01',
      '2030-06-30t23:59:60z',
    ],
    run: instant,
  },
  {
    name: 'file',
    code: ['schema/school/upload', 'schema/school/file-content'],
    words: ['bytes=', '-', '0', '.exe', '.png', '. ', '"', '%', "'", '\\', 'é', '\r\n', ';', '999999999999999', PART],
    examples: [`report.pdf${PART}bytes=0-4${PART}10`, `é "x".png${PART}bytes=-0${PART}0`, `a.exe. ${PART}bytes=5-`],
    run: file,
  },
  {
    name: 'logo',
    code: ['schema/school/logo-image'],
    words: [
      '\x89PNG\r\n\x1a\n',
      'IHDR',
      'IDAT',
      'acTL',
      'RIFF',
      'WEBP',
      'VP8 ',
      'VP8L',
      'VP8X',
      '\xff\xd8',
      '\xff\xc0',
      '\xff\xda',
      '\0\0\0\x40',
    ],
    examples: [
      `\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x40\0\0\0\x40\x08\x06\0\0\0\0\0\0\0\0\0\0\0IDAT`,
      `RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x3f\0\0\x3f\0\0\0`,
      `\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x40\0\x40\x03\xff\xda`,
    ],
    run: logo,
  },
  {
    name: 'webhook',
    code: ['schema/school/webhook'],
    words: ['.', '{"type":"x"}', 'msg_', '1', '1e11', '\n', 'é', PART],
    examples: [`{"type":"course.published"}${PART}msg_1${PART}1700000000000`],
    run: webhook,
  },
];
