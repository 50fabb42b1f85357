/** One guess at each of many accounts, all from one address (F15). */

import type { Settings } from '../support/server-process.ts';
import { PASSWORD } from '../support/settings.ts';
import { OpenForm } from './open-form.ts';
import { check, inParallel, type Report } from './report.ts';

const AT_ONCE = 32;
const AT_ONCE_ALLOWED = 1500;
/** After that, one more is judged each time. */
const REFILL_MS = 9000;

/** The server must believe `X-Forwarded-For` of this computer. */
export async function guessEveryone(settings: Settings, origin: string, accounts: number): Promise<Report> {
  const form = await OpenForm.open(settings, origin);
  const begin = performance.now();
  const numbers = Array.from({ length: accounts }, (_, n) => n);
  const answers = await inParallel(numbers, AT_ONCE, (n) =>
    form.send({ email: `pupil${n}@riverside.example`, password: 'a guess' }, '192.0.2.1'),
  );
  const ms = performance.now() - begin;
  const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
  const victim = await form.send({ email: 'ana@riverside.example', password: PASSWORD }, '198.51.100.9');
  return {
    checks: [
      check('judged beyond the limit', count(400) > AT_ONCE_ALLOWED + Math.ceil(ms / REFILL_MS), false),
      check('neither judged nor told to wait', accounts - count(400) - count(429), 0),
      check('somebody from another network', victim.status, 303),
    ],
    figures: { judged: count(400), 'told to wait': count(429), 's in all': Math.round(ms / 1000) },
  };
}
