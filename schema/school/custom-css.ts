/**
 * Validates the CSS that a school adds to its own pages. Invalid CSS is rejected, not repaired. It must not load
 * external resources, close its style element, or be written in a way that hides its content from these checks.
 *
 * The tokens are judged, not a syntax tree: every parser of CSS makes the same tokens, but not the same of what it does
 * not know.
 */
/// <reference path="./css-tree.d.ts" />
import { tokenize, tokenTypes } from 'css-tree/tokenizer';

export const MAX_CSS = 50_000;

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const AT_RULES = namesIn(`
  container counter-style font-face font-feature-values keyframes -webkit-keyframes layer media page property scope
  starting-style supports`);

/**
 * Functions of values, selectors and conditions, without the prefix of a browser. Missing are those that take URLs as
 * strings or from an attribute (`image-set`, `image`, `src`, `filter`, `type`), and those that ended with their browsers.
 */
const FUNCTIONS = namesIn(`
  abs acos add alpha anchor anchor-size annotation asin atan atan2 attr blur brightness calc calc-size character-variant
  circle clamp color color-mix color-stop conic-gradient contrast contrast-color cos counter counters cross-fade
  cubic-bezier device-cmyk drop-shadow dynamic-range-limit-mix ellipse env exp fit-content format from gradient grayscale
  hsl hsla hue-rotate hwb hypot if inset invert lab layer lch leader light-dark linear linear-gradient local log matrix
  matrix3d max min minmax mod oklab oklch opacity ornaments paint palette-mix path perspective polygon pow progress
  radial-gradient random ray rect rem repeat repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient
  reversed rgb rgba rotate rotate3d rotatex rotatey rotatez round saturate scale scale3d scalex scaley scalez scroll
  sepia shape sibling-count sibling-index sign sin skew skewx skewy snapinterval snaplist sqrt steps style styleset
  stylistic superellipse swash symbols tan target-counter target-counters target-text tech to translate translate3d
  translatex translatey translatez var view xywh
  active-view-transition-type any cue cue-region dir has heading highlight host host-context is lang matches not nth-child
  nth-col nth-last-child nth-last-col nth-last-of-type nth-of-type part picker slotted state view-transition-group
  view-transition-image-pair view-transition-new view-transition-old where
  font-format font-tech scroll-state selector supports`);
const PREFIX = /^-(?:webkit|moz|ms|o)-/;

/** Older browsers called these although a blank or a comment follows the name. */
const SPACED = /^(?:-(?:webkit|moz)-)?(?:image-set|image|src|url|element|expression|url-prefix|domain|regexp)$/;
/** Properties that run something in older browsers, and schemes. */
const BEFORE_COLON = /^(?:behavior|-ms-behavior|-moz-binding)$|(?:javascript|vbscript|livescript)$/;
/** A path on the school's site, or a fragment. */
const TARGET = /^\s*(["']?)(?:\/(?!\/)|#)[\w.~!$&+,;=:@%/?#-]*\1\s*$/;

const OTHER_URL = 'url() except with a path or #fragment';
const UNCLOSED = 'has an unclosed comment, string or bracket';

/** A stylesheet has room for thousands of wrong names, or a long one. So many are named, and so much of each. */
const MAX_NAMED = { names: 5, length: 40 };

/** Returns the faults of a stylesheet as phrases that follow "customCss"; empty if there are none. */
export function faultsOfCss(css: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(css)) return ['contains control characters'];
  // Databases replace unpaired surrogates.
  if (!css.isWellFormed()) return ['contains characters that cannot be displayed'];
  // The end tag of the style element ends it even within strings and comments.
  if (/<[/!?a-z]/i.test(css)) return ['must not contain anything that looks like HTML'];
  const tokens = tokensOf(css);
  const malformed = malformation(tokens);
  if (malformed !== undefined) return [malformed];
  const names = new Set(
    tokens.flatMap((token, index) => forbiddenName(token, tokens[index - 1], tokens.slice(index + 1, index + 3)) ?? []),
  );
  return [...names].slice(0, MAX_NAMED.names).map((name) => `must not use ${name.slice(0, MAX_NAMED.length)}`);
}

interface Token {
  type: number;
  text: string;
}

/** Returns the tokens without blanks and comments. */
function tokensOf(css: string): Token[] {
  const tokens: Token[] = [];
  // The end of the text would close a string, and a line break does not.
  const text = `${css}\n`;
  tokenize(text, (type, start, end) => tokens.push({ type, text: text.slice(start, end) }));
  return tokens.filter(
    ({ type, text }) => type !== tokenTypes.WhiteSpace && !(type === tokenTypes.Comment && text.endsWith('*/')),
  );
}

/** By the type of a token: how its text looks if it has no end. */
const ENDLESS: Readonly<Record<number, RegExp>> = {
  [tokenTypes.Comment]: /^/,
  [tokenTypes.BadString]: /^/,
  [tokenTypes.String]: /[\n\r\f]/,
  [tokenTypes.Url]: /[^)]$/,
};
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

function malformation(tokens: readonly Token[]): string | undefined {
  const open: (string | undefined)[] = [];
  for (const { type, text } of tokens) {
    if (ENDLESS[type]?.test(text)) return UNCLOSED;
    if (type === tokenTypes.String) continue;
    if (text.includes('\\')) return 'must not use backslashes outside strings';
    if (/[{([]$/.test(text)) open.push(CLOSING[text.slice(-1)]);
    else if (/^[)\]}]$/.test(text) && open.pop() !== text) return 'has mismatched brackets';
  }
  return open.length > 0 ? UNCLOSED : undefined;
}

/** Returns what must not be used, if a token is the name of that or, of `url()`, its beginning. */
function forbiddenName(token: Token, before: Token | undefined, after: readonly Token[]): string | undefined {
  const text = token.text.toLowerCase();
  const ident = before?.type === tokenTypes.Ident ? before.text.toLowerCase() : '';
  switch (token.type) {
    case tokenTypes.Delim:
      return text === '@' ? text : undefined;
    case tokenTypes.AtKeyword:
      return AT_RULES.has(text.slice(1)) ? undefined : text;
    case tokenTypes.Url:
      return TARGET.test(text.slice('url('.length, -1)) ? undefined : OTHER_URL;
    case tokenTypes.BadUrl:
      return OTHER_URL;
    case tokenTypes.Function:
      return forbiddenFunction(text.slice(0, -1), after);
    case tokenTypes.LeftParenthesis:
      return SPACED.test(ident) ? ident : undefined;
    case tokenTypes.Colon:
      return BEFORE_COLON.test(ident) ? ident : undefined;
    default:
      return undefined;
  }
}

function forbiddenFunction(name: string, [target, end]: readonly Token[]): string | undefined {
  if (name === 'url') return end?.text === ')' && TARGET.test(target?.text ?? '') ? undefined : OTHER_URL;
  // Those that a stylesheet defines begin like its variables.
  return name.startsWith('--') || FUNCTIONS.has(name.replace(PREFIX, '')) ? undefined : name;
}
