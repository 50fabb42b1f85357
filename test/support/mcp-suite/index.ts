/**
 * What the official conformance suite asks a server under test to offer: its `test_*` tools, resources and prompts, added to
 * the product's tool endpoint from outside.
 */
import type { Registry } from '../../../routes/apis/mcp/registry.ts';
import { askingTools } from './asking-tools.ts';
import { contentTools } from './content-tools.ts';
import { mirroringTool, requireMirrored } from './mirroring-tool.ts';
import { prompts } from './prompts.ts';
import { suiteResources, suiteTemplates } from './resources.ts';
import { sessionTools } from './session-tools.ts';
import { sessions } from './sessions.ts';

export function offerToSuite(registry: Registry): void {
  registry.add({
    tools: [...contentTools, ...askingTools(), mirroringTool],
    resources: suiteResources,
    templates: suiteTemplates,
    methods: prompts,
    interception: requireMirrored,
  });
}

/** The same, with the sessions that the revisions before 2026-07-28 have, and what needs one. */
export function offerSessionsToSuite(registry: Registry): void {
  offerToSuite(registry);
  registry.add({ tools: sessionTools, interception: sessions() });
}
