/** Step 2: get a client_id. */

import type { Server } from './discover.ts';
import { ConnectError } from './errors.ts';
import { type Http, requireText } from './http.ts';

export interface Client {
  readonly id: string;
  /** Only a confidential client has one. */
  readonly secret: string | undefined;
}

export async function register(http: Http, server: Server, redirectUri: string): Promise<Client> {
  if (server.registrationEndpoint === undefined) {
    throw new ConnectError(
      'This server takes no registrations: ask a school operator for a client and pass its --client-id.',
    );
  }
  const registration = await http.call(
    {
      method: 'POST',
      url: server.registrationEndpoint,
      // RFC 7591 §2: what a client says about itself.
      // RFC 8252 §8.4: a program on somebody's computer can keep no secret, so it is a public client ("none").
      json: {
        client_name: 'Schoolgate connect',
        application_type: 'native',
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
      },
    },
    ['client_id', 'client_name', 'redirect_uris', 'token_endpoint_auth_method', 'scope'],
  );
  return { id: requireText(registration, 'client_id', 'The registration'), secret: undefined };
}

/** RFC 6749 §2.3.1: how a client presents itself at the token and revocation endpoints (`none`, `client_secret_post`). */
export function clientCredentials(client: Client): Record<string, string> {
  return client.secret === undefined
    ? { client_id: client.id }
    : { client_id: client.id, client_secret: client.secret };
}
