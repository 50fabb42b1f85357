/**
 * The sign-in of the explorer: an authorization request with PKCE, and the answer to it. The page keeps nothing in the
 * browser, so the server derives the verifier from the state and the cookie of the browser, and gives it to the page
 * with which the browser comes back. Nothing is stored here either.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CredentialHash, hashCredential, randomSecret, sameHash } from '../../../../schema/credential.ts';
import { challengeOf } from '../../../../schema/oauth/pkce.ts';
import { joinScopes } from '../../../../schema/oauth/scope.ts';
import type { StoredApplication } from '../../../../schema/oauth/site-application.ts';
import type { Parameters } from '../../../../schema/parameters.ts';
import { explorerScopes, explorerUrl } from './explorer-application.ts';

const PURPOSE = 'explorer';

/** What comes back from the authorization endpoint. */
export type Arrival =
  /** It does not answer a request of this browser. */
  | { is: 'foreign' }
  | { is: 'refused'; why: string }
  | { is: 'answered'; clientId: string; code: string; verifier: string };

export function explorerSignIns({ config: { baseUrl }, people: { loginSession } }: FastifyInstance) {
  const tokenFor = (use: 'state' | 'verifier', browser: CredentialHash, clientId: string, nonce: string): string =>
    loginSession.formToken(PURPOSE, use, browser, clientId, nonce);

  return {
    /** Returns the path of the authorization endpoint, with a new request of this browser. */
    begin(application: StoredApplication, http: FastifyRequest, reply: FastifyReply): string {
      const browser = loginSession.browser(http, reply);
      const [clientId, nonce] = [application.id, randomSecret()];
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: explorerUrl(baseUrl),
        scope: joinScopes(explorerScopes(application)),
        resource: baseUrl,
        state: `${clientId}.${nonce}.${tokenFor('state', browser, clientId, nonce)}`,
        code_challenge: challengeOf(tokenFor('verifier', browser, clientId, nonce)),
        code_challenge_method: 'S256',
      });
      return `/oauth/authorize?${query}`;
    },

    /** @returns `undefined` if the query is no answer */
    arrival(query: Parameters, http: FastifyRequest, reply: FastifyReply): Arrival | undefined {
      const state = query.get('state');
      if (state === undefined) return undefined;
      const browser = loginSession.browser(http, reply);
      const [clientId = '', nonce = '', mac = ''] = state.split('.');
      // RFC 6749 §10.12: the request began in this browser. RFC 9207 §2.4: this server answers it.
      const isOwn = sameHash(hashCredential(mac), hashCredential(tokenFor('state', browser, clientId, nonce)));
      if (!isOwn || query.get('iss') !== baseUrl) return { is: 'foreign' };
      const code = query.get('code');
      if (code !== undefined) {
        return { is: 'answered', clientId, code, verifier: tokenFor('verifier', browser, clientId, nonce) };
      }
      return { is: 'refused', why: query.get('error_description') ?? query.get('error') ?? '' };
    },
  };
}
