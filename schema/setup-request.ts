/** The form of the first start: one school and its owner. */
import { emailKey, isEmail } from './email.ts';
import type { Parameters } from './parameters.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
const MAX_NAME_LENGTH = 100;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export interface SetupRequest {
  school_name: string;
  school_slug: string;
  owner_name: string;
  owner_email: string;
  password: string;
}

export type SetupProblem = 'required' | 'too_short' | 'too_long' | 'invalid' | 'too_common';
export type SetupProblems = Partial<Record<keyof SetupRequest, SetupProblem>>;

const nameProblem = (value: string): SetupProblem | undefined => {
  if (value === '') return 'required';
  if (value.length > MAX_NAME_LENGTH) return 'too_long';
  return /\p{Cc}/u.test(value) ? 'invalid' : undefined;
};

/** Length only, and nothing that whoever knows the school would try first; taken exactly as typed. */
function passwordProblem({ password, ...names }: SetupRequest): SetupProblem | undefined {
  const length = [...password].length;
  if (password === '') return 'required';
  if (length < MIN_PASSWORD_LENGTH) return 'too_short';
  if (length > MAX_PASSWORD_LENGTH) return 'too_long';
  const typed = password.toLowerCase();
  const guesses = [names.school_name, names.school_slug, names.owner_name, names.owner_email, 'schoolgate', 'password'];
  const isGuess = (guess: string): boolean => guess !== '' && typed.replace(/[0-9!?.]*$/, '') === guess.toLowerCase();
  return isGuess(names.owner_email) || guesses.some(isGuess) || /^(.)\1*$/u.test(typed) ? 'too_common' : undefined;
}

export function parseSetupRequest(form: Parameters): { request: SetupRequest; problems: SetupProblems } {
  const trimmed = (name: keyof SetupRequest): string => (form.get(name) ?? '').normalize('NFC').trim();
  const request: SetupRequest = {
    school_name: trimmed('school_name'),
    school_slug: trimmed('school_slug'),
    owner_name: trimmed('owner_name'),
    owner_email: trimmed('owner_email'),
    password: form.get('password') ?? '',
  };
  const { school_slug: slug, owner_email: email } = request;
  const found: Record<keyof SetupRequest, SetupProblem | undefined> = {
    school_name: nameProblem(request.school_name),
    school_slug: nameProblem(slug) ?? (SLUG.test(slug) ? undefined : 'invalid'),
    owner_name: nameProblem(request.owner_name),
    owner_email: email === '' ? 'required' : isEmail(emailKey(email)) ? undefined : 'invalid',
    password: passwordProblem(request),
  };
  const problems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
  return { request, problems };
}
