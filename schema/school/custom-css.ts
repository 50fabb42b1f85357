/**
 * The CSS that a school may put on its own pages. It is refused rather than repaired: what stays is what was written.
 * Nothing of it may load from elsewhere, leave its style element, or hide what it says from these rules.
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

// CSS Images 4, CSS Values 5: these take addresses as strings, or run something. url() is looked at by itself.
const FUNCTIONS =
  /(?:^|[^\w-])(-(?:webkit|moz)-image-set|image-set|image|src|-moz-element|element|expression|url-prefix|domain|regexp)\s*\(/i;
const PROPERTIES = /(?:^|[^\w-])(behavior|-ms-behavior|-moz-binding)\s*:/i;
const SCHEMES = /(javascript|vbscript|livescript)\s*:/i;
/** A path of the school, or a fragment. */
const TARGET = /^\s*(["']?)(?:\/(?!\/)|#)[\w.~!$&+,;=:@%/?#-]*\1\s*$/;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** What of a stylesheet is not allowed, in sentences that follow "customCss"; none when all is. */
export function faultsOfCss(css: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(css)) return ['contains control characters'];
  // A database keeps another character instead of half of one.
  if (!css.isWellFormed()) return ['contains characters that cannot be displayed'];
  // The end of the style element ends it in strings and comments too.
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
  /** Without comments, and without what strings and url() hold. */
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
