/** Judges every answer by what is known of all that was asked and answered before. */
import type { Operation } from '../scheduler.ts';
import {
  type Access,
  type Asked,
  type Attempt,
  checkGrace,
  Grant,
  isLate,
  isRefused,
  isRotated,
  LASTS,
  mayBeDead,
  mayBeLate,
  mayBeOver,
  mayBeReplaced,
  mustBeGraced,
  type Refresh,
  type Token,
  whyDead,
} from './grants.ts';
import { must, Violation } from './invariants.ts';
import { Life } from './life.ts';

export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  org_id: string;
}

/** What came back; nothing if the process ended before. */
export interface Answer {
  status: number;
  json: Record<string, unknown>;
}

const scopesOf = (scope: unknown): string[] =>
  String(scope ?? '')
    .split(' ')
    .filter(Boolean);
const within = (some: readonly string[], all: readonly string[]): boolean => some.every((one) => all.includes(one));

/** The name of the life of what an application has of a person. */
export const appOf = (person: string, client: string): string => `app ${person} ${client}`;

export class Oracle {
  readonly grants: Grant[] = [];
  readonly #tokens = new Map<string, Token>();
  readonly #codes = new Map<string, Grant>();
  readonly #lives = new Map<string, Life>();
  /** What the clock has ever shown. */
  highest = 0;

  /** The life of a membership, a client, a consent or whatever else grants depend on. */
  life(of: string): Life {
    const life = this.#lives.get(of) ?? new Life();
    this.#lives.set(of, life);
    return life;
  }

  /** A code came to a client. */
  codeIssued(asked: Asked, code: string, by: Operation): Grant {
    must(!this.#codes.has(code), 'code_once', 'a code was issued twice');
    const { client, person, school } = asked;
    const above = [
      this.life(`member ${person} ${school}`),
      this.life(`client ${client}`),
      this.life(appOf(person, client)),
    ];
    must(!above.some((life) => life.isOver(by)), 'dead_is_dead', `a code was issued to ${client} for ${person}`);
    const grant = new Grant(asked, code, by, above);
    this.grants.push(grant);
    this.#codes.set(code, grant);
    return grant;
  }

  /** A code was presented with something wrong about it, so nothing may have come of it. */
  wronglyRedeemed({ status }: Answer, how: string): void {
    must(status !== 200, 'code_once', `it was redeemed ${how}`);
  }

  /** What came of presenting a code with all that belongs to it. */
  redeemed(grant: Grant, attempt: Attempt, answer: Answer | undefined): Grant | undefined {
    const { operation } = attempt;
    attempt.outcome = outcomeOf(answer, operation);
    if (answer === undefined || !isKnown(attempt)) return undefined;
    if (answer.status === 200) {
      const others = grant.redemptions.filter((one) => one !== attempt && one.outcome === 'accepted');
      must(others.length === 0, 'code_once', 'it was redeemed twice');
      must(
        operation.clock.least <= grant.born.clock.most + LASTS.code,
        'code_once',
        'it was redeemed after its lifetime',
      );
      must(!isRefused(grant.redemptions, operation.began), 'code_once', 'it was redeemed after it had been refused');
      must(!grant.hasEnded(operation.began), 'dead_is_dead', 'a code of a grant that has ended was redeemed');
      this.#remember(grant, answer.json as unknown as TokenAnswer, operation, grant.asked.scopes);
      return grant;
    }
    const mayBeLate = this.highest >= grant.born.clock.least + LASTS.code;
    must(mayBeLate || grant.mayHaveEnded(operation.ended), 'alive_is_alive', `a code was refused: ${describe(answer)}`);
    return undefined;
  }

  /** A refresh token was presented with something wrong about it. */
  wronglyRefreshed({ status }: Answer, how: string): void {
    must(status !== 200, 'right_party', `a refresh token was accepted ${how}`);
  }

  refreshed(token: Refresh, attempt: Attempt, answer: Answer | undefined, wanted = token.grant.asked.scopes): void {
    const { operation } = attempt;
    attempt.outcome = outcomeOf(answer, operation);
    if (attempt.outcome === 'unknown') noteUnanswered(token, attempt);
    if (answer === undefined || !isKnown(attempt)) return;
    if (answer.status !== 200) {
      this.#mayRefuseRefresh(token, attempt, answer);
      return;
    }
    mustLive(token, operation, 'the token endpoint');
    const given = answer.json as unknown as TokenAnswer;
    if (token.successor === undefined) {
      must(!this.#tokens.has(given.refresh_token), 'one_lineage', 'a successor was given out for another token');
      token.successor = this.#remember(token.grant, given, operation, wanted);
      token.successor.isRepeated = token.attempts.some((one) => one !== attempt && one.outcome === 'unknown');
      return;
    }
    checkGrace(token, attempt);
    if (given.refresh_token !== token.successor.value) {
      must(mayBeReplaced(token, attempt), 'one_lineage', 'a refresh token was given a second successor');
      token.successor.replaced = { by: operation, isCertain: true };
      token.successor = this.#remember(token.grant, given, operation, wanted);
      return;
    }
    const late = isLate(token, attempt);
    must(
      !(late && token.isSurelyRepeated),
      'one_lineage',
      'a token that was given out late gave the same successor, late',
    );
    if (late) token.successor.isSurelyRepeated = true;
    if (mayBeLate(token, attempt)) token.successor.isRepeated = true;
    this.#addAccess(token.grant, given, operation, wanted);
  }

  #mayRefuseRefresh(token: Refresh, attempt: Attempt, answer: Answer): void {
    const { operation } = attempt;
    const others = token.attempts.some(
      (one) => one !== attempt && one.outcome !== 'nothing' && one.operation.began <= operation.ended,
    );
    if (mayBeOver(token, operation, this.highest) || (others && !mustBeGraced(token, attempt))) return;
    throw new Violation('alive_is_alive', `a refresh token was refused: ${describe(answer)}`);
  }

  /** An access token was presented to a resource, which remembers that it has expired. */
  shown(token: Access, operation: Operation, isAccepted: boolean, where: string): void {
    this.presented(token, operation, isAccepted, where);
    if (!isAccepted && !operation.failed) token.refusedBy = Math.min(token.refusedBy, operation.ended);
  }

  /** A client was answered, for which it has to be enabled. */
  clientAnswered(id: string, operation: Operation): void {
    must(!this.life(`client ${id}`).isOver(operation), 'dead_is_dead', `${id} was answered although it is disabled`);
  }

  /** A token was presented where tokens are accepted. */
  presented(token: Token, operation: Operation, isAccepted: boolean, where: string): void {
    if (isAccepted) {
      mustLive(token, operation, where);
      const rotated = token.kind === 'refresh' && isRotated(token, operation.began);
      must(!rotated, 'dead_is_dead', `a refresh token was active at ${where} after it had been rotated`);
      return;
    }
    if (operation.failed) return;
    must(mayBeDead(token, operation, this.highest), 'alive_is_alive', `a token was refused by ${where}`);
  }

  /** What introspection says of a token to a client that may know. */
  introspected(token: Token, operation: Operation, { json }: Answer): void {
    this.presented(token, operation, json.active === true, 'introspection');
    if (json.active !== true) return;
    const { client, person, school } = token.grant.asked;
    const granted = token.kind === 'access' ? token.scopes : token.grant.asked.scopes;
    must(within(scopesOf(json.scope), granted), 'scope_never_grows', `introspection says ${json.scope}`);
    must(
      json.client_id === client && json.sub === person && json.org_id === school,
      'right_party',
      `introspection says ${json.client_id} ${json.sub} ${json.org_id}`,
    );
  }

  get tokens(): Token[] {
    return [...this.#tokens.values()];
  }

  #remember(grant: Grant, given: TokenAnswer, by: Operation, wanted: readonly string[]): Refresh {
    this.#addAccess(grant, given, by, wanted);
    const refresh: Refresh = {
      kind: 'refresh',
      grant,
      value: given.refresh_token,
      born: by,
      attempts: [],
      successor: undefined,
      isRepeated: false,
      isSurelyRepeated: false,
      replaced: undefined,
    };
    grant.refreshes.push(refresh);
    this.#tokens.set(refresh.value, refresh);
    return refresh;
  }

  #addAccess(grant: Grant, given: TokenAnswer, by: Operation, wanted: readonly string[]): void {
    const scopes = scopesOf(given.scope);
    must(within(scopes, wanted), 'scope_never_grows', `${given.scope} was given instead of ${wanted.join(' ')}`);
    must(given.org_id === grant.asked.school, 'right_party', `the token is for ${given.org_id}`);
    must(given.expires_in * 1000 <= LASTS.accessToken, 'dead_is_dead', `a token lasts ${given.expires_in} seconds`);
    must(!this.#tokens.has(given.access_token), 'right_party', 'an access token was given out twice');
    const access: Access = {
      kind: 'access',
      grant,
      value: given.access_token,
      scopes,
      born: by,
      life: new Life(),
      refusedBy: Number.POSITIVE_INFINITY,
    };
    grant.accesses.push(access);
    this.#tokens.set(access.value, access);
  }
}

/** What a request that was not answered may have done to the successor. */
function noteUnanswered(token: Refresh, attempt: Attempt): void {
  const { successor } = token;
  if (successor === undefined || !mayBeLate(token, attempt)) return;
  if (mayBeReplaced(token, attempt)) successor.replaced ??= { by: attempt.operation, isCertain: false };
  successor.isRepeated = true;
}

const describe = ({ status, json }: Answer): string => `${status} ${json.error ?? ''} ${json.error_description ?? ''}`;

function mustLive(token: Token, operation: Operation, where: string): void {
  const why = whyDead(token, operation);
  const invariant = token.grant.wasUsedAgain(operation.began) ? 'reuse_ends' : 'dead_is_dead';
  must(why === undefined, invariant, `the ${token.kind} token was accepted by ${where} although ${why}`);
}

/** Whether an answer says what has become of an attempt. */
const isKnown = ({ outcome }: Attempt): boolean => outcome === 'accepted' || outcome === 'refused';

function outcomeOf(answer: Answer | undefined, operation: Operation): Attempt['outcome'] {
  if (answer === undefined) return 'unknown';
  if (answer.status === 200) return 'accepted';
  if (answer.status !== 503 || !operation.failed) return 'refused';
  return operation.lost ? 'unknown' : 'nothing';
}
