import type { Role } from '../../../../schema/oauth/scope.ts';
import { MAX_EMAIL_LENGTH } from '../../../../schema/people/email.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { button, errorSummary, field, linkButton, notice, postForm, select } from '../../kit/components.ts';
import { copyField } from '../../kit/copyable.ts';
import { displayText } from '../../kit/display-text.ts';
import { html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { copyScript } from '../../kit/scripts.ts';
import type { MemberStatus } from './names.ts';
import { roleGuide, type StaffOfSchool } from './role-guide.ts';

export type InvitedField = 'email' | 'name';
export type InvitationProblem = 'required' | 'tooLong' | 'invalid' | 'taken';

export type Invitation = {
  values: { email: string; name: string; role: string };
  roles: readonly Role[];
  problems: Partial<Record<InvitedField, InvitationProblem>>;
  /** The member who has the address already. */
  member?: { name: string; status: MemberStatus; href: string } | undefined;
  /** An error that does not belong to a single field. */
  refused: 'role' | 'invalid' | undefined;
  staff: StaffOfSchool;
  base: string;
  csrf: string;
};

/** The page that invites an e-mail address to the school. */
export const memberInvitationPage = (
  frame: PageFrame,
  { values, roles, problems, member, refused, staff, base, csrf }: Invitation,
): string => {
  const text = textFor(frame.language);
  const { members, shell } = text;
  const invitationText = members.invitation;
  const tell = (name: InvitedField): string | undefined => {
    const problem = problems[name];
    return problem && (problem === 'taken' ? invitationText.taken[member?.status ?? 'active'] : shell[problem]);
  };
  const wrong = (['email', 'name'] as const)
    .filter((name) => problems[name] !== undefined)
    .map((id) => ({ id, label: invitationText[id] }));
  const given = (name: InvitedField) => ({ name, label: invitationText[name], value: values[name], error: tell(name) });
  const body = html`<div class="intro"><h1>${invitationText.title}</h1><p>${invitationText.lead}</p></div>
${refused !== undefined && notice('problem', html`<p>${members.problems[refused]}</p>`)}
${errorSummary(wrong, text)}
${member !== undefined && html`<p><a href="${member.href}">${invitationText.open({ name: member.name })}</a></p>`}
${postForm({
  action: `${base}/invite`,
  csrf,
  body: [
    field({ ...given('email'), type: 'email', autocomplete: 'off', maxLength: MAX_EMAIL_LENGTH, focus: true }),
    field({
      ...given('name'),
      type: 'text',
      autocomplete: 'off',
      optional: true,
      maxLength: 100,
      hint: invitationText.nameHint,
    }),
    select({
      name: 'role',
      label: invitationText.role,
      options: roles.map((value) => ({ value, label: text.roles[value] })),
      value: values.role,
    }),
    roleGuide(staff, text),
    html`<div class="inline">${button(invitationText.submit)}${linkButton(base, shell.cancel, 'secondary')}</div>`,
  ],
})}`;
  return page(frame, { title: invitationText.title, body, isWrong: refused !== undefined || wrong.length > 0 });
};

export type ShownLink = { name: string; url: string; href: string };

/** The page after a link was made. It is the only one that shows the link. */
export const shownLinkPage = (
  frame: PageFrame,
  said: Pick<Text['members']['invitationLink'], 'title' | 'label' | 'text' | 'back'>,
  { name, url, href }: ShownLink,
): string => {
  const body = html`<div class="intro"><h1>${said.title}</h1><p>${displayText(name)}</p></div>
${notice('warning', html`<p>${said.text}</p>`)}
${copyField(textFor(frame.language).shell, 'link', said.label, url)}
<p>${linkButton(href, said.back, 'secondary')}</p>`;
  return page(frame, { title: said.title, body, headExtra: copyScript });
};
