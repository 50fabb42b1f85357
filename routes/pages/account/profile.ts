/** The name and the e-mail address of a person, and which e-mails the person gets. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseProfileChange } from '../../../schema/school/profile-change.ts';
import { nameProblem } from '../../../schema/text/person-name.ts';
import { goTo } from '../../http.ts';
import { button, errorSummary, postForm, statusNotice } from '../kit/components.ts';
import { type Html, html } from '../kit/html.ts';
import { definePage, type Visit } from '../kit/page.ts';
import { type NameProblem, nameField } from '../kit/person-fields.ts';
import { passwordScript } from '../kit/scripts.ts';
import type { SignedInPages, SignedInRequest } from '../kit/signed-in.ts';
import { accountPlace } from './account-pages.ts';
import { type AddressEntry, addressForms, addressSection, changeForm } from './address.ts';
import { ownDataSection } from './own-data.ts';

const PATH = '/account/profile';
const COURSE_EMAILS = `${PATH}/course-emails`;
const DONE = ['name', 'emails', 'confirm', 'change', 'throttled'] as const;

/** The form as entered, with its problems. */
interface Entry extends AddressEntry {
  name?: string;
  nameProblem?: NameProblem;
}

export function profileForms(app: FastifyInstance, pages: SignedInPages): void {
  const { mailer, persons } = app.people;
  const ask = profilePage(app, pages);

  pages.set(PATH, async (signedIn, form, reply) => {
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
  pages.set(COURSE_EMAILS, async (signedIn, form, reply) => {
    await persons.chooseCourseEmails(signedIn.session.person.id, form.get('course_emails') === 'yes');
    return goTo(reply, `${PATH}?done=emails`);
  });
}

/** @returns what sends the page with what was entered and is wrong */
function profilePage(app: FastifyInstance, pages: SignedInPages) {
  const { mailer, persons, secondFactor } = app.people;

  const read = async ({ session }: SignedInRequest, entry: Entry = {}) => ({
    ...session.person,
    courseEmails: true,
    ...(await persons.find(session.person.id)),
    needsCode: (await secondFactor.neededBy(session.person.id)) === 'code',
    ...entry,
  });

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
      const change = changeForm(profile, visit);
      const wrongName = profile.nameProblem && { id: 'name', label: text.profile.name };
      const wrong = [wrongName, ...change.wrong].filter((one) => one !== undefined);
      const done = wrong.length === 0 && DONE.find((key) => key === visit.query.get('done'));
      return html`${errorSummary(wrong, text)}
${done && statusNotice(text.profile.done[done], undefined, done === 'throttled' ? 'warning' : 'success')}
${nameSection(profile.name, profile.nameProblem, visit)}
${addressSection(profile, mailer.isOn, visit)}
${mailer.isOn && change.section}
${mailer.isOn && courseEmailsSection(profile.courseEmails, visit)}
${ownDataSection(text)}`;
    },
  });

  return async (signedIn: SignedInRequest, reply: FastifyReply, entry: Entry): Promise<FastifyReply> =>
    send(signedIn, reply, await read(signedIn, entry));
}

function nameSection(name: string, problem: NameProblem | undefined, { csrf, text }: Visit): Html {
  const submit = html`<div class="inline">${button(text.shell.saveName)}</div>`;
  return html`<section class="stack"><h2>${text.profile.nameTitle}</h2>
${postForm({ action: PATH, csrf, body: [nameField(text, text.profile.nameHint, name, problem), submit] })}</section>`;
}

const courseEmailsSection = (isOn: boolean, { csrf, text: { profile } }: Visit): Html =>
  html`<section class="stack">
<div class="intro"><h2>${profile.courseEmailsTitle}</h2><p>${profile.courseEmailsLead}</p></div>
${postForm({
  action: COURSE_EMAILS,
  csrf,
  body: html`<label class="choice boxed"><input type="checkbox" name="course_emails" value="yes"${isOn && html` checked`}><span>${profile.courseEmails}</span></label>
<div class="inline">${button(profile.saveCourseEmails)}</div>`,
})}</section>`;
