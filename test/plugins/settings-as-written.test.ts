// sqlite
/** Settings as env files, container tools, shells and editors write them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Config, loadConfig } from '../../plugins/settings/config.ts';
import { ConfigError } from '../../plugins/settings/environment.ts';
import { temporaryFolder } from '../support/app.ts';
import { BEHIND_HTTPS } from '../support/settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const LONG_KEY = Buffer.alloc(64, 7).toString('base64');
const BOM = '\uFEFF';

type Values = Readonly<Record<string, string>>;

const dataDir = temporaryFolder(t);
const load = (values: Values): Config => loadConfig({ DATA_DIR: dataDir, MASTER_KEY: KEY, ...values });

/** What the server makes of settings, or why it does not start. */
function outcomeOf<Value>(make: () => Value): Value | string {
  try {
    return make();
  } catch (error) {
    return error instanceof ConfigError ? error.message : `${error}`;
  }
}

/** What stands in the environment, and what the server makes of it, or why it does not start. */
const SETTINGS: readonly (readonly [values: Values, expected: Partial<Config> | RegExp])[] = [
  [{ PORT: '3001\r' }, { port: 3001 }],
  [{ PORT: ' 3001 ' }, { port: 3001 }],
  [{ PORT: '3001\n' }, { port: 3001 }],
  [{ PORT: '"3001"' }, { port: 3001 }],
  [{ PORT: "'3001'\r" }, { port: 3001 }],
  [{ PORT: '“3001”' }, { port: 3001 }],
  [{ PORT: `${BOM}3001` }, { port: 3001 }],
  [{ PORT: '\u200B3001\u00A0' }, { port: 3001 }],
  [{ [`${BOM}PORT`]: '3001' }, { port: 3001 }],
  [{ 'export PORT': '3001' }, { port: 3001 }],
  [{ 'PORT ': ' 3001' }, { port: 3001 }],
  [{ '  export  PORT ': ' "3001"' }, { port: 3001 }],
  [{ PORT: '""' }, { port: 3000 }],
  [{ PORT: ' ' }, { port: 3000 }],
  [{ PORT: '3001 # the port' }, /^PORT must be a whole number; a comment follows it on the same line$/],
  [{ PORT: '"3001' }, /^PORT must be a whole number; a quotation mark begins or ends it$/],
  [{ PORT: `$${'{THE_PORT}'}` }, /^PORT must be a whole number; it has a placeholder that nothing has replaced$/],
  [{ PORT: '{{ port }}' }, /^PORT must be a whole number; it has a placeholder/],
  [{ PORT: 'PORT=3001' }, /^PORT must be a whole number; it begins with the name of a setting and =$/],
  [{ PORT: '３００１' }, /^PORT must be a whole number; it has the character U\+FF13$/],
  [{ PORT: '30\u200B01' }, /^PORT must be a whole number; it has the character U\+200B$/],
  [{ PORT: '3001\nHOST=::1' }, /^PORT must be a whole number; it has more than one line$/],
  [{ PORT: '3001\\n' }, /^PORT must be a whole number; it has \\n instead of an end of the line$/],
  [{ HOST: '"localhost"', PORT: "'80'" }, { baseUrl: 'http://localhost' }],
  [{ RATE_LIMITS: 'OFF' }, { rateLimits: false }],
  [{ RATE_LIMITS: 'false' }, { rateLimits: false }],
  [{ RATE_LIMITS: 'no' }, { rateLimits: false }],
  [{ RATE_LIMITS: 'True' }, { rateLimits: true }],
  [{ RATE_LIMITS: '1' }, { rateLimits: true }],
  [{ RATE_LIMITS: 'on # as usual' }, /^RATE_LIMITS must be one of: on, off; a comment follows/],
  [{ LOG_LEVEL: 'WARN' }, { logLevel: 'warn' }],
  [{ REGISTRATION: '"Vendors_Only"' }, { registration: 'vendors_only' }],
  [{ SECOND_FACTOR: 'Staff' }, { secondFactor: 'staff' }],
  [{ WORKERS: '"2"' }, { workers: 2 }],
  [{ TRUST_PROXY: '"10.0.0.1, ::1"\r' }, { trustProxy: ['10.0.0.1', '::1'] }],
  [{ TRUST_PROXY: 'None' }, { trustProxy: [] }],
  [{ TRUST_PROXY: '["10.0.0.1"]' }, /^TRUST_PROXY must list addresses .*; it is JSON$/],
  [{ MASTER_KEY: `"${KEY}"\r\n` }, { masterKey: Buffer.alloc(32, 7) }],
  [{ MASTER_KEY: `${BOM}${KEY}` }, { masterKey: Buffer.alloc(32, 7) }],
  [{ MASTER_KEY: `${KEY}\\n` }, { masterKey: Buffer.alloc(32, 7) }],
  [{ MASTER_KEY: `${LONG_KEY.slice(0, 64)}\n${LONG_KEY.slice(64)}` }, { masterKey: Buffer.alloc(64, 7) }],
  [{ MASTER_KEY: '-----BEGIN PRIVATE KEY-----\nMIIE\n' }, /^MASTER_KEY must be .*; it is PEM$/],
  [{ DATABASE_URL: '"postgres://s@localhost/school"' }, { databaseUrl: 'postgres://s@localhost/school' }],
  [{ SMTP_URL: 'OFF' }, { mail: { server: 'off', from: { name: 'Schoolgate', address: 'no-reply@127.0.0.1' } } }],
  [{ SMTP_URL: 'false' }, /^SMTP_URL must be smtps.* or off; YAML turns on and off without quotation marks/],
  [{ DEMO_PASSWORD: "'correct horse battery'" }, { demoPassword: 'correct horse battery' }],
  [{ DEMO_PASSWORD: '"her "own" words"' }, { demoPassword: '"her "own" words"' }],
];

t.test('a setting is what a program meant that wrote it, or its refusal names the cause', async (t) => {
  for (const [values, expected] of SETTINGS) {
    const what = JSON.stringify(values);
    t.match(
      outcomeOf(() => load(values)),
      expected,
      what,
    );
  }
});

const utf16 = (text: string, isBigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};

const KEY_FILES: readonly (readonly [what: string, content: string | Buffer, expected: 'accepted' | RegExp])[] = [
  ['alone', KEY, 'accepted'],
  ['with an end of the line', `${KEY}\n`, 'accepted'],
  ['of Windows', `${KEY}\r\n`, 'accepted'],
  ['with white space', ` ${KEY} \t\n\n`, 'accepted'],
  ['with a byte order mark', `${BOM}${KEY}\n`, 'accepted'],
  ['in quotation marks', `"${KEY}"\n`, 'accepted'],
  ['in single ones', `'${KEY}'`, 'accepted'],
  ['with both', `${BOM}"${KEY}"\r\n`, 'accepted'],
  ['in UTF-16', utf16(`${BOM}${KEY}\r\n`), 'accepted'],
  ['in UTF-16, big-endian', utf16(`${BOM}${KEY}\r\n`, true), 'accepted'],
  ['in UTF-16 without a mark', utf16(`${KEY}\r\n`), 'accepted'],
  ['in big-endian UTF-16 without a mark', utf16(`${KEY}\r\n`, true), 'accepted'],
  ['with \\n as two characters', `${KEY}\\n`, 'accepted'],
  ['as a line of an env file', `MASTER_KEY=${KEY}\n`, 'accepted'],
  ['as a line for a shell', `export MASTER_KEY="${KEY}"\n`, 'accepted'],
  ['with spaces around the sign', `MASTER_KEY = ${KEY}\n`, 'accepted'],
  ['on two lines', `${KEY.slice(0, 20)}\n${KEY.slice(20)}\n`, 'accepted'],
  ['as another setting', `OTHER=${KEY}\n`, /; it begins with the name of a setting and =$/],
  ['with one quotation mark', `"${KEY}\n`, /; a quotation mark begins or ends it$/],
  ['with a comment', `${KEY} # ours\n`, /; a comment follows it on the same line$/],
  ['as JSON', JSON.stringify({ key: KEY }), /; it is JSON$/],
  ['as PEM', `-----BEGIN PRIVATE KEY-----\n${KEY}\n-----END PRIVATE KEY-----\n`, /; it is PEM$/],
  ['as bytes', Buffer.alloc(32, 0xfb), /; it is not text$/],
  ['that is empty', '', /does not hold a key of 32 bytes in base64/],
  ['with a zero-width space inside', `${KEY.slice(0, 9)}\u200B${KEY.slice(9)}`, /; it has the character U\+200B$/],
];

t.test('a key file may be written by an editor or a tool, and otherwise its refusal names the cause', async (t) => {
  const file = join(dataDir, 'given.key');
  for (const [what, content, expected] of KEY_FILES) {
    writeFileSync(file, content);
    const key = expected === 'accepted' ? { masterKey: Buffer.alloc(32, 7) } : expected;
    t.match(
      outcomeOf(() => loadConfig({ DATA_DIR: dataDir, MASTER_KEY_FILE: file })),
      key,
      what,
    );
    writeFileSync(join(dataDir, 'master.key'), content);
    t.match(
      outcomeOf(() => loadConfig({ DATA_DIR: dataDir })),
      key,
      `${what}, in the data folder`,
    );
  }
});

t.test('a file with an address and its password is read in the same way', async (t) => {
  const file = join(dataDir, 'address');
  for (const content of [
    `${BOM}"smtps://mailer:secret@mail.example.com"\r\n`,
    utf16(`${BOM}smtps://mailer:secret@mail.example.com`),
    'SMTP_URL=smtps://mailer:secret@mail.example.com\n',
    "export SMTP_URL='smtps://mailer:secret@mail.example.com'\n",
    'smtps://mailer:secret@mail.example.com\\n',
  ]) {
    writeFileSync(file, content);
    t.match(
      outcomeOf(() => load({ SMTP_URL_FILE: `"${file}"`, MAIL_FROM: 'a@example.com' }).mail.server),
      {
        host: 'mail.example.com',
        auth: { user: 'mailer', pass: 'secret' },
      },
    );
  }
  for (const [content, cause] of [
    ['', /^SMTP_URL_FILE \S+ is empty$/],
    [Buffer.from([0xff, 0x80, 0x81]), /^SMTP_URL_FILE \S+ is not text$/],
    ['DATABASE_URL=file:x\n', /^SMTP_URL must be [^;]+; it begins with the name of a setting and =$/],
    ['smtps://mailer:secret@mail.example.com\noff', /^SMTP_URL must be one line$/],
  ] as const) {
    writeFileSync(file, content);
    t.match(
      outcomeOf(() => load({ SMTP_URL_FILE: file, MAIL_FROM: 'a@example.com' })),
      cause,
    );
  }
  const vendors = [{ key: 'acme', name: 'Acmé', redirectUris: ['https://acme.example/cb'] }];
  for (const content of [`${BOM}${JSON.stringify(vendors)}`, utf16(BOM + JSON.stringify(vendors))]) {
    writeFileSync(file, content);
    t.match(
      outcomeOf(() => load({ VENDORS_FILE: file }).vendors),
      vendors,
    );
  }
});

const SENDERS: readonly (readonly [written: string, expected: readonly [name: string, address: string] | RegExp])[] = [
  ['school@example.com', ['', 'school@example.com']],
  ['<school@example.com>', ['', 'school@example.com']],
  ['Maple School <school@example.com>', ['Maple School', 'school@example.com']],
  ['"Maple School" <school@example.com>', ['Maple School', 'school@example.com']],
  ['"\\"Maple School\\" <school@example.com>"', ['Maple School', 'school@example.com']],
  [`'"Maple School" <school@example.com>'`, ['Maple School', 'school@example.com']],
  ['"Maple School <school@example.com>"', ['Maple School', 'school@example.com']],
  ['"Maple School"<school@example.com>', ['Maple School', 'school@example.com']],
  ['"Maple, \\"Inc\\"" <school@example.com>', ['Maple, "Inc"', 'school@example.com']],
  ['"Maple <School>" <school@example.com>', ['Maple <School>', 'school@example.com']],
  ['"school@maple" <school@example.com>', ['school@maple', 'school@example.com']],
  ['school@example.com (Maple School)', ['Maple School', 'school@example.com']],
  ['Maple School <school@example.com> (the office)', ['Maple School', 'school@example.com']],
  ['Dr. Maple <school@example.com>', ['Dr. Maple', 'school@example.com']],
  ["O'Brien <school@example.com>", ["O'Brien", 'school@example.com']],
  ['Schüle 学校 <school@example.com>', ['Schüle 学校', 'school@example.com']],
  ['"Schüle" <school@example.com>', ['Schüle', 'school@example.com']],
  ['=?UTF-8?Q?Sch=C3=BCle_am_See?= <school@example.com>', ['Schüle am See', 'school@example.com']],
  ['=?utf-8?B?5a2m5qCh?= <school@example.com>', ['学校', 'school@example.com']],
  ['=?ISO-8859-1?Q?Sch=FCle?= <school@example.com>', ['Schüle', 'school@example.com']],
  ['=?utf-8*en?Q?Sch?= =?utf-8?Q?ool?= <school@example.com>', ['School', 'school@example.com']],
  ['  "Maple School"   <school@example.com>\r\n', ['Maple School', 'school@example.com']],
  ['Maple, Inc <school@example.com>', ['Maple, Inc', 'school@example.com']],
  ['<school@example.com> Maple School', /^MAIL_FROM must be an address or Name <address>$/],
  ['Maple School school@example.com', /^MAIL_FROM must be an address or Name <address>$/],
  ['Team: a@example.com, b@example.com;', /^MAIL_FROM must be one address, not a group/],
  ['Team:a@example.com;', /^MAIL_FROM must be one address, not a group/],
  ['a@example.com, b@example.com', /^MAIL_FROM must be one address/],
  ['Maple School', /^MAIL_FROM must be an address or Name <address>$/],
  ['Maple School <>', /^MAIL_FROM must be an address or Name <address>$/],
  ['"Maple School <school@example.com>', /^MAIL_FROM must be an address or Name <address>; a quotation mark begins/],
  [`${'x'.repeat(101)} <school@example.com>`, /^MAIL_FROM must have a name of at most 100 characters on one line$/],
  ['=?utf-8?Q?a=0Ab?= <school@example.com>', /^MAIL_FROM must have a name of at most 100 characters on one line$/],
];

t.test('a sender has any standard form of a mailbox [RFC 5322 §3.4, RFC 2047 §6.2]', async (t) => {
  for (const [written, expected] of SENDERS) {
    const from = outcomeOf(() => load({ MAIL_FROM: written }).mail.from);
    if (expected instanceof RegExp) t.match(from, expected, written);
    else t.strictSame(from, { name: expected[0], address: expected[1] }, written);
  }
});

const ORIGINS: readonly (readonly [written: string, expected: string | RegExp])[] = [
  ['https://id.example.com', 'https://id.example.com'],
  ['https://id.example.com/', 'https://id.example.com'],
  ['https://id.example.com//', 'https://id.example.com'],
  ['https://ID.Example.com', 'https://id.example.com'],
  ['HTTPS://id.example.com', 'https://id.example.com'],
  ['https://id.example.com:443', 'https://id.example.com'],
  ['https://id.example.com:0443/', 'https://id.example.com'],
  ['https://id.example.com:8443', 'https://id.example.com:8443'],
  ['"https://id.example.com"', 'https://id.example.com'],
  ['https://id.example.com\r', 'https://id.example.com'],
  ['https://schüle.example', 'https://xn--schle-mva.example'],
  ['https://[2001:DB8:0::1]', 'https://[2001:db8::1]'],
  ['https://id.example\n.com', /^BASE_URL must be one line/],
  ['https://id.example.com/auth', /^BASE_URL must be an origin such as .*: it has a path/],
  ['https://id.example.com/?x', /: it has a query or a fragment$/],
  ['https://id.example.com#x', /: it has a query or a fragment$/],
  ['https://u:p@id.example.com', /: it has a user name$/],
  ['id.example.com', /: it does not begin with https:\/\/$/],
  ['id.example.com:443', /: it does not begin with https:\/\/$/],
  ['https:id.example.com', /: it does not begin with https:\/\/$/],
  ['https://id.example.com:65536', /: its host or port is invalid$/],
  ['https://', /: its host or port is invalid$/],
  ['http://id.example.com', /^BASE_URL must be https/],
];

t.test('BASE_URL has one spelling, whichever is written', async (t) => {
  for (const [written, expected] of ORIGINS) {
    const origin = outcomeOf(() => load({ ...BEHIND_HTTPS, BASE_URL: written }).baseUrl);
    if (expected instanceof RegExp) t.match(origin, expected, written);
    else t.equal(origin, expected, written);
  }
});
