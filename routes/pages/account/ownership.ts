/** Offers of ownership of a school, which the member accepts with the password or a passkey, or declines. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OwnershipOffer } from '../../../plugins/school/stores.ts';
import type { AuditEvent } from '../../../schema/audit/audit-event.ts';
import { memberTarget } from '../../../schema/audit/audit-target.ts';
import { recordedOffer } from '../../../schema/audit/recorded-ownership.ts';
import { kindOfOffer, type OwnershipState } from '../../../schema/people/ownership.ts';
import { button, linkButton, moment, postForm } from '../kit/components.ts';
import { displayText } from '../kit/display-text.ts';
import { type Html, html } from '../kit/html.ts';
import { outcomePage } from '../kit/message.ts';
import type { Visit } from '../kit/page.ts';
import { pathParameter } from '../kit/path-parameter.ts';
import { requireReauthentication } from '../kit/reauthentication.ts';
import { sendPage } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { accountFrame, accountPlace } from './account-pages.ts';

const PATH = '/account/ownership';
const EVENTS = {
  shared: 'ownership_shared',
  handed_over: 'ownership_handed_over',
  declined: 'ownership_declined',
  declined_instead: 'ownership_declined',
} as const satisfies Partial<Record<OwnershipState, string>>;

export function ownershipPages(app: FastifyInstance, pages: SignedInPages): void {
  const { ownership } = app.school;

  async function find({ request, session }: SignedInRequest): Promise<OwnershipOffer | undefined> {
    const site = pathParameter(request, 'site');
    // PostgreSQL cannot store NUL in text, and no site has such an id.
    return site.includes('\0') ? undefined : ownership.find(site, session.person.id, app.clock());
  }

  /** The event of an answer, with the e-mails to everybody whom it concerns. */
  function answered({ event }: SignedInRequest, offer: OwnershipOffer, state: keyof typeof EVENTS): AuditEvent {
    const { siteId, personId, offeredBy, expiresAt } = offer;
    const order = { order: 'ownership', siteId, by: offeredBy, to: personId, state, expiresAt } as const;
    const outgoing = app.people.mailer.outgoing(order);
    return event(EVENTS[state], { siteId, target: memberTarget(offeredBy), before: recordedOffer(offer), outgoing });
  }

  requireReauthentication<SignedInRequest, OwnershipOffer>(app, pages, {
    ...accountPlace(pages, '/account'),
    path: `${PATH}/:site`,
    demandsOwnFactor: true,
    find,
    describe: ({ text: { members } }, offer) => {
      const { accepting, accept } = members.ownership;
      const by = displayText(offer.offererName);
      return {
        title: accepting.title({ school: displayText(offer.siteName) }),
        consequences: html`<p>${accepting.text}</p><p>${accepting[kindOfOffer(offer)]({ by })}</p>`,
        submit: accept,
        tone: 'primary',
        cancelHref: '/account',
      };
    },
    async act(signedIn, offer, _form, reply, verified) {
      const event = answered(signedIn, offer, offer.handsOver ? 'handed_over' : 'shared');
      const isOwner = await ownership.accept(offer, verified.credentialsVersion, event);
      return isOwner ? report(signedIn, reply, 'accepted', offer.siteId) : report(signedIn, reply.code(409), 'gone');
    },
    missing(signedIn, reply) {
      const site = pathParameter(signedIn.request, 'site');
      // It may have been accepted in another tab.
      const isOwner = signedIn.memberships.some(({ siteId, role }) => siteId === site && role === 'owner');
      return isOwner ? report(signedIn, reply, 'accepted', site) : report(signedIn, reply.code(404), 'gone');
    },
  });

  pages.post(`${PATH}/:site/decline`, async (signedIn, _form, reply) => {
    const offer = await find(signedIn);
    const state = offer?.handsOver === true ? 'declined_instead' : 'declined';
    const isEnded = offer !== undefined && (await ownership.end(offer, answered(signedIn, offer, state)));
    return isEnded ? report(signedIn, reply, 'declined') : report(signedIn, reply.code(404), 'gone');
  });
}

/** Says what has become of an offer. */
function report(
  signedIn: SignedInRequest,
  reply: FastifyReply,
  answer: 'accepted' | 'declined' | 'gone',
  site?: string,
): FastifyReply {
  const { title, answers } = signedIn.text.members.ownership;
  const school = signedIn.memberships.find(({ siteId }) => siteId === site);
  const next =
    school === undefined
      ? { href: '/account', label: signedIn.text.shell.areas.account }
      : { href: `/admin/${school.slug}`, label: displayText(school.siteName) };
  const page = outcomePage(accountFrame(signedIn, '/account'), { title, sentences: [answers[answer]], next });
  return sendPage(reply, page, 'own');
}

const item = (offer: OwnershipOffer, { csrf, language, text }: Visit): Html => {
  const { ownership } = text.members;
  const action = `${PATH}/${offer.siteId}`;
  return html`<li><div><h3>${displayText(offer.siteName)}</h3><p>${ownership.offers[kindOfOffer(offer)]({ by: displayText(offer.offererName) })}</p>
<p class="detail">${ownership.openUntil} ${moment(offer.expiresAt, language, offer.timezone)}</p></div>
<div class="inline">${linkButton(action, ownership.accept)}
${postForm({ action: `${action}/decline`, csrf, body: button(ownership.decline, 'secondary') })}</div></li>`;
};

/** A section of the overview with the schools that the person is asked to own, if there are some. */
export const openOffers = (offers: readonly OwnershipOffer[], visit: Visit): Html | false =>
  offers.length > 0 &&
  html`<section class="stack" id="ownership"><h2>${visit.text.members.ownership.title}</h2>
<ul class="rows">${offers.map((offer) => item(offer, visit))}</ul></section>`;
