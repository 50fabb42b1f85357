import type { ServerProcess } from './server-process.ts';

export const TARGET_NAMES = ['product', 'floor', 'peer'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

/** The parameters of authorization requests to a target. */
export interface ClientSetup {
  client: { id: string; secret: string; redirectUri: string };
  scope: string;
  /** Resource indicator (RFC 8707); absent for the peer (see README). */
  resource: string | undefined;
  /** Scope of refresh requests. The peer would sign an ID token if it contained `openid`. */
  refreshScope?: string;
}

/** A running server with a session and a remembered consent. */
export interface Target extends ClientSetup {
  name: string;
  origin: URL;
  pid: number;
  /** Value of the Cookie header for the authorization endpoint. */
  sessionCookie: string;
}

/** Starts a server in an empty folder. `describe` then signs in, if that requires HTTP. */
export type StartServer = (folder: string) => Promise<{
  server: ServerProcess;
  describe(): Promise<Omit<Target, 'name' | 'origin' | 'pid'>>;
}>;

export const cookieHeader = ({ cookies }: { cookies: ReadonlyMap<string, string> }): string =>
  [...cookies].map((pair) => pair.join('=')).join('; ');
