/** The order of a course: its sections, and the lectures in each. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { digestOfOrder, resourceOfRow } from '../../../../schema/school/resource.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { lecture, outline, section } from '../../../../schema/school/resources/curriculum.ts';
import { auditEventOf } from '../engine/audit-events.ts';
import { nextVersion, requireVersion, retryOnConflict } from '../engine/conflicts.ts';
import { keyOf } from '../engine/crud.ts';
import { type RowFor, resourceRows } from '../engine/resource-rows.ts';
import { withinTaughtCourses } from './taught-courses.ts';

const courseKey = keyOf(course);
const ids = (max: number) => z.array(z.string().min(1).max(64)).max(max);

/** As the limits of a course are. */
const wholeOrder = z
  .array(
    z.strictObject({
      id: z.string().min(1).max(64).describe('Section id'),
      lectureIds: ids(1000).describe('Ids of its lectures, in the desired order'),
    }),
  )
  .max(200)
  .refine((sections) => isDistinct(sections.map(({ id }) => id)), 'lists a section twice')
  .refine((sections) => isDistinct(sections.flatMap(({ lectureIds }) => lectureIds)), 'lists a lecture twice')
  .describe('All sections of the course with all their lectures, in the desired order');

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

type LectureRow = RowFor<typeof lecture>;

interface Ordered {
  id: string;
  lectureIds: readonly string[];
}

const placesOf = (sections: readonly Ordered[]) => ({
  sections: sections.map(({ id }) => id),
  lectures: sections.flatMap(({ id: sectionId, lectureIds }) =>
    lectureIds.map((id, position) => ({ id, sectionId, position })),
  ),
});

export function outlineOperations(app: FastifyInstance) {
  const { outlines } = app.school;
  const courses = resourceRows(app, course, { visibility: withinTaughtCourses(app, 'id') });
  const lectureRows = resourceRows(app, lecture, { visibility: withinTaughtCourses(app) });

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
        const { courseId: _, ...shown } = resourceOfRow(section, row);
        return { ...shown, lectures: lectures.map(outlined) };
      }),
    };
  }

  /** One for the whole: of a lecture that is moved, it is the order of the course that changes. */
  const eventOf = (operator: Operator, courseId: string, before: readonly Ordered[], after: readonly Ordered[]) => ({
    ...auditEventOf(operator, 'resource_changed', `outline/${courseId}`),
    before: digestOfOutline(before),
    after: digestOfOutline(after),
  });

  const get = defineOperation({
    name: 'get_outline',
    summary: 'Get the outline of a course',
    description:
      'Returns all sections of a course with their lectures, in order and including drafts. The text of a lecture comes from get_lecture.',
    scope: 'curriculum:read',
    input: z.strictObject(courseKey),
    output: outline,
    rest: { method: 'GET', path: '/courses/:id/outline', status: 200 },
    run: async (operator, { id }) => show(operator, (await courses.find(operator, id)).id),
  });

  const listSections = defineOperation({
    name: 'list_sections',
    summary: 'List the sections of a course',
    description:
      'Lists all sections of a course in order, without their lectures. Not paginated, since there are at most 200.',
    scope: 'curriculum:read',
    input: z.strictObject(courseKey),
    output: z.object({ nodes: z.array(section.output) }),
    rest: { method: 'GET', path: '/courses/:id/sections', status: 200 },
    async run(operator, { id }) {
      const rows = await outlines.sections(operator.siteId, (await courses.find(operator, id)).id);
      return { nodes: rows.map((row) => resourceOfRow(section, row)) };
    },
  });

  const reorder = defineOperation({
    name: 'reorder_outline',
    summary: 'Reorder a course',
    description:
      'Reorders the sections and lectures of a course, which can also move lectures between sections, and returns the outline. The order must list every section and lecture: call get_outline first. Refused if any was added or deleted since.',
    scope: 'curriculum:write',
    input: z.strictObject({ ...courseKey, sections: wholeOrder }),
    output: outline,
    rest: { method: 'POST', path: '/courses/:id/reorder_outline', status: 200 },
    isIdempotent: true,
    async run(operator, { id, sections: wanted }) {
      const { id: courseId } = await courses.find(operator, id);
      return retryOnConflict('outline', async () => {
        const there = await read(operator, courseId);
        if (!isSameSet(there.map(ordered), wanted)) {
          throw new ProblemError(
            'conflict',
            'the order must list every section and lecture of the course; get the outline again',
          );
        }
        const event = eventOf(operator, courseId, there.map(ordered), wanted);
        if (await outlines.arrange(operator.siteId, courseId, { ...placesOf(wanted), seen: seenIn(there) }, [event])) {
          return show(operator, courseId);
        }
        return undefined;
      });
    },
  });

  const move = defineOperation({
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
        const moved = await lectureRows.find(operator, id);
        requireVersion(operator, 'lecture', moved);
        const { courseId } = moved;
        const sections = await read(operator, courseId);
        const order = moving(sections, moved.id, sectionId, position);
        const event = eventOf(operator, courseId, sections.map(ordered), order);
        if (event.before === event.after) return lectureRows.show(operator, moved);
        const places = placesOf(order);
        const trail = lectureRows.eventOf(operator, 'resource_changed', moved.id, {
          before: moved,
          after: movedRow(moved, places.lectures, operator.now),
        });
        if (await outlines.arrange(operator.siteId, courseId, { ...places, seen: seenIn(sections) }, [event, trail])) {
          return lectureRows.show(operator, await lectureRows.find(operator, moved.id));
        }
        return undefined;
      });
    },
  });

  return [get, listSections, reorder, move];
}

const outlined = (row: object) => {
  const { contentMarkdown: _, courseId: _course, sectionId: _section, ...shown } = resourceOfRow(lecture, row);
  return shown;
};

interface Found {
  id: string;
  position: number;
  lectures: readonly { id: string; sectionId: string; position: number }[];
}

const seenIn = (sections: readonly Found[]) => ({
  sections: sections.map(({ id, position }) => ({ id, sectionId: '', position })),
  lectures: sections.flatMap(({ lectures }) =>
    lectures.map(({ id, sectionId, position }) => ({ id, sectionId, position })),
  ),
});

const ordered = ({ id, lectures }: Pick<Found, 'id'> & { lectures: readonly { id: string }[] }): Ordered => ({
  id,
  lectureIds: lectures.map((one) => one.id),
});

const digestOfOutline = (sections: readonly Ordered[]): string =>
  digestOfOrder(sections.map(({ id, lectureIds }) => [id, lectureIds]));

function isSameSet(there: readonly Ordered[], wanted: readonly Ordered[]): boolean {
  const idsOf = (sections: readonly Ordered[]): string =>
    [...sections.map(({ id }) => `/${id}`), ...sections.flatMap(({ lectureIds }) => lectureIds)].sort().join();
  return idsOf(there) === idsOf(wanted);
}

/** As it is then: a lecture that keeps its number, while others go around it, stays as it was. */
function movedRow(
  row: LectureRow,
  places: readonly { id: string; sectionId: string; position: number }[],
  now: number,
): LectureRow {
  const place = places.find(({ id }) => id === row.id);
  if (place === undefined || (place.sectionId === row.sectionId && place.position === row.position)) return row;
  return { ...row, ...place, updatedAt: nextVersion({ now }, row) };
}

/** @throws {ProblemError} when the section is not one of the course */
function moving(
  sections: readonly { id: string; lectures: readonly { id: string }[] }[],
  lectureId: string,
  sectionId: string,
  position: number | undefined,
): Ordered[] {
  if (!sections.some(({ id }) => id === sectionId)) {
    const message = 'is not a section of the same course';
    throw invalidInput([{ path: 'sectionId', code: 'no_such_reference', message }]);
  }
  return sections.map(({ id, lectures }) => {
    const lectureIds = lectures.map((one) => one.id).filter((one) => one !== lectureId);
    if (id === sectionId) lectureIds.splice(position ?? lectureIds.length, 0, lectureId);
    return { id, lectureIds };
  });
}
