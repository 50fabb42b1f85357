/** Measures what a model has to read before it can use the tools, and how an agent without a model gets on with them. */
import { startSchool } from '../targets/school.ts';
import { answer } from './agent.ts';
import type { DescribedTool, Reach } from './described.ts';
import { questionsAt } from './questions.ts';

/** A rough estimate for English text and JSON. */
const CHARACTERS_PER_TOKEN = 4;

type Values = Record<string, unknown>;

/** @returns two tables: the sizes of the lists, and the outcomes of the questions */
export async function measureTools(folder: string): Promise<string> {
  const { server, ownerToken, staffToken, memberToken } = await startSchool('product', folder);
  const callers = [
    ['owner', ownerToken],
    ['staff', staffToken],
    ['member', memberToken],
    ['anonymous', undefined],
  ] as const;
  const sizes = [
    ['caller', 'tools', 'bytes', 'tokens (characters ÷ 4)', 'tools with ?tools=all', 'bytes', 'pages'],
    ['---', '---:', '---:', '---:', '---:', '---:', '---:'],
  ];
  for (const [who, token] of callers) {
    const [short, all] = [await listOf(server.origin, '', token), await listOf(server.origin, '?tools=all', token)];
    const figures = [short.tools.length, short.bytes, Math.round(short.bytes / CHARACTERS_PER_TOKEN)];
    sizes.push([who, ...[...figures, all.tools.length, all.bytes, all.pages].map((one) => one.toLocaleString('en'))]);
  }
  const reach = reachOf(server.origin, ownerToken);
  const tools = await reach.list();
  const outcomes = [];
  const now = Date.now();
  const questions = questionsAt(now);
  for (const question of questions) outcomes.push(await answer(reach, tools, question, now));
  await server.stop();
  const answered = outcomes.filter(({ isAnswered }) => isAnswered).length;
  const calls = outcomes.reduce((sum, one) => sum + one.calls, 0);
  const wrong = outcomes.flatMap((one) => one.wrong).length;
  const evaluation = `${questions.length} questions: ${answered} answered, ${calls} calls, ${wrong} wrong tools`;
  return `what tools/list returns\n\n${sizes.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n\n${evaluation}`;
}

interface List {
  tools: readonly DescribedTool[];
  bytes: number;
  pages: number;
}

/** All pages of the list. */
async function listOf(origin: URL, query: string, token: string | undefined): Promise<List> {
  const tools: DescribedTool[] = [];
  let bytes = 0;
  let pages = 0;
  let params: Values | undefined = {};
  while (params !== undefined) {
    const body = await send(origin, query, token, 'tools/list', params);
    const { result } = JSON.parse(body) as { result: { tools: DescribedTool[]; nextCursor?: string } };
    tools.push(...result.tools);
    bytes += Buffer.byteLength(body);
    pages += 1;
    params = result.nextCursor === undefined ? undefined : { cursor: result.nextCursor };
  }
  return { tools, bytes, pages };
}

const reachOf = (origin: URL, token: string): Reach => ({
  list: async () => (await listOf(origin, '', token)).tools,
  async call(name, args) {
    const body = await send(origin, '', token, 'tools/call', { name, arguments: args });
    const { result } = JSON.parse(body) as {
      result?: { content: readonly { text: string }[]; structuredContent?: unknown; isError?: boolean };
    };
    return {
      text: result?.content[0]?.text ?? body,
      data: result?.structuredContent,
      isError: result === undefined || result.isError === true,
    };
  },
});

async function send(
  origin: URL,
  query: string,
  token: string | undefined,
  method: string,
  params: Values,
): Promise<string> {
  const response = await fetch(new URL(`/mcp${query}`, origin), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return response.text();
}
