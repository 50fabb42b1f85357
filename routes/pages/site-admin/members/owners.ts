/**
 * Actions on other members that only owners have: they offer ownership, in addition or in the owner's place, step down,
 * and reset the second factor of somebody who has lost it. An offer changes nothing before the member accepts it in the
 * own account (`routes/pages/account/ownership.ts`), and a reset takes effect after a delay, in which the person can
 * prevent it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { EFFECTIVE_AT, fieldValues } from '../../../../schema/audit/audit-event.ts';
import { memberTarget } from '../../../../schema/audit/audit-target.ts';
import { recordedOffer, recordedOwners } from '../../../../schema/audit/recorded-ownership.ts';
import { OWNERSHIP_OFFER_LIFETIME } from '../../../../schema/people/ownership.ts';
import { RESET_DELAY_MS } from '../../../../schema/people/second-factor.ts';
import { goTo } from '../../../http.ts';
import { html } from '../../kit/html.ts';
import { outcomePage } from '../../kit/message.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { timesOfReset } from '../../kit/reset-times.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, at, missing, type OperatorRequest, type Place } from '../operator-pages.ts';
import {
  findDecidable,
  findMember,
  isOwnOwnership,
  MEMBER,
  MEMBERS,
  mayBecomeOwner,
  mayReset,
  memberPath,
  nameOf,
  orderedList,
  orderedReset,
  type ShownMember,
} from './member.ts';
import type { ShowMember } from './page.ts';

type OperatorPlace = Place<OperatorRequest>;

export function ownerActions(app: FastifyInstance, place: OperatorPlace, show: ShowMember): void {
  const refuse: Refuse = (signedIn, reply, member) => show(signedIn, reply.code(409), member, 'conflict');
  offerAction(app, place, refuse, 'share');
  offerAction(app, place, refuse, 'handOver');
  offerWithdrawal(app, place, refuse);
  steppingDown(app, place, show);
  resetOrder(app, place);
  resetWithdrawal(app, place);
}

async function find(app: FastifyInstance, signedIn: OperatorRequest): Promise<ShownMember | undefined> {
  const member = await findDecidable(app, signedIn);
  return member !== undefined && mayBecomeOwner(signedIn, member) ? member : undefined;
}

type Refuse = (signedIn: OperatorRequest, reply: FastifyReply, member: ShownMember) => Promise<FastifyReply>;

function offerAction(app: FastifyInstance, place: OperatorPlace, refuse: Refuse, action: 'share' | 'handOver'): void {
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
      const event = signedIn.event('ownership_offered', { target: memberTarget(member.id) });
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
function offerWithdrawal(app: FastifyInstance, place: OperatorPlace, refuse: Refuse): void {
  place.pages.post(`${MEMBER}/ownership/withdraw`, async (signedIn, _form, reply) => {
    const member = await find(app, signedIn);
    if (member === undefined) return place.missing(signedIn, reply);
    const { siteId } = signedIn.membership;
    const event = signedIn.event('ownership_withdrawn', { target: memberTarget(member.id) });
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

function steppingDown(app: FastifyInstance, place: OperatorPlace, show: ShowMember): void {
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

function resetOrder(app: FastifyInstance, place: OperatorPlace): void {
  const { clock } = app;
  const { contacts, mailer, secondFactor, secondFactorResets: resets } = app.people;

  async function findResettable(signedIn: OperatorRequest): Promise<ShownMember | undefined> {
    const member = await findDecidable(app, signedIn);
    return member !== undefined && (await mayReset(app, signedIn, member)) ? member : undefined;
  }

  // Ordering it again, also by another school, would change the time that the person was told.
  async function find(signedIn: OperatorRequest): Promise<ShownMember | undefined> {
    const member = await findResettable(signedIn);
    return member !== undefined && (await secondFactor.pendingReset(member.id)) === undefined ? member : undefined;
  }

  requireReauthentication<OperatorRequest, ShownMember>(app, place.pages, {
    ...place,
    path: `${MEMBER}/second-factor`,
    find,
    describe: (signedIn, member) => {
      const { reset } = signedIn.text.secondFactor;
      return {
        title: reset.title({ name: nameOf(member) }),
        consequences: html`<p>${reset.text({ name: nameOf(member) })}</p>
<p>${(mailer.isOn ? reset.canCancel : reset.cannotCancel)({ name: nameOf(member) })}</p>`,
        submit: reset.submit,
        cancelHref: memberPath(signedIn, member),
      };
    },
    async act(signedIn, member, _form, reply) {
      const { id: personId, email } = member;
      const { frame, membership, session, text } = signedIn;
      const { siteId, siteName, timezone } = membership;
      const now = clock();
      const effectiveAt = now + RESET_DELAY_MS;
      const message = { kind: 'second_factor_reset', school: siteName, at: effectiveAt, timezone } as const;
      const link = { purpose: 'keep_second_factor', personId, email, from: siteId } as const;
      const locale = (await contacts.at(siteId, personId))?.locale;
      const outgoing = mailer.outgoing({ order: 'link', ...link, locale, message });
      const isOrdered = await resets.approve(
        { personId, siteId, approvedBy: session.person.id, effectiveAt },
        signedIn.event('second_factor_reset_approved', {
          outgoing,
          target: memberTarget(personId),
          after: fieldValues({ [EFFECTIVE_AT]: new Date(effectiveAt).toISOString() }),
        }),
      );
      const { already, orderedFor, told, tellYourself } = text.secondFactor.reset;
      if (!isOrdered) return outcome(signedIn, reply.code(409), member, already);
      const times = timesOfReset({ effectiveAt }, frame.language, timezone);
      const ordered = orderedFor({ person: nameOf(member), ...times });
      return outcome(signedIn, reply, member, ordered, mailer.isOn ? told : tellYourself);
    },
    async missing(signedIn, reply) {
      const { already, refused } = signedIn.text.secondFactor.reset;
      const isAlready = (await findResettable(signedIn)) !== undefined;
      return outcome(signedIn, reply.code(409), await findMember(app, signedIn), isAlready ? already : refused);
    },
  });
}

/** Any owner can withdraw a reset, by a click as well. */
function resetWithdrawal(app: FastifyInstance, place: OperatorPlace): void {
  const { clock, config } = app;
  const { contacts, mailer, secondFactorResets: resets } = app.people;
  place.pages.post(`${MEMBER}/second-factor/withdraw`, async (signedIn, _form, reply) => {
    const { withdrawn, withdrawnText, gone, told } = signedIn.text.secondFactor.reset;
    const member = await findDecidable(app, signedIn);
    if (member === undefined) return missing(signedIn, reply);
    const reset = await orderedReset(app, signedIn, member);
    if (reset === undefined) return outcome(signedIn, reply.code(409), member, gone);
    const { id: personId, email: to } = member;
    const { siteId, siteName: school, timezone } = signedIn.membership;
    const now = clock();
    const link = `${config.baseUrl}/account/activity`;
    const message = { kind: 'second_factor_reset_withdrawn', school, at: now, timezone, link } as const;
    const locale = (await contacts.at(siteId, personId))?.locale;
    const isWithdrawn = await resets.cancel(
      reset,
      signedIn.event('second_factor_reset_cancelled', {
        outgoing: mailer.outgoing({ order: 'letter', to, locale, message, from: siteId }),
        target: memberTarget(personId),
      }),
    );
    return isWithdrawn
      ? outcome(signedIn, reply, member, withdrawn, mailer.isOn ? told : withdrawnText)
      : outcome(signedIn, reply.code(409), member, gone);
  });
}

function outcome(
  signedIn: OperatorRequest,
  reply: FastifyReply,
  member: ShownMember | undefined,
  ...sentences: string[]
): FastifyReply {
  const { admin, secondFactor } = signedIn.text;
  const next =
    member === undefined
      ? { href: at(signedIn, MEMBERS), label: admin.area.pages.members }
      : { href: memberPath(signedIn, member), label: nameOf(member) };
  const { link: title } = secondFactor.reset;
  return sendPage(reply, outcomePage(adminFrame(signedIn, MEMBERS), { title, sentences, next }), 'own');
}
