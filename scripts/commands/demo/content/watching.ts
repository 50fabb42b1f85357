/** Generates the progress of a student in a course. */
import type { Course } from './courses.ts';
import { type Dice, nth } from './dice.ts';
import { timeBetween } from './subscriptions.ts';
import type { Row } from './wave.ts';

export type WatchedLecture = Omit<Row<'watchPositions'>, 'enrollmentId'>;

interface Progress {
  positions: WatchedLecture[];
  progressPercent: number;
  completedAt: number | null;
  lastLectureId: string | null;
  lastPositionSeconds: number | null;
  lastWatchedAt: number | null;
}

const NOT_BEGUN: Progress = {
  positions: [],
  progressPercent: 0,
  completedAt: null,
  lastLectureId: null,
  lastPositionSeconds: null,
  lastWatchedAt: null,
};

/** Watches the lectures in order, the last one perhaps not to its end, between `from` and `to`. */
export function watch({ watchable, published }: Course, from: number, to: number, dice: Dice): Progress {
  const seconds = Math.floor((to - from) / 1000);
  const count = lecturesSeen(watchable.length, dice);
  if (count === 0 || seconds < 2 * watchable.length + 4) return NOT_BEGUN;

  const pace = Math.floor(seconds / (watchable.length + 2));
  const throughout = dice.percent(40);
  const positions = watchable.slice(0, count).map(({ id, durationSeconds }, index): WatchedLecture => {
    const watchedAt = from + (pace * index + dice.between(1, pace)) * 1000;
    const complete = index < count - 1 || durationSeconds === 0 || throughout;
    const positionSeconds = complete ? durationSeconds : dice.between(10, durationSeconds - 10);
    return { lectureId: id, positionSeconds, watchedAt, completedAt: complete ? watchedAt : null };
  });
  const done = positions.filter(({ completedAt }) => completedAt !== null).length;
  const complete = done === published.length;
  const completedAt = complete ? (positions.at(-1)?.watchedAt ?? null) : null;
  if (dice.percent(20)) watchAgain(positions, watchable, to, dice);

  const last = positions.reduce((latest, position) => (position.watchedAt > latest.watchedAt ? position : latest));
  return {
    positions,
    progressPercent: Math.floor((100 * done) / published.length),
    completedAt,
    lastLectureId: last.lectureId,
    lastPositionSeconds: last.positionSeconds,
    lastWatchedAt: last.watchedAt,
  };
}

function lecturesSeen(all: number, dice: Dice): number {
  if (dice.percent(15)) return 0;
  return dice.percent(30) ? all : dice.between(Math.min(1, all), all);
}

/** Reopens a completed lecture and leaves it half-way. It stays completed. */
function watchAgain(positions: WatchedLecture[], lectures: Course['watchable'], to: number, dice: Dice): void {
  const index = dice.between(0, positions.length - 1);
  const again = nth(positions, index);
  const { durationSeconds } = nth(lectures, index);
  const latest = Math.max(...positions.map(({ watchedAt }) => watchedAt));
  if (again.completedAt === null || durationSeconds === 0) return;
  again.watchedAt = timeBetween(dice, latest + 1000, to);
  again.positionSeconds = dice.between(10, durationSeconds - 10);
}
