/** The libraries and suites of others that the tests run at the server, as the manual lists them, with the version that ran. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keysOf } from '../../schema/data/objects.ts';
import { MCP_CLIENTS } from '../clients/mcp-steps.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Package, if it is one, and how it is called where that differs; what works; what to set or to know. */
const LIBRARIES: readonly (readonly [name: string, packageName: string, works: string, note: string])[] = [
  [
    'openid-client',
    'openid-client',
    'registration, sign-in, ID token, UserInfo, refresh, introspection, revocation, sign-out',
    '`ClientSecretPost` if there is a secret',
  ],
  [
    'oauth4webapi',
    'oauth4webapi',
    'the same, also from the URL of `/mcp` alone',
    '`ClientSecretPost` if there is a secret',
  ],
  ['oidc-client-ts', 'oidc-client-ts', 'sign-in in a browser by redirect, frame or pop-up, refresh, sign-out', ''],
  [
    'simple-oauth2',
    'simple-oauth2',
    'sign-in, refresh, revocation',
    "`authorizationMethod: 'body'`; PKCE is up to you",
  ],
  [
    'Auth.js',
    '@auth/core',
    'sign-in with PKCE, `state` and `nonce`, by ID token or UserInfo; a member’s own data',
    "`client: { token_endpoint_auth_method: 'client_secret_post' }` and `checks: ['pkce', 'state', 'nonce']`",
  ],
  [
    'Passport',
    'passport-oauth2',
    'sign-in with PKCE, with and without a secret; a member’s own data',
    '`state: true` and `pkce: true`; it does not compare `iss`',
  ],
  [
    'MCP SDK 1',
    '@modelcontextprotocol/sdk',
    'sign-in, tools, refresh',
    'asks for more only if it keeps no refresh token',
  ],
  ['MCP SDK 2', '@modelcontextprotocol/client', 'sign-in, tools, refresh, more scopes when a tool needs them', ''],
  [
    'AI SDK',
    '@ai-sdk/mcp',
    'sign-in, tools that read and change, refresh',
    'never asks for more: give it a URL with `auth` and `tools`',
  ],
  ['mcp-remote', 'mcp-remote', 'sign-in, tools, refresh, more scopes when a tool needs them', ''],
  ['MCP Inspector', '@modelcontextprotocol/inspector', 'sign-in, tools, refresh', 'give it a URL with `auth`'],
  ['urql', '@urql/core', 'all queries and pages of the Account API, mutations, refusals', ''],
  [
    'Relay',
    'relay-compiler',
    'compiles and pages through each list as a connection, mutations',
    'no `node` field; it warns that a post and its text (`Post`, `PostText`) have the same id',
  ],
  [
    'graphql-codegen',
    '@graphql-codegen/cli',
    'types from `/account/schema.graphql`, and from introspection with a token',
    'set `scalars`: `DateTime` and `Date` are strings',
  ],
  ['openapi-fetch', 'openapi-fetch', 'every operation of the admin API', ''],
  [
    'MCP conformance suite',
    '@modelcontextprotocol/conformance',
    'all scored checks, for servers in each revision and for authorization servers',
    'with `--client-secret`, it is refused because it sends no secret',
  ],
  ['MCPJam', '@mcpjam/sdk', 'all its OAuth checks: registration, document, client made beforehand', ''],
];

const versionsIn = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')).devDependencies;

function versionOf(packageName: string): string {
  const version = { ...versionsIn('.'), ...versionsIn('test/clients') }[packageName];
  if (version === undefined) throw new Error(`${packageName} is in no package.json`);
  return version;
}

export const libraryTable = (): string[][] =>
  LIBRARIES.map(([name, packageName, works, note]) => [
    name === packageName ? `\`${name}\`` : `${name} (\`${packageName}\`)`,
    versionOf(packageName),
    works,
    note,
  ]);

/** What `test/clients/mcp-steps.test.ts` takes each of them through, in its order. */
export const MCP_STEPS = ['sign-in', 'list', 'read', 'asks for more', 'refresh', 'ended', 'denied', 'two schools'];

export const mcpStepsTable = (): string[][] =>
  keysOf(MCP_CLIENTS).map((name) => {
    const { packageName, asksForMore, denial } = MCP_CLIENTS[name];
    return [`${name}, ${versionOf(packageName)}`, 'yes', 'yes', 'yes', asksForMore, 'yes', 'asks again', denial, 'yes'];
  });
