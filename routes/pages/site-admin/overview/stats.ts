/** What people did at a school in the last seven days, in its timezone, and who has access to it. */
import type { FastifyInstance } from 'fastify';
import { MAX_COUNTED_APPS, type UsedApps } from '../../../../schema/oauth/connection.ts';
import { roleMayGrant, type Scope } from '../../../../schema/oauth/scope.ts';
import type { Period } from '../../../../schema/school/analytics.ts';
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import { formatMoney } from '../../../../schema/school/money.ts';
import {
  type DailyCount,
  type LearnedDay,
  MAX_COUNTED_MEMBERS,
  sumOf,
} from '../../../../schema/school/overview-stats.ts';
import { bars } from '../../kit/bars.ts';
import { type Html, html } from '../../kit/html.ts';
import { type IconName, icon } from '../../kit/icons.ts';
import type { Visit } from '../../kit/page.ts';
import { SIGN_INS } from '../audit/event-filter.ts';
import { at, type OperatorRequest } from '../operator-pages.ts';

const DAYS = 7;
type Figure = keyof LearnedDay & ('enrollments' | 'completions' | 'registrations' | 'revenue');

/** What each figure is called, where it is listed, and by which scope it can be read besides that of the statistics. */
const FIGURES: readonly {
  readonly figure: Figure;
  readonly label: 'enrollments' | 'completions' | 'orders' | 'registrations';
  readonly icon: IconName;
  readonly scope: Scope;
}[] = [
  { figure: 'enrollments', label: 'enrollments', icon: 'user-check', scope: 'students:read' },
  { figure: 'completions', label: 'completions', icon: 'award', scope: 'students:read' },
  { figure: 'revenue', label: 'orders', icon: 'receipt', scope: 'orders:read' },
  { figure: 'registrations', label: 'registrations', icon: 'calendar-check', scope: 'events:read' },
];

const shownTo = ({ membership }: OperatorRequest) =>
  FIGURES.filter(({ scope }) => roleMayGrant(membership, scope) || roleMayGrant(membership, 'analytics:read'));

/** The days up to today, oldest first. */
export function lastDays(now: number, timezone: string, count: number): Period[] {
  const today = dateAt(now, timezone);
  const ends = Array.from({ length: count + 1 }, (_, index) => endOfDay(addDays(today, index - count), timezone));
  return ends.slice(1).map((end, index) => [ends[index] ?? 0, end]);
}

/** @returns `undefined` for staff to whom the school shows none of it */
export async function learningOf(app: FastifyInstance, signedIn: OperatorRequest) {
  const { siteId, timezone } = signedIn.membership;
  if (shownTo(signedIn).length === 0) return undefined;
  const { currency = 'EUR' } = (await app.school.settings.find(siteId)) ?? {};
  const spans = lastDays(app.clock(), timezone, 2 * DAYS);
  return { currency, spans, days: await app.school.stats.learned(siteId, currency, spans) };
}

type Learning = NonNullable<Awaited<ReturnType<typeof learningOf>>>;

export function learningSection({ currency, spans, days }: Learning, visit: Visit<OperatorRequest>): Html {
  const { language, signedIn, text, timeZone } = visit;
  const words = text.schoolHome.figures;
  const number = new Intl.NumberFormat(language);
  const begins = spans.slice(-DAYS).map(([first]) => first);
  const items = shownTo(signedIn).map((one) => {
    const written = (value: number): string =>
      one.figure === 'revenue' ? formatMoney(value, currency, language) : number.format(value);
    const values = days.map((day) => day[one.figure]);
    const sum = (some: readonly number[]): number => some.reduce((all, value) => all + value, 0);
    const drawn = bars(values.slice(-DAYS), {
      begins,
      language,
      timeZone,
      label: (each) => words.perDay({ what: words[one.label], days: each.join(words.separator) }),
      each: (day, value) => words.onDay({ day, count: written(value) }),
    });
    return html`<li><h3>${icon(one.icon)}${words[one.label]}</h3><p class="figure">${written(sum(values.slice(-DAYS)))}</p>
<p class="detail">${words.weekBefore({ count: written(sum(values.slice(0, -DAYS))) })}</p>${drawn}</li>`;
  });
  return html`<section class="stack"><h2>${words.title}</h2><ul class="figures">${items}</ul></section>`;
}

/** Who has access, for those who can see the lists, and how apps used it, which is in the audit log. */
export async function accessOf(app: FastifyInstance, { membership, manages }: OperatorRequest, apps: UsedApps) {
  if (!roleMayGrant(membership, 'members:read')) return undefined;
  const { siteId, timezone } = membership;
  const { stats } = app.school;
  const members = await stats.members(siteId);
  if (!manages) return { members, apps: apps.count };
  const days = lastDays(app.clock(), timezone, DAYS);
  const [allowed, silent, ...calls] = await Promise.all(
    (['consent_given', 'code_issued_silently', 'tool_called', 'tool_failed'] as const).map((event) =>
      stats.happened(siteId, event, days),
    ),
  );
  // An app gets a code each time that somebody signs in with it, with or without a question.
  return {
    members,
    apps: apps.count,
    signIns: sumOf([allowed, silent].filter((one) => one !== undefined)),
    toolCalls: sumOf(calls),
  };
}

type Access = NonNullable<Awaited<ReturnType<typeof accessOf>>>;

export function accessLine({ members, apps, signIns, toolCalls }: Access, visit: Visit<OperatorRequest>): Html {
  const { language, signedIn, text } = visit;
  const { access, figures } = text.schoolHome;
  const number = new Intl.NumberFormat(language);
  const upTo = (count: number, isAll: boolean): { count: number; shown: string } => {
    const shown = number.format(count);
    return { count, shown: isAll ? shown : figures.orMore({ count: shown }) };
  };
  const inWeek = ({ total, isAll }: DailyCount) => upTo(total, isAll);
  const link = (path: string, label: string): Html => html`<li><a href="${at(signedIn, path)}">${label}</a></li>`;
  return html`<section class="inline access"><h2>${access.title}</h2><ul class="inline">
${link('/members', access.members(upTo(members, members < MAX_COUNTED_MEMBERS)))}
${link('/connections', access.apps(upTo(apps, apps < MAX_COUNTED_APPS)))}
${signIns && link(`/audit?event=${SIGN_INS}`, access.signIns(inWeek(signIns)))}
${toolCalls && link('/audit?event=tool_called', access.toolCalls(inWeek(toolCalls)))}
</ul></section>`;
}
