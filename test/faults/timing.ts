/** How long an answer takes tells nothing of whether there is such an account (F16). */
import Sqlite from 'better-sqlite3';
import { randomFrom, seedFor } from '../support/seed.ts';
import type { Answer, Settings } from '../support/server-process.ts';
import { PASSWORD } from '../support/settings.ts';
import { OpenForm } from './open-form.ts';
import { check, type Report } from './report.ts';

const KNOWN = 'ana@riverside.example';
const DISABLED = 'ben@riverside.example';
/** As long as the others, so that the answers can be compared byte by byte. */
const UNKNOWN = 'zoe@riverside.example';
const WRONG = 'not-the-password-of-anybody';

const TELLS_APART = 0.01;
const APART = 0.05;
/** Nobody is throttled for these, and the first answers of a process are slow. */
const WARM_UP = 8;
/** Fewer than an account may fail over all networks. */
const FEW = 50;

/** Two ways of asking that must look the same; each asks from the address it is given. */
interface Pair {
  name: string;
  path: string;
  emails: readonly [string, string];
  status: number;
  /** Always from the same address, which has to wait by now. */
  isThrottled?: boolean;
}

const PAIRS: readonly Pair[] = [
  { name: 'sign-in, unknown', path: '/sign-in', emails: [KNOWN, UNKNOWN], status: 400 },
  { name: 'sign-in, disabled', path: '/sign-in', emails: [KNOWN, DISABLED], status: 400 },
  { name: 'sign-in, throttled', path: '/sign-in', emails: [KNOWN, UNKNOWN], status: 429, isThrottled: true },
  { name: 'reset, unknown', path: '/password/forgot', emails: [KNOWN, UNKNOWN], status: 200 },
  { name: 'reset, disabled', path: '/password/forgot', emails: [KNOWN, DISABLED], status: 200 },
];

/** The server must believe `X-Forwarded-For` of this computer. */
export async function tellApart(settings: Settings, origin: string, tries: number): Promise<Report> {
  // A sign-in renews the hash of the template, which would be verified much faster than that of an unknown account.
  const signIn = await OpenForm.open(settings, origin);
  for (const email of [KNOWN, DISABLED]) await signIn.send({ email, password: PASSWORD }, '192.0.2.9');
  disable(settings);
  const report: Report = { checks: [], figures: {} };
  for (const [number, pair] of PAIRS.entries()) {
    const form = await OpenForm.open(settings, origin, pair.path);
    const answers = new Answers();
    const [known, other] = await interleaved(form, answers, pair, number, tries, () => forgetFailures(settings));
    const apart = Math.abs(median(known) / median(other) - 1);
    const chance = mannWhitney(known, other);
    report.checks.push(
      check(`${pair.name}: answers`, answers.kinds, [pair.status]),
      check(`${pair.name}: medians further apart than ${APART * 100} %`, apart > APART, false),
      check(`${pair.name}: told apart (p ≤ ${TELLS_APART})`, chance <= TELLS_APART, false),
    );
    report.figures[pair.name] =
      `${median(known).toFixed(2)} and ${median(other).toFixed(2)} ms, p ${chance.toFixed(2)}`;
  }
  return report;
}

async function interleaved(
  form: OpenForm,
  answers: Answers,
  pair: Pair,
  number: number,
  tries: number,
  forget: () => void,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  const random = randomFrom(seedFor(`order of ${pair.name}`));
  for (let count = -WARM_UP * (pair.isThrottled === true ? 2 : 1); count < tries; count += 1) {
    if (pair.isThrottled !== true && count % FEW === 0) forget();
    const order = random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const);
    for (const which of order) {
      const from =
        pair.isThrottled === true ? addressOf(number, which) : addressOf(number + 100, count * 2 + which + 99);
      const email = pair.emails[which];
      const answer = await form.send({ email, password: WRONG }, from);
      if (count < 0) continue;
      answers.add(email, answer);
      times[which].push(answer.ms);
    }
  }
  return times;
}

const addressOf = (network: number, host: number): string => `10.${network}.${host >> 8}.${host & 255}`;

/** What was answered to a form, by kind. Answers that differ only in the address that was typed in are one kind. */
class Answers {
  readonly #statuses = new Map<string, number>();

  add(email: string, { body, status }: Answer): void {
    // How long to wait still grows shorter.
    const text = body.replaceAll(email, '').replaceAll(/(?<=name="csrf" value=")[^"]*|\d+/g, '');
    this.#statuses.set(`${status} ${text}`, status);
  }

  /** The status of each kind. */
  get kinds(): number[] {
    return [...this.#statuses.values()];
  }
}

/** An account has a hundred failures over all networks, which would end the comparison. */
function forgetFailures({ DATABASE_URL: url = '' }: Settings): void {
  const database = new Sqlite(url.replace('file:', ''), { timeout: 5000 });
  database.exec("delete from throttles where key like 'sign_in_strangers:%'");
  database.close();
}

/** Nothing suspends a person yet: the row is edited. */
function disable({ DATABASE_URL: url = '' }: Settings): void {
  const database = new Sqlite(url.replace('file:', ''));
  const { changes } = database.prepare('update people set active = 0 where email = ?').run(DISABLED);
  database.close();
  if (changes !== 1) throw new Error(`there is no ${DISABLED}`);
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** @returns how likely it is (two-sided, normal approximation) that samples this unlike are drawn from the same times */
function mannWhitney(first: readonly number[], second: readonly number[]): number {
  const ranked = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ];
  ranked.sort((a, b) => a.value - b.value);
  const ranks = ranked.reduce((sum, { isFirst }, index) => sum + (isFirst ? index + 1 : 0), 0);
  const [n, m] = [first.length, second.length];
  const surplus = ranks - (n * (n + 1)) / 2 - (n * m) / 2;
  const z = Math.abs(surplus) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return 2 * (1 - normal(z));
}

/** The share of a normal distribution below `z` ≥ 0 (Abramowitz and Stegun 26.2.17, good to 7 digits). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const poly = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = poly.reduceRight((sum, factor) => (sum + factor) * t, 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
