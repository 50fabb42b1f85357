/** Actions of owners and administrators on a membership: role, suspension, removal, connections. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { outranks, ROLES, type Role } from '../../../../schema/oauth/scope.ts';
import { goTo } from '../../../http.ts';
import { html, type Renderable } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { findDecidable, findMember, problemOf, type ShownMember } from './member.ts';
import { nameOf } from './names.ts';
import { isAnythingOrdered, orderedList } from './ordered.ts';
import type { ShowMember } from './page.ts';

export const MEMBER = `${SCHOOL}/members/:member`;

export const pageOf = (signedIn: OperatorRequest, { id }: ShownMember, more = ''): string =>
  at(signedIn, `/members/${id}${more}`);

/** What all forms about a member have in common. */
export const common = { frame: (signedIn: OperatorRequest) => adminFrame(signedIn, '/members'), missing };

/** Performs an action and goes on to a page, or shows the reason for its refusal on the member's page. */
type Attempt = (
  signedIn: OperatorRequest,
  reply: FastifyReply,
  href: string,
  change: () => Promise<unknown>,
) => Promise<FastifyReply>;

export function memberActions(app: FastifyInstance, { managers }: SiteAdminPages, show: ShowMember): void {
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

  roleActions(app, managers, attempt);
  invitationActions(app, managers, show);
  reinstating(app, managers, attempt);
  dangers(app, managers, attempt);
}

type Managers = SiteAdminPages['managers'];

const roleNamed = (value: string | undefined): Role | undefined => ROLES.find((role) => role === value);

/** What a member loses who gets a role below the present one. */
const losesFor = (role: Role) => (role === 'admin' ? 'owns' : 'manages');

/** Giving more rights requires reauthentication, and so does changing the role of an owner. */
const needsPassword = (member: ShownMember, role: Role): boolean =>
  member.role === 'owner' || outranks(role, member.role);

function roleActions(app: FastifyInstance, managers: Managers, attempt: Attempt): void {
  const changeRole = (signedIn: OperatorRequest, reply: FastifyReply, member: ShownMember, role: Role) =>
    attempt(signedIn, reply, pageOf(signedIn, member, '?done=role'), () =>
      runAs(app, signedIn, app.school.operations.change_role, { id: member.id, role }),
    );

  managers.post(`${MEMBER}/role`, async (signedIn, form, reply) => {
    const member = await findDecidable(app, signedIn);
    const role = roleNamed(form.get('role'));
    if (member === undefined || role === undefined) return missing(signedIn, reply);
    // A role with which something ends shows what that is first.
    const isListed = outranks(member.role, role) && (await isAnythingOrdered(app, signedIn, member, losesFor(role)));
    if (isListed || needsPassword(member, role)) return goTo(reply, pageOf(signedIn, member, `/role/${role}`));
    return changeRole(signedIn, reply, member, role);
  });

  requireReauthentication<OperatorRequest, { member: ShownMember; role: Role }>(app, managers, {
    ...common,
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
        cancelHref: pageOf(signedIn, member),
      };
    },
    act: (signedIn, { member, role }, _form, reply) => changeRole(signedIn, reply, member, role),
  });
}

function invitationActions(app: FastifyInstance, managers: Managers, show: ShowMember): void {
  managers.post(`${MEMBER}/invite-again`, async (signedIn, _form, reply) => {
    const member = await findDecidable(app, signedIn);
    if (member?.status !== 'invited') return missing(signedIn, reply);
    const { membership, session } = signedIn;
    if ((await app.people.sendInvitation(membership.siteId, member.id, session.person.id)) > 0) {
      return show(signedIn, reply.code(429), member, 'throttled');
    }
    await app.audit.record(signedIn.event('invitation_sent', { target: `member/${member.id}` }));
    return goTo(reply, pageOf(signedIn, member, '?done=sent'));
  });
}

/** What asks for the password before it is done to a member. */
interface Danger {
  path: string;
  /** The title of the page that asks, what it says will happen, and its button. */
  asks(signedIn: OperatorRequest, member: ShownMember): [title: string, text: string, submit: string];
  more?(signedIn: OperatorRequest, member: ShownMember): Promise<Renderable>;
  fits?(member: ShownMember): boolean;
  run(signedIn: OperatorRequest, member: ShownMember): Promise<unknown>;
  /** The path of the next page. */
  next(signedIn: OperatorRequest, member: ShownMember): string;
}

function danger(app: FastifyInstance, managers: Managers, attempt: Attempt, is: Danger): void {
  requireReauthentication<OperatorRequest, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}${is.path}`,
    find: async (signedIn) => {
      const member = await findDecidable(app, signedIn);
      return member !== undefined && is.fits?.(member) !== false ? member : undefined;
    },
    describe: async (signedIn, member) => {
      const [title, text, submit] = is.asks(signedIn, member);
      const consequences = html`<p>${text}</p>${await is.more?.(signedIn, member)}`;
      return { title, consequences, submit, cancelHref: pageOf(signedIn, member) };
    },
    act: (signedIn, member, _form, reply) =>
      attempt(signedIn, reply, is.next(signedIn, member), () => is.run(signedIn, member)),
  });
}

function reinstating(app: FastifyInstance, managers: Managers, attempt: Attempt): void {
  const run = (signedIn: OperatorRequest, { id }: ShownMember) =>
    runAs(app, signedIn, app.school.operations.reinstate_member, { id });
  const next = (signedIn: OperatorRequest, member: ShownMember) => pageOf(signedIn, member, '?done=reinstated');

  managers.post(`${MEMBER}/reinstate`, async (signedIn, _form, reply) => {
    const member = await findDecidable(app, signedIn);
    if (member === undefined) return missing(signedIn, reply);
    // It gives back the rights of the role, so it requires what giving the role would.
    if (outranks(member.role, 'member')) return goTo(reply, pageOf(signedIn, member, '/reinstate/confirm'));
    return attempt(signedIn, reply, next(signedIn, member), () => run(signedIn, member));
  });

  danger(app, managers, attempt, {
    path: '/reinstate/confirm',
    asks({ text: { members, roles } }, member) {
      const title = members.confirm.reinstate({ name: nameOf(member), role: roles[member.role] });
      return [title, members.confirm.roleText, members.member.reinstate];
    },
    run,
    next,
  });
}

function dangers(app: FastifyInstance, managers: Managers, attempt: Attempt): void {
  const { suspend_member, remove_member } = app.school.operations;
  const more = (signedIn: OperatorRequest, member: ShownMember) => orderedList(app, signedIn, [member]);

  danger(app, managers, attempt, {
    path: '/suspend',
    asks({ text: { members } }, member) {
      const { confirm, member: words } = members;
      return [confirm.suspend({ name: nameOf(member) }), confirm.suspendText, words.suspend];
    },
    more,
    run: (signedIn, { id }) => runAs(app, signedIn, suspend_member, { id }),
    next: (signedIn, member) => pageOf(signedIn, member, '?done=suspended'),
  });

  danger(app, managers, attempt, {
    path: '/remove',
    asks({ text: { members } }, member) {
      const { confirm, member: words } = members;
      return [confirm.remove({ name: nameOf(member) }), confirm.removeText, words.remove];
    },
    more,
    run: (signedIn, { id }) => runAs(app, signedIn, remove_member, { id }),
    next: (signedIn) => at(signedIn, '/members?done=removed'),
  });

  danger(app, managers, attempt, {
    path: '/withdraw',
    fits: ({ status }) => status === 'invited',
    asks({ text: { members } }, member) {
      const { ask, consequences, title } = members.invitation.withdraw;
      return [ask({ name: nameOf(member) }), consequences, title];
    },
    // If the person joins in the meantime, nothing is done.
    run: (signedIn, { id, updatedAt }) => runAs(app, signedIn, remove_member, { id }, updatedAt),
    next: (signedIn) => at(signedIn, '/members?done=uninvited'),
  });

  danger(app, managers, attempt, {
    // A session belongs to the platform, so the school ends only the connections to itself.
    path: '/connections/end',
    asks({ text: { members } }, member) {
      const { confirm, member: words } = members;
      return [confirm.endConnections({ name: nameOf(member) }), confirm.endConnectionsText, words.endConnections];
    },
    run({ membership, event }, { id }) {
      return app.oauth.connections.endMember(membership.siteId, id, event('grant_revoked', { target: `member/${id}` }));
    },
    next: (signedIn, member) => pageOf(signedIn, member, '?done=ended'),
  });
}
