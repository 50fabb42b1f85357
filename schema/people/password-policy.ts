/** The policy for new passwords. */
import { folded } from '../text/folding.ts';
import { passwordForms } from './password-forms.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

export type PasswordProblem = 'required' | 'too_short' | 'too_long' | 'too_common' | 'too_close';

/** Tells whether a lower-case password is in the list of common passwords. */
export type IsCommon = (password: string) => boolean;

const PRODUCT = 'schoolgate';
/** Minimum number of characters besides words that someone who knows the person would try first. */
const MIN_REMAINDER = 4;
const MIN_WORD = 3;

const lettersOf = (text: string): string => folded(text).replace(/[^\p{L}]/gu, '');

/**
 * Checks the length and excludes common and guessable passwords (ASVS 6.2.1, ASVS 6.2.4, ASVS 6.2.11), without rules
 * about kinds of characters. A character is a code point of the password as it is hashed.
 * @param context names of the person and their schools, and the e-mail address
 */
export function validatePassword(
  typed: string,
  context: readonly string[],
  isCommon: IsCommon,
): PasswordProblem | undefined {
  const [password] = passwordForms(typed);
  const length = [...password].length;
  if (password === '') return 'required';
  if (length < MIN_PASSWORD_LENGTH) return 'too_short';
  if (length > MAX_PASSWORD_LENGTH) return 'too_long';
  if (isPattern(password) || stemsOf(password).some(isCommon)) return 'too_common';
  return isAbout(password, context) ? 'too_close' : undefined;
}

/** Matches one to four characters repeated over the whole password. */
const isPattern = (password: string): boolean => /^(.{1,4}?)\1+.{0,3}$/su.test(password);

/** Reduces a password to the forms in password lists, removing usual ways to make it longer. */
function stemsOf(password: string): string[] {
  const typed = password.normalize('NFKC').toLowerCase();
  const bare = typed.replace(/^[\P{L}]+|[\P{L}]+$/gu, '');
  const twice = /^(.+)\1$/su.exec(bare)?.[1];
  return [typed, bare, ...(twice === undefined ? [] : [twice])].filter((stem) => stem !== '');
}

function isAbout(password: string, context: readonly string[]): boolean {
  const lettersOnly = lettersOf(password);
  const words = [PRODUCT, ...context.flatMap(wordsOf)]
    .map(lettersOf)
    .filter((word) => word.length >= MIN_WORD || /[^\p{ASCII}]/u.test(word))
    .toSorted((one, other) => other.length - one.length);
  const remainder = words.reduce((rest, word) => (word === '' ? rest : rest.replaceAll(word, '')), lettersOnly);
  return remainder !== lettersOnly && remainder.length < MIN_REMAINDER;
}

/** Splits a text into the whole text, the local part of an e-mail address, and each word. */
const wordsOf = (text: string): string[] => [text, text.replace(/@.*$/s, ''), ...text.split(/[\s@._-]+/u)];
