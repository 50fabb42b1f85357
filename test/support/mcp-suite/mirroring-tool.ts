/**
 * A tool whose argument is repeated in a header (2026-07-28, SEP-2243), so that a proxy can read it. No tool of the product
 * has one, and the SDK compares the two for servers of its other kind only.
 */
import type { Interception } from '../../../routes/apis/mcp/registry.ts';
import { isRecord } from '../../../schema/data/objects.ts';
import { said, suiteTool } from './tool.ts';

const NAME = 'test_mirrored_argument';
const HEADER_MISMATCH = -32_020;

export const mirroringTool = suiteTool(NAME, () => said('done'), {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  additionalProperties: false,
});

export const requireMirrored: Interception = (message, parsedBody) => {
  const params = isRecord(parsedBody) && parsedBody.method === 'tools/call' ? parsedBody.params : undefined;
  if (!isRecord(parsedBody) || !isRecord(params) || params.name !== NAME) return undefined;
  const region = isRecord(params.arguments) ? params.arguments.region : undefined;
  if (region === undefined || decoded(message.headers.get('mcp-param-region')) === region) return undefined;
  const error = { code: HEADER_MISMATCH, message: 'Mcp-Param-Region does not repeat the argument region' };
  return Promise.resolve(Response.json({ jsonrpc: '2.0', id: parsedBody.id, error }, { status: 400 }));
};

/** A value is literal, or Base64 between two marks. */
function decoded(header: string | null): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return header ?? undefined;
  const text = Buffer.from(encoded, 'base64');
  return text.toString('base64') === encoded ? String(text) : undefined;
}
