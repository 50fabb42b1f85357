/** The files under mutation testing, each with the tests that must kill its mutants. */
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

const AUTHORIZE = 'test/routes/authorize.test.ts';
const RESOURCE_ENDPOINTS = 'test/routes/resource-endpoints.test.ts';
const REASONS = 'test/routes/refusal-reasons.test.ts';
const ATTEMPTS = 'test/routes/connection-attempts.test.ts';
const LENGTHS = 'test/security/parameter-lengths.test.ts';
const SECOND_FACTOR = 'test/security/second-factor-paths.test.ts';
const SCHOOL = 'test/routes/mcp/school.test.ts';
const CROSS_ORIGIN = 'test/routes/cross-origin-answers.test.ts';
const VALUES = ['test/schema/protocol-values.test.ts', 'test/schema/values.test.ts'];
const token = (...names: string[]): string[] => names.map((name) => `test/routes/token/${name}.test.ts`);
const STORES = ['test/db/stores.test.ts', ...token('code-replay', 'refresh-reuse', 'lifetimes')];

/**
 * The protocol core, without page texts and type-only files. The tests run in order, most relevant first. More tests
 * could only raise the score, and would make every surviving mutant take longer.
 */
export const CORE: Readonly<Record<string, readonly string[]>> = {
  'schema/oauth/redirect-uri.ts': [...VALUES, AUTHORIZE],
  'schema/oauth/scope.ts': [...VALUES, ...token('code-exchange'), 'test/routes/staff-rights.test.ts'],
  'schema/credential.ts': [...VALUES, ...token('code-exchange'), ATTEMPTS],
  'schema/oauth/pkce.ts': [...VALUES, AUTHORIZE],
  'schema/data/parameters.ts': [...VALUES, ...token('request-body'), LENGTHS],
  'schema/oauth/resource-indicator.ts': [...VALUES, AUTHORIZE, SCHOOL],
  'schema/oauth/client.ts': ['test/schema/client.test.ts', AUTHORIZE],
  'schema/oauth/token.ts': [
    'test/schema/token.test.ts',
    RESOURCE_ENDPOINTS,
    ...token('refresh-reuse', 'lifetimes'),
    'test/routes/second-factor-school.test.ts',
  ],
  'schema/oauth/token-response.ts': ['test/schema/token.test.ts', RESOURCE_ENDPOINTS],
  'schema/oauth/oauth-error.ts': ['test/schema/refusal.test.ts', ...VALUES, REASONS, ATTEMPTS, ...token('rate-limit')],
  'schema/refusals/store-error.ts': ['test/schema/refusal.test.ts'],
  'schema/refusal.ts': ['test/schema/refusal.test.ts', REASONS, 'test/security/unstorable-text.test.ts', ATTEMPTS],
  'schema/refusals/index.ts': ['test/schema/refusal.test.ts', REASONS],
  'plugins/oauth/client-authentication.ts': [REASONS, ...token('client-authentication'), ATTEMPTS],
  'plugins/oauth/bearer.ts': [
    REASONS,
    RESOURCE_ENDPOINTS,
    'test/routes/account-requests.test.ts',
    SECOND_FACTOR,
    ATTEMPTS,
  ],
  'plugins/oauth/presented-token.ts': [RESOURCE_ENDPOINTS],
  'plugins/oauth/token-issuer.ts': token('code-exchange', 'id-token', 'lifetimes', 'refresh'),
  'plugins/oauth/grace-copies.ts': token('refresh-reuse'),
  'plugins/keys/sealing.ts': ['test/plugins/sealing.test.ts'],
  'routes/form.ts': [...token('request-body'), REASONS, RESOURCE_ENDPOINTS, LENGTHS],
  'routes/oauth/authorize/request.ts': [
    REASONS,
    AUTHORIZE,
    'test/routes/hostile-documents.test.ts',
    'test/security/unreviewed-clients.test.ts',
    LENGTHS,
    SECOND_FACTOR,
    SCHOOL,
  ],
  'routes/oauth/token/index.ts': [
    REASONS,
    CROSS_ORIGIN,
    ...token('request-body', 'rate-limit'),
    'test/routes/document-changes.test.ts',
  ],
  'routes/oauth/token/authorization-code.ts': [
    REASONS,
    ...token('rate-limit', 'recorded-ends', 'code-exchange', 'code-replay', 'id-token', 'lifetimes', 'lost-standing'),
  ],
  'routes/oauth/token/refresh-token.ts': [
    REASONS,
    ...token('rate-limit', 'recorded-ends', 'refresh', 'refresh-reuse', 'lifetimes', 'lost-standing'),
    'test/routes/reuse-email.test.ts',
  ],
  'routes/oauth/token/resource.ts': [REASONS, ...token('code-exchange', 'refresh'), SCHOOL],
  'routes/oauth/introspect.ts': [CROSS_ORIGIN, RESOURCE_ENDPOINTS],
  'routes/oauth/revoke.ts': [CROSS_ORIGIN, ...token('recorded-ends'), RESOURCE_ENDPOINTS],
  'db/oauth/codes.ts': STORES,
  'db/oauth/tokens.ts': STORES,
  'db/oauth/token-statements.ts': STORES,
  'db/oauth/grant-context.ts': STORES,
  'db/engine/writer.ts': ['test/db/sqlite.test.ts', 'test/db/stores.test.ts'],
};

/** Tests within those files that need another server, or take half a minute without testing the core. */
export const LEFT_OUT = /PostgreSQL|two processes|migrations of both engines|damaged, foreign or newer/;

/** Minimum share of killable mutants that must be killed. */
export const MIN_SCORE = 0.85;
