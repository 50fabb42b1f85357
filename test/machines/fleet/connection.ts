/** One connection of a client, what it keeps, and what became of it. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { DEMO, introspect, refresh, type Tokens, userinfo } from '../../support/oauth-client.ts';

/** What the clients have around them. */
export interface Surroundings {
  /** The server at this moment, whose nodes answer in turn. */
  readonly app: FastifyInstance;
  readonly now: number;
  readonly random: () => number;
  /** A person connects the client. */
  consent(): Promise<Tokens>;
}

export const CLIENT = DEMO.cli;

export class Connection {
  readonly around: Surroundings;
  /** What is in the store of the client. */
  stored!: Tokens;
  refreshes = 0;
  /** Consents after the first, each with the time at which it was needed. */
  readonly needless: number[] = [];
  readonly afterTheft: number[] = [];
  /** Whether somebody has a copy of the tokens of the present grant. */
  isStolen = false;
  /**
   * How many tokens the client has presented, and how many it had when the last grant ended. The same token again, by another
   * process or because nothing was stored, tells the server nothing new.
   */
  uses = 0;
  usesAtEnd = 0;
  #lastToken = '';
  hasEnded = false;

  constructor(around: Surroundings) {
    this.around = around;
  }

  async connect(): Promise<void> {
    this.stored = await this.around.consent();
    this.isStolen = false;
    this.hasEnded = false;
  }

  /** Presents a refresh token. */
  async present(token: string): Promise<LightMyRequestResponse> {
    const response = await refresh(this.around.app, CLIENT, token);
    if (response.statusCode !== 200 && response.statusCode !== 400) {
      throw new Error(`${response.statusCode} ${response.body}`);
    }
    if (response.statusCode === 400 && !this.hasEnded) {
      this.hasEnded = true;
      this.usesAtEnd = this.uses;
    }
    return response;
  }

  /** The client presents a token, and asks the person again if it is refused. @returns what came, or nothing */
  async use(token = this.stored.refresh_token): Promise<Tokens | undefined> {
    this.refreshes += 1;
    if (token !== this.#lastToken) this.uses += 1;
    this.#lastToken = token;
    const response = await this.present(token);
    if (response.statusCode === 200) return response.json<Tokens>();
    (this.isStolen ? this.afterTheft : this.needless).push(this.around.now);
    await this.connect();
    return undefined;
  }

  /** The same, and the client stores the answer. */
  async renew(): Promise<void> {
    this.stored = (await this.use()) ?? this.stored;
  }

  /** Whether a token works: an access token at UserInfo, a refresh token at introspection. */
  async isGood({ access_token: access, refresh_token: token }: Tokens): Promise<boolean> {
    const { app } = this.around;
    return (await userinfo(app, access)).statusCode === 200 || (await introspect(app, CLIENT, token)).active === true;
  }
}
