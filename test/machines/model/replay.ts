/** Lets the events of a trace happen in the model and at the real server, and compares what each answers. */
import { Actor } from './actor.ts';
import type { School } from './server.ts';
import { step } from './step.ts';
import { TABLE } from './table.ts';
import {
  type Answer,
  BEGINNING,
  type Exchange,
  isAccessAlive,
  isRefreshAlive,
  type Refresh,
  type Refusal,
  type Whole,
  type World,
} from './world.ts';

/** Two requests at the same time. Which of them comes first is up to the server. */
export interface Both {
  readonly kind: 'both';
  readonly first: Exchange | Refresh;
  readonly second: Exchange | Refresh;
}
/** Introspection and UserInfo of everything, which changes nothing, and which a node may remember. */
export interface Inspect {
  readonly kind: 'inspect';
}
export type Played = Whole | Both | Inspect;

const refusedWith = (reason: string, code = 'invalid_grant'): string => `refused 400 ${code} ${reason}`;
const WORDS: Readonly<Record<Refusal, string>> = {
  'not a member': 'refused 403 by a page',
  denied: 'refused 200 access_denied',
  'code of another client': refusedWith('code_of_another_client'),
  'token of another client': refusedWith('token_of_another_client'),
  'another verifier': refusedWith('pkce_mismatch'),
  'code replayed': refusedWith('code_replayed'),
  'code expired': refusedWith('code_expired'),
  revoked: refusedWith('token_revoked'),
  expired: refusedWith('token_expired'),
  'wider scopes': refusedWith('scope_outside_grant', 'invalid_scope'),
  'token reused': refusedWith('refresh_reuse'),
};

const inWords = (answer: Answer): string => {
  switch (answer.is) {
    case 'a code':
      return answer.wasAsked ? 'a code, asked' : 'a code, unasked';
    case 'tokens':
      return `tokens for ${answer.scopes}, refresh token ${answer.refresh}`;
    case 'refused':
      return WORDS[answer.why];
    case 'done':
      return 'done';
  }
};

/** What introspection must say of everything that was issued. */
const standing = (world: World): string[] =>
  world.grants.flatMap((grant) => [
    ...grant.refresh.map((token) => (isRefreshAlive(world, grant, token) ? 'alive' : 'dead')),
    ...grant.access.map((token) => (isAccessAlive(world, grant, token) ? `alive with ${token.scopes}` : 'dead')),
  ]);

/** A state that the server may be in, and what it must have answered to get there. */
interface Possible {
  readonly world: World;
  readonly answers: readonly string[];
  readonly rows: readonly string[];
}

function outcomes(world: World, event: Played): Possible[] {
  if (event.kind === 'both') return interleavings(world, event);
  if (event.kind === 'inspect') return [{ world, answers: standing(world), rows: [] }];
  const { world: next, answer, row } = step(TABLE, world, event);
  if (answer === null) throw new Error(`${event.kind} has no answer`);
  return [{ world: next, answers: [inWords(answer)], rows: [row] }];
}

/** Every order of reads and writes of two requests, at either node. */
function interleavings(world: World, { first, second }: Both): Possible[] {
  const found = new Map<string, Possible>();
  const follow = (
    at: World,
    answers: readonly [string, string],
    isRead: readonly [boolean, boolean],
    rows: string[],
  ) => {
    for (const node of [0, 1] as const) {
      if (answers[node] !== '') continue;
      const request = node === 0 ? first : second;
      const outcome = step(TABLE, at, isRead[node] ? { kind: 'write', node } : { kind: 'read', node, request });
      const answer = outcome.answer === null ? '' : inWords(outcome.answer);
      const with1 = <Of>(pair: readonly [Of, Of], value: Of): readonly [Of, Of] =>
        node === 0 ? [value, pair[1]] : [pair[0], value];
      follow(outcome.world, with1(answers, answer), with1(isRead, true), [...rows, outcome.row]);
    }
    if (answers.every((answer) => answer !== '')) {
      found.set(JSON.stringify([answers, at]), { world: at, answers, rows });
    }
  };
  follow(world, ['', ''], [false, false], []);
  return [...found.values()];
}

export interface Difference {
  readonly trace: readonly Played[];
  readonly model: readonly string[];
  readonly server: readonly string[];
}

/** The events of a trace, one after the other, each chosen when the state before it is known. */
export type NextEvent = (world: World, length: number) => Played | undefined;

export interface Replayed {
  readonly events: number;
  readonly races: number;
  /** The rows of the table that the server took as well. */
  readonly rows: readonly string[];
  readonly difference: Difference | undefined;
}

export async function replay(school: School, next: NextEvent): Promise<Replayed> {
  const actor = await Actor.join(school);
  const trace: Played[] = [];
  const rows: string[] = [];
  let worlds: World[] = [BEGINNING];
  const result = (model?: readonly string[], server: readonly string[] = []): Replayed => ({
    events: trace.length,
    races: trace.filter(({ kind }) => kind === 'both').length,
    rows,
    difference: model && { trace, model, server },
  });
  for (;;) {
    // The last thing is an inspection.
    const chosen = next(worlds[0] ?? BEGINNING, trace.length);
    const event = chosen ?? { kind: 'inspect' };
    trace.push(event);
    const server = await played(actor, event);
    const possible = worlds.flatMap((world) => outcomes(world, event));
    const right = possible.filter(({ answers }) => isSame(answers, server));
    if (right.length === 0) return result([...new Set(possible.map(({ answers }) => answers.join(' and ')))], server);
    if (chosen === undefined) return result();
    rows.push(...(right[0]?.rows ?? []));
    worlds = right.map(({ world }) => world);
  }
}

async function played(actor: Actor, event: Played): Promise<readonly string[]> {
  switch (event.kind) {
    case 'both':
      return actor.doesBoth(event.first, event.second);
    case 'inspect':
      return actor.inspects();
    default:
      return [await actor.does(event)];
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, i) => text === other[i]);
