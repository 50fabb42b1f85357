/** The stats of a school for the last days, in its timezone. */
import type { FastifyInstance } from 'fastify';
import { MAX_COUNTED_APPS, type UsedApps } from '../../../../schema/oauth/connection.ts';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import type { Period } from '../../../../schema/school/analytics.ts';
import { addDays, dateAt, endOfDay } from '../../../../schema/school/calendar.ts';
import { type DailyCount, MAX_COUNTED_MEMBERS, sumOf } from '../../../../schema/school/overview-stats.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { SIGN_INS } from '../audit/event-filter.ts';
import { at, type OperatorRequest } from '../operator-pages.ts';

const DAYS = 7;
/** People with one of these scopes can count the members elsewhere, too. */
const COUNTED_BY = ['members:read', 'analytics:read'] as const;

/** The days up to today, oldest first. */
function lastDays(now: number, timezone: string): Period[] {
  const today = dateAt(now, timezone);
  const ends = Array.from({ length: DAYS + 1 }, (_, index) => endOfDay(addDays(today, index - DAYS), timezone));
  return ends.slice(1).map((end, index) => [ends[index] ?? 0, end]);
}

/** @returns `undefined` for staff to whom the school shows neither its members nor its statistics */
export async function statsOf(app: FastifyInstance, { membership, manages }: OperatorRequest, apps: UsedApps) {
  if (!COUNTED_BY.some((scope) => roleMayGrant(membership, scope))) return undefined;
  const { siteId, timezone } = membership;
  const { stats } = app.school;
  const days = lastDays(app.clock(), timezone);
  const happened = (event: Parameters<typeof stats.happened>[1]) => stats.happened(siteId, event, days);
  const [members, joined, allowed] = await Promise.all([
    stats.members(siteId),
    /** Members by the day on which they were added. */
    stats.joined(siteId, days),
    /** How often members allowed an app access. */
    happened('consent_given'),
  ]);
  const counted = { members, joined, apps: apps.count, allowed, begin: days.map(([first]) => first) };
  // The other two are of the audit log, which is for owners and administrators.
  if (!manages) return counted;
  const [silent, ...toolCalls] = await Promise.all([
    happened('code_issued_silently'),
    happened('tool_called'),
    happened('tool_failed'),
  ]);
  // An app gets a code each time that somebody signs in with it, with or without a question.
  return { ...counted, signIns: sumOf([allowed, silent]), toolCalls: sumOf(toolCalls) };
}

type SchoolStats = NonNullable<Awaited<ReturnType<typeof statsOf>>>;

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

/** Draws what happened on each day, and says it in words. Two days at least make a line. @param begin when each day begins */
function drawn(label: string, { days: counts }: DailyCount, begin: readonly number[], visit: Visit<OperatorRequest>) {
  const { language, text, timeZone } = visit;
  const { figures: words } = text.schoolHome;
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone });
  const number = new Intl.NumberFormat(language);
  const first = begin.length - counts.length;
  const each = counts.map((count, index) =>
    words.onDay({ day: weekday.format(begin[first + index]), count: number.format(count) }),
  );
  return (
    counts.length > 1 &&
    html`<svg role="img" aria-label="${words.perDay({ what: label, days: each.join(words.separator) })}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"><polyline points="${cornersOf(counts)}"/></svg>`
  );
}

/** Each figure leads to where what is counted is listed, for those who may see the list. */
export function statsSection(counted: SchoolStats, visit: Visit<OperatorRequest>): Html {
  const { language, signedIn, text } = visit;
  const { figures: words } = text.schoolHome;
  const { members, joined, apps, allowed, begin } = counted;
  const number = new Intl.NumberFormat(language);
  const upTo = (count: number, most: number): string =>
    count < most ? number.format(count) : words.orMore({ count: number.format(most) });
  const inWeek = ({ total, isAll }: DailyCount): string =>
    isAll ? number.format(total) : words.orMore({ count: number.format(total) });
  const linkTo = (path: string, label: string): Renderable => html`<a href="${at(signedIn, path)}">${label}</a>`;
  const seesMembers = roleMayGrant(signedIn.membership, 'members:read');
  const toList = (path: string, label: string): Renderable => (seesMembers ? linkTo(path, label) : label);
  const card = (title: Renderable, value: string, detail: string, label: string, count: DailyCount): Html =>
    html`<li><h3>${title}</h3><p class="figure">${value}</p>${drawn(label, count, begin, visit)}<p class="detail">${detail}</p></li>`;
  const happened = (label: string, count: DailyCount, event: string): Html =>
    card(linkTo(`/audit?event=${event}`, label), inWeek(count), words.inWeek, label, count);
  return html`<section class="stack"><h2>${words.title}</h2><ul class="figures">
${card(toList('/members', words.members), upTo(members, MAX_COUNTED_MEMBERS), words.joined({ count: inWeek(joined) }), words.newMembers, joined)}
${card(toList('/connections', words.apps), upTo(apps, MAX_COUNTED_APPS), words.allowed({ count: inWeek(allowed) }), words.consents, allowed)}
${'signIns' in counted && [happened(words.signIns, counted.signIns, SIGN_INS), happened(words.toolCalls, counted.toolCalls, 'tool_called')]}
</ul></section>`;
}
