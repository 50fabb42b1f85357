/** `npm run words`: writes the types of the words in `routes/words`, says what a language lacks, and adds a language. */
import { readFileSync, writeFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { endWithUsage, isCommand, withoutOptions } from '../commands/usage.ts';

/** The content of a file of words: labels and messages below their keys, or in pairs. */
export type Words = string | readonly Words[] | { readonly [key: string]: Words };
type Kind = 'string' | 'number' | 'boolean';
type Part = ReturnType<IntlMessageFormat['getAst']>[number];

const LANGUAGES = 'schema/text/language.ts';
const FOLDER = 'routes/words';
const TYPES = `${FOLDER}/words.d.ts`;
const MAX_NAMED = 20;
/** In a message: text, and the number of a plural. */
const WITHOUT_NAME = new Set([0, 7]);
const NUMBERS = new Set([2, 6]);

const partsBelow = (parts: readonly Part[]): Part[] =>
  parts.flatMap((part) => [
    part,
    ...('options' in part ? Object.values(part.options).flatMap(({ value }) => partsBelow(value)) : []),
  ]);

const kindOf = (part: Part): Kind => {
  if (NUMBERS.has(part.type)) return 'number';
  return 'options' in part && 'true' in part.options ? 'boolean' : 'string';
};

/** @returns the arguments of a message @throws SyntaxError if it is none */
export function argumentsOf(message: string, language: string): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  if (!message.includes('{')) return kinds;
  const parsed = new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).getAst();
  for (const part of partsBelow(parsed).filter(({ type }) => !WITHOUT_NAME.has(type))) {
    const name = String('value' in part ? part.value : '');
    if (kindOf(part) !== 'string' || !kinds.has(name)) kinds.set(name, kindOf(part));
  }
  return kinds;
}

/** Every key with what stands there, in order. */
export function leavesOf(words: Words, path = ''): [path: string, message: string][] {
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words).flatMap(([key, value]) => leavesOf(value, path === '' ? key : `${path}.${key}`));
}

/** @param words those of every language: English has the keys, and all together the arguments */
export function typesOf(words: Readonly<Record<string, Words>>): string {
  const kinds = new Map<string, Map<string, Kind>>();
  for (const [language, own] of Object.entries(words)) {
    for (const [path, message] of leavesOf(own)) {
      const found = [...(kinds.get(path) ?? []), ...argumentsOf(message, language)];
      // A number in one language is a number in all.
      kinds.set(
        path,
        new Map(found.sort(([, one], [, other]) => Number(other === 'string') - Number(one === 'string'))),
      );
    }
  }
  const typeOf = (value: Words, path: string, indent: string): string => {
    const below = (key: string | number): string => (path === '' ? `${key}` : `${path}.${key}`);
    if (typeof value === 'string') {
      const values = [...(kinds.get(path) ?? [])].map(([name, kind]) => `${name}: ${kind}`).sort();
      return values.length === 0 ? 'string' : `(values: { ${values.join('; ')} }) => string`;
    }
    if (Array.isArray(value)) {
      return `readonly [${value.map((one: Words, index) => typeOf(one, below(index), indent)).join(', ')}]`;
    }
    const lines = Object.entries(value).map(([key, one]) => {
      const name = /^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`;
      return `${indent}  readonly ${name}: ${typeOf(one, below(key), `${indent}  `)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  };
  return `// Written by \`npm run words\`.\nexport interface Text ${typeOf(words.en ?? {}, '', '')}\n`;
}

/** @returns what is wrong with the words of a language, beside English @throws SyntaxError if one is no message */
export function faultsOf(language: string, words: Words, english: Words): string[] {
  const left = new Map(leavesOf(words));
  const faults = leavesOf(english).flatMap(([path, message]) => {
    const translation = left.get(path);
    left.delete(path);
    if (translation === undefined) return [`${path} is missing`];
    const own = argumentsOf(translation, language);
    const lacking = [...argumentsOf(message, 'en').keys()].filter((name) => !own.has(name));
    if (lacking.length > 0) return [`${path} lacks {${lacking.join('}, {')}}`];
    return own.size === 0 || message.includes('{') ? [] : [`${path} takes arguments in ${language} only`];
  });
  return [...faults, ...[...left.keys()].map((path) => `${path} is no key of English`)];
}

const read = (language: string): Words => JSON.parse(readFileSync(`${FOLDER}/${language}.json`, 'utf8'));
const namesIn = (source: string): string[] =>
  [...source.matchAll(/^ {2}'?([\w-]+)'?: '/gm)].map(([, name = '']) => name);

export function readWords(): Record<string, Words> {
  return Object.fromEntries(namesIn(readFileSync(LANGUAGES, 'utf8')).map((language) => [language, read(language)]));
}

function isCanonical(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/** Begins a language with the words of English. */
function add(tag: string, name: string): void {
  const source = readFileSync(LANGUAGES, 'utf8');
  if (!isCanonical(tag)) endWithUsage(USAGE, `${tag} is not written as BCP 47 demands`);
  if (namesIn(source).includes(tag)) endWithUsage(USAGE, `${tag} is there already`);
  const key = /^\w+$/.test(tag) ? tag : `'${tag}'`;
  writeFileSync(`${FOLDER}/${tag}.json`, readFileSync(`${FOLDER}/en.json`));
  writeFileSync(LANGUAGES, source.replace('} as const', `  ${key}: '${name.replaceAll("'", '’')}',\n} as const`));
}

const USAGE = `Usage: npm run words                        write the types of the words, and name what a language lacks
       npm run words -- add <tag> <its name>    begin another language, such as: add fr Français
`;

if (isCommand(import.meta.filename)) {
  const [command, tag, name] = withoutOptions(process.argv.slice(2), USAGE);
  if (command !== undefined && command !== 'add') endWithUsage(USAGE, `unexpected argument: ${command}`);
  if (command === 'add') {
    if (tag === undefined || name === undefined) endWithUsage(USAGE, 'a tag and a name are needed');
    add(tag, name);
  }
  const words = readWords();
  const english = new Map(leavesOf(words.en ?? {}));
  let isWhole = true;
  for (const [language, own] of Object.entries(words).slice(1)) {
    const faults = faultsOf(language, own, words.en ?? {});
    const left = leavesOf(own).filter(([path, translation]) => english.get(path) === translation);
    process.stdout.write(`${language}: ${left.length} texts are as in English\n`);
    for (const fault of faults.slice(0, MAX_NAMED)) process.stdout.write(`  ${fault}\n`);
    if (faults.length > MAX_NAMED) process.stdout.write(`  and ${faults.length - MAX_NAMED} more\n`);
    isWhole &&= faults.length === 0;
  }
  if (isWhole) writeFileSync(TYPES, typesOf(words));
  process.exitCode = isWhole ? 0 : 1;
}
