/** The data about people, apps and schools that pages show. */
import type { Scope } from '../../../schema/oauth/scope.ts';

export type ClientView = {
  /** Chosen by the client: displayed, never trusted. */
  name: string;
  /** The host of a `client_id` URL, which is the only thing such a client has proven. */
  host?: string;
  assurance: 'school' | 'vendor' | 'platform' | 'none';
  maker: 'school' | 'vendor' | 'host' | 'self';
  /** The file name of its logo below `/assets/logos`. */
  logo?: string;
  /** The name of the school that created the client. */
  siteName?: string;
  /** No person stands behind its calls, so none is asked. */
  runsAlone?: true;
};

export type AccountView = { name: string; email: string };

/** Why an app cannot get a scope here. */
export type Unavailable = 'outside_role' | 'not_adopted';

export type ScopeView = {
  scope: Scope;
  /** `left_out` is what the person did not allow the last time; `outside_role` and `not_adopted` say why the app cannot get it. */
  state: 'requested' | 'granted_before' | 'left_out' | Unavailable;
  /** True if the person can leave it out. */
  optional: boolean;
  /** `false` if the person left it out the last time. */
  ticked?: boolean;
};

export type LinkView = { href: string; label: string };
