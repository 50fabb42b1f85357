/** What a person is called: other people read it. */
import { z } from 'zod';

const MAX_LENGTH = 100;

// Without control characters, and those that turn the direction of text or cannot be seen; but for the joiners U+200C and
// U+200D, which names in Persian and Indic scripts are written with.
const SHOWABLE = /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u200C\u200D])*$/u;

export const personName = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, 'must not be empty')
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .regex(SHOWABLE, 'holds characters that cannot be shown');

/** What is wrong with what a person wants to be called, as the schema above sees it. */
export function nameProblem(given: string): 'required' | 'tooLong' | 'invalid' | undefined {
  const { error } = personName.safeParse(given);
  if (error === undefined) return undefined;
  const codes = error.issues.map(({ code }) => code);
  return codes.includes('too_small') ? 'required' : codes.includes('too_big') ? 'tooLong' : 'invalid';
}
