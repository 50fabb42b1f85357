/**
 * A model without a model: it reads a skill as a client of the MCP SDK does, and follows its steps. Which tool is called
 * with which arguments stands in the skill. A test brings what a person would say, and what a model would pick from results.
 */
import { Client, type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { BASE } from './app.ts';
import { type Json, MCP, MODERN } from './mcp.ts';

type Given = Readonly<Record<string, unknown>>;

/** A call as a skill writes it, such as `list_orders {status: "paid"}`. */
export interface WrittenCall {
  readonly tool: string;
  /** The arguments whose values the model brings. */
  readonly open: readonly string[];
  /** Those whose values stand there. */
  readonly fixed: Given;
}

export const callsIn = (text: string): WrittenCall[] =>
  [...text.matchAll(/`([a-z_]+) \{([^}]*)\}`/g)].map(([, tool = '', written = '']) => {
    const parts = written
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const fixed = parts.filter((part) => part.includes(':')).map((part) => part.split(/:\s+/));
    return {
      tool,
      open: parts.filter((part) => !part.includes(':')),
      fixed: Object.fromEntries(fixed.map(([name = '', value = '']) => [name, JSON.parse(value)])),
    };
  });

/** The numbered steps of a skill, each with at most one call. */
export const stepsIn = (text: string): string[] =>
  [...text.matchAll(/^(\d+)\. ((?:.*\n)(?: {3}.*\n)*)/gm)].map(([, , step = '']) => step);

/** What else is in backticks: arguments, fields and values. */
export const wordsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word).filter((word) => !word.includes(' {'));

/** The fetch of a program that reaches the server without a network. */
export const fetchAt =
  (app: FastifyInstance): FetchLike =>
  async (url, init) => {
    const { pathname, search } = new URL(url);
    const { statusCode, headers, body } = await app.inject({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init?.headers)),
      payload: String(init?.body ?? ''),
    });
    const type = String(headers['content-type']);
    return new Response(statusCode === 202 ? null : body, { status: statusCode, headers: { 'content-type': type } });
  };

/** A client of the MCP SDK, connected. */
export async function agentAt(t: Test, app: FastifyInstance, query: string, token?: string): Promise<Client> {
  const client = new Client({ name: 'Played', version: '1.0.0' }, { versionNegotiation: { mode: { pin: MODERN } } });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const options = { requestInit: { headers }, fetch: fetchAt(app) };
  await client.connect(new StreamableHTTPClientTransport(new URL(BASE + MCP + query), options));
  t.teardown(() => client.close());
  return client;
}

export class PlayedModel {
  readonly #client: Client;
  readonly #text: string;
  readonly #steps: readonly string[];
  #at = -1;
  /** The tools that were called, in order. */
  readonly calls: string[] = [];
  /** Every name and text of the results so far. */
  readonly #seen = new Set<string>();

  private constructor(client: Client, text: string) {
    this.#client = client;
    this.#text = text;
    this.#steps = stepsIn(text).filter((step) => callsIn(step).length > 0);
  }

  /** Finds the skill in the list, and reads it as it was announced: with its digest, its size and its frontmatter. */
  static async reading(client: Client, name: string): Promise<PlayedModel> {
    const skills = new SkillsClient(client);
    const skill = (await skills.list()).skills.find(({ frontmatter }) => frontmatter.name === name);
    if (skill === undefined) throw new Error(`there is no skill ${name}`);
    const { text = '', verified } = await skills.read(skill);
    if (!verified) throw new Error('the SDK did not verify the skill');
    return new PlayedModel(client, text);
  }

  /** Goes on to the next step with a call. @param given what the skill leaves open, and what else the step names */
  next(given: Given = {}): Promise<Json> {
    this.#at += 1;
    return this.again(given);
  }

  /** Does the same step once more. */
  async again(given: Given = {}): Promise<Json> {
    const { data, refusal } = await this.#call(given);
    if (refusal !== undefined) throw new Error(refusal);
    return data;
  }

  /** Goes on to the next step. @returns why the tool refuses */
  async refused(given: Given): Promise<string> {
    this.#at += 1;
    return (await this.#call(given)).refusal ?? 'it does not refuse';
  }

  /** Leaves out the next step with a call, which is for another case. @param words of the step */
  skip(words: RegExp): void {
    this.#at += 1;
    if (!words.test(this.#steps[this.#at] ?? ''))
      throw new Error(`not the step to leave out: ${this.#steps[this.#at]}`);
  }

  /** How many steps with a call are left. */
  get left(): number {
    return this.#steps.length - 1 - this.#at;
  }

  /** What the skill names and neither a result nor the given vocabulary has. */
  unknownTo(vocabulary: string): string[] {
    const words = new Set(vocabulary.match(/\w+/g));
    const [own = ''] = this.#text.split('\n## Tools of this skill\n');
    return wordsIn(own).filter((word) => !this.#seen.has(word) && !words.has(word));
  }

  async #call(given: Given): Promise<{ data: Json; refusal: string | undefined }> {
    const step = this.#steps[this.#at] ?? '';
    const [call] = callsIn(step);
    if (call === undefined) throw new Error('the skill has no such step');
    const { tool, open, fixed } = call;
    const missing = open.filter((name) => !(name in given));
    const unnamed = Object.keys(given).filter((name) => !open.includes(name) && !wordsIn(step).includes(name));
    if (missing.length + unnamed.length > 0)
      throw new Error(`${tool}: not given: ${missing}; not in the step: ${unnamed}`);
    this.calls.push(tool);
    const result = await this.#client.callTool({ name: tool, arguments: { ...given, ...fixed } });
    const data = (result.structuredContent ?? {}) as unknown as Json;
    this.#see(data);
    const [content] = result.content as { text: string }[];
    return { data, refusal: result.isError === true ? `${tool}: ${content?.text}` : undefined };
  }

  #see(value: unknown): void {
    if (typeof value === 'string') this.#seen.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) {
      this.#seen.add(name);
      this.#see(one);
    }
  }
}
