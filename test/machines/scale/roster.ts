/** A list of the most people that a roster import takes, of whom most are new: how long the comparison and the import take. */
import type { FastifyInstance } from 'fastify';
import type { Operator } from '../../../schema/school/operation.ts';
import { MAX_ROSTER_ROWS } from '../../../schema/school/roster.ts';
import { CALLERS, RIVERSIDE } from '../../support/admin.ts';
import { longestTurn } from '../../support/loop-meter.ts';

const MICROSECONDS = 1000;
const SECOND = 1000;
/** One in so many is a member already. */
const KNOWN = 5;

/** How long something takes, in milliseconds by the clock and of the processor, and the longest turn of the event loop in it. */
async function timed(work: () => Promise<unknown>): Promise<{ ms: number; processor: number; loop: number }> {
  const [begin, before] = [performance.now(), process.cpuUsage()];
  const loop = await longestTurn(work);
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - begin, processor: (user + system) / MICROSECONDS, loop };
}

/** Imports the list into a course of the school, by an owner. @returns how many rows were not carried out, in words */
export async function tryRoster(app: FastifyInstance, say: (line: string) => void): Promise<string[]> {
  const { roster, rosters, records, members } = app.school;
  const operator: Operator = {
    ...{ siteId: RIVERSIDE.id, personId: CALLERS.owner.id, role: 'owner', now: app.clock(), requestId: 'roster' },
  };
  const course = await records('courses').findBy(RIVERSIDE.id, { status: 'published' });
  const { rows: known } = await members.page(RIVERSIDE.id, {
    ...{ first: MAX_ROSTER_ROWS / KNOWN, after: undefined, sort: 'joinedAt', descending: true },
    where: { role: 'member', status: 'active' },
  });
  const list = Array.from({ length: MAX_ROSTER_ROWS }, (_, at) => {
    const member = at % KNOWN === 0 ? known[at / KNOWN] : undefined;
    return `Person ${at},${member?.email ?? `person${at}.${operator.now}@class.example`},member`;
  });
  let plan: Awaited<ReturnType<typeof roster.plan>> | undefined;
  const compared = await timed(async () => {
    plan = await roster.plan(operator, `name,email,role\n${list.join('\n')}`, course?.id);
  });
  if (plan === undefined) throw new Error('no import');
  const stored = plan;
  const carriedOut = await timed(() => roster.carryOut(operator, stored, false));
  for (const [name, { ms, processor, loop }] of Object.entries({ compared, 'carried out': carriedOut }))
    say(
      `${MAX_ROSTER_ROWS} people ${name} in ${(ms / SECOND).toFixed(1)} s, ${(processor / SECOND).toFixed(1)} s of the processor, ${loop.toFixed(0)} ms of it in one turn of the event loop at most`,
    );
  const { done = 0, skipped = 0 } = await rosters.outcomes(stored.id);
  say(`${done} changes made, ${skipped} skipped`);
  return skipped === 0 ? [] : [`${skipped} rows of the roster were skipped`];
}
