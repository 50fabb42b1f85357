/** What the pages are told about the people, apps and schools they show. */
import type { Scope } from '../../../schema/oauth/scope.ts';

export type ClientView = {
  /** Self-asserted: shown, never trusted. */
  name: string;
  /** Host of a `client_id` that is a URL: the one thing such a client has proven. */
  host?: string;
  assurance: 'school' | 'vendor' | 'platform' | 'none';
  maker: 'school' | 'vendor' | 'host' | 'self';
  /** The school that made the client. */
  siteName?: string;
};

export type AccountView = { name: string; email: string };

export type ScopeView = {
  scope: Scope;
  state: 'asked' | 'granted_before' | 'unavailable';
  /** The person may leave it out. */
  optional: boolean;
  /** `false` when the person left it out the last time. */
  ticked?: boolean;
};

export type RedirectView = { host: string; kind: 'loopback' | 'https' | 'app' };

export type LinkView = { href: string; label: string };
