/** An authorization request in its stages: identified (it may be answered by redirect), then verified. */
import type { Prompt } from './capabilities.ts';
import type { Client } from './client.ts';
import type { ErrorDelivery } from './oauth-error.ts';
import type { VerifiedRedirect } from './redirect-uri.ts';
import type { Scope } from './scope.ts';

/** The parameters that count here; each may be sent once, `resource` repeatedly (RFC 8707 §2). */
export const AUTHORIZATION_PARAMETERS = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'prompt',
  'max_age',
  'login_hint',
  'id_token_hint',
  'ui_locales',
  'org_id',
  'school_id',
  'request',
  'request_uri',
] as const;

/** The client is known and the redirect is one of its own. */
export interface IdentifiedRequest {
  client: Client;
  redirect: VerifiedRedirect;
  /** Echoed byte for byte (RFC 6749 §4.1.2). */
  state: string | undefined;
  /** Whether an error sends the browser on, or is shown with a link that does (RFC 9700 §4.11.2). */
  errorsGo: ErrorDelivery;
}

declare const verified: unique symbol;

/** Every rule of the endpoint held. Made by `routes/oauth/authorize/request.ts` only. */
export interface AuthorizationRequest extends IdentifiedRequest {
  scopes: readonly Scope[];
  codeChallenge: string;
  nonce: string | undefined;
  resourceSent: boolean;
  prompts: ReadonlySet<Prompt>;
  /** Seconds. */
  maxAge: number | undefined;
  loginHint: string | undefined;
  idTokenHint: string | undefined;
  uiLocales: string | undefined;
  siteHint: string | undefined;
  readonly [verified]: true;
}
