/** The lecture with which a member goes on in a course. */
import type { EnrolledCourse, OwnLecture } from './account.ts';

type Lecture = Pick<OwnLecture, 'lectureId' | 'isOpen' | 'completedAt'>;

/**
 * Returns the lecture that was watched last, if it is not completed; otherwise the first open one after it that is not, or
 * else one before it.
 * @param outline of the course, in order
 */
export function nextLecture<L extends Lecture>(
  outline: readonly L[],
  { lastWatched }: Pick<EnrolledCourse, 'lastWatched'>,
): L | undefined {
  const last = Math.max(
    0,
    outline.findIndex(({ lectureId }) => lectureId === lastWatched?.lectureId),
  );
  return [...outline.slice(last), ...outline.slice(0, last)].find(
    ({ completedAt, isOpen }) => isOpen && completedAt === null,
  );
}
