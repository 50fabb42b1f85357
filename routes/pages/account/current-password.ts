/** The fields that ask for the password of now in a form with others, and for the code that it needs. */
import type { Text } from '../../words/index.ts';
import { field } from '../kit/components.ts';
import { type ConfirmationProblem, codeOrRecoveryField, confirmationText, isAboutCode } from '../kit/confirmation.ts';
import { revealing } from '../kit/new-password.ts';

export interface CurrentPassword {
  currentProblem?: ConfirmationProblem | undefined;
  /** Whether the code of an authenticator app has to follow the password. */
  needsCode: boolean;
}

/** @returns the fields, and which of them is wrong, if one is */
export function currentPassword(label: string, { currentProblem: problem, needsCode }: CurrentPassword, text: Text) {
  const isCodeWrong = isAboutCode(problem);
  const error = problem === undefined || isCodeWrong ? undefined : confirmationText(problem, text);
  const password = { name: 'password', label, type: 'password', autocomplete: 'current-password' } as const;
  return {
    fields: [field({ ...password, reveal: revealing(text), error }), needsCode && codeOrRecoveryField(text, problem)],
    wrong:
      problem && (isCodeWrong ? { id: 'code', label: text.secondFactor.codeOrRecovery } : { id: 'password', label }),
  };
}
