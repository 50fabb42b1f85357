/** The fields that ask for the password of now in a form with others, and for the code that it needs. */
import type { Text } from '../../words/index.ts';
import { field } from '../kit/components.ts';
import { type ConfirmationProblem, codeOrRecoveryField, confirmationText, isAboutCode } from '../kit/confirmation.ts';
import type { WrongField } from '../kit/error-summary.ts';
import type { Renderable } from '../kit/html.ts';
import { revealing } from '../kit/new-password.ts';

export interface CurrentPassword {
  currentProblem?: ConfirmationProblem | undefined;
  /** Whether the code of an authenticator app has to follow the password. */
  needsCode: boolean;
}

export const currentPasswordFields = (
  label: string,
  { currentProblem: problem, needsCode }: CurrentPassword,
  text: Text,
): readonly Renderable[] => [
  field({
    name: 'password',
    label,
    type: 'password',
    reveal: revealing(text),
    autocomplete: 'current-password',
    error: problem === undefined || isAboutCode(problem) ? undefined : confirmationText(problem, text),
  }),
  needsCode && codeOrRecoveryField(text, problem),
];

/** Which of them is wrong, if one is. */
export const wrongCurrentPassword = (
  label: string,
  { currentProblem }: Pick<CurrentPassword, 'currentProblem'>,
  { secondFactor }: Text,
): WrongField | undefined =>
  currentProblem &&
  (isAboutCode(currentProblem) ? { id: 'code', label: secondFactor.codeOrRecovery } : { id: 'password', label });
