/** Known integrations: hosted platforms and tools that register by name and receive one fixed public client each. */
import { z } from 'zod';
import { type Client, isApproved } from '../oauth/client.ts';
import { classifyRedirectUri, isLoopback } from '../oauth/redirect-uri.ts';
import { skeleton } from '../text/look-alike.ts';
import { hasBundledDocument } from './vendor-documents.ts';

/** Stands for one path segment that the vendor chooses, such as the id of a connector. */
const SEGMENT = '{id}';
// The unreserved characters of RFC 3986. A segment of dots would lead to another path.
const CHOSEN = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,128}$/;

export const isPattern = (uri: string): boolean => uri.includes(SEGMENT);

/** RFC 9700 §2.6: plain http is allowed on loopback addresses only. A pattern is a path of https that ends in `{id}`. */
const isPresetRedirect = (uri: string): boolean => {
  if (isPattern(uri))
    return /^https:\/\/[^/?{}]+\/(?:[^?{}]*\/)?\{id\}$/.test(uri) && isPresetRedirect(uri.replace(`/${SEGMENT}`, ''));
  const { kind } = classifyRedirectUri(uri);
  return kind === 'https' ? URL.canParse(uri) : kind === 'loopback' || kind === 'app';
};

const redirectUri = z.string().refine(isPresetRedirect, 'is not a redirect URI of an integration');

const vendorPreset = z.strictObject({
  /** The client id is `c_vendor_<key>`. */
  key: z.string().regex(/^[a-z0-9_]{1,40}$/),
  name: z.string().min(1).max(100),
  /** Other values of `client_name` that denote this integration. */
  aliases: z.array(z.string()).default([]),
  redirectUris: z.array(redirectUri).min(1),
});

export const vendorPresets = z.array(vendorPreset);
export type VendorPreset = z.infer<typeof vendorPreset>;

export const vendorClientId = (preset: VendorPreset): string => `c_vendor_${preset.key}`;

/** Begins the ids of the clients that are registered with redirect URIs of a pattern. No key contains a dot. */
export const vendorClientPrefix = (preset: VendorPreset): string => `${vendorClientId(preset)}.`;

/** Returns whether the shared client of the preset can use the URI: one of the list, or any on loopback. */
export const isListed = ({ redirectUris }: VendorPreset, uri: string): boolean =>
  isLoopback(uri) || redirectUris.includes(uri);

/** Returns whether the URI is listed or one of a pattern of the preset: one more segment, and nothing after it. */
export const isRedirectOf = (vendor: VendorPreset, uri: string): boolean =>
  isListed(vendor, uri) ||
  vendor.redirectUris.filter(isPattern).some((pattern) => {
    const start = pattern.slice(0, -SEGMENT.length);
    return uri.startsWith(start) && CHOSEN.test(uri.slice(start.length));
  });

/**
 * The built-in list, which `VENDORS_FILE` replaces. Loopback URIs are allowed for all integrations and need no entry.
 */
export const VENDOR_PRESETS: readonly VendorPreset[] = [
  {
    key: 'claude',
    name: 'Claude',
    aliases: ['claude.ai', 'Claude Desktop'],
    redirectUris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
  },
  {
    key: 'claude_code',
    name: 'Claude Code',
    aliases: [],
    redirectUris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  },
  {
    key: 'chatgpt',
    name: 'ChatGPT',
    aliases: [],
    redirectUris: ['https://chatgpt.com/connector_platform_oauth_redirect', 'https://chatgpt.com/connector/oauth/{id}'],
  },
  {
    key: 'cursor',
    name: 'Cursor',
    aliases: [],
    redirectUris: [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ],
  },
  {
    key: 'vscode',
    name: 'Visual Studio Code',
    aliases: ['VS Code', 'Visual Studio Code - Insiders'],
    redirectUris: [
      'https://vscode.dev/redirect',
      'https://insiders.vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ],
  },
];

/**
 * Finds an integration by `client_name`. A name that only looks like its own is the same claim: no client of another kind
 * gets it.
 */
export const findVendor = (presets: readonly VendorPreset[], clientName: string): VendorPreset | undefined => {
  const key = skeleton(clientName);
  return presets.find((preset) => [preset.name, ...preset.aliases].some((name) => skeleton(name) === key));
};

/** Returns whether a client has a known name without proof: neither its redirect URIs nor its document are known. */
export function claimsVendor(presets: readonly VendorPreset[], client: Client): boolean {
  const vendor = client.origin === 'vendor' ? undefined : findVendor(presets, client.name);
  if (vendor === undefined) return false;
  const isOfVendor = (uri: string): boolean =>
    vendor.redirectUris.includes(uri) || (!isLoopback(uri) && isRedirectOf(vendor, uri));
  switch (client.origin) {
    case 'site_application':
      return !client.redirectUris.every(isOfVendor);
    case 'metadata_document': {
      const isKnown = isApproved(client.review) || hasBundledDocument(client.id);
      return !isKnown && !client.redirectUris.some((uri) => !isLoopback(uri) && isOfVendor(uri));
    }
    default:
      return true;
  }
}
