/** Many rows that are over are deleted while the server answers (F32). */
import { setTimeout as sleep } from 'node:timers/promises';
import { deadGrants, orphanedTokens } from '../machines/soak/size.ts';
import { fill } from '../support/many-grants.ts';
import { ServerProcess, type Settings } from '../support/server-process.ts';
import { FaultClient, tokensOf } from './client.ts';
import { inspectFile } from './crash.ts';
import { startProbing } from './probes.ts';
import { check, type Report } from './report.ts';

const fileOf = ({ DATABASE_URL: url = '' }: Settings): string => url.slice('file:'.length);

/**
 * @param dead grants that are over, each with two tokens
 * @param minutes until all of them must be gone, and their tokens, which take longer
 */
export async function tidyUnderLoad(
  settings: Settings,
  { living, dead, minutes }: { living: number; dead: number; minutes: number },
): Promise<Report> {
  const file = fileOf(settings);
  const first = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, first.origin);
  await client.tokens(first.origin, 1);
  await first.stop();
  const kept = fill(file, living, dead);

  const server = await ServerProcess.start(settings);
  let [pair = { refresh_token: '' }] = await client.tokens(server.origin, 1);
  const refreshing = () =>
    startProbing(
      async () => {
        const answer = await client.refresh(server.origin, pair.refresh_token);
        if (answer.status === 200) pair = tokensOf(answer);
        return answer;
      },
      { pauseMs: 10 },
    );
  const begin = performance.now();
  const meanwhile = refreshing();
  const elapsed = (): number => (performance.now() - begin) / 1000;
  const { DATABASE_URL: url = '' } = settings;
  while ((await deadGrants(url)) > 0 && elapsed() < minutes * 60) await sleep(500);
  const seconds = elapsed();
  while ((await orphanedTokens(url)) > 0 && elapsed() < minutes * 60) await sleep(2000);
  const withTokens = elapsed();
  const during = await meanwhile.stop();
  const quiet = refreshing();
  await sleep(Math.min(10_000, seconds * 1000));
  const afterwards = await quiet.stop();
  let lost = 0;
  for (const token of kept.slice(0, 200)) if (!(await client.isActive(server.origin, token))) lost += 1;
  const { code } = await server.stop();
  return {
    checks: [
      check(`dead grants left after ${minutes} minutes`, await deadGrants(url), 0),
      check('refreshes not answered', during.failed + afterwards.failed, 0),
      check('living tokens lost', lost, 0),
      check('exit code', code, 0),
      ...inspectFile(file),
    ],
    figures: {
      'dead grants': dead,
      seconds: Math.round(seconds),
      'seconds with their tokens': Math.round(withTokens),
      'grants a second': Math.round(dead / seconds),
      'refresh p99 ms meanwhile': during.p99,
      'and afterwards': afterwards.p99,
      slowest: during.slowest,
    },
  };
}
