/** Reads and renders the pages of the manual when they are first opened, and searches them. */
import { posix } from 'node:path';
import { readProgramBytes, readProgramFile } from '../../../schema/program/files.ts';
import { linkTarget } from '../../pages/kit/display-text.ts';
import { MARKDOWN } from '../accepted-form.ts';
import { type CachedDocument, documentOf } from '../cached-document.ts';
import { MANUAL, type ManualPage, manualPageAt, urlOf } from './contents.ts';
import type { Addresses, ManualText, Section } from './markdown.ts';

export interface Library {
  read(page: ManualPage): Promise<ManualText>;
  /** The Markdown of a page, with the addresses of this server. */
  source(page: ManualPage): CachedDocument;
  search(words: string): Promise<readonly Found[]>;
}

/** A section that contains all words of a search. */
export interface Found {
  readonly page: string;
  readonly heading: string;
  readonly url: string;
  /** The text around the first word. */
  readonly excerpt: string;
}

/** The address of a server on the reader's own computer, as the files have it. */
const LOCAL = 'http://127.0.0.1:3000';
const MOST_FOUND = 30;
const MOST_WORDS = 8;
const EXCERPT = { before: 60, length: 200 };
const FOLDER = 'docs';

const fileOf = (path: string): string => (path === '' ? 'README.md' : `${path}.md`);
const readText = (path: string): string => readProgramFile(`${FOLDER}/${fileOf(path)}`);

export const PICTURES = ['consent', 'connected-apps', 'admin', 'sign-in', 'second-factor', 'audit'] as const;

export const picturePath = (name: string): string => `images/${name}.webp`;

export const readPicture = (name: string): Buffer => readProgramBytes(`${FOLDER}/${picturePath(name)}`);

export function manualLibrary(baseUrl: string): Library {
  const texts = new Map<string, Promise<ManualText>>();
  const sources = new Map<string, CachedDocument>();

  function read(page: ManualPage): Promise<ManualText> {
    const text = texts.get(page.path) ?? render(page);
    texts.set(page.path, text);
    return text;
  }

  function source({ path }: ManualPage): CachedDocument {
    const made = sources.get(path) ?? documentOf(addressesIn(path, baseUrl).adapted(readText(path)), MARKDOWN);
    sources.set(path, made);
    return made;
  }

  async function render({ path }: ManualPage): Promise<ManualText> {
    // The parser is loaded for the first reader, so that a start does not wait for it.
    const { renderMarkdown } = await import('./markdown.ts');
    return renderMarkdown(readText(path), addressesIn(path, baseUrl));
  }

  async function search(query: string): Promise<readonly Found[]> {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    const found: { rank: number; entry: Found }[] = [];
    for (const page of MANUAL.flatMap(({ pages }) => pages).filter(({ isGenerated }) => !isGenerated)) {
      const { title, sections } = await read(page);
      for (const section of sections) {
        const rank = rankOf(section, title, words);
        if (rank > 0) found.push({ rank, entry: entryOf(page, section, words) });
      }
    }
    return found
      .sort((one, other) => other.rank - one.rank)
      .slice(0, MOST_FOUND)
      .map(({ entry }) => entry);
  }

  return { read, source, search };
}

const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu)
    ?.slice(0, MOST_WORDS) ?? [];

/** Returns 0 unless the section contains all words. A word in a heading counts more. */
function rankOf({ heading, text }: Section, title: string, words: readonly string[]): number {
  const inHeading = heading.text.toLowerCase();
  const everything = `${inHeading} ${title.toLowerCase()} ${text.toLowerCase()}`;
  if (!words.every((word) => everything.includes(word))) return 0;
  return 1 + words.filter((word) => inHeading.includes(word)).length;
}

function entryOf(page: ManualPage, { heading, text }: Section, words: readonly string[]): Found {
  return {
    page: page.title,
    heading: heading.text,
    url: heading.depth === 1 ? urlOf(page.path) : `${urlOf(page.path)}#${heading.id}`,
    excerpt: excerptOf(text.trim(), words),
  };
}

/** Whole words around the first match. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const from = first === text.length ? 0 : Math.max(0, first - EXCERPT.before);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = text.indexOf(' ', start + EXCERPT.length);
  return `${start > 0 ? '…' : ''}${end < 0 ? text.slice(start) : `${text.slice(start, end)} …`}`;
}

function addressesIn(path: string, baseUrl: string): Addresses {
  const folder = posix.dirname(fileOf(path));
  return {
    // Those who install a server read of one on their own computer.
    adapted: (text) => (path.startsWith('run/') ? text : text.replaceAll(LOCAL, baseUrl)),
    linkOf(href) {
      if (href.startsWith('#')) return href;
      if (href === LOCAL || href.startsWith(`${LOCAL}/`)) return href.slice(LOCAL.length) || '/';
      if (href.startsWith('https:')) return linkTarget(href);
      // A redirect URI, for example, is not meant to be opened.
      if (href.startsWith('http:')) return undefined;
      const [file = '', ...fragment] = href.split('#');
      const target = posix.join(folder, file);
      if (PICTURES.some((name) => picturePath(name) === target)) return `/docs/${target}`;
      const page = manualPageAt(target.replace(/\.md$/, '').replace(/^README$/, ''));
      return page === undefined ? undefined : [urlOf(page.path), ...fragment].join('#');
    },
  };
}
