/** Every area of the pages of a school, as a table: what its list is asked, what its form takes, and what is done to its rows. */

import { CALLERS } from './admin.ts';

type Fields = Readonly<Record<string, string | string[]>>;

export interface AreaRow {
  name: string;
  /** Below the school admin, and below `/api/v1`. */
  path: string;
  rest: string;
  /** Where REST has one row, if it is not below the list. */
  restOne?: string;
  /** Queries that page and REST answer with the same rows. */
  queries: readonly string[];
  scopes: { read: string; write?: string };
  create?: {
    path?: string;
    fields: Fields;
    stored: object;
    /** Fields that are wrong, and the one at which that is said. */
    wrong: readonly [Fields, string][];
    edit?: { field: string; mine: string; theirs: string; other?: Record<string, string> };
  };
  actions: readonly AreaDeed[];
}

export interface AreaDeed {
  /** The query by which REST finds the row, or what is sent to REST to make one. */
  on: string | object;
  path: string;
  fields?: Fields;
  asks?: 'button' | 'question' | 'password';
  leaves?: object;
  /** True if the row is deleted, `refused` if the operation refuses. */
  ends?: 'gone' | 'refused';
}

const courses: AreaRow = {
  name: 'courses',
  path: '/courses',
  rest: '/courses',
  queries: [
    'status=draft',
    'courseType=paid',
    'featured=true',
    'q=plants',
    'sort=title',
    'sort=title&status=published',
  ],
  scopes: { read: 'courses:read', write: 'courses:write' },
  create: {
    fields: {
      title: 'Ink from Oak Galls, 2nd',
      description: '# Ink\n\n<script>alert(1)</script>',
      courseType: 'paid',
      price: '12,50',
      accessDays: '30',
      categories: 'Craft\nHistory',
      lecturerIds: ['lct_demo_helena'],
      featured: '1',
    },
    stored: {
      title: 'Ink from Oak Galls, 2nd',
      slug: 'ink-from-oak-galls-2nd',
      description: '# Ink\n\n<script>alert(1)</script>',
      status: 'draft',
      price: { amount: 1250, currency: 'EUR' },
      accessDays: 30,
      categories: ['Craft', 'History'],
      lecturerIds: ['lct_demo_helena'],
      featured: true,
      unlisted: false,
      subtitle: null,
    },
    wrong: [
      [{ title: '' }, 'title'],
      [{ price: 'twelve' }, 'price'],
      [{ price: '1.234' }, 'price'],
      [{ courseType: 'free' }, 'price'],
      [{ accessDays: 'many' }, 'accessDays'],
      [{ slug: 'dyeing-with-plants' }, 'slug'],
      [{ slug: 'Not A Slug' }, 'slug'],
      [{ lecturerIds: ['lct_nobody'] }, 'lecturerIds'],
    ],
    edit: { field: 'title', mine: 'Mine', theirs: 'Theirs', other: { subtitle: 'From another window' } },
  },
  actions: [
    { on: 'status=draft', path: 'publish', leaves: { status: 'published' } },
    { on: 'status=published', path: 'archive', leaves: { status: 'archived' } },
    { on: 'status=archived', path: 'unpublish', leaves: { status: 'draft' } },
    { on: 'status=published', path: 'delete', asks: 'password', ends: 'refused' },
    { on: 'q=linocut', path: 'delete', asks: 'password', ends: 'gone' },
  ],
};

const DRAFT = {
  title: 'Not sure yet',
  startsAt: '2027-07-01T10:00:00Z',
  endsAt: '2027-07-01T11:00:00Z',
  timezone: 'UTC',
};

const events: AreaRow = {
  name: 'events',
  path: '/events',
  rest: '/events',
  queries: ['status=draft', 'q=night', 'sort=title', 'sort=-createdAt'],
  scopes: { read: 'events:read', write: 'events:write' },
  create: {
    fields: {
      title: 'Star party',
      startsAt: '2027-07-01T21:30',
      endsAt: '2027-07-01T23:00',
      timezone: 'America/New_York',
      kind: 'in_person',
      location: 'Hill',
      capacity: '20',
    },
    stored: {
      startsAt: '2027-07-02T01:30:00.000Z',
      endsAt: '2027-07-02T03:00:00.000Z',
      timezone: 'America/New_York',
      capacity: 20,
      price: { amount: 0, currency: 'EUR' },
      status: 'draft',
      slug: 'star-party',
    },
    wrong: [
      [{ endsAt: '2027-07-01T20:00' }, 'endsAt'],
      [{ startsAt: 'tomorrow' }, 'startsAt'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ capacity: '0' }, 'capacity'],
    ],
    edit: { field: 'title', mine: 'Mine', theirs: 'Theirs', other: { location: 'Valley' } },
  },
  actions: [
    { on: 'status=draft', path: 'publish', leaves: { status: 'published' } },
    { on: 'q=bookbinding', path: 'cancel', asks: 'question', leaves: { status: 'cancelled' } },
    { on: DRAFT, path: 'delete', asks: 'password', ends: 'gone' },
  ],
};

const EVENT = 'evening-with-an-editor';
const registrations: AreaRow = {
  name: 'registrations of an event',
  path: `/events/${EVENT}/registrations`,
  rest: `/events/${EVENT}/registrations`,
  restOne: '/registrations',
  queries: ['status=cancelled', 'status=registered'],
  scopes: { read: 'events:read', write: 'events:write' },
  create: {
    fields: { memberId: 'usr_demo_ivan' },
    stored: { memberId: 'usr_demo_ivan', status: 'registered' },
    wrong: [[{ memberId: 'usr_nobody' }, 'memberId']],
  },
  actions: [
    { on: 'status=registered', path: 'attended', leaves: { status: 'attended' } },
    {
      on: 'status=registered',
      path: 'cancel',
      asks: 'question',
      leaves: { status: 'cancelled', cancelledBy: 'school' },
    },
  ],
};

/** Deletes a new one, so that nothing refers to it. */
const deleted = (made: object): AreaDeed => ({ on: made, path: 'delete', asks: 'password', ends: 'gone' });

const lecturers: AreaRow = {
  name: 'lecturers',
  path: '/lecturers',
  rest: '/lecturers',
  queries: ['q=yuki', 'sort=name', 'sort=-name'],
  scopes: { read: 'lecturers:read', write: 'lecturers:write' },
  create: {
    fields: { name: 'Nora Ek', title: 'Potter', links: 'web: https://nora.example/a:b', bioMarkdown: '*Clay*' },
    stored: { name: 'Nora Ek', slug: 'nora-ek', links: { web: 'https://nora.example/a:b' }, memberId: null },
    wrong: [
      [{ name: '' }, 'name'],
      [{ memberId: 'usr_nobody' }, 'memberId'],
    ],
    edit: { field: 'name', mine: 'Mine', theirs: 'Theirs', other: { title: 'Ceramist' } },
  },
  actions: [deleted({ name: 'Gone Soon' })],
};

export const POSTS: AreaRow = {
  name: 'posts',
  path: '/posts',
  rest: '/posts',
  queries: ['status=draft', 'visibility=members', 'q=clouds', 'sort=title'],
  scopes: { read: 'posts:read', write: 'posts:write' },
  create: {
    fields: {
      title: 'Frost',
      bodyMarkdown: '# Frost',
      tags: 'winter',
      visibility: 'members',
      authorId: CALLERS.owner.id,
    },
    stored: { title: 'Frost', slug: 'frost', tags: ['winter'], visibility: 'members', status: 'draft', excerpt: null },
    wrong: [[{ title: '' }, 'title']],
    edit: { field: 'title', mine: 'Mine', theirs: 'Theirs', other: { category: 'Seasons' } },
  },
  actions: [
    {
      on: { title: 'One' },
      path: 'schedule',
      asks: 'question',
      fields: { publishAt: '2030-01-01T10:00' },
      leaves: { status: 'scheduled', publishAt: '2030-01-01T10:00:00.000Z' },
    },
    { on: 'status=scheduled', path: 'publish', leaves: { status: 'published' } },
    { on: 'status=published', path: 'unpublish', leaves: { status: 'draft' } },
    deleted({ title: 'Gone soon' }),
  ],
};

const pages: AreaRow = {
  name: 'pages',
  path: '/pages',
  rest: '/pages',
  queries: ['status=published', 'q=about', 'sort=title'],
  scopes: { read: 'pages:read', write: 'pages:write' },
  create: {
    fields: { title: 'Rooms', bodyMarkdown: 'Two.', seoTitle: 'Our rooms' },
    stored: { title: 'Rooms', slug: 'rooms', bodyMarkdown: 'Two.', seoTitle: 'Our rooms', status: 'draft' },
    wrong: [[{ slug: 'about-the-school' }, 'slug']],
    edit: { field: 'title', mine: 'Mine', theirs: 'Theirs', other: { seoDescription: 'Where we meet' } },
  },
  actions: [
    { on: { title: 'New', bodyMarkdown: 'Text' }, path: 'publish', leaves: { status: 'published' } },
    { on: 'q=new&status=published', path: 'homepage', leaves: { isHomepage: true } },
    { on: 'q=about', path: 'unpublish', leaves: { status: 'draft' } },
    deleted({ title: 'Gone soon', bodyMarkdown: 'Text' }),
  ],
};

const PLAN = { name: 'Short', planType: 'fixed_length', lengthDays: 7, price: { amount: 100, currency: 'EUR' } };
const plans: AreaRow = {
  name: 'membership plans',
  path: '/membership-plans',
  rest: '/membership_plans',
  queries: ['status=active', 'sort=name'],
  scopes: { read: 'membership_plans:read', write: 'membership_plans:write' },
  create: {
    fields: { name: 'Week', planType: 'fixed_length', lengthDays: '7', price: '5', trialDays: '', interval: '' },
    stored: {
      name: 'Week',
      planType: 'fixed_length',
      lengthDays: 7,
      price: { amount: 500, currency: 'EUR' },
      trialDays: 0,
      interval: null,
    },
    wrong: [
      [{ lengthDays: '' }, 'lengthDays'],
      [{ price: '' }, 'price'],
    ],
    edit: { field: 'name', mine: 'Mine', theirs: 'Theirs', other: { description: 'Seven days' } },
  },
  actions: [
    { on: PLAN, path: 'publish', leaves: { status: 'active' } },
    { on: 'q=short&status=active', path: 'archive', leaves: { status: 'archived' } },
    deleted(PLAN),
  ],
};

const PRODUCT = { title: 'Score', price: { amount: 900, currency: 'EUR' } };
const products: AreaRow = {
  name: 'digital products',
  path: '/digital-products',
  rest: '/digital_products',
  queries: ['status=published', 'sort=title'],
  scopes: { read: 'digital_products:read', write: 'digital_products:write' },
  create: {
    fields: { title: 'Pattern', price: '9.50', downloadLimit: '3' },
    stored: { title: 'Pattern', price: { amount: 950, currency: 'EUR' }, downloadLimit: 3, status: 'draft' },
    wrong: [[{ downloadLimit: '101' }, 'downloadLimit']],
    edit: { field: 'title', mine: 'Mine', theirs: 'Theirs', other: { description: 'Paper' } },
  },
  actions: [{ on: PRODUCT, path: 'archive', leaves: { status: 'archived' } }, deleted(PRODUCT)],
};

const COUPON = { code: 'GONE-SOON', discountType: 'percent', percent: 10 };
const coupons: AreaRow = {
  name: 'coupons',
  path: '/coupons',
  rest: '/coupons',
  queries: ['status=active', 'status=expired', 'q=s'],
  scopes: { read: 'coupons:read', write: 'coupons:write' },
  create: {
    fields: {
      code: 'winter-30',
      discountType: 'amount',
      amount: '30',
      startsAt: '2027-01-01T00:00',
      maxRedemptions: '5',
    },
    stored: {
      code: 'WINTER-30',
      amount: { amount: 3000, currency: 'EUR' },
      percent: null,
      startsAt: '2027-01-01T00:00:00.000Z',
      maxRedemptions: 5,
      perMember: 1,
    },
    wrong: [
      [{ code: 'a b' }, 'code'],
      [{ amount: '' }, 'amount'],
      [{ percent: '101' }, 'percent'],
    ],
    edit: { field: 'code', mine: 'MINE', theirs: 'THEIRS' },
  },
  actions: [
    { on: 'status=active', path: 'disable', asks: 'question', leaves: { status: 'disabled' } },
    deleted(COUPON),
  ],
};

const subscriptions: AreaRow = {
  name: 'subscriptions',
  path: '/subscriptions',
  rest: '/subscriptions',
  queries: ['status=active', 'status=cancelled'],
  scopes: { read: 'subscriptions:read', write: 'subscriptions:write' },
  create: {
    fields: { memberId: CALLERS.instructor.id, planId: 'pln_demo_patron' },
    stored: { memberId: CALLERS.instructor.id },
    wrong: [[{ memberId: '' }, 'memberId']],
  },
  actions: [
    { on: 'status=active', path: 'pause', leaves: { status: 'paused' } },
    { on: 'status=paused', path: 'resume', leaves: { status: 'active' } },
    { on: 'status=active', path: 'cancel', asks: 'question', fields: { when: 'now' }, leaves: { status: 'cancelled' } },
  ],
};

const enrollments: AreaRow = {
  name: 'enrollments',
  path: '/enrollments',
  rest: '/enrollments',
  queries: ['status=active', 'status=revoked', 'memberId=usr_demo_ana'],
  scopes: { read: 'students:read', write: 'students:write' },
  create: {
    fields: { memberId: CALLERS.instructor.id, courseId: 'crs_demo_linocut', expireDate: '2030-05-05' },
    stored: {
      memberId: CALLERS.instructor.id,
      courseId: 'crs_demo_linocut',
      expireDate: '2030-05-05',
      source: 'grant',
    },
    wrong: [[{ memberId: '' }, 'memberId']],
  },
  actions: [
    {
      on: 'status=active&memberId=usr_demo_ana',
      path: 'set_expiry',
      asks: 'question',
      fields: { expireDate: '2031-01-01' },
      leaves: { expireDate: '2031-01-01' },
    },
    {
      on: 'status=active&memberId=usr_demo_ana',
      path: 'extend',
      asks: 'question',
      fields: { days: '10' },
      leaves: { expireDate: '2031-01-11' },
    },
    { on: 'status=active&memberId=usr_demo_ana', path: 'set_lifetime', leaves: { expireDate: null } },
    {
      on: 'status=active&memberId=usr_demo_ana',
      path: 'reset_progress',
      asks: 'question',
      leaves: { progressPercent: 0 },
    },
    { on: 'status=active&memberId=usr_demo_ana', path: 'revoke', asks: 'question', leaves: { status: 'revoked' } },
  ],
};

/** Lists that are only read. */
const read = (name: string, scope: string, ...queries: string[]): AreaRow => ({
  name,
  path: `/${name}`,
  rest: `/${name}`,
  queries,
  scopes: { read: scope },
  actions: [],
});

export const AREAS: readonly AreaRow[] = [
  courses,
  events,
  registrations,
  lecturers,
  POSTS,
  pages,
  plans,
  products,
  coupons,
  subscriptions,
  enrollments,
  read('orders', 'orders:read', 'status=paid', 'memberId=usr_demo_ana', 'q=ana'),
  { ...read('course-analytics', 'analytics:read', 'sort=createdAt'), rest: '/analytics/courses' },
  read('students', 'students:read', 'q=ana'),
  read('forms', 'forms:read'),
  read('comments', 'comments:read', 'status=visible'),
];
