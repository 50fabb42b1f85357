/**
 * Text that some people write and others read: one line, such as a name or a title, and texts of several lines. Nothing
 * in a line is invisible, turns the text around it or hides what stands above and below it.
 */
import { z } from 'zod';

/**
 * What no line can have: what nobody sees or what cannot be displayed. Joiners and variation selectors are not among it,
 * because Indic scripts, Persian, Mongolian, Japanese and emoji need them, and neither is U+200B between words of scripts
 * without spaces. The flags of England, Scotland and Wales contain what is invisible elsewhere.
 */
const UNREADABLE =
  /(?<flag>\p{RGI_Emoji_Tag_Sequence})|(?<![\p{sc=Khmer}\p{sc=Thai}\p{sc=Lao}\p{sc=Myanmar}])\u200B|\u200B(?![\p{sc=Khmer}\p{sc=Thai}\p{sc=Lao}\p{sc=Myanmar}])|[[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\u200B-\u200D\u180B-\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]]/gv;
/** No script has more marks on a letter. */
const PILE_OF_MARKS = /(\p{M}{8})\p{M}+/gu;

/** Explicit embeddings, overrides and isolates (UAX 9): in a text of several lines, they are dropped. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');
/** What a text of several lines cannot have: control characters, and halves of characters. */
const UNREADABLE_IN_TEXT = /[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]--[\t\n\r]]/v;

/** Returns whether anything of a name remains without filler characters: otherwise, no link could be made of it. */
export const isVisible = (name: string): boolean =>
  /(?![\p{C}\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(name);

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns why a line, composed and not blank, cannot be read; `undefined` if it can. */
function lineProblem(line: string): string | undefined {
  const found = [...line.matchAll(UNREADABLE)].find(({ groups }) => groups?.flag === undefined);
  if (found !== undefined) return unreadable(found[0]);
  return line.search(PILE_OF_MARKS) === -1 ? undefined : 'has more than 8 marks on a letter';
}

function textProblem(text: string): string | undefined {
  const [found] = UNREADABLE_IN_TEXT.exec(text) ?? [];
  return found && unreadable(found);
}

const unreadable = (found: string): string => `contains characters that cannot be displayed (${codePoint(found)})`;

/** A check whose message names the problem. */
const unless = (problemOf: (text: string) => string | undefined) =>
  [
    (text: string) => problemOf(text) === undefined,
    { error: ({ input }: { input?: unknown }) => problemOf(String(input)) },
  ] as const;

/**
 * A text that is trimmed and composed (NFC). Zod checks do this, so that the schema still contains the maximum length.
 */
const textOfLength = (text: z.ZodString, max: number, min: number) =>
  text
    .trim()
    .normalize('NFC')
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`);

/** One line of text, such as a name or a title. */
export const readableLine = (max: number, min = 0) =>
  textOfLength(z.string(), max, min)
    .refine((text) => text === '' || isVisible(text), { error: 'is blank', abort: true })
    .refine(...unless(lineProblem));

/** Text with line breaks, such as Markdown. It must be escaped where it is displayed. */
export const readableText = (max: number) =>
  textOfLength(z.string().overwrite(withoutDirections), max, 0).refine(...unless(textProblem));

export type LineProblem = 'required' | 'tooLong' | 'invalid';

/** Returns why a line is not as `schema` demands it, or `undefined` if it is. */
export function problemOfLine(schema: z.ZodType, line: string): LineProblem | undefined {
  const { error } = schema.safeParse(line);
  if (error === undefined) return undefined;
  const codes = error.issues.map(({ code }) => code);
  return codes.includes('too_small') ? 'required' : codes.includes('too_big') ? 'tooLong' : 'invalid';
}

/** Returns a line as it can be shown, whenever it was stored: what could not be read is a space, except soft hyphens. */
export const shownLine = (line: string): string =>
  line
    .replaceAll('\u00AD', '')
    .replace(UNREADABLE, (_all, flag?: string) => flag ?? ' ')
    .replace(PILE_OF_MARKS, '$1')
    .replace(/\s+/gu, ' ')
    .trim();

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** More than any character has that is one for its reader, such as the emoji of a family. */
const LONGEST_CHARACTER = 64;

/** Returns the beginning of a text, of at most `max` UTF-16 code units. No character, as its readers know it, is cut in two. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = CHARACTERS.segment(text.slice(0, max + LONGEST_CHARACTER)).containing(max)?.index ?? max;
  return text.slice(0, end === 0 ? max : end).toWellFormed();
}

/** Returns a text of at most `max` UTF-16 code units, and a sign if something was left out. */
export const shortened = (text: string, max: number, sign = '…'): string =>
  text.length > max ? `${beginningOf(text, max)}${sign}` : text;
