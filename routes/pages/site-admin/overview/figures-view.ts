import { MOST_USED } from '../../../../schema/oauth/connection.ts';
import { type DailyFigure, MOST_MEMBERS } from '../../../../schema/school/figures.ts';
import { type Language, textFor } from '../../../words/index.ts';
import { type Html, html, type Renderable } from '../../kit/html.ts';

export type SchoolFigures = {
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
