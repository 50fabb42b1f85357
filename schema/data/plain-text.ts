/** Text and single values as files, editors, shells and container tools write them. */

/** The last pair of each is what a program makes of straight ones. */
const QUOTES: ReadonlySet<string> = new Set(['""', "''", '``', '“”', '„“', '„”', '‘’', '‚‘', '«»', '»«']);
/** White space, byte order marks, and characters of no width that are copied with a text. */
const MARGIN = /[\s\uFEFF\u200B-\u200F\u2060]/;

/** Returns text in UTF-8, or in UTF-16 as Windows programs write it; `undefined` for anything else. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    // The decoder leaves out a byte order mark.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Without a byte order mark, a zero beside the first character, which no text in UTF-8 has, is half of it. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

/** Without what has no width or ink on both sides, in linear time. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && MARGIN.test(text.charAt(start))) start += 1;
  while (end > start && MARGIN.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Returns the value without what surrounds it: white space, a byte order mark and quotation marks. */
export function bareValue(text: string): string {
  const value = trimmed(text);
  const inner = value.slice(1, -1);
  const [open = '', close = ''] = [value.slice(0, 1), value.slice(-1)];
  if (value.length < 2 || !QUOTES.has(open + close)) return value;
  // As a shell reads it, with other quotation marks inside.
  const unescaped = inner.replaceAll(/\\./gs, '');
  const isEscaped = open === '"' && inner.includes('\\"') && !/["\\]/.test(unescaped);
  if (isEscaped) return bareValue(inner.replaceAll(/\\(["\\])/g, '$1'));
  // A quotation mark between them belongs to the value, as in "Ruth" and "Ida".
  return inner.includes(open) || inner.includes(close) ? value : bareValue(inner);
}

/** Without ends of lines that were written as two characters. */
function withoutEscapedEnds(text: string): string {
  let end = text.length;
  while (text.startsWith('\\n', end - 2) || text.startsWith('\\r', end - 2)) end -= 2;
  return text.slice(0, end);
}

/** Returns the value of a file that contains it alone, or as the line of an env file for this setting. */
export function valueInFile(bytes: Uint8Array, setting: string): string | undefined {
  const decoded = decodeText(bytes);
  const text = decoded && withoutEscapedEnds(trimmed(decoded));
  const [, name, value] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(\S.*)$/s.exec(text ?? '') ?? [];
  return text && bareValue(name === setting && value !== undefined ? value : text);
}

/** A base64 text on several lines is one value. */
export const joinLines = (base64: string): string => withoutEscapedEnds(base64).replaceAll(/[\r\n]/g, '');

const ODDITIES: readonly (readonly [RegExp, string])[] = [
  [/^-{5}[A-Z ]+-{5}/, 'it is PEM'],
  [/\s#/, 'a comment follows it on the same line'],
  [/^[A-Za-z_]\w*\s*=\s*[^\s=]/, 'it begins with the name of a setting and ='],
  [/[\r\n]/, 'it has more than one line'],
  [/\\[rn]/, 'it has \\n instead of an end of the line'],
  [/\$[{(]|\{\{/, 'it has a placeholder that nothing has replaced'],
  [/^\[.*\]$|^\{.*\}$/, 'it is JSON'],
  [/^(?:true|false|yes|no)$/i, 'YAML turns on and off without quotation marks into true and false'],
  [/^["'`“„‘‚«»]|["'`”“’«»]$/, 'a quotation mark begins or ends it'],
];

/** Returns why a value that was refused has another form than it should, if that can be seen. It never repeats the value. */
function oddityOf(value: string): string | undefined {
  const known = ODDITIES.find(([form]) => form.test(value))?.[1];
  const [strange] = /[^\x20-\x7E]/u.exec(value) ?? [];
  if (known !== undefined || strange === undefined) return known;
  const code = strange.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `it has the character U+${code}`;
}

/** The sentence of a refusal, with the cause if it can be seen. */
export function withOddity(sentence: string, value: string): string {
  const oddity = oddityOf(value);
  return oddity === undefined || sentence.endsWith(' must be one line') ? sentence : `${sentence}; ${oddity}`;
}
