/** A client that obtains, renews, introspects and revokes tokens, and writes every answer into the ledger. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../support/server-process.ts';
import { errorOf, type FaultClient, type Tokens } from './client.ts';
import { ACTIVE, codeRegister, INACTIVE, type Operation, REFUSED, tokenRegister, WON } from './histories.ts';
import { type Clerk, type Expected, isUnanswered, type Ledger } from './ledger.ts';
import { type Check, check, inParallel } from './report.ts';

const ROTATIONS = 3;
const PAUSE_MS = 20;
const RETRY_MS = 100;

/** One authorization, from its code on. */
interface Chain {
  readonly code: string;
  readonly access: string[];
  /** All its refresh tokens, the newest last. */
  readonly refresh: string[];
  isRedeemed: boolean;
  /** Whether somebody asked to end it, by revoking a token or by presenting the code again, and whether that was answered. */
  end: 'none' | 'asked' | 'revoked' | 'replayed';
}

export interface Surroundings {
  readonly ledger: Ledger;
  /** A node to ask. */
  at(): string;
  isStopped(): boolean;
  random(): number;
}

export class TokenClerk implements Clerk {
  readonly #client: FaultClient;
  readonly #around: Surroundings;
  readonly #chains: Chain[] = [];
  /** Codes that were refused although no request with them had been answered. */
  lostCodes = 0;

  constructor(client: FaultClient, around: Surroundings) {
    this.#client = client;
    this.#around = around;
  }

  get redeemed(): number {
    return this.#chains.filter(({ isRedeemed }) => isRedeemed).length;
  }

  get rotated(): number {
    return this.#chains.reduce((sum, { refresh }) => sum + Math.max(0, refresh.length - 1), 0);
  }

  async work(): Promise<void> {
    const { ledger, at, random } = this.#around;
    const origin = at();
    let code: string | undefined;
    const answer = await ledger.hear(async () => {
      const given = await this.#client.code(origin);
      code = given.code;
      return given.answer;
    });
    // A revocation or a replay has ended the remembered consent.
    if (code === undefined && !isUnanswered(answer)) await this.#client.consent(at()).catch(() => undefined);
    if (code === undefined) return;
    const chain: Chain = { code, access: [], refresh: [], isRedeemed: false, end: 'none' };
    this.#chains.push(chain);
    if (random() < 0.15) return this.#contest(chain);
    if (!(await this.#redeem(chain))) return;
    for (let count = 0; count < ROTATIONS; count += 1) {
      await sleep(random() * PAUSE_MS);
      if (!(await this.#rotate(chain))) return;
      await this.#read(at(), chain.access[0]);
      await this.#read(at(), chain.refresh.at(-1));
    }
    if (random() < 0.3) await this.#revoke(chain);
  }

  /** Several clients have the code: one wins, and the others end what it has won. */
  async #contest(chain: Chain): Promise<void> {
    const tries = await Promise.all([1, 2, 3].map(() => this.#presentCode(chain)));
    // One that was not answered may have ended it as well.
    for (const { operation } of tries.filter(({ said }) => said !== WON)) this.#end(chain, operation);
    chain.end = tries.some(({ said }) => said === REFUSED) ? 'replayed' : 'asked';
  }

  async #redeem(chain: Chain): Promise<boolean> {
    const { isStopped } = this.#around;
    for (let tries = 0; ; tries += 1) {
      const { said, operation } = await this.#presentCode(chain);
      if (said === WON) return true;
      if (said === REFUSED) {
        if (tries > 0) this.lostCodes += 1;
        this.#end(chain, operation);
        return false;
      }
      if (isStopped()) return false;
      await sleep(RETRY_MS);
    }
  }

  async #presentCode(chain: Chain, origin = this.#around.at()) {
    const noted = await this.#around.ledger.note(
      `code ${chain.code}`,
      codeRegister,
      'present',
      () => this.#client.redeem(origin, chain.code),
      (answer) => (answer.status === 200 ? WON : refusal(answer)),
    );
    if (noted.said === WON) {
      chain.isRedeemed = true;
      this.#keep(chain, JSON.parse(noted.answer.body), true);
    }
    return noted;
  }

  /** Rotates the newest refresh token, sometimes from two places at once, until it is answered. */
  async #rotate(chain: Chain, origin?: string): Promise<boolean> {
    const { at, isStopped, random } = this.#around;
    const token = chain.refresh.at(-1) ?? '';
    for (;;) {
      const places = [origin ?? at(), ...(random() < 0.3 ? [origin ?? at()] : [])];
      const tries = await Promise.all(places.map((place) => this.#presentToken(chain, token, place)));
      if (tries.some(({ said }) => said === REFUSED)) return false;
      if (chain.refresh.at(-1) !== token) return true;
      if (isStopped() && origin === undefined) return false;
      await sleep(RETRY_MS);
    }
  }

  async #presentToken(chain: Chain, token: string, origin: string) {
    const noted = await this.#around.ledger.note(
      `token ${token}`,
      tokenRegister,
      'present',
      () => this.#client.refresh(origin, token),
      (answer) => (answer.status === 200 ? JSON.parse(answer.body).refresh_token : refusal(answer)),
    );
    if (noted.answer.status === 200) {
      const pair: Tokens = JSON.parse(noted.answer.body);
      this.#keep(chain, pair, !chain.refresh.includes(pair.refresh_token));
    }
    return noted;
  }

  async #revoke(chain: Chain): Promise<void> {
    const { at, isStopped, ledger } = this.#around;
    const token = chain.refresh.at(-1) ?? '';
    do {
      const origin = at();
      const { said, operation } = await ledger.note(
        `token ${token}`,
        tokenRegister,
        'end',
        () => this.#client.revoke(origin, token),
        ({ status }) => (status === 200 ? 'ended' : undefined),
      );
      this.#end(chain, operation, token);
      chain.end = said === undefined ? 'asked' : 'revoked';
      if (said !== undefined) return;
      await sleep(RETRY_MS);
    } while (!isStopped());
  }

  async #read(origin: string, token = ''): Promise<void> {
    await this.#around.ledger.note(
      `token ${token}`,
      tokenRegister,
      'read',
      () => this.#client.introspect(origin, token),
      ({ status, body }) => (status !== 200 ? undefined : JSON.parse(body).active === true ? ACTIVE : INACTIVE),
    );
  }

  #keep({ access, refresh }: Chain, tokens: Tokens, isNew: boolean): void {
    access.push(tokens.access_token);
    if (isNew) refresh.push(tokens.refresh_token);
  }

  /** Everything of a chain ends with an operation on one of its tokens. */
  #end({ access, refresh }: Chain, operation: Operation, except?: string): void {
    for (const token of [...access, ...refresh].filter((one) => one !== except)) {
      this.#around.ledger.add(`token ${token}`, tokenRegister, { ...operation, action: 'end' });
    }
  }

  async compare(origin: string): Promise<readonly Check[]> {
    const unanswered: string[] = [];
    await inParallel(this.#chains, 8, async (chain) => {
      const { access, refresh } = chain;
      for (const token of [...access, ...refresh]) await this.#read(origin, token);
      // If the last rotation was not answered, repeating it twice gives one and the same successor.
      const last = refresh.at(-1);
      if (last !== undefined && chain.end === 'none') {
        for (const _ of [1, 2]) await this.#presentToken(chain, last, origin);
        if (chain.refresh.at(-1) === last) unanswered.push(last);
      }
      // Whoever presents a code a second time is refused, and ends whatever it has led to.
      for (const _ of chain.isRedeemed ? [1] : [1, 2]) {
        const { said, operation } = await this.#presentCode(chain, origin);
        if (said === REFUSED) this.#end(chain, operation);
      }
      for (const token of [...access.slice(-1), ...refresh]) await this.#read(origin, token);
      for (const token of refresh.slice(0, 1)) await this.#presentToken(chain, token, origin);
    });
    return [check('refresh tokens that cannot be renewed', unanswered, [])];
  }

  events(): readonly Expected[] {
    return this.#chains.flatMap(({ code, end, isRedeemed }) => {
      const target = /_(\d+)\./.exec(code)?.[1] ?? '';
      if (end === 'revoked') return [{ event: 'token_revoked', target, least: 1, most: 1 }];
      // Each code that was redeemed was presented once more, at the latest by the comparison.
      const least = isRedeemed && end !== 'asked' ? 1 : 0;
      return [{ event: 'code_replay', target, least, most: 1 }];
    });
  }
}

const refusal = (answer: Answer): string | undefined =>
  answer.status === 400 && errorOf(answer) === 'invalid_grant' ? REFUSED : undefined;
