/**
 * What the official conformance suite asks a server under test to offer: its `test_*` tools, resources and prompts, added to
 * the product's tool endpoint from outside.
 */
import type { Registry } from '../../../routes/apis/mcp/registry.ts';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { prompts } from './prompts.ts';
import { suiteResources, suiteTemplates } from './resources.ts';

export function offerToSuite(registry: Registry): void {
  registry.add({
    tools: [...contentTools, ...askingTools()],
    resources: suiteResources,
    templates: suiteTemplates,
    methods: prompts,
  });
}
