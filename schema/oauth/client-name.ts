/** Validates the name that a client chose for itself. People read it, so it must be displayable. It proves nothing. */
import { mixesLookAlikes } from '../text/look-alike.ts';
import { readableLine } from '../text/readable.ts';

const MAX_LENGTH = 100;

/** Joiners, which could divide a word that imitates another, and characters that are not assigned. */
const INVISIBLE = /[\p{Cf}\p{Cn}]/u;

const PILE_OF_MARKS = /\p{M}{4,}/u;

export const clientName = readableLine(MAX_LENGTH, 1)
  .refine((name) => !INVISIBLE.test(name), 'contains characters that cannot be displayed')
  .refine((name) => !PILE_OF_MARKS.test(name), 'is blank or has too many combining marks')
  .refine((name) => !mixesLookAlikes(name), 'has a word with letters of two alphabets that look alike');
