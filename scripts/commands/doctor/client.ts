/** The identification of a client at the token endpoint. */

export interface Client {
  readonly id: string;
  /** Present for confidential clients only. */
  readonly secret: string | undefined;
}

/** RFC 6749 §2.3.1: client authentication at the token and revocation endpoints (`none`, `client_secret_post`). */
export function clientCredentials(client: Client): Record<string, string> {
  return client.secret === undefined
    ? { client_id: client.id }
    : { client_id: client.id, client_secret: client.secret };
}
