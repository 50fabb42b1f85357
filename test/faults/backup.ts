/** Backups under load, and what works after the machine is lost and one of them is restored (F21). */
import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { COMMAND, programFile } from '../support/programs.ts';
import { randomFrom, seedFor } from '../support/seed.ts';
import { ServerProcess, type Settings, send } from '../support/server-process.ts';
import { SECRET } from '../support/settings.ts';
import { surroundings } from '../support/surroundings.ts';
import { FaultClient, type Tokens } from './client.ts';
import { inspectFile } from './crash.ts';
import { startLoad } from './load.ts';
import { check, inParallel, percentile, type Report } from './report.ts';

const runFile = promisify(execFile);

/** Runs a command as a process of its own. @returns what it prints; its exit code is 0, or this throws */
export async function command(settings: Settings, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return runFile(process.execPath, [programFile(COMMAND), ...args], { env: { ...surroundings(), ...settings } });
}

const keyIds = async (origin: string): Promise<string[]> => {
  // On a new connection: one that has been idle may be closed at the same moment.
  const answer = await send(`${origin}/.well-known/jwks.json`, { agent: new Agent() });
  if (answer.status !== 200) throw new Error(`signing keys: ${answer.status} ${answer.broken ?? answer.body}`);
  const { keys } = JSON.parse(answer.body) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};

interface Places {
  /** Where backups go. */
  folder: string;
  /** Settings of a server on an empty place, with the same master key and issuer. */
  elsewhere(): Promise<Settings>;
}

export async function backUpUnderLoad(
  settings: Settings,
  { folder, elsewhere }: Places,
  { backups, pauseMs }: { backups: number; pauseMs: number },
): Promise<Report> {
  const random = randomFrom(seedFor('backup under load'));
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  const revoked = (await client.tokens(server.origin, 3)).map(({ refresh_token }) => refresh_token);
  const formerKeys = await keyIds(server.origin);
  const load = startLoad(client, server.origin, pauseMs, random);
  const begin = performance.now();
  const backupMs: number[] = [];
  let acknowledged: string[] = [];
  let last = '';
  for (let count = 0; count < backups; count += 1) {
    await sleep(300);
    acknowledged = load.chains.flatMap(({ access }) => access);
    const { stdout } = await command(settings, 'backup', '--to', folder, '--keep', '2', '--json');
    const { folder: made, ms } = JSON.parse(stdout);
    last = made;
    backupMs.push(ms);
  }
  // Codes, and pairs of tokens.
  const writes = load.chains.reduce((sum, { access }) => sum + 1 + access.length, 0);
  const seconds = (performance.now() - begin) / 1000;
  const answered = [...load.statuses].reduce((sum, [, count]) => sum + count, 0);
  // Revoked after the backup, as a thief's connection is.
  for (const token of revoked) {
    const form = { client_id: 'c_demo_portal', client_secret: SECRET, token };
    await send(`${server.origin}/api/oauth/revoke`, { form });
  }
  await server.kill();
  await load.stop();
  const failed = [...load.statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);

  const verified = await command(settings, 'backup', 'verify', last);
  const lost: string[] = [];
  const kept = await elsewhere();
  const restoreBegin = performance.now();
  await command(kept, 'restore', last, '--keep-sessions');
  const restoreMs = Math.round(performance.now() - restoreBegin);
  const torn = kept.DATABASE_URL?.startsWith('file:') ? inspectFile(kept.DATABASE_URL.slice('file:'.length)) : [];
  const same = await ServerProcess.start(kept);
  await inParallel(acknowledged, 16, async (token) => {
    if (!(await client.isActive(same.origin, token))) lost.push(token);
  });
  await same.stop();

  const ended = await elsewhere();
  await command(ended, 'restore', last);
  const safe = await ServerProcess.start(ended);
  const alive: string[] = [];
  await inParallel(acknowledged, 16, async (token) => {
    if (await client.isActive(safe.origin, token)) alive.push(token);
  });
  for (const token of revoked) if ((await client.refresh(safe.origin, token)).status !== 400) alive.push(token);
  const silent = (await client.code(safe.origin)).code;
  const restoredKeys = await keyIds(safe.origin);
  const again: Tokens[] = await (await FaultClient.signIn(ended, safe.origin)).tokens(safe.origin, 1);
  const works = await client.isActive(safe.origin, again[0]?.access_token ?? '');
  await safe.stop();

  return {
    checks: [
      check('acknowledged tokens lost', lost.length, 0),
      check('server errors', failed, 0),
      check('verified', /^whole: /.test(verified.stdout), true),
      ...torn,
      check('tokens of before the restore accepted', alive.length, 0),
      check('the session of before the restore answers', silent, undefined),
      check(
        'signing keys of before the restore published',
        restoredKeys.filter((kid) => formerKeys.includes(kid)),
        [],
      ),
      check('signing keys after the restore', restoredKeys.length, 1),
      check('people sign in and connect again', works, true),
      check('the load did something', acknowledged.length > 20, true),
    ],
    figures: {
      backups,
      'acknowledged tokens': acknowledged.length,
      'acknowledged writes a second': Math.round(writes / seconds),
      'requests a second': Math.round(answered / seconds),
      'backup ms, median': percentile(backupMs, 0.5),
      slowest: Math.max(...backupMs),
      'restore ms, with the check': restoreMs,
    },
  };
}
