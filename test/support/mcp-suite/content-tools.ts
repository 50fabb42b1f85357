/** Tools that answer with each kind of content, or on the way to it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import { ProblemError } from '../../../schema/school/problem.ts';
import { PNG, WAV } from './samples.ts';
import { abilitiesOf, said, suiteTool } from './tool.ts';

const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const text = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;

/** Every keyword that the suite looks for again in the list. */
const DIALECT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

export const contentTools = [
  suiteTool('test_simple_text', () => said('This is a simple text response for testing.')),
  suiteTool('test_image_content', () => ({ content: [image] })),
  suiteTool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] })),
  suiteTool('test_embedded_resource', () => ({
    content: [text('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  })),
  suiteTool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      text('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  })),
  suiteTool('test_error_handling', () => {
    throw new ProblemError('conflict', 'This tool intentionally returns an error for testing');
  }),
  suiteTool('test_tool_with_progress', async (_given, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) break;
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      await sleep(20);
    }
    return said('done');
  }),
  suiteTool('test_logging_tool', async (_given, { mcpReq }) => {
    await mcpReq.log('info', 'said only to those who asked for it');
    return said('done');
  }),
  suiteTool('test_missing_capability', (_given, context) => {
    if (abilitiesOf(context).sampling === undefined) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    }
    return said('done');
  }),
  suiteTool('json_schema_2020_12_tool', () => said('done'), DIALECT),
];
