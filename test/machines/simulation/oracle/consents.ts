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
/** The requests that gave a client other redirect URIs. */
const redirectChanges = new WeakMap<Oracle, Map<string, Operation[]>>();
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

function changesOf(oracle: Oracle, client: string): Operation[] {
  const all = redirectChanges.get(oracle) ?? new Map<string, Operation[]>();
  redirectChanges.set(oracle, all);
  const found = all.get(client) ?? [];
  all.set(client, found);
  return found;
}

/** The operator gave the client other redirect URIs, so people are asked again. */
export function rememberRedirectChange(oracle: Oracle, client: string, by: Operation): void {
  changesOf(oracle, client).push(by);
}

/** What a person was asked for last. */
export const lastAsked = (oracle: Oracle, key: Key): readonly string[] | undefined => given(oracle, key).at(-1)?.scopes;

export function rememberConsent(oracle: Oracle, key: Key, scopes: readonly string[], by: Operation): void {
  given(oracle, key).push({ scopes, by });
}

/** Whether an earlier consent can cover a request. */
export const mayBeSilent = (oracle: Oracle, key: Key, scopes: readonly string[], request: Operation): boolean =>
  given(oracle, key).some(
    ({ scopes: granted, by }) =>
      by.began <= request.ended &&
      scopes.every((scope) => granted.includes(scope)) &&
      !consentLife(oracle, key).hasEndedWhatWas(by, request.began) &&
      !changesOf(oracle, key.client).some(
        (change) => change.ended <= request.began && by.ended <= change.began && by.clock.most < change.clock.least,
      ),
  );
