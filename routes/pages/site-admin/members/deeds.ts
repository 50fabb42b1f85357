/** What owners and administrators do to a member's place: role, suspension, removal, connections. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { outranks, ROLES, type Role } from '../../../../schema/oauth/scope.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import type { Input } from '../../../../schema/school/operation.ts';
import { onDanger } from '../../kit/danger.ts';
import { html } from '../../kit/html.ts';
import { goTo } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, missing, type OperatorVisit, SCHOOL, type SiteAdminPages } from '../visits.ts';
import { nameOf } from './list-view.ts';
import { findDecidable, findMember, problemOf, type ShownMember, showMember } from './standing.ts';

const MEMBER = `${SCHOOL}/members/:member`;

type Managers = SiteAdminPages['managers'];

export function memberDeeds(app: FastifyInstance, { managers }: SiteAdminPages): void {
  roleDeeds(app, managers);
  placeDeeds(app, managers);
  connectionDeed(app, managers);
}

const pageOf = (visit: OperatorVisit, { id }: ShownMember, more = ''): string => at(visit, `/members/${id}${more}`);

const common = { frame: (visit: OperatorVisit) => adminFrame(visit, '/members'), missing };

/** Does it, or tells on the member's page why not. */
async function attempt(
  app: FastifyInstance,
  visit: OperatorVisit,
  reply: FastifyReply,
  operation: string,
  input: Input,
  href: string,
): Promise<FastifyReply> {
  try {
    await runAs(app, visit, operation, input);
    return goTo(reply, href);
  } catch (error) {
    const { problem, status } = problemOf(error);
    const member = await findMember(app, visit);
    return member === undefined
      ? missing(visit, reply)
      : showMember(app, visit, reply.code(status), member, { problem });
  }
}

function roleDeeds(app: FastifyInstance, managers: Managers): void {
  managers.take(`${MEMBER}/role`, async (visit, form, reply) => {
    const member = await findDecidable(app, visit);
    const role = roleNamed(form.get('role'));
    if (member === undefined || role === undefined) return missing(visit, reply);
    // More power is given only by who shows the password, and so is the last step down of an owner.
    if (needsPassword(member, role)) return goTo(reply, pageOf(visit, member, `/role/${role}`));
    return attempt(app, visit, reply, 'change_role', { id: member.id, role }, pageOf(visit, member, '?done=role'));
  });

  onDanger<OperatorVisit, { member: ShownMember; role: Role }>(app, managers, {
    ...common,
    path: `${MEMBER}/role/:role`,
    find: async (visit) => {
      const role = roleNamed((visit.request.params as { role: string }).role);
      const member = await findDecidable(app, visit);
      return member === undefined || role === undefined ? undefined : { member, role };
    },
    describe: (visit, { member, role }) => {
      const { confirm, member: said } = visit.text.members;
      return {
        title: confirm.role(nameOf(member), visit.text.roles[role]),
        consequences: html`<p>${confirm.roleText}</p>${member.role === 'owner' && html`<p>${confirm.ownerText}</p>`}`,
        submit: said.saveRole,
        cancelHref: pageOf(visit, member),
      };
    },
    act: (visit, { member, role }, _form, reply) =>
      attempt(app, visit, reply, 'change_role', { id: member.id, role }, pageOf(visit, member, '?done=role')),
  });
}

function placeDeeds(app: FastifyInstance, managers: Managers): void {
  managers.take(`${MEMBER}/invite-again`, async (visit, _form, reply) => {
    const member = await findDecidable(app, visit);
    if (member?.status !== 'invited') return missing(visit, reply);
    const { place, request, session } = visit;
    if (!(await app.people.sendInvitation(place.siteId, member.id))) {
      return showMember(app, visit, reply.code(429), member, { problem: 'throttled' });
    }
    await app.audit.record({
      ...app.originOf(request),
      event: 'invitation_sent',
      at: app.clock(),
      siteId: place.siteId,
      personId: session.person.id,
      target: `member/${member.id}`,
    });
    return goTo(reply, pageOf(visit, member, '?done=sent'));
  });

  managers.take(`${MEMBER}/reinstate`, async (visit, _form, reply) => {
    const member = await findDecidable(app, visit);
    if (member === undefined) return missing(visit, reply);
    return attempt(app, visit, reply, 'reinstate_member', { id: member.id }, pageOf(visit, member, '?done=reinstated'));
  });

  for (const deed of ['suspend', 'remove'] as const) endPlace(app, managers, deed);
}

function endPlace(app: FastifyInstance, managers: Managers, deed: 'suspend' | 'remove'): void {
  onDanger<OperatorVisit, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}/${deed}`,
    find: (visit) => findDecidable(app, visit),
    describe: (visit, member) => {
      const { confirm, member: said } = visit.text.members;
      return {
        title: confirm[deed](nameOf(member)),
        consequences: html`<p>${confirm[`${deed}Text`]}</p>`,
        submit: said[deed],
        cancelHref: pageOf(visit, member),
      };
    },
    act: (visit, member, _form: Parameters, reply) =>
      attempt(
        app,
        visit,
        reply,
        `${deed}_member`,
        { id: member.id },
        deed === 'remove' ? at(visit, '/members?done=removed') : pageOf(visit, member, '?done=suspended'),
      ),
  });
}

function connectionDeed(app: FastifyInstance, managers: Managers): void {
  // W36: the session is the platform's, so what a school ends is what reaches the school.
  onDanger<OperatorVisit, ShownMember>(app, managers, {
    ...common,
    path: `${MEMBER}/connections/end`,
    find: (visit) => findDecidable(app, visit),
    describe: (visit, member) => {
      const { confirm, member: said } = visit.text.members;
      return {
        title: confirm.endConnections(nameOf(member)),
        consequences: html`<p>${confirm.endConnectionsText}</p>`,
        submit: said.endConnections,
        cancelHref: pageOf(visit, member),
      };
    },
    async act(visit, member) {
      const { request, session, place } = visit;
      const event = {
        ...app.originOf(request),
        event: 'grant_revoked' as const,
        at: app.clock(),
        siteId: place.siteId,
        personId: session.person.id,
        target: `member/${member.id}`,
      };
      await app.oauth.connections.endMember(place.siteId, member.id, event);
      return pageOf(visit, member, '?done=ended');
    },
  });
}

const roleNamed = (value: string | undefined): Role | undefined => ROLES.find((role) => role === value);

const needsPassword = (member: ShownMember, role: Role): boolean =>
  member.role === 'owner' || outranks(role, member.role);
