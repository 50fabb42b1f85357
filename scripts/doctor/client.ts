/** A client as the token endpoint knows it. */

export interface Client {
  readonly id: string;
  /** Only a confidential client has one. */
  readonly secret: string | undefined;
}

/** RFC 6749 §2.3.1: how a client presents itself at the token and revocation endpoints (`none`, `client_secret_post`). */
export function clientCredentials(client: Client): Record<string, string> {
  return client.secret === undefined
    ? { client_id: client.id }
    : { client_id: client.id, client_secret: client.secret };
}
