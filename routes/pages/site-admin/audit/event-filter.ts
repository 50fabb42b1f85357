/** The field of the audit log that chooses an event, or some that belong together, in groups. */
import { OWNERSHIP_EVENTS } from '../../../../schema/audit/account-event.ts';
import type { AuditEventName, AuditFilter } from '../../../../schema/audit/audit-event.ts';
import { type Text, textFor } from '../../../words/index.ts';
import { type Html, html } from '../../kit/html.ts';

/** The choice of all edits of the school's settings and appearance, which are `resource_changed` by what they are. */
const SCHOOL_EDITED = 'school_edited';
/** The choice of invitations alone, which are `resource_created` of a member. */
const INVITED = 'member_invited';
/** The choice of withdrawn invitations, which are `member_removed` of whoever has not accepted. */
const WITHDRAWN = 'invitation_withdrawn';
/** The choice of what the figure of the first page counts. */
export const SIGN_INS = 'app_sign_ins';
type OwnChoice = typeof SCHOOL_EDITED | typeof INVITED | typeof WITHDRAWN | typeof SIGN_INS;
type EventChoice = AuditEventName | OwnChoice;

/** The choices that are no event of their own, and what they choose. */
const OWN_CHOICES: Readonly<Record<OwnChoice, AuditFilter>> = {
  [SCHOOL_EDITED]: { event: 'resource_changed', ofSchool: true },
  [INVITED]: { event: 'resource_created', ofMember: true },
  [WITHDRAWN]: { event: 'member_removed', ofInvited: true },
  [SIGN_INS]: { ofSignIn: true },
};
const isOwnChoice = (value: string): value is OwnChoice => Object.hasOwn(OWN_CHOICES, value);

const labelOf = (choice: EventChoice, { audit: { filter, kinds }, schoolHome }: Text): string => {
  // The log of a school has those to apps only.
  if (choice === 'sign_in_failed') return filter.failedSignIns;
  if (!isOwnChoice(choice)) return kinds[choice];
  return {
    [SCHOOL_EDITED]: filter.schoolEdited,
    [INVITED]: filter.invited,
    [WITHDRAWN]: filter.withdrawn,
    [SIGN_INS]: schoolHome.figures.signIns,
  }[choice];
};

type Group = keyof Text['audit']['filter']['groups'];

/** In the order of the list. */
const CHOICES = {
  people: [
    INVITED,
    'invitation_sent',
    'invitation_link_created',
    'invitation_accepted',
    'invitation_declined',
    WITHDRAWN,
    'account_imported',
    'member_role_changed',
    'staff_rights_changed',
    'member_suspended',
    'member_reinstated',
    'member_removed',
    'member_signed_out',
    'member_reset_sent',
    'second_factor_demand_changed',
    'second_factor_removed',
    'second_factor_reset_approved',
    'second_factor_reset_cancelled',
  ],
  ownership: [...OWNERSHIP_EVENTS, 'school_handed_over'],
  connections: [
    SIGN_INS,
    'sign_in_failed',
    'address_shown',
    'consent_given',
    'consent_denied',
    'code_issued_silently',
    'tool_called',
    'tool_failed',
    'grant_revoked',
    'token_revoked',
    'code_replay',
    'refresh_reuse',
    'refresh_repeated',
  ],
  apps: [
    'client_created',
    'client_changed',
    'client_disabled',
    'client_enabled',
    'client_deleted',
    'client_secret_rotated',
    'client_secret_ended',
    'handover_link_created',
    'handover_link_opened',
    'handover_secret_revealed',
    'handover_tested',
    'handover_link_revoked',
    'client_approved',
    'client_blocked',
    'client_adopted',
    'client_released',
  ],
  content: ['resource_created', 'resource_changed', 'resource_deleted', 'file_requested'],
  school: [
    SCHOOL_EDITED,
    'beta_feature_on',
    'beta_feature_off',
    'audit_exported',
    'school_exported',
    'school_created',
    'setup_completed',
    'school_closed',
    'school_reopened',
    'school_deletion_scheduled',
    'school_deletion_cancelled',
  ],
  webhooks: [
    'webhook_created',
    'webhook_changed',
    'webhook_secret_rotated',
    'webhook_disabled',
    'webhook_enabled',
    'webhook_stopped',
    'webhook_sent',
    'webhook_deleted',
  ],
} as const satisfies Record<Group, readonly EventChoice[]>;

/** Events of an account or of the whole platform, which the log of a school never has. */
type OfNoSchool =
  | 'sign_in'
  | 'sign_out'
  | 'reauthenticated'
  | 'client_registered'
  | 'client_document_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'recovery_codes_replaced'
  | 'password_changed'
  | 'password_reset'
  | 'email_change_asked'
  | 'account_secured'
  | 'account_exported'
  | 'account_disabled'
  | 'account_enabled'
  | 'email_verified'
  | 'email_changed'
  | 'email_restored'
  | 'password_reset_asked'
  | 'new_browser'
  | 'recovery_code_used'
  | 'second_factor_added'
  | 'school_deleted'
  | 'account_erased'
  | 'access_ended'
  | 'key_rotated'
  | 'key_revoked';

/** Does not compile if an event is in no group. */
const GROUPS: Readonly<
  Record<Group, readonly (Exclude<AuditEventName, OfNoSchool> extends Grouped ? EventChoice : never)[]>
> = CHOICES;
type Grouped = (typeof CHOICES)[Group][number];

const isEvent = (value: string): value is AuditEventName => Object.hasOwn(textFor('en').audit.kinds, value);

/** Returns what a choice selects; nothing for a name that is no choice. */
export function chosenEvents(choice: string): AuditFilter | undefined {
  if (isOwnChoice(choice)) return OWN_CHOICES[choice];
  // Invitations, and their withdrawals, are choices of their own.
  if (choice === 'resource_created') return { event: choice, ofItem: true };
  if (choice === 'member_removed') return { event: choice, ofJoined: true };
  // A call that failed would read as if it had not.
  if (choice === 'tool_called') return { ofTools: true };
  // Connections end with an access, too.
  if (choice === 'grant_revoked') return { ofEnds: true };
  return isEvent(choice) ? { event: choice } : undefined;
}

export const eventFilter = (chosen: string, text: Text): Html => {
  const { filter } = text.audit;
  const option = (value: string, label: string): Html =>
    html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
  return html`<div class="field">
<label for="event">${filter.event}</label>
<select id="event" name="event">${option('', filter.every)}${(Object.keys(GROUPS) as Group[]).map(
    (group) =>
      html`<optgroup label="${filter.groups[group]}">${GROUPS[group].map((event) =>
        option(event, labelOf(event, text)),
      )}</optgroup>`,
  )}</select>
</div>`;
};
