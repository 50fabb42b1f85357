/** The first sections: an overview, discovery, and a choice of authentication method. */
import { type Facts, paragraphs, shell } from './facts.ts';

export function introduction({ capabilities, operations, hasTools }: Facts): string {
  const { baseUrl } = capabilities;
  return paragraphs(
    '# Signing in to Schoolgate',
    `Schoolgate at ${baseUrl} is the OAuth 2.0 and OpenID Connect authorization server of a platform of learning sites (schools), and serves their APIs from the same origin. A client acts on behalf of one person at one school, with the scopes that person has granted and their role permits. This page is generated from the running configuration.`,
    'Here is how to get a token, how to use it, and how to end it. There are two kinds of clients:',
    [
      `- **Operator clients** act on behalf of someone who runs a school. ${operations.length > 0 ? 'Through the admin API at `/api/v1` they read and change courses, students, orders and more, as their scopes allow.' : 'They hold operator scopes.'}`,
      `- **Member clients** act on behalf of one member and see only that person's own courses, progress, orders, subscriptions, files, event registrations and posts, with \`account:read\`, and with \`account:write\` change their profile, save positions, register for events and get links to files, through GraphQL at \`/account/graphql\`${hasTools ? ' and the tools at `/mcp`' : ''}.`,
    ].join('\n'),
    hasTools ? 'Language models use the same tokens at the MCP endpoint `/mcp`.' : undefined,
    'The steps are always the same: discover, pick a method, register, obtain a code, exchange it, call the API, refresh, revoke. The commands require a shell with `curl` and `openssl`; run them in one session, because later commands use variables set by earlier ones.',
  );
}

export function discovery({ capabilities }: Facts): string {
  const { baseUrl, protectedResources } = capabilities;
  return paragraphs(
    '## 1. Discover',
    shell(
      `BASE=${baseUrl}`,
      'curl -s "$BASE/.well-known/oauth-protected-resource"',
      'curl -s "$BASE/.well-known/oauth-authorization-server"',
      'curl -s "$BASE/.well-known/openid-configuration"',
    ),
    'The first document names the resource and its authorization server; the other two are the same document, with the endpoints, grant types and scopes. **If this page or any other documentation differs from the metadata, the metadata is authoritative.** Fetch it directly; there is no need to trigger a 401 first.',
    protectedResources.length > 1
      ? `Clients that require a metadata document for the exact URL they call find one at the corresponding path: ${protectedResources
          .filter((path) => path !== '')
          .map((path) => `\`/.well-known/oauth-protected-resource${path}\``)
          .join(', ')}.`
      : undefined,
  );
}

export function methods(facts: Facts): string {
  const { registration, cimd } = facts.capabilities;
  return paragraphs(
    '## 2. Pick a method',
    [
      registration === 'loopback_and_vendors'
        ? "- **A tool on the person's own computer** (command line, desktop, local agent): register a loopback redirect URI in step 3."
        : undefined,
      registration === 'off' || facts.vendors.length === 0
        ? undefined
        : '- **A known hosted platform**: register under your name in step 3 to get your fixed `client_id`.',
      cimd.enabled
        ? '- **Software with its own domain**: publish a client metadata document, whose URL is your `client_id`; see step 3.'
        : undefined,
      "- **Software that reads a member's own data** (`account:read`) or needs a fixed https redirect URI: ask an owner or administrator of the school for a client. They create it under OAuth applications, New application (`/admin`), choose its scopes, and give you the `client_id`. You then skip registration.",
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    'All clients use the authorization code flow with PKCE (`S256`). Public clients authenticate with `none`, confidential clients with `client_secret_post`.',
    'Choose the scopes for your kind of client; section 9 lists all of them:',
    shell(
      "SCOPE='openid profile email courses:read'   # an operator client",
      "# SCOPE='openid profile email account:read' # a member client",
    ),
    `Not supported: \`agent_auth\` in any form (identity assertions, service authentication, anonymous registration with a later claim; there is no identity or claim endpoint), device flow, client credentials, password and implicit grants, HTTP Basic at the token endpoint, plain PKCE${registration === 'off' ? ', dynamic registration' : ''}${cimd.enabled ? '' : ', client metadata documents (a URL as `client_id`)'}.`,
  );
}
