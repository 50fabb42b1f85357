/**
 * Finds tools by the words of a request: BM25 over names, descriptions, arguments and results. Words of a name count
 * most, because names say what a tool is for.
 */
import { folded } from '../../../schema/text/folding.ts';
import type { DescribedTool, Tool } from './tool.ts';

/** How often a word counts that is part of the name, title, description, arguments or result. */
const WEIGHTS = { name: 4, title: 2, description: 1, input: 1, returns: 1 } as const;
/** The usual parameters of BM25: how fast repeated words stop to count, and how much long texts are discounted. */
const SATURATION = 1.2;
const LENGTH_DISCOUNT = 0.5;

interface IndexedTool {
  readonly tool: Tool;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** The words of a text, without endings of plurals and verbs. */
const wordsOf = (text: string): string[] =>
  folded(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map(stem);

const stem = (word: string): string => {
  if (word.length < 4) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=..[^e])(?:ed|ing|ment|e)$/, '');
};

function indexed(tool: Tool): IndexedTool {
  const { name, title, description, inputSchema, returns }: DescribedTool = tool.described;
  const texts = { name, title, description, input: textsIn(inputSchema), returns: returns.join(' ') };
  const counts = new Map<string, number>();
  for (const [part, weight] of Object.entries(WEIGHTS)) {
    for (const word of wordsOf(texts[part as keyof typeof WEIGHTS])) counts.set(word, (counts.get(word) ?? 0) + weight);
  }
  return { tool, counts, length: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

/** Verbs and questions of people, for what the names of tools begin with, and what these call an order. */
const SAID_FOR: Readonly<Record<string, string>> = {
  get: 'show see view look open read',
  list: 'show who which what all every',
  create: 'make add new',
  update: 'change edit rename set',
  delete: 'erase',
  order: 'buy buyer bought purchase purchased sale sold',
};
const meant = new Map<string, string[]>();
for (const [word, others] of Object.entries(SAID_FOR)) {
  for (const other of wordsOf(others)) meant.set(other, [...(meant.get(other) ?? []), ...wordsOf(word)]);
}

/** The names, descriptions and values of all arguments. */
function textsIn(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return '';
  return Object.entries(schema)
    .map(([name, value]) => {
      if (name === 'description') return String(value);
      if (name === 'enum') return (value as unknown[]).join(' ');
      if (name === 'properties') return `${Object.keys(value).join(' ')} ${textsIn(value)}`;
      return textsIn(value);
    })
    .join(' ');
}

/** Returns a function that ranks tools by how well they fit a request. Tools that share no word with it are left out. */
export function toolSearch(tools: readonly Tool[]) {
  const index = tools.map(indexed);
  const mean = index.reduce((sum, { length }) => sum + length, 0) / Math.max(1, index.length);
  const holders = Map.groupBy(
    index.flatMap((one) => [...one.counts.keys()].map((word) => ({ word, one }))),
    ({ word }) => word,
  );

  const weightOf = (word: string): number => {
    const count = holders.get(word)?.length ?? 0;
    return Math.log(1 + (index.length - count + 0.5) / (count + 0.5));
  };
  const scoreOf = ({ counts, length }: IndexedTool, words: readonly string[]): number =>
    words.reduce((score, word) => {
      const count = counts.get(word) ?? 0;
      const discount = SATURATION * (1 - LENGTH_DISCOUNT + (LENGTH_DISCOUNT * length) / mean);
      return score + (weightOf(word) * count * (SATURATION + 1)) / (count + discount);
    }, 0);

  return (query: string): Tool[] => {
    const queryWords = wordsOf(query);
    const words = [...new Set([...queryWords, ...queryWords.flatMap((word) => meant.get(word) ?? [])])];
    return index
      .map((one) => ({ tool: one.tool, score: one.tool.name === query ? Infinity : scoreOf(one, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ tool }) => tool);
  };
}
