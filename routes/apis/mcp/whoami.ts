/** A tool that says for whom, at which school, and with which rights a client acts. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { personClaims } from '../../../schema/oauth/claims.ts';
import { BearerError } from '../../../schema/oauth/oauth-error.ts';
import { subjectOf } from '../../../schema/oauth/token.ts';
import { ROLES } from '../../../schema/people/role.ts';
import { instant, momentOf } from './pages.ts';
import { defineTool, ofSchool, schoolNamesOf, type Tool } from './tool.ts';

const answer = z.object({
  ...z.object(ofSchool).partial({ schoolSlug: true }).shape,
  personId: z.string(),
  name: z.string().nullable().describe('null without the scope profile'),
  email: z.string().nullable().describe('null without the scope email'),
  role: z.enum(ROLES).describe('Role of the person at the school'),
  scopes: z.array(z.string()).describe('What the client may do now: scopes granted, within the role'),
  clientId: z.string(),
  connectionEndsAt: instant.describe('When the person has to connect the client again, unless they end it before'),
});

export const whoami = (app: FastifyInstance): Tool =>
  defineTool({
    name: 'whoami',
    title: 'Who am I',
    description:
      'Returns the signed-in person, their school and role, the granted scopes, and when the connection ends. Use it to find out at which school the other tools act.',
    forSignedIn: true,
    isReading: true,
    input: z.strictObject({}),
    output: answer,
    async run({ token: proof }) {
      if (proof === undefined) {
        throw new BearerError('invalid_token', 'token_missing.tool', 'openid');
      }
      const { token, scopes } = proof;
      const { grant } = token;
      // What the client learns of the person is what the person agreed to, as at UserInfo.
      const { name = null, email = null } = personClaims(grant, await app.people.persons.requireProfile(grant), scopes);
      return {
        ...(await schoolNamesOf(app, grant)),
        personId: subjectOf(grant),
        name,
        email,
        role: grant.role,
        scopes: [...scopes],
        clientId: grant.clientId,
        connectionEndsAt: momentOf(grant.grantExpiresAt),
      };
    },
  });
