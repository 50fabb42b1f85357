/** The courses of a school. */
import type { FastifyInstance } from 'fastify';
import { coursePath } from '../../../../schema/school/addresses.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace } from '../../kit/resource/place.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { behindLink, behindList } from './behind.ts';
import { coverLink } from './covers.ts';
import { curriculum, curriculumAreas, draftNotice } from './curriculum.ts';
import { figureAreas } from './figures.ts';
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
      ['slug', 'featured', 'unlisted'],
    ],
    facts: ['status', 'publishedAt', 'studentCount', 'createdAt', 'updatedAt'],
    actions: ['publish_course', 'unpublish_course', 'archive_course'],
    panel: (row, signedIn, address) => curriculum(app, String(row.id), signedIn, address),
    panelAt: { path: 'outline', name: 'sections', scope: 'curriculum:read' },
    leads: { lectureCount: 'outline' },
    notice: (row, signedIn, address) => draftNotice(app, row, signedIn, address),
    hasCover: true,
    related: async (row, signedIn, address) => [
      ...(await listOf(place, signedIn, 'enrollments', { courseId: row.id })),
      ...behindLink(place, signedIn, row.id),
      ...(await listOf(place, signedIn, 'comments', { targetId: row.id })),
      ...coverLink(place, signedIn, course, address),
      ...publicPage(signedIn, coursePath(String(row.slug)), row.status === 'published'),
    ],
  });

  behindList(app, place);
  curriculumAreas(app, place);
  figureAreas(app, place);
}
