/** Builds the protocol results of tools. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isRecord } from '../../../schema/record.ts';

/** Returns the output as data in the declared form, and the same as text for clients that read nothing else. */
export const succeeded = (output: unknown): CallToolResult => {
  if (!isRecord(output)) return { content: [{ type: 'text', text: 'Done.' }] };
  return {
    content: [{ type: 'text', text: JSON.stringify(output, null, 2) }],
    structuredContent: output,
  };
};

/** An error that a model can correct by itself is a result for the model, not a protocol error. */
export const failed = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  isError: true,
});
