import type { Bug } from './build.ts';
import { AUTHORIZATION_BUGS } from './planted/authorization.ts';
import { CODE_BUGS } from './planted/codes.ts';
import { LIFE_BUGS } from './planted/lives.ts';
import { REFRESH_BUGS } from './planted/refresh.ts';

/** Mistakes that others have made, each of which the simulation has to find. */
export const PLANTED_BUGS: readonly Bug[] = [...CODE_BUGS, ...REFRESH_BUGS, ...AUTHORIZATION_BUGS, ...LIFE_BUGS];

/** Those that the simulation finds within 6,000 steps from seed 1 (README.md). */
export const FOUND: ReadonlySet<string> = new Set([
  'a code is not bound to its client',
  'the verifier is checked only when it is sent',
  'the verifier is not compared',
  'the resource is not checked at the exchange',
  'codes do not expire',
  'a code is read first and marked later',
  'a replayed code does not end the grant',
  'the grace goes on after the successor was used',
  'the grace gives a new successor',
  'rotation is not atomic',
  'rotation leaves the predecessor as it was',
  'a rotated refresh token is active at introspection',
  'a response has no issuer',
  'a response has no state',
  'any redirect URI of the same host is accepted',
  'a plain challenge is taken for S256',
  'a consent is remembered for clients on the loopback address',
  'a consent covers more scopes than it was about',
  'tokens of an ended grant live on',
  'revoking the refresh token leaves the access tokens alive',
  'every client can revoke every token',
]);
