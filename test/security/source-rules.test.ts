/** What must stand nowhere in the source of the server. Each rule was seen to fail on a line that breaks it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { filesWith, productLines } from '../support/sources.ts';

const ROOT = join(import.meta.dirname, '../..');

// The programs that pages show, which run at the reader's. Nothing else is in these files.
const SHOWN_PROGRAMS = new Set(['routes/documents/reference/samples.ts', 'routes/pages/hand-over/samples.ts']);
const lines = productLines().filter(({ file }) => !SHOWN_PROGRAMS.has(file));
const having = (pattern: RegExp) => lines.filter(({ text }) => pattern.test(text));

t.ok(lines.length > 10_000, `${lines.length} lines are looked at`);

t.test('raw SQL contains only constants of the source, never a value of a request [W18]', async (t) => {
  const fixed = /^(?:String\(\w+\)|engine === 'sqlite' \? '\w+' : '\w+'|thing)$/;
  const raw = having(/sql\.raw\(/);
  t.ok(raw.length > 0, 'it is used at all');
  for (const { file, text } of raw) {
    const uses = [...text.matchAll(/sql\.raw\(((?:[^()]|\([^()]*\))*)\)/g)];
    t.equal(uses.length, text.split('sql.raw(').length - 1, `${file}: each is read`);
    for (const [, argument = ''] of uses) t.match(argument, fixed, file);
  }
  t.strictSame(filesWith(having(/sql\.raw\(thing\)/), /./), ['db/audit/target-names.ts'], 'a word of a closed list');
  t.strictSame(having(/sql\.identifier\(|\.as\((?!const\b|'\w+'\))|\bexec\(`/), [], 'no name is made from a value');
});

t.test(
  'redirect URIs are compared as strings, and only one URL parser is used anywhere [W20, ASVS 10.4.1]',
  async (t) => {
    t.strictSame(having(/from '(?:node:)?(?:url|querystring|punycode|whatwg-url)'|\burl\.parse\(/), []);
    const judging = lines.filter(({ file }) => file === 'schema/oauth/redirect-uri.ts');
    t.ok(judging.length > 20);
    t.strictSame(filesWith(judging, /\bURL[.(]|decodeURI|normalize\(/), [], 'nothing repairs what was sent');
  },
);

t.test('secrets, hashes and seals are compared in constant time [W41]', async (t) => {
  t.ok(having(/\btimingSafeEqual\(/).length > 5, 'where they are compared at all');
  t.strictSame(having(/\.equals\(|\.compare\(/), [], 'nothing stops at the first byte that differs');
  const compared = /(?:[hH]ash|[sS]ecret|[sS]ignature|mac|tag|csrf)\s*[!=]==?\s*(?!undefined|null|''|typeof)[\w.]+/;
  // What somebody sent before, compared with what the same person sends again, is no secret. Neither are the hashes that
  // chain the audit log, which the operator prints.
  t.strictSame(
    having(compared).filter(
      ({ file, text }) => !text.includes('requestHash') && file !== 'db/audit/audit-verification.ts',
    ),
    [],
  );
});

t.test('Math.random is used for delays only, not for secrets; no secret is a UUID [W42]', async (t) => {
  const casual = having(/Math\.random|randomUUID|pseudoRandomBytes|Date\.now\(\)\.toString/);
  t.ok(casual.length > 0);
  for (const { file, text } of casual) t.match(text, /^await (?:sleep|wait)\([^;]*Math\.random\(\)/, file);
});

t.test('every transaction on SQLite that writes is started with BEGIN IMMEDIATE [W68]', async (t) => {
  const begins = having(/\bBEGIN\b|\.transaction\(/);
  t.strictSame(
    begins.map(({ file, text }) => `${file}: ${text}`),
    [
      // Reads only.
      "db/engine/sqlite-reader.ts: this.#begin = connection.prepare('BEGIN');",
      "db/engine/writer.ts: this.#begin = connection.prepare('BEGIN IMMEDIATE');",
    ],
  );
});

t.test(
  'only the form that verifies a sign-in, on the two pages that show it, and adding a second factor create a session [W31]',
  async (t) => {
    t.strictSame(filesWith(lines, /loginSession\.open\(/), [
      'routes/pages/account/second-factor/adding.ts',
      'routes/pages/sign-in/form.ts',
    ]);
    t.strictSame(filesWith(lines, /\bsignInBy\(app\b/), [
      'routes/pages/authorization/screens.ts',
      'routes/pages/sign-in/routes.ts',
    ]);
    t.strictSame(filesWith(lines, /\bsessions\.open\(/), ['plugins/people/login-session.ts']);
    t.strictSame(filesWith(lines, /\.setCookie\(|set-cookie/i), ['plugins/people/cookies.ts']);
  },
);

t.test(
  'one module alone opens connections to hosts that others name, for client documents and webhooks [W50]',
  async (t) => {
    const imports =
      /import (?!type\b)([^;]*?) from '((?:node:)?(?:undici|https?|http2|net|tls|dgram))'|\{ default: (\w+) \} = await import\('((?:node:)?(?:undici|https?|http2|net|tls|dgram))'|import\('(?:node:)?(?:undici|https?|http2|net|tls|dgram)/g;
    const taken = [...Map.groupBy(lines, ({ file }) => file)].flatMap(([file, of]) =>
      [
        ...of
          .map(({ text }) => text)
          .join(' ')
          .matchAll(imports),
      ].map(([, names, from, late, lateFrom]) => `${file}: ${names ?? late} of ${from ?? lateFrom}`),
    );
    t.strictSame(taken, [
      'plugins/http/guarded-request.ts: { connect, isIP, type Socket } of node:net',
      'plugins/http/guarded-request.ts: { connect as connectTls, type TLSSocket } of node:tls',
      'plugins/http/guarded-request.ts: undici of undici',
      'plugins/http/rate-limit.ts: { isIP, isIPv6, SocketAddress } of node:net',
      'plugins/http/trusted-proxies.ts: { BlockList, isIPv6 } of node:net',
      'plugins/people/passkeys.ts: { isIP } of node:net',
      // To the receiver that the operator names in AUDIT_LOG.
      'plugins/running/audit-shipping.ts: { connect, isIP, type Socket } of node:net',
      'plugins/running/audit-shipping.ts: { connect as connectTls } of node:tls',
      // To the bucket that the operator names in STORAGE_URL.
      'plugins/school/bucket-store.ts: { request } of undici',
      'plugins/settings/deployment-rules.ts: { isIP } of node:net',
      'plugins/settings/setting-values.ts: { isIP } of node:net',
      'routes/unknown.ts: { STATUS_CODES } of node:http',
    ]);
    t.strictSame(having(/(?<![.\w])fetch\(/), [], 'nor by the global fetch');
  },
);

t.test(
  'a JWT is verified with our own keys only, but for the proof of a key, and none is ever decrypted [W70]',
  async (t) => {
    const jose =
      /\b(?:jwtVerify|jwtDecrypt|compactDecrypt|generalDecrypt|flattenedDecrypt|createRemoteJWKSet|EmbeddedJWK|importJWK|decodeJwt)\b/;
    const usedIn = (file: string): string[] => [
      ...new Set(
        having(jose).flatMap((one) => (one.file === file ? (one.text.match(new RegExp(jose, 'g')) ?? []) : [])),
      ),
    ];
    t.strictSame(filesWith(lines, jose), ['plugins/oauth/dpop.ts', 'plugins/oauth/signer.ts']);
    t.strictSame(usedIn('plugins/oauth/signer.ts'), ['jwtVerify']);
    // A proof carries the key by which it is verified.
    t.strictSame(usedIn('plugins/oauth/dpop.ts'), ['EmbeddedJWK', 'jwtVerify']);
  },
);

t.test('markup is created only by the escaping template, and by drawings without values [W17]', async (t) => {
  t.strictSame(filesWith(lines, /\bnew Html\(/), ['routes/pages/kit/html.ts']);
  const ownMarkup = lines.filter(({ text }) => /(?<!\bhtml)['"`]<[a-z!/][^'"]/.test(text) && !text.includes("'<'"));
  const drawings = 'routes/pages/kit/lucide.ts';
  t.strictSame(filesWith(ownMarkup, /./), ['routes/pages/kit/icons.ts', drawings]);
  t.strictSame(
    lines.filter(({ file, text }) => file === drawings && /\$\{|\+|\(/.test(text)),
    [],
    'nothing is inserted into these',
  );
});

t.test('no route selects its validation by the content type of the request [W22]', async (t) => {
  const routes = lines.filter(({ file }) => file.startsWith('routes/'));
  t.strictSame(
    routes.filter(({ text }) => /\bschema:\s*\{|\bvalidatorCompiler|setValidatorCompiler/.test(text)),
    [],
    'none hands a schema to Fastify, which would choose among several by content type',
  );
});

t.test(
  'no part of the server starts a program, runs text as code or makes a pattern from a value [ASVS 1.2.5, ASVS 1.2.9, ASVS 1.3.2]',
  async (t) => {
    const running = /child_process|worker_threads|node:vm|\bnew Function\b|\beval\(|\bnew RegExp\(|\bRegExp\(/;
    const thread = 'plugins/people/imported-passwords.ts';
    const readers = ['db/engine/scan-threads.ts', 'db/engine/long-statement.ts'];
    t.strictSame(
      having(running).filter(({ file }) => file !== thread && !readers.includes(file)),
      [],
    );
    // They start a thread with a file of the program.
    for (const reader of readers) {
      const started = lines.filter(({ file, text }) => file === reader && /worker_threads|Worker\(/.test(text));
      t.strictSame(
        started.map(({ text }) => text),
        [
          "import { Worker } from 'node:worker_threads';",
          "const worker = new Worker(readProgramFile('db/engine/scan-thread.js'), {",
        ],
      );
    }
    // It starts a thread with a script that consists of two files of the program.
    const script = lines.filter(({ file, text }) => file === thread && /worker_threads|readProgramFile\(|`/.test(text));
    t.strictSame(
      script.map(({ text }) => text),
      [
        "import { Worker } from 'node:worker_threads';",
        "const bcrypt = readProgramFile('node_modules/bcryptjs/umd/index.js');",
        "const script = readProgramFile('plugins/people/imported-passwords-worker.js');",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the program
        'const asGlobal = `globalThis.bcrypt = (() => { const module = { exports: {} }, { exports } = module; ${bcrypt}\\nreturn module.exports; })();`;',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the program
        'return new Worker(`${asGlobal}\\n${script}`, {',
      ],
    );
  },
);

t.test(
  'only AES-256-GCM, SHA-256, HKDF, argon2id and ECDSA on P-256 are used [ASVS 11.3.2, ASVS 11.4.1, ASVS 11.6.1]',
  async (t) => {
    const calls = having(
      /(?<![.\w])(?:createHash|createHmac|hash|hkdfSync|createCipheriv|createDecipheriv|generateKeyPairSync|signBytes|derive)\('/,
    );
    t.ok(calls.length > 20, `${calls.length} uses`);
    const approved =
      /\b(?:(?:createHash|createHmac|hash|hkdfSync|signBytes)\('sha256'|create(?:Dec|C)ipheriv\('aes-256-gcm'|generateKeyPairSync\('ec', \{ namedCurve: 'P-256' \}|derive\('argon2id')/;
    t.strictSame(
      calls.filter((call) => !approved.test(call.text)),
      [],
    );
    const others =
      /\b(?:createSign|createVerify|generateKeyPair|generateKeySync|createDiffieHellman|createECDH|pbkdf2|scrypt|publicEncrypt|privateDecrypt|crypto\.subtle|webcrypto|createCipher|randomFillSync)\b\(?/;
    t.strictSame(
      // What other programs have hashed is verified in a thread until the next sign-in of each person.
      having(others).filter(({ file }) => file !== 'schema/people/imported-password.ts'),
      [],
    );
  },
);

t.test('no TLS connection is weakened [ASVS 12.1.1, ASVS 12.1.2, ASVS 12.3.2]', async (t) => {
  const settings = having(
    /rejectUnauthorized|minVersion|maxVersion|secureProtocol|ciphers|checkServerIdentity|NODE_TLS/,
  );
  t.strictSame(
    settings.map(({ text }) => text).filter((text) => text !== 'rejectUnauthorized: true,'),
    [],
  );
});

t.test('the server writes to its log, its database and its own files, and nowhere else [ASVS 16.2.3]', async (t) => {
  t.strictSame(filesWith(lines, /\bconsole\.|process\.(?:stdout|stderr)|appendFile|createWriteStream|syslog/), [
    // A command that reads a copy on a full disk says so.
    'db/engine/readable-file.ts',
    'plugins/running/log-format.ts',
    // Whether somebody watches the log on a terminal.
    'plugins/settings/config.ts',
  ]);
  t.strictSame(filesWith(lines, /\bwriteFile(?:Sync)?\(|\bopen\([^)]*'[wa]x?'/), [
    'plugins/people/mail-folder.ts',
    // The file that the operator names in AUDIT_LOG.
    'plugins/running/audit-shipping.ts',
    'plugins/school/school-export.ts',
    'plugins/school/upload-copy.ts',
    'plugins/settings/master-key.ts',
    // The add-on of SQLite, which a system loads from a file only; it is removed at once.
    'schema/program/add-on.ts',
  ]);
});

t.test(
  'our scripts write text into a page, never markup, and keep nothing in the browser [ASVS 3.2.2, ASVS 14.3.3]',
  async (t) => {
    const files = globSync('routes/pages/kit/scripts/*.js', { cwd: ROOT });
    const scripts = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
    t.ok(scripts.length > 3);
    const sinks =
      /innerHTML|outerHTML|insertAdjacent|document\.write|createContextualFragment|\beval\b|new Function|setTimeout\(['"`]|localStorage|sessionStorage|indexedDB|document\.cookie|caches\.|postMessage|['"]message['"]|['"](?:paste|copy|cut)['"]/;
    for (const script of scripts) t.notMatch(script, sinks);
    const parsing = scripts.filter((script) => script.includes('DOMParser'));
    t.equal(parsing.length, 1, 'but for a part of the same page, read again');
    for (const script of parsing) t.match(script, 'await fetch(location.href)');
  },
);

t.test('what people count by the calendar or by ISO 4217 is computed in two modules', async (t) => {
  const OURS = new Set(['schema/school/calendar.ts', 'schema/school/money.ts']);
  const counted = productLines('{schema,db,plugins,routes,scripts/commands}').filter(({ file }) => !OURS.has(file));
  t.strictSame(filesWith(counted, /\.[gs]etUTC|\bDate\.UTC\(|temporal-polyfill/), [], 'dates');
  t.strictSame(
    filesWith(counted, /(?:maximum|minimum)FractionDigits|resolvedOptions\(\)\.(?!timeZone\b)/),
    [],
    'amounts',
  );
  t.strictSame(filesWith(counted, /iso\s*\.(?:date|datetime)\((?!\))/), [], 'what is typed');
});
