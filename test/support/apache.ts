/** A website of somebody else: Debian's Apache with mod_auth_openidc in front of a page, as long as a test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import { temporaryFolder } from './app.ts';
import { freePort } from './live-server.ts';

const PROGRAM = process.env.APACHE_PATH ?? '/usr/sbin/apache2';
const MODULES = process.env.APACHE_MODULES ?? '/usr/lib/apache2/modules';
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;
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
  const child = spawn(PROGRAM, ['-f', configuration, '-DFOREGROUND'], { stdio: 'ignore' });
  const ended = once(child, 'close');
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  // A test that ends early must not leave it behind.
  const abandon = (): boolean => child.kill('SIGTERM');
  process.once('exit', abandon);
  t.teardown(async () => {
    process.off('exit', abandon);
    if (!running()) return;
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended.finally(() => clearTimeout(impatience));
  });

  const written = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  for (const deadline = Date.now() + READY_WITHIN_MS; ; await sleep(50)) {
    const answers = await fetch(origin).then(
      () => true,
      () => false,
    );
    if (answers) return { origin, log: written };
    if (!running() || Date.now() > deadline) throw new Error(`Apache does not start\n${written()}`);
  }
}
