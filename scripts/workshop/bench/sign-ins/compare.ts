/**
 * Compares sign-ins through the page with what argon2id alone allows on the same cores, and measures how long another
 * caller waits meanwhile.
 */
import { atOncePerProcess, COST } from '../../../../plugins/people/passwords.ts';
import { introspectionCallers } from '../load/callers.ts';
import { gatherAccessTokens } from '../load/rows.ts';
import { rotated } from '../rounds.ts';
import type { Plan } from '../school/measure.ts';
import { median, quantile } from '../statistics.ts';
import { seededProduct, signIn } from '../targets/product.ts';
import { freePort } from '../targets/server-process.ts';
import { type Hashes, hashAlone } from './hashes.ts';
import { type Asked, askBeside } from './introspection.ts';
import { loopDelay } from './loop-delay.ts';
import { type SignIns, signingIn } from './sign-ins.ts';

interface Round {
  alone: Hashes;
  known: SignIns;
  fresh: SignIns;
  beside: SignIns & Asked & { loopDelayP99: number };
}

export async function compareSignIns(folder: string, plan: Plan): Promise<string> {
  const metricsPort = await freePort();
  const { server, seed } = await seededProduct(folder, { METRICS_PORT: String(metricsPort) });
  const { origin, pid } = server;
  const target = { name: 'product' as const, origin, pid, ...(await signIn(origin, seed)) };
  const [asking] = introspectionCallers(target, await gatherAccessTokens(target));
  if (asking === undefined) throw new Error('nobody to ask beside the sign-ins');

  const known = signingIn(server, seed.people, 'known');
  const parts = {
    alone: (seconds: number) => hashAlone(COST, atOncePerProcess(1), seconds),
    known,
    fresh: signingIn(server, seed.people, 'new'),
    async beside(seconds: number) {
      await loopDelay(metricsPort);
      const [signIns, asked] = await Promise.all([known(seconds), askBeside(origin, asking, seconds)]);
      return { ...signIns, ...asked, loopDelayP99: await loopDelay(metricsPort) };
    },
  };
  const rounds: Round[] = [];
  for (let number = 0; number <= plan.rounds; number += 1) {
    plan.onProgress(number === 0 ? 'warm-up' : `round ${number} of ${plan.rounds}`);
    const done: Partial<Record<keyof Round, unknown>> = {};
    for (const part of rotated(['alone', 'known', 'fresh', 'beside'] as const, number)) {
      plan.signal.throwIfAborted();
      done[part] = await parts[part](number === 0 ? plan.seconds / 2 : plan.seconds);
    }
    // Each part is measured in each round.
    if (number > 0) rounds.push(done as unknown as Round);
  }
  await server.stop();
  return render(rounds);
}

function render(rounds: readonly Round[]): string {
  const figure = (of: (round: Round) => number, digits: number) => median(rounds.map(of)).toFixed(digits);
  const rate = (of: (round: Round) => Hashes) => figure((round) => of(round).perSecond, 1);
  const ratio = (of: (round: Round) => SignIns) => figure((round) => of(round).perSecond / round.alone.perSecond, 2);
  const cpu = (of: (round: Round) => Hashes) => figure((round) => of(round).cpuMilliseconds, 2);
  const lineOf = (name: string, of: (round: Round) => SignIns): string[] => [
    name,
    rate(of),
    ratio(of),
    figure((round) => quantile(of(round).latencies, 0.5), 0),
    figure((round) => quantile(of(round).latencies, 0.99), 0),
    cpu(of),
    figure((round) => of(round).generatorMilliseconds, 2),
  ];
  const headings = ['', 'per second', '÷ argon2id', 'p50 ms', 'p99 ms', 'CPU ms', 'CPU ms of the generator'];
  const rule = headings.map((_, index) => (index === 0 ? '---' : '---:'));
  const lines = [
    [
      `argon2id alone, ${atOncePerProcess(1)} at once`,
      rate(({ alone }) => alone),
      '1.00',
      '',
      '',
      cpu(({ alone }) => alone),
      '',
    ],
    lineOf('sign-ins, known browsers', ({ known }) => known),
    lineOf('sign-ins, known browsers, beside introspection', ({ beside }) => beside),
    lineOf('sign-ins, new browsers', ({ fresh }) => fresh),
  ];
  const asked = (share: number) => figure(({ beside }) => quantile(beside.waits, share), 1);
  return [
    'sign-ins through the page beside argon2id alone',
    '',
    ...[headings, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `introspection beside sign-ins, every 10 ms: p50 ${asked(0.5)} ms, p99 ${asked(0.99)} ms; ` +
      `delay of the event loop: p99 ${figure(({ beside }) => beside.loopDelayP99, 1)} ms`,
  ].join('\n');
}
