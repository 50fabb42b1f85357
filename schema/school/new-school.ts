/** A school that the platform creates for an owner, as a command or a file describes it. */
import { z } from 'zod';
import { emailKey, isEmail, MAX_EMAIL_LENGTH } from '../people/email.ts';
import { nameProblem, SLUG } from '../people/setup-request.ts';
import { school } from './resources/school.ts';

const { locale, timezone, currency } = school.change.shape;

const newSchool = z.strictObject({
  name: z
    .string()
    .transform((name) => name.normalize('NFC').trim())
    .refine((name) => nameProblem(name) === undefined, 'must be a name of 1 to 100 characters'),
  slug: z.string().max(100).regex(SLUG, 'must consist of small letters, digits and hyphens, such as north-school'),
  owner: z
    .string()
    .max(MAX_EMAIL_LENGTH)
    .refine((email) => isEmail(emailKey(email)), 'must be an e-mail address'),
  locale,
  timezone,
  currency,
});

export type NewSchool = z.output<typeof newSchool>;

/** @returns the school, or what is wrong, in one line */
export function parseNewSchool(given: unknown): NewSchool | string {
  const { data, error } = newSchool.safeParse(given);
  return (
    data ?? (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message].join(' ').trim()).join('; ')
  );
}
