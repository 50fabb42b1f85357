/** Reads and renders the pages of the manual when they are first opened, and searches them. */
import { posix } from 'node:path';
import { readProgramBytes, readProgramFile } from '../../../schema/program/files.ts';
import { PROGRAM, START } from '../../../schema/program/program-name.ts';
import { folded } from '../../../schema/text/folding.ts';
import { type CachedDocument, documentOf } from '../../cached-document.ts';
import { linkTarget } from '../../pages/kit/display-text.ts';
import { MARKDOWN } from '../accepted-form.ts';
import { MANUAL, type ManualPage, manualPageAt, urlOf } from './contents.ts';
import type { Addresses, ManualText, Section } from './markdown.ts';

export interface Library {
  read(page: ManualPage): Promise<ManualText>;
  /** The Markdown of a page, with the addresses of this server. */
  source(page: ManualPage): CachedDocument;
  search(words: string): Promise<readonly SearchMatch[]>;
}

/** A section that contains all words of a search. */
export interface SearchMatch {
  readonly page: string;
  readonly heading: string;
  readonly url: string;
  /** The text around the first word. */
  readonly excerpt: string;
}

/** The address of a server on the reader's own computer, as the files have it. */
const LOCAL = 'http://127.0.0.1:3000';
const MAX_RESULTS = 30;
const MAX_WORDS = 8;
const EXCERPT = { before: 60, length: 200 };
const FOLDER = 'docs';

/** Pages about other places than this one, where the program is called otherwise. */
const OF_ANY_SERVER: ReadonlySet<string> = new Set(['run/install', 'run/upgrade', 'reference/commands', 'benchmarks']);
const asCalledHere = (text: string): string =>
  text.replaceAll(/(?:npm ci && )?npm start/g, START).replaceAll('npx schoolgate', PROGRAM);

const fileOf = (path: string): string => (path === '' ? 'README.md' : `${path}.md`);
const readText = (path: string): string => readProgramFile(`${FOLDER}/${fileOf(path)}`);

const PICTURES = ['consent', 'connected-apps', 'admin', 'sign-in', 'second-factor', 'audit'];
const DRAWINGS = ['benchmarks', 'code-flow', 'faults', 'layers', 'refresh', 'roles'];

/** The pictures of pages, and the drawings, with their paths below the folder. */
export const IMAGES: readonly string[] = [
  ...[...PICTURES, 'agent-reviewed', 'agent-registered'].map((name) => `images/${name}.webp`),
  ...DRAWINGS.map((name) => `images/${name}.svg`),
];

export const readImage = (path: string): Buffer => readProgramBytes(`${FOLDER}/${path}`);

/** A text that is made from the running server, and found by the search beside the pages. */
export interface Guide {
  readonly url: string;
  read(): Promise<ManualText>;
}

export function manualLibrary(baseUrl: string, guide: Guide): Library {
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

  async function search(query: string): Promise<readonly SearchMatch[]> {
    const pages = MANUAL.flatMap((section) => section.pages).filter(({ isGenerated }) => !isGenerated);
    const texts = [
      ...(await Promise.all(
        pages.map(async (page) => ({ name: page.title, url: urlOf(page.path), ...(await read(page)) })),
      )),
      { name: 'auth.md', url: guide.url, ...(await guide.read()) },
    ];
    const exact = found(texts, queryOf(query, WORDS));
    return exact.length > 0 ? exact : found(texts, queryOf(query, PARTS));
  }

  return { read, source, search };
}

/** A word may have colons within, as scopes have, or be one of its parts. */
const WORDS = /[\p{L}\p{N}_]+(?::[\p{L}\p{N}_]+)*/gu;
const PARTS = /[\p{L}\p{N}_]+/gu;
/** Words of a question that say nothing about its subject. */
const LITTLE: ReadonlySet<string> = new Set(
  'a an and are can do does for how i in is it my of on or that the this to we what when where which who why with you'.split(
    ' ',
  ),
);

interface Query {
  /** The words; the little ones only if there are no others. */
  readonly words: readonly string[];
  /** From the first of these words. */
  readonly phrase: string;
}

function queryOf(query: string, form: RegExp): Query {
  const all: readonly string[] = folded(query).match(form) ?? [];
  const telling = all.filter((word) => !LITTLE.has(word));
  const [first = ''] = telling;
  return {
    words: (telling.length > 0 ? telling : all).slice(0, MAX_WORDS),
    phrase: all.slice(all.indexOf(first)).join(' '),
  };
}

interface SearchedText extends ManualText {
  readonly name: string;
  readonly url: string;
}

function found(texts: readonly SearchedText[], query: Query): SearchMatch[] {
  const { words } = query;
  if (words.length === 0) return [];
  return texts
    .flatMap((text) => text.sections.map((section) => ({ text, section, rank: rankOf(section, text.title, query) })))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, MAX_RESULTS)
    .map(({ text, section }) => entryOf(text, section, words));
}

/**
 * Returns 0 unless the section contains all words. A word in a heading counts more, and so do words that stand together as
 * in the query.
 */
function rankOf({ heading, text }: Section, title: string, { words, phrase }: Query): number {
  const inHeading = folded(heading.text);
  const everything = `${inHeading} ${folded(title)} ${folded(text)}`;
  if (!words.every((word) => everything.includes(word))) return 0;
  const together = words.length > 1 && everything.includes(phrase) ? words.length : 0;
  return 1 + words.filter((word) => inHeading.includes(word)).length + together;
}

function entryOf({ name, url }: SearchedText, { heading, text }: Section, words: readonly string[]): SearchMatch {
  return {
    page: name,
    heading: heading.text,
    url: heading.depth === 1 ? url : `${url}#${heading.id}`,
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
    adapted(text) {
      const called = OF_ANY_SERVER.has(path) ? text : asCalledHere(text);
      // Those who install a server read of one on their own computer.
      return path.startsWith('run/') ? called : called.replaceAll(LOCAL, baseUrl);
    },
    linkOf(href) {
      if (href.startsWith('#')) return href;
      if (href === LOCAL || href.startsWith(`${LOCAL}/`)) return href.slice(LOCAL.length) || '/';
      if (href.startsWith('https:')) return linkTarget(href);
      // A redirect URI, for example, is not meant to be opened.
      if (href.startsWith('http:')) return undefined;
      const [file = '', ...fragment] = href.split('#');
      const target = posix.join(folder, file);
      if (IMAGES.includes(target)) return `/docs/${target}`;
      const page = manualPageAt(target.replace(/\.md$/, '').replace(/^README$/, ''));
      return page === undefined ? undefined : [urlOf(page.path), ...fragment].join('#');
    },
  };
}
