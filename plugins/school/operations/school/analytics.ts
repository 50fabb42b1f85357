/**
 * Admin operations that report the metrics of a school. Days begin and end in the school's timezone. The past does not
 * change: metrics over time count what happened on each day, whatever has become of the order or enrollment since.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cut, INTERVALS, MAX_DAYS, METRICS, periodOf, RANKINGS } from '../../../../schema/school/analytics.ts';
import { addDays, dateAt, daysBetween, dayValue } from '../../../../schema/school/calendar.ts';
import { sumValue } from '../../../../schema/school/money.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput } from '../../../../schema/school/problem.ts';
import { courseAnalytics } from '../../../../schema/school/resources/analytics.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { typeNames } from '../../../../schema/school/type-names.ts';
import { listOperation } from '../engine/listing.ts';
import { keyOf, type RowFor, resourceRows } from '../engine/resource-rows.ts';

type CourseRow = RowFor<typeof course>;

const DEFAULT_DAYS = 30;

const rangeInput = {
  from: dayValue
    .optional()
    .describe(`First day, in the school's time zone; by default ${DEFAULT_DAYS} days up to and including to`),
  to: dayValue.optional().describe(`Last day, inclusive; today by default. The range is limited to ${MAX_DAYS} days`),
};
const currencyInput = {
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR')
    .optional()
    .describe("ISO 4217 code of the currency to report revenue in; the school's currency by default"),
};
const rangeOutput = {
  from: z.string().describe('First day'),
  to: z.string().describe('Last day'),
  currency: z
    .string()
    .describe('ISO 4217 code. Revenue is in minor units of this currency and excludes orders in other currencies'),
  timezone: z.string().describe("The school's time zone, in which days start and end"),
};

const MEANINGS =
  'Each day counts what happened on it, and later changes do not rewrite it. revenue: payments of orders, less the refunds made on the day; refunds: what was refunded on the day; orders: orders that were paid; newStudents: people enrolled in a course of the school for the first time; activeStudents: people who watched a lecture; lectureViews: times a person began to watch a lecture that they had not watched for an hour; completions: course completions. Enrollments that were revoked later and people who left the school are counted.';

export const analyticsOperations = (app: FastifyInstance) => [
  summaryOperation(app),
  seriesOperation(app),
  ...courseMetricsOperations(app),
  lectureMetricsOperation(app),
  topListOperation(app),
];

const totalsShape = Object.fromEntries(METRICS.map((metric) => [metric, sumValue]));

function summaryOperation(app: FastifyInstance) {
  const { analytics } = app.school;
  return defineOperation({
    name: 'get_analytics_summary',
    summary: 'Get the metrics of the school',
    description: `Returns the school's current totals and its metrics for a range of days. ${MEANINGS}`,
    scope: 'analytics:read',
    input: z.strictObject({ ...rangeInput, ...currencyInput }),
    output: z
      .object({
        ...rangeOutput,
        now: z.object({
          students: z.int().describe('Number of members with an enrollment that is not revoked, now'),
          members: z.int().describe('Number of active members, of any role'),
          publishedCourses: z.int(),
          activeSubscriptions: z
            .int()
            .describe(
              'Number of subscriptions of members whose status is active or trialing; paused and past due ones are not counted',
            ),
        }),
        totals: z.object(totalsShape),
        revenueByCurrency: z
          .array(z.object({ currency: z.string().describe('ISO 4217 code'), amount: sumValue }))
          .describe('Revenue of the range in every currency, in minor units'),
      })
      .register(typeNames, { id: 'AnalyticsSummary' }),
    rest: { method: 'GET', path: '/analytics/summary', status: 200 },
    async run(operator, input) {
      const { siteId, now } = operator;
      const range = await rangeOf(app, operator, input);
      const period = periodOf(range.from, range.to, range.timezone);
      return {
        ...range,
        now: await analytics.currentMetrics(siteId, now),
        totals: await analytics.totals(siteId, range.currency, period),
        revenueByCurrency: await analytics.revenueByCurrency(siteId, period),
      };
    },
  });
}

function seriesOperation(app: FastifyInstance) {
  return defineOperation({
    name: 'get_analytics_series',
    summary: 'Get a metric over time',
    description: `Returns one metric per day, week (starting on Monday) or month over a range of days; the first and last period may be partial. ${MEANINGS}`,
    scope: 'analytics:read',
    input: z.strictObject({
      metric: z.enum(METRICS).describe('Metric to return'),
      interval: z.enum(INTERVALS).default('day').describe('Length of each period'),
      ...rangeInput,
      ...currencyInput,
    }),
    output: z
      .object({
        metric: z.enum(METRICS),
        interval: z.enum(INTERVALS),
        ...rangeOutput,
        points: z.array(z.object({ date: z.string().describe('First day of the period'), value: sumValue })),
      })
      .register(typeNames, { id: 'AnalyticsSeries' }),
    rest: { method: 'GET', path: '/analytics/series', status: 200 },
    async run(operator, input) {
      const { metric, interval } = input;
      const range = await rangeOf(app, operator, input);
      const pieces = cut(range.from, range.to, interval, range.timezone);
      const periods = pieces.map(({ period }) => period);
      const values = await app.school.analytics.series(operator.siteId, range.currency, metric, periods);
      const points = pieces.map(({ date }, index) => ({ date, value: values[index] ?? 0 }));
      return { metric, interval, ...range, points };
    },
  });
}

function courseMetricsOperations(app: FastifyInstance) {
  const courses = resourceRows(app, course);
  return [
    listOperation(
      {
        app,
        resource: courseAnalytics,
        store: app.school.records('courses'),
        find: courses.find,
        showAll: (operator, rows: readonly CourseRow[]) => courseMetrics(app, operator, rows),
      },
      'list_course_analytics',
      { summary: 'List metrics by course', path: '/analytics/courses' },
    ),
    defineOperation({
      name: 'get_course_analytics',
      summary: 'Get the metrics of a course',
      description: courseAnalytics.summary,
      scope: 'analytics:read',
      input: z.strictObject(keyOf(course)),
      output: courseAnalytics.output,
      rest: { method: 'GET', path: '/analytics/courses/:id', status: 200 },
      async run(operator, { id }) {
        const [metrics] = await courseMetrics(app, operator, [await courses.find(operator, id)]);
        if (metrics === undefined) throw new Error('there are no metrics for the course');
        return metrics;
      },
    }),
  ];
}

function lectureMetricsOperation(app: FastifyInstance) {
  const courses = resourceRows(app, course);
  const number = (description: string) => z.int().describe(description);
  return defineOperation({
    name: 'get_lecture_analytics',
    summary: 'Get the metrics of the lectures of a course',
    description:
      'Returns how many of the present students have begun to watch each published lecture of a course, in its order, and how many have completed it, which shows where they stop. Members who were removed and enrollments that were revoked are not counted, and progress that was reset begins again.',
    scope: 'analytics:read',
    input: z.strictObject(keyOf(course)),
    output: z
      .object({
        courseId: z.string(),
        students: number('Enrollments of members that are not revoked'),
        lectures: z.array(
          z.object({
            lectureId: z.string(),
            sectionId: z.string(),
            title: z.string(),
            began: number('Students who have begun to watch the lecture'),
            completed: number('Students who have completed the lecture'),
          }),
        ),
      })
      .register(typeNames, { id: 'LectureAnalytics' }),
    rest: { method: 'GET', path: '/analytics/courses/:id/lectures', status: 200 },
    async run(operator, { id: key }) {
      const { siteId } = operator;
      const { id } = await courses.find(operator, key);
      const [metrics, lectures] = await Promise.all([
        app.school.analytics.courses(siteId, [id]),
        app.school.analytics.lecturesOf(siteId, id),
      ]);
      return { courseId: id, students: metrics.get(id)?.students ?? 0, lectures };
    },
  });
}

async function courseMetrics({ school }: FastifyInstance, { siteId }: Operator, rows: readonly CourseRow[]) {
  const currency = String((await school.settings.find(siteId))?.currency);
  const ids = rows.map(({ id }) => id);
  const metrics = await school.analytics.courses(siteId, ids);
  return rows.map(({ id, title }) => {
    const { students = 0, completions = 0, progress = 0, revenue: byCurrency = [] } = metrics.get(id) ?? {};
    const revenue = byCurrency.find((one) => one.currency === currency)?.amount ?? 0;
    const share = (sum: number): number => (students === 0 ? 0 : Math.round((sum / students) * 10_000) / 10_000);
    const [completionRate, averageProgress] = [share(completions), share(progress)];
    const sold = { revenue, currency, revenueByCurrency: byCurrency };
    return { id, title, students, completions, completionRate, averageProgress, ...sold };
  });
}

function topListOperation(app: FastifyInstance) {
  return defineOperation({
    name: 'get_analytics_top_list',
    summary: 'Get a top list',
    description:
      'Ranks courses by people enrolled, revenue or completions, or lectures by views, over a range of days, highest first. Revenue is the share of each course, by the prices of the items, in the payments of orders in the range, less the refunds made in it.',
    scope: 'analytics:read',
    input: z.strictObject({
      ranking: z.enum(RANKINGS).describe('What to rank, and by which metric'),
      limit: z.coerce.number().int().min(1).max(50).default(10).describe('Number of results, 1 to 50'),
      ...rangeInput,
      ...currencyInput,
    }),
    output: z
      .object({
        ranking: z.enum(RANKINGS),
        ...rangeOutput,
        nodes: z.array(z.object({ id: z.string(), title: z.string(), value: sumValue })),
      })
      .register(typeNames, { id: 'AnalyticsTopList' }),
    rest: { method: 'GET', path: '/analytics/top', status: 200 },
    async run(operator, input) {
      const { ranking, limit } = input;
      const range = await rangeOf(app, operator, input);
      const period = periodOf(range.from, range.to, range.timezone);
      const nodes = await app.school.analytics.top(operator.siteId, range.currency, ranking, period, limit);
      return { ranking, ...range, nodes };
    },
  });
}

/**
 * The range of days to report, with the timezone and currency of the school.
 * @throws {ProblemError} `invalid-input` if the range is empty or too long
 */
async function rangeOf(
  app: FastifyInstance,
  { siteId, now }: Operator,
  range: { from?: string | undefined; to?: string | undefined; currency?: string | undefined },
) {
  const school = await app.school.settings.find(siteId);
  if (school === undefined) throw new Error(`the school ${siteId} is gone`);
  const { timezone } = school;
  const currency = range.currency ?? school.currency;
  const to = range.to ?? dateAt(now, timezone);
  const from = range.from ?? addDays(to, 1 - DEFAULT_DAYS);
  const days = daysBetween(from, to);
  if (days < 1) throw invalidInput([{ path: 'to', code: 'too_early', message: 'must not be before from' }]);
  if (days > MAX_DAYS) {
    const message = `must not make the range longer than ${MAX_DAYS} days`;
    throw invalidInput([{ path: 'from', code: 'too_long', message }]);
  }
  return { from, to, timezone, currency };
}
