/** What clients and thieves do with codes. */
import { exchange, type Fields } from '../../../support/oauth-client.ts';
import { type Actor, answered } from '../actor.ts';
import type { Attempt, Grant } from '../oracle/grants.ts';
import { ALL_CLIENTS, type Stage } from '../stage.ts';

const authorizationOf = ({ code, asked: { verifier } }: Grant) => ({ code, verifier, params: new URLSearchParams() });

/** Presents a code with all that belongs to it. */
export async function redeem(stage: Stage, actor: Actor, grant: Grant): Promise<void> {
  const client = { ...stage.clientOf(grant), redirectUri: grant.asked.redirectUri };
  const attempt: Attempt = { operation: actor.next('redeem'), outcome: 'asked' };
  grant.redemptions.push(attempt);
  const answer = await answered(exchange(actor.server, client, authorizationOf(grant)));
  stage.count(`redeemed: ${answer?.status}`);
  stage.oracle.redeemed(grant, attempt, answer);
}

export const isFresh = ({ redemptions }: Grant): boolean => redemptions.every(({ outcome }) => outcome === 'nothing');

export async function redeemFresh(stage: Stage, actor: Actor): Promise<void> {
  const grant = stage.codes(actor.chance, isFresh);
  if (grant !== undefined) await redeem(stage, actor, grant);
}

/** A thief has a copy of the code and of everything else, and the client comes as well. */
export async function redeemTwice(stage: Stage, actor: Actor): Promise<void> {
  const grant = stage.codes(actor.chance, isFresh);
  if (grant === undefined) return;
  const thief = stage.actor(actor.chance.seed());
  await Promise.all([redeem(stage, actor, grant), redeem(stage, thief, grant)]);
}

export async function redeemAgain(stage: Stage, actor: Actor): Promise<void> {
  const grant = stage.codes(actor.chance, ({ redemptions }) => redemptions.length > 0);
  if (grant !== undefined) await redeem(stage, actor, grant);
}

const WRONG: Readonly<Record<string, (grant: Grant, actor: Actor) => Fields>> = {
  'with another verifier': ({ asked }) => ({
    code_verifier: `${asked.verifier.slice(0, -1)}${asked.verifier.endsWith('A') ? 'B' : 'A'}`,
  }),
  'without a verifier': () => ({ code_verifier: undefined }),
  'with an empty verifier': () => ({ code_verifier: '' }),
  'with a made-up verifier': (_, { chance }) => ({ code_verifier: chance.bytes(32).toString('base64url') }),
  'with another redirect URI': ({ asked }) => ({ redirect_uri: `${asked.redirectUri}/` }),
  'without a redirect URI': () => ({ redirect_uri: undefined }),
  'with another resource': () => ({ resource: 'https://other.example' }),
  'without its resource': () => ({ resource: undefined }),
  'by another client': (grant, { chance }) => {
    const other = chance.pick(ALL_CLIENTS.filter(({ id }) => id !== grant.asked.client));
    return { client_id: other?.id, client_secret: other?.secret };
  },
};

/** A thief has the code, and not all that belongs to it, and tries some of what it lacks. */
export async function redeemWrongly(stage: Stage, actor: Actor): Promise<void> {
  const grant = stage.codes(actor.chance, actor.chance.happens(0.6) ? isFresh : () => true);
  if (grant === undefined) return;
  for (let tries = 1 + actor.chance.below(3); tries > 0; tries -= 1) await redeemOnceWrongly(stage, actor, grant);
}

async function redeemOnceWrongly(stage: Stage, actor: Actor, grant: Grant): Promise<void> {
  const how = actor.chance.pick(Object.keys(WRONG)) ?? '';
  const client = { ...stage.clientOf(grant), redirectUri: grant.asked.redirectUri };
  const overrides = WRONG[how]?.(grant, actor) ?? {};
  const answer = await answered(exchange(actor.server, client, authorizationOf(grant), overrides));
  if (answer !== undefined) stage.oracle.wronglyRedeemed(answer, how);
  stage.count('redeemed wrongly');
}

/** A confidential client is impersonated by somebody who has everything but its secret. */
export async function redeemWithoutSecret(stage: Stage, actor: Actor): Promise<void> {
  const grant = stage.codes(actor.chance, (one) => isFresh(one) && stage.clientOf(one).secret !== undefined);
  if (grant === undefined) return;
  const client = { ...stage.clientOf(grant), redirectUri: grant.asked.redirectUri };
  const secret = actor.chance.pick([undefined, '', 'cs_wrong']);
  const overrides = { client_secret: secret };
  const answer = await answered(exchange(actor.server, client, authorizationOf(grant), overrides));
  if (answer !== undefined) stage.oracle.wronglyRedeemed(answer, 'without the secret of the client');
  stage.count('redeemed without secret');
}
