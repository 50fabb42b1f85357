/** The values of which the examples consist, by the name of a field or of a type. */
import { exampleId } from '../../schema/school/resource.ts';

/** Ids by the name of the field: all begin with the prefix of their kind. */
const ID_BY_NAME: readonly [RegExp, string][] = [
  [/^orderId$/, 'ord'],
  [/asset/i, 'ast'],
  [/subscription/i, 'sub'],
  [/lecturer/i, 'lct'],
  [/lecture/i, 'lec'],
  [/section/i, 'sec'],
  [/product/i, 'prd'],
  [/course|appliesTo/i, 'crs'],
  [/member|author|person/i, 'usr'],
  [/plan/i, 'pln'],
  [/event/i, 'evt'],
  [/enrollment/i, 'enr'],
  [/form/i, 'frm'],
  [/coupon/i, 'cpn'],
  [/ref|target/i, 'crs'],
];
/** Typical values by the name of a field, used if they match the type. */
const BY_NAME: readonly [RegExp, unknown][] = [
  [/^(title|name)$/, 'Piano for beginners'],
  [/^(.+Name)$/, 'Ana Example'],
  [/^(from|to|date)$/, '2026-09-01'],
  [/^filename$/, 'piano.png'],
  [/slug$/i, 'piano-for-beginners'],
  [/^(subtitle|excerpt|seoDescription)$/, 'From the first note to the first song'],
  [/^(description|body|text|content|.*Markdown)$/, 'Ten lessons, at your own pace.'],
  [/email$/i, 'ana@example.com'],
  [/^(category|categories)$/, 'Music'],
  [/^tags?$/, 'beginners'],
  [/^currency$/, 'EUR'],
  [/^amount$/, 4900],
  [/days$/i, 30],
  [/^(percent|capacity)$/, 20],
  [/^durationSeconds$/, 480],
  [/(Count|position\w*|progressPercent|perMember)$/, 0],
  [/^prefix$/, 'WELCOME'],
  [/url$/i, 'https://example.com/piano.jpg'],
  [/locale$/i, 'en'],
  [/timezone$/i, 'Europe/Vienna'],
  [/colou?r$/i, '#17614a'],
  [/sha256$/i, 'e124007e0371a272f11e7fbc2414aff5a1095f3a46ad29771ea1bf3f8a5b07ca'],
  [/cursor$/i, 'eyJhdCI6MTc4ODI0OTYwMDAwMH0'],
  // What lies ahead, far enough that the examples do not become wrong with time.
  [/^(startsAt|publishAt|releaseAt)$/, '2035-09-01T08:00:00.000Z'],
  [/^registrationClosesAt$/, '2035-08-31T20:00:00.000Z'],
  [/^(endsAt|until|currentPeriodEnd|expiresAt)$/, '2035-09-01T10:00:00.000Z'],
  [/^(expireDate|endsOn)$/, '2035-09-30'],
];
/** Values that are tried in turn if the name does not help. */
export const GUESSES = [
  'text',
  '2026-09-01T08:00:00.000Z',
  '2026-09-01',
  'www.example.com',
  '12:00',
  'TEXT',
  '/',
  1,
  false,
  {},
  null,
];

export const typicalOf = (name: string): unknown => {
  if (!/(^i|I)ds?$/.test(name)) return BY_NAME.find(([form]) => form.test(name))?.[1];
  return exampleId(ID_BY_NAME.find(([form]) => form.test(name))?.[1] ?? 'crs');
};

export const PAST = '2026-09-01T08:00:00.000Z';
const BLOCKS = [{ kind: 'text', text: 'Welcome.' }];
const PAID = 3920;
const TAKINGS = { currency: 'EUR', amount: PAID };
const LECTURE = 'The first note';

/** Values of fields that belong together, by the name of the type. */
export const VALUES_OF_TYPE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AnalyticsSeries: { points: [{ date: '2026-09-01', value: PAID }] },
  AnalyticsSummary: {
    now: { students: 1, members: 2, publishedCourses: 1, activeSubscriptions: 1 },
    totals: {
      ...{ revenue: PAID, refunds: 0, orders: 1 },
      ...{ newStudents: 1, activeStudents: 1, lectureViews: 1, completions: 1 },
    },
    revenueByCurrency: [TAKINGS],
  },
  Appearance: {
    ...{ headerLinks: [{ label: 'Courses', url: '/courses' }], homepageSections: BLOCKS, customCss: '' },
    ...{ logoAssetId: null, faviconAssetId: null },
  },
  Asset: { contentType: 'image/png', size: 67 },
  Comment: {
    targetId: exampleId('lec'),
    parentId: null,
    body: 'Is it the white key to the left of the two black ones?',
  },
  Coupon: { code: 'WELCOME20', amount: null, appliesTo: 'all', appliesToIds: [], maxRedemptions: 100, perMember: 1 },
  Course: { publishedAt: null, lecturerIds: [] },
  CourseAnalytics: { averageProgress: 100, revenue: PAID, revenueByCurrency: [TAKINGS] },
  DigitalProduct: { title: 'Sheet music', slug: 'sheet-music', downloadLimit: 5, files: [] },
  Enrollment: {
    source: 'grant',
    startsAt: PAST,
    completedAt: null,
    lastWatchedLecture: null,
  },
  EnrollmentProgress: {
    progressPercent: 100,
    lectures: [
      {
        ...{ lectureId: exampleId('lec'), sectionId: exampleId('sec'), title: LECTURE },
        ...{ positionSeconds: 480, watchedAt: PAST, completedAt: PAST },
      },
    ],
  },
  Event: {
    title: 'Open evening',
    slug: 'open-evening',
    location: null,
    joinUrl: 'https://meet.example.com/open-evening',
  },
  Form: {
    name: 'Trial lesson',
    fields: [{ key: 'instrument', label: 'Which instrument?', type: 'text', required: true }],
    submissionCount: 1,
  },
  FormSubmission: { answers: { instrument: 'piano' } },
  Lecture: { title: LECTURE, releaseAfterDays: null, mediaAssetId: null },
  LectureAnalytics: {
    lectures: [{ lectureId: exampleId('lec'), sectionId: exampleId('sec'), title: LECTURE, began: 1, completed: 1 }],
  },
  OutlinedLecture: { title: LECTURE, releaseAfterDays: null, mediaAssetId: null },
  EventRegistration: { cancelledBy: null },
  Lecturer: {
    ...{ name: 'Ana Example', slug: 'ana-example', title: 'Pianist', links: { website: 'https://example.com' } },
    ...{ avatarAssetId: null, memberId: null },
  },
  Member: {
    status: 'active',
    lastSeenAt: PAST,
    name: 'Ana Example',
    role: 'member',
    note: 'Sings in the choir.',
    customFields: { instrument: 'piano' },
  },
  MembershipPlan: {
    ...{ name: 'All year', slug: 'all-year', lengthDays: null, endsOn: null },
    ...{ courseIds: [], allCourses: true, productIds: [] },
  },
  MemberCourse: { id: exampleId('enr'), source: 'grant', startsAt: PAST, progressPercent: 100 },
  Order: {
    ...{ number: 'MS-1001', status: 'paid', paymentMethod: 'card', couponCode: 'WELCOME20' },
    items: [{ kind: 'course', refId: exampleId('crs'), title: 'Piano for beginners', quantity: 1, unitAmount: 4900 }],
    ...{ subtotal: 4900, discount: 980, tax: 0, total: PAID, refundedAmount: 0, refundedAt: null },
  },
  Page: { title: 'About us', slug: 'about-us', blocks: null, publishedAt: null, isHomepage: false },
  Post: { title: 'Our new piano', slug: 'our-new-piano', publishAt: null },
  Refund: { orderNumber: 'MS-1000', refundedAmount: PAID },
  Upload: { url: null },
  School: {
    name: 'Music School',
    slug: 'music-school',
    supportUrl: 'https://example.com/help',
    termsUrl: 'https://example.com/terms',
    privacyUrl: 'https://example.com/privacy',
    socialLinks: { youtube: 'https://example.com/channel' },
    betaFeatures: ['mcp_connections'],
  },
  Subscription: {
    status: 'active',
    startedAt: PAST,
    currentPeriodStart: PAST,
    cancelledAt: null,
    pausedAt: null,
    price: { amount: 0, currency: 'EUR' },
  },
  Student: { name: 'Ana Example', enrolledCourseCount: 1 },
};
