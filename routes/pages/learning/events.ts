/** The registrations of a member for events of a school, and the events that the member can still register for. */
import type { FastifyInstance } from 'fastify';
import { type EventRegistration, visibleJoinUrl } from '../../../schema/school/account.ts';
import { emptyList, linkButton, moment, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { placesText, priceOf } from '../school/lists.ts';
import {
  at,
  LEARNING,
  type MemberPages,
  type MemberRequest,
  type MemberVisit,
  MOST,
  memberOf,
  memberPlace,
} from './member-place.ts';
import { eventRow } from './rows.ts';

export const EVENTS = '/events';
const PER_PAGE = 20;
/** Upcoming events of the school, the next first. */
const OFFERED = 10;

export function eventList(app: FastifyInstance, pages: MemberPages): void {
  const { account, publicContent } = app.school;

  definePage(app, memberPlace(pages, EVENTS), {
    at: `${LEARNING}${EVENTS}`,
    async load({ now, query, signedIn }) {
      const member = memberOf(signedIn);
      const [{ rows }, offered] = await Promise.all([
        account.eventRegistrations(member, 'all', { first: MOST, after: undefined }, now),
        publicContent.events(true, { siteId: member.siteId, now, first: OFFERED }),
      ]);
      // What the member has cancelled can be chosen again, and what is past matters if the member had a seat.
      const isMine = ({ cancelledBy }: EventRegistration): boolean => cancelledBy !== 'member';
      const had = new Set<EventRegistration['status']>(['registered', 'attended']);
      const { true: coming = [], false: over = [] } = Object.groupBy(rows, ({ event }) =>
        event.endsAt > now ? 'true' : 'false',
      );
      const mine = coming.filter(isMine).sort((a, b) => a.event.startsAt - b.event.startsAt);
      const past = over
        .filter(({ event, status }) => had.has(status) && event.status === 'published')
        .sort((a, b) => b.event.startsAt - a.event.startsAt);
      const taken = new Set(mine.map(({ event }) => event.id));
      const shown = sliceOf(past, query.get('from'), PER_PAGE);
      return {
        mine,
        offered: offered.rows.filter(({ id, startsAt }) => !taken.has(id) && startsAt > now),
        past: shown,
        isFirst: shown.previous === undefined,
      };
    },
    title: (_shown, { text }) => text.learning.pages.events,
    done: ({ text }) => text.learning.eventDone,
    body({ isFirst, mine, offered, past }, visit) {
      const { learning, publicPages } = visit.text;
      const part = <Row>(title: string, rows: readonly Row[], show: (row: Row) => Html, below?: Html | false) =>
        rows.length > 0 &&
        html`<section class="stack"><h2>${title}</h2><ul class="rows">${rows.map(show)}</ul>${below}</section>`;
      return html`${isFirst && mine.length === 0 && emptyList(learning.noEvents, learning.noEventsText)}
${isFirst && part(learning.yourEvents, mine, (one) => registrationRow(one, visit))}
${isFirst && part(learning.offered, offered, (one) => offeredRow(one, visit))}
${part(publicPages.pastEvents, past.rows, (one) => registrationRow(one, visit), paginationLinks(past, at(visit.signedIn, EVENTS), visit.text))}`;
    },
  });
}

type Offered = Awaited<ReturnType<FastifyInstance['school']['publicContent']['events']>>['rows'][number];

export const pageOf = (signedIn: MemberRequest, slug: string): string => at(signedIn, `${EVENTS}/${slug}`);

const eventLink = (signedIn: MemberRequest, { slug, title }: { slug: string; title: string }): Html =>
  html`<a href="${pageOf(signedIn, slug)}">${displayText(title)}</a>`;

function offeredRow(event: Offered, { csrf, language, signedIn, text }: MemberVisit): Html {
  const { learning, publicPages } = text;
  const places = placesText(event, publicPages);
  const detail = [
    moment(event.startsAt, language, event.timezone),
    ...(places === undefined ? [] : [html` · ${places}`]),
  ];
  const form = postForm({
    action: `${pageOf(signedIn, event.slug)}/register`,
    csrf,
    body: html`<button type="submit" class="secondary" aria-label="${learning.registerFor({ event: displayText(event.title) })}">${learning.register}</button>`,
  });
  return html`<li><div><p class="name">${eventLink(signedIn, event)}</p><p class="detail">${detail}</p></div>
${event.priceAmount === 0 ? form : html`<p class="detail">${priceOf(event, { formats: language, publicPages })}</p>`}</li>`;
}

const joining = (registration: EventRegistration, { now, text }: MemberVisit): Html | false => {
  const join = visibleJoinUrl(registration);
  return (
    join !== null && registration.event.endsAt > now && linkButton(linkTarget(join), text.learning.join, 'secondary')
  );
};

/** A registration with its day, and what a member needs when it begins. */
export function comingEvent(registration: EventRegistration, visit: MemberVisit): Html {
  const { startsAt, timezone: timeZone } = registration.event;
  const [day, month] = (['day', 'month'] as const).map((part) =>
    new Intl.DateTimeFormat(visit.language, { [part]: part === 'day' ? 'numeric' : 'short', timeZone }).format(
      startsAt,
    ),
  );
  return eventRow(
    registration,
    visit,
    joining(registration, visit),
    html`<span class="date" aria-hidden="true"><b>${day}</b>${month}</span>`,
  );
}

/** Only those who hold a seat see the address for joining. */
export function actionsOf(registration: EventRegistration, visit: MemberVisit): Html {
  const { event, id, status } = registration;
  const isOpen = event.status === 'published' && (status === 'registered' || status === 'waitlisted');
  return html`<div class="inline">${joining(registration, visit)}
${isOpen && event.startsAt > visit.now && html`<a class="detail" href="${at(visit.signedIn, `/registrations/${id}/cancel`)}">${visit.text.learning.cancel}</a>`}</div>`;
}

const registrationRow = (registration: EventRegistration, visit: MemberVisit): Html =>
  eventRow(
    registration,
    visit,
    actionsOf(registration, visit),
    undefined,
    eventLink(visit.signedIn, registration.event),
  );
