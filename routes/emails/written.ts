/** What the texts of e-mails are made of: how names and times are written. */

import type { Language } from '../../schema/text/language.ts';
import { beginningOf } from '../../schema/text/readable.ts';
import { withZone } from '../pages/kit/components.ts';
import { displayText } from '../pages/kit/display-text.ts';

export type EmailText = { subject: string; before: string; after?: string; greeting?: string };

const MAX_NAME = 100;

/** Returns a name on one line, shortened to the maximum length of names. */
export const named = (name: string): string => displayText(beginningOf(name, MAX_NAME));

export const written = (at: number, language: Language, timeZone: string): string =>
  withZone(new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone }), at);

/** The date of a calendar day in words. */
export const writtenDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day));
