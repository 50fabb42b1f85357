/** Validates the names of people, which other people read. */
import { z } from 'zod';
import { isVisible } from './visible-name.ts';

const MAX_LENGTH = 100;

// Excludes control characters, bidirectional controls and invisible characters, except the joiners U+200C and U+200D,
// which Persian and Indic scripts need.
const SHOWABLE = /^(?:[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[\u200C\u200D])*$/u;

export const personName = z
  .string()
  .trim()
  .normalize('NFC')
  .min(1, 'must not be empty')
  .max(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`)
  .regex(SHOWABLE, 'holds characters that cannot be shown')
  .refine(isVisible, 'is blank');

/** Returns why the schema above rejects a name, or `undefined` if the name is valid. */
export function nameProblem(name: string): 'required' | 'tooLong' | 'invalid' | undefined {
  const { error } = personName.safeParse(name);
  if (error === undefined) return undefined;
  const codes = error.issues.map(({ code }) => code);
  return codes.includes('too_small') ? 'required' : codes.includes('too_big') ? 'tooLong' : 'invalid';
}
