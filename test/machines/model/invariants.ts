/**
 * What must hold, said without the table: of two successive states, the event between them, and its answer. What the
 * person decided last is remembered here, apart from the consent of the model.
 */
import type { Outcome } from './step.ts';
import {
  type Answer,
  type Consent,
  type Event,
  type Exchange,
  type Grant,
  type Holder,
  isAccessAlive,
  isCodeAlive,
  isFamilyAlive,
  isRefreshAlive,
  isWithin,
  item,
  LASTS,
  type Refresh,
  THE_CODE,
  type World,
} from './world.ts';

/** What a person decided last, unless something ended it. */
export type Said = Consent | null;

export interface Change {
  readonly before: World;
  readonly event: Event;
  readonly outcome: Outcome;
  readonly said: Said;
}

/** The request that an event answers, and the grant as that request read it. */
interface Answered {
  readonly request: Exchange | Refresh;
  readonly seen: Grant;
  readonly after: Grant;
  readonly answer: Answer;
}

function answered({ before, event, outcome: { answer, world } }: Change): Answered | undefined {
  if (answer === null) return undefined;
  const underway = event.kind === 'write' ? before.nodes[event.node] : null;
  const request = underway?.request ?? (event.kind === 'exchange' || event.kind === 'refresh' ? event : undefined);
  if (request === undefined) return undefined;
  const seen = underway?.seen ?? item(before.grants, request.grant);
  return { request, seen, after: item(world.grants, request.grant), answer };
}

/** Whether each credential of a grant is alive, the code first. */
const lives = (world: World, grant: Grant): boolean[][] => [
  [isCodeAlive(world, grant)],
  grant.refresh.map((token) => isRefreshAlive(world, grant, token)),
  grant.access.map((token) => isAccessAlive(world, grant, token)),
];

const ofEveryGrant =
  (holds: (grant: Grant, world: World) => boolean) =>
  ({ outcome: { world } }: Change): boolean =>
    world.grants.every((grant) => holds(grant, world));

const countOf = <Item>(list: readonly Item[], counts: (one: Item) => boolean): number => list.filter(counts).length;
const isUnique = (list: readonly number[]): boolean => new Set(list).size === list.length;

/**
 * Whether the token was superseded more than seven days ago, its successor more than 30 seconds ago, or another
 * successor has taken its place.
 */
function isLongSuperseded({ refresh }: Grant, token: number): boolean {
  const { successor, supersededFor, isReplaced } = item(refresh, token);
  if (isReplaced) return true;
  if (successor === null) return false;
  return supersededFor > LASTS.repeat || item(refresh, successor).supersededFor > LASTS.grace;
}

const isRight = ({ request, seen }: Answered): boolean =>
  request.with === 'what belongs to it' &&
  !(request.kind === 'refresh' && request.scopes !== undefined && !isWithin(request.scopes, seen.scopes));

const other = (holder: Holder): Holder => (holder === 'client' ? 'thief' : 'client');

/** Whether the one who asks has older tokens than the other, of which none is good any more. */
function comesSecond({ request, seen }: Answered): boolean {
  const [own, others] = [seen.has[request.by], seen.has[other(request.by)]];
  const isCode = request.kind === 'exchange';
  if (others <= (isCode ? THE_CODE : own)) return false;
  return isCode || seen.refresh.slice(0, own + 1).every((_, token) => isLongSuperseded(seen, token));
}

export const INVARIANTS: Readonly<Record<string, (change: Change) => boolean>> = {
  'a code buys at most one pair of tokens': ofEveryGrant(
    ({ refresh }) => countOf(refresh, ({ from }) => from === THE_CODE) <= 1,
  ),
  'at most one lineage lives': ofEveryGrant(
    ({ refresh }, world) =>
      isUnique(refresh.filter(({ isReplaced }) => !isReplaced).map(({ from }) => from)) &&
      world.grants.every((grant) => countOf(grant.refresh, (token) => isRefreshAlive(world, grant, token)) <= 1),
  ),
  'the second use of a code ends its family': (change) => {
    const found = answered(change);
    if (found?.request.kind !== 'exchange' || !isRight(found) || !found.seen.isRedeemed) return true;
    return found.answer.is === 'refused' && !isFamilyAlive(change.outcome.world, found.after);
  },
  'a superseded refresh token that is no longer good ends its family': (change) => {
    const found = answered(change);
    if (found?.request.kind !== 'refresh' || !isRight(found)) return true;
    if (!isLongSuperseded(found.seen, found.request.token)) return true;
    return found.answer.is === 'refused' && !isFamilyAlive(change.outcome.world, found.after);
  },
  'of thief and client, the second to come ends the family': (change) => {
    const found = answered(change);
    if (found === undefined || !isRight(found) || !comesSecond(found)) return true;
    return found.answer.is === 'refused' && !isFamilyAlive(change.outcome.world, found.after);
  },
  'of two who take turns, only one goes on': (change) => {
    const found = answered(change);
    if (found?.request.kind !== 'refresh' || found.answer.is !== 'tokens') return true;
    const { refresh } = item(change.before.grants, found.request.grant);
    const { isRepeated, successor, succeededFor } = item(refresh, found.request.token);
    if (!isRepeated || successor === null || succeededFor <= LASTS.grace) return true;
    if (item(refresh, successor).successor !== null) return true;
    return found.answer.refresh !== successor && item(found.after.refresh, successor).isReplaced;
  },
  'nothing comes alive again': ({ before, outcome: { world } }) =>
    before.grants.every((grant, i) => {
      const after = lives(world, item(world.grants, i));
      return lives(before, grant).every((list, kind) => list.every((was, n) => was || after[kind]?.[n] !== true));
    }),
  'whoever ends a grant ends all of it': ({ event, outcome: { world } }) => {
    const ended =
      event.kind === 'disconnect' || event.kind === 'suspend'
        ? world.grants
        : event.kind === 'revoke' && 'refresh' in event.token && event.with === 'what belongs to it'
          ? [item(world.grants, event.grant)]
          : [];
    return !ended.some((grant) => isFamilyAlive(world, grant) || isCodeAlive(world, grant));
  },
  'no scope is more than was granted': ({ before, event, outcome: { world } }) => {
    const latest = world.grants.length > before.grants.length ? world.grants.at(-1) : undefined;
    return (
      (latest === undefined || event.kind !== 'ask' || isWithin(latest.scopes, event.scopes)) &&
      world.grants.every((grant, i) => i >= before.grants.length || grant.scopes === item(before.grants, i).scopes) &&
      world.grants.every(({ access, scopes }) => access.every((token) => isWithin(token.scopes, scopes)))
    );
  },
  'nobody gets a code unasked but for what was allowed before, of the same or more': (change) => {
    const { event, said } = change;
    const { answer } = change.outcome;
    if (event.kind !== 'ask' || answer?.is !== 'a code' || answer.wasAsked) return true;
    if (said === null || event.insists) return false;
    return isWithin(event.scopes, said.granted) && isWithin(answer.scopes, event.scopes);
  },
  'what another client or a wrong verifier presents changes nothing': ({ before, event, outcome: { world } }) =>
    !('with' in event) || event.with === 'what belongs to it' || world === before,
};

/** What the person decided last is void when a grant is ended, other than by the expiry of a code, and after a year. */
export function saidAfter({ before, event, outcome: { world, answer }, said }: Change): Said {
  if (event.kind === 'wait') return event.step === 'year' ? null : said;
  if (event.kind === 'ask' && answer?.is === 'a code' && answer.wasAsked) {
    return { asked: event.scopes, granted: answer.scopes };
  }
  if (event.kind === 'disconnect' || event.kind === 'suspend') return null;
  const isExpiry = answer?.is === 'refused' && answer.why === 'code expired';
  const hasEnded = before.grants.some((grant, i) => !grant.isEnded && item(world.grants, i).isEnded);
  return hasEnded && !isExpiry ? null : said;
}

/**
 * @param only the one to look at; all if it is missing
 * @returns the names of the invariants that do not hold
 */
export const brokenBy = (change: Change, only?: string): string[] =>
  Object.entries(INVARIANTS).flatMap(([name, holds]) =>
    (only === undefined || only === name) && !holds(change) ? [name] : [],
  );
