/**
 * Admin operations for the outline of a course: its sections and the lectures in each, in order. A new order is stored
 * only if the outline is still the one that the order was checked against.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { resourceOfRow } from '../../../../schema/school/resource.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { lecture, outline, section } from '../../../../schema/school/resources/curriculum.ts';
import { orderEventOf } from '../engine/audit-events.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { keyOf, type ResourceRows, type RowFor, resourceRows, withinTaughtCourses } from '../engine/resource-rows.ts';

type Courses = ResourceRows<typeof course>;
type LectureRow = RowFor<typeof lecture>;

interface LecturePosition {
  readonly id: string;
  readonly sectionId: string;
  readonly position: number;
}

/** A section as it is stored, with its lectures. */
interface StoredSection {
  readonly id: string;
  readonly position: number;
  readonly lectures: readonly LecturePosition[];
}

/** A section with its lectures in the order that they have or are to have. */
interface OrderedSection {
  readonly id: string;
  readonly lectureIds: readonly string[];
}

export function outlineOperations(app: FastifyInstance) {
  const courses = resourceRows(app, course, { visibility: withinTaughtCourses(app, 'id') });
  const outlines = outlineReader(app);
  return [
    getOperation(courses, outlines),
    listSectionsOperation(app, courses),
    reorderOperation(app, courses, outlines),
    moveOperation(app, outlines),
  ];
}

type OutlineReader = ReturnType<typeof outlineReader>;

function outlineReader({ school: { outlines } }: FastifyInstance) {
  async function read({ siteId }: Operator, courseId: string) {
    const [sections, lectures] = await Promise.all([
      outlines.sections(siteId, courseId),
      outlines.lectures(siteId, courseId),
    ]);
    return sections.map((one) => ({ ...one, lectures: lectures.filter(({ sectionId }) => sectionId === one.id) }));
  }

  async function show(operator: Operator, courseId: string) {
    const sections = await read(operator, courseId);
    return {
      courseId,
      sections: sections.map(({ lectures, ...row }) => {
        const { courseId: _, ...output } = resourceOfRow(section, row);
        return { ...output, lectures: lectures.map(outlineLecture) };
      }),
    };
  }

  return { read, show };
}

const outlineLecture = (row: object) => {
  const { contentMarkdown: _, courseId: _course, sectionId: _section, ...output } = resourceOfRow(lecture, row);
  return output;
};

const getOperation = (courses: Courses, outlines: OutlineReader) =>
  defineOperation({
    name: 'get_outline',
    summary: 'Get the outline of a course',
    description:
      'Returns all sections of a course with their lectures, in order and including drafts. The text of a lecture comes from get_lecture.',
    scope: 'curriculum:read',
    input: z.strictObject(keyOf(course)),
    output: outline,
    rest: { method: 'GET', path: '/courses/:id/outline', status: 200 },
    run: async (operator, { id }) => outlines.show(operator, (await courses.find(operator, id)).id),
  });

const listSectionsOperation = ({ school }: FastifyInstance, courses: Courses) =>
  defineOperation({
    name: 'list_sections',
    summary: 'List the sections of a course',
    description:
      'Lists all sections of a course in order, without their lectures. Not paginated, since there are at most 200.',
    scope: 'curriculum:read',
    input: z.strictObject(keyOf(course)),
    output: z.object({ nodes: z.array(section.output) }),
    rest: { method: 'GET', path: '/courses/:id/sections', status: 200 },
    async run(operator, { id }) {
      const rows = await school.outlines.sections(operator.siteId, (await courses.find(operator, id)).id);
      return { nodes: rows.map((row) => resourceOfRow(section, row)) };
    },
  });

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** A whole course, within the limits of sections and lectures that a course can have. */
const wholeOrder = z
  .array(
    z.strictObject({
      id: z.string().min(1).max(64).describe('Section id'),
      lectureIds: z.array(z.string().min(1).max(64)).max(1000).describe('Ids of its lectures, in the desired order'),
    }),
  )
  .max(200)
  .refine((sections) => isDistinct(sections.map(({ id }) => id)), 'lists a section twice')
  .refine((sections) => isDistinct(sections.flatMap(({ lectureIds }) => lectureIds)), 'lists a lecture twice')
  .describe('All sections of the course with all their lectures, in the desired order');

function reorderOperation({ school }: FastifyInstance, courses: Courses, outlines: OutlineReader) {
  return defineOperation({
    name: 'reorder_outline',
    summary: 'Reorder a course',
    description:
      'Reorders the sections and lectures of a course, which can also move lectures between sections, and returns the outline. The order must list every section and lecture: call get_outline first. Refused if any was added or deleted since.',
    scope: 'curriculum:write',
    input: z.strictObject({ ...keyOf(course), sections: wholeOrder }),
    output: outline,
    rest: { method: 'POST', path: '/courses/:id/reorder_outline', status: 200 },
    isIdempotent: true,
    async run(operator, { id, sections: order }) {
      const { id: courseId } = await courses.find(operator, id);
      return retryOnConflict('outline', async () => {
        const current = await outlines.read(operator, courseId);
        if (!hasSameIds(orderOf(current), order)) {
          throw new ProblemError(
            'conflict',
            'the order must list every section and lecture of the course; get the outline again',
          );
        }
        const event = eventOf(operator, courseId, orderOf(current), order);
        const positions = { ...positionsOf(order), seen: seenPositionsOf(current) };
        const isArranged = await school.outlines.arrange(operator.siteId, courseId, positions, [event]);
        return isArranged ? outlines.show(operator, courseId) : undefined;
      });
    },
  });
}

function moveOperation(app: FastifyInstance, outlines: OutlineReader) {
  const lectures = resourceRows(app, lecture, { visibility: withinTaughtCourses(app) });
  return defineOperation({
    name: 'move_lecture',
    summary: 'Move a lecture',
    description: 'Moves a lecture to a section of the same course, at a zero-based position, last by default.',
    scope: 'curriculum:write',
    input: z.strictObject({
      ...keyOf(lecture),
      sectionId: z.string().min(1).max(64).describe('Id of the target section, which may be the current one'),
      position: z.int().min(0).max(1000).optional().describe('Zero-based position; last by default'),
    }),
    output: lecture.output,
    rest: { method: 'POST', path: '/lectures/:id/move', status: 200 },
    isIdempotent: true,
    isConditional: true,
    async run(operator, { id, sectionId, position }) {
      return retryOnConflict('outline', async () => {
        const before = await lectures.find(operator, id);
        requireVersion(operator, 'lecture', before);
        const { courseId } = before;
        const current = await outlines.read(operator, courseId);
        const order = orderAfterMove(orderOf(current), before.id, sectionId, position);
        if (isSameOrder(orderOf(current), order)) return lectures.show(operator, before);
        const positions = { ...positionsOf(order), seen: seenPositionsOf(current) };
        const after = movedRow(before, positions.lectures, operator.now);
        const orderEvent = eventOf(operator, courseId, orderOf(current), order);
        const lectureEvent = lectures.eventOf(operator, 'resource_changed', before.id, { before, after });
        const events = [orderEvent, lectureEvent] as const;
        if (!(await app.school.outlines.arrange(operator.siteId, courseId, positions, events))) return undefined;
        return lectures.show(operator, await lectures.find(operator, before.id));
      });
    },
  });
}

/** One event for the whole course, because moving a lecture can change the position of all others. */
const eventOf = (
  operator: Operator,
  courseId: string,
  before: readonly OrderedSection[],
  after: readonly OrderedSection[],
) => orderEventOf(operator, `outline/${courseId}`, { before: idsIn(before), after: idsIn(after) });

const idsIn = (sections: readonly OrderedSection[]) => sections.map(({ id, lectureIds }) => [id, lectureIds] as const);

const isSameOrder = (current: readonly OrderedSection[], order: readonly OrderedSection[]): boolean =>
  JSON.stringify(idsIn(current)) === JSON.stringify(idsIn(order));

const orderOf = (sections: readonly StoredSection[]): OrderedSection[] =>
  sections.map(({ id, lectures }) => ({ id, lectureIds: lectures.map((one) => one.id) }));

const positionsOf = (sections: readonly OrderedSection[]) => ({
  sections: sections.map(({ id }) => id),
  lectures: sections.flatMap(({ id: sectionId, lectureIds }) =>
    lectureIds.map((id, position) => ({ id, sectionId, position })),
  ),
});

/** The positions that must not have changed when the new ones are stored. */
const seenPositionsOf = (sections: readonly StoredSection[]) => ({
  sections: sections.map(({ id, position }) => ({ id, sectionId: '', position })),
  lectures: sections.flatMap(({ lectures }) =>
    lectures.map(({ id, sectionId, position }) => ({ id, sectionId, position })),
  ),
});

function hasSameIds(current: readonly OrderedSection[], order: readonly OrderedSection[]): boolean {
  const idsOf = (sections: readonly OrderedSection[]): string =>
    [...sections.map(({ id }) => `/${id}`), ...sections.flatMap(({ lectureIds }) => lectureIds)].sort().join();
  return idsOf(current) === idsOf(order);
}

/** The row after the move. It is unchanged if the lecture itself keeps its position while others move around it. */
function movedRow(row: LectureRow, positions: readonly LecturePosition[], now: number): LectureRow {
  const moved = positions.find(({ id }) => id === row.id);
  if (moved === undefined || (moved.sectionId === row.sectionId && moved.position === row.position)) return row;
  return { ...row, ...moved, updatedAt: nextVersion({ now }, row) };
}

/** @throws {ProblemError} `invalid-input` if the section does not belong to the course */
function orderAfterMove(
  sections: readonly OrderedSection[],
  lectureId: string,
  sectionId: string,
  position: number | undefined,
): OrderedSection[] {
  if (!sections.some(({ id }) => id === sectionId)) {
    const message = 'is not a section of the same course';
    throw invalidInput([{ path: 'sectionId', code: 'no_such_reference', message }]);
  }
  return sections.map(({ id, lectureIds: current }) => {
    const lectureIds = current.filter((one) => one !== lectureId);
    if (id === sectionId) lectureIds.splice(position ?? lectureIds.length, 0, lectureId);
    return { id, lectureIds };
  });
}
