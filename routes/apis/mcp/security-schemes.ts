/**
 * The needs of a tool, as the list states them where a school wants that (SEP-1488, a proposal that no revision of
 * the protocol contains). ChatGPT reads it, there or in `_meta`, and offers to sign in at a tool only if the list and the
 * challenge in the result both say so.
 */
import type { ListedTool, Tool } from './tool.ts';

type SecurityScheme = { type: 'noauth' } | { type: 'oauth2'; scopes: readonly string[] };

export interface SecuredTool extends ListedTool {
  securitySchemes: readonly SecurityScheme[];
  _meta: { securitySchemes: readonly SecurityScheme[] };
}

/** A caller who has signed in sends the token to public tools, too: at some URLs, every message needs one. */
function schemesOf({ scope, forSignedIn }: Tool): readonly SecurityScheme[] {
  const signedIn = { type: 'oauth2', scopes: scope === undefined ? [] : [scope] } as const;
  return scope === undefined && forSignedIn !== true ? [{ type: 'noauth' }, signedIn] : [signedIn];
}

/** Entries never change, and are compared by identity. */
const entries = new WeakMap<Tool, SecuredTool>();

/** The entry of a tool in a list that says what each tool needs. */
export function securedEntry(tool: Tool): SecuredTool {
  const known = entries.get(tool);
  if (known !== undefined) return known;
  const securitySchemes = schemesOf(tool);
  const entry = { ...tool.listed, securitySchemes, _meta: { securitySchemes } };
  entries.set(tool, entry);
  return entry;
}
