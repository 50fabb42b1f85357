/** What a school or the platform learns of an attempt to connect a client: the step, what came, and the rule that refused it. */
import type { RefusalReason } from './oauth/oauth-error.ts';

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

/** Rules that refuse nothing by themselves, or answer with a page, and therefore have no reason in the log. */
type OtherRule =
  | 'sign_in_failed'
  | 'page_closed'
  | 'wrong_address'
  | 'wrong_method'
  | 'wrong_format'
  | 'other_host'
  | 'message_refused'
  | 'internal_error';

export const ATTEMPT_STANDINGS = ['proven', 'claimed'] as const;
export type AttemptStanding = (typeof ATTEMPT_STANDINGS)[number];

export type AttemptRule = RefusalReason | OtherRule;

/** Rules that share the explanation of another. */
const SAME_AS = {
  unsupported_media_type: 'wrong_format',
  prompt_invalid: 'malformed_request',
  url_not_signed: 'malformed_request',
  download_ended: 'malformed_request',
  upload_unfit: 'malformed_request',
  upload_settled: 'malformed_request',
  client_documents_busy: 'rate_limited',
  client_document_refused: 'client_document_unreachable',
  client_name_unrecognized: 'redirect_uri_not_allowed',
  resource_missing: 'resource_invalid',
  resource_changed: 'resource_invalid',
  code_of_another_client: 'other_client',
  token_of_another_client: 'other_client',
  token_of_another_origin: 'token_unknown',
  token_revoked: 'grant_ended',
  store_unavailable: 'busy',
  internal_error: 'busy',
} as const satisfies Partial<Record<AttemptRule, AttemptRule | 'other_client'>>;

const isMerged = (rule: AttemptRule): rule is keyof typeof SAME_AS => Object.hasOwn(SAME_AS, rule);

/** A rule that is explained by itself, or what several have in common. */
export type RuleKey = Exclude<AttemptRule, keyof typeof SAME_AS> | 'other_client';

/** Returns where the explanation of a rule stands. */
export const ruleKey = (rule: AttemptRule): RuleKey => (isMerged(rule) ? SAME_AS[rule] : rule);

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
export const withoutSecrets = (given: string): string =>
  given
    .slice(0, 4 * MAX_VALUE)
    .replaceAll(/\S+/g, withoutQuery)
    .replaceAll(/:\/\/[^\s/@]*@/g, '://…@')
    .replaceAll(OPAQUE, (word) => (looksRandom(word) ? '…' : word))
    .replaceAll(/\p{C}/gu, '')
    .slice(0, MAX_VALUE)
    .toWellFormed();
