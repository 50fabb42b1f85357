/** To what a person has consented, and whether that still counts. */
import type { Operation } from '../scheduler.ts';
import type { Oracle } from './oracle.ts';

interface Key {
  person: string;
  client: string;
}

interface Consent {
  readonly scopes: readonly string[];
  readonly by: Operation;
}

const consents = new WeakMap<Oracle, Map<string, Consent[]>>();
const keyOf = ({ person, client }: Key): string => `${person} ${client}`;

function given(oracle: Oracle, key: Key): Consent[] {
  const all = consents.get(oracle) ?? new Map<string, Consent[]>();
  consents.set(oracle, all);
  const found = all.get(keyOf(key)) ?? [];
  all.set(keyOf(key), found);
  return found;
}

/** What ends consents: a withdrawal, and a change of the client. */
export const consentLife = (oracle: Oracle, key: Key) => oracle.life(`consent ${keyOf(key)}`);

export function rememberConsent(oracle: Oracle, key: Key, scopes: readonly string[], by: Operation): void {
  given(oracle, key).push({ scopes, by });
}

/** Whether an earlier consent can cover a request. */
export const mayBeSilent = (oracle: Oracle, key: Key, scopes: readonly string[], request: Operation): boolean =>
  given(oracle, key).some(
    ({ scopes: granted, by }) =>
      by.began <= request.ended &&
      scopes.every((scope) => granted.includes(scope)) &&
      !consentLife(oracle, key).hasEnded(by, request.began) &&
      !oracle.life(`redirects of ${key.client}`).hasEnded(by, request.began),
  );
