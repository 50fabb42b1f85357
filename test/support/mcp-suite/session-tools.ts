/** Tools of the suite for the revisions with sessions, which ask back over the stream of the call, or say something on it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { inputRequired, inputResponse, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { JsonSchema, Tool } from '../../../routes/apis/mcp/tool.ts';
import { said, suiteTool } from './tool.ts';

type Asked = Parameters<typeof inputRequired.elicit>[0];

const takes = (name: string): JsonSchema => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
  additionalProperties: false,
});

/** One question, and the answer in words. */
function ask(question: Asked, { mcpReq }: ServerContext, words: string) {
  const answer = inputResponse(mcpReq.inputResponses, 'answer');
  if (answer.kind !== 'elicit') return inputRequired({ inputRequests: { answer: inputRequired.elicit(question) } });
  return said(`${words}: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
}

const choices = (...values: string[]) => ({ type: 'string' as const, enum: values });
const titled = (...values: string[]) => values.map((value) => ({ const: value, title: `${value}, as people read it` }));

const DEFAULTS = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, default: 'John Doe' },
    age: { type: 'integer' as const, default: 30 },
    score: { type: 'number' as const, default: 95.5 },
    status: { ...choices('active', 'inactive', 'pending'), default: 'active' },
    verified: { type: 'boolean' as const, default: true },
  },
};

const ENUMS = {
  type: 'object' as const,
  properties: {
    untitledSingle: choices('option1', 'option2', 'option3'),
    titledSingle: { type: 'string' as const, oneOf: titled('value1', 'value2', 'value3') },
    legacyEnum: { ...choices('opt1', 'opt2', 'opt3'), enumNames: ['Option One', 'Option Two', 'Option Three'] },
    untitledMulti: { type: 'array' as const, items: choices('option1', 'option2', 'option3') },
    titledMulti: { type: 'array' as const, items: { anyOf: titled('value1', 'value2', 'value3') } },
  },
};

export const sessionTools: readonly Tool[] = [
  suiteTool('test_tool_with_logging', async (_given, { mcpReq }) => {
    for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', words);
      await sleep(50);
    }
    return said('done');
  }),
  suiteTool(
    'test_sampling',
    ({ prompt }, { mcpReq }) => {
      const answer = inputResponse(mcpReq.inputResponses, 'answer');
      if (answer.kind === 'sampling') return said(`LLM response: ${JSON.stringify(answer.result.content)}`);
      const content = { type: 'text' as const, text: z.string().parse(prompt) };
      const asked = inputRequired.createMessage({ messages: [{ role: 'user', content }], maxTokens: 100 });
      return inputRequired({ inputRequests: { answer: asked } });
    },
    takes('prompt'),
  ),
  suiteTool(
    'test_elicitation',
    ({ message }, context) => {
      const requestedSchema = z.object({ username: z.string(), email: z.string() });
      return ask({ message: z.string().parse(message), requestedSchema }, context, 'User response');
    },
    takes('message'),
  ),
  suiteTool('test_elicitation_sep1034_defaults', (_given, context) =>
    ask({ message: 'Please fill it in', requestedSchema: DEFAULTS }, context, 'Elicitation completed'),
  ),
  suiteTool('test_elicitation_sep1330_enums', (_given, context) =>
    ask({ message: 'Please choose', requestedSchema: ENUMS }, context, 'Elicitation completed'),
  ),
];
