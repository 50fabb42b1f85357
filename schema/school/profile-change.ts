/** The fields of their own profile that a member can change. */
import { z } from 'zod';
import { personName } from '../text/person-name.ts';
import type { ProfileChange } from './account.ts';

const languageTag = z
  .string()
  .max(35)
  .transform((tag, context) => {
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a BCP 47 tag such as en or pt-BR' });
      return z.NEVER;
    }
  });

const profileChange = z.strictObject({
  name: personName.optional(),
  locale: languageTag.nullable().optional(),
  marketingConsent: z.boolean().optional(),
});

export type ParsedProfileChange = { change: ProfileChange; problem?: never } | { problem: string; change?: never };

export function parseProfileChange(input: unknown): ParsedProfileChange {
  const parsed = profileChange.safeParse(input);
  // What was not sent is not there, rather than undefined as zod's type has it.
  if (parsed.success) return { change: parsed.data as ProfileChange };
  const [issue] = parsed.error.issues;
  return { problem: `${issue?.path.join('.') || 'input'} ${issue?.message ?? 'is malformed'}` };
}
