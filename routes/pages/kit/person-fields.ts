/** The fields for a person's name and a new password. */
import { MIN_PASSWORD_LENGTH, type PasswordProblem } from '../../../schema/people/password-policy.ts';
import type { Text } from '../../words/index.ts';
import { field } from './components.ts';
import { type Html, html } from './html.ts';

export type NameProblem = 'required' | 'tooLong' | 'invalid';

export const nameField = (text: Text, hint: string, value: string, problem: NameProblem | undefined): Html =>
  field({
    name: 'name',
    label: text.profile.name,
    type: 'text',
    autocomplete: 'name',
    maxLength: 100,
    hint,
    value,
    error: problem && (problem === 'invalid' ? text.profile.nameInvalid : text.shell[problem]),
  });

/** `unchanged`: it is the password of now. */
export type NewPasswordProblem = PasswordProblem | 'unchanged';
export type NewPassword = { problem?: NewPasswordProblem | undefined; focus?: boolean };

/**
 * Tells a password manager whose password a form is about, where the person does not enter the address. It comes before
 * the first password, has no name, so that it is not sent, and is a text, because managers pass over `type="hidden"`.
 */
export const accountField = (email: string): Html =>
  html`<input type="text" autocomplete="username" value="${email}" readonly hidden>`;

/** The labels of the button that makes a password readable. */
export const revealing = ({ labels }: Text): { show: string; hide: string } => ({
  show: labels.showPassword,
  hide: labels.hidePassword,
});

/**
 * The field for a new password. There is no second field for confirmation: the password can be shown, and a
 * forgotten one can be reset.
 */
export const newPasswordField = (text: Text, { problem, focus = false }: NewPassword): Html =>
  field({
    name: 'new_password',
    label: text.password.new,
    type: 'password',
    reveal: revealing(text),
    autocomplete: 'new-password',
    minLength: MIN_PASSWORD_LENGTH,
    hint: text.password.hint,
    error: problem === undefined ? undefined : text.password.problems[problem],
    focus,
  });
