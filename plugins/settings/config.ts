/** Builds the frozen `Config` from the environment. No other module reads the environment. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fp from 'fastify-plugin';
import type { AuditDestination } from '../../schema/audit/audit-destination.ts';
import { VENDOR_PRESETS, type VendorPreset, vendorPresets } from '../../schema/clients/vendor-presets.ts';
import { decodeText } from '../../schema/data/plain-text.ts';
import type { MetadataHosts } from '../../schema/oauth/metadata-url.ts';
import type { Mailbox, SmtpServer } from '../../schema/people/mail-settings.ts';
import type { AllowedIssuers } from '../../schema/people/provider-sign-in.ts';
import type { SecondFactorLevel } from '../../schema/people/second-factor.ts';
import type { ApprovalPolicy } from '../../schema/school/approval.ts';
import type { Bucket } from '../../schema/school/bucket.ts';
import { appChallengesOf } from './app-challenges.ts';
import { type DataPaths, dataPathsIn, dataPathsOf } from './data-paths.ts';
import { demandsOf, isLoopbackHost, outgoingTls, parseBaseUrl, requireDeployment } from './deployment-rules.ts';
import { ConfigError, type Environment, placeHeaderOf, readEnvironment, requireAll } from './environment.ts';
import { type DatabaseKey, givenMasterKey, masterKeyOf } from './master-key.ts';
import { securityContactOf } from './security-contact.ts';
import type { Timer } from './timer.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const MEGABYTE = 1024 * 1024;

/** All durations are milliseconds. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The origin of the service without a trailing slash: issuer, audience and prefix of every URL. */
  readonly baseUrl: string;
  readonly isLoopback: boolean;
  readonly isSecure: boolean;
  readonly docsUrl: string;
  readonly dataDir: string;
  /** Folder for backups that name no other. */
  readonly backupDir: string;
  readonly databaseUrl: string;
  /** Connections to PostgreSQL. */
  readonly databasePool: number;
  /** How long the start waits for a database that does not answer yet. */
  readonly databaseWait: number;
  /** The start migrates the database, waits until another process has done so, or does neither. */
  readonly migration: { readonly mode: Environment['MIGRATE']; readonly wait: number };
  /** Folder for uploaded files, shared by all nodes unless there is a bucket. */
  readonly storageDir: string;
  /** Where uploaded files are kept instead of the folder. */
  readonly bucket: Bucket | undefined;
  /** Maximum size of an uploaded file in bytes. */
  readonly maxUpload: number;
  /** Maximum size in bytes of all files of a school, including announced ones. */
  readonly storageQuota: number;
  /** Bytes that uploads leave free on the disk. */
  readonly minFreeSpace: number;
  readonly masterKey: Buffer;
  /** The master key before it was replaced. It decrypts what has not been encrypted again yet. */
  readonly previousMasterKey: Buffer | undefined;
  readonly registration: 'loopback_and_vendors' | 'vendors_only' | 'off';
  /** How many registered clients that were never used are kept. */
  readonly maxUnusedClients: number;
  readonly vendors: readonly VendorPreset[];
  /** Client ID Metadata Documents. */
  readonly cimd: {
    readonly enabled: boolean;
    readonly hosts: MetadataHosts;
    /** True if clients count as reviewed whose documents are part of the program. */
    readonly reviewsBundled: boolean;
    /** For development: a listed host may be on a loopback address. */
    readonly allowLoopback: boolean;
  };
  /** True if people may copy an answer that goes to a loopback address, for a program on another computer. */
  readonly copiesAddress: boolean;
  /** Web origins whose pages may send messages to the tool endpoint, in addition to our own and those on loopback. */
  readonly mcpOrigins: readonly string[];
  /** The token that OpenAI finds at each host, to verify a listing. */
  readonly appChallenges: ReadonlyMap<string, string>;
  /**
   * Normalised e-mail addresses of the people who review clients for all schools and help with accounts. If empty, the
   * owner of the only school reviews, and nobody helps but the command.
   */
  readonly platformOperators: readonly string[];
  /** The lowest role that needs two factors at every school. A school can demand more. */
  readonly secondFactor: SecondFactorLevel;
  /** The least that apps ask a person for at every school. A school can demand more. */
  readonly approvalPolicy: ApprovalPolicy;
  /** The OpenID providers that schools may sign their members in with. Of listed ones, addresses may be private. */
  readonly schoolProviders: AllowedIssuers;
  readonly mail: {
    /** The SMTP server. `undefined`: e-mails are written to files; `off`: no e-mail. */
    readonly server: SmtpServer | 'off' | undefined;
    readonly from: Mailbox;
  };
  readonly idTokenSigning: boolean;
  readonly dpopNonce: Environment['DPOP_NONCE'];
  readonly resourcePathDocuments: boolean;
  readonly lifetimes: {
    readonly code: number;
    readonly accessToken: number;
    readonly refreshIdle: number;
    readonly refreshAbsolute: number;
    /** How long a rotated refresh token is good after its successor was given out or used. */
    readonly refreshGrace: number;
    /** How long it is good while nobody has used its successor. */
    readonly refreshRepeat: number;
    readonly idToken: number;
    readonly pendingRequest: number;
    readonly consentMemory: number;
    readonly memberSession: number;
    readonly memberSessionIdle: number;
    readonly operatorSession: number;
    /** How recent a sign-in with two factors must be for what needs a fresh one. */
    readonly freshSecondFactor: number;
  };
  readonly rateLimits: boolean;
  readonly trustProxy: readonly string[];
  /** The header in which a trusted proxy says where the network of a caller is. */
  readonly placeHeader: string | undefined;
  /** Where audit events are written in addition to the database. */
  readonly auditLog: AuditDestination | undefined;
  readonly logLevel: Environment['LOG_LEVEL'];
  /** True if the log is written for people, instead of as JSON. */
  readonly prettyLog: boolean;
  /** How much of the addresses of callers the log has. The audit log has all of it. */
  readonly logAddresses: Environment['LOG_ADDRESSES'];
  /** How long the server says that it is not ready before it stops. */
  readonly drain: number;
  /** The number of processes that share the port. */
  readonly workers: number;
  /** Where metrics are served; nowhere if `undefined`. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Who takes reports of security problems, and until when that is so. */
  readonly securityContact: { readonly contacts: readonly string[]; readonly expires: number } | undefined;
  /** True if the demo platform may be created in an empty database. */
  readonly seedsDemo: boolean;
  readonly demoPassword: string | undefined;
  readonly demoSecret: string | undefined;
}

interface LoadOptions {
  /** True if a local server that has no master key yet is given one. */
  makesKey?: boolean;
  /** True if that key has to be the one of a backup. */
  restores?: boolean;
  /** Where the key of the database is, if it was asked, because none is given. */
  databaseKey?: DatabaseKey | undefined;
  /** Called with where the data is, before anything is read or made there. */
  onDataPaths?: (paths: DataPaths) => void;
}

/** @throws {ConfigError} with a line for each mistake */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  { makesKey = true, restores = false, databaseKey, onDataPaths }: LoadOptions = {},
): Config {
  const read = readEnvironment(environment);
  const { env } = read;
  if (read.faults.length === 0) onDataPaths?.(dataPathsOf(env));
  const origin = (): URL => new URL(parseBaseUrl(env));
  const isSecureOrigin = (): boolean => origin().protocol === 'https:';
  const dataDir = resolve(env.DATA_DIR);
  const keyOf = (developing: boolean) => masterKeyOf(env, { dataDir, developing, makesKey, restores, databaseKey });
  requireAll(read, [
    () => isSecureOrigin() && requireDeployment(env),
    ...outgoingTls(env),
    () => senderOf(env, origin().hostname),
    // A key that is missing is made only if nothing else is wrong.
    () => (isSecureOrigin() ? keyOf(false) : givenMasterKey(env, 'MASTER_KEY')),
    () => givenMasterKey(env, 'MASTER_KEY_PREVIOUS'),
    () => vendorsOf(env),
    () => appChallengesOf(env, origin().hostname),
    () => placeHeaderOf(env),
    () => servedOf(env),
  ]);
  const baseUrl = parseBaseUrl(env);
  const { protocol, hostname } = origin();
  const isLoopback = isLoopbackHost(hostname);
  const developing = isLoopback && protocol === 'http:';
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    workers: env.WORKERS,
    baseUrl,
    isLoopback,
    isSecure: protocol === 'https:',
    docsUrl: (env.DOCS_URL ?? `${baseUrl}/docs`).replace(/\/$/, ''),
    dataDir,
    ...dataPathsIn(dataDir, env),
    maxUpload: env.UPLOAD_MAX_MB * MEGABYTE,
    storageQuota: env.STORAGE_QUOTA_GB * 1024 * MEGABYTE,
    minFreeSpace: env.STORAGE_MIN_FREE_MB * MEGABYTE,
    masterKey: keyOf(developing),
    previousMasterKey: givenMasterKey(env, 'MASTER_KEY_PREVIOUS'),
    registration: env.REGISTRATION,
    maxUnusedClients: env.REGISTRATION_MAX_UNUSED,
    vendors: vendorsOf(env),
    cimd: cimdOf(env),
    copiesAddress: env.LOOPBACK_COPY === 'on',
    mcpOrigins: env.MCP_ALLOWED_ORIGINS ?? [],
    appChallenges: appChallengesOf(env, hostname),
    platformOperators: env.PLATFORM_OPERATORS ?? [],
    ...demandsOf(env, protocol),
    mail: { server: env.SMTP_URL, from: senderOf(env, hostname) },
    idTokenSigning: env.ID_TOKEN_SIGNING === 'on',
    resourcePathDocuments: env.RESOURCE_PATH_DOCUMENTS === 'exact',
    lifetimes: lifetimesOf(env),
    rateLimits: env.RATE_LIMITS === 'on',
    trustProxy: env.TRUST_PROXY ?? [],
    placeHeader: placeHeaderOf(env),
    auditLog: env.AUDIT_LOG,
    ...logOf(env),
    drain: env.DRAIN_SECONDS * SECOND,
    ...servedOf(env),
    seedsDemo: developing && env.NODE_ENV !== 'production',
    demoPassword: env.DEMO_PASSWORD,
    demoSecret: env.DEMO_SECRET,
  });
}

const logOf = (env: Environment): Pick<Config, 'logLevel' | 'prettyLog' | 'logAddresses'> => ({
  logLevel: env.LOG_LEVEL,
  prettyLog: isForPeople(env),
  logAddresses: env.LOG_ADDRESSES,
});

/** Somebody watches a log that goes to a terminal. */
const isForPeople = ({ LOG_FORMAT: format }: Environment): boolean =>
  format === 'auto' ? process.stdout.isTTY === true : format === 'pretty';

const cimdOf = (env: Environment): Config['cimd'] => ({
  enabled: env.CIMD === 'on',
  hosts: { allowed: env.CIMD_ALLOWED_HOSTS, open: env.CIMD_OPEN_REGISTRATION === 'on' },
  reviewsBundled: env.REVIEWED_BY_DEFAULT === 'on',
  allowLoopback: env.CIMD_ALLOW_LOOPBACK === 'on',
});

const lifetimesOf = (env: Environment): Config['lifetimes'] => ({
  code: 60 * SECOND,
  accessToken: env.ACCESS_TOKEN_SECONDS * SECOND,
  refreshIdle: env.REFRESH_IDLE_DAYS * DAY,
  refreshAbsolute: env.REFRESH_ABSOLUTE_DAYS * DAY,
  refreshGrace: env.REFRESH_GRACE_SECONDS * SECOND,
  // The successor itself would have expired by then.
  refreshRepeat: Math.min(env.REFRESH_REPEAT_DAYS, env.REFRESH_IDLE_DAYS) * DAY,
  idToken: 600 * SECOND,
  pendingRequest: 30 * 60 * SECOND,
  consentMemory: 365 * DAY,
  memberSession: 30 * DAY,
  memberSessionIdle: 14 * DAY,
  operatorSession: DAY / 2,
  freshSecondFactor: 15 * 60 * SECOND,
});

/** @throws {ConfigError} if an SMTP server is set without a sender */
function senderOf({ MAIL_FROM, SMTP_URL }: Environment, hostname: string): Mailbox {
  if (MAIL_FROM !== undefined) return MAIL_FROM;
  if (SMTP_URL !== undefined && SMTP_URL !== 'off') throw new ConfigError('MAIL_FROM is required with SMTP_URL');
  return { name: 'Schoolgate', address: `no-reply@${hostname}` };
}

/** @throws {ConfigError} if the server itself listens there */
function metricsOf({ METRICS_PORT: port, METRICS_HOST: host, PORT, HOST }: Environment): Config['metrics'] {
  const isShared = host === HOST || [host, HOST].some((one) => one === '0.0.0.0' || one === '::');
  if (port === PORT && isShared) {
    throw new ConfigError(`METRICS_PORT and PORT are both ${port}: set another METRICS_PORT`);
  }
  return port === undefined ? undefined : { port, host };
}

/** @throws {ConfigError} */
const servedOf = (env: Environment): Pick<Config, 'metrics' | 'securityContact'> => ({
  metrics: metricsOf(env),
  securityContact: securityContactOf(env),
});

/** @throws {ConfigError} if the file cannot be read, or holds something else */
function vendorsOf({ VENDORS_FILE: file }: Environment): readonly VendorPreset[] {
  if (file === undefined) return VENDOR_PRESETS;
  try {
    return vendorPresets.parse(JSON.parse(decodeText(readFileSync(file)) ?? ''));
  } catch (error) {
    throw new ConfigError(`VENDORS_FILE ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Milliseconds since the epoch. */
export type Clock = () => number;

declare module 'fastify' {
  interface FastifyInstance {
    readonly config: Config;
    readonly clock: Clock;
    readonly timer: Timer;
  }
}

export default fp(
  async (app, { config, clock, timer }: { config: Config; clock: Clock; timer: Timer }) => {
    app.decorate('config', config);
    app.decorate('clock', clock);
    app.decorate('timer', timer);
  },
  { name: 'config' },
);
