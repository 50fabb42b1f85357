/** The form of an application: its fields, the choice of its scopes, and what is wrong in them. */
import {
  isChangingScope,
  isIdentityScope,
  isMemberScope,
  type Scope,
  scopesToGive,
} from '../../../../schema/oauth/scope.ts';
import {
  type AddressProblem,
  type ApplicationEntry,
  type ApplicationProblems,
  MAX_DESCRIPTION,
  MAX_NAME,
} from '../../../../schema/oauth/site-application.ts';
import { beginningOf } from '../../../../schema/text/readable.ts';
import type { Text } from '../../../words/index.ts';
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
import type { PageDeclaration } from '../../kit/page.ts';
import { countsScript } from '../../kit/scripts.ts';
import type { OperatorRequest } from '../operator-pages.ts';

export interface ApplicationForm {
  /** The type is chosen when the application is created, and cannot be changed. */
  isNew: boolean;
  entry: ApplicationEntry;
  problems: ApplicationProblems;
  /** True if someone else saved the application while this form was open. */
  isStale?: boolean;
  /** Of a new one: no person stands behind its calls. */
  runsAlone?: boolean;
  /** The path of the page that the form leads back to. */
  back: string;
  action: string;
  hidden: Readonly<Record<string, string>>;
}

type Faults = Text['applications']['form']['faults'];

export const isFine = (problems: ApplicationProblems): boolean => Object.keys(problems).length === 0;

/** It keeps all entered values, and shows each error beside its field. */
export const applicationForm: Omit<PageDeclaration<OperatorRequest, ApplicationForm>, 'at' | 'load'> = {
  title: ({ isNew }, { text: { applications } }) => (isNew ? applications.form.newTitle : applications.form.editTitle),
  lead: ({ isNew }, { text: { applications } }) =>
    html`<p>${isNew ? applications.form.newLead : applications.form.editLead}</p>`,
  isWrong: ({ isStale, problems }) => isStale === true || !isFine(problems),
  scripts: () => countsScript,
  body(form, { csrf, signedIn, text }) {
    const { form: words } = text.applications;
    const { action, back, hidden, isNew, isStale } = form;
    const offered = scopesToGive(signedIn.membership);
    const actions = html`<div class="inline">${button(isNew ? words.create : text.shell.save)}${linkButton(back, text.shell.cancel, 'secondary')}</div>`;
    return html`${isStale === true && notice('problem', html`<p>${words.stale}</p>`)}
${errorSummary(wrongFields(form, text), text)}
${postForm({ action, csrf, hidden, body: [fields(form, offered, text), actions] })}`;
  },
};

function wrongFields({ problems }: ApplicationForm, { applications: { form } }: Text): readonly WrongField[] {
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
}

function fields(form: ApplicationForm, offered: readonly Scope[], text: Text): readonly (Html | false)[] {
  const { entry, isNew, problems } = form;
  const { applications, shell } = text;
  const { form: words } = applications;
  const line = { type: 'text', autocomplete: 'off' } as const;
  return [
    field({
      ...line,
      name: 'name',
      label: words.name,
      maxLength: MAX_NAME,
      value: entry.name,
      hint: words.nameHint,
      error: textError(problems.name, shell),
    }),
    textArea({
      name: 'description',
      label: words.description,
      value: entry.description,
      hint: words.descriptionHint,
      maxLength: MAX_DESCRIPTION,
      optional: true,
      rows: 2,
      error: textError(problems.description, shell),
    }),
    isNew && kindChoices(form, applications),
    isNew && aloneChoice(form, applications),
    textArea({
      name: 'redirect_uris',
      label: words.redirectUris,
      value: entry.redirectUris,
      hint: words.redirectUrisHint,
      error: addressError(problems.redirectUris, words.faults, shell.required),
    }),
    textArea({
      name: 'post_logout_redirect_uris',
      label: words.postLogoutRedirectUris,
      value: entry.postLogoutRedirectUris,
      hint: words.postLogoutHint,
      optional: true,
      rows: 2,
      error: addressError(problems.postLogoutRedirectUris, words.faults, shell.required),
    }),
    scopeChoices(form, offered, text),
    field({
      ...line,
      name: 'default_scope',
      label: words.defaultScope,
      value: entry.defaultScope,
      hint: words.defaultScopeHint,
      optional: true,
      error: problems.defaultScope && words.faults.scopeNotChosen,
    }),
    !isNew && entry.kind === 'confidential' && introspectionChoice(entry, applications),
    bindingChoice(entry, applications),
  ];
}

const textError = (problem: 'required' | 'too_long' | 'invalid' | undefined, text: Text['shell']): string | undefined =>
  problem && { required: text.required, too_long: text.tooLong, invalid: text.invalid }[problem];

/** The error message with every invalid line and its reason. */
function addressError(
  problem: 'required' | 'too_many' | readonly AddressProblem[] | undefined,
  faults: Faults,
  required: string,
): string | undefined {
  if (problem === undefined) return undefined;
  if (problem === 'required') return required;
  if (problem === 'too_many') return faults.tooMany;
  return problem
    .map(({ text, fault }) =>
      faults.address({ address: displayText(beginningOf(text, 100)), why: faults.addresses[fault] }),
    )
    .join('\n');
}

const boxed = (input: Html, name: string, detail: string): Html =>
  html`<label class="choice boxed">${input}
<span><span class="name">${name}</span><br><span class="detail">${detail}</span></span></label>`;

function kindChoices({ entry, problems }: ApplicationForm, { form, kind: kinds }: Text['applications']): Html {
  const choices = (['public', 'confidential'] as const).map((kind) =>
    boxed(
      html`<input type="radio" name="kind" value="${kind}" required${entry.kind === kind && html` checked`}>`,
      kinds[kind],
      form.kinds[kind],
    ),
  );
  return html`<fieldset class="choices" id="kind"><legend>${form.kind}</legend>
${problems.kind !== undefined && html`<p class="error">${form.faults.noKind}</p>`}
${choices}</fieldset>`;
}

/** Asked once: whether a person stands behind each call of an application with a secret. */
const aloneChoice = ({ runsAlone = false }: ApplicationForm, { form }: Text['applications']): Html =>
  html`<fieldset class="choices"><legend>${form.alone}</legend>
${boxed(html`<input type="checkbox" name="runs_alone" value="yes"${runsAlone && html` checked`}>`, form.runsAlone, form.runsAloneHint)}</fieldset>`;

const introspectionChoice = ({ mayIntrospect }: ApplicationEntry, { form }: Text['applications']): Html =>
  html`<fieldset class="choices" id="may_introspect"><legend>${form.introspection}</legend>
${boxed(html`<input type="checkbox" name="may_introspect" value="yes"${mayIntrospect && html` checked`}>`, form.mayIntrospect, form.mayIntrospectHint)}</fieldset>`;

const bindingChoice = ({ demandsProof }: ApplicationEntry, { form }: Text['applications']): Html =>
  html`<fieldset class="choices"><legend>${form.binding}</legend>
${boxed(html`<input type="checkbox" name="demands_proof" value="yes"${demandsProof && html` checked`}>`, form.demandsProof, form.demandsProofHint)}</fieldset>`;

/** In the order in which they are listed. */
const SCOPE_GROUPS = ['identity', 'own', 'read', 'write'] as const;

function groupOf(scope: Scope): (typeof SCOPE_GROUPS)[number] {
  if (isIdentityScope(scope)) return 'identity';
  if (isMemberScope(scope)) return 'own';
  return isChangingScope(scope) ? 'write' : 'read';
}

/** @param offered the scopes that this operator can grant, by group */
function scopeChoices({ entry, isNew, problems }: ApplicationForm, offered: readonly Scope[], text: Text): Html {
  const { scopes, faults } = text.applications.form;
  const problem = problems.scopes;
  const chosen = new Set<string>(entry.scopes);
  const box = (scope: Scope): Html =>
    html`<label><input type="checkbox" name="scope" value="${scope}"${chosen.has(scope) && html` checked`}>${text.scopes[scope]} <code>${scope}</code></label>`;
  /** Folded unless one of its scopes is selected or has an error. A script updates the count while boxes are ticked. */
  const groups = SCOPE_GROUPS.map((group) => {
    const members = offered.filter((scope) => groupOf(scope) === group);
    const count = members.filter((scope) => chosen.has(scope)).length;
    const isOpen = count > 0 || problem !== undefined;
    return (
      members.length > 0 &&
      html`<details class="scopes"${isOpen && html` open`}><summary><h3 id="scopes-${group}">${text.consent.groups[group]}</h3>
<span class="detail">${scopes.chosen} <span class="count">${count}</span>/${members.length}</span></summary>
<div role="group" aria-labelledby="scopes-${group}">${members.map(box)}</div></details>`
    );
  });
  return html`<section class="stack" id="scopes"><h2>${scopes.title}</h2><p class="detail">${scopes.hint}</p>
${!isNew && html`<p class="detail">${scopes.change}</p>`}
${problem !== undefined && html`<p class="error">${problem === 'required' ? faults.noScope : faults.notYours}</p>`}
<div>${groups}</div></section>`;
}
