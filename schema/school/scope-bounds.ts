/** The limits of each scope, with the reason. The manual says it beside what the scope opens. */
import type { Scope } from '../oauth/scope.ts';

const SHOP = 'a shop elsewhere sells, and its records are kept here';

export const SCOPE_BOUNDS: Readonly<Record<Scope, string>> = {
  openid: '',
  profile: '',
  email: '',
  'courses:read': '',
  'courses:write':
    'several prices for one course: a shop elsewhere sells; prerequisites: only enrollments and subscriptions open a course; copies: a client reads one course and creates another; changes of many courses at once: each has its own version and audit event',
  'students:read': '',
  'students:write':
    'marking lectures as complete, and certificates: progress is what students did, and a school can only reset it; moving an enrollment to another member or course: revoke it and create another',
  'members:read': 'exports as a file: read the lists page by page',
  'members:write':
    'merging two accounts: an account belongs to its person, not to a school; inviting many people at once: each invitation sends an e-mail, counts against a limit and can be refused',
  'analytics:read':
    'recurring revenue (MRR), churn, cohorts and metrics of single students: every metric counts what has happened; how many trials became subscriptions: only the current state of a subscription is kept here',
  'curriculum:read': '',
  'curriculum:write':
    'assignments, and answers and grades of quizzes: results of quizzes are not kept here; captions and attachments: a lecture has one file, and its text can link to others',
  'orders:read': 'addresses and payment attempts: the shop has them',
  'school:read': '',
  'school:write':
    'creating, closing, handing over, exporting and deleting schools: the platform’s administrators do that at /platform or with schoolgate schools',
  'appearance:read': '',
  'appearance:write': '',
  'events:read': '',
  'events:write': 'recurring events: each date is an event with its own seats',
  'membership_plans:read': '',
  'membership_plans:write': 'deleting plans that have been offered: subscriptions may refer to them, so archive them',
  'coupons:read': '',
  'coupons:write': `redeeming coupons: ${SHOP}`,
  'posts:read': '',
  'posts:write': '',
  'subscriptions:read': 'failed payments, dunning and renewals: the shop has them',
  'subscriptions:write': `charging members: ${SHOP}`,
  'digital_products:read': '',
  'digital_products:write': 'deleting products that have been sold: orders may refer to them, so archive them',
  'comments:read': 'writing, hiding and deleting comments: no scope allows it',
  'lecturers:read': '',
  'lecturers:write': '',
  'storage:write': 'uploading a file in parts, or resuming an upload: one request carries the whole file',
  'forms:read':
    'changing forms: no scope allows it; exports as a file: read the submissions page by page, by time and by words',
  'pages:read': '',
  'pages:write': '',
  'account:read': 'certificates, which this server does not issue',
  'account:write': 'buying: a shop elsewhere does that',
};
