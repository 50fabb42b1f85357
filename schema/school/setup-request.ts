/** Parses the form of the first start, which creates one school and its owner. */
import type { z } from 'zod';
import type { Parameters } from '../data/parameters.ts';
import type { PasswordProblem } from '../people/password-policy.ts';
import { emailKey, isEmail, keptEmail } from '../text/email.ts';
import { problemOfLine, readableLine } from '../text/readable.ts';
import { isSlug, slugOf } from '../text/slug.ts';
import { school } from './resources/school.ts';

export interface SetupRequest {
  school_name: string;
  school_slug: string;
  /** A BCP 47 tag, an IANA time zone and an ISO 4217 code; empty for the default. */
  school_locale: string;
  school_timezone: string;
  school_currency: string;
  owner_name: string;
  owner_email: string;
  password: string;
}

export type SetupProblem = Exclude<PasswordProblem, 'too_close'> | 'invalid';
export type SetupProblems = Partial<Record<keyof SetupRequest, SetupProblem>>;

export const schoolName = readableLine(100, 1);

function nameProblem(value: string): SetupProblem | undefined {
  const problem = problemOfLine(schoolName, value);
  return problem === 'tooLong' ? 'too_long' : problem;
}

const { locale, timezone, currency } = school.change.shape;

/** Returns a value in its usual spelling, and what is wrong with it. */
function optional(value: string, field: z.ZodType<string | undefined>) {
  const { data, success } = field.safeParse(value);
  const problem: SetupProblem | undefined = value === '' || success ? undefined : 'invalid';
  return { value: data ?? value, problem };
}

/**
 * Parses the form and returns the request with the problem of each field.
 * @param validate returns the problem of a password; `context` contains words that it must not be based on
 */
export function parseSetupRequest(
  form: Parameters,
  validate: (password: string, context: readonly string[]) => PasswordProblem | undefined,
): { request: SetupRequest; problems: SetupProblems } {
  const trimmed = (name: keyof SetupRequest): string => (form.get(name) ?? '').normalize('NFC').trim();
  const language = optional(trimmed('school_locale'), locale);
  const zone = optional(trimmed('school_timezone'), timezone);
  const money = optional(trimmed('school_currency').toUpperCase(), currency);
  const schoolName = trimmed('school_name');
  const request: SetupRequest = {
    school_name: schoolName,
    school_slug: trimmed('school_slug') || (schoolName === '' ? '' : slugOf(schoolName, 'school')),
    school_locale: language.value,
    school_timezone: zone.value,
    school_currency: money.value,
    owner_name: trimmed('owner_name'),
    owner_email: keptEmail(trimmed('owner_email')),
    password: form.get('password') ?? '',
  };
  const { school_slug: slug, owner_email: email } = request;
  const problem = validate(request.password, [request.school_name, slug, request.owner_name, email]);
  const found: Record<keyof SetupRequest, SetupProblem | undefined> = {
    school_name: nameProblem(request.school_name),
    school_slug: slug === '' || isSlug(slug) ? undefined : (nameProblem(slug) ?? 'invalid'),
    school_locale: language.problem,
    school_timezone: zone.problem,
    school_currency: money.problem,
    owner_name: nameProblem(request.owner_name),
    owner_email: email === '' ? 'required' : isEmail(emailKey(email)) ? undefined : 'invalid',
    password: problem === 'too_close' ? 'too_common' : problem,
  };
  const problems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined));
  return { request, problems };
}
