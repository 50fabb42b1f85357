/** The members of a school: the list, one member, and invitations. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Parameters } from '../../../../schema/parameters.ts';
import { emailKey, isEmail } from '../../../../schema/people/email.ts';
import { type InputFault, ProblemError } from '../../../../schema/school/problem.ts';
import { goTo } from '../../../http.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { signedInBy } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import { runAs } from '../operator.ts';
import { adminFrame, at, type OperatorRequest, SCHOOL, type SiteAdminPages } from '../operator-pages.ts';
import { memberAccountActions } from './account-actions.ts';
import { memberActions } from './actions.ts';
import { invitationLinks } from './invitation-link.ts';
import { type Invitation, type InvitationProblem, type InvitedField, memberInvitationPage } from './invitation-view.ts';
import { memberList } from './list.ts';
import { findMemberNamed, problemOf, rolesToGive, staffOf } from './member.ts';
import { nameOf } from './names.ts';
import { ownershipActions } from './ownership.ts';
import { memberPage } from './page.ts';
import { secondFactorResets } from './second-factor.ts';

export function members(app: FastifyInstance, pages: SiteAdminPages): void {
  memberList(app, pages);

  pages.managers.get(`${SCHOOL}/members/invite`, (signedIn, reply) => askToInvite(signedIn, reply));
  pages.managers.post(`${SCHOOL}/members/invite`, (signedIn, form, reply) =>
    askedToInvite(app, pages, signedIn, form, reply),
  );

  const show = memberPage(app, pages);
  memberActions(app, pages, show);
  memberAccountActions(app, pages, show);
  secondFactorResets(app, pages);
  invitationLinks(app, pages, show);
  ownershipActions(app, pages, show);
}

function askToInvite(signedIn: OperatorRequest, reply: FastifyReply, state: Partial<Invitation> = {}): FastifyReply {
  const page = memberInvitationPage(adminFrame(signedIn, '/members'), {
    values: { email: '', name: '', role: 'member' },
    roles: rolesToGive(signedIn),
    problems: {},
    refused: undefined,
    staff: staffOf(signedIn),
    base: at(signedIn, '/members'),
    csrf: signedIn.csrf,
    ...state,
  });
  return sendPage(reply, page, 'own');
}

/** Inviting somebody with a role above `member` requires reauthentication, as giving a member that role does. */
async function askedToInvite(
  app: FastifyInstance,
  pages: SiteAdminPages,
  signedIn: OperatorRequest,
  form: Parameters,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const values = { email: form.get('email') ?? '', name: form.get('name') ?? '', role: form.get('role') ?? 'member' };
  if (!isEmail(emailKey(values.email.trim()))) {
    const problem = values.email.trim() === '' ? 'required' : 'invalid';
    return askToInvite(signedIn, reply.code(400), { values, problems: { email: problem } });
  }
  const role = rolesToGive(signedIn).find((one) => one === values.role);
  if (role === undefined || role === 'member') return invite(app, signedIn, values, reply);
  const { confirm: text, invitation } = signedIn.text.members;
  const proof = await signedInBy(
    app,
    pages.managers,
    { signedIn, form, reply },
    {
      frame: adminFrame(signedIn, '/members'),
      title: text.invite({ email: displayText(values.email.trim()), role: signedIn.text.roles[role] }),
      consequences: html`<p>${text.inviteText}</p>`,
      hidden: values,
      submit: invitation.submit,
      cancelHref: at(signedIn, '/members/invite'),
    },
  );
  return 'sent' in proof ? proof.sent : invite(app, proof.entered, values, reply);
}

async function invite(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  values: Invitation['values'],
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const { email, name, role } = values;
    const input = { email, role, ...(name.trim() === '' ? {} : { name }) };
    const { id } = await runAs(app, signedIn, app.school.operations.invite_member, input);
    return goTo(reply, at(signedIn, `/members/${id}?done=invited`));
  } catch (error) {
    const { problem, status } = problemOf(error);
    const problems = error instanceof ProblemError ? fieldProblems(error.faults) : {};
    const isOfFields = Object.keys(problems).length > 0;
    const refused = isOfFields ? undefined : problem === 'role' ? 'role' : 'invalid';
    const member = problems.email === 'taken' ? await memberWith(app, signedIn, values.email) : undefined;
    return askToInvite(signedIn, reply.code(status), { values, problems, member, refused });
  }
}

/** Returns the member of this school who has the address, if it is not one of an account elsewhere. */
async function memberWith(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  email: string,
): Promise<Invitation['member']> {
  const known = await app.school.members.findKnown(signedIn.membership.siteId, email.trim());
  const member = known && (await findMemberNamed(app, signedIn, known.id));
  return member && { name: nameOf(member), status: member.status, href: at(signedIn, `/members/${member.id}`) };
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
