/** How the answer of a tool is written as a result of the protocol. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isRecord } from '../../../schema/record.ts';

/** As data in the form that the tool said, and the same as text for clients that look at nothing else. */
export const succeeded = (output: unknown): CallToolResult => {
  if (!isRecord(output)) return { content: [{ type: 'text', text: 'Done.' }] };
  return {
    content: [{ type: 'text', text: JSON.stringify(output, null, 2) }],
    structuredContent: output,
  };
};

/** What a model can mend by itself is a result for the model, not an error of the protocol. */
export const failed = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  isError: true,
});
