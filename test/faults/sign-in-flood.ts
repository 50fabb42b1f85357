/** Two hundred people sign in at once; what others ask for meanwhile is answered as always (F31). */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { ServerProcess, type Settings } from '../support/server-process.ts';
import { PASSWORD } from '../support/settings.ts';
import { FaultClient, tokensOf } from './client.ts';
import { OpenForm } from './open-form.ts';
import { askMetadata, startProbing } from './probes.ts';
import { check, checkTime, type Report } from './report.ts';

const memory = (pid: number): number =>
  Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const LIMITS = { metadata: 100, token: 500, megabytes: 60 } as const;

/** @param settings with `TRUST_PROXY`, and hashes of passwords that cost as much as in real life */
export async function signInAtOnce(settings: Settings, { people }: { people: number }): Promise<Report> {
  const server = await ServerProcess.start(settings);
  const client = await FaultClient.signIn(settings, server.origin);
  let [pair = { refresh_token: '' }] = await client.tokens(server.origin, 1);
  const agent = new Agent({ keepAlive: true, maxSockets: people });
  const form = await OpenForm.open(settings, server.origin);
  const signIn = (n: number) =>
    form.send({ email: 'ben@riverside.example', password: PASSWORD }, `10.1.${n >> 8}.${n & 255}`, agent);
  // Each hash takes 19 MiB while it is made. Before memory is compared, as many are made at once as ever will be.
  await Promise.all(Array.from({ length: 8 }, (_, n) => signIn(n)));
  const used = (): number => server.answering.reduce((sum, pid) => sum + memory(pid), 0);
  const before = used();
  const metadata = startProbing(askMetadata(server.origin));
  const tokens = startProbing(async () => {
    const answer = await client.refresh(server.origin, pair.refresh_token);
    if (answer.status === 200) pair = tokensOf(answer);
    return answer;
  });
  const answers = await Promise.all(Array.from({ length: people }, (_, n) => signIn(n + 10)));
  const [read, written] = [await metadata.stop(), await tokens.stop()];
  const grown = Math.round(used() - before);
  const { code } = await server.stop();
  agent.destroy();
  const counted = (statuses: readonly number[]): number =>
    answers.filter(({ status }) => statuses.includes(status)).length;
  return {
    checks: [
      check('answers other than a page, 429 or 503', answers.length - counted([200, 303, 429, 503]), 0),
      check('somebody signed in', counted([303]) > 0, true),
      check('metadata and tokens not answered', read.failed + written.failed, 0),
      checkTime(`metadata p99 of ${LIMITS.metadata} ms at most`, read.p99, LIMITS.metadata),
      checkTime(`tokens p99 of ${LIMITS.token} ms at most`, written.p99, LIMITS.token),
      check(`memory grown by ${LIMITS.megabytes} MB at most`, grown <= LIMITS.megabytes, true),
      check('exit code', code, 0),
    ],
    figures: {
      people,
      'signed in': counted([303]),
      'refused for now': counted([429, 503]),
      'metadata p99 ms': read.p99,
      'token p99 ms': written.p99,
      'memory grown by MB': grown,
    },
  };
}
