/** Validates the name that a client chose for itself. People read it, so it must be displayable. It proves nothing. */
import { z } from 'zod';
import { mixesLookAlikes } from '../text/look-alike.ts';
import { isVisible } from '../text/visible-name.ts';

const MAX_LENGTH = 100;

// Control characters, unpaired surrogates, bidirectional controls and invisible characters.
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

const PILE_OF_MARKS = /\p{M}{4,}/u;

export const clientName = z
  .string()
  .min(1)
  .max(MAX_LENGTH)
  .refine((name) => !UNSHOWABLE.test(name), 'contains characters that cannot be displayed')
  .refine((name) => isVisible(name) && !PILE_OF_MARKS.test(name), 'is blank or has too many combining marks')
  .refine((name) => !mixesLookAlikes(name), 'has a word with letters of two alphabets that look alike');
