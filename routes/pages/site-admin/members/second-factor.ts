/**
 * Lets an owner reset the second factor of somebody who has lost it. It takes effect after a delay, in which the person
 * can prevent it, and an owner of the school withdraw it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { EFFECTIVE_AT, fieldValues } from '../../../../schema/audit/audit-event.ts';
import { RESET_DELAY_MS } from '../../../../schema/people/second-factor.ts';
import { html } from '../../kit/html.ts';
import { outcomePage } from '../../kit/message.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { timesOfReset } from '../../kit/reset-times.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, at, missing, type OperatorRequest } from '../operator-pages.ts';
import type { Place } from '../placed-pages.ts';
import {
  findDecidable,
  findMember,
  MEMBER,
  MEMBERS,
  mayReset,
  nameOf,
  orderedReset,
  memberPath,
  type ShownMember,
} from './member.ts';

export function secondFactorResets(app: FastifyInstance, place: Place<OperatorRequest>): void {
  ordering(app, place);
  withdrawal(app, place);
}

function ordering(app: FastifyInstance, place: Place<OperatorRequest>): void {
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
          target: `member/${personId}`,
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

/** Nothing is lost by it, so it takes only a click. */
function withdrawal(app: FastifyInstance, place: Place<OperatorRequest>): void {
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
        target: `member/${personId}`,
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
