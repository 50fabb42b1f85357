/**
 * The transition table: for each kind of event, the rows are tried from the first to the last, and the first whose
 * condition holds says what becomes of the world and what is answered. The README shows their words.
 */
import {
  approve,
  canRotate,
  end,
  endAll,
  redeem,
  repeat,
  repeatLate,
  replace,
  revokeAccess,
  revokeRefresh,
  rotate,
  steal,
} from './changes.ts';
import { later } from './clock.ts';
import {
  type Answer,
  type Ask,
  type Grant,
  isPast,
  isSuperseded,
  isWithin,
  item,
  LASTS,
  type Refresh,
  type RefreshToken,
  type Refusal,
  type Scopes,
  type Whole,
  type World,
  withGrant,
} from './world.ts';

/** What a row looks at. A request may have read the grant before others changed it. */
export interface Case<Of extends Whole> {
  readonly world: World;
  readonly event: Of;
  /** The grant as the request read it. */
  readonly seen: Grant;
  /** The grant as it is when the request writes. */
  readonly grant: Grant;
  /** Whether another request was faster, and everything was read again. */
  readonly hasLost: boolean;
}

export interface Row<Of extends Whole> {
  readonly name: string;
  readonly when: string;
  readonly becomes?: string;
  /** Always, if it is missing. */
  readonly holds?: (at: Case<Of>) => boolean;
  /** Nothing changes if it is missing. @returns 'lost' if what the write relies on is no longer so */
  readonly leads?: (at: Case<Of>) => World | 'lost';
  /** `done` if it is missing. */
  readonly answer?: (at: Case<Of>) => Answer;
}

type Of<Kind extends Whole['kind']> = Extract<Whole, { kind: Kind }>;
export type Table = { readonly [Kind in Whole['kind']]: readonly Row<Of<Kind>>[] };

const ENDS = 'the grant ends, and the consent is forgotten';
const ALL_END = 'all grants end, codes too, and the consent is forgotten';
const OTHERWISE = 'none of these';

const refused = (why: Refusal) => (): Answer => ({ is: 'refused', why });
/** A row that changes nothing. */
const refusing = <Kind extends Whole>(
  why: Refusal,
  when: string,
  holds: (at: Case<Kind>) => boolean,
  name: string = why,
): Row<Kind> => ({ name, when, holds, answer: refused(why) });

const scopesOf = ({ scopes, decision }: Ask): Scopes => (decision === 'allow' ? scopes : 'less');

const presented = ({ seen, event }: Case<Refresh>): RefreshToken => item(seen.refresh, event.token);
/** It does not change once the token was superseded. */
const successorOf = (at: Case<Refresh>): number => presented(at).successor ?? at.event.token;
/** It is read after the token itself. */
const successor = (at: Case<Refresh>): RefreshToken => item(at.grant.refresh, successorOf(at));
export const isWithinAWeek = (at: Case<Refresh>): boolean =>
  isSuperseded(presented(at)) && presented(at).supersededFor <= LASTS.repeat;
/** At most 30 seconds since there is the successor, or since it was used. */
const isSoon = (at: Case<Refresh>): boolean =>
  isWithinAWeek(at) &&
  (isSuperseded(successor(at)) ? successor(at).supersededFor : presented(at).succeededFor) <= LASTS.grace;
export const isLate = (at: Case<Refresh>): boolean => isWithinAWeek(at) && !isSuperseded(successor(at));
/** Whether the successor is the one that was read, and still good for something. */
const isAsRead = (at: Case<Refresh>): boolean =>
  item(at.grant.refresh, at.event.token).successor === successorOf(at) &&
  canRotate(at.grant, { ...at.event, token: successorOf(at) });

export const TABLE: Table = {
  ask: [
    refusing('not a member', 'the member is suspended', ({ world }) => world.isSuspended),
    {
      name: 'remembered',
      when: 'an earlier consent allowed at least these scopes, and the client does not insist on a question',
      becomes: 'a new grant with a code, for these scopes',
      holds: ({ world: { consent }, event }) =>
        consent !== null && isWithin(event.scopes, consent.granted) && !event.insists,
      leads: ({ world, event }) => approve(world, event.scopes),
      answer: ({ event }) => ({ is: 'a code', wasAsked: false, scopes: event.scopes }),
    },
    refusing('denied', 'the person is asked, and denies', ({ event }) => event.decision === 'deny'),
    {
      name: 'allowed',
      when: 'the person is asked, and allows all or some of it',
      becomes: 'a new grant with a code, and a consent that replaces the earlier one',
      leads: ({ world, event }) => ({
        ...approve(world, scopesOf(event)),
        consent: { asked: event.scopes, granted: scopesOf(event) },
      }),
      answer: ({ event }) => ({ is: 'a code', wasAsked: true, scopes: scopesOf(event) }),
    },
  ],

  exchange: [
    refusing('code of another client', 'another client sends it', ({ event }) => event.with === 'another client'),
    refusing('another verifier', 'the verifier does not match', ({ event }) => event.with === 'another verifier'),
    {
      name: 'code replayed',
      when: 'the code was redeemed before, or by a request that was faster',
      becomes: ENDS,
      holds: ({ seen, hasLost }) => hasLost || seen.isRedeemed,
      leads: ({ world, event }) => end(world, event.grant),
      answer: refused('code replayed'),
    },
    {
      name: 'code expired',
      when: 'the code is older than 60 seconds',
      becomes: 'the grant ends; the consent stays, because nobody has taken it back',
      holds: ({ seen }) => seen.codeAge > LASTS.code,
      leads: ({ world, event, grant }) =>
        withGrant(world, event.grant, { isEnded: grant.isEnded || !grant.isRedeemed }),
      answer: refused('code expired'),
    },
    refusing('revoked', 'the grant has ended', ({ seen }) => seen.isEnded, 'code of an ended grant'),
    {
      name: 'code redeemed',
      when: OTHERWISE,
      becomes: 'the code is spent, and there is the first refresh token and an access token',
      leads: ({ world, event, grant }) => (grant.isRedeemed || grant.isEnded ? 'lost' : redeem(world, event, grant)),
      answer: ({ grant }) => ({ is: 'tokens', scopes: grant.scopes, refresh: grant.refresh.length }),
    },
  ],

  refresh: [
    refusing(
      'token of another client',
      'another client sends it',
      ({ event, hasLost }) => !hasLost && event.with === 'another client',
    ),
    refusing(
      'wider scopes',
      'it asks for more than the grant has',
      ({ event, seen, hasLost }) => !hasLost && event.scopes !== undefined && !isWithin(event.scopes, seen.scopes),
    ),
    refusing(
      'revoked',
      'the grant has ended',
      ({ seen, hasLost }) => !hasLost && seen.isEnded,
      'refresh token of an ended grant',
    ),
    refusing(
      'expired',
      'the grant is older than 90 days',
      ({ seen, hasLost }) => !hasLost && isPast(seen),
      'refresh token of a grant that is past',
    ),
    {
      name: 'superseded, in the grace period',
      when: 'the token was superseded in the last seven days, and its successor issued or superseded in the last 30 seconds',
      becomes: 'there is one more access token; the answer has the same successor',
      holds: isSoon,
      leads: (at) => repeat(at.world, at.event, at.grant, successorOf(at)),
      answer: (at) => ({ is: 'tokens', scopes: at.event.scopes ?? at.grant.scopes, refresh: successorOf(at) }),
    },
    {
      name: 'superseded, its successor unused',
      when: 'the token was superseded in the last seven days, its successor was not, and the token has not been given out late itself',
      becomes: 'the same, and the successor has been given out late',
      holds: (at) => isLate(at) && !presented(at).isRepeated,
      leads: (at) => (isAsRead(at) ? repeatLate(at.world, at.event, at.grant, successorOf(at)) : 'lost'),
      answer: (at) => ({ is: 'tokens', scopes: at.event.scopes ?? at.grant.scopes, refresh: successorOf(at) }),
    },
    {
      name: 'superseded, and late again',
      when: 'the same, but the token has been given out late',
      becomes: 'there is another successor in the place of the one that there is, and one more access token',
      holds: isLate,
      leads: (at) => (isAsRead(at) ? replace(at.world, at.event, at.grant, successorOf(at)) : 'lost'),
      answer: ({ event, grant }) => ({
        is: 'tokens',
        scopes: event.scopes ?? grant.scopes,
        refresh: grant.refresh.length,
      }),
    },
    {
      name: 'superseded before',
      when: 'the token was superseded otherwise, or another successor has taken its place',
      becomes: ENDS,
      holds: (at) => at.hasLost || isSuperseded(presented(at)) || presented(at).isReplaced,
      leads: ({ world, event }) => end(world, event.grant),
      answer: refused('token reused'),
    },
    refusing('revoked', 'the token was found expired before', (at) => presented(at).isRevoked, 'refresh token revoked'),
    {
      name: 'refresh token expired',
      when: 'the token was not used for 30 days',
      becomes: 'it is over, whatever the clock says later',
      holds: (at) => presented(at).age > LASTS.refresh,
      leads: ({ world, event, grant }) => revokeRefresh(world, event, grant),
      answer: refused('expired'),
    },
    {
      name: 'rotated',
      when: OTHERWISE,
      becomes: 'it is superseded by a new refresh token, and there is one more access token',
      leads: ({ world, event, grant }) => (canRotate(grant, event) ? rotate(world, event, grant) : 'lost'),
      answer: ({ event, grant }) => ({
        is: 'tokens',
        scopes: event.scopes ?? grant.scopes,
        refresh: grant.refresh.length,
      }),
    },
  ],

  revoke: [
    {
      name: 'revocation by another client',
      when: 'another client sends it',
      holds: ({ event }) => event.with === 'another client',
    },
    {
      name: 'refresh token revoked by its client',
      when: 'it is a refresh token, whatever became of it',
      becomes: ENDS,
      holds: ({ event }) => 'refresh' in event.token,
      leads: ({ world, event }) => end(world, event.grant),
    },
    {
      name: 'access token revoked by its client',
      when: 'it is an access token',
      becomes: 'it alone is over',
      leads: ({ world, event, grant }) => revokeAccess(world, event, grant),
    },
  ],

  disconnect: [
    {
      name: 'disconnected',
      when: 'the person ends the connection with the application',
      becomes: ALL_END,
      leads: ({ world }) => endAll(world),
    },
  ],

  suspend: [
    {
      name: 'suspended',
      when: 'the school suspends the member',
      becomes: ALL_END,
      leads: ({ world }) => ({ ...endAll(world), isSuspended: true }),
    },
  ],

  reinstate: [
    {
      name: 'reinstated',
      when: 'the school takes the member back',
      becomes: 'the person can be asked again; nothing else comes back',
      leads: ({ world }) => ({ ...world, isSuspended: false }),
    },
  ],

  steal: [
    {
      name: 'stolen',
      when: 'somebody copies the newest that the client has',
      becomes: 'the thief has it too',
      leads: ({ world, event, grant }) => steal(world, event.grant, grant),
    },
  ],

  wait: [
    {
      name: 'time passes',
      when: '20 seconds, an hour, 28 days or a year pass',
      becomes: 'everything is older; after a year the consent is forgotten',
      leads: ({ world, event }) => later(world, event.step),
    },
  ],
};

export const rowNames = (table: Table): string[] =>
  Object.values(table).flatMap((rows) => rows.map(({ name }: { name: string }) => name));
