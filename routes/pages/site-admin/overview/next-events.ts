/** The events of a school that come next, with how many have a seat. */
import type { FastifyInstance } from 'fastify';
import { roleMayGrant } from '../../../../schema/oauth/scope.ts';
import { dateAt } from '../../../../schema/school/calendar.ts';
import { timeOf } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import type { Visit } from '../../kit/page.ts';
import { at, type OperatorRequest, runAs } from '../operator-pages.ts';

const NEXT = 3;
const DAY = 86_400_000;
/** Within a week, a weekday tells the day. */
const WEEK = 6;

/** @returns `undefined` for staff to whom the school does not show its events, and where none is planned */
export async function nextEvents(app: FastifyInstance, { now, signedIn }: Visit<OperatorRequest>) {
  if (!roleMayGrant(signedIn.membership, 'events:read')) return undefined;
  const input = { status: 'published', from: new Date(now).toISOString(), sort: 'startsAt', first: NEXT };
  const { nodes } = await runAs(app, signedIn, app.school.operations.list_events, input);
  return nodes.length === 0 ? undefined : nodes;
}

type Events = NonNullable<Awaited<ReturnType<typeof nextEvents>>>;

export function nextEventsSection(
  events: Events,
  { language, now, signedIn, text, timeZone }: Visit<OperatorRequest>,
): Html {
  const words = text.schoolHome.events;
  const time = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  const soon = new Intl.DateTimeFormat(language, { weekday: 'short', ...time });
  const later = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...time });
  const number = new Intl.NumberFormat(language);
  const days = (instant: number): number => Date.parse(dateAt(instant, timeZone)) / DAY;
  const item = ({ id, title, startsAt, capacity, registeredCount }: Events[number]): Html => {
    const instant = Date.parse(startsAt);
    const when = (days(instant) - days(now) <= WEEK ? soon : later).format(instant);
    const seats =
      capacity === null ? number.format(registeredCount) : words.seats({ taken: registeredCount, all: capacity });
    return html`<li>${timeOf(instant, when)}<a href="${at(signedIn, `/events/${id}`)}">${displayText(title)}</a><span>${seats}</span></li>`;
  };
  return html`<section class="card"><div class="title"><h2>${words.title}</h2><a href="${at(signedIn, '/events')}">${words.all}</a></div>
<ul class="next">${events.map(item)}</ul></section>`;
}
