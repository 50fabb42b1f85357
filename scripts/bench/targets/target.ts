import type { ServerProcess } from './server-process.ts';

export const TARGET_NAMES = ['product', 'floor', 'peer'] as const;
export type TargetName = (typeof TARGET_NAMES)[number];

/** How a target is asked for authorization. */
export interface ClientSetup {
  client: { id: string; secret: string; redirectUri: string };
  scope: string;
  /** RFC 8707; the peer is asked without (see README) */
  resource: string | undefined;
  /** asked for when refreshing: the peer would sign an ID token there too unless `openid` is left out */
  refreshScope?: string;
}

/** A running server, with a session and a remembered consent so that every row can begin. */
export interface Target extends ClientSetup {
  name: TargetName;
  origin: URL;
  pid: number;
  /** value of the Cookie header at the authorization endpoint */
  sessionCookie: string;
}

/** Starts a server in an empty folder; `describe` then signs in where that has to be done over HTTP. */
export type StartServer = (folder: string) => Promise<{
  server: ServerProcess;
  describe(): Promise<Omit<Target, 'name' | 'origin' | 'pid'>>;
}>;
