/** What the list and the exports of the audit log say of an entry beside its sentence. */
import type { AuditEntry, AuditEventName } from '../../../../schema/audit/audit-event.ts';
import type { Text } from '../../../words/index.ts';
import { allowedFields, changedFields, namesOfChanged } from './changes.ts';

const MAX_VALUE = 160;
/** Their sentences have the values, or the name of what was created, whose other values are on its page. */
const SAYS_VALUES: ReadonlySet<AuditEventName> = new Set(['member_role_changed', 'resource_created', 'client_created']);
/** Their sentences have the new status, but not what ended with the old one. */
const SAYS_STATUS: ReadonlySet<AuditEventName> = new Set(['member_suspended', 'member_reinstated', 'member_removed']);

const shortened = (said: string): string => (said.length > MAX_VALUE ? `${said.slice(0, MAX_VALUE)}…` : said);

/** Returns what an entry changed or allowed, as lines. @param most as many fields; more are on the page of the entry */
export function detailsOf(entry: AuditEntry, text: Text, most: number): readonly string[] {
  if (SAYS_VALUES.has(entry.event)) return [];
  const names = namesOfChanged(entry, text);
  const { changed, unchanged } = text.audit.change.fieldNames;
  if (names === '') return [unchanged];
  if (names !== undefined) return [`${changed}: ${shortened(names)}`];
  const allowed = entry.event === 'consent_given' ? allowedFields(entry, text) : undefined;
  const status = SAYS_STATUS.has(entry.event) ? text.audit.change.fields.status : undefined;
  const fields = (allowed ?? changedFields(entry, text)).filter(({ label }) => label !== status);
  const more = fields.length - most;
  const shown = fields.slice(0, most).map(({ label, said }) => `${label}: ${shortened(said)}`);
  return more > 0 ? [...shown, text.audit.change.more({ number: more })] : shown;
}
