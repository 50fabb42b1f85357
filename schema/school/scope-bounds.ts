/** The limits of each scope, with the reason. The manual says it beside what the scope opens. */
import type { Scope } from '../oauth/scope.ts';

const SHOP = 'a shop elsewhere sells, and its records are kept here';

export const SCOPE_BOUNDS: Readonly<Record<Scope, string>> = {
  openid: '',
  profile: '',
  email: '',
  'courses:read': '',
  'courses:write':
    'several prices for one course: a shop elsewhere sells; prerequisites: enrollments and subscriptions alone decide who may open a course; copies: a client reads one course and creates another; changes of many courses at once: each is published or archived by itself, with a version and an audit event of its own',
  'students:read': '',
  'students:write':
    'marking lectures as complete and certificates: progress is what students did, and a school can only reset it; moving an enrollment to another member or course: it is revoked and another one made, so that progress stays with the person who made it',
  'members:read': 'exports as a file: the lists can be read page by page',
  'members:write':
    'joining (merging) two accounts into one: an account belongs to its person, not to a school; invitations of many people at once: each invitation sends an e-mail, counts against a limit and is refused for reasons of its own',
  'analytics:read':
    'recurring revenue (MRR), churn, cohorts and metrics of single students: every metric counts what has happened; how many trials became subscriptions: a shop elsewhere charges after a trial, and only the present state of a subscription is kept here',
  'curriculum:read': '',
  'curriculum:write':
    'assignments, and answers and marks of quizzes: a quiz is a lecture whose result is not kept here; captions and attachments: a lecture has one file, and its text can link to others',
  'orders:read': 'addresses and attempts of payment: the shop that took the order has them',
  'school:read': '',
  'school:write':
    'creating, closing, handing over, exporting and deleting schools: operators of the platform do that, on the pages at /platform or with schoolgate schools',
  'appearance:read': '',
  'appearance:write': '',
  'events:read': '',
  'events:write': 'series of recurring events: each date is an event, with its own seats',
  'membership_plans:read': '',
  'membership_plans:write':
    'deleting plans that have been on offer: subscriptions may refer to them, so they are archived',
  'coupons:read': '',
  'coupons:write': `redeeming coupons: ${SHOP}`,
  'posts:read': '',
  'posts:write': '',
  'subscriptions:read':
    'failed payments, reminders of them (dunning) and renewals: the shop that collects the payments has them',
  'subscriptions:write': `charging members: ${SHOP}`,
  'digital_products:read': '',
  'digital_products:write': 'deleting products that have been on sale: orders may refer to them, so they are archived',
  'comments:read': 'writing, hiding and deleting comments: there is no scope for it',
  'lecturers:read': '',
  'lecturers:write': '',
  'storage:write': 'uploading a file in parts, or resuming an upload: one request carries all of it',
  'forms:read':
    'changing forms: there is no scope for it; exports as a file: the submissions can be read page by page, by time and by words',
  'pages:read': '',
  'pages:write': '',
  'account:read': 'certificates, which this server does not issue',
  'account:write': 'buying: a shop elsewhere does that',
};
