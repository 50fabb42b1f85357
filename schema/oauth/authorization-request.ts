/** The stages of an authorization request: first identified (errors may be redirected to the client), then verified. */

import type { AskedAuthentication } from './authentication-context.ts';
import type { Prompt } from './capabilities.ts';
import type { Client } from './client.ts';
import type { KeyThumbprint } from './dpop.ts';
import type { ErrorDelivery } from './oauth-error.ts';
import type { VerifiedRedirect } from './redirect-uri.ts';
import type { Scope } from './scope.ts';

/** The parameters that the endpoint reads. Each may be sent once, except `resource` (RFC 8707 §2). */
export const AUTHORIZATION_PARAMETERS = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'dpop_jkt',
  'nonce',
  'prompt',
  'max_age',
  'login_hint',
  'id_token_hint',
  'ui_locales',
  'org_id',
  'school_id',
  'acr_values',
  'claims',
  'request',
  'request_uri',
  'registration',
] as const;

/** A request whose client is known and whose redirect URI is one of the client's own. */
export interface IdentifiedRequest {
  client: Client;
  redirect: VerifiedRedirect;
  /** Returned byte for byte (RFC 6749 §4.1.2). */
  state: string | undefined;
  /** Called only for an error, because the answer may have to be looked up. */
  errorsGo: () => Promise<ErrorDelivery>;
}

declare const verified: unique symbol;

/** A request that passed every check of the endpoint. Created by `routes/oauth/authorize/request.ts` only. */
export interface AuthorizationRequest extends IdentifiedRequest {
  scopes: readonly Scope[];
  codeChallenge: string;
  /** The key whose proof has to come with the code. */
  dpopJkt: KeyThumbprint | undefined;
  nonce: string | undefined;
  resourceSent: boolean;
  /** The slug of the school that the resource names. */
  resourceSchool: string | undefined;
  prompts: ReadonlySet<Prompt>;
  /** Maximum age of the sign-in in seconds. */
  maxAge: number | undefined;
  /** The claims about the sign-in for the ID token, and whether it must have had two factors. */
  authentication: AskedAuthentication;
  loginHint: string | undefined;
  idTokenHint: string | undefined;
  uiLocales: string | undefined;
  siteHint: string | undefined;
  readonly [verified]: true;
}
