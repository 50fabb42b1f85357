/** The figures of a school for the last days, in its timezone. */
import type { FastifyInstance } from 'fastify';
import { MOST_USED, type UsedApps } from '../../../../schema/oauth/connection.ts';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import type { Period } from '../../../../schema/school/analytics.ts';
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import { type DailyFigure, MOST_MEMBERS, sumOf } from '../../../../schema/school/figures.ts';
import { type Language, textFor } from '../../../words/index.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';
import { SIGN_INS } from '../audit/event-filter.ts';
import { at, type OperatorRequest } from '../operator-pages.ts';

type SchoolFigures = {
  members: number;
  /** Members by the day on which they were added. */
  joined: DailyFigure;
  apps: number;
  /** How often members allowed an app access. */
  allowed: DailyFigure;
  /** Only for people who may see the audit log, as is the next. */
  signIns?: DailyFigure;
  toolCalls?: DailyFigure;
  /** Where what is counted is listed, for those who may see the list. */
  hrefs: Readonly<Partial<Record<'members' | 'apps' | 'signIns' | 'toolCalls', string>>>;
  /** When each day begins. */
  days: readonly number[];
  timezone: string;
};

const DAYS = 7;
/** Whoever has one of these scopes can count the members elsewhere, too. */
const COUNTED_BY = ['members:read', 'analytics:read'] as const;

/** The days up to today, oldest first. */
function lastDays(now: number, timezone: string): Period[] {
  const today = dateAt(now, timezone);
  const ends = Array.from({ length: DAYS + 1 }, (_, index) => endOfDay(addDays(today, index - DAYS), timezone));
  return ends.slice(1).map((end, index) => [ends[index] ?? 0, end]);
}

/** @returns `undefined` for staff to whom the school shows neither its members nor its statistics */
export async function figuresOf(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  apps: UsedApps,
): Promise<SchoolFigures | undefined> {
  const { membership, manages } = signedIn;
  if (!COUNTED_BY.some((scope) => roleMayGrant(membership, scope))) return undefined;
  const { siteId, timezone } = membership;
  const { figures } = app.school;
  const days = lastDays(app.clock(), timezone);
  const happened = (event: Parameters<typeof figures.happened>[1]) => figures.happened(siteId, event, days);
  const [members, joined, allowed] = await Promise.all([
    figures.members(siteId),
    figures.joined(siteId, days),
    happened('consent_given'),
  ]);
  const own = {
    members,
    joined,
    apps: apps.count,
    allowed,
    hrefs: roleMayGrant(membership, 'members:read')
      ? { members: at(signedIn, '/members'), apps: at(signedIn, '/connections') }
      : {},
    days: days.map(([first]) => first),
    timezone,
  };
  // The other two are of the audit log, which is for owners and administrators.
  if (!manages) return own;
  const [silent, ...toolCalls] = await Promise.all([
    happened('code_issued_silently'),
    happened('tool_called'),
    happened('tool_failed'),
  ]);
  // An app gets a code each time that somebody signs in with it, with or without a question.
  const hrefs = {
    ...own.hrefs,
    signIns: at(signedIn, `/audit?event=${SIGN_INS}`),
    toolCalls: at(signedIn, '/audit?event=tool_called'),
  };
  return { ...own, hrefs, signIns: sumOf([allowed, silent]), toolCalls: sumOf(toolCalls) };
}

const [WIDTH, HEIGHT, MARGIN] = [120, 32, 2];

/** The corners of a line through the counts, as high as the highest of them. */
function cornersOf(counts: readonly number[]): string {
  const highest = Math.max(1, ...counts);
  const step = (WIDTH - 2 * MARGIN) / (counts.length - 1);
  const corner = (count: number, index: number): string => {
    const y = HEIGHT - MARGIN - (count / highest) * (HEIGHT - 2 * MARGIN);
    return `${(MARGIN + index * step).toFixed(1)},${y.toFixed(1)}`;
  };
  return counts.map(corner).join(' ');
}

/** Draws what happened on each day, and says it in words. Two days at least make a line. */
function drawn(what: string, { days: counts }: DailyFigure, { days, timezone }: SchoolFigures, language: Language) {
  const { figures } = textFor(language).schoolHome;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: timezone });
  const number = new Intl.NumberFormat(language);
  const first = days.length - counts.length;
  const each = counts.map((count, index) =>
    figures.onDay({ day: weekday.format(days[first + index]), count: number.format(count) }),
  );
  return (
    counts.length > 1 &&
    html`<svg role="img" aria-label="${figures.perDay({ what, days: each.join(figures.separator) })}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"><polyline points="${cornersOf(counts)}"/></svg>`
  );
}

export const figuresSection = (view: SchoolFigures, language: Language): Html => {
  const { figures: text } = textFor(language).schoolHome;
  const { members, joined, apps, allowed, signIns, toolCalls, hrefs } = view;
  const number = new Intl.NumberFormat(language);
  const upTo = (count: number, most: number): string =>
    count < most ? number.format(count) : text.orMore({ count: number.format(most) });
  const inWeek = ({ total, isAll }: DailyFigure): string =>
    isAll ? number.format(total) : text.orMore({ count: number.format(total) });
  const titleOf = (label: string, href: string | undefined): Renderable =>
    href === undefined ? label : html`<a href="${href}">${label}</a>`;
  const card = (label: string, value: string, detail: string, what: string, figure: DailyFigure, href?: string): Html =>
    html`<li><h3>${titleOf(label, href)}</h3><p class="figure">${value}</p>${drawn(what, figure, view, language)}<p class="detail">${detail}</p></li>`;
  const happened = (label: string, figure: DailyFigure, href: string | undefined): Html =>
    card(label, inWeek(figure), text.inWeek, label, figure, href);
  return html`<section class="stack"><h2>${text.title}</h2><ul class="figures">
${card(text.members, upTo(members, MOST_MEMBERS), text.joined({ count: inWeek(joined) }), text.newMembers, joined, hrefs.members)}
${card(text.apps, upTo(apps, MOST_USED), text.allowed({ count: inWeek(allowed) }), text.consents, allowed, hrefs.apps)}
${signIns !== undefined && happened(text.signIns, signIns, hrefs.signIns)}
${toolCalls !== undefined && happened(text.toolCalls, toolCalls, hrefs.toolCalls)}
</ul></section>`;
};
