/** How well a tool fits a question, by the words that both have. Rare words count more. */
import type { DescribedTool } from './described.ts';

const EMPTY = new Set(
  'a about an and are all at be find by can did do does for from give has have how i in into is it its list me much many my of on our please show tell that the their them there these they this to us was we what when which who with you your until'.split(
    ' ',
  ),
);

/** The words of a text, lower-case, without endings. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !EMPTY.has(word))
    .map((word) => word.replace(/(?<=...)(?:ies|es|s|ed|ing|ment|e|y)$/, ''));

const textOf = ({ name, title = '', description, inputSchema }: DescribedTool): string =>
  [
    name,
    name,
    name,
    title,
    description,
    ...Object.keys(inputSchema.properties ?? {}),
    JSON.stringify(inputSchema).slice(0, 4000),
  ].join(' ');

/** The words of each tool, which do not change. */
const texts = new WeakMap<DescribedTool, readonly string[]>();

function wordsOfTool(tool: DescribedTool): readonly string[] {
  const words = texts.get(tool) ?? wordsOf(textOf(tool));
  texts.set(tool, words);
  return words;
}

export interface Fit {
  readonly score: number;
  /** The share of the words of the question that the tool has, by their weight. */
  readonly coverage: number;
}

export function fit(question: string, tool: DescribedTool, among: readonly DescribedTool[]): Fit {
  const questionWords = [
    ...new Set(wordsOf(question.replace(/“[^”]+”/g, '').replace(/(?<=\S )[A-Z][\w’-]*/g, ''))),
  ].filter((word) => !/^\d+$/.test(word));
  const own = wordsOfTool(tool);
  let score = 0;
  let total = 0;
  let covered = 0;
  for (const word of questionWords) {
    const holders = among.filter((one) => wordsOfTool(one).includes(word)).length;
    const weight = Math.log(1 + (among.length - holders + 0.5) / (holders + 0.5));
    const count = own.filter((one) => one === word).length;
    score += (weight * count * 2.2) / (count + 1.2 * (0.5 + own.length / 240));
    total += weight;
    if (count > 0) covered += weight;
  }
  return { score, coverage: total === 0 ? 0 : covered / total };
}
