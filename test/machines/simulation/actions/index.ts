/** All that can happen, and how often it does compared with the others. */
import type { Actor } from '../actor.ts';
import type { Stage } from '../stage.ts';
import { changePassword, disconnect } from './account.ts';
import { redeemAgain, redeemFresh, redeemTwice, redeemWithoutSecret, redeemWrongly } from './codes.ts';
import { connect, connectAgain, connectForMore, registerClient, rush } from './connect.ts';
import { resetPassword } from './emails.ts';
import {
  connectWhileItEnds,
  disconnectTwo,
  outlastAccess,
  outlastCode,
  outlastRefresh,
  renewLater,
  revokeInUse,
  takeTurns,
  tryEnded,
  useInOutage,
  useWhileItEnds,
} from './ends.ts';
import { askWrongly, connectFromElsewhere, decideLate, deny, forgeConsent, stealRequest } from './forgery.ts';
import { changeRedirects, disable, enable, reinstate, suspend } from './operators.ts';
import { signInSomewhere, signOut, useCookies } from './sign-in.ts';
import {
  askAccount,
  askAsOperator,
  askWho,
  guess,
  lookAt,
  lookAtForeign,
  lookWithoutSecret,
  renewEarlier,
  renewNarrowly,
  renewPresent,
  renewTwice,
  renewWithoutSecret,
  renewWrongly,
  revoke,
  revokeForeign,
} from './tokens.ts';

export type Action = (stage: Stage, actor: Actor) => Promise<void>;

/** What an episode begins with. */
export const FIRST = 'several at once';

export const ACTIONS: Readonly<Record<string, readonly [weight: number, act: Action]>> = {
  [FIRST]: [0.5, rush],
  connect: [14, connect],
  'connect again': [3, connectAgain],
  'redeem a code': [14, redeemFresh],
  'redeem a code twice at once': [3, redeemTwice],
  'redeem a code again': [3, redeemAgain],
  'redeem a code wrongly': [7, redeemWrongly],
  'redeem a code without the secret': [2, redeemWithoutSecret],
  refresh: [16, renewPresent],
  'refresh with fewer scopes': [3, renewNarrowly],
  'refresh twice at once': [4, renewTwice],
  'refresh with an earlier token': [4, renewEarlier],
  'refresh wrongly': [5, renewWrongly],
  'refresh without the secret': [2, renewWithoutSecret],
  introspect: [24, lookAt],
  'introspect what is foreign': [3, lookAtForeign],
  'introspect without the secret': [2, lookWithoutSecret],
  userinfo: [14, askWho],
  'ask the account API': [5, askAccount],
  'ask the admin API': [2, askAsOperator],
  revoke: [3, revoke],
  'revoke what is foreign': [3, revokeForeign],
  'guess a token': [2, guess],
  'ask for more than members have': [3, connectForMore],
  'sign in': [1, signInSomewhere],
  'use cookies': [4, useCookies],
  'sign out': [1, signOut],
  'end a connection': [2, disconnect],
  'change the password': [1, changePassword],
  'reset the password': [1.5, resetPassword],
  'register a client': [2, registerClient],
  'forge a consent': [3, forgeConsent],
  'open a request of another browser': [1, stealRequest],
  'decide too late': [1, decideLate],
  deny: [1, deny],
  'ask wrongly': [6, askWrongly],
  'connect from another school': [1, connectFromElsewhere],
  'suspend a member': [1.5, suspend],
  'reinstate a member': [3, reinstate],
  'disable an application': [1, disable],
  'enable an application': [2, enable],
  'change redirect URIs': [1, changeRedirects],
  'try what has ended': [6, tryEnded],
  'outlast a code': [2, outlastCode],
  'outlast an access token': [2, outlastAccess],
  'outlast a refresh token': [1, outlastRefresh],
  'refresh again later': [2, renewLater],
  'take turns': [1.5, takeTurns],
  'revoke in use': [2, revokeInUse],
  'use while it ends': [2.5, useWhileItEnds],
  'disconnect two devices': [1, disconnectTwo],
  'use in an outage': [3, useInOutage],
  'connect while it ends': [1.2, connectWhileItEnds],
};
