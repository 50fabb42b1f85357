/**
 * Lets an owner offer ownership to another member: in addition, or in the owner's place. Nothing changes before the member
 * accepts it in the own account (`routes/pages/account/ownership.ts`). One of several owners can also step down.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { OWNERSHIP_OFFER_LIFETIME, recordedOffer, recordedOwners } from '../../../../schema/people/ownership.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo } from '../../kit/sending.ts';
import type { OperatorRequest } from '../operator-pages.ts';
import type { Place } from '../placed-pages.ts';
import {
  findDecidable,
  findMember,
  isOwnOwnership,
  MEMBER,
  mayBecomeOwner,
  nameOf,
  memberPath,
  type ShownMember,
} from './member.ts';
import { orderedList } from './ordered.ts';
import type { ShowMember } from './page.ts';

type At = Place<OperatorRequest>;

export function ownershipActions(app: FastifyInstance, place: At, show: ShowMember): void {
  const refuse: Refuse = (signedIn, reply, member) => show(signedIn, reply.code(409), member, 'conflict');
  offerAction(app, place, refuse, 'share');
  offerAction(app, place, refuse, 'handOver');
  withdrawal(app, place, refuse);
  steppingDown(app, place, show);
}

async function find(app: FastifyInstance, signedIn: OperatorRequest): Promise<ShownMember | undefined> {
  const member = await findDecidable(app, signedIn);
  return member !== undefined && mayBecomeOwner(signedIn, member) ? member : undefined;
}

type Refuse = (signedIn: OperatorRequest, reply: FastifyReply, member: ShownMember) => Promise<FastifyReply>;

function offerAction(app: FastifyInstance, place: At, refuse: Refuse, action: 'share' | 'handOver'): void {
  const handsOver = action === 'handOver';
  requireReauthentication<OperatorRequest, ShownMember>(app, place.pages, {
    ...place,
    path: `${MEMBER}/ownership/${handsOver ? 'hand-over' : 'share'}`,
    demandsOwnFactor: true,
    find: (signedIn) => find(app, signedIn),
    describe: (signedIn, member) => {
      const { ownership } = signedIn.text.members;
      return {
        title: ownership.ask[action]({ name: nameOf(member) }),
        consequences: html`<p>${ownership.askText[action]}</p><p>${ownership.howItGoesOn}</p>
<p>${app.people.mailer.isOn ? ownership.toldByEmail : ownership.tellYourself}</p>`,
        submit: ownership.submit,
        cancelHref: memberPath(signedIn, member),
      };
    },
    async act(signedIn, member, _form, reply) {
      const { session, membership } = signedIn;
      const { siteId } = membership;
      const event = signedIn.event('ownership_offered', { target: `member/${member.id}` });
      const expiresAt = event.at + OWNERSHIP_OFFER_LIFETIME;
      const state = handsOver ? 'offered_instead' : 'offered';
      const people = { by: session.person.id, to: member.id };
      const outgoing = app.people.mailer.outgoing({ order: 'ownership', siteId, ...people, state, expiresAt });
      const offer = { siteId, personId: member.id, offeredBy: session.person.id, handsOver, expiresAt };
      const isMade = await app.school.ownership.offer(offer, { ...event, after: recordedOffer(offer), outgoing });
      return isMade ? memberPath(signedIn, member, '?done=offered') : refuse(signedIn, reply, member);
    },
  });
}

/** Any owner can withdraw an offer. Nothing is lost by it, so it takes only a click. */
function withdrawal(app: FastifyInstance, place: At, refuse: Refuse): void {
  place.pages.post(`${MEMBER}/ownership/withdraw`, async (signedIn, _form, reply) => {
    const member = await find(app, signedIn);
    if (member === undefined) return place.missing(signedIn, reply);
    const { siteId } = signedIn.membership;
    const event = signedIn.event('ownership_withdrawn', { target: `member/${member.id}` });
    const offer = await app.school.ownership.find(siteId, member.id, event.at);
    if (offer === undefined) return refuse(signedIn, reply, member);
    const { offeredBy: by, personId: to, expiresAt } = offer;
    const state = offer.handsOver ? 'withdrawn_instead' : 'withdrawn';
    const outgoing = app.people.mailer.outgoing({ order: 'ownership', siteId, by, to, state, expiresAt });
    const isEnded = await app.school.ownership.end(offer, { ...event, before: recordedOffer(offer), outgoing });
    return isEnded ? goTo(reply, memberPath(signedIn, member, '?done=withdrawn')) : refuse(signedIn, reply, member);
  });
}

/** Others may step down meanwhile, each of which changes who stays. */
const STEP_DOWN_TRIES = 5;

/** Finds the page of an owner who looks at it. */
async function findOwn(app: FastifyInstance, signedIn: OperatorRequest): Promise<ShownMember | undefined> {
  const member = await findMember(app, signedIn);
  return member !== undefined && isOwnOwnership(signedIn, member) ? member : undefined;
}

function steppingDown(app: FastifyInstance, place: At, show: ShowMember): void {
  const { ownership } = app.school;
  const othersOf = ({ membership, session }: OperatorRequest) => ownership.others(membership.siteId, session.person.id);
  const refuseLast = (signedIn: OperatorRequest, reply: FastifyReply, member: ShownMember) =>
    show(signedIn, reply.code(409), member, 'lastOwner');

  requireReauthentication<OperatorRequest, ShownMember>(app, place.pages, {
    ...place,
    path: `${MEMBER}/ownership/step-down`,
    demandsOwnFactor: true,
    async find(signedIn) {
      const member = await findOwn(app, signedIn);
      return member !== undefined && (await othersOf(signedIn)).length > 0 ? member : undefined;
    },
    async missing(signedIn, reply) {
      const member = await findOwn(app, signedIn);
      return member === undefined ? place.missing(signedIn, reply) : refuseLast(signedIn, reply, member);
    },
    describe: async (signedIn, member) => {
      const { askText, stepDown } = signedIn.text.members.ownership;
      return {
        title: stepDown.ask,
        consequences: html`<p>${askText.handOver}</p>${await orderedList(app, signedIn, [member], 'owns')}${app.people.mailer.isOn && html`<p>${stepDown.toldByEmail}</p>`}`,
        submit: stepDown.title,
        cancelHref: memberPath(signedIn, member),
      };
    },
    async act(signedIn, member, _form, reply, verified) {
      const { membership, session } = signedIn;
      const { siteId } = membership;
      const personId = session.person.id;
      const outgoing = app.people.mailer.outgoing({ order: 'owner_stepped_down', siteId, personId });
      for (let left = STEP_DOWN_TRIES; left > 0; left -= 1) {
        const staying = await othersOf(signedIn);
        if (staying.length === 0) return refuseLast(signedIn, reply, member);
        const event = signedIn.event('ownership_stepped_down', { after: recordedOwners(staying), outgoing });
        const isDone = await ownership.stepDown(siteId, personId, staying, verified.credentialsVersion, event);
        if (isDone) return memberPath(signedIn, member, '?done=steppedDown');
      }
      return show(signedIn, reply.code(409), member, 'conflict');
    },
  });
}
