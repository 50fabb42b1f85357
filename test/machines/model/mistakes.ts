/** Mistakes that a server could have, planted in the table, with the invariant that each must break. */
import type { SMALL_SEARCHES } from './bounds.ts';
import { redeem, rotate } from './changes.ts';
import { isLate, isWithinAWeek, type Row, type Table } from './table.ts';
import { isWithin, item, replaced, type Whole, type World, withGrant } from './world.ts';

export interface Mistake {
  readonly name: string;
  readonly search: keyof typeof SMALL_SEARCHES;
  readonly breaks: string;
  readonly plant: (table: Table) => Table;
}

type RowOf<Kind extends Whole['kind']> = Table[Kind][number];

/** The table with one row changed. */
const changed =
  <Kind extends Whole['kind']>(kind: Kind, name: string, change: (row: RowOf<Kind>) => Partial<RowOf<Kind>>) =>
  (table: Table): Table => {
    const rows: readonly Row<never>[] = table[kind];
    if (!rows.some((row) => row.name === name)) throw new Error(`the table has no row ${name}`);
    return {
      ...table,
      [kind]: rows.map((row) => (row.name === name ? { ...row, ...change(row as unknown as RowOf<Kind>) } : row)),
    };
  };

const without =
  (kind: Whole['kind'], name: string) =>
  (table: Table): Table => ({
    ...table,
    [kind]: (table[kind] as readonly Row<never>[]).filter((row) => row.name !== name),
  });

/** The row ends the grant, and the consent stays. */
const keepsConsent = {
  leads: ({ world, event }: { world: World; event: { grant: number } }): World =>
    withGrant(world, event.grant, { isEnded: true }),
};

const CODE = 'the second use of a code ends its family';
const SUPERSEDED = 'a superseded refresh token that is no longer good ends its family';
const LINEAGE = 'at most one lineage lives';
const UNASKED = 'nobody gets a code unasked but for what was allowed before, of the same or more';
const FOREIGN = 'what another client or a wrong verifier presents changes nothing';
const AGAIN = 'nothing comes alive again';

const GRACE = 'superseded, in the grace period';
const UNUSED = 'superseded, its successor unused';

export const MISTAKES: readonly Mistake[] = [
  {
    name: 'a superseded token is good for a week, whether or not its successor was used',
    search: 'family',
    breaks: SUPERSEDED,
    plant: changed('refresh', GRACE, () => ({ holds: isWithinAWeek })),
  },
  {
    name: 'the predecessor of an unused token is good for ever',
    search: 'family',
    breaks: SUPERSEDED,
    plant: changed('refresh', UNUSED, () => ({
      holds: ({ seen: { refresh }, event }) => {
        const { successor } = item(refresh, event.token);
        return successor !== null && item(refresh, successor).successor === null;
      },
    })),
  },
  {
    name: 'the grace period of a used token never ends',
    search: 'family',
    breaks: SUPERSEDED,
    plant: changed('refresh', GRACE, () => ({
      holds: (at) => isWithinAWeek(at) && !isLate(at),
    })),
  },
  {
    name: 'a token that was given out late gives the same successor late',
    search: 'turns',
    breaks: 'of two who take turns, only one goes on',
    plant: changed('refresh', UNUSED, () => ({ holds: isLate })),
  },
  {
    name: 'a token that another one has taken the place of is refused, and nothing else',
    search: 'turns',
    breaks: SUPERSEDED,
    plant: changed('refresh', 'superseded before', (row) => ({
      leads: (at) => (item(at.seen.refresh, at.event.token).isReplaced ? at.world : (row.leads?.(at) ?? at.world)),
    })),
  },
  {
    name: 'in the grace period there is a successor of its own for each request',
    search: 'family',
    breaks: LINEAGE,
    plant: changed('refresh', GRACE, () => ({
      leads: ({ world, event, grant }) => rotate(world, event, grant),
      answer: ({ grant }) => ({ is: 'tokens', scopes: grant.scopes, refresh: grant.refresh.length }),
    })),
  },
  {
    name: 'a refresh token is read, and then superseded without looking again',
    search: 'races',
    breaks: LINEAGE,
    plant: changed('refresh', 'rotated', () => ({
      leads: ({ world, event, grant }) => rotate(world, event, grant),
    })),
  },
  {
    name: 'a code is read, and then redeemed without looking again',
    search: 'races',
    breaks: 'a code buys at most one pair of tokens',
    plant: changed('exchange', 'code redeemed', () => ({
      leads: ({ world, event, grant }) => redeem(world, event, grant),
    })),
  },
  {
    name: 'a replayed code is refused, and nothing else',
    search: 'family',
    breaks: CODE,
    plant: changed('exchange', 'code replayed', () => ({ leads: ({ world }) => world })),
  },
  {
    name: 'reuse is refused, and nothing else',
    search: 'family',
    breaks: 'of thief and client, the second to come ends the family',
    plant: changed('refresh', 'superseded before', () => ({ leads: ({ world }) => world })),
  },
  {
    name: 'reuse ends the refresh tokens, and forgets the access tokens',
    search: 'family',
    breaks: SUPERSEDED,
    plant: changed('refresh', 'superseded before', () => ({
      leads: ({ world, event, grant }) =>
        withGrant(world, event.grant, { refresh: grant.refresh.map((token) => ({ ...token, isRevoked: true })) }),
    })),
  },
  {
    name: 'a stolen token may be used by another client',
    search: 'family',
    breaks: FOREIGN,
    plant: without('refresh', 'token of another client'),
  },
  {
    name: 'a superseded refresh token is current again after the grace period was used',
    search: 'family',
    breaks: AGAIN,
    plant: changed('refresh', GRACE, (row) => ({
      leads: (at) => {
        const next = row.leads?.(at) ?? at.world;
        if (next === 'lost') return next;
        const { refresh } = item(next.grants, at.event.grant);
        const revived = { ...item(refresh, at.event.token), successor: null };
        return withGrant(next, at.event.grant, { refresh: replaced(refresh, at.event.token, revived) });
      },
    })),
  },
  {
    name: 'a suspension only hides the grants',
    search: 'consent',
    breaks: AGAIN,
    plant: changed('suspend', 'suspended', () => ({ leads: ({ world }) => ({ ...world, isSuspended: true }) })),
  },
  {
    name: 'the end of a connection leaves out codes that nobody has redeemed yet',
    search: 'consent',
    breaks: 'whoever ends a grant ends all of it',
    plant: changed('disconnect', 'disconnected', () => ({
      leads: ({ world }) => ({
        ...world,
        consent: null,
        grants: world.grants.map((grant) => ({ ...grant, isEnded: grant.isEnded || grant.isRedeemed })),
      }),
    })),
  },
  {
    name: 'the consent survives a revocation',
    search: 'consent',
    breaks: UNASKED,
    plant: changed('revoke', 'refresh token revoked by its client', () => keepsConsent),
  },
  {
    name: 'the consent survives the reuse of a code',
    search: 'consent',
    breaks: UNASKED,
    plant: changed('exchange', 'code replayed', () => keepsConsent),
  },
  {
    name: 'an earlier consent is enough for wider scopes',
    search: 'consent',
    breaks: UNASKED,
    plant: changed('ask', 'remembered', () => ({
      holds: ({ world: { consent }, event }) => consent !== null && !event.insists,
    })),
  },
  {
    name: 'what was left out at the consent is granted the next time',
    search: 'consent',
    breaks: UNASKED,
    plant: changed('ask', 'remembered', () => ({
      holds: ({ world: { consent }, event }) =>
        consent !== null && isWithin(event.scopes, consent.asked) && !event.insists,
    })),
  },
  {
    name: 'a refresh gives whatever scopes it asks for',
    search: 'consent',
    breaks: 'no scope is more than was granted',
    plant: without('refresh', 'wider scopes'),
  },
];
