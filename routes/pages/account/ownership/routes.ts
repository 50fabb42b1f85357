/** Offers of ownership of a school, which the member accepts with the password or a passkey, or declines. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OwnershipOffer } from '../../../../plugins/school/stores.ts';
import type { OwnershipState } from '../../../../schema/people/email-message.ts';
import { kindOfOffer, recordedOffer } from '../../../../schema/people/ownership.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { outcomePage } from '../../kit/outcome.ts';
import { pathParameter } from '../../kit/path-parameter.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../../kit/signed-in.ts';
import { accountFrame } from '../account-pages.ts';

const OFFER = '/account/ownership/:site';
const EVENTS = {
  shared: 'ownership_shared',
  handed_over: 'ownership_handed_over',
  declined: 'ownership_declined',
  declined_instead: 'ownership_declined',
} as const satisfies Partial<Record<OwnershipState, string>>;

export function ownershipPages(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { ownership } = app.school;

  function find({ request, session }: SignedInRequest): Promise<OwnershipOffer | undefined> {
    const site = pathParameter(request, 'site');
    // PostgreSQL cannot store NUL in text, and no site has such an id.
    return site.includes('\0') ? Promise.resolve(undefined) : ownership.find(site, session.person.id, app.clock());
  }

  /** The event of an answer, with the e-mails to everybody whom it concerns. */
  function eventOf({ request }: SignedInRequest, offer: OwnershipOffer, state: keyof typeof EVENTS) {
    const { siteId, personId, offeredBy, expiresAt } = offer;
    const order = { order: 'ownership', siteId, by: offeredBy, to: personId, state, expiresAt } as const;
    return {
      ...app.originOf(request),
      event: EVENTS[state],
      at: app.clock(),
      siteId,
      personId,
      target: `member/${offeredBy}`,
      before: recordedOffer(offer),
      outgoing: app.people.mailer.outgoing(order),
    };
  }

  requireReauthentication<SignedInRequest, OwnershipOffer>(app, pages, {
    path: OFFER,
    demandsOwnFactor: true,
    find,
    frame: (signedIn) => accountFrame(signedIn, '/account'),
    describe: ({ text: { members } }, offer) => {
      const { accepting, accept } = members.ownership;
      const kind = kindOfOffer(offer);
      return {
        title: accepting.title({ school: displayText(offer.siteName) }),
        consequences: html`<p>${accepting.text}</p><p>${accepting[kind]({ by: displayText(offer.offererName) })}</p>`,
        submit: accept,
        tone: 'primary',
        cancelHref: '/account',
      };
    },
    async act(signedIn, offer, _form, reply, verified) {
      const event = eventOf(signedIn, offer, offer.handsOver ? 'handed_over' : 'shared');
      const isOwner = await ownership.accept(offer, verified.credentialsVersion, event);
      return isOwner ? tell(signedIn, reply, 'accepted', offer) : tell(signedIn, reply.code(409), 'gone');
    },
    missing: (signedIn, reply) => tell(signedIn, reply.code(404), 'gone'),
  });

  pages.post(`${OFFER}/decline`, async (signedIn, _form, reply) => {
    const offer = await find(signedIn);
    const state = offer?.handsOver === true ? 'declined_instead' : 'declined';
    const isEnded = offer !== undefined && (await ownership.end(offer, eventOf(signedIn, offer, state)));
    return isEnded ? tell(signedIn, reply, 'declined') : tell(signedIn, reply.code(404), 'gone');
  });
}

/** Says what has become of an offer. */
function tell(
  signedIn: SignedInRequest,
  reply: FastifyReply,
  what: 'accepted' | 'declined' | 'gone',
  offer?: OwnershipOffer,
): FastifyReply {
  const { members, shell } = signedIn.text;
  const school = signedIn.memberships.find(({ siteId }) => siteId === offer?.siteId);
  const next =
    school === undefined
      ? { href: '/account', label: shell.areas.account }
      : { href: `/admin/${school.slug}`, label: displayText(school.siteName) };
  const { title, answers } = members.ownership;
  const page = outcomePage(accountFrame(signedIn, '/account'), { title, sentences: [answers[what]], next });
  return sendPage(reply, page, 'own');
}
