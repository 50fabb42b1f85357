/** What there is, where it says so itself, and which way is whose. */
import { type Facts, paragraphs, shell } from './facts.ts';

export function introduction({ capabilities, operations, hasTools }: Facts): string {
  const { baseUrl } = capabilities;
  return paragraphs(
    '# Signing in to Schoolgate',
    `Schoolgate at ${baseUrl} is the OAuth 2.0 and OpenID Connect authorization server of a platform of learning sites (schools), and serves their APIs from the same origin. Software acts for a person at one school, with what that person allowed and their role permits. This page is generated from the running configuration.`,
    'Two audiences hold tokens:',
    [
      `- **Operator clients** act for somebody who runs a school. ${operations.length > 0 ? 'They read and change what the operator scopes name: courses, students, orders and more, through the admin API at `/api/v1`.' : 'They hold operator scopes.'}`,
      '- **Member clients** act for one member and see only that person’s own enrollments, progress, orders and event registrations, with `account:read`, through GraphQL at `/account/graphql`.',
    ].join('\n'),
    hasTools ? 'Models use the same tokens at the tool endpoint `/mcp`.' : undefined,
    'The way is always the same: discover, pick a method, register, obtain a code, exchange it, call the API, refresh, revoke. The commands need a shell with `curl` and `openssl`; run them in one session, because later ones use what earlier ones set.',
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
    'The first names the resource and its authorization server; the other two are one document with the endpoints, grant types and scopes. **Where this page or any other text differs from the metadata, the metadata holds.** Fetch it directly; you need not provoke a 401.',
    protectedResources.length > 1
      ? `Clients that insist on a document for the very address they call find one below the same path: ${protectedResources
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
        ? '- **A tool on the person’s own computer** (command line, desktop, local agent): register a loopback address, step 3.'
        : undefined,
      registration === 'off' || facts.vendors.length === 0
        ? undefined
        : '- **A known hosted platform**: register under your name and get your fixed `client_id`, step 3.',
      cimd.enabled
        ? '- **Software with a domain of its own**: publish a client metadata document; its URL is your `client_id`, step 3.'
        : undefined,
      '- **Software that reads a member’s own data** (`account:read`), or needs a fixed https callback: ask an operator of the school for a client. They make it in the site admin area under Developers, OAuth applications, choose its scopes, and give you the `client_id`. There is nothing to register then.',
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
    'In every case the flow is the authorization code flow with PKCE (`S256`). Public clients use `none`, confidential ones `client_secret_post`.',
    'Choose the scopes by audience; section 9 lists all of them:',
    shell(
      "SCOPE='openid profile email courses:read'   # an operator client",
      "# SCOPE='openid profile email account:read' # a member client",
    ),
    `Not supported, so do not try: \`agent_auth\` in any form (identity assertions, service authentication, anonymous registration with a later claim; there is no identity or claim address), device flow, client credentials, password and implicit grants, HTTP Basic at the token endpoint, plain PKCE${registration === 'off' ? ', dynamic registration' : ''}${cimd.enabled ? '' : ', client metadata documents (a URL as `client_id`)'}.`,
  );
}
