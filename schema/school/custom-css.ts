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
    ...[...new Set(atRules)].filter((name) => !AT_RULES.has(name)).map((name) => `must not use @${name}`),
    ...(targets.every((target) => TARGET.test(target)) ? [] : ['must not use url() except with a path or #fragment']),
    ...[FUNCTIONS, PROPERTIES, SCHEMES].flatMap((forbidden) => {
      const name = forbidden.exec(rest)?.[1];
      return name === undefined ? [] : [`must not use ${name.toLowerCase()}`];
    }),
  ];
}

interface Scanned {
  /** The stylesheet without comments and without the contents of strings and url(). */
  rest: string;
  targets: string[];
  faults: string[];
}

const TOKEN =
  /(?<comment>\/\*[\s\S]*?\*\/)|(?<string>"(?:[^"\\\n\r\f]|\\[^\n\r\f])*"|'(?:[^'\\\n\r\f]|\\[^\n\r\f])*')|(?<url>url\s*\((?<target>[^)]*)\))|(?<bad>\/\*|["'\\]|url\s*\()|(?<other>[\s\S])/giy;

function scan(css: string): Scanned {
  const targets: string[] = [];
  const open: string[] = [];
  let rest = '';
  for (const { groups = {} } of css.matchAll(TOKEN)) {
    if (groups.bad !== undefined) {
      const what =
        groups.bad === '\\' ? 'must not use backslashes outside strings' : 'has an unclosed comment, string or bracket';
      return { rest, targets, faults: [what] };
    }
    if (groups.target !== undefined) targets.push(groups.target);
    const other = groups.other ?? '';
    rest += groups.comment !== undefined ? ' ' : groups.string !== undefined ? '""' : other;
    const closing = CLOSING[other];
    if (closing !== undefined) open.push(closing);
    else if (/[})\]]/.test(other) && open.pop() !== other)
      return { rest, targets, faults: ['has mismatched brackets'] };
  }
  return { rest, targets, faults: open.length > 0 ? ['has an unclosed comment, string or bracket'] : [] };
}
