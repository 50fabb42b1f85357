/** The courses of a school, and how far they are followed. */
import type { FastifyInstance } from 'fastify';
import { coursePath } from '../../../../schema/school/addresses.ts';
import { courseAnalytics } from '../../../../schema/school/resources/analytics.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace } from '../../kit/resource/place.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { curriculum, curriculumAreas } from './curriculum.ts';
import { listOf, publicPage } from './place.ts';

export function courseAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: course,
    name: 'courses',
    subtitle: 'subtitle',
    usual: 'published',
    seenIn: 'published',
    columns: ['price', 'studentCount', 'lectureCount', 'updatedAt'],
    form: [
      ['title', 'subtitle', 'description'],
      ['courseType', 'price', 'accessDays'],
      ['lecturerIds', 'categories', 'tags'],
      ['slug', 'coverImageUrl', 'featured', 'unlisted'],
    ],
    facts: ['status', 'publishedAt', 'studentCount', 'lectureCount', 'createdAt', 'updatedAt'],
    actions: ['publish_course', 'unpublish_course', 'archive_course'],
    panel: (row, signedIn, address) => curriculum(app, String(row.id), signedIn, address),
    related: (row, visit) => [
      ...listOf(visit, 'enrollments', 'students:read', { courseId: row.id }),
      ...publicPage(visit, coursePath(String(row.slug)), row.status === 'published'),
    ],
  });

  curriculumAreas(app, place);

  resourceArea(app, place, {
    resource: courseAnalytics,
    name: 'course_analytics',
    menu: '/courses',
    columns: ['students', 'completions', 'averageProgress', 'revenue'],
    facts: ['students', 'completions', 'averageProgress', 'revenue'],
    related: (row, visit) => listOf(visit, 'enrollments', 'students:read', { courseId: row.id }),
  });
}
