/** The name a client gives itself: people read it, so it must be showable. It proves nothing. */
import { z } from 'zod';

const MAX_LENGTH = 100;

// Control characters, halves of one, and those that turn the direction of text or cannot be seen.
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

/** Something is left when fillers are taken away, and marks do not pile up. */
const isVisible = (name: string): boolean =>
  /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')) &&
  !/\p{M}{4,}/u.test(name);

export const clientName = z
  .string()
  .min(1)
  .max(MAX_LENGTH)
  .refine((name) => !UNSHOWABLE.test(name), 'contains characters that cannot be displayed')
  .refine(isVisible, 'is blank or has too many combining marks');
