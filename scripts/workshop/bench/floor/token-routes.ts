import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIFETIMES } from '../fixtures.ts';
import { hashSecret, type IssuedCredential, issueCredential, readCredential, sameHash } from './credential.ts';
import { bearerToken, field, present, refuseUnless } from './fields.ts';
import { signIdToken } from './id-token.ts';
import type { ClientRow, Storage } from './storage.ts';

/** The token endpoint reduced to what nobody could leave out; so are the two below. */
export function tokenHandler(issuer: string, storage: Storage) {
  async function exchangeCode(body: unknown, client: ClientRow): Promise<object> {
    const presented = present(readCredential('ac', field(body, 'code')), 'malformed code');
    const code = present(storage.findCode(presented.id), 'unknown code');
    refuseUnless(sameHash(code.secretHash, presented.secretHash), 'unknown code');
    refuseUnless(code.clientId === client.id && code.expiresAt > Date.now(), 'code of another client or expired');
    refuseUnless(code.redirectUri === field(body, 'redirect_uri'), 'other redirect_uri');
    refuseUnless(code.resource === field(body, 'resource'), 'other resource');
    refuseUnless(
      code.codeChallenge === hash('sha256', field(body, 'code_verifier'), 'base64url'),
      'wrong code_verifier',
    );

    const access = issueCredential('at');
    const refresh = issueCredential('rt');
    const idToken = signIdToken(issuer, client.id, code.nonce, code);
    refuseUnless(await storage.redeemCode(presented.id, code, access, refresh), 'code already redeemed');
    return { ...tokenResponse(access, refresh, code.scope), id_token: idToken };
  }

  async function refresh(body: unknown, client: ClientRow): Promise<object> {
    const presented = present(readCredential('rt', field(body, 'refresh_token')), 'malformed refresh token');
    const token = present(storage.findRefreshToken(presented.id), 'unknown refresh token');
    refuseUnless(sameHash(token.secretHash, presented.secretHash), 'unknown refresh token');
    refuseUnless(token.clientId === client.id && token.expiresAt > Date.now(), 'token of another client or expired');

    const access = issueCredential('at');
    const successor = issueCredential('rt');
    refuseUnless(await storage.rotate(presented.id, token, access, successor), 'refresh token already used');
    return tokenResponse(access, successor, token.scope);
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const client = authenticateClient(storage, request.body);
    reply.header('cache-control', 'no-store');
    switch (field(request.body, 'grant_type')) {
      case 'authorization_code':
        return exchangeCode(request.body, client);
      case 'refresh_token':
        return refresh(request.body, client);
      default:
        refuseUnless(false, 'unsupported grant_type');
    }
  };
}

export function introspectionHandler(issuer: string, storage: Storage) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const client = authenticateClient(storage, request.body);
    const presented = readCredential('at', field(request.body, 'token'));
    const found = presented && storage.findAccessToken(presented.id);
    const active =
      presented !== undefined &&
      found !== undefined &&
      sameHash(found.secretHash, presented.secretHash) &&
      found.clientId === client.id &&
      found.expiresAt > Date.now();
    reply.header('cache-control', 'no-store').send(
      active
        ? {
            active,
            client_id: found.clientId,
            sub: String(found.personId),
            scope: found.scope,
            aud: found.resource,
            iss: issuer,
            token_type: 'Bearer',
            exp: Math.floor(found.expiresAt / 1_000),
          }
        : { active },
    );
  };
}

export function userinfoHandler(storage: Storage) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const presented = present(readCredential('at', bearerToken(request)), 'malformed token');
    const found = present(storage.findAccessTokenWithPerson(presented.id), 'unknown token');
    refuseUnless(sameHash(found.secretHash, presented.secretHash) && found.expiresAt > Date.now(), 'dead token');
    refuseUnless(found.scope.split(' ').includes('openid'), 'insufficient scope');
    const { subject, email, name, orgId, roles } = found;
    reply
      .header('cache-control', 'no-store')
      .send({ sub: subject, email, name, org_id: orgId, roles: JSON.parse(roles) });
  };
}

function authenticateClient(storage: Storage, body: unknown): ClientRow {
  const client = present(storage.findClient(field(body, 'client_id')), 'unknown client');
  refuseUnless(sameHash(client.secretHash, hashSecret(field(body, 'client_secret'))), 'wrong client secret');
  return client;
}

function tokenResponse(access: IssuedCredential, refresh: IssuedCredential, scope: string): object {
  return {
    access_token: access.text,
    token_type: 'Bearer',
    expires_in: LIFETIMES.accessToken,
    refresh_token: refresh.text,
    scope,
  };
}
