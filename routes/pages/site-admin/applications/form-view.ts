import type { Scope } from '../../../../schema/oauth/scope.ts';
import {
  type AddressProblem,
  type ApplicationEntry,
  type ApplicationProblems,
  MAX_DESCRIPTION,
  MAX_NAME,
} from '../../../../schema/oauth/site-application.ts';
import { type Text, textFor } from '../../../words/index.ts';
import {
  button,
  errorSummary,
  field,
  linkButton,
  notice,
  postForm,
  textArea,
  type WrongField,
} from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { type Html, html } from '../../kit/html.ts';
import { type PageFrame, page } from '../../kit/layout.ts';
import { countsScript } from '../../kit/scripts.ts';
import { scopeChoices } from './scopes-view.ts';

export type ApplicationForm = {
  /** The type is chosen when the application is created, and cannot be changed. */
  isNew: boolean;
  entry: ApplicationEntry;
  problems: ApplicationProblems;
  /** Whether someone else saved the application while this form was open. */
  isStale?: boolean;
  /** The scopes that this operator can grant. */
  offered: readonly Scope[];
  action: string;
  csrf: string;
  hidden: Readonly<Record<string, string>>;
  cancelHref: string;
};

type FormText = Text['applications']['form'];

const kindChoice = (kind: 'public' | 'confidential', { entry }: ApplicationForm, text: Text['applications']): Html =>
  html`<label class="choice boxed"><input type="radio" name="kind" value="${kind}" required${entry.kind === kind && html` checked`}>
<span><span class="name">${text.kind[kind]}</span><br><span class="detail">${text.form.kinds[kind]}</span></span></label>`;

const kindChoices = (form: ApplicationForm, text: Text['applications']): Html =>
  html`<fieldset class="choices" id="kind"><legend>${text.form.kind}</legend>
${form.problems.kind !== undefined && html`<p class="error">${text.form.faults.noKind}</p>`}
${kindChoice('public', form, text)}${kindChoice('confidential', form, text)}</fieldset>`;

/** The error message with every invalid line and its reason. */
const addressError = (
  problem: 'required' | 'too_many' | readonly AddressProblem[] | undefined,
  { faults }: FormText,
  required: string,
): string | undefined => {
  if (problem === undefined) return undefined;
  if (problem === 'required') return required;
  if (problem === 'too_many') return faults.tooMany;
  return problem
    .map(({ text, fault }) =>
      faults.address({ address: displayText(text.slice(0, 100)), why: faults.addresses[fault] }),
    )
    .join('\n');
};

const textError = (problem: 'required' | 'too_long' | 'invalid' | undefined, text: Text['shell']): string | undefined =>
  problem && { required: text.required, too_long: text.tooLong, invalid: text.invalid }[problem];

const introspectionChoice = ({ mayIntrospect }: ApplicationEntry, { form }: Text['applications']): Html =>
  html`<fieldset class="choices" id="may_introspect"><legend>${form.introspection}</legend>
<label class="choice boxed"><input type="checkbox" name="may_introspect" value="yes"${mayIntrospect && html` checked`}>
<span><span class="name">${form.mayIntrospect}</span><br><span class="detail">${form.mayIntrospectHint}</span></span></label></fieldset>`;

const fields = (form: ApplicationForm, text: Text): readonly (Html | false)[] => {
  const { entry, problems } = form;
  const { form: say } = text.applications;
  return [
    field({
      name: 'name',
      label: say.name,
      type: 'text',
      autocomplete: 'off',
      maxLength: MAX_NAME,
      value: entry.name,
      hint: say.nameHint,
      error: textError(problems.name, text.shell),
    }),
    textArea({
      name: 'description',
      label: say.description,
      value: entry.description,
      hint: say.descriptionHint,
      maxLength: MAX_DESCRIPTION,
      optional: true,
      rows: 2,
      error: textError(problems.description, text.shell),
    }),
    form.isNew && kindChoices(form, text.applications),
    textArea({
      name: 'redirect_uris',
      label: say.redirectUris,
      value: entry.redirectUris,
      hint: say.redirectUrisHint,
      error: addressError(problems.redirectUris, say, text.shell.required),
    }),
    textArea({
      name: 'post_logout_redirect_uris',
      label: say.postLogoutRedirectUris,
      value: entry.postLogoutRedirectUris,
      hint: say.postLogoutHint,
      optional: true,
      rows: 2,
      error: addressError(problems.postLogoutRedirectUris, say, text.shell.required),
    }),
    scopeChoices({ isNew: form.isNew, offered: form.offered, chosen: entry.scopes, problem: problems.scopes }, text),
    field({
      name: 'default_scope',
      label: say.defaultScope,
      type: 'text',
      autocomplete: 'off',
      value: entry.defaultScope,
      hint: say.defaultScopeHint,
      optional: true,
      error: problems.defaultScope && say.faults.scopeNotChosen,
    }),
    !form.isNew && entry.kind === 'confidential' && introspectionChoice(entry, text.applications),
  ];
};

const wrongFields = ({ problems }: ApplicationForm, { applications: { form } }: Text): readonly WrongField[] => {
  const fieldOf: Readonly<Record<keyof ApplicationProblems, WrongField>> = {
    name: { id: 'name', label: form.name },
    description: { id: 'description', label: form.description },
    kind: { id: 'kind', label: form.kind },
    redirectUris: { id: 'redirect_uris', label: form.redirectUris },
    postLogoutRedirectUris: { id: 'post_logout_redirect_uris', label: form.postLogoutRedirectUris },
    scopes: { id: 'scopes', label: form.scopes.title },
    defaultScope: { id: 'default_scope', label: form.defaultScope },
    mayIntrospect: { id: 'may_introspect', label: form.introspection },
  };
  return Object.entries(fieldOf).flatMap(([name, wrong]) => (Object.hasOwn(problems, name) ? wrong : []));
};

/** The form of an application. It keeps all entered values, and shows each error beside its field. */
export const applicationFormPage = (frame: PageFrame, form: ApplicationForm): string => {
  const text = textFor(frame.language);
  const { form: say } = text.applications;
  const wrong = wrongFields(form, text);
  const title = form.isNew ? say.newTitle : say.editTitle;
  const submit = form.isNew ? say.create : text.shell.save;
  const actions = html`<div class="inline">${button(submit)}${linkButton(form.cancelHref, text.shell.cancel, 'secondary')}</div>`;
  const body = html`<div class="intro"><h1>${title}</h1><p>${form.isNew ? say.newLead : say.editLead}</p></div>
${form.isStale === true && notice('problem', html`<p>${say.stale}</p>`)}
${errorSummary(wrong, text)}
${postForm({ action: form.action, csrf: form.csrf, hidden: form.hidden, body: [fields(form, text), actions] })}`;
  return page(frame, { title, body, headExtra: countsScript, isWrong: wrong.length > 0 || form.isStale === true });
};
