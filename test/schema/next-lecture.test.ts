/** The lecture with which a member goes on. */
import t from 'tap';
import { nextLecture } from '../../schema/school/next-lecture.ts';

/** A letter for each lecture: c is completed, o is open, x is closed. */
const outlineOf = (states: string) =>
  [...states].map((state, index) => ({
    lectureId: String(index),
    isOpen: state !== 'x',
    completedAt: state === 'c' ? 1 : null,
  }));

const ROWS: readonly (readonly [string, last: number | undefined, next: number | undefined, why: string])[] = [
  ['ooo', undefined, 0, 'the first one'],
  ['ooo', 1, 1, 'the one that was watched last'],
  ['oco', 1, 2, 'the one after a completed one'],
  ['ooc', 2, 0, 'an earlier one after the last'],
  ['cxo', 0, 2, 'not one that is closed'],
  ['ccx', 1, undefined, 'none while the others are closed'],
  ['ccc', 2, undefined, 'none when all are completed'],
  ['coo', 9, 1, 'the first one if the last one is gone'],
  ['', undefined, undefined, 'none of an empty course'],
];

for (const [states, last, next, why] of ROWS) {
  t.test(`of ${states || 'no lectures'}, after ${last ?? 'none'}: ${why}`, async (t) => {
    const lastWatched =
      last === undefined ? undefined : { lectureId: String(last), title: '', positionSeconds: 0, watchedAt: 1 };
    t.equal(nextLecture(outlineOf(states), { lastWatched })?.lectureId, next === undefined ? undefined : String(next));
  });
}
