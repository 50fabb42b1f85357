/** Measures what tools return over a demo platform of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { loadConfig } from '../../../../plugins/settings/config.ts';
import { tokensOf } from '../../../../routes/apis/mcp/rendering.ts';
import type { Arguments, Caller, DescribedTool, Tool } from '../../../../routes/apis/mcp/tool.ts';
import { buildApp } from '../../../../routes/app.ts';
import { isMemberScope } from '../../../../schema/oauth/scope.ts';
import { RIVERSIDE } from '../../demo/platform.ts';
import { seedDemo } from '../../demo/seed.ts';

export interface MeasuredTool extends DescribedTool {
  readonly scope: string | undefined;
  /** The largest result; absent if the tool changes data, or needs what the demo has not. */
  readonly largest: { readonly tokens: number; readonly given: Arguments } | undefined;
}

/** @returns every tool of the server, apart from those that find and call others */
export async function measureOverDemo(): Promise<readonly MeasuredTool[]> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolgate-listing-'));
  const tools: Tool[] = [];
  const isOffered = (tool: Tool): boolean => tools.push(tool) > 0;
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent' };
  const app = await buildApp(loadConfig(settings), { housekeeping: false, mcp: { isOffered } });
  try {
    await app.ready();
    await seedDemo(app);
    const largest = await largestOf(tools, app.clock());
    return tools
      .filter(({ name }) => !/^(?:find_tools|call_(?:read_)?tool)$/.test(name))
      .map(({ described, scope, name }) => ({ ...described, scope, largest: largest.get(name) }));
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls each tool that reads. Those that require an id or a slug are tried with the first row of each list. */
async function largestOf(tools: readonly Tool[], now: number): Promise<Map<string, MeasuredTool['largest']>> {
  const largest = new Map<string, MeasuredTool['largest']>();
  const known: unknown[] = [];
  const reading = tools.filter(({ described }) => described.annotations.readOnlyHint);
  const needs = ({ described }: Tool): number => Number('required' in described.inputSchema);
  for (const tool of reading.toSorted((one, other) => needs(one) - needs(other))) {
    for (const args of callsOf(tool, known)) {
      // Refused if it is the id of something else.
      const result = await tool.answer?.(callerOf(tool, now), args).catch(() => undefined);
      if (result === undefined || isQuestion(result)) continue;
      const tokens = tokensOf(result);
      if (tokens > (largest.get(tool.name)?.tokens ?? 0)) largest.set(tool.name, { tokens, given: args });
      const [row] = [Object(result.structuredContent).nodes].flat();
      known.push(row?.id, row?.slug);
    }
  }
  return largest;
}

const isQuestion = (result: object): result is InputRequiredResult => 'inputRequests' in result;

function callsOf({ described: { inputSchema } }: Tool, known: readonly unknown[]): readonly Arguments[] {
  const page = Object.hasOwn(Object(inputSchema.properties), 'first') ? { first: 100 } : {};
  const [needed] = Object(inputSchema.required ?? []);
  return needed === undefined ? [page] : known.map((one) => ({ ...page, [needed]: one }));
}

function callerOf({ scope }: Tool, now: number): Caller {
  const isMember = scope === undefined || isMemberScope(scope);
  const [personId, role] = isMember ? (['usr_demo_ana', 'member'] as const) : (['usr_demo_ruth', 'owner'] as const);
  return {
    token: undefined,
    operator: { siteId: RIVERSIDE.id, personId, role, clientId: 'c_listing', now, requestId: 'listing' },
    school: RIVERSIDE.slug,
    resourceQuery: undefined,
    agent: { header: '', name: undefined },
    opensUrls: false,
    origin: {},
  };
}
