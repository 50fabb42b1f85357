import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../fixtures.ts';
import { issueCredential, readCredential, sameHash } from './credential.ts';
import { cookie, field, present, refuseUnless } from './fields.ts';
import type { Storage } from './storage.ts';

/** The authorization endpoint for a person who is signed in and has consented before. */
export function authorizeHandler(issuer: string, storage: Storage) {
  function signedInPerson(request: FastifyRequest): number {
    const presented = present(readCredential('se', cookie(request, SESSION_COOKIE)), 'malformed session');
    const session = present(storage.findSession(presented.id), 'unknown session');
    refuseUnless(sameHash(session.secretHash, presented.secretHash) && session.expiresAt > Date.now(), 'dead session');
    return session.personId;
  }

  return async function authorize(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { query } = request;
    const client = present(storage.findClient(field(query, 'client_id')), 'unknown client');
    const redirectUri = field(query, 'redirect_uri');
    const scope = field(query, 'scope');
    refuseUnless(client.redirectUri === redirectUri, 'unknown redirect_uri');
    refuseUnless(field(query, 'response_type') === 'code', 'unsupported response_type');
    refuseUnless(field(query, 'code_challenge_method') === 'S256', 'unsupported code_challenge_method');

    const personId = signedInPerson(request);
    const consent = present(storage.findConsent(personId, client.id), 'no consent');
    const consented = consent.scope.split(' ');
    refuseUnless(
      scope.split(' ').every((name) => consented.includes(name)),
      'no consent',
    );

    const code = issueCredential('ac');
    await storage.insertCode(code, {
      clientId: client.id,
      personId,
      redirectUri,
      scope,
      resource: field(query, 'resource'),
      codeChallenge: field(query, 'code_challenge'),
      nonce: field(query, 'nonce'),
    });
    const answer = new URLSearchParams({ code: code.text, state: field(query, 'state'), iss: issuer });
    return reply.code(303).header('cache-control', 'no-store').header('location', `${redirectUri}?${answer}`).send();
  };
}
