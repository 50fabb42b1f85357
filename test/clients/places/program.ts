/** What every client of the matrix can do, whoever wrote it and wherever it runs. */
import type { Test } from 'tap';
import { ACCEPT } from '../../support/mcp.ts';
import type { House } from './house.ts';

export interface Tokens {
  access: string;
  refresh: string;
}

/** What a client has after a sign-in. */
export interface Connection {
  readonly clientId: string;
  readonly secret?: string | undefined;
  tokens(): Tokens;
  /** Gets a new access token as the client does, without a person. @throws if the connection has ended */
  renew(): Promise<void>;
}

/** A client that waits for a person. */
export interface SignIn {
  /** What the person opens in a browser. */
  readonly url: URL;
  /** Takes the answer: from a browser that reaches the client, or as an address that a person pastes where it runs. */
  take(address: URL, how: 'opened' | 'pasted'): Promise<Connection>;
}

export interface Start {
  readonly house: House;
  /** Where the client looks for the server, if not at the address of the house. */
  readonly server?: string;
  /** The school of the URL that the client was given. */
  readonly school?: string;
  /** Where the client keeps its files. Two starts with one folder are two uses of one installation. */
  readonly folder: string;
}

export interface Program {
  readonly name: string;
  /**
   * Where its answer goes: to the computer that it runs on, to a page that it serves itself, so that its person reaches its
   * port already, or to its vendor.
   */
  readonly callback: 'loopback' | 'own page' | 'vendor';
  /** Whether the school of its URL reaches the server; otherwise the person chooses it, or its application is the school's. */
  readonly namesSchool: boolean;
  /** Days from one run in CI to the next. */
  readonly everyDays: number;
  start(t: Test, start: Start): Promise<SignIn>;
}

export interface Answers {
  /** The person that the token is about. */
  sub: unknown;
  /** The school of the token. */
  org: unknown;
  /** The slug of the school that a tool is about. */
  school: unknown;
}

/** A call of a tool with a token. */
export const sendTool = (origin: string, token: string, query = ''): Promise<Response> =>
  fetch(`${origin}/mcp${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: ACCEPT },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_school_info', arguments: {} },
    }),
  });

const userinfo = (origin: string, token: string): Promise<Response> =>
  fetch(`${origin}/api/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } });

/** Whom and which school a token is for, by UserInfo and by a tool. */
export async function answersTo(origin: string, token: string, query = ''): Promise<Answers> {
  const person = await userinfo(origin, token);
  const { sub, org_id: org } = Object(await person.json());
  const called = await sendTool(origin, token, query);
  const school = Object(await called.json()).result?.structuredContent?.slug;
  return { sub, org, school };
}

export const isAlive = async (origin: string, token: string): Promise<boolean> =>
  (await userinfo(origin, token)).status === 200;
