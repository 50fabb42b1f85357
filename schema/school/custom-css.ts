/**
 * Validates the CSS that a school adds to its own pages. Invalid CSS is rejected, not repaired. It must not load
 * external resources, close its style element, or be written in a way that hides its content from these checks.
 */

export const MAX_CSS = 50_000;

const AT_RULES: ReadonlySet<string> = new Set([
  'container',
  'counter-style',
  'font-face',
  'font-feature-values',
  'keyframes',
  '-webkit-keyframes',
  'layer',
  'media',
  'page',
  'property',
  'scope',
  'starting-style',
  'supports',
]);

// CSS Images 4, CSS Values 5: these functions take URLs as strings, or execute something. url() is checked separately.
const FUNCTIONS =
  /(?:^|[^\w-])(-(?:webkit|moz)-image-set|image-set|image|src|-moz-element|element|expression|url-prefix|domain|regexp)\s*\(/i;
const PROPERTIES = /(?:^|[^\w-])(behavior|-ms-behavior|-moz-binding)\s*:/i;
const SCHEMES = /(javascript|vbscript|livescript)\s*:/i;
/** A path on the school's site, or a fragment. */
const TARGET = /^\s*(["']?)(?:\/(?!\/)|#)[\w.~!$&+,;=:@%/?#-]*\1\s*$/;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** A stylesheet has room for thousands of wrong at-rules, or a long one. So many are named, and so much of each. */
const MAX_NAMED = { rules: 5, length: 40 };

/** Returns the faults of a stylesheet as phrases that follow "customCss"; empty if there are none. */
export function faultsOfCss(css: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(css)) return ['contains control characters'];
  // Databases replace unpaired surrogates.
  if (!css.isWellFormed()) return ['contains characters that cannot be displayed'];
  // The end tag of the style element ends it even within strings and comments.
  if (/<[/!?a-z]/i.test(css)) return ['must not contain anything that looks like HTML'];
  const { rest, targets, faults } = scan(css);
  if (faults.length > 0) return faults;
  const atRules = [...rest.matchAll(/@([\w-]*)/g)].map(([, name = '']) => name.toLowerCase());
  return [
    ...[...new Set(atRules)]
      .filter((name) => !AT_RULES.has(name))
      .slice(0, MAX_NAMED.rules)
      .map((name) => `must not use @${name.slice(0, MAX_NAMED.length)}`),
    ...(targets.every((target) => TARGET.test(target)) ? [] : ['must not use url() except with a path or #fragment']),
    ...[FUNCTIONS, PROPERTIES, SCHEMES].flatMap((forbidden) => {
      const name = forbidden.exec(rest)?.[1];
      return name === undefined ? [] : [`must not use ${name.toLowerCase()}`];
    }),
  ];
}

const UNCLOSED = 'has an unclosed comment, string or bracket';

interface Scanned {
  /** The stylesheet without comments and without the contents of strings and url(). */
  rest: string;
  targets: string[];
  faults: string[];
}

const TOKEN =
  /(?<comment>\/\*[\s\S]*?\*\/)|(?<string>"(?:[^"\\\n\r\f]|\\[^\n\r\f])*"|'(?:[^'\\\n\r\f]|\\[^\n\r\f])*')|(?<url>url\s*\((?<target>[^)]*)\))|(?<bad>\/\*|["'\\]|url\s*\()|(?<other>[\s\S])/giy;

type TokenParts = Readonly<Record<string, string | undefined>>;

function scan(css: string): Scanned {
  const targets: string[] = [];
  const open: string[] = [];
  let rest = '';
  for (const { groups = {} } of css.matchAll(TOKEN)) {
    const { bad, target, other = '' }: TokenParts = groups;
    if (bad !== undefined) {
      return { rest, targets, faults: [bad === '\\' ? 'must not use backslashes outside strings' : UNCLOSED] };
    }
    if (target !== undefined) targets.push(target);
    rest += restOf(groups);
    if (!fits(other, open)) return { rest, targets, faults: ['has mismatched brackets'] };
  }
  return { rest, targets, faults: open.length > 0 ? [UNCLOSED] : [] };
}

/** What is left of a token, to be looked at as a whole with all others. */
function restOf({ comment, string, other = '' }: TokenParts): string {
  if (comment !== undefined) return ' ';
  return string === undefined ? other : '""';
}

/** Keeps count of the brackets that are open. @returns false when one is closed that was not opened last */
function fits(character: string, open: string[]): boolean {
  const closing = CLOSING[character];
  if (closing !== undefined) open.push(closing);
  return closing !== undefined || !/[})\]]/.test(character) || open.pop() === character;
}
