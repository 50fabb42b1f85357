/**
 * Actions of owners and administrators on a membership, and on the account of a member: a school may help with an account,
 * but neither opens it nor decides about its places at other schools.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { BY_SCHOOL, fieldValues } from '../../../../schema/audit/audit-event.ts';
import { memberTarget } from '../../../../schema/audit/audit-target.ts';
import { outranks, ROLES, type Role } from '../../../../schema/people/role.ts';
import { emailKey } from '../../../../schema/text/email.ts';
import { EMAILS_PER_ADDRESS } from '../../../../schema/throttle.ts';
import { goTo } from '../../../http.ts';
import { html, type Renderable } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { at, missing, type OperatorRequest, type Place, runAs } from '../operator-pages.ts';
import {
  findDecidable,
  findMember,
  isAnythingOrdered,
  MEMBER,
  MEMBERS,
  memberPath,
  nameOf,
  orderedList,
  problemOf,
  type ShownMember,
} from './member.ts';
import type { ShowMember } from './page.ts';

/** Performs an action and goes on to a page, or shows the reason for its refusal on the member's page. */
type Attempt = (
  signedIn: OperatorRequest,
  reply: FastifyReply,
  href: string,
  change: () => Promise<unknown>,
) => Promise<FastifyReply>;

/** The context of all actions. */
interface ActionContext {
  app: FastifyInstance;
  place: Place<OperatorRequest>;
  show: ShowMember;
  attempt: Attempt;
}

export function memberActions(app: FastifyInstance, place: Place<OperatorRequest>, show: ShowMember): void {
  const attempt: Attempt = async (signedIn, reply, href, change) => {
    try {
      await change();
      return goTo(reply, href);
    } catch (error) {
      const { problem, status } = problemOf(error);
      const member = await findMember(app, signedIn);
      return member === undefined ? missing(signedIn, reply) : show(signedIn, reply.code(status), member, problem);
    }
  };
  const acting: ActionContext = { app, place, show, attempt };
  roleActions(acting);
  invitationActions(acting);
  reinstating(acting);
  membershipEnds(acting);
  connectionEnds(acting);
  signOutAction(acting);
  // Without mail, a link cannot be sent.
  if (app.people.mailer.isOn) resetAction(acting);
}

const roleNamed = (value: string | undefined): Role | undefined => ROLES.find((role) => role === value);

/** Returns the words for what a member loses by a lower role. */
const losesFor = (role: Role) => (role === 'admin' ? 'owns' : 'manages');

/** Giving more rights requires reauthentication, and so does changing the role of an owner. */
const needsPassword = (member: ShownMember, role: Role): boolean =>
  member.role === 'owner' || outranks(role, member.role);

function roleActions({ app, attempt, place }: ActionContext): void {
  const changeRole = (signedIn: OperatorRequest, reply: FastifyReply, member: ShownMember, role: Role) =>
    attempt(signedIn, reply, memberPath(signedIn, member, '?done=role'), () =>
      runAs(app, signedIn, app.school.operations.change_role, { id: member.id, role }),
    );

  place.pages.post(`${MEMBER}/role`, async (signedIn, form, reply) => {
    const member = await findDecidable(app, signedIn);
    const role = roleNamed(form.get('role'));
    if (member === undefined || role === undefined) return missing(signedIn, reply);
    // A role with which something ends shows what that is first.
    const isListed = outranks(member.role, role) && (await isAnythingOrdered(app, signedIn, member, losesFor(role)));
    if (isListed || needsPassword(member, role)) return goTo(reply, memberPath(signedIn, member, `/role/${role}`));
    return changeRole(signedIn, reply, member, role);
  });

  requireReauthentication<OperatorRequest, { member: ShownMember; role: Role }>(app, place.pages, {
    ...place,
    path: `${MEMBER}/role/:role`,
    find: async (signedIn) => {
      const role = roleNamed((signedIn.request.params as { role: string }).role);
      const member = await findDecidable(app, signedIn);
      return member === undefined || role === undefined ? undefined : { member, role };
    },
    describe: async (signedIn, { member, role }) => {
      const { confirm, member: words } = signedIn.text.members;
      const ordered = outranks(member.role, role) && (await orderedList(app, signedIn, [member], losesFor(role)));
      return {
        title: confirm.role({ name: nameOf(member), role: signedIn.text.roles[role] }),
        consequences: html`<p>${confirm.roleText}</p>${member.role === 'owner' && html`<p>${confirm.ownerText}</p>`}${ordered}`,
        submit: words.saveRole,
        cancelHref: memberPath(signedIn, member),
      };
    },
    act: (signedIn, { member, role }, _form, reply) => changeRole(signedIn, reply, member, role),
  });
}

function invitationActions({ app, place, show }: ActionContext): void {
  place.pages.post(`${MEMBER}/invite-again`, async (signedIn, _form, reply) => {
    const member = await findDecidable(app, signedIn);
    if (member?.status !== 'invited') return missing(signedIn, reply);
    const { membership, session } = signedIn;
    if ((await app.people.sendInvitation(membership.siteId, member.id, session.person.id)) > 0) {
      return show(signedIn, reply.code(429), member, 'throttled');
    }
    await app.audit.record(signedIn.event('invitation_sent', { target: memberTarget(member.id) }));
    return goTo(reply, memberPath(signedIn, member, '?done=sent'));
  });
}

/** An action on a member that asks for the password first. */
interface Danger {
  path: string;
  /** The title of the page that asks, what it says will happen, and its button. */
  asks(signedIn: OperatorRequest, member: ShownMember): [title: string, text: string, submit: string];
  more?(signedIn: OperatorRequest, member: ShownMember): Promise<Renderable>;
  fits?(member: ShownMember): boolean;
  tone?: 'primary' | 'danger';
  /** @returns the path of the next page, or the response itself */
  act(signedIn: OperatorRequest, member: ShownMember, reply: FastifyReply): Promise<string | FastifyReply>;
}

function danger({ app, place }: ActionContext, { path, asks, more, fits, tone = 'danger', act }: Danger): void {
  requireReauthentication<OperatorRequest, ShownMember>(app, place.pages, {
    ...place,
    path: `${MEMBER}${path}`,
    find: async (signedIn) => {
      const member = await findDecidable(app, signedIn);
      return member !== undefined && fits?.(member) !== false ? member : undefined;
    },
    describe: async (signedIn, member) => {
      const [title, text, submit] = asks(signedIn, member);
      const consequences = html`<p>${text}</p>${await more?.(signedIn, member)}`;
      return { title, consequences, submit, tone, cancelHref: memberPath(signedIn, member) };
    },
    act: (signedIn, member, _form, reply) => act(signedIn, member, reply),
  });
}

const asksTo =
  (action: 'suspend' | 'remove' | 'endConnections' | 'signOut' | 'sendReset'): Danger['asks'] =>
  ({ text: { members } }, member) => [
    members.confirm[action]({ name: nameOf(member) }),
    members.confirm[`${action}Text`],
    members.member[action],
  ];

function reinstating(acting: ActionContext): void {
  const { app, attempt, place } = acting;
  const act = (signedIn: OperatorRequest, member: ShownMember, reply: FastifyReply) =>
    attempt(signedIn, reply, memberPath(signedIn, member, '?done=reinstated'), () =>
      runAs(app, signedIn, app.school.operations.reinstate_member, { id: member.id }),
    );

  place.pages.post(`${MEMBER}/reinstate`, async (signedIn, _form, reply) => {
    const member = await findDecidable(app, signedIn);
    if (member === undefined) return missing(signedIn, reply);
    // It gives back the rights of the role, so it requires what giving the role would.
    if (outranks(member.role, 'member')) return goTo(reply, memberPath(signedIn, member, '/reinstate/confirm'));
    return act(signedIn, member, reply);
  });

  danger(acting, {
    path: '/reinstate/confirm',
    asks({ text: { members, roles } }, member) {
      const title = members.confirm.reinstate({ name: nameOf(member), role: roles[member.role] });
      return [title, members.confirm.roleText, members.member.reinstate];
    },
    act,
  });
}

function membershipEnds(acting: ActionContext): void {
  const { app, attempt } = acting;
  const { suspend_member, remove_member } = app.school.operations;
  const more = (signedIn: OperatorRequest, member: ShownMember) => orderedList(app, signedIn, [member]);

  danger(acting, {
    path: '/suspend',
    asks: asksTo('suspend'),
    more,
    act: (signedIn, member, reply) =>
      attempt(signedIn, reply, memberPath(signedIn, member, '?done=suspended'), () =>
        runAs(app, signedIn, suspend_member, { id: member.id }),
      ),
  });

  danger(acting, {
    path: '/remove',
    asks: asksTo('remove'),
    more,
    act: (signedIn, { id }, reply) =>
      attempt(signedIn, reply, at(signedIn, `${MEMBERS}?done=removed`), () =>
        runAs(app, signedIn, remove_member, { id }),
      ),
  });

  danger(acting, {
    path: '/withdraw',
    fits: ({ status }) => status === 'invited',
    asks({ text: { members } }, member) {
      const { ask, consequences, title } = members.invitation.withdraw;
      return [ask({ name: nameOf(member) }), consequences, title];
    },
    // If the person joins in the meantime, nothing is done.
    act: (signedIn, { id, updatedAt }, reply) =>
      attempt(signedIn, reply, at(signedIn, `${MEMBERS}?done=uninvited`), () =>
        runAs(app, signedIn, remove_member, { id }, updatedAt),
      ),
  });
}

/** A session belongs to the platform, so the school ends only the connections to itself. */
const connectionEnds = (acting: ActionContext): void =>
  danger(acting, {
    path: '/connections/end',
    asks: asksTo('endConnections'),
    async act(signedIn, member) {
      const { id } = member;
      const event = signedIn.event('grant_revoked', { target: memberTarget(id) });
      await acting.app.oauth.connections.endMember(signedIn.membership.siteId, id, event);
      return memberPath(signedIn, member, '?done=ended');
    },
  });

/** Somebody who has not accepted the invitation is not a member yet. */
const hasJoined = ({ status }: ShownMember): boolean => status !== 'invited';

/** The event that the member sees of an action of the school. */
const trailOf = (app: FastifyInstance, { membership }: OperatorRequest, { id }: ShownMember) => ({
  at: app.clock(),
  personId: id,
  target: 'school',
  after: fieldValues({ [BY_SCHOOL]: membership.siteName }),
});

const signOutAction = (acting: ActionContext): void =>
  danger(acting, {
    path: '/sign-out',
    fits: hasJoined,
    asks: asksTo('signOut'),
    async act(signedIn, member) {
      const { app } = acting;
      const { siteId } = signedIn.membership;
      const requestEvent = signedIn.event('member_signed_out', { target: memberTarget(member.id) });
      const signOut = { ...trailOf(app, signedIn, member), event: 'sign_out' } as const;
      // The school learns of neither.
      await ((await app.people.powersOutside(siteId, member.id))
        ? app.audit.record(requestEvent)
        : app.people.accountAccess.signOutMember(siteId, member.id, requestEvent, signOut));
      return memberPath(signedIn, member, '?done=signedOut');
    },
  });

function resetAction(acting: ActionContext): void {
  const { app, show } = acting;
  const { contacts, mailer } = app.people;
  danger(acting, {
    path: '/send-reset',
    fits: hasJoined,
    asks: asksTo('sendReset'),
    tone: 'primary',
    async act(signedIn, member, reply) {
      const { id, email } = member;
      // The limit is the same as for people who ask for a link themselves.
      if ((await app.throttle.take({ kind: 'letters_to', subject: emailKey(email), rule: EMAILS_PER_ADDRESS })) > 0) {
        return show(signedIn, reply.code(429), member, 'resetThrottled');
      }
      const locale = (await contacts.at(signedIn.membership.siteId, id))?.locale;
      const trail = trailOf(app, signedIn, member);
      const by = { school: signedIn.membership.siteName };
      const outgoing = mailer.outgoing({ order: 'reset', personId: id, email, locale, trail, by });
      await app.audit.record(signedIn.event('member_reset_sent', { target: memberTarget(id), outgoing }));
      return memberPath(signedIn, member, '?done=resetSent');
    },
  });
}
