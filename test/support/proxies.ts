/** The recipes for proxies in the manual, started at other ports, with a certificate that openssl makes. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { noApache, startApache } from './apache.ts';
import { startDaemon } from './daemon.ts';
import { ROOT } from './programs.ts';

/** The host of the recipes. */
export const PROXY_HOST = 'id.example.com';
const MANUAL = readFileSync(join(ROOT, 'docs/run/proxy.md'), 'utf8');
const APACHE_MODULES = process.env.APACHE_MODULES ?? '/usr/lib/apache2/modules';
const NGINX = process.env.NGINX_PATH ?? '/usr/sbin/nginx';
const CADDY = process.env.CADDY_PATH ?? '/usr/bin/caddy';

export interface Place {
  /** For its files, with the certificate and its key. */
  readonly folder: string;
  /** Ports of the server, of the proxy, and of the proxy with TLS. */
  readonly behind: number;
  readonly plain: number;
  readonly secure: number;
  /** The name by which it is reached, instead of that of the recipes. */
  readonly host?: string;
}

export interface ProxyRecipe {
  readonly name: string;
  /** Of the code block in the manual. */
  readonly language: string;
  readonly missing: string | false;
  readonly speaksHttp2: boolean;
  /** Starts it with the recipe of the manual, at other ports. @returns what it logged so far */
  start(t: Test, recipe: string, place: Place): Promise<() => string>;
}

const written = (folder: string, ...names: string[]): string =>
  names.map((name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')).join('');

export const PROXIES: readonly ProxyRecipe[] = [
  {
    name: 'Apache',
    language: 'apache',
    missing: noApache,
    speaksHttp2: false,
    async start(t, recipe, { folder, behind, plain, secure, host = PROXY_HOST }) {
      const site = recipe
        .replace('*:80>', `127.0.0.1:${plain}>`)
        .replace('*:443>', `127.0.0.1:${secure}>`)
        .replaceAll('/etc/ssl/id.example.com', folder)
        .replaceAll('/var/log/apache2', folder)
        .replace('http://127.0.0.1:3000/', `http://127.0.0.1:${behind}/`)
        .replaceAll(PROXY_HOST, host);
      const modules = ['ssl', 'alias', 'proxy', 'proxy_http'];
      const load = modules.map((name) => `LoadModule ${name}_module "${APACHE_MODULES}/mod_${name}.so"`);
      const listen = [plain, secure].map((port) => `Listen 127.0.0.1:${port}`);
      const { log } = await startApache(t, () => [...load, ...listen, site].join('\n'), { 'index.html': '' });
      return () => log() + written(folder, 'schoolgate.log');
    },
  },
  {
    name: 'nginx',
    language: 'nginx',
    missing: existsSync(NGINX) ? false : `no ${NGINX} (Debian: nginx)`,
    speaksHttp2: true,
    async start(t, recipe, { folder, behind, plain, secure, host = PROXY_HOST }) {
      const site = recipe
        // There may be no address of version 6 here.
        .replaceAll(/^ *listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
        .replaceAll('/etc/ssl/id.example.com', folder)
        .replaceAll('/var/log/nginx', folder)
        .replaceAll('http://127.0.0.1:3000;', `http://127.0.0.1:${behind};`)
        .replaceAll(PROXY_HOST, host);
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const main = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;`;
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      // What Debian's nginx.conf sets.
      const debian = `access_log ${folder}/access.log; gzip on; types_hash_max_size 2048;`;
      const configuration = join(folder, 'nginx.conf');
      writeFileSync(configuration, `${main} ${user}\nevents {}\nhttp { ${debian} ${folders.join(' ')}\n${site}\n}\n`);
      const log = (): string => written(folder, 'error.log', 'access.log', 'schoolgate.log', 'schoolgate.error.log');
      await startDaemon(t, [NGINX, '-c', configuration, '-e', join(folder, 'error.log')], secure, log);
      return log;
    },
  },
  {
    name: 'Caddy',
    language: 'caddyfile',
    missing: existsSync(CADDY) ? false : `no ${CADDY} (Debian: caddy)`,
    speaksHttp2: true,
    async start(t, recipe, { folder, behind, plain, secure, host = PROXY_HOST }) {
      // It gets no certificate here. Its log is a file, because that of its first lines cannot be read otherwise.
      const site = recipe
        .replace(
          '{',
          `{\n  admin off\n  default_bind 127.0.0.1\n  http_port ${plain}\n  https_port ${secure}\n  storage file_system ${folder}`,
        )
        .replace('log default {', `log default {\n    output file ${folder}/caddy.log`)
        .replace(/^id\.example\.com \{/m, `$&\n  tls ${folder}/fullchain.pem ${folder}/privkey.pem`)
        .replace('127.0.0.1:3000', `127.0.0.1:${behind}`)
        .replaceAll(PROXY_HOST, host);
      const configuration = join(folder, 'Caddyfile');
      writeFileSync(configuration, site);
      const log = (): string => written(folder, 'caddy.log');
      await startDaemon(
        t,
        ['env', `XDG_CONFIG_HOME=${folder}`, CADDY, 'run', '--adapter', 'caddyfile', '--config', configuration],
        secure,
        log,
      );
      return log;
    },
  },
];

/** For the `skip` of a test. */
export const noOpenssl = spawnSync('openssl', ['version']).error === undefined ? false : 'openssl is not installed';

/** The code block of a proxy in the manual. */
export const recipeOf = ({ language }: Pick<ProxyRecipe, 'language'>): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(MANUAL)?.[1] ?? '';

interface Certificate {
  /** The name that it is for. */
  readonly host?: string;
  /** How long it is valid; with 0, it has expired already. */
  readonly days?: number;
}

/** Makes a certificate that vouches for itself, and its key, in the files that the recipes name. */
export function makeCertificate(folder: string, { host = PROXY_HOST, days = 1 }: Certificate = {}): Buffer {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  openssl('req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...subject);
  openssl('x509', '-in', certificate, '-signkey', key, '-days', String(days), '-out', certificate);
  return readFileSync(certificate);
}

/**
 * Makes an authority of one's own, and a certificate that it vouches for. @returns the files of both, and of the key
 */
export function makeOwnAuthority(folder: string, host: string) {
  const [authority, authorityKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')];
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90'];
  const named = ['-subj', '/CN=Riverside', '-addext', 'basicConstraints=critical,CA:TRUE'];
  openssl('req', '-x509', ...kind, '-keyout', authorityKey, '-out', authority, ...named);
  const by = ['-CA', authority, '-CAkey', authorityKey, '-addext', 'basicConstraints=critical,CA:FALSE'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  openssl('req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...subject, ...by);
  return { authority, certificate, key };
}

function openssl(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', args);
  if (status !== 0) throw new Error(String(stderr));
}
