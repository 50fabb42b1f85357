/** The parts of Passport and its OAuth 2.0 strategy that the tests use; they bring no types. */
declare module 'passport-oauth2' {
  export interface Settings {
    authorizationURL: string;
    tokenURL: string;
    clientID: string;
    clientSecret?: string;
    callbackURL: string;
    scope: string[];
    state: true;
    pkce: true;
  }

  export type Done = (error: Error | null, user?: unknown) => void;

  export class Strategy {
    constructor(
      settings: Settings,
      verify: (accessToken: string, refreshToken: string, params: unknown, profile: unknown, done: Done) => void,
    );
    authorizationParams(): Record<string, string>;
    tokenParams(): Record<string, string>;
  }
}

declare module 'passport' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { Strategy } from 'passport-oauth2';

  export class Passport {
    use(name: string, strategy: Strategy): void;
    authenticate(
      name: string,
      options: { session: false },
      answered: (error: Error | null, user: unknown, info: unknown) => void,
    ): (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => void;
  }
}
