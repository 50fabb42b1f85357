/** The part of simple-oauth2 that the tests use; it brings no types. */
declare module 'simple-oauth2' {
  export interface Token {
    access_token: string;
    refresh_token: string;
    scope: string;
    [name: string]: unknown;
  }

  export interface AccessToken {
    readonly token: Token;
    expired(windowSeconds?: number): boolean;
    refresh(parameters?: Record<string, string>): Promise<AccessToken>;
    revoke(kind: 'access_token' | 'refresh_token'): Promise<unknown>;
    revokeAll(): Promise<void>;
  }

  export interface Settings {
    client: { id: string; secret: string };
    auth: { tokenHost: string; tokenPath: string; revokePath: string; authorizePath: string };
    options?: { authorizationMethod: 'header' | 'body' };
  }

  export class AuthorizationCode {
    constructor(settings: Settings);
    authorizeURL(parameters: Record<string, string | string[]>): string;
    getToken(parameters: Record<string, string>): Promise<AccessToken>;
    createToken(token: Token): AccessToken;
  }
}
