/** The name and the e-mail address of a person, and which e-mails the person gets. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { nameProblem } from '../../../schema/people/person-name.ts';
import { parseProfileChange } from '../../../schema/school/profile-change.ts';
import type { Text } from '../../words/index.ts';
import { button, postForm, statusNotice } from '../kit/components.ts';
import { errorSummary, type WrongField } from '../kit/error-summary.ts';
import { type Html, html } from '../kit/html.ts';
import { type NameProblem, nameField } from '../kit/name-field.ts';
import { definePage, type Visit } from '../kit/page.ts';
import { passwordScript } from '../kit/scripts.ts';
import { goTo } from '../kit/sending.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { accountPlace } from './account-pages.ts';
import { type AddressEntry, addressForms, addressSection, changeSection } from './address.ts';
import { wrongCurrentPassword } from './current-password.ts';
import { ownDataSection } from './own-data.ts';

const PATH = '/account/profile';
const COURSE_EMAILS = `${PATH}/course-emails`;
const DONE = ['name', 'emails', 'confirm', 'change', 'throttled'] as const;

/** What was entered, and what is wrong with it. */
interface Entry extends AddressEntry {
  name?: string;
  nameProblem?: NameProblem;
}

export function profileForms(app: FastifyInstance, pages: SignedInPages<SignedInRequest>): void {
  const { mailer, persons } = app.people;
  const ask = profilePage(app, pages);

  pages.post(PATH, async (signedIn, form, reply) => {
    const name = form.get('name') ?? '';
    const { change } = parseProfileChange({ name });
    if (change?.name === undefined) {
      return ask(signedIn, reply.code(400), { name, nameProblem: nameProblem(name.trim()) ?? 'invalid' });
    }
    await app.school.account.renamePerson(signedIn.session.person.id, change.name);
    return goTo(reply, `${PATH}?done=name`);
  });

  // Without mail, an address cannot be confirmed.
  if (!mailer.isOn) return;

  addressForms(app, pages, ask);
  pages.post(COURSE_EMAILS, async (signedIn, form, reply) => {
    await persons.chooseCourseEmails(signedIn.session.person.id, form.get('course_emails') === 'yes');
    return goTo(reply, `${PATH}?done=emails`);
  });
}

/** @returns what sends the page with what was entered and is wrong */
function profilePage(app: FastifyInstance, pages: SignedInPages<SignedInRequest>) {
  const { mailer, persons, secondFactor } = app.people;

  async function read({ session }: SignedInRequest, entry: Entry = {}) {
    const { email, id, name } = session.person;
    const person = await persons.find(id);
    return {
      email,
      name,
      isConfirmed: person?.emailVerified ?? false,
      courseEmails: person?.courseEmails ?? true,
      hasMail: mailer.isOn,
      needsCode: (await secondFactor.neededBy(id)) === 'code',
      ...entry,
    };
  }

  const send = definePage(app, accountPlace(pages, PATH), {
    at: PATH,
    load: ({ signedIn }) => read(signedIn),
    title: (_profile, { text }) => text.profile.title,
    lead: (_profile, { text }) => html`<p>${text.profile.lead}</p>`,
    scripts: () => passwordScript,
    isWrong: ({ currentProblem, emailProblem, nameProblem }) =>
      (currentProblem ?? emailProblem ?? nameProblem) !== undefined,
    body(profile, visit) {
      const { text } = visit;
      const wrong = wrongIn(profile, text);
      const done = wrong.length === 0 && DONE.find((key) => key === visit.query.get('done'));
      return html`${errorSummary(wrong, text)}
${done && statusNotice(text.profile.done[done], undefined, done === 'throttled' ? 'warning' : 'info')}
${nameSection(profile.name, profile.nameProblem, visit)}
${addressSection(profile, visit)}
${profile.hasMail && changeSection(profile, visit)}
${profile.hasMail && courseEmailsSection(profile.courseEmails, visit)}
${ownDataSection(text)}`;
    },
  });

  return async (signedIn: SignedInRequest, reply: FastifyReply, entry: Entry): Promise<FastifyReply> =>
    send(signedIn, reply, await read(signedIn, entry));
}

const wrongIn = (entry: Entry, text: Text): WrongField[] =>
  [
    entry.nameProblem && { id: 'name', label: text.profile.name },
    entry.emailProblem && { id: 'email', label: text.profile.newEmail },
    wrongCurrentPassword(text.shell.confirm.password, entry, text),
  ].filter((one) => one !== undefined);

const nameSection = (name: string, problem: NameProblem | undefined, { csrf, text }: Visit): Html =>
  html`<section class="stack">
<h2>${text.profile.nameTitle}</h2>
${postForm({
  action: PATH,
  csrf,
  body: [
    nameField(text, text.profile.nameHint, name, problem),
    html`<div class="inline">${button(text.shell.save)}</div>`,
  ],
})}</section>`;

const courseEmailsSection = (isOn: boolean, { csrf, text: { profile, shell } }: Visit): Html =>
  html`<section class="stack">
<div class="intro"><h2>${profile.courseEmailsTitle}</h2><p>${profile.courseEmailsLead}</p></div>
${postForm({
  action: COURSE_EMAILS,
  csrf,
  body: html`<label class="choice boxed"><input type="checkbox" name="course_emails" value="yes"${isOn && html` checked`}><span>${profile.courseEmails}</span></label>
<div class="inline">${button(shell.save)}</div>`,
})}</section>`;
