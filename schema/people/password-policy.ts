/** Which passwords people may choose. */

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

export type PasswordProblem = 'required' | 'too_short' | 'too_long' | 'too_common' | 'too_close';

/** Is it, in small letters, among those that very many people use? */
export type IsCommon = (password: string) => boolean;

const PRODUCT = 'schoolgate';
/** What is left of a password besides the words that whoever knows the person would try first. */
const MIN_REMAINDER = 4;
const MIN_WORD = 3;

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/**
 * ASVS 6.2: length, and nothing that is tried first; no rule about kinds of characters. Taken exactly as typed.
 * @param context names of the person and of their schools, and the e-mail address
 */
export function judgePassword(
  password: string,
  context: readonly string[],
  isCommon: IsCommon,
): PasswordProblem | undefined {
  const length = [...password].length;
  if (password === '') return 'required';
  if (length < MIN_PASSWORD_LENGTH) return 'too_short';
  if (length > MAX_PASSWORD_LENGTH) return 'too_long';
  if (isPattern(password) || stemsOf(password).some(isCommon)) return 'too_common';
  return isAbout(password, context) ? 'too_close' : undefined;
}

/** One to four characters over and over. */
const isPattern = (password: string): boolean => /^(.{1,4}?)\1+.{0,3}$/su.test(password);

/** The password as lists have it, also where it was made longer in the usual ways. */
function stemsOf(password: string): string[] {
  const typed = password.toLowerCase();
  const bare = typed.replace(/^[\P{L}]+|[\P{L}]+$/gu, '');
  const twice = /^(.+)\1$/su.exec(bare)?.[1];
  return [typed, bare, ...(twice === undefined ? [] : [twice])].filter((stem) => stem !== '');
}

function isAbout(password: string, context: readonly string[]): boolean {
  const letters = lettersOf(password);
  const words = [PRODUCT, ...context.flatMap(wordsOf)]
    .map(lettersOf)
    .filter((word) => word.length >= MIN_WORD || /[^\p{ASCII}]/u.test(word))
    .toSorted((one, other) => other.length - one.length);
  const remainder = words.reduce((rest, word) => (word === '' ? rest : rest.replaceAll(word, '')), letters);
  return remainder !== letters && remainder.length < MIN_REMAINDER;
}

/** The whole, the part of an address before the @, and each word. */
const wordsOf = (text: string): string[] => [text, text.replace(/@.*$/s, ''), ...text.split(/[\s@._-]+/u)];
