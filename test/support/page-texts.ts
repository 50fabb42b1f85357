/** What the dictionaries of the pages hold, and what the pages make of it, read from the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { fill } from '../../routes/words/index.ts';

export type Sentence = Parameters<typeof fill>[0];
export interface Leaf {
  path: readonly string[];
  said: Sentence;
}

/** Every sentence below a dictionary, with the keys that lead to it. */
export function leavesOf(dictionary: object, path: readonly string[] = []): Leaf[] {
  return Object.entries(dictionary).flatMap(([key, value]: [string, Sentence | object]) =>
    typeof value === 'object' ? leavesOf(value, [...path, key]) : [{ path: [...path, key], said: value }],
  );
}

const stands = new Map<string | symbol, number>();

/** Has every argument that a sentence may take: a number of its own from 7001 on. */
const ANY_VALUES = new Proxy<Record<string, number>>(
  {},
  {
    has: () => true,
    get: (_, name) => {
      const stand = stands.get(name) ?? 7001 + stands.size;
      stands.set(name, stand);
      return stand;
    },
  },
);

export const spokenBy = ({ said }: Leaf): string => fill(said, ANY_VALUES);

/** The numbers of a sentence, whatever stands between their thousands. */
export const numbersIn = (sentence: string): readonly string[] =>
  (sentence.replaceAll(/(?<=\d)[., \u00a0\u202f](?=\d{3})/g, '').match(/\d+/g) ?? []).sort();

export interface Source {
  path: string;
  text: string;
  words: ReadonlySet<string>;
}

/** TypeScript below some folders, without comments. */
export const sourcesBelow = (...folders: readonly string[]): Source[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => {
      const text = withoutComments(readFileSync(path, 'utf8'));
      return { path, text, words: new Set(text.match(/[\w$]+/g)) };
    });

const withoutComments = (source: string): string =>
  source.replaceAll(/^\s*(?:\/\/|\/\*\*?|\*(?:\/|\s)).*$/gm, '').replaceAll(/\s\/\/\s.*$/gm, '');

const BOOLEAN = 'selected|checked|required|autofocus|disabled|hidden|readonly|multiple|open';
const WORD = /\p{L}{2,}/u;

/** The words that a template has between tags, or in an attribute that is read out, and does not take from elsewhere. */
export function wordsOf(markup: string): string[] {
  const spoken = [...markup.matchAll(/\b(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text ?? '',
  );
  const between = markup
    .replaceAll(/<!?\/?[a-z](?:[^<>"]|"[^"]*")*>/gi, '\0')
    .replaceAll(/\s[a-z-]+="[^"]*"/g, '\0')
    .replaceAll(new RegExp(`^\\s(?:${BOOLEAN})$`, 'g'), '')
    .replaceAll(/&[a-z]+;/g, '');
  return [...spoken, ...between.split('\0')].map((text) => text.trim()).filter((text) => WORD.test(text));
}

/** What every html`…` of a source says itself, with \0 where a value comes in. */
export function templatesOf(source: string): string[] {
  const found: string[] = [];
  let at = 0;
  const untilEnd = (isMarkup: boolean): void => {
    let own = '';
    for (at += 1; at < source.length && source[at] !== '`'; at += 1) {
      if (source[at] === '\\') at += 1;
      else if (source.startsWith('${', at)) {
        own += '\0';
        untilBrace();
      } else own += source[at];
    }
    if (isMarkup) found.push(own);
  };
  const untilBrace = (): void => {
    let depth = 0;
    for (at += 1; at < source.length; at += 1) {
      if (source[at] === '`') untilEnd(source.slice(0, at).endsWith('html'));
      else if (source[at] === "'" || source[at] === '"') skipString();
      else if (source[at] === '{') depth += 1;
      else if (source[at] === '}' && --depth === 0) return;
    }
  };
  const skipString = (): void => {
    const quote = source[at];
    for (at += 1; at < source.length && source[at] !== quote && source[at] !== '\n'; at += 1) {
      if (source[at] === '\\') at += 1;
    }
  };
  for (; at < source.length; at += 1) {
    if (source[at] === '`') untilEnd(source.slice(0, at).endsWith('html'));
    else if (source[at] === "'" || source[at] === '"') skipString();
  }
  return found;
}
