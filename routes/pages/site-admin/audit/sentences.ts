/** Events of the audit log as sentences, in the language of the reader. */
import { type AuditEntry, effectiveAtIn, readFieldValues } from '../../../../schema/audit/audit-event.ts';
import { memberTarget, namedThing } from '../../../../schema/audit/audit-target.ts';
import { connectionPlaceIn, sizeIn } from '../../../../schema/audit/ended-connections.ts';
import { rowOfEvent } from '../../../../schema/audit/events.ts';
import { ownersIn } from '../../../../schema/audit/recorded-ownership.ts';
import { isInvitation, isWithdrawal } from '../../../../schema/audit/sentence-variants.ts';
import { isToolFailure, REASON } from '../../../../schema/audit/tool-failure.ts';
import { metadataHost, parseMetadataUrl } from '../../../../schema/oauth/metadata-url.ts';
import { SIGN_IN_BY } from '../../../../schema/people/provider.ts';
import { ROLES } from '../../../../schema/people/role.ts';
import { SECOND_FACTOR_LEVELS } from '../../../../schema/people/second-factor.ts';
import { APPROVAL_POLICIES } from '../../../../schema/school/approval.ts';
import { BETA_FEATURES } from '../../../../schema/school/beta-feature.ts';
import type { Language, Text } from '../../../words/index.ts';
import { nameOfClient } from '../../kit/client.ts';
import { momentText } from '../../kit/components.ts';
import { displayText } from '../../kit/display-text.ts';
import { eventSentence } from '../../kit/event-sentence.ts';
import { timesOfReset } from '../../kit/reset-times.ts';
import { withSize } from './changes.ts';
import { holdingSentence } from './holding-sentences.ts';

type Names = ReadonlyMap<string, string>;

/** Of whoever is no member, the school may know the address; if not, the entry says what the person was to the school. */
export function whoOf(entry: AuditEntry, names: Names, { audit }: Text): string {
  const { personId, personName, personEmail } = entry;
  const known = personName || personEmail;
  if (personId === null || known) return displayText(known || audit.nobody);
  const name = names.get(memberTarget(personId));
  if (name === '') return absentIn(entry, audit);
  return displayText(name ?? personId);
}

function appOf({ clientId, clientName }: AuditEntry, { audit }: Text): string {
  if (clientId === null) return audit.noApp;
  if (clientName !== null) return nameOfClient(clientId, clientName);
  // An app that is named by its URL is not stored before somebody allows it.
  const url = parseMetadataUrl(clientId);
  return url === undefined ? audit.someApp : displayText(metadataHost(url).host);
}

/** The members whose names the sentence about a hand-over has, as targets. */
const formerOwners = ({ event, before }: AuditEntry): string[] =>
  event === 'school_handed_over' ? ownersIn(before).map(memberTarget) : [];

/** Returns everything that a sentence names, as targets whose names have to be known. */
export const namedIn = (entry: AuditEntry): string[] => [
  ...(entry.target === null ? [] : [entry.target]),
  ...(entry.personId === null || entry.personName !== null ? [] : [memberTarget(entry.personId)]),
  ...formerOwners(entry),
];

/** `lecturers` are all of them, in their order. */
const PARTS = ['school', 'appearance', 'lecturers'] as const;

/** A person who was only invited is not called a former member. */
const absentIn = (entry: AuditEntry, { absent }: Text['audit']): string =>
  rowOfEvent(entry.event).ofInvited === true || isInvitation(entry) || isWithdrawal(entry)
    ? absent.invited
    : absent.member;

/** What has no name, or no longer exists, is told by what it is and its id; but people who are no longer members, without. */
function unnamed(target: string, entry: AuditEntry, names: Names, audit: Text['audit']): string {
  const { things } = audit;
  const named = namedThing(target);
  if (named?.thing === 'member' && names.has(target)) return absentIn(entry, audit);
  return displayText(named === undefined ? target : `${things[named.thing]} ${named.id}`);
}

/** Returns the name of an event's target, as people know it. */
function nameOfTarget(entry: AuditEntry, names: Names, { audit, providers, secondFactor, settings }: Text): string {
  const { event, target } = entry;
  const level = SECOND_FACTOR_LEVELS.find((one) => one === target);
  if (event === 'second_factor_demand_changed' && level !== undefined) return secondFactor.demand.levels[level];
  const policy = APPROVAL_POLICIES.find((one) => one === target);
  if (event === 'agents_ask_changed' && policy !== undefined) return settings.agents.levels[policy];
  const mode = SIGN_IN_BY.find((one) => one === target);
  if (event === 'provider_mode_changed' && mode !== undefined) return providers.state[mode];
  const part = PARTS.find((one) => target?.startsWith(`${one}/`));
  if (part !== undefined) return audit.parts[part];
  const feature = BETA_FEATURES.find((one) => one === target);
  if (feature !== undefined) return settings.features[feature].name;
  const name = names.get(target ?? '');
  const thing = namedThing(target ?? '')?.thing;
  if (!name || thing === undefined) return unnamed(target ?? '', entry, names, audit);
  // Sentences about actions of people contain a name only, and so does that about an invitation. Those about records must also say what kind of record it is.
  return event.startsWith('resource_') && !isInvitation(entry)
    ? audit.named({ name: displayText(name), thing: audit.things[thing] })
    : displayText(name);
}

/** Returns what an entry is about as its page and exports call it; nothing if that is nothing that people know. */
export function shownTarget(entry: AuditEntry, names: Names, text: Text): string | undefined {
  const { event } = entry;
  const target = entry.target ?? '';
  const { pages } = text.admin.area;
  if (event === 'staff_rights_changed') return text.staffRights.title;
  if (event === 'second_factor_demand_changed' || event === 'agents_ask_changed') return pages.settings;
  if (event.startsWith('provider_')) return text.providers.title;
  if (event === 'resource_changed' && target.startsWith('school/')) return pages.settings;
  if (event === 'resource_changed' && target.startsWith('appearance/')) return pages.look;
  const thing = namedThing(target)?.thing;
  if (thing === 'member') return displayText(names.get(target) || unnamed(target, entry, names, text.audit));
  const isKnown =
    thing !== undefined ||
    event.startsWith('webhook_') ||
    target.startsWith('lecturers/') ||
    BETA_FEATURES.some((one) => one === target);
  return isKnown ? nameOfTarget(entry, names, text) : undefined;
}

export type Reader = { language: Language; timeZone: string };

/** Returns the sentence for an event. @param names the names of targets, if they still exist */
export function sentenceOf(entry: AuditEntry, names: Names, text: Text, reader: Reader): string {
  const who = whoOf(entry, names, text);
  const sentence =
    holdingSentence(entry, who, names, text) ??
    eventSentence(entry, 'log', valuesOf(entry, { who, names, text, reader }), text);
  return withSize(sentence, entry, text);
}

type Naming = { who: string; names: Names; text: Text; reader: Reader };

/** What a sentence may insert; empty where the event has none. */
function valuesOf(entry: AuditEntry, { who, names, text, reader: { language, timeZone } }: Naming) {
  const { before, after } = entry;
  const place = connectionPlaceIn(readFieldValues(before));
  const effectiveAt = effectiveAtIn(after);
  const owners = formerOwners(entry).map((owner) =>
    displayText(names.get(owner) || unnamed(owner, entry, names, text.audit)),
  );
  const size = sizeIn(entry);
  return {
    who,
    // Some languages have another verb for several people.
    by: who === text.audit.nobody ? 'operators' : 'person',
    app: appOf(entry, text),
    target: nameOfTarget(entry, names, text),
    was: roleIn(before, text),
    is: roleIn(after, text),
    from: owners.join(text.audit.change.separator),
    why: whyFailed(entry, text),
    ended: size === undefined ? '' : text.audit.change.itsEnded(size),
    count: place?.count ?? 0,
    since: place === undefined ? '' : momentText(place.since, language, timeZone, true),
    ...(effectiveAt === undefined ? {} : timesOfReset({ effectiveAt }, language, timeZone)),
  };
}

/** Returns the app with which something was done, if there is one and the sentence about it does not name it. */
export function unsaidApp(entry: AuditEntry, names: Names, text: Text, reader: Reader) {
  if (entry.clientId === null) return undefined;
  // A sentence that names the app is another one without it.
  const withoutApp = { ...entry, clientId: null, clientName: null };
  const isSaid = sentenceOf(entry, names, text, reader) !== sentenceOf(withoutApp, names, text, reader);
  return isSaid ? undefined : text.audit.through({ app: appOf(entry, text) });
}

/** Returns the name of the role in a recorded state; empty if the state says nothing of a role. */
function roleIn(state: string | null, { roles }: Text): string {
  const value = readFieldValues(state)?.role;
  const role = ROLES.find((one) => one === value);
  return role === undefined ? '' : roles[role];
}

/** Returns what the entry of a call says of its failure. */
export const failedCall = (failure: Pick<AuditEntry, 'after'>, text: Text): string =>
  text.audit.change.failedCall({ why: whyFailed(failure, text) });

function whyFailed({ after }: Pick<AuditEntry, 'after'>, { audit }: Text): string {
  const reason = readFieldValues(after)?.[REASON];
  return isToolFailure(reason) ? audit.change.toolFailures[reason] : '';
}
