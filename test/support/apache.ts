/** A website of somebody else: Debian's Apache with mod_auth_openidc in front of a page, as long as a test. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryFolder } from './app.ts';
import { startDaemon } from './daemon.ts';
import { freePort } from './live-server.ts';

const PROGRAM = process.env.APACHE_PATH ?? '/usr/sbin/apache2';
const MODULES = process.env.APACHE_MODULES ?? '/usr/lib/apache2/modules';
/** Beside what Debian builds into the program. */
const LOADED = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'rewrite', 'auth_openidc'] as const;

/** For the `skip` of a test: what is missing, or false. */
export const noApache =
  [PROGRAM, ...LOADED.map((name) => `${MODULES}/mod_${name}.so`)]
    .filter((file) => !existsSync(file))
    .map((file) => `no ${file} (Debian: apache2-bin, libapache2-mod-auth-openidc)`)[0] ?? false;

export interface Website {
  origin: string;
  /** What it wrote to its error log so far. */
  log(): string;
}

/**
 * @param directives of the whole site, one a line, for its origin
 * @param pages what there is, by path
 */
export async function startApache(
  t: Test,
  directives: (origin: string) => string,
  pages: Readonly<Record<string, string>>,
): Promise<Website> {
  const folder = temporaryFolder(t);
  const documents = join(folder, 'documents');
  mkdirSync(documents);
  for (const [path, text] of Object.entries(pages)) writeFileSync(join(documents, path), text);
  // Started by root, it answers as a user who may read the pages.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const log = join(folder, 'error.log');
  const configuration = join(folder, 'httpd.conf');
  writeFileSync(
    configuration,
    `ServerRoot "${folder}"
DefaultRuntimeDir "${folder}"
PidFile "${join(folder, 'httpd.pid')}"
ErrorLog "${log}"
LogLevel warn
${LOADED.map((name) => `LoadModule ${name}_module "${MODULES}/mod_${name}.so"`).join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
StartServers 1
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
DocumentRoot "${documents}"
${directives(origin)}
`,
  );
  const written = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  await startDaemon(t, [PROGRAM, '-f', configuration, '-DFOREGROUND'], port, written);
  return { origin, log: written };
}
