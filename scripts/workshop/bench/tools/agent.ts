/**
 * A deterministic agent that sees only what a model sees: the list of tools, their descriptions and their results. It
 * picks the tool whose words fit a question best, fills in the arguments by their schemas, looks up the ids of what the
 * question names, and calls. It knows no tool by name but `find_tools`, `call_read_tool` and `call_tool`, and those only
 * if they are listed.
 */
import { isRecord } from '../../../../schema/data/objects.ts';
import { type AskedQuestion, dayNamedIn, isAskedFor, isReading, kindOf, namesIn, valueIn } from './asked.ts';
import type { DescribedTool, Reach, Result } from './described.ts';
import { fit, wordsOf } from './words.ts';

export interface Question {
  readonly ask: string;
  /** The tools that answer it. */
  readonly tools: readonly string[];
  /** The expected content of an answer. */
  readonly expect: RegExp;
}

export interface Outcome {
  readonly isAnswered: boolean;
  readonly calls: number;
  /** Tools that were called to answer the question, and that do not answer it. */
  readonly wrong: readonly string[];
}

/** Below this share of the words of a question, the best listed tool is not good enough to try. */
const GOOD_FIT = 0.75;
const MAX_TRIES = 3;
const MAX_CONSIDERED = 8;
/** Rows whose ids are looked up if they have no names. */
const MAX_LOOKED_UP = 5;
const FIND = 'find_tools';
const FINDERS = new Set([FIND, 'call_read_tool', 'call_tool']);

type Values = Record<string, unknown>;

/** The state of the agent while it answers one question. */
class Attempt {
  calls = 0;
  readonly wrong: string[] = [];
  readonly #known: Map<string, DescribedTool>;
  readonly #reach: Reach;
  readonly #ask: string;
  readonly #now: number;
  #hasSearched = false;

  constructor(reach: Reach, tools: readonly DescribedTool[], { ask, now }: AskedQuestion) {
    this.#reach = reach;
    this.#ask = ask;
    this.#now = now;
    this.#known = new Map(tools.map((tool) => [tool.name, tool]));
  }

  async call(tool: DescribedTool, args: Values): Promise<Result> {
    this.calls += 1;
    if (tool.isHidden !== true) return this.#reach.call(tool.name, args);
    const by = tool.annotations?.readOnlyHint === true ? 'call_read_tool' : 'call_tool';
    return this.#reach.call(by, { name: tool.name, arguments: args });
  }

  async find(query: string): Promise<void> {
    if (!this.#known.has(FIND)) return;
    this.calls += 1;
    const { data } = await this.#reach.call(FIND, { query: query.slice(0, 200) });
    const found = isRecord(data) && Array.isArray(data.tools) ? (data.tools as DescribedTool[]) : [];
    for (const tool of found) if (!this.#known.has(tool.name)) this.#known.set(tool.name, { ...tool, isHidden: true });
  }

  /** The best tool that was not considered yet. If none fits well, the agent asks for others first, once. */
  async next(considered: ReadonlySet<string>): Promise<DescribedTool | undefined> {
    const best = () => this.#ranked().find(({ tool }) => !considered.has(tool.name));
    if (!this.#hasSearched && (best()?.coverage ?? 0) < GOOD_FIT) {
      this.#hasSearched = true;
      await this.find(this.#ask);
    }
    return best()?.tool;
  }

  /** The tools that may fit, the best first. */
  #ranked() {
    const all = [...this.#known.values()];
    return all
      .filter(({ name }) => !FINDERS.has(name))
      .filter(({ annotations }) => (annotations?.readOnlyHint === true) === isReading(this.#ask))
      .map((tool) => ({ tool, ...fit(this.#ask, tool, all) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
  }

  /** Lists of things of a kind. */
  #listsOf(kind: string): DescribedTool[] {
    const [word = ''] = wordsOf(kind);
    return [...this.#known.values()]
      .filter(({ inputSchema: { properties = {}, required = [] }, name }) => {
        return required.length === 0 && 'first' in properties && wordsOf(name).includes(word);
      })
      .sort((a, b) => a.name.length - b.name.length);
  }

  /** The id of what a text names, from the first list that has it. */
  async #idOf(kind: string, named: string): Promise<string | undefined> {
    if (this.#listsOf(kind).length === 0) await this.find(`list ${kind}s`);
    for (const list of this.#listsOf(kind).slice(0, 2)) {
      const isSearch = 'q' in (list.inputSchema.properties ?? {});
      const rows = rowsOf((await this.call(list, isSearch ? { q: named } : { first: 100 })).data);
      const row = rows.find((one) => Object.values(one).includes(named)) ?? (isSearch ? rows[0] : undefined);
      if (typeof row?.id === 'string') return row.id;
    }
    return undefined;
  }

  /** Fills in the arguments. @returns `undefined` if a required one is not known */
  async argumentsFor(tool: DescribedTool): Promise<Values | undefined> {
    const { properties = {}, required = [] } = tool.inputSchema;
    const args: Values = {};
    const named = namesIn(this.#ask);
    for (const [name, schema] of Object.entries(properties)) {
      const isId = /^id$|Id$/.test(name) && (required.includes(name) || isAskedFor(name, this.#ask));
      const value =
        valueIn({ ask: this.#ask, now: this.#now }, name, schema) ??
        (isId ? await this.#firstId(kindOf(name, schema, tool.name), named) : undefined);
      if (value !== undefined) args[name] = value;
    }
    const hasId = Object.keys(args).some((name) => /id$/i.test(name));
    const free = Object.keys(properties).filter(
      (name) =>
        !(name in args) && (/^(?:q|query)$/.test(name) ? !hasId : required.includes(name) && !/id$/i.test(name)),
    );
    if (named[0] !== undefined) for (const name of free) args[name] = named[0];
    return required.every((name) => name in args) ? args : undefined;
  }

  async #firstId(kind: string, named: readonly string[]): Promise<string | undefined> {
    const day = dayNamedIn({ ask: this.#ask, now: this.#now });
    if (day !== undefined) return this.#idWithin(kind, day);
    for (const text of named) {
      const id = await this.#idOf(kind, text);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** The id of the first of a kind within a time, from a list of the kind that can be asked for it. */
  async #idWithin(kind: string, range: { from: string; to: string }): Promise<string | undefined> {
    const list = this.#listsOf(kind).find(
      ({ inputSchema: { properties = {} } }) => 'from' in properties && 'to' in properties,
    );
    const [row] = list === undefined ? [] : rowsOf((await this.call(list, range)).data);
    return typeof row?.id === 'string' ? row.id : undefined;
  }

  /** Fetches what rows refer to by an id only. */
  async namesFor(data: unknown): Promise<string> {
    const unnamed = rowsOf(data).slice(0, MAX_LOOKED_UP).flatMap(unnamedIn);
    const texts: string[] = [];
    for (const one of new Set(unnamed)) {
      const [kind = '', id = ''] = one.split(' ');
      const isGetter = new RegExp(`^get_(?:membership_)?${kind}$`);
      const getter = [...this.#known.values()].find(({ name }) => isGetter.test(name));
      if (getter !== undefined) texts.push((await this.call(getter, { id })).text);
    }
    return texts.join('\n');
  }
}

function rowsOf(data: unknown): Values[] {
  if (!isRecord(data)) return [];
  return Array.isArray(data.nodes) ? data.nodes.filter(isRecord) : [data];
}

/** The kinds and ids of what a row refers to without saying its name. */
const unnamedIn = (row: Values): string[] =>
  Object.entries(row).flatMap(([field, id]) => {
    const [, kind] = /^(member|course|event|plan|form)Id$/.exec(field) ?? [];
    const isNamed = `${kind}Name` in row || `${kind}Title` in row;
    return kind === undefined || isNamed || typeof id !== 'string' ? [] : [`${kind} ${id}`];
  });

/** @param now when the question is asked, in milliseconds since the epoch */
export async function answer(
  reach: Reach,
  tools: readonly DescribedTool[],
  question: Question,
  now: number,
): Promise<Outcome> {
  const attempt = new Attempt(reach, tools, { ask: question.ask, now });
  const { wrong } = attempt;
  const considered = new Set<string>();
  for (let tries = 0; tries < MAX_TRIES && considered.size < MAX_CONSIDERED; ) {
    const tool = await attempt.next(considered);
    if (tool === undefined) break;
    considered.add(tool.name);
    const args = await attempt.argumentsFor(tool);
    if (args === undefined) continue;
    tries += 1;
    const { text, data, isError } = await attempt.call(tool, args);
    const isRight = question.tools.includes(tool.name);
    if (!isRight) wrong.push(tool.name);
    if (isError || !isRight) continue;
    const isAnswered = question.expect.test(text) || question.expect.test(`${text}\n${await attempt.namesFor(data)}`);
    return { isAnswered, calls: attempt.calls, wrong };
  }
  return { isAnswered: false, calls: attempt.calls, wrong };
}
