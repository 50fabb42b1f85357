/** Tools that ask back: by 2026-07-28 in their result, so that whichever node is asked next can go on. */
import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from '../../../routes/apis/mcp/tool.ts';
import { abilitiesOf, said, suiteTool } from './tool.ts';

const named = z.object({ name: z.string() });
const confirmed = z.object({ ok: z.boolean() });
const coloured = z.object({ color: z.string() });

const askName = (message = 'What is your name?') => inputRequired.elicit({ message, requestedSchema: named });
const askModel = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens: 100 });

export const askingTools = (): Tool[] => [
  suiteTool('test_input_required_result_elicitation', (_given, { mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'user_name', named);
    return answer ? said(`Hello, ${answer.name}!`) : inputRequired({ inputRequests: { user_name: askName() } });
  }),
  suiteTool('test_streaming_elicitation', () => inputRequired({ inputRequests: { user_name: askName() } })),
  suiteTool('test_input_required_result_sampling', (_given, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (answer.kind === 'sampling') return said('It was answered.');
    return inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } });
  }),
  suiteTool('test_input_required_result_list_roots', (_given, { mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (answer.kind === 'roots') return said(JSON.stringify(answer.roots));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  }),
  suiteTool('test_input_required_result_capabilities', (_given, context) => {
    const { elicitation, sampling } = abilitiesOf(context);
    return inputRequired({
      inputRequests: {
        ...(elicitation && { user_name: askName() }),
        ...(sampling && { greeting: askModel('Generate a greeting') }),
      },
    });
  }),
  ...remembering(),
];

/** What they know of the rounds before comes back from the client, sealed. */
function remembering(): Tool[] {
  const { mint, verify } = createRequestStateCodec<{ round: number }>({ key: randomBytes(32) });

  async function roundOf(context: ServerContext): Promise<number> {
    const state = context.mcpReq.requestState<string>();
    if (state === undefined) return 0;
    try {
      return (await verify(state, context)).round;
    } catch {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'this state is not ours');
    }
  }

  const ask = async (inputRequests: InputRequests, round: number) =>
    inputRequired({ inputRequests, requestState: await mint({ round }) });
  const confirm = () => inputRequired.elicit({ message: 'Please confirm', requestedSchema: confirmed });

  const twice = ['test_input_required_result_request_state', 'test_input_required_result_tampered_state'];
  return [
    ...twice.map((name) =>
      suiteTool(name, async (_given, context) =>
        (await roundOf(context)) === 0 ? ask({ confirm: confirm() }, 1) : said('state-ok'),
      ),
    ),
    suiteTool('test_input_required_result_multiple_inputs', async (_given, context) => {
      if ((await roundOf(context)) > 0) return said('All of it was answered.');
      const greeting = askModel('Generate a greeting');
      return ask({ user_name: askName(), greeting, client_roots: inputRequired.listRoots() }, 1);
    }),
    suiteTool('test_input_required_result_multi_round', async (_given, context) => {
      const round = await roundOf(context);
      if (round === 0) return ask({ step1: askName('Step 1: What is your name?') }, 1);
      if (round > 1) return said('That is all.');
      const message = 'Step 2: What is your favorite color?';
      return ask({ step2: inputRequired.elicit({ message, requestedSchema: coloured }) }, 2);
    }),
  ];
}
