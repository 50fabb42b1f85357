/**
 * Admin operations for courses, with the rules for pricing, publishing and deleting one. A course that has ever had an
 * enrollment or order can only be archived, and instructors reach only the courses they teach.
 */
import type { FastifyInstance } from 'fastify';
import type { Operation, Operator } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { type Action, action } from '../engine/action.ts';
import { type CrudRules, crud } from '../engine/crud.ts';
import { requireReferences } from '../engine/references.ts';
import { type Row, resourceRows, type Step } from '../engine/resource-rows.ts';
import { withinTaughtCourses } from './taught-courses.ts';

export function courseOperations(app: FastifyInstance): Operation[] {
  const { outlines, records, teaching } = app.school;
  const visibility = withinTaughtCourses(app, 'id');

  /** Who is attached must be there when it is done: a published course keeps its lecturers from being deleted. */
  const holdLecturers = ({ siteId }: Operator, row: Row, before?: Row): Step[] => {
    const known = before === undefined ? [] : lecturersOf(before);
    const attached = lecturersOf(row).filter((id) => !known.includes(id));
    return teaching.steps.hold(siteId, attached);
  };

  const check: CrudRules['check'] = async ({ siteId }, row, before) => {
    requirePriceToFit(row, before);
    const known = before === undefined ? [] : lecturersOf(before);
    const references = lecturersOf(row).map((id, index) => ({
      path: `lecturerIds.${index}`,
      to: 'lecturers' as const,
      id: known.includes(id) ? undefined : id,
    }));
    await requireReferences(app, siteId, references);
  };

  const whyNotDeletable: CrudRules['whyNotDeletable'] = async ({ siteId }, { id }) => {
    const enrolled = await records('enrollments').count(siteId, { courseId: id });
    if (enrolled > 0) return `${enrolled} people are or were enrolled; archive the course instead`;
    const isOrdered = await outlines.isOrdered(siteId, String(id));
    return isOrdered ? 'the course has been ordered; archive it instead' : undefined;
  };

  const rules: CrudRules = {
    initial: () => ({ status: 'draft' }),
    check,
    whyNotDeletable,
    deletion: 'Refused if anyone was ever enrolled in it or has ordered it; archive it instead.',
    visibility,
    onUpdate: async (operator, row, before) => holdLecturers(operator, row, before),
    onCreateOrDelete: async (operator, row, what) =>
      what === 'create' ? holdLecturers(operator, row) : outlines.steps.dropOutline(operator.siteId, String(row.id)),
  };
  const rows = resourceRows(app, course, undefined, visibility);

  const publish: Action = {
    verb: 'publish',
    description:
      'Publishes a draft or archived course, which opens it according to its courseType. A published course is left unchanged.',
    async judge(operator, row) {
      if (row.status === 'published') return undefined;
      const gone = await records('lecturers').missing(operator.siteId, lecturersOf(row));
      if (gone.length > 0)
        throw new ProblemError('conflict', `the course names lecturers that no longer exist: ${gone.join(', ')}`);
      const columns = { status: 'published', publishedAt: operator.now, archivedAt: null };
      return { columns, further: holdLecturers(operator, row) };
    },
  };
  const unpublish: Action = {
    verb: 'unpublish',
    description: 'Turns a published or archived course back into a draft. Enrolled students keep their access.',
    judge: (_operator, row) =>
      row.status === 'draft' ? undefined : { columns: { status: 'draft', archivedAt: null } },
  };
  const archive: Action = {
    verb: 'archive',
    description:
      'Closes a course to new students. It stays readable and enrolled students keep their access; publish_course reopens it.',
    judge: (operator, row) =>
      row.status === 'archived' ? undefined : { columns: { status: 'archived', archivedAt: operator.now } },
  };
  return [...crud(app, course, rules), ...[publish, unpublish, archive].map((one) => action(course, rows, one))];
}

const lecturersOf = ({ lecturerIds }: Row): string[] => [...new Set((lecturerIds ?? []) as string[])];

/** Only what is sold has a price. Judged when one of the two changes. */
function requirePriceToFit({ courseType, priceAmount }: Row, before: Row | undefined): void {
  if (before?.courseType === courseType && before?.priceAmount === priceAmount) return;
  if (priceAmount === 0 || courseType === 'paid' || courseType === 'pre_order') return;
  const message = `must be 0 if courseType is ${courseType}; only paid and pre_order courses have a price`;
  throw invalidInput([{ path: 'price.amount', code: 'price_without_sale', message }]);
}
