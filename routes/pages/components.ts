import { type Html, html, type Renderable } from './html.ts';
import { initialOf, shown } from './outside-text.ts';
import type { AccountView } from './views.ts';

export const hiddenInput = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

type PostForm = {
  action: string;
  csrf?: string | undefined;
  hidden?: Readonly<Record<string, string>> | undefined;
  body: Renderable;
};

export const postForm = ({
  action,
  csrf,
  hidden = {},
  body,
}: PostForm): Html => html`<form method="post" action="${action}">
${csrf !== undefined && hiddenInput('csrf', csrf)}${Object.entries(hidden).map(([name, value]) => hiddenInput(name, value))}
${body}
</form>`;

type Field = {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** An error shown elsewhere on the page that concerns this field. */
  errorId?: string | undefined;
  minLength?: number;
  /** None for a password: one that is cut short in silence is another password. */
  maxLength?: number;
  pattern?: string;
  focus?: boolean;
};

export const field = (is: Field): Html => {
  const describedBy = [is.hint && `${is.name}-hint`, is.error && `${is.name}-error`, is.errorId]
    .filter(Boolean)
    .join(' ');
  const invalid = is.error !== undefined || is.errorId !== undefined;
  return html`<div class="field">
<label for="${is.name}">${is.label}</label>
${is.hint !== undefined && html`<p class="hint" id="${is.name}-hint">${is.hint}</p>`}
${is.error !== undefined && html`<p class="error" id="${is.name}-error">${is.error}</p>`}
<input id="${is.name}" name="${is.name}" type="${is.type}" autocomplete="${is.autocomplete}" required${[
    is.value !== undefined && html` value="${is.value}"`,
    is.maxLength !== undefined && html` maxlength="${is.maxLength}"`,
    is.minLength !== undefined && html` minlength="${is.minLength}"`,
    is.pattern !== undefined && html` pattern="${is.pattern}"`,
    is.type !== 'text' && html` autocapitalize="none" spellcheck="false"`,
    describedBy !== '' && html` aria-describedby="${describedBy}"`,
    invalid && html` aria-invalid="true"`,
    is.focus === true && html` autofocus`,
  ]}>
</div>`;
};

/** `problem` is announced when the page opens; `warning` and `info` belong to the reading order. */
export const notice = (kind: 'problem' | 'warning' | 'info', body: Renderable, id?: string): Html =>
  html`<div class="notice ${kind}"${id !== undefined && html` id="${id}"`}${kind === 'problem' && html` role="alert"`}>${body}</div>`;

export const button = (label: string, look: 'primary' | 'secondary' | 'plain' = 'primary'): Html =>
  html`<button type="submit" class="${look}">${label}</button>`;

export const linkButton = (href: string, label: string): Html => html`<a class="primary" href="${href}">${label}</a>`;

/** Initial, name and address of a person; `more` is a further line. */
export const accountCard = (account: AccountView, more?: string): Html => {
  const name = shown(account.name);
  return html`<div class="person"><span class="tile round" aria-hidden="true">${initialOf(name)}</span><div>
<p class="name">${name}</p>
<p class="detail">${shown(account.email)}</p>
${more !== undefined && html`<p class="detail">${more}</p>`}
</div></div>`;
};
