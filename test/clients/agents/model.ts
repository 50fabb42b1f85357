/**
 * A server that plays the model of an agent program, in the four forms in which programs ask one: chat completions and
 * responses of OpenAI, messages of Anthropic, and contents of Gemini. It calls the tools that a test names, one after the
 * other, and then repeats what the last one gave.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Test } from 'tap';

/** A call of a tool: its name without what the program puts before it. */
export interface Call {
  tool: string;
  arguments?: Record<string, unknown>;
  /** What the model waits for before this call, by what the tools have answered so far. */
  waitsFor?(results: readonly string[]): Promise<unknown>;
}

/** What a program offers its model: its name for the tool, and of which group of tools it is, where it has groups. */
interface Offered {
  name: string;
  namespace?: string;
}

/** What the model makes of a request: one more call, or its last words. */
type Turn = { call: Offered; arguments: Record<string, unknown>; id: string } | { text: string };

interface Asked {
  offered: Offered[];
  /** What the tools have answered since the person asked. */
  results: string[];
}

export interface PlayedModel {
  origin: string;
  /** The calls with which it answers the next question, of tools of this server or of the program itself. */
  plays(server: string, calls: readonly Call[]): void;
  /** Whether it keeps what the last tool answered to itself. */
  isQuiet: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: what programs send is theirs, and only read here.
type Json = Record<string, any>;

export async function playedModel(t: Test): Promise<PlayedModel> {
  let script: readonly Call[] = [];
  let server = '';

  async function turn({ offered, results }: Asked): Promise<Turn> {
    // Titles and summaries are asked for without tools.
    if (offered.length === 0) return { text: 'A question about courses' };
    const next = script[results.length];
    if (next === undefined) return { text: model.isQuiet ? 'ANSWERED' : `ANSWER ${results.at(-1)}` };
    await next.waitsFor?.(results);
    const call = offered.find(
      ({ name, namespace = '' }) =>
        name === next.tool || (name.endsWith(next.tool) && `${namespace}${name}`.includes(server)),
    );
    if (call === undefined) return { text: `NO TOOL ${next.tool}` };
    return { call, arguments: next.arguments ?? {}, id: `call_${results.length}` };
  }

  const listener = createServer((request, response) => {
    answer(request, response, turn).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    listener.close();
    listener.closeAllConnections();
  });
  const model: PlayedModel = {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    isQuiet: false,
    plays(name, calls) {
      server = name;
      script = calls;
    },
  };
  return model;
}

type Play = (asked: Asked) => Promise<Turn>;

async function answer(request: IncomingMessage, response: ServerResponse, turn: Play): Promise<void> {
  const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1');
  const body = request.method === 'POST' ? ((await json(request)) as Json) : {};
  const form = FORMS.find(({ path }) => path.test(pathname));
  if (form === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const reply = form.reply(await turn(form.asked(body)), body);
  if (Array.isArray(reply)) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(reply.map(({ type, ...data }) => form.event(type, data)).join('') + (form.end ?? ''));
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
}

interface Form {
  path: RegExp;
  asked(body: Json): Asked;
  /** @returns the events of a stream, or one document */
  reply(turn: Turn, body: Json): Json[] | Json;
  event(type: string | undefined, data: Json): string;
  /** What ends a stream. */
  end?: string;
}

const typed = (type: string | undefined, data: Json): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const plain = (_type: string | undefined, data: Json): string => `data: ${JSON.stringify(data)}\n\n`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Of a conversation, what came after the person's last words. */
function since<Message>(messages: readonly Message[], isQuestion: (message: Message) => boolean): Message[] {
  return messages.slice(messages.findLastIndex(isQuestion) + 1);
}

const COMPLETIONS: Form = {
  path: /\/chat\/completions$/,
  asked: ({ tools = [], messages }) => ({
    offered: tools.map((tool: Json) => ({ name: tool.function.name })),
    results: since<Json>(messages, ({ role }) => role === 'user')
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => textOf(content)),
  }),
  reply(turn, { stream }) {
    const isCall = 'call' in turn;
    const called = isCall && { name: turn.call.name, arguments: JSON.stringify(turn.arguments) };
    const said = isCall
      ? { role: 'assistant', tool_calls: [{ index: 0, id: turn.id, type: 'function', function: called }] }
      : { role: 'assistant', content: turn.text };
    const finish_reason = isCall ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const frame = { id: 'c', created: 1, model: 'played' };
    if (!stream)
      return { ...frame, object: 'chat.completion', choices: [{ index: 0, message: said, finish_reason }], usage };
    const chunk = { ...frame, object: 'chat.completion.chunk' };
    return [
      { ...chunk, choices: [{ index: 0, delta: said, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
    ];
  },
  event: plain,
  end: 'data: [DONE]\n\n',
};

const RESPONSES: Form = {
  path: /\/responses$/,
  asked: ({ tools = [], input }) => ({
    offered: tools.flatMap((tool: Json) =>
      tool.type === 'namespace'
        ? tool.tools.map(({ name }: Json) => ({ name, namespace: tool.name }))
        : [{ name: tool.name ?? tool.type }],
    ),
    results: since<Json>(input, ({ role }) => role === 'user')
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => textOf(output)),
  }),
  reply(turn) {
    const item =
      'call' in turn
        ? { type: 'function_call', call_id: turn.id, ...turn.call, arguments: JSON.stringify(turn.arguments) }
        : { type: 'message', role: 'assistant', id: 'm', content: [{ type: 'output_text', text: turn.text }] };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return [
      { type: 'response.created', response: { id: 'r' } },
      { type: 'response.output_item.done', item },
      { type: 'response.completed', response: { id: 'r', usage } },
    ];
  },
  event: typed,
};

const MESSAGES: Form = {
  path: /\/messages$/,
  asked: ({ tools = [], messages }) => ({
    offered: tools,
    results: since<Json>(messages, ({ role, content }) => role === 'user' && !hasResult(content))
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }: Json) => type === 'tool_result')
      .map(({ content }: Json) => textOf(content)),
  }),
  reply(turn, { stream }) {
    const isCall = 'call' in turn;
    const block = isCall
      ? { type: 'tool_use', id: turn.id, name: turn.call.name, input: turn.arguments }
      : { type: 'text', text: turn.text };
    const stop_reason = isCall ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'played', usage };
    if (!stream) return { ...message, content: [block], stop_reason };
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(turn.arguments) }
      : { type: 'text_delta', text: turn.text };
    return [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: isCall ? { ...block, input: {} } : { type: 'text', text: '' },
      },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason }, usage },
      { type: 'message_stop' },
    ];
  },
  event: typed,
};

const hasResult = (content: unknown): boolean =>
  Array.isArray(content) && content.some(({ type }: Json) => type === 'tool_result');

const CONTENTS: Form = {
  path: /:(?:streamG|g)enerateContent$/,
  asked: ({ tools = [], contents }) => ({
    offered: tools.flatMap(({ functionDeclarations = [] }: Json) => functionDeclarations),
    results: since<Json>(contents, ({ role, parts }) => role === 'user' && parts.every((part: Json) => 'text' in part))
      .flatMap(({ parts }) => parts)
      .filter((part) => 'functionResponse' in part)
      .map(({ functionResponse }) => textOf(functionResponse.response)),
  }),
  reply(turn) {
    const part =
      'call' in turn ? { functionCall: { name: turn.call.name, args: turn.arguments } } : { text: turn.text };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    return [{ candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }], usageMetadata }];
  },
  event: plain,
};

const FORMS: readonly Form[] = [COMPLETIONS, RESPONSES, MESSAGES, CONTENTS];
