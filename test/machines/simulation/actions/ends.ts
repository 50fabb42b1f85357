/** What ends while it is used, or has ended and is tried again: states that chance alone reaches too seldom. */
import type { Actor } from '../actor.ts';
import type { Access, Grant, Token } from '../oracle/grants.ts';
import { LASTS } from '../oracle/grants.ts';
import type { Operation } from '../scheduler.ts';
import { ALL_CLIENTS, type Stage } from '../stage.ts';
import { disconnect } from './account.ts';
import { isFresh, redeem } from './codes.ts';
import { connectAs, requestOf } from './connect.ts';
import { disable, enable, reinstate, suspend } from './operators.ts';
import { askWho, lookAt, present, renew, revoke } from './tokens.ts';

const SECOND = 1000;
/** So many grants are looked at. */
const RECENT = 60;

const deadTokens = (grant: Grant, by: number): Token[] => {
  const accesses = grant.accesses.filter(({ life, born }) => life.hasEnded(born, by));
  return grant.hasEnded(by) ? [...grant.accesses, ...grant.refreshes] : accesses;
};

/** Somebody tries what has ended for certain, also long ago, and also what has been allowed again since. */
export async function tryEnded(stage: Stage, actor: Actor): Promise<void> {
  const { decisions } = stage.world.scheduler;
  const dead = stage.oracle.grants.slice(-RECENT).map((grant) => deadTokens(grant, decisions));
  const tokens = actor.chance.pick(dead.filter(({ length }) => length > 0)) ?? [];
  for (let tries = 2; tries > 0; tries -= 1) {
    const token = actor.chance.pick(tokens);
    if (token === undefined) return;
    stage.count('tried what has ended');
    await present(stage, actor, token);
  }
}

/** The clock goes on until something that was made then has lasted for so long, and a little longer. */
function waitFor(stage: Stage, { chance }: Actor, born: Operation, lasts: number): void {
  const ms = born.clock.most + lasts - stage.world.now + chance.pick([1, SECOND, 10 * SECOND]);
  if (ms > 0) stage.advance(ms);
}

/** Uses something until it expires; then, sometimes, the clock is set back. */
async function outlast(
  stage: Stage,
  actor: Actor,
  { born, lasts }: { born: Operation; lasts: number },
  use: () => Promise<void>,
): Promise<void> {
  waitFor(stage, actor, born, lasts);
  await use();
  if (actor.chance.happens(0.5)) return;
  stage.advance(-(12 + actor.chance.below(25)) * SECOND);
  await use();
}

export async function outlastCode(stage: Stage, actor: Actor): Promise<void> {
  const grant = stage.codes(actor.chance, isFresh);
  if (grant === undefined) return;
  await outlast(stage, actor, { born: grant.born, lasts: LASTS.code }, () => redeem(stage, actor, grant));
  stage.count('outlasted a code');
}

export async function outlastAccess(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.token(actor.chance, ({ kind }) => kind === 'access') as Access | undefined;
  if (token === undefined) return;
  // Only a resource remembers that a token has expired.
  const use = actor.chance.pick([lookAt, askWho, askWho]);
  await outlast(stage, actor, { born: token.born, lasts: LASTS.accessToken }, () => use(stage, actor, token));
  stage.count('outlasted an access token');
}

export async function outlastRefresh(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.present(actor.chance);
  if (token === undefined) return;
  await outlast(stage, actor, { born: token.born, lasts: LASTS.refreshIdle }, () => renew(stage, actor, token));
  stage.count('outlasted a refresh token');
}

/** A client refreshes, and some time later somebody comes with the same token. */
export async function renewLater(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.present(actor.chance);
  if (token === undefined) return;
  await renew(stage, actor, token);
  const { successor } = token;
  if (successor !== undefined && actor.chance.happens(0.4)) await renew(stage, actor, successor);
  stage.advance(actor.chance.pick([2, 28, 31, 61, 600, 8 * 86_400]) * SECOND);
  await renew(stage, actor, token);
  stage.count('refreshed later');
}

/** A client and a thief with a copy of its token take turns: each comes before the other has used what it was given. */
export async function takeTurns(stage: Stage, actor: Actor): Promise<void> {
  let token = stage.present(actor.chance);
  for (let turns = 0; turns < 3 && token !== undefined; turns += 1) {
    await renew(stage, actor, token);
    stage.advance((31 + actor.chance.below(600)) * SECOND);
    await renew(stage, actor, token);
    token = token.successor;
  }
  stage.count('took turns');
}

/** A resource has seen a token just before its client revokes it, perhaps at another node, and sees it again. */
export async function revokeInUse(stage: Stage, actor: Actor): Promise<void> {
  const token = stage.token(actor.chance, ({ kind }) => kind === 'access') as Access | undefined;
  if (token === undefined) return;
  actor.node = actor.chance.below(stage.world.nodes);
  const use = actor.chance.pick([lookAt, askWho]);
  await use(stage, actor, token);
  const refresh = token.grant.refreshes.at(-1);
  await revoke(stage, stage.actor(actor.chance.seed()), actor.chance.happens(0.5) ? refresh : token);
  await use(stage, actor, token);
  stage.count('revoked in use');
}

/** A person has an application on two devices, and ends both at once. */
export async function disconnectTwo(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  const client = actor.chance.pick(ALL_CLIENTS);
  if (person === undefined || client === undefined) return;
  const grants: Grant[] = [];
  for (let devices = 2; devices > 0; devices -= 1) {
    const grant = await connectAs(stage, actor, requestOf(actor, client, person));
    if (grant === undefined) return;
    await redeem(stage, actor, grant);
    grants.push(grant);
  }
  await disconnect(stage, actor, person, client);
  for (const token of grants.flatMap(({ refreshes }) => refreshes)) await lookAt(stage, actor, token);
  stage.count('disconnected two');
}

/** A grant with a code that has not been redeemed, or with a refresh token. */
const usable = (stage: Stage, { chance }: Actor): Grant | undefined =>
  chance.happens(0.7) ? stage.codes(chance, isFresh) : stage.codes(chance, ({ refreshes }) => refreshes.length > 0);

/** A client uses a code or a refresh token while the store is failing, and tries again. */
export async function useInOutage(stage: Stage, actor: Actor): Promise<void> {
  const grant = usable(stage, actor);
  if (grant === undefined) return;
  const latest = grant.refreshes.at(-1);
  const use = () => (latest === undefined ? redeem(stage, actor, grant) : renew(stage, actor, latest));
  actor.fate = { failsAt: 1 + actor.chance.below(6) };
  await use();
  await use();
  stage.count('used in an outage');
}

type Ending = (stage: Stage, actor: Actor, grant: Grant) => Promise<void>;

const personOf = ({ members }: Stage, { asked }: Grant) => members.find(({ id }) => id === asked.person);

const ENDINGS: readonly [Ending, ...Ending[]] = [
  (stage, actor, grant) => disconnect(stage, actor, personOf(stage, grant)),
  async (stage, actor, grant) => {
    const person = personOf(stage, grant);
    await suspend(stage, actor, person);
    await reinstate(stage, actor, person);
  },
  (stage, actor, grant) => disable(stage, actor, stage.clientOf(grant)),
];

/** A code is redeemed, or a token refreshed, while its grant ends. */
export async function useWhileItEnds(stage: Stage, actor: Actor): Promise<void> {
  const grant = usable(stage, actor);
  if (grant === undefined) return;
  const end = actor.chance.pick(ENDINGS);
  actor.fate = { isLate: actor.chance.happens(0.8) };
  const latest = grant.refreshes.at(-1);
  const use = latest === undefined ? redeem(stage, actor, grant) : renew(stage, actor, latest);
  await Promise.all([use, end(stage, stage.actor(actor.chance.seed()), grant)]);
  for (const token of deadTokens(grant, stage.world.scheduler.decisions)) await present(stage, actor, token);
  stage.count('used while it ended');
}

/** A person is suspended while connecting an application, or the application is disabled, and comes back at once. */
export async function connectWhileItEnds(stage: Stage, actor: Actor): Promise<void> {
  const person = actor.chance.pick(stage.members);
  const client = actor.chance.pick(ALL_CLIENTS);
  if (person === undefined || client === undefined) return;
  const operator = stage.actor(actor.chance.seed());
  const isPerson = actor.chance.happens(0.7);
  let ending: Promise<void> | undefined;
  const deciding = (by: Operation): void => {
    by.isLate = true;
    ending = isPerson ? suspend(stage, operator, person) : disable(stage, operator, client);
  };
  const grant = await connectAs(stage, actor, requestOf(actor, client, person), { deciding });
  await ending;
  await (isPerson ? reinstate(stage, operator, person) : enable(stage, operator));
  if (grant === undefined) return;
  await redeem(stage, actor, grant);
  for (const token of grant.accesses) await present(stage, actor, token);
  stage.count('connected while it ended');
}
