/**
 * Admin operations that report a school's figures, over REST and as MCP tools. Days begin and end in the school's
 * timezone, and revenue covers only orders in the school's currency.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  cut,
  daysBetween,
  INTERVALS,
  latestDays,
  MAX_DAYS,
  METRICS,
  periodOf,
  RANKINGS,
} from '../../../../schema/school/analytics.ts';
import { defineOperation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput } from '../../../../schema/school/problem.ts';
import { courseFigures } from '../../../../schema/school/resources/analytics.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { typeNames } from '../../../../schema/school/type-names.ts';
import { keyOf } from '../engine/crud.ts';
import { listOperation } from '../engine/listing.ts';
import { type RowFor, resourceRows } from '../engine/resource-rows.ts';

const DEFAULT_DAYS = 30;
const day = z.iso.date('must be a date such as 2026-09-01');
const stretchInput = {
  from: day
    .optional()
    .describe(`First day, in the school's time zone; by default ${DEFAULT_DAYS} days up to and including to`),
  to: day.optional().describe(`Last day, inclusive; today by default. The range is limited to ${MAX_DAYS} days`),
};
const stretchOutput = {
  from: z.string().describe('First day'),
  to: z.string().describe('Last day'),
  currency: z
    .string()
    .describe("The school's currency. Revenue is in its minor units and excludes orders in other currencies"),
  timezone: z.string().describe("The school's time zone, in which days start and end"),
};

const totalsShape = Object.fromEntries(METRICS.map((metric) => [metric, z.int()]));

const MEANINGS =
  'revenue: paid orders by payment date, less refunds made since; orders: paid orders; newStudents: members whose first enrollment started; activeStudents: members who watched a lecture; lectureViews: lectures by the time each member last watched them; completions: course completions by members.';

export const analyticsOperations = (app: FastifyInstance) => {
  const { analytics } = app.school;

  async function settingOf({ siteId, now }: Operator, given: { from?: string | undefined; to?: string | undefined }) {
    const row = await app.school.settings.find(siteId);
    if (row === undefined) throw new Error(`the school ${siteId} is gone`);
    const { timezone, currency } = row;
    const to = given.to ?? latestDays(DEFAULT_DAYS, now, timezone).to;
    const from = given.from ?? latestDays(DEFAULT_DAYS, Date.parse(`${to}T00:00:00Z`), 'UTC').from;
    const days = daysBetween(from, to);
    if (days < 1) throw invalidInput([{ path: 'to', code: 'too_early', message: 'must not be before from' }]);
    if (days > MAX_DAYS) {
      throw invalidInput([
        { path: 'from', code: 'too_long', message: `must not make the range longer than ${MAX_DAYS} days` },
      ]);
    }
    return { from, to, timezone, currency };
  }
  const currencyOf = async (siteId: string): Promise<string> =>
    String((await app.school.settings.find(siteId))?.currency);

  const courses = resourceRows(app, course);
  async function metricsOf({ siteId }: Operator, rows: readonly RowFor<typeof course>[]) {
    const currency = await currencyOf(siteId);
    const ids = rows.map(({ id }) => id);
    const figures = await analytics.courses(siteId, currency, ids);
    return rows.map(({ id, title }) => {
      const { students = 0, completions = 0, progress = 0, revenue = 0 } = figures.get(id) ?? {};
      const share = (sum: number): number => (students === 0 ? 0 : Math.round((sum / students) * 10_000) / 10_000);
      const [completionRate, averageProgress] = [share(completions), share(progress)];
      return { id, title, students, completions, completionRate, averageProgress, revenue, currency };
    });
  }

  return [
    defineOperation({
      name: 'get_analytics_summary',
      summary: 'Get the metrics of the school',
      description: `Returns the school's current totals and its metrics for a range of days. ${MEANINGS}`,
      scope: 'analytics:read',
      input: z.strictObject(stretchInput),
      output: z
        .object({
          ...stretchOutput,
          now: z.object({
            students: z.int().describe('Number of members with an enrollment that is not revoked'),
            members: z.int().describe('Number of active members, of any role'),
            publishedCourses: z.int(),
            activeSubscriptions: z.int().describe('Number of current subscriptions, including trials'),
          }),
          totals: z.object(totalsShape),
        })
        .register(typeNames, { id: 'AnalyticsSummary' }),
      rest: { method: 'GET', path: '/analytics/summary', status: 200 },
      async run(operator, input) {
        const setting = await settingOf(operator, input);
        const period = periodOf(setting.from, setting.to, setting.timezone);
        return {
          ...setting,
          now: await analytics.figures(operator.siteId),
          totals: await analytics.totals(operator.siteId, setting.currency, period),
        };
      },
    }),
    defineOperation({
      name: 'get_analytics_series',
      summary: 'Get a metric over time',
      description: `Returns one metric per day, week (starting on Monday) or month over a range of days; the first and last period may be partial. ${MEANINGS}`,
      scope: 'analytics:read',
      input: z.strictObject({
        metric: z.enum(METRICS).describe('Metric to return'),
        interval: z.enum(INTERVALS).default('day').describe('Length of each period'),
        ...stretchInput,
      }),
      output: z
        .object({
          metric: z.enum(METRICS),
          interval: z.enum(INTERVALS),
          ...stretchOutput,
          points: z.array(z.object({ date: z.string().describe('First day of the period'), value: z.int() })),
        })
        .register(typeNames, { id: 'AnalyticsSeries' }),
      rest: { method: 'GET', path: '/analytics/series', status: 200 },
      async run(operator, input) {
        const setting = await settingOf(operator, input);
        const { metric, interval } = input;
        const pieces = cut(setting.from, setting.to, interval, setting.timezone);
        const spans = pieces.map(({ period }) => period);
        const values = await analytics.series(operator.siteId, setting.currency, metric, spans);
        const points = pieces.map(({ date }, index) => ({ date, value: values[index] ?? 0 }));
        return { metric, interval, ...setting, points };
      },
    }),
    listOperation(
      { app, resource: courseFigures, store: app.school.records('courses'), showAll: metricsOf },
      'list_course_analytics',
      { summary: 'List metrics by course', path: '/analytics/courses' },
    ),
    defineOperation({
      name: 'get_course_analytics',
      summary: 'Get the metrics of a course',
      description: courseFigures.summary,
      scope: 'analytics:read',
      input: z.strictObject(keyOf(course)),
      output: courseFigures.output,
      rest: { method: 'GET', path: '/analytics/courses/:id', status: 200 },
      async run(operator, { id }) {
        const [metrics] = await metricsOf(operator, [await courses.find(operator, id)]);
        if (metrics === undefined) throw new Error('a row vanished on its way out');
        return metrics;
      },
    }),
    defineOperation({
      name: 'get_analytics_top_list',
      summary: 'Get a top list',
      description:
        'Ranks courses by new students, revenue or completions, or lectures by views, over a range of days, highest first. Revenue is before discounts, taxes and refunds; fully refunded orders are excluded.',
      scope: 'analytics:read',
      input: z.strictObject({
        ranking: z.enum(RANKINGS).describe('What to rank, and by which metric'),
        limit: z.coerce.number().int().min(1).max(50).default(10).describe('Number of results, 1 to 50'),
        ...stretchInput,
      }),
      output: z
        .object({
          ranking: z.enum(RANKINGS),
          ...stretchOutput,
          nodes: z.array(z.object({ id: z.string(), title: z.string(), value: z.int() })),
        })
        .register(typeNames, { id: 'AnalyticsTopList' }),
      rest: { method: 'GET', path: '/analytics/top', status: 200 },
      async run(operator, input) {
        const setting = await settingOf(operator, input);
        const { ranking, limit } = input;
        const period = periodOf(setting.from, setting.to, setting.timezone);
        const nodes = await analytics.top(operator.siteId, setting.currency, ranking, period, limit);
        return { ranking, ...setting, nodes };
      },
    }),
  ];
};
