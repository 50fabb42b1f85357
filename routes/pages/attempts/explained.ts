/** Which explanation an attempt has, and who can change something. */
import type { Finding, FindingKey } from '../../../schema/attempt-finding.ts';
import { type AttemptRule, type RuleKey, ruleKey } from '../../../schema/connection-attempt.ts';
import { fill, type Text } from '../../words/index.ts';

export type Who = keyof Text['attempts']['who'];

/** The developer of the app, unless something else is said here. Each has a step of its own, in this order. */
const WHO: Readonly<Partial<Record<RuleKey, readonly [Who, ...Who[]]>>> = {
  wrong_address: ['developer', 'server'],
  other_host: ['server'],
  insecure_transport: ['server', 'developer'],
  origin_foreign: ['server'],
  unknown_client: ['developer', 'school'],
  client_disabled: ['school'],
  client_host_not_allowed: ['server', 'school'],
  client_blocked: ['platform'],
  client_secret_wrong: ['developer', 'school'],
  redirect_uri_not_registered: ['school', 'developer'],
  redirect_uri_not_allowed: ['developer', 'school'],
  registration_off: ['school', 'server'],
  scope_outside_client: ['developer', 'school'],
  scope_outside_role: ['person', 'school'],
  application_needed: ['school'],
  client_not_adopted: ['school'],
  denied_by_person: ['person'],
  not_a_member: ['person', 'school'],
  grant_ended: ['person'],
  token_missing: ['developer', 'server'],
  second_factor_missing: ['person'],
  sign_in_failed: ['person'],
  page_closed: ['person'],
  busy: ['server'],
};

/** Where a cause is for others than its rule. */
const WHO_OF_FINDING: Readonly<Partial<Record<FindingKey, readonly [Who, ...Who[]]>>> = {
  origin_form: ['person'],
  member_not_there: ['developer', 'person', 'school'],
  member_nowhere: ['person'],
  member_invited: ['person', 'school'],
  member_suspended: ['school'],
  member_removed: ['school'],
  ended_by_app: ['developer'],
  ended_suspended: ['school', 'person'],
  ended_removed: ['school', 'person'],
  ended_application: ['school', 'person'],
  ended_blocked: ['platform', 'person'],
  ended_school: ['platform'],
  ended_replay: ['developer'],
  ended_reuse: ['developer'],
  ended_token: ['developer'],
  second_asked: ['person'],
};

export const whoChanges = (key: RuleKey, found?: FindingKey): readonly [Who, ...Who[]] =>
  (found && WHO_OF_FINDING[found]) ?? WHO[key] ?? ['developer'];

/** The first request without a token is how a client learns where to sign in; a second factor follows a right password. */
export const isExpected = (rule: AttemptRule | null, finding: Finding | undefined): boolean =>
  rule === 'token_missing' || (rule === null && finding !== undefined);

export interface Explanation {
  /** What was refused, and why. */
  cause: string;
  steps: readonly { who: string; step: string }[];
}

type Sentence = Parameters<typeof fill>[0];

/** @param shown makes a value of a finding fit to be shown */
export function explain(
  rule: AttemptRule | null,
  finding: Finding | undefined,
  { rules, found, who }: Text['attempts'],
  shown: (value: string) => string,
): Explanation | undefined {
  if (rule === null && finding === undefined) return undefined;
  const key = ruleKey(rule ?? 'sign_in_failed');
  const [name, ...values] = finding ?? [];
  // What a newer version of the program found out may be unknown to this one.
  const known = name !== undefined && Object.hasOwn(found, name) ? name : undefined;
  const [refused, ...change]: readonly Sentence[] = rules[key];
  const [cause = refused, ...own]: readonly Sentence[] = known === undefined ? [] : found[known];
  const say = (said: Sentence): string => fill(said, Object.fromEntries(values.map(shown).entries()));
  const groups = whoChanges(key, known);
  const steps = (own.length > 0 ? own : change).map((step, at) => ({
    who: who[groups[at] ?? groups[0]],
    step: say(step),
  }));
  return { cause: say(cause), steps };
}
