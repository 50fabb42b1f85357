/**
 * Lets an owner reset the second factor of somebody who has lost it. It takes effect after a delay, in which the person
 * can prevent it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { EFFECTIVE_AT, fieldValues } from '../../../../schema/audit/audit-event.ts';
import { RESET_DELAY_MS } from '../../../../schema/people/second-factor.ts';
import { html } from '../../kit/html.ts';
import { outcomePage } from '../../kit/outcome.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { nameOf } from './list-view.ts';
import { findDecidable, findMember, mayReset, type ShownMember } from './member.ts';

export function secondFactorResets(app: FastifyInstance, { managers }: SiteAdminPages): void {
  const { clock, originOf } = app;
  const { mailer, secondFactorResets: resets } = app.people;

  async function find(signedIn: OperatorRequest): Promise<ShownMember | undefined> {
    const member = await findDecidable(app, signedIn);
    return member !== undefined && (await mayReset(app, signedIn, member)) ? member : undefined;
  }

  requireReauthentication<OperatorRequest, ShownMember>(app, managers, {
    path: `${SCHOOL}/members/:member/second-factor`,
    find,
    frame: (signedIn) => adminFrame(signedIn, '/members'),
    describe: (signedIn, member) => {
      const { reset } = signedIn.text.secondFactor;
      return {
        title: reset.title(nameOf(member)),
        consequences: html`<p>${reset.text(nameOf(member))}</p>
<p>${(mailer.isOn ? reset.canCancel : reset.cannotCancel)(nameOf(member))}</p>`,
        submit: reset.submit,
        cancelHref: at(signedIn, `/members/${member.id}`),
      };
    },
    async act(signedIn, member, _form, reply) {
      const { id: personId, email } = member;
      const { frame, membership, request, session, text } = signedIn;
      const { siteId, siteName, timezone } = membership;
      const now = clock();
      const effectiveAt = now + RESET_DELAY_MS;
      const message = { kind: 'second_factor_reset', school: siteName, at: effectiveAt, timezone } as const;
      const link = { purpose: 'keep_second_factor', personId, email, from: siteId } as const;
      const outgoing = mailer.outgoing({ order: 'link', ...link, locale: frame.language, message });
      await resets.approve(
        { personId, siteId, approvedBy: session.person.id, effectiveAt },
        {
          ...originOf(request),
          outgoing,
          event: 'second_factor_reset_approved',
          at: now,
          siteId,
          personId: session.person.id,
          target: `member/${personId}`,
          after: fieldValues({ [EFFECTIVE_AT]: new Date(effectiveAt).toISOString() }),
        },
      );
      const { done, told, tellYourself } = text.secondFactor.reset;
      return outcome(signedIn, reply, member, done, mailer.isOn ? told : tellYourself);
    },
    missing: async (signedIn, reply) =>
      outcome(signedIn, reply.code(409), await findMember(app, signedIn), signedIn.text.secondFactor.reset.refused),
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
      ? { href: at(signedIn, '/members'), label: admin.area.pages.members }
      : { href: at(signedIn, `/members/${member.id}`), label: nameOf(member) };
  const page = outcomePage(adminFrame(signedIn, '/members'), {
    title: secondFactor.reset.link,
    sentences,
    next,
  });
  return sendPage(reply, page, 'own');
}
