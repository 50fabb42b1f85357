/** Says what is wrong with the arguments of a command, by the lines of its usage. */

/** One way to call a command, as a line of the usage has it. */
interface Form {
  /** The words that choose it, such as `master new`. */
  readonly words: readonly string[];
  /** The operands after them, such as `<file>`. */
  readonly wanted: readonly string[];
  /** How many more may follow. */
  readonly optional: number;
  /** Options that have to be given. */
  readonly needed: readonly string[];
  /** The option that may be given instead of what is wanted. */
  readonly instead: string | undefined;
  /** The lines about it. */
  readonly lines: string;
}

export interface ParsedArguments {
  readonly positionals: readonly string[];
  readonly values?: Readonly<Record<string, unknown>>;
}

const CALL = /^(?:Usage: | {7})schoolgate [\w-]+(?: (?!<command>))?(.*)$/;
/** Of a usage that lists its commands below `<command>`. */
const LISTED = /^ {2}(\w.*)$/;
const isList = (usage: string): boolean => usage.includes(' <command>\n');

/** @returns nothing if the arguments fit, as far as the usage says */
export function mistakeIn(usage: string, { positionals, values = {} }: ParsedArguments): string | undefined {
  const option = positionals.find((argument) => argument.startsWith('-'));
  if (option !== undefined) return `there is no option ${option}`;
  const forms = formsIn(usage);
  const [first] = positionals;
  const plain = forms.filter(({ words }) => words.length === 0);
  const chosen = forms.filter(({ words }) => words.length > 0 && words[0] === first);
  const hasCommands = forms.some(({ words }) => words.length > 0);
  if (chosen.length === 0 && plain.length === 0) {
    return first === undefined ? 'the command is missing' : `there is no command ${first}`;
  }
  const takesAny = plain.some(({ wanted, optional }) => wanted.length + optional > 0);
  if (chosen.length === 0 && first !== undefined && hasCommands && !takesAny) return `there is no command ${first}`;
  return mistakeWith(chosen.length > 0 ? chosen : plain, positionals, values, usage);
}

function mistakeWith(
  forms: readonly Form[],
  positionals: readonly string[],
  values: NonNullable<ParsedArguments['values']>,
  usage: string,
): string | undefined {
  const isGiven = (name: string): boolean => values[name] !== undefined && values[name] !== false;
  const [form] = forms;
  if (form === undefined) return undefined;
  const missingWord = form.words.find((word, index) => positionals[index] !== word);
  if (missingWord !== undefined) return `${missingWord} is missing after ${form.words[0]}`;
  const rest = positionals.slice(form.words.length);
  const most = Math.max(...forms.map(({ wanted, optional }) => wanted.length + optional));
  if (rest.length > most) return `unexpected argument: ${rest[most]}`;
  const { wanted, instead, needed } = form;
  if (instead !== undefined && isGiven(instead)) {
    if (rest.length > 0) return `either ${wanted.join(' ')} or --${instead} can be given`;
  } else if (forms.every((one) => rest.length < one.wanted.length)) {
    return `${wanted[rest.length]}${instead === undefined ? '' : ` or --${instead}`} is missing`;
  }
  const lacking = needed.find((name) => !isGiven(name));
  if (lacking !== undefined && forms.length === 1) return `--${lacking} is missing`;
  const ofAll = isList(usage) ? [] : usage.split('\n\n').slice(1);
  const known = [...forms.map(({ lines }) => lines), ...ofAll].join('\n');
  const other = Object.keys(values).find((name) => isGiven(name) && !known.includes(`--${name}`));
  return other === undefined ? undefined : `${form.words[0] ?? 'the command'} takes no --${other}`;
}

function formsIn(usage: string): readonly Form[] {
  const pattern = isList(usage) ? LISTED : CALL;
  const forms: { call: string; lines: string[] }[] = [];
  for (const line of usage.split('\n')) {
    const call = pattern.exec(line)?.[1];
    if (call !== undefined) forms.push({ call: call.replace(/ {2,}.*$/, ''), lines: [] });
    forms.at(-1)?.lines.push(line);
    if (pattern === CALL && line === '') break;
  }
  return forms.map(({ call, lines }) => formOf(call, lines.join('\n')));
}

function formOf(call: string, lines: string): Form {
  const optional = call.match(/\[<[^>]+>\]/g)?.length ?? 0;
  // Without what is in brackets, and without the values of options.
  const needed = withoutBrackets(call).replaceAll(/(--[\w-]+) <[^>]+>/g, '$1');
  const [before = '', instead] = needed.split(' | ');
  const parts = before.match(/<[^>]+>|\S+/g) ?? [];
  return {
    words: parts.filter((part) => /^\w/.test(part)),
    wanted: parts.filter((part) => part.startsWith('<')),
    needed: parts.filter((part) => part.startsWith('--')).map((part) => part.slice(2)),
    optional,
    instead: instead?.trim().replace(/^--/, ''),
    lines,
  };
}

function withoutBrackets(call: string): string {
  let depth = 0;
  let outside = '';
  for (const character of call) {
    if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    else if (depth === 0) outside += character;
  }
  return outside;
}
