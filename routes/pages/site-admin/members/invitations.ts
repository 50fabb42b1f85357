/** The page that invites somebody to a school, and the link of an invitation where no e-mail brings it. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { memberTarget } from '../../../../schema/audit/audit-target.ts';
import { type InputFault, ProblemError } from '../../../../schema/school/problem.ts';
import { emailKey, isEmail, MAX_EMAIL_LENGTH } from '../../../../schema/text/email.ts';
import { goTo } from '../../../http.ts';
import { button, errorSummary, field, linkButton, notice, postForm } from '../../kit/components.ts';
import { shownLinkPage } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { definePage } from '../../kit/page.ts';
import { requireReauthentication, signedInBy } from '../../kit/reauthentication.ts';
import { sendPage } from '../../kit/sending.ts';
import { at, type OperatorRequest, type Place, runAs, SCHOOL } from '../operator-pages.ts';
import {
  findMember,
  findMemberNamed,
  MEMBER,
  MEMBERS,
  mayHaveLink,
  memberPath,
  nameOf,
  problemOf,
  roleGuide,
  roleSelect,
  rolesToGive,
  type ShownMember,
} from './member.ts';
import type { ShowMember } from './page.ts';

const FIELDS = ['email', 'name'] as const;
type InvitedField = (typeof FIELDS)[number];
type InvitationProblem = 'required' | 'tooLong' | 'invalid' | 'taken';

interface Invitation {
  values: { email: string; name: string; role: string };
  problems?: Partial<Record<InvitedField, InvitationProblem>>;
  /** The member who has the address already. */
  member?: ShownMember | undefined;
  /** An error that does not belong to a single field. */
  refused?: 'role' | 'invalid' | undefined;
}

const PATH = `${MEMBERS}/invite`;

export function invitingPages(app: FastifyInstance, place: Place<OperatorRequest>): void {
  const show = definePage<OperatorRequest, Invitation>(app, place, {
    at: `${SCHOOL}${PATH}`,
    load: () => ({ values: { email: '', name: '', role: 'member' } }),
    title: (_invitation, { text: { members } }) => members.invitation.title,
    lead: (_invitation, { text: { members } }) => html`<p>${members.invitation.lead}</p>`,
    isWrong: ({ problems = {}, refused }) => refused !== undefined || Object.keys(problems).length > 0,
    body({ values, problems = {}, member, refused }, { csrf, signedIn, text }) {
      const { members, shell } = text;
      const { invitation } = members;
      const tell = (problem: InvitationProblem | undefined): string | undefined =>
        problem === 'taken' ? invitation.taken[member?.status ?? 'active'] : problem && shell[problem];
      const textOf = (name: InvitedField) =>
        ({ name, label: invitation[name], value: values[name], error: tell(problems[name]) }) as const;
      const wrong = FIELDS.filter((name) => problems[name] !== undefined);
      const fields = [
        field({ ...textOf('email'), type: 'email', autocomplete: 'off', maxLength: MAX_EMAIL_LENGTH, focus: true }),
        field({
          ...textOf('name'),
          type: 'text',
          autocomplete: 'off',
          optional: true,
          maxLength: 100,
          hint: invitation.nameHint,
        }),
        roleSelect(invitation.role, values.role, signedIn),
        roleGuide(signedIn),
        html`<div class="inline">${button(invitation.submit)}${linkButton(at(signedIn, MEMBERS), shell.cancel, 'secondary')}</div>`,
      ];
      const summary = wrong.map((id) => ({ id, label: invitation[id] }));
      return html`${refused !== undefined && notice('problem', html`<p>${members.problems[refused]}</p>`)}
${errorSummary(summary, text)}
${member !== undefined && html`<p><a href="${memberPath(signedIn, member)}">${invitation.open({ name: nameOf(member) })}</a></p>`}
${postForm({ action: at(signedIn, PATH), csrf, body: fields })}`;
    },
  });

  // Inviting somebody with a role above `member` requires reauthentication, as giving a member that role does.
  place.pages.post(`${SCHOOL}${PATH}`, async (signedIn, form, reply) => {
    const values = { email: form.get('email') ?? '', name: form.get('name') ?? '', role: form.get('role') ?? 'member' };
    const invite = async (operator: OperatorRequest): Promise<FastifyReply> => {
      const done = await invited(app, operator, values);
      return 'id' in done
        ? goTo(reply, memberPath(operator, done, '?done=invited'))
        : show(operator, reply.code(done.status), { values, ...done });
    };
    const email = values.email.trim();
    if (!isEmail(emailKey(email))) {
      const problems = { email: email === '' ? ('required' as const) : ('invalid' as const) };
      return show(signedIn, reply.code(400), { values, problems });
    }
    const role = rolesToGive(signedIn).find((one) => one === values.role);
    if (role === undefined || role === 'member') return invite(signedIn);
    const { confirm, invitation } = signedIn.text.members;
    const sent = { signedIn, form, reply };
    const proof = await signedInBy(app, place.pages, sent, {
      frame: place.frame(signedIn),
      title: confirm.invite({ email: displayText(email), role: signedIn.text.roles[role] }),
      consequences: html`<p>${confirm.inviteText}</p>`,
      hidden: values,
      submit: invitation.submit,
      cancelHref: at(signedIn, PATH),
    });
    return 'sent' in proof ? proof.sent : invite(proof.entered);
  });
}

/** @returns who was invited, or why nobody was */
async function invited(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  { email, name, role }: Invitation['values'],
): Promise<{ id: string } | (Omit<Invitation, 'values'> & { status: number })> {
  try {
    const input = { email, role, ...(name.trim() === '' ? {} : { name }) };
    return await runAs(app, signedIn, app.school.operations.invite_member, input);
  } catch (error) {
    const { problem, status } = problemOf(error);
    const problems = error instanceof ProblemError ? fieldProblems(error.faults) : {};
    const isOfFields = Object.keys(problems).length > 0;
    const refused = isOfFields ? undefined : problem === 'role' ? 'role' : 'invalid';
    const member = problems.email === 'taken' ? await memberWith(app, signedIn, email) : undefined;
    return { problems, member, refused, status };
  }
}

/** Returns the member of this school who has the address, if it is not one of an account elsewhere. */
async function memberWith(
  app: FastifyInstance,
  signedIn: OperatorRequest,
  email: string,
): Promise<ShownMember | undefined> {
  const known = await app.school.members.findKnown(signedIn.membership.siteId, email.trim());
  return known && findMemberNamed(app, signedIn, known.id);
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

interface InvitedMember {
  member: ShownMember;
  /** True if an e-mail of the invitation waits in the outbox, or was given up. */
  hasEmail: boolean;
}

/** The link is shown to whoever invites where no e-mail is sent, or that of the invitation could not be. */
export function invitationLinks(app: FastifyInstance, place: Place<OperatorRequest>, show: ShowMember): void {
  const { invitationMail, shownLinks } = app.people;

  // Whoever has the link can join in the person's place, so making one asks for the same as giving a role does.
  requireReauthentication<OperatorRequest, InvitedMember>(app, place.pages, {
    ...place,
    path: `${MEMBER}/invitation-link`,
    async find(signedIn) {
      const member = await findMember(app, signedIn);
      if (member === undefined || !(await mayHaveLink(app, signedIn, member))) return undefined;
      const { ids } = await invitationMail.inOutbox(signedIn.membership.siteId, member.id);
      return { member, hasEmail: ids.length > 0 };
    },
    describe(signedIn, { member, hasEmail }) {
      const { invitationLink } = signedIn.text.members;
      return {
        title: invitationLink.ask({ name: nameOf(member) }),
        consequences: html`<p>${invitationLink.askText({ role: signedIn.text.roles[member.role] })}</p>${hasEmail && html`<p>${invitationLink.askWithdraws}</p>`}<p>${invitationLink.askEnds}</p>`,
        submit: invitationLink.make,
        tone: 'primary',
        cancelHref: memberPath(signedIn, member),
      };
    },
    async act(signedIn, { member }, _form, reply) {
      const { session, membership, text } = signedIn;
      const event = signedIn.event('invitation_link_created', { target: memberTarget(member.id) });
      const url = await shownLinks.invite(membership.siteId, member.id, session.person.id, event);
      if (url === undefined) return show(signedIn, reply.code(409), member, 'conflict');
      const { back, ...words } = text.members.invitationLink;
      const next = { href: memberPath(signedIn, member), label: back };
      return sendPage(
        reply,
        shownLinkPage(place.frame(signedIn), { ...words, name: nameOf(member), url, next }),
        'own',
      );
    },
  });
}
