/** Sentences about what members hold: places in courses, plans and events. */
import {
  type AuditEntry,
  MOVED_UP,
  newStatusIn,
  readFieldValues,
  WAITS,
  WITH_EVENT,
} from '../../../../schema/audit/audit-event.ts';
import { namedThing } from '../../../../schema/audit/audit-target.ts';
import { keysOf } from '../../../../schema/data/objects.ts';
import type { Text } from '../../../words/index.ts';
import { displayText } from '../../kit/display-text.ts';

/** A place of a person, and who did something about it. */
type Place = Readonly<Record<'who' | 'person' | 'thing', string>>;

/** The separator in the name of what connects a member with something, which ends with the member. */
const OF_MEMBER = ' – ';

/**
 * Returns the sentence about something that was made for a member, or about a place at an event, while both have a name.
 * @param who who did it
 */
export function holdingSentence(
  entry: AuditEntry,
  who: string,
  names: ReadonlyMap<string, string>,
  text: Text,
): string | undefined {
  const { event, target } = entry;
  const thing = namedThing(target ?? '')?.thing;
  const name = names.get(target ?? '') ?? '';
  const end = name.lastIndexOf(OF_MEMBER);
  const { given } = text.audit;
  const kind = keysOf(given).find((one) => one === thing);
  if (kind === undefined || end < 0) return undefined;
  const said = { who, person: displayText(name.slice(end + OF_MEMBER.length)), thing: displayText(name.slice(0, end)) };
  const place = kind === 'event_registration' ? placeAt(entry, said, text) : undefined;
  return place ?? (event === 'resource_created' ? given[kind](said) : undefined);
}

function placeAt({ event, after }: AuditEntry, said: Place, { audit: { change, given } }: Text): string | undefined {
  const isOwn = said.who === said.person;
  const values = readFieldValues(after);
  if (values?.[MOVED_UP] === true) return change.movedUp(said);
  if (values?.[WAITS] === true) return (isOwn ? change.ownPlaces : change.places).waits(said);
  const status = newStatusIn(after);
  if (status === 'cancelled' && values?.[WITH_EVENT] === true) return change.endedWithEvent(said);
  if (status === 'cancelled') return (isOwn ? change.ownPlaces : change.places).cancelled(said);
  if (status === 'attended') return change.attended(said);
  if (event !== 'resource_created' && status !== 'registered') return undefined;
  return isOwn ? change.ownPlaces.registered(said) : given.event_registration(said);
}
