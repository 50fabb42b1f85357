/** Names by which a client could be taken for another: no client of its own gets one, and people see what is not verified. */
import t from 'tap';
import { textFor } from '../../routes/words/index.ts';
import { VENDOR_PRESETS, vendorClientId } from '../../schema/clients/vendor-presets.ts';
import { skeleton } from '../../schema/text/look-alike.ts';
import { RIVERSIDE } from '../../scripts/commands/demo/platform.ts';
import { PASSWORD, testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { documentFor, documentHost } from '../support/document-host.ts';
import { authorizeUrl, CALLBACK, makeVerifier } from '../support/oauth-client.ts';
import { said } from '../support/signed-in.ts';

const middle = (sign: string) => (name: string) => `${name.slice(0, 2)}${sign}${name.slice(2)}`;
const swap = (pairs: Readonly<Record<string, string>>) => (name: string) =>
  [...name].map((letter) => pairs[letter] ?? letter).join('');
const CYRILLIC = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', C: 'С', T: 'Т', S: 'Ѕ', s: 'ѕ', i: 'і', d: 'ԁ', V: 'Ѵ' };
const GREEK = { a: 'α', o: 'ο', u: 'υ', T: 'Τ', v: 'ν', C: 'Ϲ' };
const fullwidth = (name: string) =>
  name.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

const DISGUISES: Readonly<Record<string, (name: string) => string>> = {
  'as it is': (name) => name,
  'in capitals': (name) => name.toUpperCase(),
  'with spaces around it': (name) => `  ${name} `,
  'with two spaces': (name) => name.replaceAll(' ', '  ').concat('  '),
  'with no-break spaces': (name) => `\u00a0${name.replaceAll(' ', '\u00a0')}\u00a0`,
  'with U+3164': middle('\u3164'),
  'with U+FFA0': middle('\uffa0'),
  'with U+115F': middle('\u115f'),
  'with U+034F': middle('\u034f'),
  'with U+2800': (name) => `${name}\u2800`,
  'with U+FE0F': middle('\ufe0f'),
  'with U+180B': middle('\u180b'),
  'with U+17B4': middle('\u17b4'),
  'with U+200B': middle('\u200b'),
  'with U+00AD': middle('\u00ad'),
  'with U+202E': middle('\u202e'),
  'with U+E0041': middle('\u{e0041}'),
  'with an accent': (name) => name.replace(/[aou]/, '$&\u0301'),
  'in full width': fullwidth,
  'in mathematical letters': (name) =>
    name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
  'in Cyrillic letters': swap(CYRILLIC),
  'with one Cyrillic letter': (name) => name.replace(/[aeoCTV]/, (letter) => swap(CYRILLIC)(letter)),
  'in Greek letters': swap(GREEK),
  'with capital I for l': (name) => name.replaceAll('l', 'I'),
  'with 1 for l': (name) => name.replaceAll('l', '1'),
  'with 0 for o': (name) => name.replaceAll('o', '0'),
  'with a dotless i': (name) => name.replaceAll('i', 'ı'),
};

const HONEST = [
  ...[
    'Моя программа',
    'Яндекс GPT',
    '1С:Школа',
    'Ελληνικά μαθήματα',
    'Հայերեն',
    '学校のAIツール',
    'ぼくのToolです',
    'AI도우미',
  ],
  ...[
    '學校AI助手',
    'ㄅㄆㄇ小幫手',
    'ผู้ช่วยAI',
    'مساعد AI',
    'برنامهٔ من',
    'עוזר AI',
    'हिन्दी सहायक',
    'µTorrent',
    'λ-Tool',
    'π',
  ],
  ...[
    'Ärzte-App',
    'Čeština',
    'Tiếng Việt',
    'İstanbul',
    'Straße 9',
    '❤️ App',
    'C++',
    'X',
    'Claude helper',
    'My ChatGPT tool',
  ],
  ...['Curser', 'Modern Tool', 'Lesson Planner', 'MCP Inspector', 'Internal I/O', 'B2B 2.0', 'Ünïcödé'],
];

t.test('a name that looks like an integration’s makes no client of its own', async (t) => {
  const { app } = await testApp(t);
  const register = (client_name: string) =>
    app.inject({ method: 'POST', url: '/api/oauth/register', payload: { client_name, redirect_uris: [CALLBACK] } });
  let rows = 0;
  for (const vendor of VENDOR_PRESETS)
    for (const name of [vendor.name, ...vendor.aliases])
      for (const [how, disguise] of Object.entries(DISGUISES)) {
        rows += 1;
        const answer = await register(disguise(name));
        const { client_id, error, error_description } = answer.json();
        if (answer.statusCode === 201) t.equal(client_id, vendorClientId(vendor), `${name} ${how}`);
        else
          t.match(
            { error, error_description },
            { error: 'invalid_client_metadata', error_description: /^client_name: \w+/ },
            `${name} ${how}`,
          );
        if (['as it is', 'in capitals', 'with spaces around it', 'in full width'].includes(how))
          t.equal(answer.statusCode, 201, `${name} ${how}: the same name in another form`);
      }
  t.ok(rows > 200, `${rows} rows`);
  for (const name of HONEST) {
    const answer = await register(name);
    t.match([answer.statusCode, answer.json()], [201, { client_name: name }], name);
    t.notMatch(answer.json().client_id, /^c_vendor/, name);
  }
  t.equal(new Set(HONEST.map(skeleton)).size, HONEST.length, 'names of their own');
});

const EVIL = 'https://evil.example/client.json';
const EVIL_CALLBACK = 'https://evil.example/back';
const CLAUDE_CALLBACK = 'https://claude.ai/api/mcp/auth_callback';

t.test('a name of others is shown as unverified where access is allowed', async (t) => {
  const host = await documentHost(t);
  const { app, clock } = await testApp(t, { network: host.network, env: { CIMD_OPEN_REGISTRATION: 'on' } });
  const common = { authMethod: 'none', scopes: ['openid', 'courses:read'], createdAt: clock.now } as const;
  const registered = { ...common, origin: 'registered', redirectUris: [CALLBACK], network: '192.0.2.1' } as const;
  const ofSchool = { ...common, origin: 'site_application', siteId: RIVERSIDE.id } as const;
  const made = async (client: object, id: string) => {
    await app.oauth.clients.create(
      { ...client, id } as never,
      {
        ...{ ip: '192.0.2.1', userAgent: 'test', requestId: 'test' },
        ...{ event: 'client_registered', at: clock.now, clientId: id },
      } as never,
    );
    return id;
  };
  const document = (name: string) => {
    host.serve(EVIL, documentFor(EVIL, { client_name: name, redirect_uris: [EVIL_CALLBACK] }));
    return EVIL;
  };
  /** A client, where it gets its answer, its name, and whether that is marked. */
  const ROWS: readonly [string | Promise<string>, string, string, boolean][] = [
    [made({ ...registered, name: 'Сlaude' }, 'c_old_1'), CALLBACK, 'Сlaude', true],
    [made({ ...registered, name: 'Cla\u3164ude' }, 'c_old_2'), CALLBACK, 'Cla ude', true],
    [made({ ...registered, name: 'riverside  academy' }, 'c_old_3'), CALLBACK, 'riverside academy', true],
    [made({ ...registered, name: 'Some tool' }, 'c_old_4'), CALLBACK, 'Some tool', false],
    [made({ ...ofSchool, name: 'Claude', redirectUris: [EVIL_CALLBACK] }, 'c_app_1'), EVIL_CALLBACK, 'Claude', true],
    [
      made({ ...ofSchool, name: 'Claude', redirectUris: [CLAUDE_CALLBACK] }, 'c_app_2'),
      CLAUDE_CALLBACK,
      'Claude',
      false,
    ],
    [
      made({ ...ofSchool, name: 'Riverside Academy', redirectUris: [CALLBACK] }, 'c_app_3'),
      CALLBACK,
      'Riverside Academy',
      false,
    ],
    [document('ChatGPT'), EVIL_CALLBACK, 'ChatGPT', true],
    ['c_vendor_claude', CLAUDE_CALLBACK, 'Claude', false],
  ];
  const browser = new Browser(app);
  for (const [client, redirectUri, name, isMarked] of ROWS) {
    const target = { id: await client, redirectUri, secret: undefined };
    const url = authorizeUrl(target, makeVerifier(), { scope: 'openid courses:read', resource: undefined });
    let page = await browser.get(url);
    if (page.body.includes('/sign-in"'))
      page = await browser.submit(page, '/sign-in', { email: 'ruth@riverside.example', password: PASSWORD });
    t.match(page.body, '/decision"', `${target.id}: consent`);
    t.match(said(page), name, target.id);
    t.equal(said(page).includes(textFor('en').client.unverified({ name })), isMarked, `${target.id}: ${name}`);
  }
});
