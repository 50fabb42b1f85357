/** Everything that the server connects to is in the manual, and nothing leaves the machine unencrypted unasked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadConfig } from '../../plugins/settings/config.ts';
import { temporaryFolder } from '../support/app.ts';
import { filesWith, productLines } from '../support/sources.ts';

const MANUAL = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
const TABLE = MANUAL.slice(MANUAL.indexOf('## Outgoing connections'), MANUAL.indexOf('\n## Uploads'));

/** What opens a connection, by file, and the rows of the manual that are about it. */
const CLIENTS: Readonly<Record<string, readonly string[]>> = {
  'db/engine/postgres-migration.ts': ['DATABASE_URL'],
  'db/engine/postgres-pipeline.ts': ['DATABASE_URL'],
  'db/engine/postgres.ts': ['DATABASE_URL'],
  'plugins/running/audit-shipping.ts': ['AUDIT_LOG'],
  'plugins/http/guarded-request.ts': [
    'CIMD_ALLOWED_HOSTS',
    'SCHOOL_PROVIDERS',
    'receivers of webhooks',
    'name servers',
  ],
  'plugins/people/mail-transport.ts': ['SMTP_URL'],
  'plugins/school/bucket-store.ts': ['STORAGE_URL'],
};
/** Programs that pages show, and the part of the tool endpoint that is within the process. */
const NOT_OUTGOING = new Set([
  'routes/apis/mcp/handler.ts',
  'routes/documents/reference/samples.ts',
  'routes/pages/hand-over/samples.ts',
  // There, an account is connected with the provider of a school.
  'routes/pages/account/school-sign-ins.ts',
]);
const OPENS =
  /\bconnect(?:Tls)?\(|\bcreateTransport\(|\bnew (?:\w+\.)?(?:Pool|Client|Agent|Resolver|WebSocket|EventSource)\(|\bhttps?\.request\(|\bawait request\(|\bfetch\(/;
/** Modules whose functions open connections, whatever they are called here, and what of them does not. */
const MODULES =
  /\b(?:from |import\()'(?:pg|undici|nodemailer|s3mini|node:(?:dgram|dns|dns\/promises|http|https|http2|net|tls))'/;
const HARMLESS =
  /^import (?:type |\{ (?:(?:type \w+|BlockList|isIP|isIPv[46]|SocketAddress|STATUS_CODES)(?:, | \}))+ from)/;

t.test('every outgoing connection of the source has its row in the manual', async (t) => {
  const lines = productLines();
  const importing = lines.filter(({ text }) => !HARMLESS.test(text));
  const found = [...new Set([...filesWith(lines, OPENS), ...filesWith(importing, MODULES)])].sort();
  t.strictSame(
    found.filter((file) => !NOT_OUTGOING.has(file)),
    Object.keys(CLIENTS).sort(),
  );
  for (const [file, rows] of Object.entries(CLIENTS)) {
    for (const row of rows)
      t.ok(
        TABLE.split('\n').some((line) => line.split('|')[1]?.includes(row)),
        `${file}: ${row}`,
      );
  }
});

/** For each setting: without TLS, on this machine, with TLS, and what allows it without. */
const SETTINGS: readonly (readonly [string, string, string, string, string | undefined])[] = [
  [
    'DATABASE_URL',
    'postgres://s@db.example/s',
    'postgres://s@127.0.0.1/s',
    'postgres://s@db.example/s?sslmode=verify-full',
    'DATABASE_TLS',
  ],
  ['AUDIT_LOG', 'tcp://log.example:514', 'tcp://127.0.0.1:514', 'tls://log.example:6514', 'AUDIT_LOG_TLS'],
  [
    'STORAGE_URL',
    'http://a:b@s3.example/bucket',
    'http://a:b@127.0.0.1/bucket',
    'https://a:b@s3.example/bucket',
    undefined,
  ],
];

t.test('no setting names another machine without TLS, unless another one allows it in words', async (t) => {
  const load = (settings: Record<string, string>) =>
    loadConfig({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), DATA_DIR: temporaryFolder(t), ...settings });
  for (const [name, plain, local, encrypted, off] of SETTINGS) {
    t.throws(() => load({ [name]: plain }), new RegExp(name), plain);
    t.ok(load({ [name]: local }), local);
    t.ok(load({ [name]: encrypted }), encrypted);
    if (off !== undefined) t.ok(load({ [name]: plain, [off]: 'off' }), `${off}=off`);
  }
  // A mail server has to speak TLS from the start, or by STARTTLS.
  const { server } = load({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }).mail;
  t.match(server, { requireTls: true });
});
