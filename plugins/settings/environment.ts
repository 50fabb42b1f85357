/** Parses the environment: the names of all settings, and the valid values of each. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { parseAuditDestination } from '../../schema/audit/audit-destination.ts';
import { keysOf } from '../../schema/data/objects.ts';
import { valueInFile, withOddity } from '../../schema/data/plain-text.ts';
import { parseMailbox, parseSmtpUrl } from '../../schema/people/mail-settings.ts';
import { parseAllowedIssuers } from '../../schema/people/provider-sign-in.ts';
import { SECOND_FACTOR_LEVELS } from '../../schema/people/second-factor.ts';
import { APPROVAL_POLICIES } from '../../schema/school/approval.ts';
import { parseBucketUrl } from '../../schema/school/bucket.ts';
import { dayValue, instantValue } from '../../schema/school/calendar.ts';
import { emailKey, isEmail } from '../../schema/text/email.ts';
import { type EnvironmentValues, misspelledIn } from './misspelled.ts';
import {
  CONTACT,
  contactOf,
  integer,
  isNetwork,
  METADATA_HOST,
  METADATA_HOSTS,
  masterKey,
  meantEnvironment,
  oneLine,
  oneOf,
  wholeNumber,
  word,
} from './setting-values.ts';

/** An invalid setting, with a message for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const environmentShape = z.object({
  PORT: integer(1, 65_535, 3000),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: oneLine.optional(),
  WORKERS: z
    .string()
    .transform((value) => (value.toLowerCase() === 'auto' ? availableParallelism() : Number(value)))
    .refine(
      (count) => Number.isInteger(count) && count >= 1 && count <= 64,
      'must be auto or a whole number from 1 to 64',
    )
    .default(1),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|postgres(ql)?:\/\/.+)$/, 'must be file:<path> or postgres://…')
    .optional(),
  DATABASE_URL_FILE: z.string().optional(),
  DATABASE_TLS: oneOf(['required', 'off'], 'required'),
  DATABASE_POOL: integer(2, 500, 10),
  DATABASE_WAIT_SECONDS: integer(0, 3600, 30),
  MIGRATE: oneOf(['auto', 'wait', 'off'], 'auto'),
  MIGRATE_WAIT_SECONDS: integer(1, 86_400, 600),
  STORAGE_DIR: z.string().optional(),
  STORAGE_URL: oneLine
    .transform(parseBucketUrl)
    .refine((bucket) => bucket !== undefined, 'must be https://<access key id>:<secret access key>@<host>/<bucket>')
    .optional(),
  STORAGE_URL_FILE: z.string().optional(),
  STORAGE_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  UPLOAD_MAX_MB: integer(1, 5120, 5120),
  STORAGE_QUOTA_GB: integer(1, 1_000_000, 100),
  STORAGE_MIN_FREE_MB: integer(0, 10_000_000, 1024),
  DOCS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .refine(
      (value) => !/[?#]/.test(value),
      'must have no query and no fragment, because /errors#code is appended to it',
    )
    .optional(),
  MASTER_KEY: masterKey.optional(),
  MASTER_KEY_FILE: z.string().optional(),
  MASTER_KEY_PREVIOUS: masterKey.optional(),
  MASTER_KEY_PREVIOUS_FILE: z.string().optional(),
  REGISTRATION: oneOf(['loopback_and_vendors', 'vendors_only', 'off'], 'loopback_and_vendors'),
  REGISTRATION_MAX_UNUSED: integer(100, 1_000_000, 50_000),
  VENDORS_FILE: z.string().optional(),
  CIMD: oneOf(['on', 'off'], 'on'),
  CIMD_ALLOWED_HOSTS: z
    .string()
    .transform((value) => value.split(',').map((host) => host.trim()))
    .refine(
      (list) => list.every((host) => METADATA_HOST.test(host)),
      'must list hosts: host, *.host or host:port, or a folder of one: host/path/',
    )
    .default([...METADATA_HOSTS]),
  REVIEWED_BY_DEFAULT: oneOf(['on', 'off'], 'on'),
  CIMD_OPEN_REGISTRATION: oneOf(['on', 'off'], 'off'),
  CIMD_ALLOW_LOOPBACK: oneOf(['on', 'off'], 'off'),
  LOOPBACK_COPY: oneOf(['on', 'off'], 'on'),
  MCP_ALLOWED_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((origin) => origin.trim()))
    .refine(
      (list) => list.every((origin) => URL.parse(origin)?.origin === origin),
      'must list origins, such as https://app.example',
    )
    .optional(),
  OPENAI_APPS_CHALLENGE: z.string().optional(),
  PLATFORM_OPERATORS: z
    .string()
    .transform((value) => value.split(',').map((email) => emailKey(email.trim())))
    .refine((list) => list.every(isEmail), 'must list e-mail addresses')
    .optional(),
  SMTP_URL: oneLine
    .transform((value) => (value.toLowerCase() === 'off' ? 'off' : parseSmtpUrl(value)))
    .refine((server) => server !== undefined, 'must be smtps://user:password@host[:port], smtp://… or off')
    .optional(),
  SMTP_URL_FILE: z.string().optional(),
  MAIL_FROM: oneLine
    .transform((value, context) => {
      const mailbox = parseMailbox(value);
      if (typeof mailbox !== 'string') return mailbox;
      context.addIssue(mailbox);
      return z.NEVER;
    })
    .optional(),
  SECOND_FACTOR: word(SECOND_FACTOR_LEVELS).optional(),
  AGENTS_ASK: oneOf(APPROVAL_POLICIES, 'nothing'),
  SCHOOL_PROVIDERS: z
    .string()
    .transform(parseAllowedIssuers)
    .refine(
      (issuers) => issuers !== undefined,
      'must be any, off, or a list of issuers such as https://login.example.com; of Microsoft, with the id of a tenant',
    )
    .default('any'),
  ID_TOKEN_SIGNING: oneOf(['on', 'off'], 'on'),
  DPOP_NONCE: oneOf(['optional', 'required'], 'optional'),
  RESOURCE_PATH_DOCUMENTS: oneOf(['exact', 'off'], 'exact'),
  ACCESS_TOKEN_SECONDS: integer(300, 86_400, 3600),
  REFRESH_IDLE_DAYS: integer(1, 365, 30),
  REFRESH_ABSOLUTE_DAYS: integer(1, 730, 90),
  REFRESH_GRACE_SECONDS: integer(0, 120, 30),
  REFRESH_REPEAT_DAYS: integer(0, 30, 7),
  RATE_LIMITS: oneOf(['on', 'off'], 'on'),
  TRUST_PROXY: z
    .string()
    .transform((value) => (value.toLowerCase() === 'none' ? [] : value.split(',').map((address) => address.trim())))
    .refine(
      (list) => list.every(isNetwork),
      'must list addresses or networks of proxies, such as 10.0.0.0/8, ::1, or be none',
    )
    .optional(),
  PLACE_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header, such as CF-IPCity')
    .transform((name) => name.toLowerCase())
    .optional(),
  AUDIT_LOG: z
    .string()
    .transform(parseAuditDestination)
    .refine(
      (destination) => destination !== undefined,
      'must be file:/path, unix:/path, tls://host:port or tcp://host:port',
    )
    .optional(),
  AUDIT_LOG_TLS: oneOf(['required', 'off'], 'required'),
  DRAIN_SECONDS: integer(0, 300, 0),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  LOG_FORMAT: oneOf(['auto', 'pretty', 'json'], 'auto'),
  LOG_ADDRESSES: oneOf(['full', 'truncated', 'none'], 'full'),
  DEMO_PASSWORD: z.string().min(10, 'must have at least 10 characters').max(128).optional(),
  DEMO_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,128}$/, 'must be 32 to 128 printable characters')
    .optional(),
  SECURITY_CONTACT: z
    .string()
    .transform((value) => value.split(',').map(contactOf))
    .refine(
      (list) => list.every((contact) => CONTACT.test(contact)),
      'must list e-mail addresses, https addresses, or telephone numbers as tel:+351-21-0000000',
    )
    .optional(),
  SECURITY_EXPIRES: z
    .union([dayValue, instantValue], 'must be a date such as 2027-09-01')
    .transform((value) => Date.parse(value))
    .optional(),
  NODE_ENV: z.string().optional(),
});

export type Environment = z.infer<typeof environmentShape>;
export const SETTING_NAMES: readonly string[] = keysOf(environmentShape.shape);

/** Settings that contain a password. Each can be in a file, which the variable with `_FILE` names. */
const WITH_PASSWORD = ['DATABASE_URL', 'SMTP_URL', 'STORAGE_URL'] as const;

/** The valid settings of an environment. */
export interface ReadEnvironment {
  /** Settings that are invalid are at their defaults. */
  readonly env: Environment;
  /** A line for each mistake. */
  readonly faults: readonly string[];
  /** The settings that the mistakes are about, so that nothing more has to be said of them. */
  readonly faulty: ReadonlySet<string>;
}

/** Reads the environment, also one with mistakes. An empty variable counts as not set. */
export function readEnvironment(given: EnvironmentValues): ReadEnvironment {
  const environment = meantEnvironment(given);
  const { faults, faulty } = misspelledIn(environment, SETTING_NAMES);
  const settings = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const note = (name: string, fault: string): void => {
    faults.push(fault);
    faulty.add(name);
  };
  for (const name of WITH_PASSWORD) {
    const fault = readFromFile(settings, name);
    if (fault !== undefined) note(name, fault);
  }
  const parsed = environmentShape.safeParse(settings);
  if (parsed.success) return { env: parsed.data, faults, faulty };
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0]);
    note(name, withOddity(`${name} ${message}`, settings[name] ?? ''));
  }
  const valid = Object.entries(settings).filter(([name]) => !faulty.has(name));
  return { env: environmentShape.parse(Object.fromEntries(valid)), faults, faulty };
}

/** @throws {ConfigError} naming every invalid setting */
export function parseEnvironment(environment: EnvironmentValues): Environment {
  const { env, faults } = readEnvironment(environment);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return env;
}

/** @returns what is wrong if both the setting and its file are given, or the file cannot be read */
function readFromFile(settings: Record<string, string>, name: string): string | undefined {
  const file = settings[`${name}_FILE`];
  if (file === undefined) return undefined;
  if (settings[name] !== undefined) return `set either ${name} or ${name}_FILE`;
  try {
    const value = valueInFile(readFileSync(file), name);
    if (!value) return `${name}_FILE ${file} ${value === '' ? 'is empty' : 'is not text'}`;
    settings[name] = value;
    return undefined;
  } catch (error) {
    return `${name}_FILE ${file} cannot be read: ${error}`;
  }
}

/** @throws {ConfigError} if anybody could say where their network is */
export function placeHeaderOf({ PLACE_HEADER, TRUST_PROXY = [] }: Environment): string | undefined {
  if (PLACE_HEADER === undefined || TRUST_PROXY.length > 0) return PLACE_HEADER;
  throw new ConfigError('PLACE_HEADER requires a TRUST_PROXY that names the proxy which sets the header');
}

/** @throws {ConfigError} with a line for each mistake of the environment, and for each check that fails */
export function requireAll({ faults, faulty }: ReadEnvironment, checks: readonly (() => unknown)[]): void {
  const failed = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.message.split('\n');
      throw error;
    }
  });
  // What follows from a setting that is at its default because it is invalid is no mistake of its own.
  const isNew = (line: string): boolean => !(line.match(/[A-Z_]{4,}/g) ?? []).some((name) => faulty.has(name));
  const all = new Set([...faults, ...failed.filter(isNew)]);
  if (all.size > 0) throw new ConfigError([...all].join('\n'));
}
