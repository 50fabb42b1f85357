/** The members of the school: the list, one of them, and invitations. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ROLES } from '../../../../schema/oauth/scope.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import { readParameters } from '../../../../schema/parameters.ts';
import { type InputFault, ProblemError } from '../../../../schema/school/problem.ts';
import { goTo, sendPage } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, missing, type OperatorVisit, SCHOOL, type SiteAdminPages } from '../visits.ts';
import { memberDeeds } from './deeds.ts';
import { type Invitation, type InvitationProblem, type InvitedField, memberInvitationPage } from './invitation-view.ts';
import { type MemberFilter, membersPage } from './list-view.ts';
import { findMember, problemOf, rolesToGive, type ShownMember, showMember } from './standing.ts';
import type { MemberDone } from './view.ts';

interface MemberList {
  nodes: ShownMember[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const DONE: ReadonlySet<string> = new Set<MemberDone>(['invited', 'sent', 'role', 'suspended', 'reinstated', 'ended']);
const isDone = (value: string | undefined): value is MemberDone => value !== undefined && DONE.has(value);

const FILTERS = ['q', 'role', 'status'] as const;

export function members(app: FastifyInstance, pages: SiteAdminPages): void {
  pages.operators.show(`${SCHOOL}/members`, (visit, reply) => list(app, visit, reply));

  pages.managers.show(`${SCHOOL}/members/invite`, (visit, reply) => askToInvite(visit, reply));
  pages.managers.take(`${SCHOOL}/members/invite`, (visit, form, reply) => invite(app, visit, form, reply));

  pages.operators.show(`${SCHOOL}/members/:member`, async (visit, reply) => {
    const member = await findMember(app, visit);
    if (member === undefined) return missing(visit, reply);
    const done = readParameters(visit.request.query).get('done');
    return showMember(app, visit, reply, member, { done: isDone(done) ? done : undefined });
  });
  memberDeeds(app, pages);
}

async function list(app: FastifyInstance, visit: OperatorVisit, reply: FastifyReply): Promise<FastifyReply> {
  const query = readParameters(visit.request.query);
  const base = at(visit, '/members');
  const given = FILTERS.flatMap((name) =>
    query.get(name) === undefined ? [] : [[name, query.get(name) ?? ''] as const],
  );
  const after = query.get('after');
  let found: MemberList;
  try {
    const input = { ...Object.fromEntries(given), ...(after === undefined ? {} : { after }) };
    found = (await runAs(app, visit, 'list_members', input)) as MemberList;
  } catch (error) {
    // An address that was typed, or is older than the list: the list from its beginning.
    if (error instanceof ProblemError && given.length + (after === undefined ? 0 : 1) > 0) return goTo(reply, base);
    throw error;
  }
  const { hasNextPage, endCursor } = found.pageInfo;
  const next = new URLSearchParams({ ...Object.fromEntries(given), after: endCursor ?? '' });
  const page = membersPage(adminFrame(visit, '/members'), {
    members: found.nodes,
    filter: { q: '', role: '', status: '', ...Object.fromEntries(given) } satisfies MemberFilter,
    roles: ROLES,
    base,
    mayInvite: visit.manages,
    removed: query.get('done') === 'removed',
    nextHref: hasNextPage ? `${base}?${next}` : undefined,
  });
  return sendPage(reply, page, 'own');
}

function askToInvite(visit: OperatorVisit, reply: FastifyReply, told: Partial<Invitation> = {}): FastifyReply {
  const page = memberInvitationPage(adminFrame(visit, '/members'), {
    values: { email: '', name: '', role: 'member' },
    roles: rolesToGive(visit),
    problems: {},
    refused: undefined,
    base: at(visit, '/members'),
    csrf: visit.csrf,
    ...told,
  });
  return sendPage(reply, page, 'own');
}

async function invite(
  app: FastifyInstance,
  visit: OperatorVisit,
  form: Parameters,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const values = { email: form.get('email') ?? '', name: form.get('name') ?? '', role: form.get('role') ?? 'member' };
  if (values.email.trim() === '')
    return askToInvite(visit, reply.code(400), { values, problems: { email: 'required' } });
  try {
    const { email, name, role } = values;
    const input = { email, role, ...(name.trim() === '' ? {} : { name }) };
    const { id } = (await runAs(app, visit, 'invite_member', input)) as ShownMember;
    return goTo(reply, at(visit, `/members/${id}?done=invited`));
  } catch (error) {
    const { problem, status } = problemOf(error);
    const problems = error instanceof ProblemError ? fieldProblems(error.faults) : {};
    const isOfFields = Object.keys(problems).length > 0;
    const refused = isOfFields ? undefined : problem === 'role' ? 'role' : 'invalid';
    return askToInvite(visit, reply.code(status), { values, problems, refused });
  }
}

const CODES: Readonly<Record<string, InvitationProblem>> = {
  taken: 'taken',
  too_big: 'tooLong',
  too_small: 'required',
};

const fieldProblems = (faults: readonly InputFault[]): Partial<Record<InvitedField, InvitationProblem>> =>
  Object.fromEntries(
    faults
      .filter(({ path }) => path === 'email' || path === 'name')
      .map(({ path, code }) => [path, CODES[code] ?? 'invalid']),
  );
