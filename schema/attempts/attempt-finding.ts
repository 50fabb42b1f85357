/**
 * What the server found out about an attempt to connect: the one cause among those that a rule covers, so that its
 * explanation leaves no choice. Nothing that decides a request reads it.
 */
import { type AttemptFacts, withoutSecrets } from './connection-attempt.ts';

/** Each has a sentence on the page, and some have a remedy that differs from the one of the rule. */
export type FindingKey =
  | 'parameter_missing'
  | 'format_nothing'
  | 'format_unnamed'
  | 'format_other'
  | 'body_no_json'
  | 'method_other'
  | 'address_other'
  | 'host_internal'
  | 'host_public'
  | 'origin_page'
  | 'origin_form'
  | 'origin_host'
  | 'client_id_form'
  | 'client_id_gone'
  | 'document_name'
  | 'document_late'
  | 'document_closed'
  | 'document_broken_off'
  | 'document_certificate'
  | 'document_forbidden'
  | 'document_status'
  | 'document_redirect'
  | 'document_type'
  | 'document_content'
  | 'secret_form'
  | 'secret_other'
  | 'auth_basic'
  | 'auth_assertion'
  | 'redirect_differs'
  | 'redirect_query'
  | 'redirect_registered'
  | 'grant_type_sent'
  | 'response_type_sent'
  | 'challenge_missing'
  | 'challenge_method'
  | 'challenge_no_method'
  | 'challenge_form'
  | 'verifier_missing'
  | 'verifier_form'
  | 'verifier_challenge'
  | 'verifier_other'
  | 'scope_named'
  | 'scope_beyond'
  | 'scope_lacking'
  | 'resource_other'
  | 'resource_not_sent'
  | 'denied'
  | 'cancelled'
  | 'nothing_allowed'
  | 'member_never'
  | 'member_not_there'
  | 'member_nowhere'
  | 'member_invited'
  | 'member_suspended'
  | 'member_removed'
  | 'value_short'
  | 'value_long'
  | 'value_foreign'
  | 'value_unknown'
  | 'code_age'
  | 'code_again'
  | 'issued_to'
  | 'refresh_unstored'
  | 'ended_by_person'
  | 'ended_by_app'
  | 'ended_by_school'
  | 'ended_suspended'
  | 'ended_removed'
  | 'ended_application'
  | 'ended_blocked'
  | 'ended_school'
  | 'ended_account'
  | 'ended_replay'
  | 'ended_reuse'
  | 'ended_token'
  | 'password_wrong'
  | 'code_wrong'
  | 'passkey_wrong'
  | 'second_asked'
  | 'second_late'
  | 'sign_in_throttled'
  | 'page_answered'
  | 'page_old'
  | 'page_other_browser'
  | 'page_other_session'
  | 'version_other'
  | 'accept_other'
  | 'message_no_json';

/** With the values that stand in its sentence. A number that begins with `@` is a time. */
export type Finding = readonly [key: FindingKey, ...values: string[]];

export const timeValue = (at: number): string => `@${at}`;
export const timeOf = (value: string): number | undefined =>
  /^@\d+$/.test(value) ? Number(value.slice(1)) : undefined;

const FOUND = 'found';

/** A finding is stored among the facts, cleaned like them. */
export const factsOfFinding = (finding: Finding | undefined): AttemptFacts =>
  (finding ?? []).map((part) => [FOUND, withoutSecrets(part)] as const);

/** Takes the facts apart. The type is asserted: whoever shows a finding has to know its key. */
export function takeFinding(facts: AttemptFacts): { finding: Finding | undefined; came: AttemptFacts } {
  const parts = facts.flatMap(([name, part]) => (name === FOUND ? [part] : []));
  return {
    finding: parts.length === 0 ? undefined : (parts as readonly string[] as Finding),
    came: facts.filter(([name]) => name !== FOUND),
  };
}
