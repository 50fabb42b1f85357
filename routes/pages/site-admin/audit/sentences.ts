/** Events of the audit log as sentences, in the language of the reader. */
import { type AuditEntry, readFieldValues } from '../../../../schema/audit/audit-event.ts';
import { namedThing } from '../../../../schema/audit/audit-target.ts';
import { ROLES } from '../../../../schema/oauth/scope.ts';
import { BETA_FEATURES } from '../../../../schema/school/beta-feature.ts';
import { displayText } from '../../kit/display-text.ts';
import type { Text } from '../../kit/text/index.ts';

const whoOf = ({ personId, personName, personEmail }: AuditEntry, { audit }: Text): string =>
  displayText(personName || personEmail || (personId ?? audit.nobody));

const appOf = ({ clientId, clientName }: AuditEntry, { audit }: Text): string =>
  clientId === null ? audit.noApp : displayText(clientName ?? audit.someApp);

function sayingOf({ event, clientId, target }: AuditEntry, { audit }: Text) {
  if (event === 'grant_revoked' && clientId === null) {
    return target?.startsWith('member/') ? audit.ended.person : audit.ended.all;
  }
  // An event name of an earlier version may have no sentence any more. Its entry is still shown.
  return Object.hasOwn(audit.events, event) ? audit.events[event] : () => event;
}

/** Returns the name of an event's target, as people know it. */
function nameOfTarget(
  { event, target }: AuditEntry,
  names: ReadonlyMap<string, string>,
  { audit, settings }: Text,
): string {
  const feature = BETA_FEATURES.find((one) => one === target);
  if (feature !== undefined) return settings.features[feature].name;
  const name = names.get(target ?? '');
  const thing = namedThing(target ?? '')?.thing;
  if (name === undefined || thing === undefined) return displayText(target ?? '');
  // Sentences about actions of people contain a name only. Those about records must also say what kind of record it is.
  return event.startsWith('resource_') ? audit.named(displayText(name), audit.things[thing]) : displayText(name);
}

/** Returns the sentence for an event. @param names the names of targets, if they still exist */
export const sentenceOf = (entry: AuditEntry, names: ReadonlyMap<string, string>, text: Text): string =>
  sayingOf(
    entry,
    text,
  )({
    who: whoOf(entry, text),
    app: appOf(entry, text),
    target: nameOfTarget(entry, names, text),
    was: roleIn(entry.before, text),
    is: roleIn(entry.after, text),
  });

/** Returns the name of the role in a recorded state; empty if the state says nothing of a role. */
function roleIn(state: string | null, { roles }: Text): string {
  const value = readFieldValues(state)?.role;
  const role = ROLES.find((one) => one === value);
  return role === undefined ? '' : roles[role];
}
