/** What a school or the platform learns of an attempt to connect a client: the step, what came, and the rule that refused it. */
import type { Row, Who } from '../refusals/row.ts';
import { REFUSALS } from '../refusals/rows.ts';
import { beginningOf } from '../text/readable.ts';

/** The steps of a connection, in their order. */
export const ATTEMPT_STEPS = [
  'discovery',
  'registration',
  'document',
  'authorize',
  'sign_in',
  'membership',
  'consent',
  'token',
  'refresh',
  'resource',
] as const;
export type AttemptStep = (typeof ATTEMPT_STEPS)[number];

/** By which a step is refused: also those that refuse nothing by themselves, or answer with a page, and have no reason in the log. */
export const RULES = {
  ...REFUSALS,
  sign_in_failed: { who: 'person' },
  page_closed: { who: 'person' },
  wrong_address: { who: ['developer', 'server'] },
  wrong_method: { who: 'developer' },
  wrong_format: { who: 'developer' },
  other_host: { who: 'server' },
  message_refused: { who: 'developer' },
  internal_error: { who: { as: 'busy' } },
} as const satisfies Record<string, Pick<Row, 'who'>>;
export type AttemptRule = keyof typeof RULES;

/** A rule that has an explanation of its own. */
export type RuleKey = {
  [Rule in AttemptRule]: (typeof RULES)[Rule]['who'] extends { as: infer Other } ? Other : Rule;
}[AttemptRule];

/** Returns the rule whose explanation this one has. */
export function ruleKey(rule: AttemptRule): RuleKey {
  const { who }: Pick<Row, 'who'> = RULES[rule];
  return (typeof who === 'object' && 'as' in who ? who.as : rule) as RuleKey;
}

/** Who can change something, each by a step of its own, in this order. */
export const whoChanges = (rule: RuleKey) => [RULES[rule].who].flat() as [Who, ...Who[]];

export const ATTEMPT_STANDINGS = ['proven', 'claimed'] as const;
export type AttemptStanding = (typeof ATTEMPT_STANDINGS)[number];

/** What came, by name. The values are cleaned of everything that could be secret. */
export type AttemptFacts = readonly (readonly [name: string, value: string])[];

export interface ConnectionAttempt {
  /** The order in which attempts were stored. */
  id: number;
  at: number;
  /** As in the log, in the header `X-Request-Id`, and on the page of the person. */
  requestId: string;
  step: AttemptStep;
  /** Null for a step that went well. */
  rule: AttemptRule | null;
  clientId: string | null;
  /** Whether the caller proved to have to do with the school, by a secret, a code, a token, or a membership. */
  standing: AttemptStanding;
  /** How the client names itself. */
  clientName: string | null;
  facts: AttemptFacts;
  /** The sentence that the client was told. */
  description: string | null;
}

export interface NewAttempt extends Omit<ConnectionAttempt, 'id'> {
  /** The school; an empty text if the attempt names none. */
  siteId: string;
  /** Who made the attempt, for a fair share of the rows: compared, and never shown. */
  source: string;
}

/** How many are kept, and for how long. */
export const KEPT_ATTEMPTS = {
  ms: 24 * 3_600_000,
  /** Of a school, and as many more of those that proved nothing. */
  perSchool: 300,
  /** That one process writes in a minute, and as many more of those that proved nothing. */
  perMinute: 600,
  /** Of one source in a minute. */
  perSource: 120,
} as const;

const MAX_VALUE = 200;
/** Long words with digits or of both cases may be credentials; words of a language and of the protocols are not. */
const OPAQUE = /[A-Za-z0-9_~+-]{20,}/g;
const looksRandom = (word: string): boolean => /[0-9]/.test(word) || (/[a-z]/.test(word) && /[A-Z]/.test(word));

/** Removes the query and fragment of an address. */
const withoutQuery = (word: string): string => {
  const end = word.search(/[?#]/);
  return end > 0 && word.slice(0, end).includes(':') ? `${word.slice(0, end)}?…` : word;
};

/** Removes from a text what must not be shown: the query and fragment of addresses, and all that may be a credential. */
export const withoutSecrets = (given: string): string => {
  const shown = given
    .slice(0, 4 * MAX_VALUE)
    .replaceAll(/\S+/g, withoutQuery)
    .replaceAll(/:\/\/[^\s/@]*@/g, '://…@')
    .replaceAll(OPAQUE, (word) => (looksRandom(word) ? '…' : word))
    .replaceAll(/\p{C}/gu, '');
  return beginningOf(shown, MAX_VALUE);
};
