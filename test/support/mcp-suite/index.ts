/**
 * What the official conformance suite asks a server under test to offer: its `test_*` tools, resources and prompts, added to
 * the product's tool endpoint from outside, as any plugin could.
 */
import type { FastifyInstance } from 'fastify';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { prompts } from './prompts.ts';
import { suiteResources, suiteTemplates } from './resources.ts';

export function offerToSuite(app: FastifyInstance): void {
  app.mcpOffers.add({
    tools: [...contentTools, ...askingTools()],
    resources: suiteResources,
    templates: suiteTemplates,
    methods: prompts,
  });
}
