// sqlite
/** What docs/security.md and docs/asvs.md say without exception is shown by a test, or said otherwise. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readRequirements } from '../../scripts/workshop/requirements.ts';
import { productLines } from '../support/sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Words that leave no exception. Amounts such as "90 days in all" do. */
const ABSOLUTE = /\b(?:none|only|(?<!\bin |\bafter )all|no others?|nothing|nobody|no one|never|not applicable)\b/i;
const LINK = /\[[^\]]*\]\([^)]*\)/g;
/** These sections say what an operator should do, and what is known to be missing. */
const ADVICE = new Set(['Hardening guide', 'Known limitations', 'Reporting a vulnerability']);

/** The rows and sentences of a page, but for those that give advice, each in one line. */
function statements(page: string): string[] {
  return page
    .split(/^## /m)
    .filter((section) => !ADVICE.has(section.split('\n', 1)[0] ?? ''))
    .flatMap((section) => section.split(/\n(?=[|\n]|- |#)/))
    .filter((block) => !block.startsWith('#'))
    .flatMap((block) => {
      const line = block.trim().replaceAll('\n', ' ');
      return line.startsWith('|') ? [line] : line.split(/(?<=[.:;]\)?|\.\)) (?=[A-Z`([])/);
    });
}

const isAbsolute = (statement: string): boolean => ABSOLUTE.test(statement.replace(LINK, ''));
const isShown = (statement: string): boolean => statement.includes('](../test/');

t.test('what docs/security.md and docs/asvs.md say without exception links to the test that shows it', (t) => {
  const rows = read('docs/asvs.md').split('\n');
  const absolute = [
    ...statements(read('docs/security.md')),
    // What is not met, or does not apply, says so.
    ...rows.filter((row) => /^\| [0-9]/.test(row) && !row.includes('**not ')),
  ].filter(isAbsolute);
  t.ok(absolute.length > 30, `${absolute.length} such statements`);
  t.strictSame(
    absolute.filter((statement) => !isShown(statement)),
    [],
  );
  t.end();
});

/** How the server would have what docs/asvs.md says it has not, each with a line in which that stands. */
const ABSENT: Readonly<Record<string, readonly [pattern: RegExp, example: string]>> = {
  '1.2.6': [/\bldap(?:js|ts)?\b/i, "import { Client } from 'ldapts';"],
  '1.2.7': [/\bxpath\b/i, "import xpath from 'xpath';"],
  '1.2.8': [/\b(?:la|ka)tex\b|\bmathjax\b/i, "import katex from 'katex';"],
  '1.3.8': [/\bjndi\b|\bjava-bridge\b/i, "lookup('jndi:ldap://')"],
  '1.3.9': [/\bmemcache/i, "import Memcached from 'memcached';"],
  '1.3.10': [
    /\bsprintf\b|\butil\.format\b|\{[^}]*\bformat\b[^}]*\} from 'node:util'/,
    "import { format } from 'node:util';",
  ],
  '1.4.1': [/\bWebAssembly\b|\bnode:ffi\b|\bkoffi\b/, "import koffi from 'koffi';"],
  '1.5.1': [
    /\b(?:xml2js|fast-xml-parser|xmldom|libxmljs|saxes|XMLParser)\b/,
    "import { XMLParser } from 'fast-xml-parser';",
  ],
  '3.5.5': [/\bonmessage\b|addEventListener\('message'/, "addEventListener('message', read);"],
  '4.4.1': [
    /\bWebSocket|@fastify\/websocket|\bon\('upgrade'|\bsubscription: (?:true|\{ )/,
    "server.on('upgrade', accept);",
  ],
  '5.2.3': [
    /\b(?:in|un)flate|\bgunzip|\bunzip|\bbrotliDecompress|from '(?:node:zlib|tar|adm-zip)'/,
    'gunzipSync(body)',
  ],
  '6.6.1': [/\bsms\b|\btwilio\b|\bvonage\b/i, "import twilio from 'twilio';"],
  '6.8.3': [/\bsaml\b/i, "import saml from 'saml';"],
  '11.4.4': [/\b(?:pbkdf2|scrypt)Sync\(|hkdfSync\([^)]*\bpassword\b/, "hkdfSync('sha256', password, salt, info, 32)"],
  '12.1.3': [/\brequestCert\b|\bgetPeer(?:X509)?Certificate\b/, 'requestCert: true,'],
  '12.2.2': [/\bcreateSecureServer\b|\bhttps\.createServer\b|\bhttps: [{o]/, 'fastify({ https: { cert, key } })'],
};
/** These say the same as another. */
const SAME_AS: Readonly<Record<string, string>> = {
  '1.4.3': '1.4.1',
  '4.4.2': '4.4.1',
  '4.4.3': '4.4.1',
  '4.4.4': '4.4.1',
  '6.6.2': '6.6.1',
  '6.6.3': '6.6.1',
};

t.test('what does not apply is not there', (t) => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const source = [
    ...productLines(),
    ...globSync('routes/pages/kit/scripts/*.js', { cwd: ROOT }).map((file) => ({ file, text: read(file) })),
    ...Object.keys(dependencies).map((name) => ({ file: 'package.json', text: name })),
  ];
  const numbers = readRequirements(ROOT, 'asvs')
    .filter(({ state }) => state === 'not applicable')
    .map(({ code }) => code.replace('ASVS ', ''));
  t.strictSame(numbers.toSorted(), Object.keys({ ...ABSENT, ...SAME_AS }).toSorted(), 'each has a line here');
  for (const [number, [pattern, example]] of Object.entries(ABSENT)) {
    t.match(example, pattern, `${number}: it would be found`);
    t.strictSame(
      source.filter(({ text }) => pattern.test(text)).map(({ file, text }) => `${file}: ${text.slice(0, 100)}`),
      [],
      `${number}: it is not there`,
    );
  }
  t.end();
});

t.test('one package of a running server has native code', (t) => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> };
  const native = Object.keys(packages).filter(
    (path) => path !== '' && packages[path]?.dev !== true && globSync(`${path}/**/*.node`, { cwd: ROOT }).length > 0,
  );
  t.strictSame(native, ['node_modules/better-sqlite3']);
  t.end();
});
