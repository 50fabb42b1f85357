/** What only a server can read, because it is signed or depends on the settings: cursors, signed addresses and headers. */
import type { FastifyInstance } from 'fastify';
import { must, PART, parts, type Target } from '../target.ts';

/** The settings of a server that believes what a proxy says. */
export const PROXIED = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' };

/** Sent as they are, but for what no client can put into a header. */
const asHeader = (text: string): string => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 4000);
const LEAKING = /node_modules|\.ts:\d|\n {4}at |SQLITE|relation "/;

const LISTS = [['courses', 'site_1'], ['courses', 'site_2'], ['courses'], ['orders', 'site_1', '{"q":"x"}']];

/** A cursor is for the list that it was made for, and says what the list wrote into it. */
const cursor =
  (app: FastifyInstance) =>
  (input: string): void => {
    const [given = '', id = 'crs_1', at = '1', edit = ''] = parts(input);
    for (const list of LISTS) must(app.cursors.read(list, given) === undefined, 'a cursor that nobody made');
    const key = {
      at: Number.isSafeInteger(Number(at)) ? Number(at) : at.toWellFormed(),
      id: id.replaceAll(/[^\w-]/g, ''),
    };
    const [list = [], ...others] = LISTS;
    const made = app.cursors.make(list, key);
    const read = app.cursors.read<number | string>(list, made);
    if (made.length <= 1000) must(read?.at === key.at && read.id === key.id, `${JSON.stringify(read)} was read`);
    for (const other of others) must(app.cursors.read(other, made) === undefined, 'it works for another list');
    for (const changed of [made.slice(1), `${made}=`, `${made}A`, made + edit, made.replace(/.$/, edit), edit + made]) {
      if (changed !== made) must(app.cursors.read(list, changed) === undefined, `changed to ${changed}, it works`);
    }
  };

/** A signed address works as it was made, for its file and method, until it expires. */
const signedUrl =
  (app: FastifyInstance) =>
  (input: string): void => {
    const [siteId = '', assetId = '', later = '1', edit = ''] = parts(input.replaceAll(/[^\w␞.-]/g, ''));
    const expiresAt = app.clock() + 1 + (Math.abs(Number.parseInt(later, 10)) || 0);
    if (!Number.isSafeInteger(expiresAt) || expiresAt >= 1e15) return;
    const address = { method: 'GET', siteId, assetId } as const;
    const query = Object.fromEntries(new URL(app.signedUrls.make(address, expiresAt)).searchParams);
    const { signature = '', expires = '' } = query;
    must(app.signedUrls.isGood(address, query), 'as it was made');
    must(!app.signedUrls.isGood({ ...address, method: 'PUT' }, query), 'for another method');
    must(!app.signedUrls.isGood({ ...address, download: edit }, query), 'for a download');
    must(
      !app.signedUrls.isGood({ ...address, siteId: `${siteId}${assetId}`, assetId: '' }, query) || assetId === '',
      'elsewhere',
    );
    for (const changed of [
      { ...query, expires: `${expires}0` },
      { ...query, expires: `0${expires}` },
      { ...query, expires: ` ${expires}` },
      { ...query, expires: [expires, expires] },
      { ...query, signature: [signature] },
      { ...query, signature: signature + edit + (edit === '' ? 'A' : '') },
      { expires },
      { signature },
      null,
    ]) {
      must(!app.signedUrls.isGood(address, changed), `with ${JSON.stringify(changed)}`);
    }
  };

/** Where each header is read, and what the answers may be. */
const HEADERS = {
  authorization: '/api/oauth/userinfo',
  accept: '/sign-in',
  'accept-language': '/sign-in',
  cookie: '/account',
  referer: '/language/de',
  origin: '/mcp',
  forwarded: '/sign-in',
  'x-forwarded-for': '/sign-in',
  'x-forwarded-proto': '/sign-in',
  'x-forwarded-host': '/mcp',
  'x-request-id': '/sign-in',
  'user-agent': '/account',
  'if-none-match': '/openapi.json',
  'content-type': '/api/oauth/token',
  'content-encoding': '/api/oauth/token',
  'sec-fetch-site': '/sign-in',
  'access-control-request-headers': '/mcp',
  range: '/uploads/a/b',
  'mcp-protocol-version': '/mcp',
  'last-event-id': '/mcp',
  traceparent: '/sign-in',
  host: '/mcp',
} as const;

const isHeader = (name: string): name is keyof typeof HEADERS => Object.hasOwn(HEADERS, name);

/** Whatever a header says, the answer is no fault of the server, sets no strange header and repeats nothing as markup. */
const header =
  (app: FastifyInstance) =>
  async (input: string): Promise<void> => {
    const [name = '', given = '', another = ''] = parts(input);
    if (!isHeader(name)) return;
    const value = asHeader(given);
    const url = HEADERS[name];
    const isPosted = url === '/mcp' || url === '/api/oauth/token';
    const answer = await app.inject({
      ...{ method: isPosted ? 'POST' : 'GET', url },
      headers: {
        accept: 'application/json, text/event-stream',
        ...(isPosted ? { 'content-type': 'application/json' } : {}),
        [name]: another === '' ? value : [value, asHeader(another)],
      },
      ...(isPosted ? { payload: '{"jsonrpc":"2.0","id":1,"method":"ping"}' } : {}),
    });
    must(answer.statusCode < 500, `${answer.statusCode} ${answer.body.slice(0, 200)}`);
    must(!LEAKING.test(answer.body), 'it shows its insides');
    const location = String(answer.headers.location ?? '/');
    must(/^\/(?![/\\])/.test(location), `it leads to ${location}`);
    const isRepeated = /[<"']/.test(value) && value.length > 8 && answer.body.includes(value);
    must(!isRepeated || !String(answer.headers['content-type']).startsWith('text/html'), 'it is repeated as markup');
    must(answer.statusCode !== 200 || name !== 'authorization', 'a token that nobody issued');
  };

const examples = (some: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(some).flatMap(([name, values]) => values.map((value) => `${name}${PART}${value}`));

export const serverTargets = (app: FastifyInstance): readonly Target[] => [
  {
    name: 'cursor',
    code: ['plugins/cursors'],
    words: ['"', ' ', '-1', '9007199254740991', '9007199254740993', 'NaN', '=', '-', '_', '+', '/', PART],
    examples: [
      `AAAAAAAAAAAAAAAAAAAAAAAA${PART}crs_1${PART}1700000000000${PART}A`,
      `x${PART}a${PART}Ein Titel mit "é" ${PART}==`,
    ],
    run: cursor(app),
  },
  {
    name: 'signed-url',
    code: ['plugins/signed-urls'],
    words: ['site_1', 'ast_1', '0', '900000', '-', '_', 'A', PART],
    examples: [`site_1${PART}ast_1${PART}900000${PART}A`],
    run: signedUrl(app),
  },
  {
    name: 'header',
    code: [
      'plugins/',
      'routes/apis/mcp/',
      'routes/pages/kit/',
      'schema/language',
      '@fastify/cookie',
      'routes/documents',
    ],
    words: [
      ...Object.keys(HEADERS),
      ...[
        'Bearer ',
        'Basic ',
        'at_1.',
        'de;q=0.9',
        'text/html',
        '*/*',
        ';q=',
        'sid=',
        '__Host-',
        '; ',
        'for=',
        '"[::1]:80"',
        'proto=https',
      ],
      ...[
        '127.0.0.1',
        '::ffff:127.0.0.1',
        'http://127.0.0.1:3000',
        'null',
        'W/"x"',
        'bytes=0-',
        'gzip',
        'charset=utf-7',
        'boundary=',
        PART,
      ],
    ],
    examples: examples({
      authorization: ['Bearer at_1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'bearer  x=', 'Basic YTpi', 'DPoP x'],
      accept: ['text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'application/json'],
      'accept-language': ['de-AT,de;q=0.9,en;q=0.8', '*'],
      cookie: ['sid=abc; pre=x; language=de; form="a%20b"', 'sid=%ZZ', '__Host-sid=a=b=c'],
      referer: ['http://127.0.0.1:3000/sign-in', 'http://127.0.0.1:3000//evil.example'],
      origin: ['http://localhost:6274', 'null', 'https://evil.example'],
      forwarded: ['for="[2001:db8::1]:80";proto=https;by=_x'],
      'x-forwarded-for': ['203.0.113.1, 10.0.0.1', '::ffff:203.0.113.1', '[::1]:99'],
      'x-forwarded-proto': ['https', 'http, https'],
      'x-forwarded-host': ['127.0.0.1:3000', 'evil.example'],
      'x-request-id': ['abc-123'],
      'user-agent': ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'],
      'if-none-match': ['W/"a", "b"', '*'],
      'content-type': [
        'application/x-www-form-urlencoded; charset=utf-8',
        'application/json',
        'multipart/form-data; boundary=x',
      ],
      'content-encoding': ['gzip', 'identity'],
      'sec-fetch-site': ['cross-site', 'same-origin'],
      'access-control-request-headers': ['authorization, x-a'],
      range: ['bytes=0-4'],
      'mcp-protocol-version': ['2025-11-25', '1900-01-01'],
      'last-event-id': ['1'],
      traceparent: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
      host: ['127.0.0.1:3000', 'evil.example', '[::1]:3000', 'a:b:c'],
    }),
    run: header(app),
  },
];
