import { MIN_PASSWORD_LENGTH, type PasswordProblem } from '../../../schema/people/password-policy.ts';
import { field } from './components.ts';
import type { Html } from './html.ts';
import type { Text } from './text/index.ts';

/** `unchanged`: it is the password of now. */
export type NewPasswordProblem = PasswordProblem | 'unchanged';
export type NewPassword = { problem?: NewPasswordProblem | undefined; focus?: boolean };

/**
 * The field for a new password. There is no second field for confirmation: browsers can show the password, and a
 * forgotten one can be reset.
 */
export const newPasswordField = (text: Text, { problem, focus = false }: NewPassword): Html =>
  field({
    name: 'new_password',
    label: text.password.new,
    type: 'password',
    autocomplete: 'new-password',
    minLength: MIN_PASSWORD_LENGTH,
    hint: text.password.hint,
    error: problem === undefined ? undefined : text.password.problems[problem],
    focus,
  });
