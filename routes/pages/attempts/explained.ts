/** Which explanation a rule has, and who can change something. */
import type { AttemptRule } from '../../../schema/connection-attempt.ts';
import type { Text } from '../kit/text/index.ts';

export type RuleKey = keyof Text['attempts']['rules'];
export type Who = keyof Text['attempts']['who'];

/** Rules that share the explanation of another. */
const SAME_AS = {
  unsupported_media_type: 'wrong_format',
  body_too_large: 'malformed_request',
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
} as const satisfies Partial<Record<AttemptRule, RuleKey>>;

const isMerged = (rule: AttemptRule): rule is keyof typeof SAME_AS => Object.hasOwn(SAME_AS, rule);

/** The developer of the app, unless something else is said here. */
const WHO: Readonly<Partial<Record<RuleKey, readonly [Who, ...Who[]]>>> = {
  wrong_address: ['developer', 'server'],
  other_host: ['server'],
  insecure_transport: ['server', 'developer'],
  origin_foreign: ['server'],
  unknown_client: ['developer', 'school'],
  client_disabled: ['school'],
  client_host_not_allowed: ['server', 'school'],
  client_blocked: ['platform'],
  redirect_uri_not_registered: ['school', 'developer'],
  registration_off: ['school', 'server'],
  scope_outside_client: ['developer', 'school'],
  scope_outside_role: ['person', 'school'],
  application_needed: ['school'],
  client_not_adopted: ['school'],
  denied_by_person: ['person'],
  not_a_member: ['person', 'school'],
  grant_ended: ['person'],
  token_of_another_school: ['developer', 'person'],
  token_missing: ['developer', 'server'],
  second_factor_missing: ['person'],
  sign_in_failed: ['person'],
  page_closed: ['person'],
  busy: ['server'],
};

export const ruleKey = (rule: AttemptRule): RuleKey => (isMerged(rule) ? SAME_AS[rule] : rule);

export const whoChanges = (key: RuleKey): readonly [Who, ...Who[]] => WHO[key] ?? ['developer'];
