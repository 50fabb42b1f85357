/** What must hold after every step, in the words that a failure begins with. */
export const INVARIANTS = {
  code_once:
    'a code is redeemed at most once, within its lifetime, and only by its client with its redirect URI, verifier and resource',
  reuse_ends: 'a second use of a code, or of a refresh token outside of the grace rules, ends the grant',
  one_lineage: 'a refresh token has one successor, and is good for no other',
  dead_is_dead: 'nothing that has ended or expired is accepted, on any node',
  alive_is_alive: 'nothing is refused that nothing has ended',
  scope_never_grows: 'no token has a scope that was not granted',
  right_party: 'a token is good only for its client, person and school, and tells others nothing',
  answer_goes_home: 'an authorization response goes to a registered redirect URI, with its state and issuer',
  consent_is_asked: 'no code is issued without the consent of the person to this client, redirect URI and scope',
  session_ends: 'a session that has ended opens nothing, and a form that is not ours changes nothing',
  link_once: 'a link in an e-mail works once, and within its lifetime',
  no_failure: 'no answer is an internal error, unless a fault was injected',
} as const;

export type Invariant = keyof typeof INVARIANTS;

export class Violation extends Error {
  override readonly name = 'Violation';
  readonly invariant: Invariant;

  constructor(invariant: Invariant, what: string) {
    super(`${INVARIANTS[invariant]}; but ${what}`);
    this.invariant = invariant;
  }
}

export function must(holds: boolean, invariant: Invariant, what: string): void {
  if (!holds) throw new Violation(invariant, what);
}
