/** The product's tools and its responses to calls, recorded for a server that repeats them. */
import type { JsonSchemaType } from '@modelcontextprotocol/server';
import type { School } from '../targets/school.ts';
import { callOf, pageOf, resultOf } from './messages.ts';

export interface RecordedTool {
  listed: {
    name: string;
    title: string;
    description: string;
    inputSchema: JsonSchemaType;
    outputSchema?: JsonSchemaType;
    annotations: Record<string, boolean>;
  };
  result?: Record<string, unknown>;
}

export const MEMBER_TOOL = 'list_my_courses';
export const OPERATOR_TOOL = 'list_courses';

export interface Recorded {
  /** The public tools. */
  open: readonly RecordedTool[];
  /** The two tools that are called, and others up to this number. */
  some(count: number): readonly RecordedTool[];
}

export async function record({ server: { origin }, memberToken, operatorToken }: School): Promise<Recorded> {
  async function listed(token?: string): Promise<readonly RecordedTool['listed'][]> {
    const tools: RecordedTool['listed'][] = [];
    let cursor: string | undefined;
    do {
      const page = await resultOf(origin, pageOf(cursor), token, '?tools=all');
      tools.push(...(page.tools as readonly RecordedTool['listed'][]));
      cursor = page.nextCursor as string | undefined;
    } while (cursor !== undefined);
    return tools;
  }
  const open = (await listed()).map((tool) => ({ listed: tool }));
  const tools = new Map(
    [...(await listed(memberToken)), ...(await listed(operatorToken))].map((one) => [one.name, one]),
  );
  const called = await Promise.all(
    [[MEMBER_TOOL, memberToken] as const, [OPERATOR_TOOL, operatorToken] as const].map(async ([name, token]) => {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`the product lists no tool ${name}`);
      tools.delete(name);
      return { listed: tool, result: await resultOf(origin, callOf(name), token) };
    }),
  );
  const others = [...tools.values()].map((tool) => ({ listed: tool }));
  return { open, some: (count) => [...others.slice(0, count - called.length), ...called] };
}
