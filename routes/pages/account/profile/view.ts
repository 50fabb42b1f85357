import { type Text, textFor } from '../../../words/index.ts';
import { type NameProblem, nameField } from '../../invitation/view.ts';
import { button, field, notice, postForm } from '../../kit/components.ts';
import {
  type ConfirmationProblem,
  codeOrRecoveryField,
  confirmationText,
  isAboutCode,
} from '../../kit/confirmation.ts';
import { displayText } from '../../kit/display-text.ts';
import { errorSummary } from '../../kit/error-summary.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { revealing } from '../../kit/new-password.ts';
import { ownDataSection } from '../own-data/view.ts';

export type EmailProblem = 'invalid' | 'same';

export type Profile = {
  csrf: string;
  name: string;
  email: string;
  isVerified: boolean;
  /** Whether the person gets e-mails about new courses. */
  courseEmails: boolean;
  /** Whether e-mails can be sent, so that an address can be confirmed or changed. */
  hasMail: boolean;
  done?: keyof Text['profile']['done'] | undefined;
  nameProblem?: NameProblem | undefined;
  newEmail?: string;
  emailProblem?: EmailProblem | undefined;
  passwordProblem?: ConfirmationProblem | undefined;
  /** Whether the code of an authenticator app has to follow the password. */
  needsCode: boolean;
};

const nameSection = ({ csrf, name, nameProblem }: Profile, text: Text): Html => html`<section class="stack">
<h2>${text.profile.nameTitle}</h2>
${postForm({
  action: '/account/profile',
  csrf,
  body: [
    nameField(text, text.profile.nameHint, name, nameProblem),
    html`<div class="inline">${button(text.shell.save)}</div>`,
  ],
})}</section>`;

const emailSection = ({ csrf, email, isVerified, hasMail }: Profile, text: Text): Html => {
  const { profile } = text;
  return html`<section class="stack">
<div class="intro"><h2>${profile.emailTitle}</h2><p>${hasMail ? profile.emailLead : profile.emailLeadAlone}</p></div>
<p><span class="name">${displayText(email)}</span> <span class="badge${!isVerified && ' unknown'}">${isVerified ? profile.confirmed : profile.unconfirmed}</span></p>
${
  !isVerified &&
  hasMail &&
  html`<p class="quiet">${profile.confirmLead}</p>${postForm({
    action: '/account/profile/confirm-email',
    csrf,
    body: html`<div class="inline">${button(profile.confirm, 'secondary')}</div>`,
  })}`
}</section>`;
};

const changeSection = ({ csrf, newEmail, emailProblem, passwordProblem, needsCode }: Profile, text: Text): Html => {
  const { profile, shell } = text;
  const email = field({
    name: 'email',
    label: profile.newEmail,
    type: 'email',
    autocomplete: 'email',
    maxLength: 254,
    hint: profile.newEmailHint,
    value: newEmail,
    error: emailProblem === undefined ? undefined : profile[emailProblem],
  });
  const password = field({
    name: 'password',
    label: shell.confirm.password,
    type: 'password',
    reveal: revealing(text),
    autocomplete: 'current-password',
    error:
      passwordProblem === undefined || isAboutCode(passwordProblem)
        ? undefined
        : confirmationText(passwordProblem, text),
  });
  return html`<section class="stack"><h2>${profile.changeTitle}</h2>
${postForm({
  action: '/account/profile/email',
  csrf,
  body: [
    email,
    password,
    needsCode && codeOrRecoveryField(text, passwordProblem),
    html`<div class="inline">${button(profile.change)}</div>`,
  ],
})}</section>`;
};

const courseEmailsSection = (
  { csrf, courseEmails }: Profile,
  { profile, shell }: Text,
): Html => html`<section class="stack">
<div class="intro"><h2>${profile.courseEmailsTitle}</h2><p>${profile.courseEmailsLead}</p></div>
${postForm({
  action: '/account/profile/course-emails',
  csrf,
  body: [
    html`<label class="choice boxed"><input type="checkbox" name="course_emails" value="yes"${courseEmails && html` checked`}><span>${profile.courseEmails}</span></label>`,
    html`<div class="inline">${button(shell.save)}</div>`,
  ],
})}</section>`;

/** The page with the name and the e-mail address of a person. */
export const profilePage = (frame: PageFrame, view: Profile): string => {
  const text = textFor(frame.language);
  const { profile } = text;
  const { done, nameProblem, emailProblem, passwordProblem } = view;
  const wrong = [
    nameProblem !== undefined && { id: 'name', label: profile.name },
    emailProblem !== undefined && { id: 'email', label: profile.newEmail },
    passwordProblem !== undefined &&
      (isAboutCode(passwordProblem)
        ? { id: 'code', label: text.secondFactor.codeOrRecovery }
        : { id: 'password', label: text.shell.confirm.password }),
  ].filter((field) => field !== false);
  const body = html`<div class="intro"><h1>${profile.title}</h1><p>${profile.lead}</p></div>
${errorSummary(wrong, text)}
${done !== undefined && notice(done === 'throttled' ? 'warning' : 'info', html`<p role="status">${profile.done[done]}</p>`)}
${nameSection(view, text)}
${emailSection(view, text)}
${view.hasMail && changeSection(view, text)}
${view.hasMail && courseEmailsSection(view, text)}
${ownDataSection(text)}`;
  return page(frame, { title: profile.title, body, revealsPassword: true, isWrong: wrong.length > 0 });
};
