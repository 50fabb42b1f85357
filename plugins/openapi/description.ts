/**
 * Describes the whole service in OpenAPI 3.1. The admin operations come from their registry, and the rest is declared
 * here.
 */
import type { FastifyInstance } from 'fastify';
import { createDocument, type ZodOpenApiSecuritySchemeObject } from 'zod-openapi';
import type { ApiDescription } from '../../schema/data/api-description.ts';
import type { Capabilities } from '../../schema/oauth/capabilities.ts';
import { SCOPES } from '../../schema/oauth/scope.ts';
import { SCOPE_GUIDE } from '../../schema/oauth/scope-guide.ts';
import { LICENSE, VERSION } from '../../schema/program/manifest.ts';
import type { Operation } from '../../schema/school/operation.ts';
import { ACCOUNT_TAG, accountPaths } from './account.ts';
import { ADMIN_PARAMETERS, adminPaths, tagOf } from './admin.ts';
import { browserPaths } from './browser.ts';
import { DOCUMENTS_TAG, documentPaths, HEALTH_TAG } from './documents.ts';
import { filePaths } from './files.ts';
import { OAUTH_TAG } from './form.ts';
import { oauthPaths } from './oauth.ts';
import { problemComponents } from './problems.ts';
import { headerComponents } from './refusals.ts';
import { namedTypes, simplify } from './schemas.ts';
import { TOOLS_TAG, toolPaths } from './tools.ts';

/** Parts of the server that can be left out. */
interface Parts {
  hasTools: boolean;
  hasFiles: boolean;
}

export function describeService(
  { oauth: { capabilities }, school: { catalogue } }: FastifyInstance,
  { hasTools, hasFiles }: Parts,
): ApiDescription {
  const { baseUrl, docsUrl } = capabilities;
  const paths = {
    ...documentPaths(capabilities),
    ...oauthPaths(capabilities),
    ...browserPaths(capabilities),
    ...accountPaths(docsUrl),
    ...(hasTools ? toolPaths(docsUrl) : {}),
    ...adminPaths(catalogue),
    ...(hasFiles ? filePaths(docsUrl) : {}),
  };
  const document: unknown = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Schoolgate',
        version: VERSION,
        summary: 'Sign-in, consent and APIs of a learning-site platform',
        description: `Step-by-step guide to getting a token: ${baseUrl}/auth.md. Every operation of the admin API applies to the one school the token is for. Lists use cursor pagination: pass the endCursor of a page as after to get the next one. Amounts are whole numbers of the minor unit that ISO 4217 gives a currency, up to 9007199254740991. Date-times are written as in RFC 3339.`,
        license: { name: LICENSE, identifier: LICENSE },
      },
      servers: [{ url: baseUrl }],
      externalDocs: { url: docsUrl },
      tags: tagsOf(catalogue, hasTools),
      paths,
      components: {
        schemas: namedTypes(catalogue),
        responses: problemComponents(docsUrl),
        parameters: ADMIN_PARAMETERS,
        headers: headerComponents(baseUrl),
        securitySchemes: securitySchemes(capabilities),
      },
    },
    { override: simplify },
  );
  // The type of the library covers all of OpenAPI; `ApiDescription` covers the part that is used here.
  return document as ApiDescription;
}

const tagsOf = (operations: readonly Operation[], hasTools: boolean) => [
  { name: DOCUMENTS_TAG, description: 'Metadata and documentation of the service.' },
  { name: OAUTH_TAG, description: 'Obtaining, using and revoking tokens.' },
  { name: ACCOUNT_TAG, description: "A member's own data at one school, through GraphQL." },
  ...(hasTools ? [{ name: TOOLS_TAG, description: 'The same operations as MCP tools, for language models.' }] : []),
  ...[...new Set(operations.map(tagOf))].map((name) => ({ name, description: `Admin API: ${name}.` })),
  { name: HEALTH_TAG, description: 'Health checks for operators of the service.' },
];

const securitySchemes = ({ baseUrl }: Capabilities): Record<string, ZodOpenApiSecuritySchemeObject> => ({
  oauth2: {
    type: 'oauth2',
    description: 'Authorization code with PKCE (S256), for every client. Access tokens go in the Authorization header.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${baseUrl}/oauth/authorize`,
        tokenUrl: `${baseUrl}/api/oauth/token`,
        refreshUrl: `${baseUrl}/api/oauth/token`,
        scopes: Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_GUIDE[scope]])),
      },
    },
  },
  openIdConnect: { type: 'openIdConnect', openIdConnectUrl: `${baseUrl}/.well-known/openid-configuration` },
});
