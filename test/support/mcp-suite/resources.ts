/** Documents at fixed addresses, and at those of a pattern. */
import type { Resource, ResourceTemplate } from '../../../routes/apis/mcp/resource.ts';
import { PNG } from './samples.ts';

const described = (name: string, mimeType: string) => ({
  name,
  title: name,
  description: 'For the conformance suite',
  mimeType,
});

export const suiteResources: readonly Resource[] = [
  {
    listed: { uri: 'test://static-text', ...described('static-text', 'text/plain') },
    read: async () => 'This is the content of the static text resource.',
  },
  {
    listed: { uri: 'test://static-binary', ...described('static-binary', 'image/png') },
    read: async () => Buffer.from(PNG, 'base64'),
  },
];

export const suiteTemplates: readonly ResourceTemplate[] = [
  {
    listed: { uriTemplate: 'test://template/{id}/data', ...described('template', 'application/json') },
    read: async (_caller, { id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
];
