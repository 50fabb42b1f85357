/** A school that the platform creates for an owner, as a command or a file describes it. */
import { z } from 'zod';
import { emailValue } from '../text/email.ts';
import { MAX_SLUG, SLUG } from '../text/slug.ts';
import { faultOf } from './problem.ts';
import { school } from './resources/school.ts';
import { schoolName } from './setup-request.ts';

const { locale, timezone, currency } = school.change.shape;

const newSchool = z.strictObject({
  name: schoolName,
  /** Without one, the school gets one from its name. */
  slug: z
    .string()
    .max(MAX_SLUG)
    .regex(SLUG, 'must consist of small letters, digits and hyphens, such as north-school')
    .optional(),
  owner: emailValue,
  locale,
  timezone,
  currency,
});

export const NEW_SCHOOL_COLUMNS: readonly string[] = Object.keys(newSchool.shape);

export type NewSchool = z.output<typeof newSchool>;

/** The fields of the form. */
export const NEW_SCHOOL_FIELDS = ['name', 'slug', 'owner'] as const;
export type NewSchoolField = (typeof NEW_SCHOOL_FIELDS)[number];

/** How long a school is kept after it was decided to delete it, unless a command says otherwise. */
export const DELETED_AFTER_DAYS = 30;

/** The folder in `DATA_DIR` that pages export schools to. */
export const SCHOOL_EXPORTS = 'school-exports';

/** @returns the fields that are wrong */
export function wrongFieldsOf(values: Readonly<Partial<Record<NewSchoolField, string>>>): NewSchoolField[] {
  const wrong = new Set((newSchool.safeParse(values).error?.issues ?? []).map(({ path }) => path[0]));
  return NEW_SCHOOL_FIELDS.filter((name) => wrong.has(name));
}

/**
 * @param nameOf what a field is called where it was given
 * @returns the school, or what is wrong, in one line
 */
export function parseNewSchool(value: unknown, nameOf = (field: string): string => field): NewSchool | string {
  const { data, error } = newSchool.safeParse(value);
  // The last fault of a field says the most: its form, after its length.
  const faults = new Map((error?.issues ?? []).map(faultOf).map(({ path, message }) => [path, message]));
  return data ?? [...faults].map(([path, message]) => `${nameOf(path)} ${message}`.trim()).join('; ');
}
