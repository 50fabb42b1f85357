/** How long a comparison takes tells nothing of how much of a guess was right. */
import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import t from 'tap';
import { hashCredential, randomSecret, sameHash } from '../../schema/credential.ts';
import { BASE, testApp } from '../support/app.ts';

const ROUNDS = 100_000;
const WARM_UP = 20_000;
/** Six standard deviations of what chance alone brings about. */
const NO_SLOPE = 0.02;
/** What other programs of the machine bring about does not come six times. What the comparison does would. */
const MEASUREMENTS = 6;

const pause = (): bigint => process.hrtime.bigint();

/** A guess of which so many leading characters are right, and no other is. */
const guessOf = (secret: string, right: number): string =>
  secret.slice(0, right) + [...secret.slice(right)].map((letter) => (letter === 'A' ? 'B' : 'A')).join('');

/** The correlation between the number of right leading characters and the time; the slowest tenth is left out. */
function correlation(secret: string, compare: (guess: string) => unknown): number {
  const guesses = Array.from(secret, (_, right) => guessOf(secret, right));
  const measured: [right: number, time: number][] = [];
  for (let n = -WARM_UP; n < ROUNDS; n += 1) {
    const right = randomInt(guesses.length);
    const begin = pause();
    compare(guesses[right] ?? '');
    const time = Number(pause() - begin);
    if (n >= 0) measured.push([right, time]);
  }
  const usual = measured.toSorted(([, one], [, other]) => one - other).slice(0, 0.9 * ROUNDS);
  const mean = (of: (pair: [number, number]) => number) =>
    usual.reduce((sum, pair) => sum + of(pair), 0) / usual.length;
  const [x, y] = [mean(([right]) => right), mean(([, time]) => time)];
  const covariance = mean(([right, time]) => (right - x) * (time - y));
  return covariance / Math.sqrt(mean(([right]) => (right - x) ** 2) * mean(([, time]) => (time - y) ** 2));
}

t.test('the time of a comparison does not depend on how much of the guess is right [F19]', async (t) => {
  const { app } = await testApp(t, { housekeeping: false });
  const { checkForm, formToken } = app.people.loginSession;
  const request = { headers: { origin: BASE } } as FastifyRequest;
  const secret = randomSecret();
  const stored = hashCredential(secret);
  for (const [what, right, compare] of [
    ['client secret', secret, (guess: string) => sameHash(stored, hashCredential(guess))],
    ['form token', formToken('a form'), (guess: string) => checkForm(request, guess, 'a form')],
  ] as const) {
    const found: number[] = [];
    do found.push(correlation(right, compare));
    while (found.length < MEASUREMENTS && Math.abs(found.at(-1) ?? 0) >= NO_SLOPE);
    const all = `${what}: ${found.map((one) => one.toFixed(4)).join(', ')}`;
    t.comment(all);
    t.ok(Math.abs(found.at(-1) ?? 1) < NO_SLOPE, all);
  }
});
