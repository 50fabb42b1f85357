/** The lists of the admin API, with the filters and searches to measure. */

export interface List {
  name: string;
  path: string;
  /** Fixed filters, and fields whose value in a row becomes a filter. */
  filters: readonly string[];
  /** The field of a row whose words are searched for. */
  words?: string;
  /** The parent list, and the count field by which the largest parent is selected. */
  below?: { path: string; count: string };
  /** Values of a filter field that the rows do not contain. */
  elsewhere?: Readonly<Record<string, string>>;
}

const times = (field: string): string[] => [`<from:${field}`, `<to:${field}`];

export const LISTS: readonly List[] = [
  {
    name: 'courses',
    path: '/courses',
    filters: [
      'status=draft',
      'status=published',
      'courseType=free',
      'featured=true',
      'featured=false',
      'category',
      'tag',
      'lecturerId',
      'sort=title',
      'sort=title&status=published',
    ],
    words: 'title',
  },
  {
    name: 'students',
    path: '/students',
    filters: ['courseId', 'active=true', 'active=false'],
    words: 'name',
    elsewhere: { courseId: '/enrollments' },
  },
  {
    name: 'courses of a student',
    path: '/students/:id/courses',
    filters: [],
    below: { path: '/students', count: 'enrolledCourseCount' },
  },
  {
    name: 'enrollments',
    path: '/enrollments',
    filters: [
      'memberId',
      'courseId',
      'status=active',
      'status=expired',
      'status=revoked',
      'sort=expiresAt',
      'sort=expiresAt&expiresBefore=2027-01-01T00:00:00Z',
    ],
  },
  {
    name: 'members',
    path: '/members',
    filters: [
      'role=member',
      'status=invited',
      'status=active',
      'status=suspended',
      'tag',
      'sort=-lastSeenAt',
      'sort=name',
    ],
    words: 'name',
  },
  { name: 'course analytics', path: '/analytics/courses', filters: [] },
  {
    name: 'orders',
    path: '/orders',
    filters: ['status=pending', 'status=paid', 'status=refunded', 'memberId', 'q=ana', ...times('placedAt')],
    words: 'number',
  },
  { name: 'refunds', path: '/refunds', filters: times('refundedAt') },
  {
    name: 'events',
    path: '/events',
    filters: ['status=published', 'status=cancelled', 'sort=createdAt', ...times('startsAt')],
    words: 'title',
  },
  {
    name: 'event registrations',
    path: '/events/:id/registrations',
    filters: ['status=registered', 'status=waitlisted'],
    below: { path: '/events', count: 'registeredCount' },
  },
  {
    name: 'membership plans',
    path: '/membership_plans',
    filters: ['status=active', 'status=draft'],
    words: 'name',
  },
  { name: 'coupons', path: '/coupons', filters: ['status=active', 'status=disabled', 'status=expired'] },
  {
    name: 'posts',
    path: '/posts',
    filters: ['status=draft', 'status=published', 'visibility=public', 'category', 'tag'],
    words: 'title',
  },
  {
    name: 'subscriptions',
    path: '/subscriptions',
    filters: ['status=active', 'status=paused', 'status=expired', 'planId', 'memberId'],
  },
  {
    name: 'digital products',
    path: '/digital_products',
    filters: ['status=published', 'sort=title'],
    words: 'title',
  },
  {
    name: 'comments',
    path: '/comments',
    filters: ['status=visible', 'status=hidden', 'targetId', ...times('createdAt')],
  },
  { name: 'lecturers', path: '/lecturers', filters: ['sort=name'], words: 'name' },
  { name: 'forms', path: '/forms', filters: [] },
  {
    name: 'form submissions',
    path: '/forms/:id/submissions',
    filters: ['q=invoice', ...times('submittedAt')],
    below: { path: '/forms', count: 'submissionCount' },
  },
  { name: 'pages', path: '/pages', filters: ['status=published'], words: 'title' },
];

/** Lists that show an instructor only the rows of their own courses. */
export const TAUGHT: readonly List[] = [
  { name: 'courses, taught', path: '/courses', filters: ['status=published'], words: 'title' },
  { name: 'students, taught', path: '/students', filters: ['active=true'], words: 'name' },
  { name: 'enrollments, taught', path: '/enrollments', filters: ['courseId'] },
];
