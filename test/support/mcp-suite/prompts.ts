/** Prompts, and the completion of what they take: methods that the product does not have. */
import {
  acceptedContent,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Methods } from '../../../routes/apis/mcp/registry.ts';
import { PNG } from './samples.ts';

type Content = GetPromptResult['messages'][number]['content'];
type Given = Readonly<Record<string, string>>;

interface Prompt {
  arguments?: readonly string[];
  get(given: Given, context: ServerContext): GetPromptResult | InputRequiredResult;
}

const asked = (...contents: Content[]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
});
const text = (words: string): Content => ({ type: 'text', text: words });

const stated = z.object({ context: z.string() });

const PROMPTS: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: { get: () => asked(text('This is a simple prompt for testing.')) },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => asked(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    get({ resourceUri = '' }) {
      const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return asked({ type: 'resource', resource }, text('Please process the embedded resource above.'));
    },
  },
  test_prompt_with_image: {
    get: () => asked({ type: 'image', data: PNG, mimeType: 'image/png' }, text('Please analyze the image above.')),
  },
  test_input_required_result_prompt: {
    get(_given, { mcpReq }) {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_context', stated);
      if (answer !== undefined) return asked(text(answer.context));
      const message = 'What context should the prompt use?';
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: stated }) },
      });
    },
  },
};

const listed = Object.entries(PROMPTS).map(([name, { arguments: names = [] }]) => ({
  name,
  description: 'For the conformance suite',
  arguments: names.map((argument) => ({ name: argument, description: 'Anything', required: true })),
}));

export const prompts: Methods = {
  capabilities: { prompts: {}, completions: {} },
  answer(server) {
    server.setRequestHandler('prompts/list', async () => ({ prompts: listed }));
    server.setRequestHandler('prompts/get', async ({ params }, context) => {
      const prompt = PROMPTS[params.name];
      if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'there is no such prompt');
      return prompt.get(params.arguments ?? {}, context);
    });
    server.setRequestHandler('completion/complete', async ({ params }) => {
      const values = ['paris', 'park', 'party'].filter((value) => value.startsWith(params.argument.value));
      return { completion: { values, total: values.length, hasMore: false } };
    });
  },
};
