// slow, named, alone
/**
 * Long fault tests that do not take long: another group of them with each seed, about a minute each. They measure times, so
 * they run only where they are named, and alone. Where only answers were too slow, they are measured once more,
 * because other machines may use the same processor; what slows the server down does so again.
 */
import t from 'tap';
import { IS_THOROUGH, isItsTurn } from '../support/thorough.ts';
import { assertReport } from './assert-report.ts';
import { FAULTS } from './catalogue/index.ts';
import { isMeasured, readKept, worseThan } from './kept.ts';
import { holds, type Report } from './report.ts';
import { described } from './script.ts';
import { tidyUp } from './services.ts';

const AT_MOST_SECONDS = 30;
const GROUP_SECONDS = 60;

t.setTimeout(300_000);

interface Group {
  seconds: number;
  names: string[];
}

/** The quick scripts in groups that take equally long, by the time that each took when its figures were kept. */
function groups(): readonly Group[] {
  const kept = readKept();
  const quick = Object.keys(FAULTS).flatMap((name) => {
    const found = kept[name];
    return isMeasured(found) && found.seconds < AT_MOST_SECONDS ? [{ name, seconds: found.seconds }] : [];
  });
  const all = quick.reduce((sum, { seconds }) => sum + seconds, 0);
  const result: Group[] = Array.from({ length: Math.ceil(all / GROUP_SECONDS) }, () => ({ seconds: 0, names: [] }));
  for (const { name, seconds } of quick.toSorted((one, other) => other.seconds - one.seconds)) {
    const [smallest] = result.toSorted((one, other) => one.seconds - other.seconds);
    if (smallest === undefined) continue;
    smallest.seconds += seconds;
    smallest.names.push(name);
  }
  return result;
}

function isOnlySlow({ checks }: Report): boolean {
  const missed = checks.filter((one) => !holds(one));
  return missed.length > 0 && missed.every(({ isTime }) => isTime);
}

const all = groups();
t.ok(all.length > 0, `${all.length} groups`);
for (const [index, { names }] of all.entries()) {
  if (IS_THOROUGH && !isItsTurn(index, all.length)) continue;
  for (const name of names) {
    t.test(`${name}, at length`, async (t) => {
      t.teardown(tidyUp);
      const script = described(FAULTS[name] ?? (async () => 'gone'));
      let outcome = await script.run();
      if (typeof outcome === 'object' && isOnlySlow(outcome)) {
        t.comment('once more, because only answers were slow');
        await tidyUp();
        outcome = await script.run();
      }
      if (typeof outcome === 'string') return t.comment(`skipped: ${outcome}`);
      assertReport(t, outcome);
      t.strictSame(worseThan(readKept()[name], outcome.figures, script.compared), []);
    });
  }
}
