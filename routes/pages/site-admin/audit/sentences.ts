/** Events of the audit log as sentences, in the language of the reader. */
import {
  ACCESS_TOKEN_ONLY,
  type AuditEntry,
  type AuditEventName,
  BY_USE,
  EFFECTIVE_AT,
  newStatusIn,
  readFieldValues,
  SIGN_IN_METHODS,
} from '../../../../schema/audit/audit-event.ts';
import { namedThing, SWITCHED } from '../../../../schema/audit/audit-target.ts';
import { isToolFailure, REASON } from '../../../../schema/audit/tool-failure.ts';
import { metadataHost, parseMetadataUrl } from '../../../../schema/oauth/metadata-url.ts';
import { ROLES } from '../../../../schema/oauth/scope.ts';
import { isOfOffer, ownersIn, recordedKind } from '../../../../schema/people/ownership.ts';
import { SECOND_FACTOR_LEVELS } from '../../../../schema/people/second-factor.ts';
import { keysOf } from '../../../../schema/record.ts';
import { BETA_FEATURES } from '../../../../schema/school/beta-feature.ts';
import { fill, type Language, type Text } from '../../../words/index.ts';
import { nameOfClient } from '../../kit/client.ts';
import { momentText } from '../../kit/components.ts';
import { placeIn } from '../../kit/connection-place.ts';
import { displayText } from '../../kit/display-text.ts';
import { timesOfReset } from '../../kit/reset-times.ts';
import { endedOf, type Happened, type Saying, uploadStep, withSize } from './changes.ts';
import { givenTo } from './given.ts';

type Names = ReadonlyMap<string, string>;

/** The target of what happens to a member. */
export const memberTarget = (personId: string): string => `member/${personId}`;

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

/** Whose connections ended, and with which app, is said by what the event names. */
function endOf({ before, clientId, target }: AuditEntry, { change, ended, events }: Text['audit']) {
  const isOfPerson = target?.startsWith('member/') === true;
  if (clientId === null) return isOfPerson ? ended.person : ended.all;
  if (isOfPerson) return ended.one;
  if (target === 'everyone') return ended.client;
  // Whoever ends a connection on a page leaves what it was allowed. Without it, the person has not done it.
  return before === null && /^\d+$/.test(target ?? '') ? change.connectionOver : events.grant_revoked;
}

/** A switch of an assistant for members creates, enables or disables the application of the school. */
const switchedBy = ({ event }: AuditEntry, { turnedOff, turnedOn }: Text['audit']) =>
  event === 'client_disabled' ? turnedOff : turnedOn;

/** Says who was invited as an owner by the platform, which earlier versions recorded as an act of the invited person. */
function invitedByPlatform({ event, target, after, personId }: AuditEntry, { audit, roles }: Text) {
  if (event !== 'resource_created') return undefined;
  if (target?.startsWith('operator/'))
    return ({ who }: Happened) => audit.invitedByPlatform({ target: who, is: roles.owner });
  return personId === null && target?.startsWith('member/') && isOfRole(after) ? audit.invitedByPlatform : undefined;
}

/** How a sign-in to an app failed. */
function failedSignIn({ clientId, event, target }: AuditEntry, { audit }: Text) {
  const method = SIGN_IN_METHODS.find((one) => one === target);
  return event !== 'sign_in_failed' || clientId === null || method === undefined
    ? undefined
    : audit.change.failedSignIn[method];
}

/** An app that was deleted before the log kept the names of such apps is not called an app twice. */
function ofDeletedApp({ clientId, clientName, event, target }: AuditEntry, { audit }: Text) {
  if (clientId === null || clientName !== null || target === SWITCHED) return undefined;
  const sayings = audit.change.ofDeletedApp;
  const kind = keysOf(sayings).find((one) => one === event);
  return kind === undefined ? undefined : sayings[kind];
}

/** Says how the reset of a second factor ended. */
function ofEndedReset({ after, event, target }: AuditEntry, { secondFactor: { reset } }: Text) {
  // What people do to their own factor is in no school's log.
  if (event === 'second_factor_removed') return reset.carriedOut;
  if (event !== 'second_factor_reset_cancelled') return undefined;
  if (target !== null) return reset.withdrawnBy;
  return readFieldValues(after)?.[BY_USE] === true ? reset.endedByUse : undefined;
}

/** The sayings that depend on what else an event has recorded. */
function byRecorded(entry: AuditEntry, { change, unstored }: Text['audit']) {
  const step = uploadStep(entry);
  if (step !== undefined) return change.upload[step];
  const values = readFieldValues(entry.after);
  const status = newStatusIn(entry.after);
  if (status === 'published') return change.newStatus.published;
  if (status === 'cancelled' && entry.target?.startsWith('event/') === true) return change.newStatus.cancelled;
  if (entry.event === 'token_revoked' && values?.[ACCESS_TOKEN_ONLY] === true) return change.accessTokenOnly;
  return entry.event === 'refresh_reuse' && values?.successorUsed === false ? unstored : undefined;
}

function sayingOf(entry: AuditEntry, text: Text): Saying {
  const { audit } = text;
  const { event, target } = entry;
  const ended = endedOf(entry, target === SWITCHED, text);
  if (ended !== undefined) return ended;
  if (event === 'grant_revoked') return endOf(entry, audit);
  if (target === SWITCHED) return switchedBy(entry, audit);
  const recorded = byRecorded(entry, audit);
  if (recorded !== undefined) return recorded;
  if (event === 'resource_created' && target?.startsWith('member/') && isOfRole(entry.after)) return audit.invited;
  if (isWithdrawal(entry)) return audit.change.withdrawn;
  if (event === 'school_handed_over' && ownersIn(entry.before).length > 0) return audit.handedOverFrom;
  const offer = isOfOffer(event) ? recordedKind(entry) : undefined;
  if (isOfOffer(event) && offer !== undefined) {
    const { handOver, share } = audit.offers;
    return (offer === 'share' ? share : handOver)[event];
  }
  // An event name of an earlier version may have no sentence any more. Its entry is still shown.
  return Object.hasOwn(audit.events, event) ? audit.events[event] : event;
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

const isOfRole = (state: string | null): boolean => readFieldValues(state)?.role !== undefined;

const OF_INVITED: ReadonlySet<AuditEventName> = new Set([
  'invitation_sent',
  'invitation_link_created',
  'invitation_declined',
]);

const isWithdrawal = ({ event, before }: Pick<AuditEntry, 'event' | 'before'>): boolean =>
  event === 'member_removed' && readFieldValues(before)?.status === 'invited';

/** Whoever was only invited is not called a former member. */
function absentIn({ event, target, before, after }: AuditEntry, { absent }: Text['audit']): string {
  const isInvitation = event === 'resource_created' && target?.startsWith('member/') && isOfRole(after);
  return OF_INVITED.has(event) || isInvitation || isWithdrawal({ event, before }) ? absent.invited : absent.member;
}

/** What has no name, or no longer exists, is told by what it is and its id; but people who are no longer members, without. */
function unnamed(target: string, entry: AuditEntry, names: Names, audit: Text['audit']): string {
  const { things } = audit;
  const named = namedThing(target);
  if (named?.thing === 'member' && names.has(target)) return absentIn(entry, audit);
  return displayText(named === undefined ? target : `${things[named.thing]} ${named.id}`);
}

/** Returns the name of an event's target, as people know it. */
function nameOfTarget(entry: AuditEntry, names: Names, { audit, secondFactor, settings }: Text): string {
  const { event, target, after } = entry;
  const level = SECOND_FACTOR_LEVELS.find((one) => one === target);
  if (event === 'second_factor_demand_changed' && level !== undefined) return secondFactor.demand.levels[level];
  const part = PARTS.find((one) => target?.startsWith(`${one}/`));
  if (part !== undefined) return audit.parts[part];
  const feature = BETA_FEATURES.find((one) => one === target);
  if (feature !== undefined) return settings.features[feature].name;
  const name = names.get(target ?? '');
  const thing = namedThing(target ?? '')?.thing;
  if (!name || thing === undefined) return unnamed(target ?? '', entry, names, audit);
  // Sentences about actions of people contain a name only, and so does that about an invitation. Those about records must also say what kind of record it is.
  return event.startsWith('resource_') && !(thing === 'member' && isOfRole(after))
    ? audit.named({ name: displayText(name), thing: audit.things[thing] })
    : displayText(name);
}

/** Returns what an entry is about as its page and exports call it; nothing if that is nothing that people know. */
export function shownTarget(entry: AuditEntry, names: Names, text: Text): string | undefined {
  const { event } = entry;
  const target = entry.target ?? '';
  const { pages } = text.admin.area;
  if (event === 'staff_rights_changed') return text.staffRights.title;
  if (event === 'second_factor_demand_changed') return pages.settings;
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

/** Returns the sentence about the end of one of several connections. */
function oneEnded(entry: AuditEntry, names: Names, text: Text, { language, timeZone }: Reader): string | undefined {
  const place = entry.event === 'grant_revoked' ? placeIn(readFieldValues(entry.before)) : undefined;
  if (place === undefined) return undefined;
  const { ofPerson, own } = text.audit.change.oneEnded;
  return (entry.target?.startsWith('member/') === true ? ofPerson : own)({
    who: whoOf(entry, names, text),
    app: appOf(entry, text),
    target: nameOfTarget(entry, names, text),
    count: place.count,
    since: momentText(place.since, language, timeZone, true),
  });
}

/** Returns the sentence about a reset of a second factor whose time is recorded. */
function resetFrom(entry: AuditEntry, names: Names, text: Text, { language, timeZone }: Reader): string | undefined {
  if (entry.event !== 'second_factor_reset_approved') return undefined;
  const effectiveAt = Date.parse(String(readFieldValues(entry.after)?.[EFFECTIVE_AT]));
  if (Number.isNaN(effectiveAt)) return undefined;
  return text.audit.change.resetFrom({
    who: whoOf(entry, names, text),
    target: nameOfTarget(entry, names, text),
    ...timesOfReset({ effectiveAt }, language, timeZone),
  });
}

/** Returns the sentence for an event. @param names the names of targets, if they still exist */
export const sentenceOf = (entry: AuditEntry, names: Names, text: Text, reader: Reader): string =>
  withSize(plainSentenceOf(entry, names, text, reader), entry, text);

const plainSentenceOf = (entry: AuditEntry, names: Names, text: Text, reader: Reader): string =>
  givenTo(entry, whoOf(entry, names, text), names, text) ??
  oneEnded(entry, names, text, reader) ??
  resetFrom(entry, names, text, reader) ??
  fill(
    failedSignIn(entry, text) ??
      invitedByPlatform(entry, text) ??
      ofDeletedApp(entry, text) ??
      ofEndedReset(entry, text) ??
      sayingOf(entry, text),
    happenedIn(entry, names, text),
  );

function happenedIn(entry: AuditEntry, names: Names, text: Text): Happened {
  const who = whoOf(entry, names, text);
  return {
    who,
    // Some languages have another verb for several people.
    by: who === text.audit.nobody ? 'operators' : 'person',
    app: appOf(entry, text),
    target: nameOfTarget(entry, names, text),
    was: roleIn(entry.before, text),
    is: roleIn(entry.after, text),
    from: formerOwners(entry)
      .map((owner) => displayText(names.get(owner) || unnamed(owner, entry, names, text.audit)))
      .join(text.audit.change.separator),
    why: whyFailed(entry, text),
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
