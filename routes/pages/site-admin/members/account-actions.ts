/**
 * Actions of owners and administrators that reach beyond the school, to the account of a member. A school may help with an
 * account, but neither opens it nor decides about its places at other schools.
 */
import type { FastifyInstance } from 'fastify';
import { BY_SCHOOL, fieldValues } from '../../../../schema/audit/audit-event.ts';
import { emailKey } from '../../../../schema/people/email.ts';
import { EMAILS_PER_ADDRESS } from '../../../../schema/throttle.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import type { OperatorRequest, SiteAdminPages } from '../operator-pages.ts';
import { common, MEMBER, pageOf } from './actions.ts';
import { findDecidable, type ShownMember } from './member.ts';
import { nameOf } from './names.ts';
import type { ShowMember } from './page.ts';

type Managers = SiteAdminPages['managers'];

export function memberAccountActions(app: FastifyInstance, { managers }: SiteAdminPages, show: ShowMember): void {
  signOutAction(app, managers);
  // Without mail, a link cannot be sent.
  if (app.people.mailer.isOn) resetAction(app, managers, show);
}

/** Somebody who has not accepted the invitation is not a member yet. */
async function findJoined(app: FastifyInstance, signedIn: OperatorRequest): Promise<ShownMember | undefined> {
  const member = await findDecidable(app, signedIn);
  return member?.status === 'invited' ? undefined : member;
}

/** What the member sees of what the school did. */
const trailOf = (app: FastifyInstance, { membership }: OperatorRequest, { id }: ShownMember) => ({
  at: app.clock(),
  personId: id,
  target: 'school',
  after: fieldValues({ [BY_SCHOOL]: membership.siteName }),
});

function describe(what: 'signOut' | 'sendReset') {
  return (signedIn: OperatorRequest, member: ShownMember) => {
    const { confirm, member: memberText } = signedIn.text.members;
    return {
      title: confirm[what]({ name: nameOf(member) }),
      consequences: html`<p>${confirm[`${what}Text`]}</p>`,
      submit: memberText[what],
      cancelHref: pageOf(signedIn, member),
    };
  };
}

function signOutAction(app: FastifyInstance, managers: Managers): void {
  requireReauthentication<OperatorRequest, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}/sign-out`,
    find: (signedIn) => findJoined(app, signedIn),
    describe: describe('signOut'),
    async act(signedIn, member) {
      const { siteId } = signedIn.membership;
      const asked = signedIn.event('member_signed_out', { target: `member/${member.id}` });
      const signOut = { ...trailOf(app, signedIn, member), event: 'sign_out' } as const;
      // The school learns of neither.
      await ((await app.people.powersOutside(siteId, member.id))
        ? app.audit.record(asked)
        : app.people.accountAccess.signOutMember(siteId, member.id, asked, signOut));
      return pageOf(signedIn, member, '?done=signedOut');
    },
  });
}

function resetAction(app: FastifyInstance, managers: Managers, show: ShowMember): void {
  const { contacts, mailer } = app.people;

  requireReauthentication<OperatorRequest, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}/send-reset`,
    find: (signedIn) => findJoined(app, signedIn),
    describe: (signedIn, member) => ({ ...describe('sendReset')(signedIn, member), tone: 'primary' }),
    async act(signedIn, member, _form, reply) {
      const { id, email } = member;
      // The limit is the same as for people who ask for a link themselves.
      if ((await app.throttle.take({ kind: 'letters_to', subject: emailKey(email), rule: EMAILS_PER_ADDRESS })) > 0) {
        return show(signedIn, reply.code(429), member, 'resetThrottled');
      }
      const locale = (await contacts.at(signedIn.membership.siteId, id))?.locale;
      const trail = trailOf(app, signedIn, member);
      const by = { school: signedIn.membership.siteName };
      const outgoing = mailer.outgoing({ order: 'reset', personId: id, email, locale, trail, by });
      await app.audit.record(signedIn.event('member_reset_sent', { target: `member/${id}`, outgoing }));
      return pageOf(signedIn, member, '?done=resetSent');
    },
  });
}
