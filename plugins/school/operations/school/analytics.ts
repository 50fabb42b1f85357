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
  type Interval,
  latestDays,
  MAX_DAYS,
  METRICS,
  type Metric,
  periodOf,
  RANKINGS,
  type Ranking,
} from '../../../../schema/school/analytics.ts';
import { defineOperation, type Input, type Operation, type Operator } from '../../../../schema/school/operation.ts';
import { invalidInput } from '../../../../schema/school/problem.ts';
import { courseFigures } from '../../../../schema/school/resources/analytics.ts';
import { course } from '../../../../schema/school/resources/courses.ts';
import { typeNames } from '../../../../schema/school/type-names.ts';
import { listing } from '../engine/listing.ts';
import { type Row, resourceRows } from '../engine/resource-rows.ts';

const USUAL_DAYS = 30;
const day = z.iso.date('must be a day such as 2026-09-01');
const stretch = {
  from: day
    .optional()
    .describe(`The first day, by the school's timezone; ${USUAL_DAYS} days with the last unless said`),
  to: day.optional().describe(`The last day; today unless said. At most ${MAX_DAYS} days`),
};
const told = {
  from: z.string().describe('The first day'),
  to: z.string().describe('The last day'),
  currency: z
    .string()
    .describe("The school's: what revenue is in, in minor units. Orders in others are left out of it"),
  timezone: z.string().describe("The school's: days begin and end by it"),
};
const metricsOf = (value: z.ZodType) => Object.fromEntries(METRICS.map((metric) => [metric, value]));

const MEANINGS =
  'revenue: of orders by when they were paid, less what was paid back since; orders: those that were paid; newStudents: members whose first enrollment began; activeStudents: members who watched something; lectureViews: lectures that a member watched last in that time; completions: courses that a member finished.';

export const analyticsOperations = (app: FastifyInstance): Operation[] => {
  const { analytics } = app.school;

  async function settingOf({ siteId, now }: Operator, input: Input) {
    const row = await app.school.settings.find(siteId);
    if (row === undefined) throw new Error(`the school ${siteId} is gone`);
    const [timezone, currency] = [String(row.timezone), String(row.currency)];
    const to = String(input.to ?? latestDays(USUAL_DAYS, now, timezone).to);
    const from = String(input.from ?? latestDays(USUAL_DAYS, Date.parse(`${to}T00:00:00Z`), 'UTC').from);
    const days = daysBetween(from, to);
    if (days < 1) throw invalidInput([{ path: 'to', code: 'too_early', message: 'must not be before from' }]);
    if (days > MAX_DAYS) {
      throw invalidInput([{ path: 'from', code: 'too_long', message: `must be at most ${MAX_DAYS} days before to` }]);
    }
    return { from, to, timezone, currency };
  }
  const currencyOf = async (siteId: string): Promise<string> =>
    String((await app.school.settings.find(siteId))?.currency);

  const courses = resourceRows(app, course);
  async function figuresOf({ siteId }: Operator, rows: readonly Row[]): Promise<Row[]> {
    const currency = await currencyOf(siteId);
    const ids = rows.map(({ id }) => String(id));
    const figures = await analytics.courses(siteId, currency, ids);
    return rows.map(({ id, title }) => {
      const { students = 0, completions = 0, progress = 0, revenue = 0 } = figures.get(String(id)) ?? {};
      const share = (sum: number): number => (students === 0 ? 0 : Math.round((sum / students) * 10_000) / 10_000);
      const [completionRate, averageProgress] = [share(completions), share(progress)];
      return { id, title, students, completions, completionRate, averageProgress, revenue, currency };
    });
  }

  return [
    defineOperation({
      name: 'get_analytics_summary',
      summary: 'Get the figures of the school',
      description: `What there is now, and what happened in some days. ${MEANINGS}`,
      scope: 'analytics:read',
      input: z.strictObject(stretch),
      output: z
        .object({
          ...told,
          now: z.object({
            students: z.int().describe('Members with an enrollment that is not revoked'),
            members: z.int().describe('Members who are active, of any role'),
            publishedCourses: z.int(),
            activeSubscriptions: z.int().describe('Those that run, trials among them'),
          }),
          totals: z.object(metricsOf(z.int())),
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
      summary: 'Get one figure over time',
      description: `A number for every day, week (from Monday on) or month of a stretch of days; the first and last may be cut short. ${MEANINGS}`,
      scope: 'analytics:read',
      input: z.strictObject({
        metric: z.enum(METRICS).describe('What to count'),
        interval: z.enum(INTERVALS).default('day').describe('How long each period is'),
        ...stretch,
      }),
      output: z
        .object({
          metric: z.enum(METRICS),
          interval: z.enum(INTERVALS),
          ...told,
          points: z.array(z.object({ date: z.string().describe('The day it begins with'), value: z.int() })),
        })
        .register(typeNames, { id: 'AnalyticsSeries' }),
      rest: { method: 'GET', path: '/analytics/series', status: 200 },
      async run(operator, input) {
        const setting = await settingOf(operator, input);
        const [metric, interval] = [input.metric as Metric, input.interval as Interval];
        const pieces = cut(setting.from, setting.to, interval, setting.timezone);
        const spans = pieces.map(({ period }) => period);
        const values = await analytics.series(operator.siteId, setting.currency, metric, spans);
        const points = pieces.map(({ date }, index) => ({ date, value: values[index] ?? 0 }));
        return { metric, interval, ...setting, points };
      },
    }),
    listing(app, courseFigures, {
      name: 'list_course_analytics',
      summary: 'List the figures of all courses',
      path: '/analytics/courses',
      showAll: figuresOf,
    }),
    defineOperation({
      name: 'get_course_analytics',
      summary: 'Get the figures of a course',
      description: courseFigures.summary,
      scope: 'analytics:read',
      input: z.strictObject({ id: z.string().min(1).max(100).describe('The id or slug of the course') }),
      output: courseFigures.output,
      rest: { method: 'GET', path: '/analytics/courses/:id', status: 200 },
      run: async (operator, { id }) => (await figuresOf(operator, [await courses.find(operator, id)]))[0],
    }),
    defineOperation({
      name: 'get_analytics_top_list',
      summary: 'Get what did best',
      description:
        'The courses that were begun, finished or sold most in some days, or the lectures that were watched most, with the best first. Revenue is before discounts, taxes and refunds; orders that were paid back whole do not count.',
      scope: 'analytics:read',
      input: z.strictObject({
        ranking: z.enum(RANKINGS).describe('What to rank by what'),
        limit: z.coerce.number().int().min(1).max(50).default(10).describe('How many, 1 to 50'),
        ...stretch,
      }),
      output: z
        .object({
          ranking: z.enum(RANKINGS),
          ...told,
          nodes: z.array(z.object({ id: z.string(), title: z.string(), value: z.int() })),
        })
        .register(typeNames, { id: 'AnalyticsTopList' }),
      rest: { method: 'GET', path: '/analytics/top', status: 200 },
      async run(operator, input) {
        const setting = await settingOf(operator, input);
        const ranking = input.ranking as Ranking;
        const period = periodOf(setting.from, setting.to, setting.timezone);
        const nodes = await analytics.top(operator.siteId, setting.currency, ranking, period, Number(input.limit));
        return { ranking, ...setting, nodes };
      },
    }),
  ];
};
