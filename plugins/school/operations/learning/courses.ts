/**
 * Admin operations for courses, with the rules for pricing, publishing and deleting one. A course that has ever had an
 * enrollment or order can only be archived, and instructors reach only the courses they teach.
 */
import type { FastifyInstance } from 'fastify';
import { type Operator, PUBLIC } from '../../../../schema/school/operation.ts';
import { invalidInput, ProblemError } from '../../../../schema/school/problem.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import type { Step } from '../../stores.ts';
import { type Check, resourceOperations } from '../engine/crud.ts';
import { defaultPrice } from '../engine/default-price.ts';
import { requireReferences } from '../engine/references.ts';
import { type Draft, type RowFor, withinTaughtCourses } from '../engine/resource-rows.ts';

type CourseRow = RowFor<typeof course>;
type CourseDraft = Draft<typeof course>;

export function courseOperations(app: FastifyInstance) {
  const { outlines, records, sales, teaching } = app.school;
  const courses = resourceOperations(app, course, { visibility: withinTaughtCourses(app, 'id') });

  /** Steps that lock the lecturers whom the course did not name before, so that none of them is deleted meanwhile. */
  const lockLecturers = ({ siteId }: Operator, row: CourseDraft, before?: CourseRow): Step[] => {
    const attached = lecturersOf(row).filter((id) => before === undefined || !lecturersOf(before).includes(id));
    return teaching.steps.lockLecturers(siteId, attached);
  };

  const check: Check<typeof course> = async ({ siteId }, row, before) => {
    requirePriceToFit(row, before);
    const known = before === undefined ? [] : lecturersOf(before);
    const references = lecturersOf(row).map((id, index) => ({
      path: `lecturerIds.${index}`,
      to: 'lecturers' as const,
      id: known.includes(id) ? undefined : id,
    }));
    await requireReferences(app, siteId, references);
  };

  async function whyNotDeletable({ siteId }: Operator, { id }: CourseRow): Promise<string | undefined> {
    const enrolled = await records('enrollments').count(siteId, { courseId: id });
    if (enrolled > 0) return `${enrolled} people are or were enrolled; archive the course instead`;
    const isOrdered = await sales.isOrdered(siteId, 'course', id);
    return isOrdered ? 'the course has been ordered; archive it instead' : undefined;
  }

  return [
    courses.list('list_courses'),
    courses.get('get_course'),
    courses.create('create_course', {
      initial: async (operator, row) => ({ status: 'draft', ...(await defaultPrice(app, operator, row)) }),
      check,
      onCreate: async (operator, row) => lockLecturers(operator, row),
    }),
    courses.update('update_course', {
      personDecidesOn: PUBLIC,
      check,
      onUpdate: async (operator, row, before) => lockLecturers(operator, row, before),
    }),
    courses.delete('delete_course', {
      description: 'Refused if anyone was ever enrolled in it or has ordered it; archive it instead.',
      whyNotDeletable,
      onDelete: async ({ siteId }, { id }) => outlines.steps.dropOutline(siteId, id),
    }),
    courses.action('publish_course', {
      path: 'publish',
      from: ['draft', 'archived'],
      effect: 'seen_by_strangers',
      description:
        'Publishes a draft or archived course, which opens it according to its courseType. A published course is left unchanged.',
      async decide(operator, row) {
        if (row.status === 'published') return undefined;
        await requireLecturers(app, operator, row);
        const columns = { status: 'published' as const, publishedAt: operator.now, archivedAt: null };
        return { columns, further: lockLecturers(operator, row) };
      },
    }),
    courses.action('unpublish_course', {
      path: 'unpublish',
      personDecidesOn: PUBLIC,
      from: ['published', 'archived'],
      description: 'Turns a published or archived course back into a draft. Enrolled students keep their access.',
      decide: (_operator, row) =>
        row.status === 'draft' ? undefined : { columns: { status: 'draft', archivedAt: null } },
    }),
    courses.action('archive_course', {
      path: 'archive',
      personDecidesOn: PUBLIC,
      from: ['draft', 'published'],
      description:
        'Closes a course to new students. It stays readable and enrolled students keep their access; publish_course reopens it.',
      decide: (operator, row) =>
        row.status === 'archived' ? undefined : { columns: { status: 'archived', archivedAt: operator.now } },
    }),
  ];
}

/** @throws {ProblemError} `conflict` */
async function requireLecturers({ school }: FastifyInstance, { siteId }: Operator, row: CourseRow): Promise<void> {
  const gone = await school.records('lecturers').missing(siteId, lecturersOf(row));
  if (gone.length === 0) return;
  throw new ProblemError('conflict', `the course names lecturers that no longer exist: ${gone.join(', ')}`);
}

const lecturersOf = ({ lecturerIds }: CourseDraft): string[] => [...new Set(lecturerIds ?? [])];

/** Only courses that are sold have a price. This is checked if the type or the price changes. */
function requirePriceToFit({ courseType, priceAmount }: CourseDraft, before: CourseRow | undefined): void {
  if (before?.courseType === courseType && before?.priceAmount === priceAmount) return;
  if (priceAmount === 0 || courseType === 'paid' || courseType === 'pre_order') return;
  const message = `must be 0 if courseType is ${courseType}; only paid and pre_order courses have a price`;
  throw invalidInput([{ path: 'price.amount', code: 'price_without_sale', message }]);
}
