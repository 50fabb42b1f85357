/** What a member may change of their own profile. */
import { z } from 'zod';
import type { ProfileChange } from './account.ts';

// Control characters, and those that turn the direction of text: other people read this name.
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

const MAX_NAME = 100;

/** What is wrong with what a person wants to be called, as `profileChange` below sees it. */
export function nameProblem(given: string): 'required' | 'tooLong' | 'invalid' | undefined {
  const name = given.trim().normalize('NFC');
  if (name === '') return 'required';
  if (name.length > MAX_NAME) return 'tooLong';
  return UNSHOWABLE.test(name) ? 'invalid' : undefined;
}

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
  name: z
    .string()
    .transform((name) => name.trim().normalize('NFC'))
    .pipe(
      z
        .string()
        .min(1, 'must not be empty')
        .max(MAX_NAME, `must have at most ${MAX_NAME} characters`)
        .refine((name) => !UNSHOWABLE.test(name), 'holds characters that cannot be shown'),
    )
    .optional(),
  locale: languageTag.nullable().optional(),
  marketingConsent: z.boolean().optional(),
});

export type ParsedProfileChange = { change: ProfileChange; problem?: never } | { problem: string; change?: never };

export function parseProfileChange(input: unknown): ParsedProfileChange {
  const parsed = profileChange.safeParse(input);
  if (parsed.success) return { change: parsed.data as ProfileChange };
  const [issue] = parsed.error.issues;
  return { problem: `${issue?.path.join('.') || 'input'} ${issue?.message ?? 'is malformed'}` };
}
