/** What the demo schools are made of. */
import type { SchoolContent } from '../../db/stores/school-content.ts';
import { DEMO_COURSES, DEMO_PEOPLE } from './platform.ts';

export const demoContent = (siteId: string, createdAt: number): SchoolContent => ({
  courses: DEMO_COURSES.filter((course) => course.siteId === siteId).map(({ siteId: _, ...course }) => ({
    ...course,
    createdAt,
  })),
  enrollments: DEMO_PEOPLE.flatMap((person) =>
    person.roles
      .filter((role) => role.siteId === siteId)
      .flatMap(({ courses = [] }) =>
        courses.map((courseId) => ({
          id: `enr_${person.id.slice(4)}_${courseId.slice(9)}`,
          courseId,
          personId: person.id,
          status: 'active' as const,
          startsAt: createdAt,
        })),
      ),
  ),
});
