/** The figures of a school over a range of days, and those of the lectures of a course, as tables. */
import type { FastifyInstance } from 'fastify';
import {
  INTERVALS,
  type Interval,
  METRICS,
  type Metric,
  RANKINGS,
  type Ranking,
} from '../../../../schema/school/analytics.ts';
import { formatMoney } from '../../../../schema/school/money.ts';
import { ProblemError } from '../../../../schema/school/problem.ts';
import { courseAnalytics } from '../../../../schema/school/resources/analytics.ts';
import { day, notice, select } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';
import { filterForm } from '../../kit/list.ts';
import { definePage, type Visit } from '../../kit/page.ts';
import { type Panel, sameByProgram } from '../../kit/resource/area.ts';
import { resourceArea } from '../../kit/resource/index.ts';
import { dayFilter } from '../../kit/resource/list.ts';
import type { AreaPlace, Row } from '../../kit/resource/place.ts';
import { at, type OperatorRequest, runAs } from '../operator-pages.ts';
import { behindLink } from './behind.ts';
import { listOf } from './place.ts';

const PATH = '/figures';
const MONEY: ReadonlySet<string> = new Set<Metric | Ranking>(['revenue', 'refunds', 'courses_by_revenue']);

export function figureAreas(app: FastifyInstance, place: AreaPlace<OperatorRequest>): void {
  resourceArea(app, place, {
    resource: courseAnalytics,
    name: 'course_analytics',
    menu: '/courses',
    columns: ['students', 'completions', 'averageProgress', 'revenue'],
    facts: ['students', 'completions', 'averageProgress', 'revenue'],
    pages: ({ signedIn, text }) => [{ href: at(signedIn, PATH), label: text.content.figures.title }],
    panel: (row, signedIn) => lectureFigures(app, row, signedIn),
    related: async ({ id }, signedIn) => [
      ...(await listOf(place, signedIn, 'enrollments', { courseId: id })),
      ...behindLink(place, signedIn, id),
    ],
  });

  definePage<OperatorRequest, Figures>(app, place.within(['analytics:read'], '/courses'), {
    at: `${place.path}${PATH}`,
    load: (visit) => figuresOf(app, visit),
    title: (_figures, { text }) => text.content.figures.title,
    isWrong: ({ problem }) => problem !== undefined,
    body: (figures, visit) => html`${filters(figures, visit)}
${figures.problem !== undefined && notice('problem', html`<p lang="en">${figures.problem}</p>`)}
${figures.found !== undefined && tables(figures, figures.found, visit)}
${sameByProgram(['get_analytics_summary', 'get_analytics_series', 'get_analytics_top_list'].map(place.operation), visit.text)}`,
  });
}

interface Figures {
  readonly metric: Metric;
  readonly interval: Interval;
  readonly ranking: Ranking;
  readonly range: { readonly from?: string; readonly to?: string };
  readonly found?: Awaited<ReturnType<typeof read>>;
  readonly problem?: string;
}

const among = <Name extends string>(names: readonly Name[], asked: string | undefined, initial: Name): Name =>
  names.find((name) => name === asked) ?? initial;

async function figuresOf(app: FastifyInstance, { query, signedIn }: Visit<OperatorRequest>): Promise<Figures> {
  const days = (['from', 'to'] as const).map((name) => [name, query.get(name)] as const);
  const asked = {
    metric: among(METRICS, query.get('metric'), 'newStudents'),
    interval: among(INTERVALS, query.get('interval'), 'week'),
    ranking: among(RANKINGS, query.get('ranking'), 'courses_by_students'),
    range: Object.fromEntries(days.filter(([, value]) => value !== undefined)),
  };
  try {
    return { ...asked, found: await read(app, signedIn, asked) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { ...asked, problem: error.faults.map(({ path, message }) => `${path} ${message}`).join('; ') };
  }
}

async function read(app: FastifyInstance, signedIn: OperatorRequest, { metric, interval, ranking, range }: Figures) {
  const { get_analytics_series, get_analytics_summary, get_analytics_top_list } = app.school.operations;
  const [summary, series, top] = await Promise.all([
    runAs(app, signedIn, get_analytics_summary, range),
    runAs(app, signedIn, get_analytics_series, { metric, interval, ...range }),
    runAs(app, signedIn, get_analytics_top_list, { ranking, ...range }),
  ]);
  return { summary, series, top };
}

function filters(
  { metric, interval, ranking, range, found }: Figures,
  { signedIn, text }: Visit<OperatorRequest>,
): Html {
  const { figures: words, from, until } = text.content;
  const menu = <Name extends string>(
    name: string,
    label: string,
    labels: Readonly<Record<Name, string>>,
    value: Name,
  ) =>
    select({
      name,
      label,
      options: (Object.keys(labels) as Name[]).map((one) => ({ value: one, label: labels[one] })),
      value,
    });
  const fields = html`${dayFilter('from', from, range.from ?? found?.summary.from)}
${dayFilter('to', until, range.to ?? found?.summary.to)}
${menu('metric', words.metric, words.metrics, metric)}
${menu('interval', words.interval, words.intervals, interval)}
${menu('ranking', words.ranking, words.rankings, ranking)}`;
  return filterForm(fields, false, at(signedIn, PATH), text);
}

function tables(
  { metric, ranking }: Figures,
  { summary, series, top }: NonNullable<Figures['found']>,
  visit: Visit<OperatorRequest>,
) {
  const { language, text } = visit;
  const { figures: words } = text.content;
  const number = new Intl.NumberFormat(language);
  const shown = (name: string, value: unknown): string =>
    MONEY.has(name) ? formatMoney(Number(value), summary.currency, language) : number.format(Number(value));
  const totals = METRICS.map((name): [Renderable, string] => [words.metrics[name], shown(name, summary.totals[name])]);
  const now = Object.entries(summary.now).map(([name, value]): [Renderable, string] => [
    words.now[name as keyof typeof words.now],
    number.format(value),
  ]);
  return html`<section class="stack"><h2>${words.totals}</h2>${figureTable(words.metric, words.total, totals)}</section>
<section class="stack"><h2>${words.nowTitle}</h2>${figureTable(words.metric, words.total, now)}</section>
<section class="stack"><h2>${words.metrics[metric]}</h2>${figureTable(
    words.begins,
    words.metrics[metric],
    series.points.map((one) => [day(Date.parse(one.date), language, 'UTC'), shown(metric, one.value)]),
  )}</section>
<section class="stack"><h2>${words.rankings[ranking]}</h2>${
    top.nodes.length === 0
      ? html`<p class="quiet">${words.none}</p>`
      : figureTable(
          text.content.fields.title,
          words.total,
          top.nodes.map((one) => [displayText(one.title), shown(ranking, one.value)]),
        )
  }</section>`;
}

const figureTable = (
  of: string,
  amount: string,
  rows: readonly (readonly [Renderable, ...string[]])[],
  more?: string,
): Html =>
  html`<div class="table" role="group" aria-label="${amount}" tabindex="0"><table><thead><tr><th scope="col">${of}</th><th scope="col" class="number">${amount}</th>${more !== undefined && html`<th scope="col" class="number">${more}</th>`}</tr></thead>
<tbody>${rows.map(([name, ...values]) => html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td class="number">${value}</td>`)}</tr>`)}</tbody></table></div>`;

/** How many students began and completed each lecture of a course, which shows where they stop. */
async function lectureFigures(app: FastifyInstance, { id }: Row, signedIn: OperatorRequest): Promise<Panel> {
  const { frame, text } = signedIn;
  const { get_lecture_analytics } = app.school.operations;
  const { lectures } = await runAs(app, signedIn, get_lecture_analytics, { id: String(id) });
  const number = new Intl.NumberFormat(frame.language);
  const rows = lectures.map(
    (one) => [displayText(one.title), number.format(one.began), number.format(one.completed)] as const,
  );
  const { areas, figures: words } = text.content;
  const markup = html`<section class="stack"><h2>${words.lectures}</h2>${
    rows.length === 0
      ? html`<p class="quiet">${areas.lectures.none}</p>`
      : figureTable(text.content.fields.title, words.began, rows, words.metrics.completions)
  }</section>`;
  return { markup, operations: [get_lecture_analytics] };
}
