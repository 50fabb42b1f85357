import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { PERSON, SCOPE } from '../fixtures.ts';

/** The path to which oidc-provider redirects the browser for sign-in and consent. */
export const INTERACTION_PATH = '/interaction/';

/** Signs in the only person and grants everything, so that the next authorization finds a session and a grant. */
export async function approve(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: PERSON.subject, clientId: String(params.client_id) });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  await provider.interactionFinished(request, response, {
    login: { accountId: PERSON.subject },
    consent: { grantId },
  });
}
