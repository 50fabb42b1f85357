/** The page of one event for a member, and what the member does there. */
import type { FastifyInstance } from 'fastify';
import type { RowIn } from '../../../plugins/school/stores.ts';
import type { EventRegistration } from '../../../schema/school/account.ts';
import { eventPath, schoolUrl } from '../../../schema/school/addresses.ts';
import { OPEN_EVENTS } from '../../../schema/school/visibility.ts';
import { goTo } from '../../http.ts';
import { backLink, fact, notice, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { requireConfirmation } from '../kit/reauthentication.ts';
import { contactOf, type SchoolContact } from '../kit/school-contact.ts';
import { schoolAnchor } from '../kit/tenant-anchor.ts';
import { placeOf, placesText, priceOf } from '../school/lists.ts';
import { periodOf } from '../school/view.ts';
import { actionsOf, EVENTS, pageOf } from './events.ts';
import {
  at,
  attempted,
  LEARNING,
  type MemberPages,
  type MemberRequest,
  type MemberVisit,
  memberOf,
  memberPlace,
} from './member-place.ts';

/** Where the public page of an event leads, and every list. */
export function eventPage(app: FastifyInstance, pages: MemberPages): void {
  const { account, memberAccount, records } = app.school;

  definePage(app, memberPlace(pages, EVENTS), {
    at: `${LEARNING}${EVENTS}/:event`,
    async load({ signedIn, text }) {
      const member = memberOf(signedIn);
      const slug = pathParameter(signedIn.request, 'event');
      const event = await records('events').findBy(member.siteId, { slug, ...OPEN_EVENTS });
      if (event === undefined) return undefined;
      const own = { eventId: event.id, personId: member.personId };
      const row = await records('eventRegistrations').findBy(member.siteId, own);
      const registration = row && (await account.findEventRegistration(member, row.id));
      const { site } = await memberAccount.profile(member);
      return { event, registration, site, contact: await contactOf(app, site.id, text, displayText(event.title)) };
    },
    title: ({ event }) => displayText(event.title),
    top: (_shown, { signedIn, text }, title) => html`<div class="intro">
${backLink(at(signedIn, EVENTS), text.learning.pages.events)}<h1>${title}</h1></div>`,
    body({ contact, event, registration, site }, visit) {
      const { language, text } = visit;
      const { publicPages } = text;
      const words = { formats: language, ours: (one: string) => html`${one}`, publicPages };
      const url = `${schoolUrl(app.config.baseUrl, site)}${eventPath(event.slug)}`;
      const places = placesText(event, publicPages);
      const isHeld = registration !== undefined && registration.status !== 'cancelled';
      return html`<dl class="facts plain-facts">${fact(publicPages.when, periodOf(words, event.startsAt, event.endsAt, event.timezone))}
${fact(publicPages.where, placeOf(event, words))}
${fact(publicPages.price, priceOf(event, words))}
${places !== undefined && fact(publicPages.places, places)}</dl>
${isHeld ? held(registration, visit) : offer(event, registration, contact, visit)}
<p>${schoolAnchor(url, text.learning.eventPage, app.config.baseUrl)}</p>`;
    },
  });
}

/** What a member has who holds a seat, or waits for one. */
function held(registration: EventRegistration, visit: MemberVisit): Html {
  const { eventCancelled, eventDone, registration: states } = visit.text.learning;
  const { event, status } = registration;
  const state = status === 'registered' || status === 'waitlisted' ? eventDone[status] : states[status];
  return html`${event.status === 'cancelled' ? notice('warning', html`<p>${eventCancelled}</p>`) : notice(status === 'registered' ? 'success' : 'info', html`<p role="status">${state}</p>`)}
${actionsOf(registration, visit)}`;
}

/** How to register, or why a member cannot. */
function offer(
  event: RowIn<'events'>,
  registration: EventRegistration | undefined,
  contact: SchoolContact | undefined,
  { csrf, now, signedIn, text }: MemberVisit,
): Html {
  const { learning, publicPages } = text;
  const { priceAmount, registrationClosesAt: closesAt, slug, startsAt, status } = event;
  const refusal =
    status === 'cancelled'
      ? publicPages.cancelled
      : startsAt <= now
        ? publicPages.over
        : closesAt !== null && closesAt <= now
          ? learning.eventClosed
          : registration?.cancelledBy === 'school'
            ? learning.turnedAway
            : priceAmount > 0 && learning.eventCosts;
  return refusal === false
    ? postForm({
        action: `${pageOf(signedIn, slug)}/register`,
        csrf,
        body: html`<button type="submit" class="primary">${learning.register}</button>`,
      })
    : html`${notice('info', html`<p>${refusal}</p>`)}${contact?.line}${contact && html`<p>${contact.button}</p>`}`;
}

export function eventForms(app: FastifyInstance, pages: MemberPages): void {
  const { account, memberAccount, memberEvents } = app.school;
  const { frame, missing } = memberPlace(pages, EVENTS);
  const done = (signedIn: MemberRequest, what: string): string => `${at(signedIn, EVENTS)}?done=${what}`;

  pages.post(`${LEARNING}${EVENTS}/:event/register`, async (signedIn, _form, reply) => {
    const to = await attempted(signedIn, EVENTS, async () => {
      const event = pathParameter(signedIn.request, 'event');
      const made = await memberEvents.register(memberOf(signedIn), event, app.originOf(signedIn.request));
      return pageOf(signedIn, made.event.slug);
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
      cancelHref: at(signedIn, EVENTS),
      keep: signedIn.text.learning.keep,
    }),
    async act(signedIn, { id }) {
      const to = await attempted(signedIn, EVENTS, async () => {
        await memberAccount.cancelEventRegistration(memberOf(signedIn), id, app.originOf(signedIn.request));
        return done(signedIn, 'cancelled');
      });
      return to ?? at(signedIn, EVENTS);
    },
  });
}
