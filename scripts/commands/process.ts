/** Opens the server for all commands: checks the Node version, reads the settings and builds the server. */
import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { databaseName } from '../../db/database.ts';
import type { Config } from '../../plugins/settings/config.ts';
import type { DataPaths } from '../../plugins/settings/data-paths.ts';
import type { DatabaseKey } from '../../plugins/settings/master-key.ts';
import type { AppOptions } from '../../routes/app.ts';
import { isDatabaseError } from '../../schema/refusals/store-error.ts';
import { outageOf, sentenceOf, wasCut } from './outage.ts';

const OLDEST_NODE = 24;
/** Number of checks, every ten milliseconds, without a closed connection after which the server stops waiting. */
const LOOKS_WITHOUT_CHANGE = 50;
const FINISH_WITHIN_MS = 5000;

/** In place of a key, for settings that are checked without one. */
const NO_KEY = Buffer.alloc(32).toString('base64');

type Settings = Pick<typeof import('../../plugins/settings/config.ts'), 'loadConfig'> &
  Pick<typeof import('../../plugins/settings/master-key.ts'), 'localKeyFile'> &
  Pick<typeof import('../../plugins/settings/data-paths.ts'), 'loadDataPaths'>;

/** Builds the server for a command, which never migrates the database. */
export async function openApp(
  overrides: Record<string, string> = {},
  options: AppOptions = {},
  reading: SettingsOptions = {},
): Promise<FastifyInstance> {
  const config = await readSettings({ MIGRATE: 'off', ...overrides }, reading);
  return build(config, { isCommand: true, ...options }).catch(cannotRun);
}

/** Builds the server that starts. Ends the process with one line if the database is invalid. */
export const openServer = (config: Config, options: AppOptions = {}): Promise<FastifyInstance> =>
  build(config, options).catch(cannotStart);

async function build(config: Config, options: AppOptions): Promise<FastifyInstance> {
  const { buildApp } = await import('../../routes/app.ts');
  const app = await buildApp(config, options);
  const answers = latestAnswers(app.server);
  app.addHook('preClose', () => finishConnections(app.server, answers));
  await app.ready();
  return app;
}

interface SettingsOptions {
  /** True if a missing key is replaced, although the database has another. */
  replacesKey?: boolean;
  /** True if a key is needed. A command that decrypts nothing neither demands nor makes one. */
  needsKey?: boolean;
  /** Waits for a database that does not answer yet, if it has to be read first. */
  wait?: (config: Config) => Promise<void>;
  /** True if the command may make a new server, with a master key of its own. */
  makesNew?: boolean;
  /** True if the command restores a backup, whose master key is needed. */
  restores?: boolean;
  /** Called with the file of the master key, if there was none before. */
  onKeyMade?: (file: string) => void;
  /** True if it says where the data is. */
  isReported?: boolean;
  /** Called with what is wrong with the settings, instead of ending the process with it. */
  onMistake?: (mistake: string) => never;
}

/**
 * Reads the settings, for commands that open no server, and says where the data is. Ends the process with one line per
 * error.
 */
export async function readSettings(
  overrides: Record<string, string> = {},
  {
    makesNew = false,
    restores = false,
    replacesKey = false,
    needsKey = true,
    isReported = true,
    onKeyMade,
    wait,
    onMistake,
  }: SettingsOptions = {},
): Promise<Config> {
  const { MASTER_KEY, MASTER_KEY_FILE } = process.env;
  const noKey = needsKey || MASTER_KEY || MASTER_KEY_FILE ? {} : { MASTER_KEY: NO_KEY };
  const environment = { ...process.env, ...noKey, ...overrides };
  return reading(async ({ loadConfig, localKeyFile }) => {
    let isKnown = false;
    let hadKey = false;
    const onDataPaths = (paths: DataPaths): void => {
      if (isReported && !isKnown) printDataPaths(paths);
      isKnown = true;
      hadKey = existsSync(localKeyFile(paths.dataDir));
    };
    /** Other mistakes are reported without the database. */
    const withoutKey = (): Config => loadConfig({ ...environment, MASTER_KEY: NO_KEY }, { onDataPaths });
    const databaseKey =
      restores || replacesKey ? undefined : await keyInDatabase(environment, withoutKey, makesNew ? wait : undefined);
    const config = loadConfig(environment, { makesKey: makesNew, restores, databaseKey, onDataPaths });
    const file = localKeyFile(config.dataDir);
    if (!hadKey && existsSync(file)) onKeyMade?.(file);
    return config;
  }, onMistake);
}

async function keyInDatabase(
  environment: Readonly<Record<string, string | undefined>>,
  withoutKey: () => Config,
  wait: SettingsOptions['wait'],
): Promise<DatabaseKey | undefined> {
  const { databaseKeyOf } = await import('./database-key.ts');
  try {
    return await databaseKeyOf(environment);
  } catch (error) {
    const config = withoutKey();
    if (wait === undefined) return cannotRun(error);
    await wait(config).catch(cannotStart);
    return databaseKeyOf(environment).catch(cannotStart);
  }
}

/** Reads where the data is, for commands that need nothing else, and says it. */
export const readDataPaths = (): Promise<DataPaths> =>
  reading(({ loadDataPaths }) => {
    const paths = loadDataPaths(process.env);
    printDataPaths(paths);
    return paths;
  });

/** Says on standard error what a command is about to use, so that one with the wrong settings is noticed in time. */
export function printDataPaths({ databaseUrl, dataDir }: DataPaths): void {
  process.stderr.write(`Database: ${databaseName(databaseUrl)}, data folder: ${dataDir}\n`);
}

async function reading<Read>(
  read: (settings: Settings) => Read | Promise<Read>,
  onMistake: (mistake: string) => never = (mistake) => fail(mistake),
): Promise<Read> {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE)
    return fail(`Node ${process.versions.node} is too old: Schoolgate requires Node ${OLDEST_NODE} or newer`);
  // Files that the program creates are readable by its own user only.
  process.umask(0o077);
  // Imported after the check, because the database add-on crashes an older Node without a message.
  const { loadConfig } = await import('../../plugins/settings/config.ts');
  const { localKeyFile } = await import('../../plugins/settings/master-key.ts');
  const { loadDataPaths } = await import('../../plugins/settings/data-paths.ts');
  const { ConfigError } = await import('../../plugins/settings/environment.ts');
  try {
    return await read({ loadConfig, loadDataPaths, localKeyFile });
  } catch (error) {
    if (error instanceof ConfigError) return onMistake(error.message);
    return cannotStart(error);
  }
}

/** The connections, with the answer to the latest request on each, if there was one. */
type LatestAnswers = ReadonlyMap<Socket, ServerResponse | undefined>;

function latestAnswers(server: Server): LatestAnswers {
  const latest = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket) => {
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (latest.has(socket)) latest.set(socket, response);
  });
  return latest;
}

/**
 * Closes connections gracefully. Node's own close drops every connection without a request in progress, including those
 * whose next request has arrived but was not read yet; the client would see a reset. Therefore the server first stops
 * accepting connections, and then answers one more request on each open one, with `Connection: close`.
 */
async function finishConnections(server: Server, answers: LatestAnswers): Promise<void> {
  // A worker has done so together with the others.
  if (server.listening) NetServer.prototype.close.call(server);
  const count = promisify(server.getConnections.bind(server));
  const end = performance.now() + FINISH_WITHIN_MS;
  let before = Number.POSITIVE_INFINITY;
  for (let unchanged = 0; unchanged < LOOKS_WITHOUT_CHANGE && performance.now() < end; ) {
    const open = await count();
    if (open === 0) return;
    unchanged = open < before ? 0 : unchanged + 1;
    before = open;
    await sleep(10);
  }
  endUnasked(server, answers);
}

/**
 * Ends the connections that Node's own close waits for without end: those that have not sent a whole request head, and,
 * after the time that a request has anyway, those whose request never comes to its end.
 */
function endUnasked(server: Server, answers: LatestAnswers): void {
  for (const [socket, answer] of answers) if (answer?.writableFinished !== false) socket.destroy();
  const endUnfinished = (): void => {
    for (const [socket, answer] of answers) if (answer?.req.complete === false) socket.destroy();
  };
  setTimeout(endUnfinished, server.requestTimeout).unref();
}

/** @param port the setting of the port on which it listens */
export const cannotStart = (error: unknown, port?: 'METRICS_PORT'): never =>
  fail(`Schoolgate cannot start: ${reasonOf(error, port)}`);

/** As `cannotStart`, for commands beside the server, which start nothing. */
export const cannotRun = (error: unknown): never => fail(reasonOf(error));

/** Ends a command with one line if the database, or another store, has gone away under it. @throws any other error */
export function endInterrupted(error: unknown): never {
  const outage = outageOf(error);
  if (outage === undefined) throw error;
  const next = wasCut(error)
    ? '. If the command was to change anything, see whether it has before you run it again'
    : '';
  return fail(outage + next);
}

/** Of PostgreSQL: no such database, or no such role. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === '3D000' || (error.code === '28000' && /does not exist/.test(error.message)));

function reasonOf(error: unknown, port?: 'METRICS_PORT'): string {
  const message = sentenceOf(error);
  if (isMissing(error)) return `${message}: create it (docs/run/database.md), or correct DATABASE_URL`;
  const { code, syscall } = Object(error);
  const isListening = syscall === 'listen' || (syscall === 'getaddrinfo' && !isDatabaseError(error));
  if (isListening && code === 'EACCES')
    return `${message}. This user may not listen there; ${port ?? 'PORT'} sets another port`;
  if (isListening && code !== 'EADDRINUSE')
    return `${message}. ${port === undefined ? 'HOST' : 'METRICS_HOST'} must be an address of this machine, such as 127.0.0.1`;
  if (code !== 'EADDRINUSE') return message;
  if (port !== undefined) return `${message}. Another program has this port; ${port} sets another`;
  // With https, people reach a proxy, whose port is another one.
  return process.env.BASE_URL?.trim().toLowerCase().startsWith('https:')
    ? `${message}. Another program has this port. Set PORT to another one, and let the proxy pass requests on to it.`
    : `${message}. Another program has this port; PORT sets another, which BASE_URL has to name, too`;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
