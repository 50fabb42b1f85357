/** `npm start`: starts the server. On an empty database, it also prints the first steps. */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../plugins/settings/config.ts';
import { hashCredential, randomSecret } from '../../schema/credential.ts';
import { DEMO_IS_KNOWN, DEMO_SITE } from '../../schema/program/demo.ts';
import { PROGRAM } from '../../schema/program/program-name.ts';
import { isOldBundle } from './old-bundle.ts';
import { cannotStart, openServer, readSettings } from './process.ts';
import { refuseArguments } from './usage.ts';
import { waitForDatabase } from './waiting.ts';
import {
  CRASHES,
  closeTogether,
  freeAddress,
  isFirstWorker,
  onStop,
  SIGNALS,
  superviseWorkers,
  surviveHangUp,
  tellListening,
  workerNumber,
} from './workers.ts';

const STOP_WITHIN_MS = 25_000;
const LOG_WRITTEN_MS = 50;
const SETUP_LINK_MS = 30 * 60_000;
const OLD_BUNDLE =
  'dist is older than the sources beside it: run npm ci --include=dev && npm run build, and restart the server';

export const USAGE = `Usage: schoolgate serve

Starts the server. Its settings are environment variables.
`;

export async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) refuseArguments(USAGE, { positionals: args });
  const worker = workerNumber();
  const isReported = worker === undefined;
  // Without the database and the data folder, a later worker must not make others.
  const makesNew = worker === undefined || isFirstWorker();
  const onKeyMade = (file: string): void => {
    // Whoever knows nothing of a key that the server made for itself has no copy of it when the disk is gone. The next
    // start, if this one fails, finds it made.
    process.stderr.write(`Master key: ${file}. Keep a copy apart from backups.\n`);
  };
  const config = await readSettings(makesNew ? {} : { MIGRATE: 'off' }, {
    makesNew,
    isReported,
    onKeyMade,
    wait: waitForDatabase,
  });
  const { drain } = config;
  if (worker === undefined && config.workers > 1) {
    return superviseWorkers(config.workers, drain + 2 * STOP_WITHIN_MS);
  }
  await waitForDatabase(config).catch(cannotStart);
  const app = await openServer(config);
  const isFirst = worker === undefined || worker === 1;
  if (isFirst) await warnOfDemo(app).catch(cannotStart);
  await app.listenForMetrics(worker).catch((error) => cannotStart(error, 'METRICS_PORT'));
  const { port, host } = app.config;
  const address = await freeAddress({ port, host }, worker).catch(cannotStart);
  // A start that could not listen would print nothing of what it has made: passwords and a link.
  const welcome = isFirst ? await firstSteps(app).catch(cannotStart) : '';
  const delay = drain + STOP_WITHIN_MS;
  const kept = worker === undefined ? surviveHangUp((line) => app.log.info(line)) : SIGNALS;
  const graceful = closeWithGrace({ delay, logger: app.log, skip: [...CRASHES, ...kept] }, async ({ err, manual }) => {
    if (err) app.log.fatal({ err }, 'stopping after an unexpected error');
    else if (drain > 0) {
      // The balancer sees that the server is not ready, and sends the next requests to another.
      app.readiness.leave();
      app.log.info({ ms: drain }, 'not ready any more; requests are still answered before the server stops');
      await sleep(drain);
    }
    // By hand: every worker stops, not this one alone.
    if (manual) await closeTogether(app.server);
    await app.close();
  });
  if (worker !== undefined) onStop(() => graceful.close());
  await app.listen(address).catch(cannotStart);
  if (isFirst && isOldBundle()) app.log.warn(OLD_BUNDLE);
  // The log is written by another thread. The first steps come after it.
  await sleep(LOG_WRITTEN_MS);
  if (worker === undefined) process.stderr.write(welcome);
  else tellListening(() => process.stderr.write(welcome));
  // Otherwise a process that is killed leaves nothing for a faster next start.
  flushCompileCache();
}

/** The data of somebody who has tried the program out is no beginning of a server that others reach. */
async function warnOfDemo({ config, log, school: { platform } }: FastifyInstance): Promise<void> {
  if (config.isLoopback) return;
  for (const site of Object.values(DEMO_SITE)) {
    if (await platform.hasSite(site))
      return log.warn(
        { dataDir: config.dataDir },
        `${DEMO_IS_KNOWN}: use a new DATA_DIR, and an empty database if DATABASE_URL names one`,
      );
  }
}

/** @returns the text to print after the start */
async function firstSteps(app: FastifyInstance): Promise<string> {
  const { config } = app;
  const { setup } = app.people;
  const { platform } = app.school;
  const empty = await setup.isEmpty();
  if (config.seedsDemo && (empty || (await platform.hasSite(DEMO_SITE.riverside)))) {
    const { seedDemo } = await import('./demo/seed.ts');
    const { printDemo } = await import('./demo/summary.ts');
    const summary = await seedDemo(app);
    return `
Schoolgate is running at ${config.baseUrl}

${printDemo(summary)}
${notesOf(config)}Next, in another terminal:  ${PROGRAM} connect --server ${config.baseUrl} --client-id c_demo_cli
${pagesOf(config.baseUrl)}
`;
  }
  if (!empty) return `\nSchoolgate is running at ${config.baseUrl}\n${notesOf(config)}${pagesOf(config.baseUrl)}\n`;
  const token = randomSecret();
  await setup.openLink(hashCredential(token), app.clock() + SETUP_LINK_MS);
  return `
Schoolgate is running at ${config.baseUrl} and has no school yet.
${notesOf(config)}Open this link within 30 minutes to create the first school and its owner. It works once:

  ${config.baseUrl}/setup?token=${token}

`;
}

/** Returns notes about where people reach the server, and where the e-mails are, if there is no mail server. */
const notesOf = (config: Config): string => `${otherPortOf(config)}${mailNoteOf(config)}`;

function mailNoteOf({ mail, dataDir }: Config): string {
  if (mail.server === 'off')
    return 'No e-mail is sent, because SMTP_URL is off. A link to a new password, with the settings of this server (DATA_DIR, BASE_URL, SMTP_URL): schoolgate users send-reset <e-mail>\n';
  return mail.server === undefined
    ? `E-mails are files in ${join(dataDir, 'mail')}, because SMTP_URL is not set.\n`
    : '';
}

/** Without TLS, nothing passes requests on from another port, as a proxy would. */
function otherPortOf({ baseUrl, port }: Config): string {
  const { protocol, port: named } = new URL(baseUrl);
  return protocol === 'https:' || Number(named || 80) === port
    ? ''
    : `It listens on port ${port} (PORT), and BASE_URL names port ${named || 80}: set both to the same.\n`;
}

/** The web pages to open in a browser. */
function pagesOf(baseUrl: string): string {
  return `In a browser: ${baseUrl}/admin for people who run a school, ${baseUrl}/account for everyone
`;
}
