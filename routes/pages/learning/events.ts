/** The registrations of a member for events of a school, and the events that the member can still register for. */
import type { FastifyInstance } from 'fastify';
import { type EventRegistration, visibleJoinUrl } from '../../../schema/school/account.ts';
import { eventPath, schoolUrl } from '../../../schema/school/addresses.ts';
import { goTo } from '../../http.ts';
import { emptyList, linkButton, moment, postForm } from '../kit/components.ts';
import { displayText, linkTarget } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { paginationLinks, sliceOf } from '../kit/pagination.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { requireConfirmation } from '../kit/reauthentication.ts';
import { schoolAnchor } from '../kit/tenant-anchor.ts';
import {
  at,
  attempted,
  LEARNING,
  type MemberPages,
  type MemberRequest,
  type MemberVisit,
  MOST,
  memberOf,
  memberPlace,
} from './member-place.ts';
import { eventRow } from './rows.ts';

const PATH = '/events';
const PER_PAGE = 20;
/** Upcoming events of the school, the next first. */
const OFFERED = 10;

export function eventList(app: FastifyInstance, pages: MemberPages): void {
  const { account, memberAccount, publicContent } = app.school;

  definePage(app, memberPlace(pages, PATH), {
    at: `${LEARNING}${PATH}`,
    async load({ now, query, signedIn }) {
      const member = memberOf(signedIn);
      const [{ rows }, offered, { site }] = await Promise.all([
        account.eventRegistrations(member, 'all', { first: MOST, after: undefined }, now),
        publicContent.events(true, { siteId: member.siteId, now, first: OFFERED }),
        memberAccount.profile(member),
      ]);
      const isPast = ({ event }: EventRegistration): boolean => event.endsAt <= now;
      const sorted = [...rows].sort(
        (a, b) =>
          Number(isPast(a)) - Number(isPast(b)) ||
          (isPast(a) ? b.event.startsAt - a.event.startsAt : a.event.startsAt - b.event.startsAt),
      );
      const taken = new Set(rows.filter(({ status }) => status !== 'cancelled').map(({ event }) => event.id));
      return {
        ...sliceOf(sorted, query.get('from'), PER_PAGE),
        offered: offered.rows.filter(({ id, startsAt }) => !taken.has(id) && startsAt > now),
        site,
      };
    },
    title: (_shown, { text }) => text.learning.pages.events,
    done: ({ text }) => text.learning.eventDone,
    body({ offered, site, ...shown }, visit) {
      const { learning } = visit.text;
      const url = schoolUrl(app.config.baseUrl, site);
      return html`${
        shown.rows.length === 0
          ? emptyList(learning.noEvents, learning.noEventsText)
          : html`<ul class="rows">${shown.rows.map((one) => registrationRow(one, visit))}</ul>`
      }
${paginationLinks(shown, at(visit.signedIn, PATH), visit.text)}
${
  offered.length > 0 &&
  html`<section class="stack"><h2>${learning.offered}</h2><ul class="rows">${offered.map(
    (
      event,
    ) => html`<li><div><p class="name">${schoolAnchor(`${url}${eventPath(event.slug)}`, displayText(event.title), app.config.baseUrl)}</p>
<p class="detail">${moment(event.startsAt, visit.language, event.timezone)}</p></div>
${event.priceAmount === 0 && postForm({ action: at(visit.signedIn, `${PATH}/${event.slug}/register`), csrf: visit.csrf, body: html`<button type="submit" class="secondary" aria-label="${learning.registerFor({ event: displayText(event.title) })}">${learning.register}</button>` })}</li>`,
  )}</ul></section>`
}`;
    },
  });
}

export function eventForms(app: FastifyInstance, pages: MemberPages): void {
  const { account, memberAccount, memberEvents } = app.school;
  const { frame, missing } = memberPlace(pages, PATH);
  const done = (signedIn: MemberRequest, what: string): string => `${at(signedIn, PATH)}?done=${what}`;

  pages.post(`${LEARNING}${PATH}/:event/register`, async (signedIn, _form, reply) => {
    const to = await attempted(signedIn, PATH, async () => {
      const event = pathParameter(signedIn.request, 'event');
      const { status } = await memberEvents.register(memberOf(signedIn), event, app.originOf(signedIn.request));
      return done(signedIn, status === 'waitlisted' ? 'waitlisted' : 'registered');
    });
    return to === undefined ? missing(signedIn, reply) : goTo(reply, to);
  });

  requireConfirmation<MemberRequest, EventRegistration>({
    path: `${LEARNING}/registrations/:registration/cancel`,
    pages,
    frame,
    missing,
    find: (signedIn) =>
      account.findEventRegistration(memberOf(signedIn), pathParameter(signedIn.request, 'registration')),
    describe: async (signedIn, { event }) => ({
      title: signedIn.text.learning.cancelTitle({ event: displayText(event.title) }),
      consequences: html`<p>${signedIn.text.learning.cancelText}</p>`,
      submit: signedIn.text.learning.cancel,
      cancelHref: at(signedIn, PATH),
    }),
    async act(signedIn, { id }) {
      const to = await attempted(signedIn, PATH, async () => {
        await memberAccount.cancelEventRegistration(memberOf(signedIn), id, app.originOf(signedIn.request));
        return done(signedIn, 'cancelled');
      });
      return to ?? at(signedIn, PATH);
    },
  });
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
function registrationRow(registration: EventRegistration, visit: MemberVisit): Html {
  const { event, id, status } = registration;
  const { learning } = visit.text;
  const isOpen = event.status === 'published' && (status === 'registered' || status === 'waitlisted');
  const actions = html`<div class="inline">${joining(registration, visit)}
${isOpen && event.startsAt > visit.now && html`<a href="${at(visit.signedIn, `/registrations/${id}/cancel`)}">${learning.cancel}</a>`}</div>`;
  return eventRow(registration, visit, actions);
}
