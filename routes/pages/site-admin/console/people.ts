/** Those who teach and those who learn. */
import type { FastifyInstance } from 'fastify';
import { lecturer } from '../../../../schema/school/resources/lecturers.ts';
import { enrollment, student } from '../../../../schema/school/resources/students.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import type { AreaPlace } from '../../kit/resource/place.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import { listOf } from './place.ts';

export function peopleAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: lecturer,
    name: 'lecturers',
    menu: '/courses',
    subtitle: 'title',
    columns: ['memberId', 'updatedAt'],
    form: [
      ['name', 'title', 'bioMarkdown'],
      ['memberId', 'avatarAssetId', 'links', 'slug'],
    ],
    facts: ['createdAt', 'updatedAt'],
  });

  resourceArea(app, place, {
    resource: enrollment,
    name: 'enrollments',
    create: 'enroll_student',
    usual: 'active',
    columns: ['courseId', 'progressPercent', 'startsAt', 'expireDate'],
    facts: [
      'memberId',
      'courseId',
      'status',
      'source',
      'progressPercent',
      'startsAt',
      'expireDate',
      'hasLifetimeAccess',
      'completedAt',
    ],
    actions: [
      'extend_enrollment',
      'set_enrollment_expiry',
      'set_lifetime_access',
      'reset_progress',
      'revoke_enrollment',
    ],
  });

  resourceArea(app, place, {
    resource: student,
    name: 'students',
    menu: '/enrollments',
    subtitle: 'email',
    columns: ['enrolledCourseCount', 'lastActiveAt'],
    facts: ['email', 'enrolledCourseCount', 'lastActiveAt'],
    related: (row, visit) => listOf(visit, 'enrollments', 'students:read', { memberId: row.id }),
  });
}
