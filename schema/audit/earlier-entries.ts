/**
 * Entries of the audit log that earlier versions recorded otherwise, as this version would have recorded them. What is
 * sealed into the log cannot be rewritten, so entries are completed when they are read.
 */
import { type AuditEntry, fieldValues } from './audit-event.ts';
import { memberTarget } from './audit-target.ts';

const OPERATOR = 'operator/';

const ANSWERS: ReadonlySet<string> = new Set(['invitation_accepted', 'invitation_declined']);

/** Returns the entry of a school. */
export function completedEntry(entry: AuditEntry): AuditEntry {
  const { event, personId, target } = entry;
  // 1.0: a person who answers an invitation is not a member yet, so the school does not learn where that person was.
  if (ANSWERS.has(event)) return { ...entry, ip: null, userAgent: null };
  // 1.0: the invitation of an owner by the platform was recorded as an act of the invited person.
  if (event !== 'resource_created' || personId === null || target?.startsWith(OPERATOR) !== true) return entry;
  return {
    ...entry,
    personId: null,
    personName: null,
    personEmail: null,
    target: memberTarget(personId),
    after: fieldValues({ role: 'owner', operator: target.slice(OPERATOR.length) }),
  };
}
