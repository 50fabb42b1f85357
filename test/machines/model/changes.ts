/** What the rows of the table do to the world. */
import {
  type AccessToken,
  type Exchange,
  type Grant,
  type Holder,
  isSuperseded,
  item,
  NOTHING,
  type Refresh,
  type RefreshToken,
  type Revoke,
  replaced,
  type Scopes,
  THE_CODE,
  type World,
  withGrant,
} from './world.ts';

/** Whoever ends a grant takes back the consent with it. A grant that has ended before stays as it is. */
export const end = (world: World, index: number): World =>
  item(world.grants, index).isEnded ? world : { ...withGrant(world, index, { isEnded: true }), consent: null };

export const endAll = (world: World): World => ({
  ...world,
  consent: null,
  grants: world.grants.map((grant) => ({ ...grant, isEnded: true })),
});

export const approve = (world: World, scopes: Scopes): World => ({
  ...world,
  grants: [
    ...world.grants,
    {
      scopes,
      codeAge: 0,
      isRedeemed: false,
      isEnded: false,
      age: 0,
      refresh: [],
      access: [],
      has: { client: THE_CODE, thief: NOTHING },
    },
  ],
});

const learned = (grant: Grant, by: Holder, token: number, isLost = false): Grant['has'] =>
  isLost ? grant.has : { ...grant.has, [by]: Math.max(grant.has[by], token) };

const newAccess = (scopes: Scopes): AccessToken => ({ scopes, isOver: false });
const newRefresh = (from: number): RefreshToken => ({
  from,
  successor: null,
  supersededFor: 0,
  succeededFor: 0,
  isRepeated: false,
  isReplaced: false,
  age: 0,
  isRevoked: false,
});

export const redeem = (world: World, event: Exchange, grant: Grant): World =>
  withGrant(world, event.grant, {
    isRedeemed: true,
    refresh: [...grant.refresh, newRefresh(THE_CODE)],
    access: [...grant.access, newAccess(grant.scopes)],
    has: learned(grant, event.by, grant.refresh.length),
  });

export const rotate = (world: World, event: Refresh, grant: Grant): World =>
  withGrant(world, event.grant, {
    refresh: [
      ...replaced(grant.refresh, event.token, {
        ...item(grant.refresh, event.token),
        successor: grant.refresh.length,
        supersededFor: 0,
        succeededFor: 0,
      }),
      newRefresh(event.token),
    ],
    access: [...grant.access, newAccess(event.scopes ?? grant.scopes)],
    has: learned(grant, event.by, grant.refresh.length, event.isLost),
  });

/** Both halves of a rotation rely on the same: that the token is neither superseded nor over. */
export function canRotate({ refresh }: Grant, { token }: Refresh): boolean {
  const found = item(refresh, token);
  return !isSuperseded(found) && !found.isRevoked && !found.isReplaced;
}

/** One access token more, and the successor that there is. */
export const repeat = (world: World, event: Refresh, grant: Grant, successor: number): World =>
  withGrant(world, event.grant, {
    refresh: grant.refresh,
    access: [...grant.access, newAccess(event.scopes ?? grant.scopes)],
    has: learned(grant, event.by, successor, event.isLost),
  });

/** The same, and remembers that the successor was given out late. */
export function repeatLate(world: World, event: Refresh, grant: Grant, successor: number): World {
  const repeated = { ...item(grant.refresh, successor), isRepeated: true };
  return repeat(world, event, { ...grant, refresh: replaced(grant.refresh, successor, repeated) }, successor);
}

/** Another successor in the place of the one that there is. */
export function replace(world: World, event: Refresh, grant: Grant, former: number): World {
  const over = { ...item(grant.refresh, former), isReplaced: true };
  const next = rotate(world, event, { ...grant, refresh: replaced(grant.refresh, former, over) });
  const { supersededFor } = item(grant.refresh, event.token);
  const { refresh } = item(next.grants, event.grant);
  const presented = { ...item(refresh, event.token), supersededFor };
  return withGrant(next, event.grant, { refresh: replaced(refresh, event.token, presented) });
}

export const revokeRefresh = (world: World, { grant: index, token }: Refresh, { refresh }: Grant): World =>
  withGrant(world, index, { refresh: replaced(refresh, token, { ...item(refresh, token), isRevoked: true }) });

export function revokeAccess(world: World, { grant: index, token }: Revoke, { access }: Grant): World {
  if (!('access' in token) || item(access, token.access).isOver) return world;
  const over = { ...item(access, token.access), isOver: true };
  return withGrant(world, index, { access: replaced(access, token.access, over) });
}

export const steal = (world: World, index: number, { has }: Grant): World =>
  withGrant(world, index, { has: { ...has, thief: Math.max(has.thief, has.client) } });
