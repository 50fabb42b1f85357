/** A person whom the platform takes over from another program, as a row of a file describes them. */
import { z } from 'zod';
import { isImportable } from '../people/imported-password.ts';
import { ROLES } from '../people/role.ts';
import { faultOf } from '../school/problem.ts';
import { emailValue } from '../text/email.ts';
import { personName } from '../text/person-name.ts';
import { isSlug } from '../text/slug.ts';

const importedPerson = z
  .strictObject({
    email: emailValue,
    name: personName,
    /** BCP 47. */
    locale: z
      .string()
      .max(35)
      .refine((tag) => {
        try {
          return Intl.getCanonicalLocales(tag).length === 1;
        } catch {
          return false;
        }
      }, 'must be a language tag such as en or pt-BR')
      .optional(),
    /** The slug of the school that the person becomes a member of. */
    school: z.string().refine(isSlug, 'must be the slug of a school').optional(),
    role: z.enum(ROLES, `must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ROLES)}`).optional(),
    password_hash: z
      .string()
      .refine(isImportable, 'is of an unknown kind, costs too little to be safe, or would take too long to verify')
      .optional(),
  })
  .refine(({ school, role, locale }) => school !== undefined || (role ?? locale) === undefined, {
    message: 'is missing, and role and locale are those at a school',
    path: ['school'],
  });

export const IMPORTED_COLUMNS: readonly string[] = Object.keys(importedPerson.shape);

export type ImportedPerson = z.output<typeof importedPerson>;

/** Returns the fault of a row. An unknown column is not named: without a head line, its name is a value. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `a column is unknown; the columns are ${IMPORTED_COLUMNS.join(', ')}`;
  }
  const { path, message } = faultOf(issue);
  return `${path} ${message}`.trim();
}

/** @returns the person, or what is wrong, in one line that never contains a hash */
export function parseImportedPerson(value: unknown): ImportedPerson | string {
  const { data, error } = importedPerson.safeParse(value);
  return data ?? (error?.issues ?? []).map(sentenceOf).join('; ');
}
