/** The environment, parsed once into one frozen `Config`. Nothing else reads it. */

import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import fp from 'fastify-plugin';
import { z } from 'zod';
import { emailKey, isEmail } from '../schema/email.ts';
import { type Mailbox, parseMailbox, parseSmtpUrl, type SmtpServer } from '../schema/mail-settings.ts';
import type { MetadataHosts } from '../schema/metadata-url.ts';
import { VENDOR_PRESETS, type VendorPreset, vendorPresets } from '../schema/vendor-presets.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const MEGABYTE = 1024 * 1024;

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1']);

const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .default(fallback);

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values, fallback: Values[number]) =>
  z.enum(values, `must be one of: ${values.join(', ')}`).default(fallback);

/** As `trustProxy` of Fastify takes them. */
function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', length, ...rest] = value.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  const lengthFits = length === undefined || (/^[0-9]{1,3}$/.test(length) && Number(length) <= bits);
  return isIP(address) !== 0 && rest.length === 0 && lengthFits;
}

/** `host`, `*.host` or `host:port`, as a URL would spell them. */
const METADATA_HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$|^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?:[1-9][0-9]{0,4}$/;

/** The known vendors that identify themselves by a metadata document. */
const METADATA_HOSTS = ['claude.ai', 'chatgpt.com', 'vscode.dev'] as const;

const environmentShape = z.object({
  PORT: integer(1, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, 'must be file:<path> or postgres://…')
    .optional(),
  STORAGE_DIR: z.string().optional(),
  UPLOAD_MAX_MB: integer(1, 5120, 5120),
  DOCS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .refine((value) => !/[?#]/.test(value), 'must have no query and no fragment: /errors#code is added to it')
    .optional(),
  MASTER_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/_-]{43,}={0,2}\s*$/, 'must be at least 32 random bytes in base64')
    .optional(),
  REGISTRATION: oneOf(['loopback_and_vendors', 'vendors_only', 'off'], 'loopback_and_vendors'),
  VENDORS_FILE: z.string().optional(),
  CIMD: oneOf(['on', 'off'], 'on'),
  CIMD_ALLOWED_HOSTS: z
    .string()
    .transform((value) => value.split(',').map((host) => host.trim()))
    .refine((list) => list.every((host) => METADATA_HOST.test(host)), 'must list hosts: host, *.host or host:port')
    .default([...METADATA_HOSTS]),
  CIMD_OPEN_REGISTRATION: oneOf(['on', 'off'], 'off'),
  CIMD_ALLOW_LOOPBACK: oneOf(['on', 'off'], 'off'),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim()))
    .refine(
      (list) => list.every((origin) => URL.parse(origin)?.origin === origin),
      'must list origins, such as https://app.example',
    )
    .optional(),
  PLATFORM_OPERATORS: z
    .string()
    .transform((value) => value.split(',').map((email) => emailKey(email.trim())))
    .refine((list) => list.every(isEmail), 'must list e-mail addresses')
    .optional(),
  SMTP_URL: z
    .string()
    .transform((value) => (value === 'off' ? 'off' : parseSmtpUrl(value)))
    .refine((server) => server !== undefined, 'must be smtps://user:password@host[:port], smtp://… or off')
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(parseMailbox)
    .refine((mailbox) => mailbox !== undefined, 'must be an address or Name <address>')
    .optional(),
  ID_TOKEN_SIGNING: oneOf(['on', 'off'], 'on'),
  RESOURCE_PATH_DOCUMENTS: oneOf(['exact', 'off'], 'exact'),
  ACCESS_TOKEN_SECONDS: integer(300, 86_400, 3600),
  REFRESH_IDLE_DAYS: integer(1, 365, 30),
  REFRESH_ABSOLUTE_DAYS: integer(1, 730, 90),
  REFRESH_GRACE_SECONDS: integer(0, 120, 30),
  RATE_LIMITS: oneOf(['on', 'off'], 'on'),
  TRUST_PROXY: z
    .string()
    .transform((value) => value.split(',').map((address) => address.trim()))
    .refine((list) => list.every(isNetwork), 'must list addresses or networks of proxies, such as 10.0.0.0/8, ::1')
    .optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  DEMO_PASSWORD: z.string().min(10, 'must have at least 10 characters').max(128).optional(),
  DEMO_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,128}$/, 'must be 32 to 128 printable characters')
    .optional(),
  NODE_ENV: z.string().optional(),
});

type Environment = z.infer<typeof environmentShape>;
type SettingName = keyof Environment;

const SETTING_NAMES = Object.keys(environmentShape.shape) as SettingName[];

/** All durations are milliseconds. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The origin of the service without a trailing slash: issuer, audience and prefix of every address. */
  readonly baseUrl: string;
  readonly isLoopback: boolean;
  readonly isSecure: boolean;
  readonly docsUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Where uploaded files are kept. Several nodes share one. */
  readonly storageDir: string;
  /** In bytes. */
  readonly maxUpload: number;
  readonly masterKey: Buffer;
  readonly registration: 'loopback_and_vendors' | 'vendors_only' | 'off';
  readonly vendors: readonly VendorPreset[];
  /** Client ID Metadata Documents. */
  readonly cimd: {
    readonly enabled: boolean;
    readonly hosts: MetadataHosts;
    /** For development: a listed host may be on a loopback address. */
    readonly allowLoopback: boolean;
  };
  /** Whose pages may send messages to the tool endpoint, beside our own and those on loopback. */
  readonly mcpOrigins: readonly string[];
  /** Keys of the addresses of those who review apps for all schools; without any, the owner of the only school does. */
  readonly platformOperators: readonly string[];
  readonly mail: {
    /** Where it is handed over. `undefined`: it is kept in files; `off`: there is none. */
    readonly server: SmtpServer | 'off' | undefined;
    readonly from: Mailbox;
  };
  readonly idTokenSigning: boolean;
  readonly resourcePathDocuments: boolean;
  readonly lifetimes: {
    readonly code: number;
    readonly accessToken: number;
    readonly refreshIdle: number;
    readonly refreshAbsolute: number;
    readonly refreshGrace: number;
    readonly idToken: number;
    readonly pendingRequest: number;
    readonly consentMemory: number;
    readonly memberSession: number;
    readonly memberSessionIdle: number;
    readonly operatorSession: number;
  };
  readonly rateLimits: boolean;
  readonly trustProxy: readonly string[];
  readonly logLevel: Environment['LOG_LEVEL'];
  /** A demo platform may be made in an empty database. */
  readonly seedsDemo: boolean;
  readonly demoPassword: string | undefined;
  readonly demoSecret: string | undefined;
}

/** A setting that cannot be used, in words for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws {ConfigError} naming every setting that is wrong */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  refuseMisspelled(environment);
  const settings = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = environmentShape.safeParse(settings);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const env = parsed.data;
  const baseUrl = parseBaseUrl(env);
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback = LOOPBACK_HOSTS.has(hostname.replace(/^\[|\]$/g, ''));
  if (protocol === 'http:' && !isLoopback) {
    throw new ConfigError('BASE_URL must be https, except on a loopback address (RFC 6749 §3.1)');
  }
  if (protocol === 'https:' && env.CIMD_ALLOW_LOOPBACK === 'on') {
    throw new ConfigError('CIMD_ALLOW_LOOPBACK is for development and refused with an https BASE_URL');
  }
  const dataDir = resolve(env.DATA_DIR);
  const production = env.NODE_ENV === 'production';
  const developing = isLoopback && protocol === 'http:';
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    baseUrl,
    isLoopback,
    isSecure: protocol === 'https:',
    docsUrl: (env.DOCS_URL ?? `${baseUrl}/docs`).replace(/\/$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? `file:${join(dataDir, 'schoolgate.db')}`,
    storageDir: env.STORAGE_DIR ? resolve(env.STORAGE_DIR) : join(dataDir, 'storage'),
    maxUpload: env.UPLOAD_MAX_MB * MEGABYTE,
    masterKey: env.MASTER_KEY ? Buffer.from(env.MASTER_KEY, 'base64') : localMasterKey(dataDir, developing),
    registration: env.REGISTRATION,
    vendors: env.VENDORS_FILE ? readVendors(env.VENDORS_FILE) : VENDOR_PRESETS,
    cimd: {
      enabled: env.CIMD === 'on',
      hosts: { allowed: env.CIMD_ALLOWED_HOSTS, open: env.CIMD_OPEN_REGISTRATION === 'on' },
      allowLoopback: env.CIMD_ALLOW_LOOPBACK === 'on',
    },
    mcpOrigins: env.MCP_ALLOWED_ORIGINS ?? [],
    platformOperators: env.PLATFORM_OPERATORS ?? [],
    mail: { server: env.SMTP_URL, from: senderOf(env, hostname) },
    idTokenSigning: env.ID_TOKEN_SIGNING === 'on',
    resourcePathDocuments: env.RESOURCE_PATH_DOCUMENTS === 'exact',
    lifetimes: {
      code: 60 * SECOND,
      accessToken: env.ACCESS_TOKEN_SECONDS * SECOND,
      refreshIdle: env.REFRESH_IDLE_DAYS * DAY,
      refreshAbsolute: env.REFRESH_ABSOLUTE_DAYS * DAY,
      refreshGrace: env.REFRESH_GRACE_SECONDS * SECOND,
      idToken: 600 * SECOND,
      pendingRequest: 30 * 60 * SECOND,
      consentMemory: 365 * DAY,
      memberSession: 30 * DAY,
      memberSessionIdle: 14 * DAY,
      operatorSession: DAY / 2,
    },
    rateLimits: env.RATE_LIMITS === 'on',
    trustProxy: env.TRUST_PROXY ?? [],
    logLevel: env.LOG_LEVEL,
    seedsDemo: developing && !production,
    demoPassword: env.DEMO_PASSWORD,
    demoSecret: env.DEMO_SECRET,
  });
}

function parseBaseUrl(env: Environment): string {
  if (env.BASE_URL !== undefined) {
    const url = URL.parse(env.BASE_URL);
    const bare = env.BASE_URL.replace(/\/$/, '');
    if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== bare) {
      throw new ConfigError(
        'BASE_URL must be an origin such as https://id.example.com, in lower case and without a path',
      );
    }
    return bare;
  }
  if (!LOOPBACK_HOSTS.has(env.HOST)) {
    throw new ConfigError('BASE_URL is required when HOST is not a loopback address');
  }
  const host = isIP(env.HOST) === 6 ? `[${env.HOST}]` : env.HOST;
  return env.PORT === 80 ? `http://${host}` : `http://${host}:${env.PORT}`;
}

/** @throws {ConfigError} when mail is really sent, and nobody said from whom */
function senderOf({ MAIL_FROM, SMTP_URL }: Environment, hostname: string): Mailbox {
  if (MAIL_FROM !== undefined) return MAIL_FROM;
  if (SMTP_URL !== undefined && SMTP_URL !== 'off') throw new ConfigError('MAIL_FROM is required with SMTP_URL');
  return { name: 'Schoolgate', address: `no-reply@${hostname}` };
}

/** The key everything secret at rest hangs on: given, or, for a local server only, kept in a file beside the data. */
function localMasterKey(dataDir: string, developing: boolean): Buffer {
  if (!developing) {
    throw new ConfigError(
      'MASTER_KEY is required unless BASE_URL is http on a loopback address (openssl rand -base64 32)',
    );
  }
  const file = join(dataDir, 'master.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Another process may start at the same time: the file appears whole, and the first one counts.
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length < 32) throw new ConfigError(`${file} does not hold a key of 32 bytes`);
  return key;
}

function readVendors(file: string): readonly VendorPreset[] {
  try {
    return vendorPresets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new ConfigError(`VENDORS_FILE ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const plain = (name: string): string => name.replaceAll('_', '').toUpperCase();

/** A typing error in a name must not leave a setting silently at its default. */
function refuseMisspelled(environment: Readonly<Record<string, string | undefined>>): void {
  const known = new Map(SETTING_NAMES.map((name) => [plain(name), name]));
  for (const name of Object.keys(environment)) {
    const meant = known.get(plain(name));
    // `host` and `port` in small letters are other programs' names.
    if (`${name}${meant}`.includes('_') && meant !== undefined && !SETTING_NAMES.includes(name as SettingName)) {
      throw new ConfigError(`${name} is not a setting; did you mean ${meant}?`);
    }
    if (name.startsWith('SCHOOLGATE_')) {
      throw new ConfigError(`${name} is not a setting; settings have no prefix (see the table in README.md)`);
    }
  }
}

/** Milliseconds since the epoch. */
export type Clock = () => number;

declare module 'fastify' {
  interface FastifyInstance {
    readonly config: Config;
    readonly clock: Clock;
  }
}

export default fp(
  async (app, { config, clock }: { config: Config; clock: Clock }) => {
    app.decorate('config', config);
    app.decorate('clock', clock);
  },
  { name: 'config' },
);
