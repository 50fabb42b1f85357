/** Actions of owners and administrators on a membership: role, suspension, removal, connections. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { outranks, ROLES, type Role } from '../../../../schema/oauth/scope.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import { html } from '../../kit/html.ts';
import { requireReauthentication } from '../../kit/reauthentication.ts';
import { goTo } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, missing, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { findDecidable, findMember, problemOf, type ShownMember, showMember } from './member.ts';
import { nameOf } from './names.ts';
import { isAnythingOrdered, orderedList } from './ordered.ts';

export const MEMBER = `${SCHOOL}/members/:member`;

type Managers = SiteAdminPages['managers'];

export function memberActions(app: FastifyInstance, { managers }: SiteAdminPages): void {
  roleActions(app, managers);
  membershipActions(app, managers);
  connectionActions(app, managers);
}

export const pageOf = (signedIn: OperatorRequest, { id }: ShownMember, more = ''): string =>
  at(signedIn, `/members/${id}${more}`);

/** What all forms about a member have in common. */
export const common = { frame: (signedIn: OperatorRequest) => adminFrame(signedIn, '/members'), missing };

/** Performs an action, or shows the reason for its refusal on the member's page. */
async function attempt(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  change: () => Promise<unknown>,
  href: string,
): Promise<FastifyReply> {
  try {
    await change();
    return goTo(reply, href);
  } catch (error) {
    const { problem, status } = problemOf(error);
    const member = await findMember(app, signedIn);
    return member === undefined
      ? missing(signedIn, reply)
      : showMember(app, signedIn, reply.code(status), member, { problem });
  }
}

const changeRole = (
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  member: ShownMember,
  role: Role,
): Promise<FastifyReply> =>
  attempt(
    app,
    signedIn,
    reply,
    () => runAs(app, signedIn, app.school.operations.change_role, { id: member.id, role }),
    pageOf(signedIn, member, '?done=role'),
  );

const reinstate = (
  app: FastifyInstance,
  signedIn: OperatorRequest,
  reply: FastifyReply,
  member: ShownMember,
): Promise<FastifyReply> =>
  attempt(
    app,
    signedIn,
    reply,
    () => runAs(app, signedIn, app.school.operations.reinstate_member, { id: member.id }),
    pageOf(signedIn, member, '?done=reinstated'),
  );

function roleActions(app: FastifyInstance, managers: Managers): void {
  managers.post(`${MEMBER}/role`, async (signedIn, form, reply) => {
    const member = await findDecidable(app, signedIn);
    const role = roleNamed(form.get('role'));
    if (member === undefined || role === undefined) return missing(signedIn, reply);
    // Giving a role with more rights requires reauthentication, and so does changing the role of an owner, or one with which
    // something ends.
    const isListed = outranks(member.role, role) && (await isAnythingOrdered(app, signedIn, member, losesFor(role)));
    if (isListed || needsPassword(member, role)) return goTo(reply, pageOf(signedIn, member, `/role/${role}`));
    return changeRole(app, signedIn, reply, member, role);
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
      const { confirm, member: memberText } = signedIn.text.members;
      const ordered = outranks(member.role, role) && (await orderedList(app, signedIn, [member], losesFor(role)));
      return {
        title: confirm.role({ name: nameOf(member), role: signedIn.text.roles[role] }),
        consequences: html`<p>${confirm.roleText}</p>${member.role === 'owner' && html`<p>${confirm.ownerText}</p>`}${ordered}`,
        submit: memberText.saveRole,
        cancelHref: pageOf(signedIn, member),
      };
    },
    act: (signedIn, { member, role }, _form, reply) => changeRole(app, signedIn, reply, member, role),
  });
}

function membershipActions(app: FastifyInstance, managers: Managers): void {
  managers.post(`${MEMBER}/invite-again`, async (signedIn, _form, reply) => {
    const member = await findDecidable(app, signedIn);
    if (member?.status !== 'invited') return missing(signedIn, reply);
    const { membership, session } = signedIn;
    if ((await app.people.sendInvitation(membership.siteId, member.id, session.person.id)) > 0) {
      return showMember(app, signedIn, reply.code(429), member, { problem: 'throttled' });
    }
    await app.audit.record(signedIn.event('invitation_sent', { target: `member/${member.id}` }));
    return goTo(reply, pageOf(signedIn, member, '?done=sent'));
  });

  managers.post(`${MEMBER}/reinstate`, async (signedIn, _form, reply) => {
    const member = await findDecidable(app, signedIn);
    if (member === undefined) return missing(signedIn, reply);
    // It gives back the rights of the role, so it requires what giving the role would.
    if (outranks(member.role, 'member')) return goTo(reply, pageOf(signedIn, member, '/reinstate/confirm'));
    return reinstate(app, signedIn, reply, member);
  });

  requireReauthentication<OperatorRequest, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}/reinstate/confirm`,
    find: (signedIn) => findDecidable(app, signedIn),
    describe: (signedIn, member) => {
      const { confirm, member: memberText } = signedIn.text.members;
      return {
        title: confirm.reinstate({ name: nameOf(member), role: signedIn.text.roles[member.role] }),
        consequences: html`<p>${confirm.roleText}</p>`,
        submit: memberText.reinstate,
        cancelHref: pageOf(signedIn, member),
      };
    },
    act: (signedIn, member, _form, reply) => reinstate(app, signedIn, reply, member),
  });

  endMembership(app, managers, 'suspend');
  endMembership(app, managers, 'remove');
  withdrawInvitation(app, managers);
}

function endMembership(app: FastifyInstance, managers: Managers, action: 'suspend' | 'remove'): void {
  const { suspend_member, remove_member } = app.school.operations;
  const run = {
    suspend: (signedIn: OperatorRequest, id: string) => runAs(app, signedIn, suspend_member, { id }),
    remove: (signedIn: OperatorRequest, id: string) => runAs(app, signedIn, remove_member, { id }),
  }[action];
  requireReauthentication<OperatorRequest, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}/${action}`,
    find: (signedIn) => findDecidable(app, signedIn),
    describe: async (signedIn, member) => {
      const { confirm, member: memberText } = signedIn.text.members;
      return {
        title: confirm[action]({ name: nameOf(member) }),
        consequences: html`<p>${confirm[`${action}Text`]}</p>${await orderedList(app, signedIn, [member])}`,
        submit: memberText[action],
        cancelHref: pageOf(signedIn, member),
      };
    },
    act: (signedIn, member, _form: Parameters, reply) =>
      attempt(
        app,
        signedIn,
        reply,
        () => run(signedIn, member.id),
        action === 'remove' ? at(signedIn, '/members?done=removed') : pageOf(signedIn, member, '?done=suspended'),
      ),
  });
}

/** Removes whoever has not answered yet. If the person joins in the meantime, nothing is done. */
function withdrawInvitation(app: FastifyInstance, managers: Managers): void {
  requireReauthentication<OperatorRequest, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}/withdraw`,
    find: async (signedIn) => {
      const member = await findDecidable(app, signedIn);
      return member?.status === 'invited' ? member : undefined;
    },
    describe: (signedIn, member) => {
      const { ask, consequences, title } = signedIn.text.members.invitation.withdraw;
      return {
        title: ask({ name: nameOf(member) }),
        consequences: html`<p>${consequences}</p>`,
        submit: title,
        cancelHref: pageOf(signedIn, member),
      };
    },
    act: (signedIn, member, _form, reply) =>
      attempt(
        app,
        signedIn,
        reply,
        () => runAs(app, signedIn, app.school.operations.remove_member, { id: member.id }, member.updatedAt),
        at(signedIn, '/members?done=uninvited'),
      ),
  });
}

function connectionActions(app: FastifyInstance, managers: Managers): void {
  // A session belongs to the platform, so the school ends only the connections to itself.
  requireReauthentication<OperatorRequest, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}/connections/end`,
    find: (signedIn) => findDecidable(app, signedIn),
    describe: (signedIn, member) => {
      const { confirm, member: memberText } = signedIn.text.members;
      return {
        title: confirm.endConnections({ name: nameOf(member) }),
        consequences: html`<p>${confirm.endConnectionsText}</p>`,
        submit: memberText.endConnections,
        cancelHref: pageOf(signedIn, member),
      };
    },
    async act(signedIn, member) {
      const event = signedIn.event('grant_revoked', { target: `member/${member.id}` });
      await app.oauth.connections.endMember(signedIn.membership.siteId, member.id, event);
      return pageOf(signedIn, member, '?done=ended');
    },
  });
}

const roleNamed = (value: string | undefined): Role | undefined => ROLES.find((role) => role === value);

/** What a member loses who gets a role below the present one. */
const losesFor = (role: Role) => (role === 'admin' ? 'owns' : 'manages');

const needsPassword = (member: ShownMember, role: Role): boolean =>
  member.role === 'owner' || outranks(role, member.role);
