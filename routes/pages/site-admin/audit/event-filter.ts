/** The field of the audit log that chooses an event, or some that belong together, in groups. */
import type { AuditEventName, AuditFilter } from '../../../../schema/audit/audit-event.ts';
import { AUDIT_EVENTS, EVENT_GROUPS, type EventGroup, eventsWith } from '../../../../schema/audit/events.ts';
import type { Text } from '../../../words/index.ts';
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

const labelOf = (choice: EventChoice, { audit: { filter }, events, schoolHome }: Text): string => {
  // The log of a school has those to apps only.
  if (choice === 'sign_in_failed') return filter.failedSignIns;
  if (!isOwnChoice(choice)) return events[choice].kind;
  return {
    [SCHOOL_EDITED]: filter.schoolEdited,
    [INVITED]: filter.invited,
    [WITHDRAWN]: filter.withdrawn,
    [SIGN_INS]: schoolHome.figures.signIns,
  }[choice];
};

/** What a group lists before its events. */
const FIRST: Readonly<Partial<Record<EventGroup, readonly OwnChoice[]>>> = {
  people: [INVITED, WITHDRAWN],
  connections: [SIGN_INS],
  school: [SCHOOL_EDITED],
};

const choicesIn = (group: EventGroup): EventChoice[] => [...(FIRST[group] ?? []), ...eventsWith('group', group)];

const isEvent = (value: string): value is AuditEventName => Object.hasOwn(AUDIT_EVENTS, value);

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
<select id="event" name="event">${option('', filter.every)}${EVENT_GROUPS.map(
    (group) =>
      html`<optgroup label="${filter.groups[group]}">${choicesIn(group).map((event) => option(event, labelOf(event, text)))}</optgroup>`,
  )}</select>
</div>`;
};
